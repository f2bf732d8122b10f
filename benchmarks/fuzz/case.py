"""A case: a file with the files beside it, from one format to another; and how a failing one is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from scenec.converters import all_formats, written_formats

SUFFIXES = {record.name: record.suffix() for record in written_formats()}
FORMATS = tuple(SUFFIXES)
LOOKED_INTO = {suffix: record.name for record in all_formats() for suffix in record.by_content}
"""Suffixes that files of other kinds have, too -> the format that such a file is taken for here."""
RECORD = "case.json"


class Case(msgspec.Struct, frozen=True):
    """data: the content of the file `name`; beside: other files, by relative name. folder: an existing folder that the file pretends to
    lie in, None: it and the files beside it are put into one of their own. made: how it was made, for people."""

    source: str
    target: str
    name: str
    data: bytes
    beside: dict[str, bytes] = {}
    folder: str | None = None
    options: dict[str, Any] = {}
    made: str = ""

    @property
    def size(self) -> int:
        return len(self.data) + sum(map(len, self.beside.values()))


def keep(case: Case, folder: Path, failure: str = "") -> Path:
    """Write a case as a folder that `kept` reads again."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in {case.name: case.data, **case.beside}.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    facts = {
        "source": case.source,
        "target": case.target,
        "name": case.name,
        "folder": case.folder,
        "options": case.options,
        "made": case.made,
        "failure": failure,
    }
    (folder / RECORD).write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    return folder


def kept(folder: Path) -> tuple[Case, str]:
    """The case of a folder, and the failure it was kept for."""
    facts = json.loads((folder / RECORD).read_text(encoding="utf-8"))
    failure = facts.pop("failure")
    data = (folder / facts["name"]).read_bytes()
    beside = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).as_posix() not in (RECORD, facts["name"])
    }
    return Case(data=data, beside=beside, **facts), failure
