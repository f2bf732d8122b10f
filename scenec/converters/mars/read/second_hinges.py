"""Second hinges that hold the stops of driven ones. MARS removes the stops of a hinge that a motor drives. A second hinge between the same
bodies, about the same axis and without a motor, keeps its stops. Both are read as one joint with the stops of the second."""

from __future__ import annotations

import math
import re

from scenec.accounting.amounts import range_text
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.profile import FAR, NEARLY_ZERO, WEAKEST_SPRING
from scenec.converters.mars.read.entry import Entry, as_vector
from scenec.converters.mars.read.joint_nodes import JointOfNodes, anchor_of
from scenec.converters.mars.vocabulary import SENSOR_TYPES
from scenec.ir import Vec3
from scenec.ir.pose import cross, dot, norm, sub
from scenec.trace import derived

TOLERANCE = 1e-9
"""How far anchors (m, or relative to their size) and axes may differ."""
_SPRINGS = ("spring_const_constraint_axis1", "damping_const_constraint_axis1")
_ANCHORS = ("anchorpos", "anchor", "axis1", "type", "nodeindex1", "nodeindex2")


def without_second_hinges(joints: list[JointOfNodes], motors: list[Entry], sensors: list[Entry]) -> list[JointOfNodes]:
    """Return the joints without the second hinges. Each driven hinge refers to its second one (`twin`)."""
    driven = {int(entry.take("jointIndex")) for entry in motors}
    of_joints = [entry for entry in sensors if SENSOR_TYPES.get(str(entry.take("type"))) in ("joint", "joint6dof")]
    watched = {int(number) for entry in of_joints for key in ("id", "jointID") for number in entry.all(key)}
    hinges: dict[frozenset[int], list[JointOfNodes]] = {}
    for joint in joints:
        if joint.type == "hinge":
            hinges.setdefault(frozenset((id(joint.body1), id(joint.body2))), []).append(joint)
    twins: set[int] = set()
    for near in hinges.values():
        for joint in near:
            if int(joint.index) not in driven or len(near) < 2:
                continue
            twin = next((each for each in near if int(each.index) not in driven | watched and _is_twin(each, joint)), None)
            if twin is not None and id(twin) not in twins:
                joint.twin = twin
                twins.add(id(twin))
    return [joint for joint in joints if id(joint) not in twins]


def _is_twin(twin: JointOfNodes, joint: JointOfNodes) -> bool:
    """Return whether a hinge adds stops to another one and has no other effect."""
    entry = twin.entry
    springy = entry.take("spring_const_constraint_axis1") > WEAKEST_SPRING
    holds = springy or bool(entry.take("lowStopAxis1"))
    brakes = entry.take("damping_const_constraint_axis1") > 0 and not springy
    if not holds or brakes or entry.take("invertAxis") or entry.has("jointCFM"):
        return False
    own, other = anchor_of(twin), anchor_of(joint)
    if norm(sub(own, other)) > TOLERANCE * max(1.0, norm(other)):
        return False
    a, b = _axis(twin), _axis(joint)
    return bool(any(a)) and norm(cross(a, b)) <= TOLERANCE * norm(a) * norm(b)


def _axis(joint: JointOfNodes) -> Vec3:
    return as_vector(joint.entry.take("axis1"))


def stops_of_twin(joint: JointOfNodes, twin: JointOfNodes) -> tuple[Entry, float, float]:
    """Return the entry with the stops of a driven hinge, and the stops about its own axis (rad). Reports the other values of the twin."""
    entry = twin.entry
    low, high = entry.take("lowStopAxis1"), entry.take("highStopAxis1")
    if low == -NEARLY_ZERO:
        low = derived(0.0, low)  # 0 itself would be no stop
    turns_with_first = (joint.body1 is twin.body1) == (dot(_axis(joint), _axis(twin)) > 0)
    if not turns_with_first:
        low, high = derived(0.0 - float(high), high), derived(0.0 - float(low), low)
    entry.consume(*_ANCHORS, "index")
    _report_own(joint, low, high)
    _report_name(joint, twin)
    if not entry.take(_SPRINGS[0]) > WEAKEST_SPRING:
        entry.consume(*_SPRINGS)
    if joint.entry.take(_SPRINGS[0]) > WEAKEST_SPRING:
        joint.entry.consume(*_SPRINGS)
    entry.discard(*_SPRINGS, "lowStopAxis1", "highStopAxis1")
    entry.rest()
    return entry, low, high


def _report_own(joint: JointOfNodes, low: float, high: float) -> None:
    """Report stops of the driven hinge that differ from those of its second hinge."""
    entry = joint.entry
    own = (entry.stated("lowStopAxis1"), entry.stated("highStopAxis1"))
    if all(each is None or math.isclose(each, other, abs_tol=1e-11) for each, other in zip(own, (low, high), strict=True)):
        entry.consumed(*own)
        return
    shown = range_text(own[0] or 0.0, own[1] or 0.0, "revolute", unlimited=FAR)
    entry.report(findings.JOINT_STOPS_OVERRIDDEN, about=own, value=shown)


def _report_name(joint: JointOfNodes, twin: JointOfNodes) -> None:
    name, own = str(twin.entry.take("name")), str(joint.entry.take("name") or "joint")
    if re.fullmatch(rf"{re.escape(own)}_stops\d*", name):
        twin.entry.consume("name")
        return
    twin.entry.report(findings.JOINT_TWIN_NAME_DROPPED, about=twin.entry.stated("name"), value=name)
