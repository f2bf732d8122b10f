"""``--verify``: what the result is to those who load it, as findings.

The files are put into a temporary folder as they will lie beside each other. Every installed program that loads the format is asked
about them, and scenec's own reader: what it reads must mean what the scene meant that was written, but for what a finding tells. A
result that is refused is written all the same; the findings are errors, and `--fail-on` decides the exit status.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from scenec.accounting.finding import Category
from scenec.accounting.ledger import Entry, Ledger
from scenec.errors import ScenecError, WriteError
from scenec.files import boundary, within
from scenec.ir.scene import Scene
from scenec.output import Output
from scenec.source import Source
from scenec.verify.bounded import told
from scenec.verify.consumers import Ours, Verdict, sdformat_verdicts
from scenec.verify.difference import Difference, Kind
from scenec.verify.excuse import Told
from scenec.verify.own_reading import differences, joint_pairs
from scenec.verify.staging import Staged, staged

OWN = "scenec's own reader"
MOST_TOLD = 20
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
    format: str,  # noqa: A002 - the word users expect
    title: str,
    search_path: Sequence[str],
    read_back: Callable[[str, Sequence[str]], Scene],
    confined: bool = False,
) -> None:
    """Report to the ledger what the consumers make of an output.

    scene: as it was given to the writer. since: which entry of the ledger was the first after that. format, title: the target's name
    and what sentences call it. read_back: reads a file of the target (path, search path). confined: whether the user has said how far
    reading may go; then only we are asked. Raises WriteError if there is no room for a copy of the files.
    """
    try:
        with staged(output, dst, tuple(search_path)) as place, within(boundary().widened(place.folder)):
            for verdict in _verdicts(scene, place, ledger.entries[since:], format, read_back, confined):
                _report(verdict, ledger, output.main, title)
    except OSError as problem:
        raise WriteError(f"cannot be verified: {(problem.strerror or str(problem)).lower()}", Source(dst)) from None


def _verdicts(
    scene: Scene, place: Staged, entries: list[Entry], name: str, read_back: Callable[[str, Sequence[str]], Scene], confined: bool
) -> list[Verdict]:
    @cache
    def read() -> Scene:
        return read_back(place.file, place.search_path)

    def at_zero() -> dict[str, Any]:
        again = read()
        zero = {joint.path: [0.0] * len(joint.axes) for joint in again.physics().joints if joint.axes}
        return again.physics(at=zero).to_json()

    try:
        own = _own(scene, read(), Told(entries))
    except ScenecError as problem:
        return [Verdict(OWN, "rejected", told(str(problem), place.folders)), *_others(place, name, None, confined)]
    return [own, *_others(place, name, at_zero, confined)]


def _others(place: Staged, name: str, ours: Ours, confined: bool) -> list[Verdict]:
    """The programs that load the format; other formats than SDFormat have none that reads a file and ends. A program cannot be confined
    to a folder as we are."""
    if name != "sdformat":
        return []
    if confined:
        why = "reading is confined to a folder, and a program cannot be"
        return [Verdict(each, "missing", why, install="verify without --confine what you trust") for each in ("libsdformat", "Drake")]
    return sdformat_verdicts(place, ours)


def _own(scene: Scene, again: Scene, told_of: Told) -> Verdict:
    ours, theirs = scene.physics(), again.physics()
    found = differences(ours, theirs)
    late = {each.names[0] for each in found if each.aspect == "initial position" and told_of.speaks_of(each)}
    if late:  # no simulator of the target starts there: it is taken to where the scene starts, unless its zero has moved there
        at = {}
        for s, t, sign in joint_pairs(ours, theirs):
            if s.path in late:
                at[t.path] = [axis.initial for axis in s.axes][::sign]
        placed = differences(ours, again.physics(at=at))
        found = min(found, placed, key=len)
    left = tuple(each for each in found if not told_of.speaks_of(each))
    return Verdict(OWN, "differs" if left else "accepted", differences=left, compared=True)


# ---------------------------------------------------------------- findings


def _report(verdict: Verdict, ledger: Ledger, file: str, title: str) -> None:
    who = verdict.consumer
    if verdict.outcome == "accepted":
        agreed = "reads the same masses, poses and joints from it as were written" if verdict.compared else "finds it valid"
        ledger.report(
            "consumer-accepted",
            "kept",
            "note",
            "metadata",
            subject=file,
            target=who,
            because=f"{who} loads the result and {agreed}",
            consequence=f"what uses {who} can load it" if who != OWN else _beyond(title),
            hint="load it in the simulator to see it move: nobody has simulated it",
        )
    elif verdict.outcome == "missing":
        ledger.report(
            "consumer-missing",
            "kept",
            "note",
            "metadata",
            subject=file,
            target=who,
            because=f"{who} was not asked: {verdict.message}",
            consequence="whether it loads the result is not known",
            hint=verdict.install,
        )
    elif verdict.outcome == "differs":
        _report_differences(verdict, ledger, title)
    else:
        _report_refusal(verdict, ledger, file, title)


def _beyond(title: str) -> str:
    """What our own reader cannot know."""
    simulator = {"SimRobot": "SimRobot", "MARS": "MARS", "RubySceneGraph": "SimSpark"}.get(title)
    return "it can be converted back" + (f"; {simulator} itself was not asked, as it loads files in a window only" if simulator else "")


def _report_refusal(verdict: Verdict, ledger: Ledger, file: str, title: str) -> None:
    who, refused = verdict.consumer, verdict.outcome == "rejected"
    ledger.report(
        "consumer-rejected" if refused else "consumer-failed",
        "invalid",
        "error",
        "physics",
        subject=file,
        target=who,
        because=f"{who} refuses the result: {verdict.message}" if refused else f"{who} gave no verdict: it {verdict.message}",
        consequence="what uses it cannot load the file, or loads less" if refused else "whether it loads the result is not known",
        hint=f"if the message speaks of an element or a version it does not know, write another version of {title} (--to FORMAT@VERSION)"
        if refused
        else "try to load the result with it by hand",
    )


def _report_differences(verdict: Verdict, ledger: Ledger, title: str) -> None:
    told_of = verdict.differences[:MOST_TOLD]
    for each in told_of:
        _report_difference(each, verdict.consumer, ledger, title)
    more = len(verdict.differences) - len(told_of)
    if more:
        ledger.report(
            "consumer-differs",
            "approximated",
            "error",
            "physics",
            target=verdict.consumer,
            value=f"{more:,} more",
            because=f"{verdict.consumer} differs in {more:,} more places",
            consequence="the result does not mean what the scene means",
            hint="report it, with the scene",
        )


def _report_difference(each: Difference, who: str, ledger: Ledger, title: str) -> None:
    ledger.report(
        "consumer-differs",
        "approximated",
        "error",
        CATEGORY.get(each.kind, "physics"),
        subject=each.names[0],
        value=each.ours,
        target=each.theirs,
        because=f"{who} reads another {each.aspect} of this {each.kind} from the result than was written to {title}",
        consequence="the result does not mean what the scene means, and no finding says why",
        hint="report it, with the scene: this is a fault of a writer or of a reader",
    )
