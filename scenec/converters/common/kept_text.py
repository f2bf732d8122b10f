"""The source text that a reader keeps for the writer of its format: an unchanged scene is written in the text that it was read from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from scenec.ir.scene import Scene
from scenec.syntax.splice import Edit, NotFoundError, SourceText, spliced
from scenec.syntax.tree import Document, SourceNode


class KeptText(msgspec.Struct, frozen=True, gc=False):
    """The text of a source. content: unpacked. scene: as read. found: file name in the scene -> path, None if missing."""

    content: bytes
    scene: Scene
    found: dict[str, str | None]


def with_file_names(
    content: bytes, document: Document, names: Mapping[str, str], is_file: Callable[[str, str], bool], opaque: str = ""
) -> bytes | None:
    """The text of a document with other names of files; None where one does not stand in it in one piece.

    names: name in the text -> in the result. is_file: whether a value names a file, by the tag of its element and the name of its attribute
    ("" for the text of the element). opaque: elements of this tag are left as they are.
    """
    if not names:
        return content
    text = SourceText(content, "yaml" if document.root.tag == "yaml" else "xml")
    edits: list[Edit] = []
    try:
        for node in _elements(document.root, opaque):
            for slot, value in (("", node.text), *node.attributes.items()):
                new = names.get(value.strip())
                if new is not None and is_file(node.tag, slot):
                    span = text.value(*document.place_of(node), slot)
                    edits.append(Edit(*span, text.escaped(span, new)))
        return text.encoded(spliced(text.text, edits))
    except (NotFoundError, ValueError):
        return None


def _elements(root: SourceNode, opaque: str) -> Iterator[SourceNode]:
    """Yield all elements in document order."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if not opaque or node.tag != opaque:
            stack.extend(reversed(node.children))


__all__ = ["KeptText", "with_file_names"]
