"""Judge a mutant: equivalent, noticed by the report, by checks of the result or by tests, or a silent survivor. Cheap judges come first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from benchmarks.mutation.conversions import LOST, Outcome

VERDICTS = ("equivalent", "told", "checks", "tests", "sweeps", "survivor")
Lane = Literal["tests", "sweeps"]
"""The default run, or the tests marked `sweep`."""
ENOUGH = 6
"""So many changed results are looked at before the report is taken not to notice."""
_RANK = {fate: max(0, rank - 1) for rank, fate in enumerate(LOST)}  # converted is as good as kept


@dataclass(frozen=True)
class Verdict:
    """verdict: one of VERDICTS; why: the evidence; results: how many results were looked at, changed: how many of them changed."""

    verdict: str
    why: str
    results: int
    changed: int


def judge(pairs: Iterable[tuple[str, Outcome, Outcome]], tests: Callable[[], tuple[str, Lane]]) -> Verdict:
    """Judge a mutant. pairs: the name of a conversion, its outcome with the whole and with the broken writer (both with differences), made
    as they are asked for; tests: names the test that fails and its lane, "" if none does, asked last."""
    results = changed = 0
    noticed = first = ""
    for name, before, after in pairs:
        results += 1
        if not is_changed(before, after):
            continue
        changed += 1
        first = first or f"{name}: {_changed_part(before, after)}"
        if why := reported_difference(before, after):
            return Verdict("told", f"{name}: {why}", results, changed)
        if not noticed and (found := newly_different(before, after)):
            noticed = f"{name}: {found[0]}"
        if changed >= ENOUGH:
            break
    if not changed:
        return Verdict("equivalent", f"nothing changed in {results} results", results, changed)
    if noticed:
        return Verdict("checks", noticed, results, changed)
    failed, lane = tests()
    if failed:
        return Verdict(lane, failed, results, changed)
    return Verdict("survivor", first, results, changed)


def is_changed(before: Outcome, after: Outcome) -> bool:
    """Whether a byte of the result, the fate of a value or a finding is another."""
    one, other = ((each.files, each.fates, each.codes, each.words, each.error) for each in (before, after))
    return one != other


def reported_difference(before: Outcome, after: Outcome) -> str:
    """Return what the report says of a loss that it did not say before; "" for nothing."""
    if after.error and not before.error:
        return f"refused: {after.error}"
    for place, fate in before.fates.items():
        now = after.fates.get(place, "invalid")
        if _RANK[now] > _RANK[fate]:
            return f"{place}: {fate} -> {now}"
    for code, count in after.codes.items():
        if count > before.codes.get(code, 0):
            return f"finding {code}"
    return ""


def newly_different(before: Outcome, after: Outcome) -> list[str]:
    """Return the differences between source and result that are there with the broken writer only."""
    known = set(before.differences)
    return [each for each in after.differences if each not in known]


def _changed_part(before: Outcome, after: Outcome) -> str:
    if files := sorted(name for name in {*before.files, *after.files} if before.files.get(name) != after.files.get(name)):
        return f"{', '.join(files[:3])} changed"
    return "only the report changed"
