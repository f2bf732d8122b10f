"""Large files of SimRobot that mean the same to SimRobot and to XML, as almost all that programs write do: each tag on one line, no
comments, backslashes or references.

`scenec.syntax.xml_plain` takes such a file apart in two thirds of the time, and once more after its tree was given away. Every other
file, and all that is wrong, is left to `scenec.syntax.simrobot_text`, whose tree is the same.
"""

from __future__ import annotations

import re

import msgspec

from scenec.syntax.tree import Document, SourceNode

LARGE = 500_000
"""Bytes. In smaller files there is nothing to gain."""
DENSE = 100
"""At most so many bytes for each tag: the text of a file of numbers takes more than its tree, and would have to be kept."""

_NOT_PLAIN = re.compile(rb"[\\'&\r]|<[!?]|-->")
_TAG_ON_SEVERAL_LINES = re.compile(rb"<[^>\t\n]*[\t\n]")
"""XML takes the ends of lines in values for spaces."""


def is_large(data: bytes) -> bool:
    """Whether a file is to be tried."""
    return len(data) > LARGE and data.count(b"<") * DENSE > len(data)


def read_plain(data: bytes, name: str, shown: str, path: str | None, maximum_depth: int, maximum_attributes: int) -> Document | None:
    """The document of a plain file, for whose elements `find_places` is to be set; None for any other file."""
    from scenec.syntax.xml_plain import read_plain as read_plain_xml
    from scenec.syntax.xml_plain import read_whole

    if not data.isascii() or _NOT_PLAIN.search(data) or _TAG_ON_SEVERAL_LINES.search(data):
        return None
    document = read_plain_xml(data, name, shown, path, maximum_depth)
    if document is None or any(len(node.attributes) > maximum_attributes for node in _with_places(document.root)):
        return None

    def read_again(first_id: int) -> SourceNode:
        return _with_places(read_whole(data, first_id))[0]

    document.rereading = msgspec.structs.replace(document.rereading, read_again=read_again)
    return document


def _with_places(root: SourceNode) -> list[SourceNode]:
    """All nodes, the root first, with places that are to be found by their numbers."""
    nodes = [root]
    for node in nodes:
        if node.children:
            nodes += node.children
        if node.value_count:
            node.places = node.line
    return nodes
