"""MARS scenes: .scene, zipped .scn and .yml of DFKI's simulator "Machina Arte Robotum Simulans"."""

from __future__ import annotations

import re
from typing import Any

from scenec.converters.format import Format, ReadRequest, ReadResult, WriteRequest, WriteResult

_LIST_IN_YAML = re.compile(rb"^(?:nodelist|jointlist|materiallist)[ \t]*:", re.MULTILINE)
_BEFORE_ROOT = re.compile(rb"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*>\s*)*", re.DOTALL)


def _read(request: ReadRequest) -> ReadResult:
    from scenec.converters.mars.read import read

    return read(request)


def _write(request: WriteRequest) -> WriteResult:
    from scenec.converters.mars.writer import write

    return write(request)


def _implied(version: str) -> dict[tuple[str, str], Any]:
    from scenec.converters.mars.write_implied import implied

    return implied(version)


def _sniff(data: bytes) -> bool:
    """XML whose outermost element is `SceneFile`, YAML with one of MARS's lists, or an archive that holds a .scene."""
    if data.startswith(b"PK\x03\x04"):
        return b".scene" in data
    data = data.removeprefix(b"\xef\xbb\xbf")
    before = _BEFORE_ROOT.match(data)
    if before and data.startswith(b"<SceneFile", before.end()):
        return True
    return not data.lstrip().startswith(b"<") and _LIST_IN_YAML.search(data) is not None


FORMAT = Format(
    name="mars",
    title="MARS",
    simulator="MARS",
    suffixes={".scene": "", ".scn": ""},
    by_content=(".yml",),
    versions=("0.2",),
    default_version="0.2",
    sniff=_sniff,
    read=_read,
    write=_write,
    adaptations=("numbers_to_finite", ("friction_table_to_surfaces", {"law": "mean"})),
    implied=_implied,
    gravity=(0.0, 0.0, -9.81),
    step=0.01,
    carried="scenec.converters.mars.carried",
)
