"""Coefficients of surfaces such that the mean of two is what a table says of the pair.

That is a linear equation per pair. Where coefficients solve all of them, those are found exactly: a surface that touches its own kind, or
closes an odd circle of pairs, has one value only; all others follow from it. Where none do, the weighted sum of errors is made small.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)

SWEEPS = 200
_EXACT = 1e-12


def solve_means(required: Mapping[tuple[Key, Key], float], weights: Mapping[tuple[Key, Key], float]) -> dict[Key, float]:
    """A coefficient, not negative, for every surface in `required`."""
    neighbours: dict[Key, list[tuple[Key, float, float]]] = {}
    for (a, b), mu in required.items():
        weight = weights.get((a, b), 1.0)
        neighbours.setdefault(a, []).append((b, mu, weight))
        if a != b:
            neighbours.setdefault(b, []).append((a, mu, weight))
    found: dict[Key, float] = {}
    for start in neighbours:
        if start not in found:
            found.update(_component(start, neighbours))
    return found


Neighbours = Mapping[Key, list[tuple[Key, float, float]]]


def _component(start: Key, neighbours: Neighbours[Key]) -> dict[Key, float]:
    """All surfaces that pairs connect with `start`. Each is base + sign * x with one unknown x; a circle or a pair of one kind says it."""
    terms: dict[Key, tuple[float, int]] = {start: (0.0, 1)}
    todo = [start]
    known: float | None = None
    for at in todo:
        base, sign = terms[at]
        for other, mu, _ in neighbours[at]:
            if other not in terms:
                terms[other] = (2 * mu - base, -sign)
                todo.append(other)
            elif known is None and terms[other][1] == sign:  # base + other base + 2 sign x = 2 mu
                known = (2 * mu - base - terms[other][0]) / (2 * sign)
    if known is None:
        known = _free(terms, neighbours[start][0][1])
    exact = {key: base + sign * known for key, (base, sign) in terms.items()}
    if _cost(exact, neighbours) <= _EXACT and min(exact.values()) >= -_EXACT:
        return {key: max(0.0, float(f"{value:.15g}")) for key, value in exact.items()}
    starts = [exact, {key: max(mu for _, mu, _ in neighbours[key]) for key in terms}, {key: neighbours[key][0][1] for key in terms}]
    return min((_downhill(each, neighbours) for each in starts), key=lambda each: _cost(each, neighbours))


def _free(terms: Mapping[Key, tuple[float, int]], wanted: float) -> float:
    """Of the values of x that leave nothing negative, the one nearest to equal coefficients on both sides."""
    lowest = max((-base for base, sign in terms.values() if sign > 0), default=0.0)
    highest = min((base for base, sign in terms.values() if sign < 0), default=wanted)
    return min(max(wanted, lowest), max(highest, lowest))


def _downhill(start: Mapping[Key, float], neighbours: Neighbours[Key]) -> dict[Key, float]:
    """One coefficient after the other becomes the weighted median of what its pairs ask for."""
    mus = {key: max(0.0, value) for key, value in start.items()}
    for _ in range(SWEEPS):
        before = dict(mus)
        for key in mus:
            asked = sorted(
                (mu if other == key else 2 * mu - mus[other], weight * (2 if other == key else 1)) for other, mu, weight in neighbours[key]
            )
            mus[key] = max(0.0, _median(asked))
        if mus == before:
            break
    return {key: float(f"{value:.15g}") for key, value in mus.items()}


def _median(weighted: list[tuple[float, float]]) -> float:
    half, total = sum(weight for _, weight in weighted) / 2, 0.0
    for value, weight in weighted:
        total += weight
        if total >= half:
            return value
    return weighted[-1][0]


def _cost(mus: Mapping[Key, float], neighbours: Neighbours[Key]) -> float:
    return sum(weight * abs((mus[key] + mus[other]) / 2 - mu) for key in mus for other, mu, weight in neighbours[key])
