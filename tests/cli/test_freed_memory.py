"""Large blocks go back to the system when they are freed, where a file is large."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from scenec.cli.freed_memory import LARGE, give_back_freed_memory


class Asked:
    """Stands for the C library of a platform. It must not change that of the tests."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, int]] = []

    def mallopt(self, what: int, value: int) -> int:
        self.calls.append((what, value))
        return 1


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    library = Asked()
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: library)
    return library.calls


@pytest.mark.parametrize(("size", "calls"), [(LARGE + 1, [(-3, 1 << 17)]), (LARGE, [])])
def test_glibc_is_asked_for_a_large_file_only(size: int, calls: list[object], asked: list[object], tmp_path: Path) -> None:
    file = tmp_path / "scene.sdf"
    file.write_bytes(bytes(size))
    give_back_freed_memory(str(file))
    assert asked == calls


def test_another_allocator_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: object())
    file = tmp_path / "scene.sdf"
    file.write_bytes(bytes(LARGE + 1))
    give_back_freed_memory(str(file))


@pytest.mark.parametrize("name", ["-", "missing.sdf", "a\0b"])
def test_a_source_that_is_no_file_is_no_fault_here(name: str, asked: list[object]) -> None:
    give_back_freed_memory(name)
    assert asked == []
