"""Keep the text of the source where SDFormat is written in the same version and the scene is unchanged.

Only references to copied files are changed in it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from scenec.converters.common.kept_text import with_file_names
from scenec.converters.common.unchanged_files import settle_unchanged
from scenec.converters.format import WriteOptions, WriteRequest, WriteResult
from scenec.converters.sdformat.carried import TAG as CARRIED
from scenec.converters.sdformat.findings.writing import INCLUDE_KEPT
from scenec.converters.sdformat.vocabulary import REFERENCES

OPAQUE = "plugin"
KEPT_CODES = (INCLUDE_KEPT.code,)
"""Codes of the writer that hold for the kept text as well."""


def can_keep_source_text(request: WriteRequest, version: str) -> bool:
    """Return whether the text of the source can be kept: same version, no option that changes it, an unchanged scene."""
    options, ledger = request.options, request.ledger
    asked = msgspec.structs.replace(options, version="", assets="copy", mesh_format="obj", verify=False, motors="", materials="nearest")
    if request.restored or (request.source_format, request.source_version) != ("sdformat", version) or asked != WriteOptions():
        return False
    if not ledger.documents or request.unstamped is not ledger.scene:
        return False
    if any(each.template.level == "error" for each in ledger.entries):
        return False  # something is not part of the scene; what is written of a broken file is whole
    entry = ledger.documents[0]
    if entry.path is None or entry.root.tag != "sdf" or entry.root.attributes.get("version", "").strip() != version:
        return False
    return all(child.tag != CARRIED for child in entry.root.children)


def with_source_text(request: WriteRequest, written: WriteResult, renamed: Mapping[str, str], since: int) -> WriteResult | None:
    """Return the result with the source's text for its main file, None if that cannot be.

    written: the scene printed anew, whose other files serve the text, too. renamed: reference -> how the result spells it. since: how
    many findings there were before it was written.
    """
    ledger = request.ledger
    entry = ledger.documents[0]
    assert entry.path is not None
    try:
        text = with_file_names(request.open(entry.path), entry, renamed, lambda tag, slot: not slot and tag in REFERENCES, OPAQUE)
    except OSError:
        return None
    if text is None:
        return None
    request.uses.claim_all()  # the scene is that which was read from the text
    settle_unchanged(ledger.entries[:since])
    ledger.entries[since:] = [each for each in ledger.entries[since:] if each.template.code in KEPT_CODES]
    comments = sum(document.comments for document in ledger.documents)
    claims = {name: each for name, each in written.claims.items() if name != written.main}
    kept = {**written.kept, written.main: entry}
    return msgspec.structs.replace(written, files={**written.files, written.main: text}, comments=comments, claims=claims, kept=kept)
