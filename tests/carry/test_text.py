"""What scenec wrote comes back letter by letter, and the files beside it byte for byte: every fixture, through every other format."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.accounting.report import Report
from tests.carry.there_and_back import SUFFIXES
from tests.test_every_format import FIXTURES, fixtures_of

SEARCHED = [str(FIXTURES / "sdformat" / "models"), str(FIXTURES / "sdformat"), str(FIXTURES)]
NAMED = {".yml": ".scene"}
"""Endings by which no format is known to a writer -> those it is given instead."""


def converted(source: Path, target: Path, original: Path, *, carry: bool) -> Report:
    """original: the fixture that it all started from; what its scene names lies around it."""
    return scenec.convert(source, target, carry=carry, lenient=True, flatten=True, search_path=[*SEARCHED, str(original.parent)])


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("target", SUFFIXES)
@pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name in SUFFIXES for path in fixtures_of(name)], ids=lambda each: Path(each).stem
)
def test_what_scenec_wrote_comes_back_letter_by_letter(name: str, path: Path, target: str, tmp_path: Path) -> None:
    written = tmp_path / "written" / f"{path.stem}{NAMED.get(path.suffix, path.suffix)}"
    converted(path, written, path, carry=False)
    there, back = tmp_path / "there" / f"{path.stem}{SUFFIXES[target]}", tmp_path / "back" / written.name
    converted(written, there, path, carry=True)
    converted(there, back, path, carry=True)
    assert files_in(back.parent) == files_in(written.parent)
