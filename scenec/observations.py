"""What the driver of a conversion has to tell itself, as no reader or writer sees it."""

from __future__ import annotations

from scenec.accounting.finding import excerpt
from scenec.accounting.ledger import Ledger
from scenec.converters.format import Format
from scenec.files import OUTSIDE, boundary
from scenec.ir.scene import Scene
from scenec.source import Source


def tell_implausible(scene: Scene, ledger: Ledger) -> None:
    """What no body or joint can be like is converted as it stands; a note says so, `scenec check` judges it."""
    from scenec.ir.check import implausible

    for problem in implausible(scene):
        ledger.report(
            problem.code,
            "kept",
            "note",
            problem.category,
            origin=problem.origin,
            subject=problem.subject,
            value=problem.value,
            because=problem.text,
            consequence="the result says the same, and simulators will object to it",
            hint=problem.hint,
        )


def tell_refused(ledger: Ledger) -> None:
    """References out of the boundary which no finding names: of those the reader or writer has told what they are."""
    told = {entry.template.value for entry in ledger.entries}
    for name in sorted(boundary().refused):
        if excerpt(name) not in told and not any(name in entry.template.because for entry in ledger.entries):
            ledger.report(
                "reference-refused",
                "unresolved",
                "error",
                "metadata",
                value=name,
                because=f"it {OUTSIDE}",
                consequence="what it leads to is not looked at and not taken along",
                hint="if it may be read, name its folder with --search-path, or a larger one with --confine",
            )


def tell_comments(ledger: Ledger, target: Format, kept: int) -> None:
    """Comments are no values, but losing them is worth one note."""
    commented = [document for document in ledger.documents if document.comments]
    count = sum(document.comments for document in commented) - kept
    if count > 0:
        ledger.report(
            "comments-dropped",
            "dropped",
            "note",
            "metadata",
            origin=Source(commented[0].name),
            value=f"{count:,} comment{'s' * (count > 1)}",
            because=f"comments do not go through to {target.title}" if not kept else "what they stand at is not in the result",
            consequence="what they explain is only in the source",
        )
