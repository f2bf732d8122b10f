"""Transforms around each other: SimSpark takes out those that hold only Transforms, one by one; many at once come to the same."""

from __future__ import annotations

import math
from typing import Any

import pytest

import scenec
from scenec.converters.rsg.read.program import nodes
from scenec.ir.pose import IDENTITY, Pose, Rotation
from scenec.trace import ids_of, traced

BODY = "(nd RigidBody (setName {0}Body) (setMass {1})) (nd Box (setExtents 1 2 3))"


def scene(names: list[str], leaves: list[str]) -> bytes:
    """Turned and moved Transforms of these names around each other, and as many bodies as `leaves` in the innermost."""
    around = "".join(
        f"(nd TRF (setName {name}) (setLocalPos {i + 1} 0.5 0) (setLocalRotation 0 0 {10 * i})\n" for i, name in enumerate(names)
    )
    inside = "".join(f"(nd TRF (setName {name}) (setLocalPos 0 {i} 0) {BODY.format(name, i + 1)})\n" for i, name in enumerate(leaves))
    return f"(RSG 0 1)\n(\n(nd TRF (setName first) {BODY.format('first', 1)})\n{around}{inside}{')' * len(names)}\n)\n".encode()


def read(data: bytes) -> tuple[list[Any], list[Any]]:
    one, report = scenec.read(data, format="rsg", name="s.rsg")
    places = [
        (link.name, *(link.pose.position if link.pose else (0, 0, 0)), *(link.pose.rotation if link.pose else ())) for link in one.links
    ]
    return places, [(model.name, [extra.value for extra in model.extras]) for model in one.models] + [
        (line.path, line.value, line.fate) for line in report.ledger
    ]


LEAVES = [f"leaf{i}" for i in range(9)]
WAYS = {
    "names of their own": ([f"t{i}" for i in range(9)], LEAVES),
    "a name that one passes": ([f"t{i}" for i in range(4)] + ["leaf3"] + [f"u{i}" for i in range(4)], LEAVES),
    "a name beside which one ends": (["first"] * 3, [*LEAVES[:4], "first"]),
    "the same name twice": ([f"t{i}" for i in range(5)], [*LEAVES, "leaf2", "leaf2"]),
    "all of one name": (["t"] * 7, ["t"] * 4),
}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_handed_through_at_once_is_what_goes_from_one_to_the_next(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = scene(*WAYS[way])
    monkeypatch.setattr(nodes, "MANY", math.inf)
    places, said = read(data)
    monkeypatch.setattr(nodes, "MANY", 0)
    at_once, said_then = read(data)
    assert said_then == said
    for here, there in zip(at_once, places, strict=True):
        assert here[0] == there[0] and here[1:] == pytest.approx(there[1:])


def test_zeros_are_traced_to_the_numbers_that_they_would_move() -> None:
    """A position of zeros in a turned Transform, and a turn of zeros around a position, move nothing. Other numbers there would."""
    turned, level = Rotation.from_rpy(0.5, 0.0, 0.0), IDENTITY.with_ids((3,))
    zeros = (traced(0.0, (4,)), traced(0.0, (5,)), traced(0.0, (6,)))
    apart = (traced(1.0, (7,)), traced(2.0, (8,)), traced(3.0, (9,)))

    def sources(outer: Pose, inner: Pose) -> list[tuple[int, ...]]:
        return [ids_of(each) for each in nodes.composed(outer, inner).position]

    assert sources(Pose(apart, turned), Pose(zeros)) == [(7, 4, 5, 6), (8, 4, 5, 6), (9, 4, 5, 6)]
    assert sources(Pose(apart), Pose(zeros)) == [(7, 4), (8, 5), (9, 6)], "without a turn each moves its own"
    assert sources(Pose(zeros, level), Pose(apart)) == [(7, 4, 3), (8, 5, 3), (9, 6, 3)]
