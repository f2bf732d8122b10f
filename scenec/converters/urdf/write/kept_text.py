"""URDF to URDF: the text of an unchanged robot is reused, with its order, comments and what only its readers know.

Only names of files change, as files are in other folders. A robot that was edited or adapted is written anew.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.converters.common.carried_comment import START
from scenec.converters.common.kept_text import KeptText, with_file_names
from scenec.converters.common.unchanged_files import settle_unchanged
from scenec.converters.format import WriteRequest
from scenec.converters.urdf.findings import reading
from scenec.syntax.tree import Document

UNCHANGED = frozenset(row.code for row in (reading.IMAGE_FILE_MISSING, reading.MESH_FILE_MISSING))
"""Findings of the reader about references that are written as they stand."""


class Kept(msgspec.Struct, frozen=True, gc=False):
    """A text to be written, and how many comments are in it."""

    content: bytes
    comments: int


def kept_text(request: WriteRequest, refer: Callable[[str, str | None], str]) -> Kept | None:
    """Return the text of the source, None if it does not express the robot. refer: copies a file (name in the robot, absolute path) and
    returns its new name."""
    documents = request.ledger.documents
    if not request.is_of("urdf") or request.restored or request.options.flatten or len(documents) != 1:
        return None
    document: Document = documents[0]
    kept = request.ledger.kept
    if not isinstance(kept, KeptText) or (request.options.version and request.options.version != request.source_version):
        return None
    if START.encode() in kept.content or request.unstamped != kept.scene:
        return None
    names = {uri: name for uri, found in kept.found.items() if (name := refer(uri, found)) != uri}
    content = with_file_names(kept.content, document, names, lambda tag, slot: slot == "filename")
    return None if content is None else Kept(content, document.comments)


def keep_findings(ledger: Ledger, *, is_kept: bool) -> None:
    """Make the findings of the reader notes, as the result says the same as the source. Values without effect are written unchanged with a
    text that is reused, so their findings are removed."""
    if is_kept:
        settle_unchanged(ledger.entries)
        return
    for entry in ledger.entries:
        found = entry.template
        if found.code in UNCHANGED:
            entry.template = msgspec.structs.replace(found, level="note", consequence="The reference is written unchanged.")
        elif found.code in reading.CODES and found.fate == "converted":
            entry.template = msgspec.structs.replace(found, level="note")
