"""When two joints are the same: type, anchor, axes, limits, dynamics and coupling, whichever side they are written from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from scenec.comparison.tolerance import Tolerance
from scenec.ir.pose import ORIGIN, Pose, Vec3, cross, scale, sub
from scenec.ir.summary import AxisSummary, JointSummary, MimicSummary

UNMOVED = Pose()
_SAME_TYPE = {"continuous": "revolute"}
"""Joint types that differ in their limits only."""
ANCHOR_IS_FREE: Mapping[str, Literal["anywhere", "along"]] = {
    **dict.fromkeys(("fixed", "prismatic", "floating"), "anywhere"),
    **dict.fromkeys(("revolute", "continuous", "screw"), "along"),
}
"""Where a joint of a type may have its anchor and still be the same: anywhere, or along its axis."""
_BEYOND_ANY_MACHINE = 1e15
"""A limit of this size or more is none."""


class JointFault(NamedTuple):
    """One value that differs. axis: its number from 1, 0 for a value of the whole joint. before, after: in `unit`, None if not stated."""

    axis: int
    aspect: str
    before: float | None
    after: float | None
    unit: str


def joint_type(word: str) -> str:
    """Return the type of a joint; a continuous one is a revolute one without limits."""
    return _SAME_TYPE.get(word, word)


def are_comparable(a: JointSummary, b: JointSummary) -> bool:
    """Return whether two joints can be compared value by value."""
    return joint_type(a.type) == joint_type(b.type) and len(a.axes) == len(b.axes)


def axes_from(joint: JointSummary, sign: int) -> tuple[AxisSummary, ...]:
    """Return the axes of a joint in the order of one that is written from the same (1) or the other side (-1)."""
    return joint.axes if sign > 0 or len(joint.axes) == 1 else joint.axes[::-1]


def misplaced(a: JointSummary, b: JointSummary, close: Tolerance, sign: int, D: Pose = UNMOVED) -> Iterator[tuple[str, int]]:
    """Yield ``anchor`` and ``axis`` with its index where they differ. sign: -1 if the second joint is written from the other side. D: how
    the first has moved in the world."""
    if not close.all_close(_offset(a, D.apply(a.anchor), b.anchor, D), ORIGIN, close.extent):
        yield "anchor", 0
    for i, (ours, theirs) in enumerate(zip(a.axes, axes_from(b, sign), strict=True)):
        if not close.all_close(D.rotation.apply(ours.axis), scale(theirs.axis, sign), 1.0):
            yield "axis", i


def _offset(joint: JointSummary, anchor: Vec3, other: Vec3, D: Pose) -> Vec3:
    """How far apart two anchors are, as far as that matters."""
    free, offset = ANCHOR_IS_FREE.get(joint.type), sub(other, anchor)
    if free == "along" and len(joint.axes) == 1:
        return cross(offset, D.rotation.apply(joint.axes[0].axis))
    return ORIGIN if free == "anywhere" else offset


def value_faults(a: JointSummary, b: JointSummary, close: Tolerance, sign: int, *, caps: bool) -> Iterator[JointFault]:
    """Yield the values that differ of two joints of the same kind, except their places. caps: also the largest effort and velocity."""
    slides = a.type == "prismatic"
    for number, (ours, theirs) in enumerate(zip(a.axes, axes_from(b, sign), strict=True), 1):
        yield from _of_axis(ours, theirs, close, number, slides=slides, caps=caps)
    for aspect, unit in (("pitch", "m"), ("ratio", "")):
        before, after = getattr(a, aspect), getattr(b, aspect)
        if not close.numbers_close(before or 0.0, after or 0.0):
            yield JointFault(0, aspect, before, after, unit)


def _of_axis(a: AxisSummary, b: AxisSummary, close: Tolerance, number: int, *, slides: bool, caps: bool) -> Iterator[JointFault]:
    unit = "m" if slides else "rad"
    force, speed = ("N", "m/s") if slides else ("N m", "rad/s")
    bounds = [("lower", "lower limit", unit), ("upper", "upper limit", unit)]
    bounds += [("effort", "maximum effort", force), ("velocity", "maximum velocity", speed)] if caps else []
    for key, aspect, its in bounds:
        before, after = getattr(a, key), getattr(b, key)
        if not close.numbers_close(_bound(before), _bound(after), 1.0):
            yield JointFault(number, aspect, before, after, its)
    rows = [
        ("initial", "initial position", unit),
        ("damping", "damping", "N s/m" if slides else "N m s/rad"),
        ("friction", "friction", force),
        ("stiffness", "spring stiffness", "N/m" if slides else "N m/rad"),
        *([("reference", "spring reference", unit)] if a.stiffness else ()),
    ]
    for key, aspect, its in rows:
        ours, theirs = getattr(a, key) or 0.0, getattr(b, key) or 0.0
        if not close.numbers_close(ours, theirs, 1e-6):
            yield JointFault(number, aspect, ours, theirs, its)


def _bound(value: float | None) -> float | None:
    return None if value is None or abs(value) >= _BEYOND_ANY_MACHINE else value


def mimics_equal(ours: MimicSummary | None, theirs: MimicSummary | None, leader: str | None, close: Tolerance) -> bool:
    """Return whether two joints follow others in the same way. leader: what the second scene calls the joint that the first one follows."""
    if ours is None or theirs is None:
        return ours is theirs
    keys = ("multiplier", "offset", "reference")
    leader_is_equal = (leader or ours.joint) == theirs.joint and ours.axis == theirs.axis
    return leader_is_equal and all(close.numbers_close(getattr(ours, key), getattr(theirs, key), 1e-6) for key in keys)


def coupling(mimic: MimicSummary | None) -> str | None:
    """Return what a joint follows, for people."""
    return None if mimic is None else f"{mimic.multiplier:g} ({mimic.joint} - {mimic.reference:g}) + {mimic.offset:g}"
