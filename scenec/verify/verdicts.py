"""``--verify``: what the result is to those who load it, as findings.

The files are put into a temporary folder as they will lie beside each other. Every installed program that loads the format is asked
about them, and scenec's own reader: its reading must equal the written scene, except where a finding reports a difference. A
result that is refused is written all the same; the findings are errors, and `--fail-on` decides the exit status.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.accounting.finding import Category
from scenec.accounting.ledger import Entry, Ledger
from scenec.accounting.problem import finding_of
from scenec.errors import ScenecError, WriteError
from scenec.files import boundary, within
from scenec.ir.check import Problem
from scenec.ir.scene import Scene
from scenec.output import Output
from scenec.source import Source, find_paths, place_of
from scenec.verify.bounded import cleaned_output
from scenec.verify.consumers import Ours, Verdict
from scenec.verify.difference import Difference, Kind
from scenec.verify.findings import (
    CONSUMER_ACCEPTED,
    CONSUMER_DIFFERS,
    CONSUMER_DIFFERS_MORE,
    CONSUMER_FAILED,
    CONSUMER_MISSING,
    CONSUMER_REJECTED,
)
from scenec.verify.own_reading import differences, joint_pairs
from scenec.verify.reported_differences import ReportedDifferences
from scenec.verify.staging import Staged, staged

if TYPE_CHECKING:
    from scenec.converters.format import Format

OWN = "scenec's own reader"
MOST_LISTED = 20
"""Differences that are findings of their own; the rest is counted."""
CATEGORY: dict[Kind, Category] = {"sensor": "sensing", "light": "appearance", "visual": "appearance", "collision": "geometry"}
"""Of a difference; all others concern physics."""


def verify(
    scene: Scene,
    output: Output,
    dst: str,
    ledger: Ledger,
    since: int,
    *,
    record: Format,
    search_path: Sequence[str],
    read_back: Callable[[str, Sequence[str]], tuple[Scene, list[Problem]]],
    confined: bool = False,
) -> None:
    """Report to the ledger what the consumers make of an output.

    scene: as it was given to the writer. since: which entry of the ledger was the first after that. record: of the target's format.
    read_back: reads a file of the target (path, search path) and lints it. confined: whether the user has said how far reading may go;
    then only we are asked. Raises WriteError if there is no room for a copy of the files.
    """
    try:
        with staged(output, dst, tuple(search_path)) as place, within(boundary().widened(place.folder)):
            read = cache(partial(read_back, place.file, place.search_path))
            for verdict in _verdicts(scene, place, ledger.entries[since:], record, lambda: read()[0], confined):
                _report(verdict, ledger, output.main, record)
            _report_lints(read, ledger)
    except OSError as problem:
        raise WriteError(f"cannot be verified: {(problem.strerror or str(problem)).lower()}", Source(dst)) from None


def _verdicts(
    scene: Scene, place: Staged, entries: list[Entry], record: Format, read: Callable[[], Scene], confined: bool
) -> list[Verdict]:
    def at_zero() -> dict[str, Any]:
        again = read()
        zero = {joint.path: [0.0] * len(joint.axes) for joint in again.physics().joints if joint.axes}
        return again.physics(at=zero).to_json()

    try:
        own = _own(scene, read(), ReportedDifferences(entries))
    except ScenecError as problem:
        return [Verdict(OWN, "rejected", cleaned_output(str(problem), place.folders)), *_others(place, record, None, confined)]
    return [own, *_others(place, record, at_zero, confined)]


def _others(place: Staged, record: Format, ours: Ours, confined: bool) -> list[Verdict]:
    """Return what the programs say that load the format. A program cannot be confined to a folder as we are."""
    if not record.verified_by:
        return []
    if confined:
        why = "reading is confined to a folder, and a program cannot be"
        return [Verdict(each, "missing", why, install="Verify without --confine what you trust.") for each in record.consumers]
    module, _, function = record.verified_by.partition(":")
    found: list[Verdict] = getattr(import_module(module), function)(place, ours)
    return found


def _own(scene: Scene, again: Scene, reported: ReportedDifferences) -> Verdict:
    ours, theirs = scene.physics(), again.physics()
    found = differences(ours, theirs)
    late = {each.names[0] for each in found if each.aspect == "initial position" and reported.speaks_of(each)}
    if late:  # no simulator of the target starts there: it is taken to where the scene starts, unless its zero has moved there
        at = {}
        for s, t, sign in joint_pairs(ours, theirs):
            if s.path in late:
                at[t.path] = [axis.initial for axis in s.axes][::sign]
        placed = differences(ours, again.physics(at=at))
        found = min(found, placed, key=len)
    left = tuple(each for each in found if not reported.speaks_of(each))
    return Verdict(OWN, "differs" if left else "accepted", differences=left, compared=True)


# ---------------------------------------------------------------- findings


def _report_lints(read: Callable[[], tuple[Scene, list[Problem]]], ledger: Ledger) -> None:
    """Return what the target's own lints say of the result, each with its place in the result."""
    try:
        problems = read()[1]
    except ScenecError:  # the refusal has been reported
        return
    find_paths([problem.origin for problem in problems])
    for problem in problems:
        place = place_of(problem.origin)
        ledger.add_finding(msgspec.structs.replace(finding_of(problem), target=str(place) if place else ""))


def _report(verdict: Verdict, ledger: Ledger, file: str, record: Format) -> None:
    who, title = verdict.consumer, record.title
    if verdict.outcome == "accepted":
        agreed = "reads the same masses, poses and joints as were written" if verdict.compared else "finds it valid"
        ledger.report(
            CONSUMER_ACCEPTED,
            subject=file,
            target=who,
            why=f"{who[:1].upper()}{who[1:]} loads the result and {agreed}.",
            what=f"Programs that use {who} can load it." if who != OWN else _beyond(record),
        )
    elif verdict.outcome == "missing":
        ledger.report(
            CONSUMER_MISSING,
            subject=file,
            target=who,
            why=verdict.message.rstrip("."),
            fix=verdict.install if verdict.install.endswith(".") else f"{verdict.install}.",
        )
    elif verdict.outcome == "differs":
        _report_differences(verdict, ledger)
    else:
        _report_refusal(verdict, ledger, file, title)


def _beyond(record: Format) -> str:
    """Return what our own reader cannot know."""
    simulator = "" if record.consumers else record.simulator
    return "The result can be converted back." + (f" {simulator} itself was not asked." if simulator else "")


def _report_refusal(verdict: Verdict, ledger: Ledger, file: str, title: str) -> None:
    who, refused = verdict.consumer, verdict.outcome == "rejected"
    if refused:
        ledger.report(CONSUMER_REJECTED, subject=file, target=who, message=verdict.message, format=title)
    else:
        ledger.report(CONSUMER_FAILED, subject=file, target=who, message=verdict.message.rstrip("."))


def _report_differences(verdict: Verdict, ledger: Ledger) -> None:
    listed = verdict.differences[:MOST_LISTED]
    for each in listed:
        _report_difference(each, verdict.consumer, ledger)
    more = len(verdict.differences) - len(listed)
    if more:
        ledger.report(CONSUMER_DIFFERS_MORE, target=verdict.consumer, value=f"{more:,} more", who=verdict.consumer)


def _report_difference(each: Difference, who: str, ledger: Ledger) -> None:
    ledger.report(
        CONSUMER_DIFFERS,
        category=CATEGORY.get(each.kind, "physics"),
        subject=each.names[0],
        value=each.ours,
        target=each.theirs,
        who=f"{who[:1].upper()}{who[1:]}",
        aspect=each.aspect,
        kind=each.kind,
    )
