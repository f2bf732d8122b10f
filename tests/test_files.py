"""Files that are missing, and texts that cannot be names of files, are not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenec import files


@pytest.mark.parametrize("name", ["missing", "nul\0byte", "half \ud800 character", ""])
def test_what_is_not_there_or_no_name_is_not_found(name: str, tmp_path: Path) -> None:
    path = f"{tmp_path}/{name}" if name else ""
    assert not files.is_file(path)
    assert not files.is_there(path)


def test_a_folder_is_there_but_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "a.stl").write_bytes(b"")
    assert files.is_file(f"{tmp_path}/a.stl")
    assert files.is_there(f"{tmp_path}/a.stl")
    assert files.is_there(str(tmp_path))
    assert not files.is_file(str(tmp_path))
