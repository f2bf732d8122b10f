"""The neutral scene as a file: .scene.json, for tools in any language. The record of the format."""

from __future__ import annotations

from scenec.converters.format import Format, ReadRequest, ReadResult, WriteRequest, WriteResult


def _read(request: ReadRequest) -> ReadResult:
    from scenec.converters.ir.read import read

    return read(request)


def _write(request: WriteRequest) -> WriteResult:
    from scenec.converters.ir.write import write

    return write(request)


def _sniff(data: bytes) -> bool:
    """A JSON object that names its schema early."""
    return data.lstrip()[:1] == b"{" and b'"scenec.scene/' in data[:300]


FORMAT = Format(
    name="ir",
    title="scenec's scene",
    suffixes={".scene.json": ""},
    versions=("1",),
    default_version="1",
    sniff=_sniff,
    read=_read,
    write=_write,
)
