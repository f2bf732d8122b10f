"""RubySceneGraph, the scenes of SimSpark and rcssserver3d: the record of the format. Its parts are loaded when it is used."""

from __future__ import annotations

import re
from typing import Any

from scenec.converters.format import Format, ReadRequest, ReadResult, WriteRequest, WriteResult


def _read(request: ReadRequest) -> ReadResult:
    from scenec.converters.rsg.read import read

    return read(request)


def _write(request: WriteRequest) -> WriteResult:
    from scenec.converters.rsg.writer import write

    return write(request)


def _implied(version: str) -> dict[tuple[str, str], Any]:
    from scenec.converters.rsg.write_implied import implied

    return implied(version)


TOUCHED = ("Box", "Sphere", "Capsule", "Plane", "Cylinder")
"""Shapes of collisions that the writer knows what to do with; for a cylinder that depends on whether it is a wheel."""
JOINTS = ("revolute", "continuous", "prismatic", "ball", "universal", "revolute2", "fixed")
"""Joints that the writer writes; the reader takes whatever they hold together for a tree."""
HEADER = re.compile(rb"(?:[ \t\r\n]|;[^\n]*\n)*\(\s*(?:RSG|RubySceneGraph|RDS|RubyDeltaScene)[\s)]")


def _sniff(data: bytes) -> bool:
    """The first expression is the header; only comments may come before it."""
    return HEADER.match(data.removeprefix(b"\xef\xbb\xbf")) is not None


_IMPORT = re.compile(rb"\(\s*importScene\s+['\"]?([^\s'\")(]+)")


def _mentions(data: bytes) -> list[str]:
    """The files that a file imports; what only others import is no scene of its own."""
    return [name.decode("utf-8", "replace") for name in _IMPORT.findall(data)]


FORMAT = Format(
    name="rsg",
    title="RubySceneGraph",
    simulator="SimSpark",
    suffixes={".rsg": ""},
    versions=("2007", "current"),
    default_version="current",
    sniff=_sniff,
    read=_read,
    write=_write,
    adaptations=(
        "numbers_to_finite",
        ("collisions_to_primitives", {"touched": TOUCHED}),
        ("friction_table_to_surfaces", {"law": "mean"}),
        ("joints_to_tree", {"kinds": JOINTS, "circles": False}),
    ),
    implied=_implied,
    mentions=_mentions,
    gravity=(0.0, 0.0, -9.81),
    carried="scenec.converters.rsg.carried",
)
