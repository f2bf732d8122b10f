"""Joints: two bodies, an anchor and axes given in the frame of the Transform around the joint; stops, motors and what drives them."""

from __future__ import annotations

from typing import Any

from scenec import ir
from scenec.converters.rsg.execution import JointEnds
from scenec.converters.rsg.nodes import HERE, Node, composed
from scenec.converters.rsg.read_actuator import effectors_of, read_actuators
from scenec.converters.rsg.read_collision import same
from scenec.converters.rsg.read_sensor import read_joint_sensor
from scenec.converters.rsg.reading import Part, Reading, pose_or_none
from scenec.converters.rsg.vocabulary import PULLED
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
"""Of hinge2 and slider always, in the joint's frame; else if none is set, along the bodies."""


def read_joint(node: Node, reading: Reading) -> ir.Joint | None:
    """None for a joint that holds nothing: never attached, or twice to the same."""
    ends: JointEnds = node.state
    parts = [reading.of_body.get(id(body)) if body is not None else None for body in (ends.first, ends.second)]
    if not ends.attached or parts == [None, None]:
        tell_inert(node, reading)
        return None
    kind = TYPES[node.cls.name]
    first, second = parts
    child, parent = (first, second) if first is not None else (second, None)
    assert child is not None
    pose, relative_to = frame_of(node, ends, child, parent, kind)
    continuous = derived(kind, node.written)
    axes = read_axes(node, ends, kind, parts, reading)
    tell_unusable(node, DEGREES_OF_FREEDOM.get(kind, 0), reading)
    order = (1, 0) if first is not None else (0, 1)
    actuators, sensors, extras = read_children(node, kind, order, reading)
    if node.cls.name == "FixedJoint" and node.last("setFixed") is None:
        reading.remarks.report(
            "joint-fixed-unset", (node.source.text_id,), "without setFixed ODE pulls the bodies onto each other; here they stay",
            fate="approximated", level="warning", category="physics", origin=node.origin, hint="add (setFixed) behind attach",
        )  # fmt: skip
        extras.append(reading.extra(PULLED, True, node))
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


def tell_inert(node: Node, reading: Reading) -> None:
    ids = tuple(value_id for each in node.walk() for call in each.calls for value_id in (call.source.text_id, *call.ids()))
    reading.named.update(id(each) for each in node.walk())
    reading.remarks.ineffective(
        "joint-unattached",
        ids,
        "it is attached to no body, or to one alone",
        level="warning",
        category="physics",
        origin=node.source,
        document=node.document,
    )


def tell_unusable(node: Node, count: int, reading: Reading) -> None:
    """Parameters of axes that the joint does not have."""
    for call in node.calls:
        arguments = call.method.forms[0].arguments
        if arguments and arguments[0].name == "axis" and call.name != "setAxis" and not 0 <= call.values[0] < count:
            why = f"a {node.cls.name} has no such axis to set this for"
            ids = (call.source.text_id, *call.ids())
            reading.remarks.ineffective("joint-axis-index", ids, why, level="warning", origin=call.source, document=call.document)


# ---------------------------------------------------------------- frames


def frame_of(node: Node, ends: JointEnds, child: Part, parent: Part | None, kind: str) -> tuple[Pose, Id | None]:
    """The pose of the joint frame and what it is in (None: the child). Its axes are those of the Transform around the joint."""
    X_WF = ends.frame
    if ends.anchor is None and kind != "prismatic":  # the origin of the first body
        inside = steps_from(node, child)
        if inside is not None and agree(child.pose, inside, X_WF):
            return Pose((0.0, 0.0, 0.0), inside.rotation), None
        X_CF = derived(child.pose.inverse() @ X_WF, child.pose, X_WF)
        return Pose((0.0, 0.0, 0.0), X_CF.rotation), None
    X_FJ = Pose(ends.anchor) if ends.anchor is not None else HERE
    moved = ends.first is not None and ends.first.state.pose is not ends.first_pose
    for part, name in ((child, None), (parent, parent.id if parent is not None else None)):
        inside = steps_from(node, part) if part is not None and not moved else None
        if inside is not None and part is not None and agree(part.pose, inside, X_WF):
            return composed(inside, X_FJ), name
    X_WJ = composed(X_WF, X_FJ)
    if moved and ends.first is not None:  # the anchor went along with the body
        now, then = ends.first.state.pose, ends.first_pose
        X_WJ = derived(now @ then.inverse() @ X_WJ, now, then, X_WJ)
    return X_WJ, WORLD


def steps_from(node: Node, part: Part) -> Pose | None:
    """The pose of a node in the Transform of a link it stands in, None if it does not."""
    if not any(each is part.node for each in node.above()):
        return None
    X = HERE
    for each in node.above():
        if each is part.node:
            break
        if each.is_transform:
            X = composed(each.local, X)
    return X


def agree(X_WL: Pose, X_LF: Pose, X_WF: Pose) -> bool:
    """Whether the frame stands where the tree says: nothing was moved since it was taken."""
    return same(X_WL @ X_LF, X_WF)


# ---------------------------------------------------------------- axes


def read_axes(node: Node, ends: JointEnds, kind: str, parts: list[Part | None], reading: Reading) -> tuple[ir.Axis, ...]:
    """In the scene's order: the first axis turns with the parent, the second with the child. ODE's first turns with the first body."""
    defaults = DEFAULT_AXES.get(node.cls.name, ())
    axes = []
    for index in range(DEGREES_OF_FREEDOM.get(kind, 0)):
        expressed_in = None
        if index in ends.axes:
            direction, frame = ends.axes[index]
            if frame is not ends.frame and frame.rotation != ends.frame.rotation:
                turn = ends.frame.rotation.inverse() @ frame.rotation
                direction = derived(turn.apply(direction), direction, frame.rotation, ends.frame.rotation)
        else:
            direction = defaults[index]
            part = parts[index if kind == "universal" else 0]
            expressed_in = part.id if kind in ("revolute", "universal") and part is not None else None
        if not any(direction):
            reading.remarks.report(
                "joint-axis-zero", ids_of(direction), "an axis without a direction; ODE keeps the x axis",
                fate="invalid", level="error", category="physics", origin=node.origin, hint="give the axis a direction",
            )  # fmt: skip
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


def stop(node: Node, which: str, index: int, reading: Reading) -> float | None:
    """The last of `set...StopDeg` and `set...StopPos` counts."""
    found = None
    for call in node.calls:
        if call.name in (f"set{which}StopDeg", f"set{which}StopPos") and call.values[0] == index:
            if found is not None:
                reading.remarks.ineffective("call-overridden", ids_of(found), f"a later {call.name} replaces it")
            reading.remarks.consumed(*ids_of(call.values[0]))
            found = call.values[1]
    return found


def read_limits(node: Node, index: int, kind: str, reading: Reading) -> ir.Limits | None:
    lower, upper = stop(node, "Low", index, reading), stop(node, "High", index, reading)
    values: dict[str, Any] = {
        "lower": lower,
        "upper": upper,
        "stop_cfm": reading.axis_value(node, "setStopCFM", index),
        "stop_erp": reading.axis_value(node, "setStopERP", index),
        "bounce": reading.axis_value(node, "setBounce", index),
    }
    if lower is not None and upper is not None and lower > upper:
        values["active"] = False
        reading.remarks.report(
            "joint-stops-crossed", ids_of((lower, upper)), "the lower stop is above the upper one; ODE then has none",
            fate="converted", level="warning", category="physics", origin=node.origin, hint="exchange them if they are meant",
        )  # fmt: skip
    if not is_driven(node, index, reading):
        values["velocity"] = reading.first(node, f"setJointMaxSpeed{index + 1}")
    if all(value is None for value in values.values()):
        return None
    return ir.Limits(**values, origin=node.origin)


def is_driven(node: Node, index: int, reading: Reading) -> bool:
    """Whether an actuator of this axis takes its greatest speed."""
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
        elif child in used:
            continue
        else:
            extras.append(reading.raw(child))
    return actuators, sensors, extras
