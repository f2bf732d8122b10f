"""Joints (interfaces/src/JointData.cpp, sim/src/core/JointManager.cpp: addJoint, sim/src/physics/JointPhysics.cpp).

All of a joint is given in the world, at the pose the file describes. Its positive direction is that of node1 relative to node2;
which of the two is the parent is decided by where the world is, or else by which body comes first (`joint_tree`).
"""

from __future__ import annotations

from typing import cast

from scenec import ir
from scenec.accounting.amounts import range_text
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.profile import FAR, JOINT_AXES, JOINT_TYPES, LEAST_UNIVERSAL_STOP, RIGID_SPRING, WEAKEST_SPRING
from scenec.converters.mars.read.context import Reading
from scenec.converters.mars.read.entry import Entry, as_vector
from scenec.converters.mars.read.joint_nodes import JointOfNodes, anchor_of, joint_refused
from scenec.converters.mars.read.nodes import Node
from scenec.converters.mars.read.second_hinges import stops_of_twin
from scenec.ir import WORLD, Id, Pose, Vec3
from scenec.trace import derived, ids_of


def build_joint(joint: JointOfNodes, model: Id, reading: Reading) -> ir.Joint | None:
    """The joint in its model's frame, which is the world's."""
    entry = joint.entry
    axes = _axes(joint)
    if axes is None:
        return None
    parent = joint.parent
    number1, number2 = joint.numbers
    parent_number, child_number = (number1, number2) if joint.node1_is_parent else (number2, number1)
    kind = JOINT_TYPES[joint.type]
    if joint.type in ("hinge2", "universal") and len(axes) == 1:
        kind = "revolute"
    position = anchor_of(joint)
    name = entry.take("name") or None
    extras = entry.rest()
    return ir.Joint(
        id=joint.id,
        name=name,
        model=model,
        type=derived(kind, entry.take("type")),
        parent=derived(parent.link if parent is not None else WORLD, parent_number),
        child=derived(joint.child.link, child_number),
        pose=Pose(position),
        relative_to=model,
        axes=axes,
        feedback=True if joint.feedback else None,
        actuators=tuple(joint.actuators),
        sensors=tuple(joint.sensors),
        extras=extras,
        origin=entry.origin,
    )


def _axes(joint: JointOfNodes) -> tuple[ir.Axis, ...] | None:
    entry = joint.entry
    directions = [as_vector(entry.take("axis1")), as_vector(entry.take("axis2"))]
    if not any(directions[0]) and joint.type != "fixed":
        joint_refused(entry, "`axis1` has no direction. MARS needs one even for ball joints.", "Give the joint an axis1.")
        return None
    count = JOINT_AXES.get(joint.type, 0)
    if count == 2 and not any(directions[1]):
        entry.report(findings.JOINT_AXIS_MISSING, about=(directions[1], entry.take("type")), kind=joint.type)
        count = 1
    inverted = entry.take("invertAxis")
    if not inverted:
        entry.consumed(inverted)
    axes = []
    for number in range(1, count + 1):
        axes.append(_axis(joint, number, directions[number - 1], inverted))
    for number in range(count + 1, 3):
        if ids_of(directions[number - 1]):
            entry.ignored(f"axis{number}", directions[number - 1], f"A joint of type {joint.type} has no axis{number}.")
    return tuple(axes if joint.node1_is_parent else reversed(axes))


def _axis(joint: JointOfNodes, number: int, direction: Vec3, inverted: object) -> ir.Axis:
    """Return one axis. MARS moves node1 about it, the neutral scene the child: where node1 is the parent, the axis is reversed."""
    entry = joint.entry
    backwards = joint.node1_is_parent != bool(inverted)
    if backwards:
        direction = cast(Vec3, tuple(derived(0.0 - float(each), each, inverted) for each in direction))
    elif inverted:
        direction = cast(Vec3, tuple(derived(float(each), each, inverted) for each in direction))
    offset = entry.stated(f"angle{number}_offset")
    return ir.Axis(
        xyz=direction,
        limits=_limits(joint, number, inverted),
        dynamics=_dynamics(joint, number),
        reported_offset=offset,
        origin=entry.origin,
    )


def _limits(joint: JointOfNodes, number: int, inverted: object) -> ir.Limits | None:
    """Return the declared stops, else the range of the position motor. Reports stops that MARS enforces otherwise."""
    entry = joint.entry
    if joint.twin is not None:
        entry, low, high = stops_of_twin(joint, joint.twin)
    else:
        low, high = entry.stated(f"lowStopAxis{number}"), entry.stated(f"highStopAxis{number}")
    spring, damping = entry.take(f"spring_const_constraint_axis{number}"), entry.take(f"damping_const_constraint_axis{number}")
    springy = spring > WEAKEST_SPRING
    if low or high or springy:
        lower, upper = low if low is not None else 0.0, high if high is not None else 0.0
        if joint.twin is None:
            _report_stops(joint, number, lower, upper)
    elif number in joint.driven:
        entry.consumed(low, high)
        lower, upper = joint.driven[number]
        inverted = False  # a motor counts as the joint reports, that is, inverted already
    else:
        entry.consumed(low, high)
        return None
    if inverted:
        lower, upper = derived(0.0 - float(upper), upper, inverted), derived(0.0 - float(lower), lower, inverted)
    if _is_rigid(joint, spring):
        entry.consumed(spring)
        springy = False
    least, most = _within(entry, lower), _within(entry, upper)
    if not springy:
        return ir.Limits(lower=least, upper=most, origin=entry.origin)
    return ir.Limits(lower=least, upper=most, stiffness=spring, dissipation=damping or None, origin=entry.origin)


def _within(entry: Entry, stop: float) -> float | None:
    """Return a stop, None for one that is never reached."""
    if abs(stop) < FAR:
        return stop
    entry.consumed(stop)
    return None


def _is_rigid(joint: JointOfNodes, spring: float) -> bool:
    return JOINT_AXES.get(joint.type) == 2 and float(spring) == RIGID_SPRING


def _report_stops(joint: JointOfNodes, number: int, low: float, high: float) -> None:
    """Report stops that MARS does not set as declared. The scene has them as declared."""
    why = why_not_set(joint, number)
    if why:
        shown = range_text(low, high, JOINT_TYPES.get(joint.type), unlimited=FAR)
        joint.entry.report(findings.JOINT_LIMIT_AS_DECLARED, about=(low, high), value=shown, why=why)


def why_not_set(joint: JointOfNodes, number: int) -> str:
    """Return the sentence why MARS does not set the stops of an axis as declared, "" if it does. Stops of 0 and 0 are no stops."""
    entry = joint.entry
    low, high = entry.take(f"lowStopAxis{number}"), entry.take(f"highStopAxis{number}")
    if not float(low) and not float(high):
        return ""
    if joint.type == "hinge" and joint.has_motor and joint.twin is None:
        return "MARS removes the stops of a hinge that a motor drives."
    if joint.type == "hinge2" and number == 2:
        return "The engine of MARS never limits axis 2 of a hinge2 joint."
    if float(entry.take("spring_const_constraint_axis1")) > WEAKEST_SPRING:
        return ""
    if joint.type == "hinge2":
        return "MARS sets the stops of a hinge2 joint only with a spring on axis 1."
    if joint.type == "universal":
        ends = [entry.take(f"{end}StopAxis{axis}") for axis in (1, 2) for end in ("low", "high")]
        counts = [abs(float(each)) > LEAST_UNIVERSAL_STOP for each in ends]
        deciding = (counts[0], counts[2]) if number == 1 else (counts[1], counts[3])
        if all(deciding):
            return ""
        return "MARS checks the stops of the other axis of a universal joint, and ignores stops below 1e-4 rad."
    if not float(low):
        return "MARS sets no stops where the lower one is 0."
    if joint.type == "slider" and entry.take("damping_const_constraint_axis1") > 0:
        return "MARS sets no stops on a slider with damping."
    return ""


def _dynamics(joint: JointOfNodes, number: int) -> ir.Dynamics | None:
    """Return the friction of an axis. Without a spring, the `damping` of MARS is a motor that holds the joint: Coulomb friction."""
    entry = joint.entry
    spring, damping = entry.take(f"spring_const_constraint_axis{number}"), entry.take(f"damping_const_constraint_axis{number}")
    softness = entry.stated("jointCFM") if number == 1 else None
    soft = spring > WEAKEST_SPRING and not _is_rigid(joint, spring)
    if not soft:
        entry.consumed(spring)
    if not float(damping):
        entry.consumed(damping)
    friction = damping if damping > 0 and not soft else None
    if friction is None and softness is None:
        return None
    return ir.Dynamics(friction=friction, cfm=softness, origin=entry.origin)


# ---------------------------------------------------------------- which of the two is the parent


def joint_tree(joints: list[JointOfNodes], bodies: list[Node]) -> dict[int, Node]:
    """Give every joint its direction, away from the world or else from the body that comes first. Returns, by identity, the root of
    the tree that each body is in."""
    touching: dict[int, list[JointOfNodes]] = {}
    for joint in joints:
        for body in (joint.body1, joint.body2):
            if body is not None:
                touching.setdefault(id(body), []).append(joint)
    roots: dict[int, Node] = {}
    held = [
        body for joint in joints if joint.body1 is None or joint.body2 is None for body in (joint.body1, joint.body2) if body is not None
    ]
    for start in (*held, *bodies):
        if id(start) in roots:
            continue
        roots[id(start)] = start
        queue = [start]
        for body in queue:
            for joint in touching.get(id(body), ()):
                other = joint.body2 if joint.body1 is body else joint.body1
                if other is None:
                    joint.node1_is_parent = joint.body1 is None
                elif id(other) not in roots:
                    joint.node1_is_parent = joint.body1 is body
                    roots[id(other)] = start
                    queue.append(other)
    return roots
