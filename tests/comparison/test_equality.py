"""When numbers, shapes and nodes are the same: the rules that diff, --verify, --carry and writers share."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

import scenec
from scenec import ir
from scenec.comparison.node_equality import NodeEquality
from scenec.comparison.shape_equality import PlacedShape, shape_differences
from scenec.comparison.tolerance import Tolerance, near, near_number, near_turn
from scenec.ir.pose import Rotation
from scenec.ir.summary import ShapeSummary

INFINITY, NAN = math.inf, math.nan


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ((1.0, 2.0), (1.0, 2.0 + 1e-9), True),
        ((1.0, 2.0), (1.0, 2.0 + 1e-8), False),
        ((1e-12, 2.0), (-1e-12, 2.0), True),
        ((1.0,), (1.0, 1.0), False),
        ((INFINITY,), (5.0,), False),
        ((INFINITY, 1.0), (INFINITY, 1.0 + 1e-6), False),
        ((INFINITY,), (-INFINITY,), False),
        ((NAN, 1.0), (NAN, 1.0), True),
        ((NAN,), (1.0,), False),
    ],
)
def test_vectors_agree_relative_to_their_largest_finite_component(a: tuple[float, ...], b: tuple[float, ...], same: bool) -> None:
    assert near(a, b) is near(b, a) is same


def test_nothing_equals_only_nothing() -> None:
    assert near_number(None, None)
    assert not near_number(None, 0.0)


def test_a_quaternion_and_its_negative_are_one_rotation() -> None:
    turn = Rotation.from_rpy(0.3, 0.2, 0.1)
    assert near_turn(turn, [-part for part in turn])
    assert not near_turn(turn, Rotation.from_rpy(0.3, 0.2, 0.1001))


def test_diff_distinguishes_infinite_and_finite_efforts() -> None:
    def arm(effort: float) -> ir.Scene:
        axis = ir.Axis(xyz=(0.0, 0.0, 1.0), limits=ir.Limits(effort=effort))
        joint = ir.Joint(id="j", name="elbow", model="m", type="revolute", parent="a", child="b", axes=(axis,))
        links = tuple(ir.Link(id=name, name=name, model="m") for name in ("a", "b"))
        return ir.Scene(models=(ir.Model(id="m", name="arm"),), links=links, joints=(joint,))

    assert scenec.diff(arm(INFINITY), arm(INFINITY)).equal
    assert [item.kind for item in scenec.diff(arm(INFINITY), arm(5.0)).items] == ["joint"]


def shape(kind: str, pose: ir.Pose | None = None, **size: float) -> PlacedShape:
    seven = (*(pose or ir.Pose()).position, *(pose or ir.Pose()).rotation)
    return PlacedShape.of(ShapeSummary(path=kind, type=kind, pose=seven, size=size))


QUARTER = ir.Pose(rotation=Rotation.from_rpy(0.0, 0.0, math.pi / 2))


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        (shape("box", x=1, y=2, z=3), shape("box", QUARTER, x=2, y=1, z=3), []),
        (shape("box", x=1, y=2, z=3), shape("box", QUARTER, x=1, y=2, z=3), ["place"]),
        (shape("box", x=1, y=2, z=3), shape("box", x=1, y=2, z=4), ["size"]),
        (shape("cylinder", radius=1, length=2), shape("cylinder", QUARTER, radius=1, length=2), []),
        (shape("sphere", radius=1), shape("sphere", ir.Pose((1.0, 0.0, 0.0)), radius=2), ["size", "place"]),
        (shape("sphere", radius=1), shape("box", x=1, y=1, z=1), ["type"]),
    ],
)
def test_shapes_are_the_same_if_they_fill_the_same_space(a: PlacedShape, b: PlacedShape, expected: list[str]) -> None:
    assert list(shape_differences(a, b, Tolerance(1e-9, 1.0))) == expected
    assert (a.outline == b.outline) is not bool(expected)


def test_nodes_differ_where_a_value_does() -> None:
    link = ir.Link(id="l", name="arm", model="m", inertial=ir.Inertial(mass=1.0))
    other = msgspec.structs.replace(link, inertial=ir.Inertial(mass=1.0 + 1e-12))
    assert NodeEquality().difference(link, other, "link") == "link.inertial.mass"
    assert NodeEquality(tolerance=1e-9).equal(link, other)
    assert NodeEquality().equal(link, msgspec.structs.replace(link))
    assert not NodeEquality(tolerance=1e-9).equal(link, ir.Model(id="l"))


def test_rules_say_which_fields_count() -> None:
    class Nameless(NodeEquality):
        skipped = frozenset({"origin", "name"})

        def special(self, one: Any, other: Any) -> bool | None:
            return True if isinstance(one, ir.Inertial) else None

    ours = ir.Link(id="l", name="arm", model="m", inertial=ir.Inertial(mass=1.0))
    theirs = ir.Link(id="l", name="leg", model="m", inertial=ir.Inertial(mass=2.0))
    assert Nameless().equal(ours, theirs)
