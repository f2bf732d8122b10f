"""Findings of the reader in a conversion from RubySceneGraph to RubySceneGraph.

Unresolved references are written as they stand. Where SimSpark stops reading a file, or ignores a path or collider, the result has what
SimSpark makes of it. Neither is a loss. Other findings about differences stay losses.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from scenec.accounting.finding import Finding
from scenec.accounting.findings import JOINT_AXIS_FRAME_CONVERTED
from scenec.accounting.ledger import Entry, Ledger
from scenec.converters.common.unchanged_files import settle_unchanged
from scenec.converters.rsg.findings import program, reading
from scenec.converters.rsg.findings.program import WITHOUT_LOSS
from scenec.converters.rsg.findings.writing import IMPORT_NOT_EXECUTED
from scenec.files import OUTSIDE
from scenec.trace import traced

WRITTEN_AS_THEY_STAND = frozenset(
    row.code
    for row in (
        reading.CAPSULE_SCALED,
        reading.CYLINDER_ELLIPTIC,
        reading.JOINT_FIXED_UNSET,
        reading.MATERIAL_UNKNOWN,
        reading.MESH_FILE_UNREADABLE,
        reading.MESH_NOT_FOUND,
        reading.MESH_WITHOUT_FACES,
    )
)
"""Findings about text that is written again as it stands."""
DEPENDING_ON_INSTALLATION = frozenset(row.code for row in (program.EXPRESSION_INVALID, program.IMPORT_FAILED, reading.TRANSFORM_NOT_RIGID))
"""Findings that depend on the installation (its constants and files), or about something that the result draws differently."""

OF_REWRITING = frozenset((JOINT_AXIS_FRAME_CONVERTED.code, "joint-end-converted"))
"""Findings of adaptations about what the text of the source says as before."""


def adjust_findings_of_rewritten(ledger: Ledger) -> None:
    """Replace fates and levels of the reader's findings, for a result in the same format. To be called when all is written."""
    for entry in ledger.entries:
        found = entry.template
        if (
            not (found.code in program.CODES or found.code in reading.CODES)
            or found.code in DEPENDING_ON_INSTALLATION
            or found.ineffective
            or OUTSIDE in found.because
        ):
            continue
        if found.code in WRITTEN_AS_THEY_STAND:
            found = msgspec.structs.replace(found, fate="kept", level="note", consequence="The result says the same.")
        elif found.code in WITHOUT_LOSS:
            row = WITHOUT_LOSS[found.code]
            found = msgspec.structs.replace(found, code=row.code, fate=row.fate, level=row.level, consequence=row.effect)
        elif found.fate not in ("kept", "converted"):
            found = msgspec.structs.replace(found, fate="converted", level="note", consequence="The result has what SimSpark makes of it.")
        else:
            found = msgspec.structs.replace(found, level="note")
        entry.template = found


def adjust_findings_of_kept_text(ledger: Ledger, idle: Sequence[tuple[int, str]] = ()) -> None:
    """Replace fates and levels of the reader's findings, for a result that is the text of the source: nothing of it is lost. A file that
    may not be read stays an error, since it is not copied. Places where SimSpark stops reading, and missing files or constants, are
    warnings. idle: names of files that are never imported, with the ids of these values; these files were not checked."""
    unread = {value_id for value_id, _ in idle}
    ledger.entries[:] = [entry for entry in ledger.entries if entry.template.code not in OF_REWRITING]
    settle_unchanged(ledger.entries, stays=_is_outside, is_loud=_depends_on_more)
    for entry in ledger.entries:
        if not _is_outside(entry):
            found = entry.template
            code = WITHOUT_LOSS[found.code].code if found.code in WITHOUT_LOSS else found.code
            entry.template = msgspec.structs.replace(found, code=code, consequence="The result has the text of the source.")
            entry.ids = tuple(value_id for value_id in entry.ids if value_id not in unread)
    for value_id, name in idle:
        ledger.report(IMPORT_NOT_EXECUTED, about=traced(name, (value_id,)), value=name)


def _is_outside(entry: Entry) -> bool:
    """Return whether a finding is about a file that may not be read, and is not copied."""
    return OUTSIDE in entry.template.because


def _depends_on_more(found: Finding) -> bool:
    """Return whether SimSpark stops there, or makes of the text what its installation says."""
    return found.code in WITHOUT_LOSS or found.code in DEPENDING_ON_INSTALLATION or (found.ineffective and found.level != "note")
