"""RubySceneGraph, the scenes of SimSpark and rcssserver3d: the record of the format. Its parts are loaded when it is used."""

from __future__ import annotations

import re
from scenec.converters.format import Format, ReadRequest, ReadResult


def _read(request: ReadRequest) -> ReadResult:
    from scenec.converters.rsg.read import read

    return read(request)


_HEADER = re.compile(rb"(?:[ \t\r\n]|;[^\n]*\n)*\(\s*(?:RSG|RubySceneGraph|RDS|RubyDeltaScene)[\s)]")


def _sniff(data: bytes) -> bool:
    """The first expression is the header; only comments may come before it."""
    return _HEADER.match(data.removeprefix(b"\xef\xbb\xbf")) is not None


FORMAT = Format(
    name="rsg",
    title="RubySceneGraph",
    suffixes={".rsg": ""},
    versions=("2007", "current"),
    default_version="current",
    sniff=_sniff,
    read=_read,
)
