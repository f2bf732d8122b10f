"""Judging a file by its own format: its report of reading, with what is wrong with the scene and what its lints find."""

from __future__ import annotations

import os
from collections.abc import Callable

import msgspec

from scenec.accounting.finding import LEVELS, SUMMED_FATES, Finding
from scenec.accounting.findings import FILE_REFUSED_ROW
from scenec.accounting.problem import finding_of, finding_of_row
from scenec.accounting.report import LedgerLine, LedgerLines, Report, Side, renumbered
from scenec.checks.plausibility import unlikely
from scenec.checks.scene import check
from scenec.conversion import Origin
from scenec.converters import by_suffix
from scenec.errors import ReadError
from scenec.fault_search import Fault, Reading, search
from scenec.ir.check import Problem
from scenec.source import Source, find_paths, place_of


def validated(origin: Origin) -> Report:
    """The report of reading, with every problem of the scene and of the file as a finding, the worst first."""
    report = origin.report()
    problems = [*check(origin.scene), *unlikely(origin.scene), *origin.lint()]
    find_paths([problem.origin for problem in problems])
    found = [_of_problem(problem) for problem in problems]
    ranked = sorted(enumerate([*report.findings, *found]), key=lambda each: -LEVELS.index(each[1].level))
    moved = {old: new for new, (old, _) in enumerate(ranked)}
    findings = [finding for _, finding in ranked]
    return Report(report.source, report.target, report.totals, findings, renumbered(report.ledger, moved), report.idle)


def _of_problem(problem: Problem) -> Finding:
    """A problem as a finding; problems of formats in their old form have no effect and advice of their own."""
    finding = msgspec.structs.replace(finding_of(problem), source=place_of(problem.origin))
    if problem.row is not None:
        return finding
    effect = "" if problem.level == "note" else "Simulators refuse it, or read it otherwise than it was meant."
    return msgspec.structs.replace(finding, consequence=effect, hint=problem.hint or "Correct the source.")


def refused(read: Reading, first: ReadError, stream: bytes | None, shown: str, folder: str | None) -> Report:
    """Return the report of a file that its own format refuses: every fault, and what is wrong with the parts that could be read.

    read: reads the input again, see `scenec.fault_search`. first: the error that reading stopped at. stream: the bytes of an input
    without a file. shown: what errors call the input. folder: where the names of a report start from. The values of such a file are not
    known, so its totals count the faults.
    """
    found = search(read, first, stream, shown)
    findings = [_of_fault(fault, folder) for fault in found.faults]
    lines = tuple(
        LedgerLine(each.source.file, each.source.line, each.source.column, "", "", "invalid", index)
        for index, each in enumerate(findings)
        if each.source is not None
    )
    side = Side((os.path.basename(shown),), (by_suffix(shown) or "").partition("@")[0])
    if found.origin is not None:
        side = found.origin.side
        findings += [
            each for each in validated(found.origin).findings if each.level != "note" and not _follows(each, found.follows, folder)
        ]
    else:
        findings[-1] = msgspec.structs.replace(
            findings[-1], hint=". ".join(each for each in (findings[-1].hint.rstrip("."), _MORE) if each)
        )
    totals = {"values": len(lines)} | dict.fromkeys(SUMMED_FATES, 0) | {"invalid": len(lines), "defaulted": 0}
    return Report(side, Side(), totals, findings, LedgerLines(None, lines))


_MORE = "There may be more faults behind this one."


def _follows(finding: Finding, follows: Callable[[str, Source, str], bool], folder: str | None) -> bool:
    """Whether a finding is about a part that holds a fault. One without a place may be about any part."""
    if finding.source is None:
        return True
    path = os.path.normpath(os.path.join(folder, finding.source.file)) if folder is not None else ""
    return follows(path, finding.source, f"{finding.headline} {finding.because} '{finding.value}'")


def _of_fault(fault: Fault, folder: str | None) -> Finding:
    """Return a fault as a finding, in the words of the error."""
    error, place = fault.error, fault.error.source
    if place is not None and fault.path and folder is not None:
        place = Source(os.path.relpath(fault.path, folder).replace(os.sep, "/"), place.line, place.column)
    parts = [error.what, f"expected {error.expected}" if error.expected else "", f"did you mean {error.nearest}?" if error.nearest else ""]
    fault_said = "; ".join(each for each in parts if each)
    return finding_of_row(FILE_REFUSED_ROW, source=place, fault=fault_said, fix=error.hint)
