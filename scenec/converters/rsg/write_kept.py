"""RubySceneGraph to RubySceneGraph: what the reader remarked, once the result says to SimSpark what the source says.

A reference that leads nowhere is written as it stands; of a file that SimSpark leaves half-way, of a path without a body or a collider
without one, the result has what SimSpark makes of it. Neither is a loss. What the result does say otherwise stays one.
"""

from __future__ import annotations

import msgspec

from scenec.accounting.finding import INEFFECTIVE
from scenec.accounting.ledger import Ledger
from scenec.converters.rsg.codes_reading import READING
from scenec.files import OUTSIDE

AS_THEY_STOOD = frozenset(
    {"capsule-scaled", "cylinder-elliptic", "joint-fixed-unset", "material-unknown", "mesh-not-found", "mesh-unreadable"}
)
"""What is written with the same words again."""
SKIPPED = frozenset(
    {
        "define-invalid",
        "node-class-missing",
        "node-class-unknown",
        "select-without-node",
        "switch-without-case",
        "template-invalid",
        "variable-unknown",
        "variable-without-value",
    }
)
"""Where SimSpark leaves a file, whatever is installed beside it."""
ELSEWHERE_OTHERWISE = frozenset({"expression-invalid", "import-failed", "transform-not-rigid"})
"""What another installation, with other constants or files, may show otherwise, and what the result does not draw as the source."""


def settle_kept(ledger: Ledger) -> None:
    """Judge the reader's remarks again, for a result in the same format. To be called when all is written."""
    for entry in ledger.entries:
        found = entry.template
        if found.code not in READING or found.code in ELSEWHERE_OTHERWISE or found.ineffective or OUTSIDE in found.because:
            continue
        if found.code in AS_THEY_STOOD:
            found = msgspec.structs.replace(found, fate="kept", level="note", consequence="it is written as it stands")
        elif found.code in SKIPPED:
            found = msgspec.structs.replace(
                found,
                code=found.code + INEFFECTIVE,
                fate="dropped",
                level="warning",
                consequence="the result ends where SimSpark leaves the file",
            )
        elif found.fate not in ("kept", "converted"):
            found = msgspec.structs.replace(found, fate="converted", level="note", consequence="the result says what SimSpark makes of it")
        else:
            found = msgspec.structs.replace(found, level="note")
        entry.template = found
