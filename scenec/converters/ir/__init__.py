"""The neutral scene as a file: .scene.json, for tools in any language. The record of the format."""

from __future__ import annotations

from scenec.converters.format import Format


def _sniff(data: bytes) -> bool:
    """A JSON object that names its schema early."""
    return data.lstrip()[:1] == b"{" and b'"scenec.scene/' in data[:300]


FORMAT = Format(
    name="ir",
    package=__name__,
    title="scenec's scene",
    suffixes={".scene.json": ""},
    versions=("2",),
    default_version="2",
    sniff=_sniff,
)
