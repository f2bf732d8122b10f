"""Joints: two bodies, an anchor and axes in the frame of the Transform around the joint, stops, and motors."""

from __future__ import annotations

from typing import Any

from scenec import ir
from scenec.accounting.amounts import range_text
from scenec.converters.rsg.findings import program
from scenec.converters.rsg.findings import reading as rows
from scenec.converters.rsg.read.actuator import effectors_of, read_actuators
from scenec.converters.rsg.read.collision import poses_agree
from scenec.converters.rsg.read.context import Part, Reading, pose_or_none, stands_by_itself
from scenec.converters.rsg.read.program.node_methods import JointEnds
from scenec.converters.rsg.read.program.nodes import HERE, Node, composed
from scenec.converters.rsg.read.sensor import read_joint_sensor
from scenec.converters.rsg.vocabulary import UNSET_FIXED_JOINT
from scenec.ir import WORLD, Id
from scenec.ir.pose import Pose, Vec3
from scenec.trace import derived, ids_of

TYPES = {
    "HingeJoint": "revolute",
    "UniversalJoint": "universal",
    "Hinge2Joint": "revolute2",
    "SliderJoint": "prismatic",
    "BallJoint": "ball",
    "FixedJoint": "fixed",
}
DEGREES_OF_FREEDOM = {"revolute": 1, "prismatic": 1, "universal": 2, "revolute2": 2}

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
DEFAULT_AXES: dict[str, tuple[Vec3, ...]] = {"HingeJoint": (X,), "UniversalJoint": (X, Y), "Hinge2Joint": (Z, X), "SliderJoint": (Z,)}
"""Axes of joints whose file sets none, along the first body. A Hinge2Joint and a SliderJoint always have these, in the joint frame."""


def read_joint(node: Node, reading: Reading) -> ir.Joint | None:
    """Read a joint. None if it holds nothing: never attached, or twice to the same body."""
    ends: JointEnds = node.state
    parts = [reading.of_body.get(id(body)) if body is not None else None for body in (ends.first, ends.second)]
    if not ends.attached or parts == [None, None]:
        report_unattached(node, reading)
        return None
    kind = TYPES[node.cls.name]
    first, second = parts
    child, parent = (first, second) if first is not None else (second, None)
    assert child is not None
    pose, relative_to = frame_of(node, ends, child, parent, kind)
    continuous = derived(kind, node.written)
    axes = read_axes(node, ends, kind, parts, reading)
    report_wrong_axes(node, DEGREES_OF_FREEDOM.get(kind, 0), reading)
    order = (1, 0) if first is not None else (0, 1)
    actuators, sensors, extras = read_children(node, kind, order, reading)
    if node.cls.name == "FixedJoint" and node.last("setFixed") is None:
        reading.remarks.report(rows.JOINT_FIXED_UNSET, (node.source.text_id,), origin=node.origin)
        extras.append(reading.extra(UNSET_FIXED_JOINT, True, node))
    return ir.Joint(
        id=reading.new_id("joint"),
        name=reading.name_of(node),
        type=continuous,
        parent=parent.id if parent is not None else WORLD,
        child=child.id,
        pose=pose_or_none(pose),
        relative_to=relative_to,
        axes=axes,
        feedback=reading.first(node, "enableFeedback"),
        actuators=tuple(actuators),
        sensors=tuple(sensors),
        extras=tuple(extras),
        use=reading.use_of(node.use),
        origin=node.origin,
    )


def report_unattached(node: Node, reading: Reading) -> None:
    ids = tuple(value_id for each in node.walk() for call in each.calls for value_id in (call.source.text_id, *call.ids()))
    reading.named.update(id(each) for each in node.walk())
    reading.remarks.ineffective(rows.JOINT_UNATTACHED, ids, origin=node.source, document=node.document, node=node.cls.name)


def report_wrong_axes(node: Node, count: int, reading: Reading) -> None:
    """Report parameters of axes that the joint does not have."""
    for call in node.calls:
        arguments = call.method.forms[0].arguments
        if arguments and arguments[0].name == "axis" and call.name != "setAxis" and not 0 <= call.values[0] < count:
            ids, axis = (call.source.text_id, *call.ids()), int(call.values[0])
            reading.remarks.ineffective(
                rows.JOINT_AXIS_INDEX, ids, origin=call.source, document=call.document, method=call.name, node=node.cls.name, axis=axis
            )


# ---------------------------------------------------------------- frames


def frame_of(node: Node, ends: JointEnds, child: Part, parent: Part | None, kind: str) -> tuple[Pose, Id | None]:
    """Return the pose of the joint frame, and the frame it is given in (None: the child). Its axes are those of the Transform around the
    joint."""
    X_WF = ends.frame
    if ends.anchor is None and kind != "prismatic":  # the origin of the first body
        inside = pose_between(node, child)
        if inside is not None and stands_where_placed(child.pose, inside, X_WF):
            return Pose((0.0, 0.0, 0.0), inside.rotation), None
        X_CF = derived(child.pose.inverse() @ X_WF, child.pose, X_WF)
        return Pose((0.0, 0.0, 0.0), X_CF.rotation), None
    X_FJ = Pose(ends.anchor) if ends.anchor is not None else HERE
    moved = ends.first is not None and ends.first.state.pose is not ends.first_pose
    for part, name in ((child, None), (parent, parent.id if parent is not None else None)):
        inside = pose_between(node, part) if part is not None and not moved else None
        if inside is not None and part is not None and stands_where_placed(part.pose, inside, X_WF):
            return composed(inside, X_FJ), name
    X_WJ = composed(X_WF, X_FJ)
    if moved and ends.first is not None:  # the anchor went along with the body
        now, then = ends.first.state.pose, ends.first_pose
        X_WJ = derived(now @ then.inverse() @ X_WJ, now, then, X_WJ)
    return X_WJ, WORLD


def pose_between(node: Node, part: Part) -> Pose | None:
    """Return the pose of a node in the Transform of a link that it stands in, None if it does not."""
    if not any(each is part.node for each in node.above()):
        return None
    X = HERE
    for each in node.above():
        if each is part.node:
            break
        if each.is_transform:
            X = composed(each.local, X)
    return X


def stands_where_placed(X_WL: Pose, X_LF: Pose, X_WF: Pose) -> bool:
    """Return whether the frame stands where the tree of nodes places it: nothing was moved since."""
    return poses_agree(X_WL @ X_LF, X_WF)


# ---------------------------------------------------------------- axes


def read_axes(node: Node, ends: JointEnds, kind: str, parts: list[Part | None], reading: Reading) -> tuple[ir.Axis, ...]:
    """Return the axes in the scene's order: the first turns with the parent, the second with the child. The first axis of ODE turns with
    its first body."""
    defaults = DEFAULT_AXES.get(node.cls.name, ())
    axes = []
    for index in range(DEGREES_OF_FREEDOM.get(kind, 0)):
        expressed_in = None
        if index in ends.axes:
            direction, frame = ends.axes[index]
            if frame is not ends.frame and frame.rotation != ends.frame.rotation:
                R_WJ, R_WF = ends.frame.rotation, frame.rotation
                direction = derived((R_WJ.inverse() @ R_WF).apply(direction), direction, R_WF, R_WJ)
        else:
            direction = defaults[index]
            part = parts[index if kind == "universal" else 0]
            expressed_in = part.id if kind in ("revolute", "universal") and part is not None else None
        if not any(direction):
            reading.remarks.report(rows.JOINT_AXIS_ZERO, ids_of(direction), origin=node.origin)
            direction = derived(X, direction)
        if parts[0] is None:  # the second body is the child, and turns the other way round
            x, y, z = (derived(0.0 - part, part) for part in direction)
            direction = (x, y, z)
        limits = read_limits(node, index, kind, reading)
        axes.append(
            ir.Axis(
                xyz=direction, expressed_in=expressed_in, limits=limits, dynamics=read_dynamics(node, index, reading), origin=node.origin
            )
        )
    return tuple(axes if parts[0] is None else reversed(axes))


def limit_of(node: Node, which: str, index: int, reading: Reading) -> float | None:
    """Return a limit (m or rad): the last of `set...StopDeg` and `set...StopPos` counts."""
    found = None
    for call in node.calls:
        if call.name in (f"set{which}StopDeg", f"set{which}StopPos") and call.values[0] == index:
            if found is not None:
                reading.remarks.ineffective(program.CALL_OVERRIDDEN, ids_of(found), method=call.name)
            reading.remarks.consumed(*ids_of(call.values[0]))
            found = call.values[1]
    return found


def read_limits(node: Node, index: int, kind: str, reading: Reading) -> ir.Limits | None:
    lower, upper = limit_of(node, "Low", index, reading), limit_of(node, "High", index, reading)
    values: dict[str, Any] = {
        "lower": lower,
        "upper": upper,
        "stop_cfm": reading.axis_value(node, "setStopCFM", index),
        "stop_erp": reading.axis_value(node, "setStopERP", index),
        "bounce": reading.axis_value(node, "setBounce", index),
    }
    if lower is not None and upper is not None and lower > upper:
        values["active"] = False
        stops = range_text(lower, upper, kind)
        reading.remarks.report(rows.JOINT_STOPS_CROSSED, ids_of((lower, upper)), origin=node.origin, limits=stops)
    if not is_driven(node, index, reading):
        values["velocity"] = reading.first(node, f"setJointMaxSpeed{index + 1}")
    if all(value is None for value in values.values()):
        return None
    return ir.Limits(**values, origin=node.origin)


def is_driven(node: Node, index: int, reading: Reading) -> bool:
    """Return whether an actuator of this axis has its maximum velocity."""
    effectors = any(child.cls.name in ("HingeEffector", "UniversalJointEffector", "Hinge2Effector") for child in node.children)
    motors = any(child.cls.name == "AngularMotor" for child in node.children)
    moved = any(
        call.values[0] == index
        for call in node.calls
        if call.name in ("setMaxMotorForce", "setAngularMotorVelocity", "setLinearMotorVelocity")
    )
    return effectors or (moved and not motors)


def read_dynamics(node: Node, index: int, reading: Reading) -> ir.Dynamics | None:
    values: dict[str, Any] = {
        "cfm": reading.axis_value(node, "setCFM", index),
        "suspension_cfm": reading.axis_value(node, "setSuspensionCFM", index),
        "suspension_erp": reading.axis_value(node, "setSuspensionERP", index),
        "fudge_factor": reading.axis_value(node, "setFudgeFactor", index),
    }
    if all(value is None for value in values.values()):
        return None
    return ir.Dynamics(**values, origin=node.origin)


# ---------------------------------------------------------------- what stands in a joint


def read_children(
    node: Node, kind: str, order: tuple[int, int], reading: Reading
) -> tuple[list[ir.Actuator], list[ir.Sensor], list[ir.Extra]]:
    count = DEGREES_OF_FREEDOM.get(kind, 0)
    actuators, extras = read_actuators(node, count, order, reading)
    sensors: list[ir.Sensor] = []
    used = effectors_of(node) if count else []
    stack = list(reversed(node.children))
    while stack:
        child = stack.pop()
        if child.cls.group == "perceptor":
            sensors.append(read_joint_sensor(child, reading))
        elif child.cls.group == "motor":
            stack.extend(reversed(child.children))
        elif child in used or stands_by_itself(child):
            continue
        else:
            extras.append(reading.raw(child))
    return actuators, sensors, extras
