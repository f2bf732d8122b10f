"""MARS to MARS: the text of an unchanged scene is reused, with its groups, numbers, order and comments.

Only names of files change, as files are in other folders. A scene that was edited or adapted is written anew.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from scenec.converters.common.carried_comment import START
from scenec.converters.common.kept_text import KeptText, with_file_names
from scenec.converters.format import WriteRequest
from scenec.converters.mars.carried import TAG
from scenec.converters.mars.kinds import FILE
from scenec.converters.mars.vocabulary import LISTS, keys, row
from scenec.syntax.tree import Document


class Kept(msgspec.Struct, frozen=True, gc=False):
    """A text to be written, how many comments are in it, and the document that it is of."""

    content: bytes
    comments: int
    document: Document


def kept_text(request: WriteRequest, refer: Callable[[str, str], str], *, in_yaml: bool) -> Kept | None:
    """Return the text of the source, None if it does not express the scene. refer: copies a file (name in the scene, absolute path) and
    returns its new name."""
    document = _document(request, in_yaml=in_yaml)
    if document is None:
        return None
    kept: KeptText = request.ledger.kept
    if TAG.encode() in kept.content or START.encode() in kept.content or request.unstamped != kept.scene:
        return None
    names = {uri: refer(uri, found) for uri, found in kept.found.items() if found is not None}
    words = {key for tag in LISTS.values() for key in keys(tag) if row(tag, key).kind is FILE}
    changed = {uri: name for uri, name in names.items() if name != uri}
    content = with_file_names(kept.content, document, changed, lambda tag, slot: (slot or tag) in words)
    if content is None:
        return None
    return Kept(content, document.comments, document)


def _document(request: WriteRequest, *, in_yaml: bool) -> Document | None:
    """Return the source document, if its text can be reused."""
    options, documents = request.options, request.ledger.documents
    changed = options.flatten or options.split or options.motors or options.poses == "absolute"
    if not request.is_of("mars") or request.restored or changed or len(documents) != 1:
        return None
    document: Document = documents[0]
    if not isinstance(request.ledger.kept, KeptText) or (document.root.tag == "yaml") != in_yaml:
        return None
    return document
