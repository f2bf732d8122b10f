"""Stops of joints: when MARS sets them, and what must be written so that it does (sim/src/physics/JointPhysics.cpp).

A hinge or slider needs a low stop that is not 0. A universal joint looks at the wrong stop of the other axis and takes all below 1e-4
for none; a hinge2 sets stops only with a spring on axis 1; with one, a universal joint sets all of its stops, too.

MARS removes the stops of a hinge that a motor drives (JointPhysics::setJointAsMotor), so a second hinge between the same bodies, about the
same axis, holds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scenec.accounting.amounts import range_text
from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.profile import FAR, LEAST_UNIVERSAL_STOP, NEARLY_ZERO, RIGID_SPRING
from scenec.converters.mars.write.context import Writing
from scenec.converters.mars.write.values import number, number_text
from scenec.ir.base import Id
from scenec.ir.joint import Axis, Joint
from scenec.syntax.element import Element
from scenec.syntax.said import constant

TWO_AXES = ("hinge2", "universal")
HINGE2_NEEDS_SPRING = "MARS sets the stops of a hinge2 joint only with a spring."
UNIVERSAL_IGNORES_SMALL = "MARS ignores stops of universal joints below 1e-4 rad."
SUFFIX = "_stops"
"""Suffix of the name of a second hinge."""
_SHARED = ("nodeindex1", "nodeindex2", "anchorpos", "anchor", "axis1", "lowStopAxis1", "highStopAxis1", "spring_const_constraint_axis1")
_DAMPING = "damping_const_constraint_axis1"


class Stop(NamedTuple):
    """Values of one axis to be written: stops, their spring and damping; None: not written."""

    low: float | None = None
    high: float | None = None
    spring: float | None = None
    damping: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether the axis has neither stops nor a spring."""
        return self.spring is None and all(each is None or abs(each) >= FAR for each in (self.low, self.high))


def enforced(writing: Writing, joint: Joint, kind: str, slots: Sequence[int], stops: Sequence[Stop]) -> list[Stop]:
    """Return the stops of all axes of a joint, in the order of its axes, changed so that MARS sets them. Reports stops that its engine
    never enforces."""
    if kind not in TWO_AXES or all(stop.is_open for stop in stops):
        return list(stops)
    filled = [stop._replace(low=-FAR if stop.low is None else stop.low, high=FAR if stop.high is None else stop.high) for stop in stops]
    counting = all(abs(each) > LEAST_UNIVERSAL_STOP for stop in filled for each in (stop.low or 0.0, stop.high or 0.0))
    if kind == "universal" and counting and all(stop.spring is None for stop in filled):
        return filled
    if not any(stop.spring is not None for stop in filled):
        _report_rigid(writing, joint, kind)
    _report_second_axis(writing, joint, kind, [stop for slot, stop in zip(slots, stops, strict=True) if slot == 2])
    return [stop._replace(spring=RIGID_SPRING if stop.spring is None else stop.spring) for stop in filled]


def write_stop(out: Element, slot: int, stop: Stop) -> None:
    """The stops, spring and damping of MARS's axis of this number."""
    if stop.low is not None or stop.high is not None:
        out.append(f"lowStopAxis{slot}", number(-FAR if stop.low is None else stop.low))
        out.append(f"highStopAxis{slot}", number(FAR if stop.high is None else stop.high))
    if stop.spring is not None:
        out.append(f"spring_const_constraint_axis{slot}", number(stop.spring))
    if stop.damping:  # else it is what MARS takes without
        out.append(f"damping_const_constraint_axis{slot}", number(stop.damping))


def report_friction(writing: Writing, joint: Joint, axes: Sequence[tuple[int, Axis]]) -> None:
    """Report different frictions of two axes: MARS applies the damping of axis 1 to both. axes: with the number of each in MARS."""
    frictions = {slot: _friction(axis) for slot, axis in axes}
    if len(frictions) < 2 or frictions[1] == frictions[2]:
        return
    second = next(axis for slot, axis in axes if slot == 2)
    dynamics = second.dynamics
    writing.report(
        findings.JOINT_FRICTION_APPROXIMATED,
        joint,
        about=dynamics.friction if dynamics is not None else None,
        value=f"{number_text(frictions[1])} and {number_text(frictions[2])}",
        target=f"{number_text(frictions[1])} on both axes",
    )


def _friction(axis: Axis) -> float:
    dynamics = axis.dynamics
    return (dynamics.friction or 0.0) if dynamics is not None else 0.0


def _report_rigid(writing: Writing, joint: Joint, kind: str) -> None:
    writing.report(
        findings.JOINT_LIMIT_SPRING,
        joint,
        target=f"{number_text(RIGID_SPRING)} N m/rad",
        why=HINGE2_NEEDS_SPRING if kind == "hinge2" else UNIVERSAL_IGNORES_SMALL,
    )


def _report_second_axis(writing: Writing, joint: Joint, kind: str, second: Sequence[Stop]) -> None:
    if kind != "hinge2" or all(stop.is_open for stop in second):
        return
    writing.report_unless_own(
        findings.JOINT_LIMIT_UNENFORCED, joint, value=range_text(second[0].low or 0.0, second[0].high or 0.0, joint.type, unlimited=FAR)
    )


class SecondHinges:
    """Hinges with stops, which get a second hinge if a motor drives them."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self._limited: dict[Id, tuple[Joint, Element]] = {}

    def remember(self, joint: Joint, out: Element) -> None:
        """Note a hinge with stops. out: the joint as written, not sealed yet."""
        said = {child.tag: child for child in out.children}
        if said["type"].text != "hinge" or not self._may_be_driven(joint) or "lowStopAxis1" not in said:
            return
        low, high = (float(said[key].text or 0.0) for key in ("lowStopAxis1", "highStopAxis1"))
        springy = "spring_const_constraint_axis1" in said
        if low <= -FAR and high >= FAR and not springy:
            return
        twin = Element("joint")
        keys = (*_SHARED, _DAMPING) if springy else _SHARED
        if not low and not springy:  # MARS sets no stops where the lower one is 0
            said["lowStopAxis1"] = Element("lowStopAxis1", number(-NEARLY_ZERO))
        twin.children = [said[key] for key in keys if key in said]
        self._limited[joint.id] = (joint, twin)

    def _may_be_driven(self, joint: Joint) -> bool:
        return bool(joint.actuators) or bool(self.writing.options.motors)

    def of(self, driven: set[Id], before: int) -> list[Element]:
        """Return the second hinges of the joints that motors drive. before: how many joints are written before them."""
        names = {str(joint.name) for joint in self.writing.scene.joints}
        entries: list[Element] = []
        for joint_id, (joint, twin) in self._limited.items():
            if joint_id not in driven:
                continue
            name = _free(f"{joint.name or 'joint'}{SUFFIX}", names)
            twin.set("name", constant(name))
            twin.children[:0] = [Element("index", constant(str(before + len(entries) + 1))), Element("type", constant("hinge"))]
            self.writing.seal(twin)
            entries.append(twin)
            self._report(joint, name)
        return entries

    def _report(self, joint: Joint, name: str) -> None:
        self.writing.report(findings.JOINT_LIMIT_TWIN, joint, value=str(joint.name or ""), target=name)


def _free(name: str, taken: set[str]) -> str:
    """Return the name, with a number behind it if another joint has it."""
    found, count = name, 1
    while found in taken:
        count += 1
        found = f"{name}{count}"
    taken.add(found)
    return found
