"""Joints (interfaces/src/JointData.cpp, sim/src/core/JointManager.cpp: addJoint, sim/src/physics/JointPhysics.cpp).

All of a joint is given in the world, at the pose the file describes. Its positive direction is that of node1 relative to node2;
which of the two is the parent is decided by where the world is, or else by which body comes first (`joint_tree`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from scenec import ir
from scenec.converters.mars.entry import Entry, as_vector
from scenec.converters.mars.nodes import Node, Nodes
from scenec.converters.mars.reading import Reading
from scenec.ir import WORLD, Id, Pose, Vec3
from scenec.trace import derived, ids_of

TYPES = {"hinge": "revolute", "slider": "prismatic", "hinge2": "revolute2", "universal": "universal", "ball": "ball", "fixed": "fixed"}
AXES = {"hinge": 1, "slider": 1, "hinge2": 2, "universal": 2}

SPRING = 1e-8
"""A spring weaker than this is none."""


@dataclass
class JointOfNodes:
    """A joint between two nodes. body1, body2: the first nodes of their bodies, None for the world and all that stands still.
    node1_is_parent: once the tree is known."""

    entry: Entry
    id: Id
    index: int
    type: str
    node1: Node
    node2: Node | None
    body1: Node | None
    body2: Node | None
    numbers: tuple[object, object]
    node1_is_parent: bool = True
    actuators: list[ir.Actuator] = field(default_factory=list)
    sensors: list[ir.Sensor] = field(default_factory=list)
    driven: dict[int, tuple[float, float]] = field(default_factory=dict)
    """axis (1, 2) -> the range that its position motor states."""
    has_motor: bool = False
    referred: bool = False
    feedback: bool = False

    @property
    def parent(self) -> Node | None:
        return self.body1 if self.node1_is_parent else self.body2

    @property
    def child(self) -> Node:
        child = self.body2 if self.node1_is_parent else self.body1
        assert child is not None
        return child

    def axis_place(self, number: int) -> int:
        """Which of the joint's axes in the scene MARS's axis 1 or 2 is: the first turns with the parent, axis 1 with node1."""
        two = AXES.get(self.type) == 2
        return number - 1 if self.node1_is_parent or not two else 2 - number


def read_joint_nodes(entry: Entry, nodes: Nodes) -> JointOfNodes | None:
    """What a joint connects; None for one that MARS does not make, which is told."""
    index, kind = entry.take("index"), entry.take("type")
    number1, number2 = entry.take("nodeindex1"), entry.take("nodeindex2")
    node1, node2 = nodes.find(number1), nodes.find(number2)
    if kind not in TYPES:
        _refused(entry, f"MARS makes no joint of type {str(kind)!r}", "say hinge, slider, ball, universal, hinge2 or fixed")
        return None
    if node1 is None:
        _refused(entry, f"there is no node {int(number1)}, and MARS ends when it looks for it", "name a node")
        return None
    if number2 and node2 is None:
        entry.ineffective(
            "nodeindex2", number2, f"there is no node {int(number2)}; MARS fixes the joint to the world instead", level="warning",
            category="physics", consequence="it is fixed to the world", hint="name a node, or leave it out",
        )  # fmt: skip
    body1, body2 = _body(node1), _body(node2)
    if body1 is None and body2 is None:
        entry.ineffective(
            "joint-static", entry.everything(), "neither of its nodes moves", level="warning", category="physics",
            hint="make one of them movable",
        )  # fmt: skip
        return None
    if body1 is body2:
        _refused(entry, "both of its nodes belong to one group, which is one rigid body", "put them into two groups")
        return None
    entry.consumed(kind)
    return JointOfNodes(entry, "", index, str(kind), node1, node2, body1, body2, (number1, number2))


def _body(node: Node | None) -> Node | None:
    """The first node of the body that a node is part of, None for what stands still."""
    return node.first if node is not None and node.first is not None and node.first.role == "body" else None


def _refused(entry: Entry, because: str, hint: str) -> None:
    entry.report(
        "joint-refused", "invalid", "error", "physics", about=entry.everything(), because=because,
        consequence="the joint is left out; MARS loads nothing after it", hint=hint,
    )  # fmt: skip


# ---------------------------------------------------------------- the finished joint


def build_joint(joint: JointOfNodes, model: Id, reading: Reading) -> ir.Joint | None:
    """The joint in its model's frame, which is the world's."""
    entry = joint.entry
    axes = _axes(joint)
    if axes is None:
        return None
    parent = joint.parent
    number1, number2 = joint.numbers
    parent_number, child_number = (number1, number2) if joint.node1_is_parent else (number2, number1)
    kind = TYPES[joint.type]
    if joint.type in ("hinge2", "universal") and len(axes) == 1:
        kind = "revolute"
    position = _anchor(joint)
    name = entry.take("name") or None
    extras = entry.rest()
    return ir.Joint(
        id=joint.id, name=name, model=model, type=derived(kind, entry.take("type")),
        parent=derived(parent.link if parent is not None else WORLD, parent_number),
        child=derived(joint.child.link, child_number),
        pose=Pose(position), relative_to=model, axes=axes, feedback=True if joint.feedback else None,
        actuators=tuple(joint.actuators), sensors=tuple(joint.sensors), extras=extras, origin=entry.origin,
    )  # fmt: skip


def _anchor(joint: JointOfNodes) -> Vec3:
    """The anchor in the world. What the file says of it counts only with anchorpos custom."""
    entry = joint.entry
    where = entry.take("anchorpos")
    entry.consumed(where)
    place1 = joint.node1.X_W.position
    place2 = joint.node2.X_W.position if joint.node2 is not None else (0.0, 0.0, 0.0)
    if where == "custom":
        return as_vector(entry.take("anchor"))
    if where == "node1":
        return place1
    if where == "node2":
        return place2
    middle = tuple(derived((a + b) / 2, a, b) for a, b in zip(place1, place2, strict=True))
    return cast(Vec3, middle)


def _axes(joint: JointOfNodes) -> tuple[ir.Axis, ...] | None:
    entry = joint.entry
    directions = [as_vector(entry.take("axis1")), as_vector(entry.take("axis2"))]
    if not any(directions[0]) and joint.type != "fixed":
        _refused(entry, "its axis1 has no direction, and MARS needs one even for a ball", "give it an axis1")
        return None
    count = AXES.get(joint.type, 0)
    if count == 2 and not any(directions[1]):
        entry.report(
            "joint-axis-missing", "invalid", "error", "physics", about=(directions[1], entry.take("type")),
            because="its axis2 has no direction; MARS's engine gives up on it",
            consequence="MARS ends when it loads this scene; the joint was read as one that turns about axis1 alone",
            hint="give it an axis2",
        )  # fmt: skip
        count = 1
    inverted = entry.take("invertAxis")
    if not inverted:
        entry.consumed(inverted)
    axes = []
    for number in range(1, count + 1):
        axes.append(_axis(joint, number, directions[number - 1], inverted))
    for number in range(count + 1, 3):
        if ids_of(directions[number - 1]):
            entry.ineffective("key", directions[number - 1], f"axis{number} says nothing to a joint of type {joint.type}")
    return tuple(axes if joint.node1_is_parent else reversed(axes))


def _axis(joint: JointOfNodes, number: int, direction: Vec3, inverted: object) -> ir.Axis:
    """One axis. The child moves about it as the scene's joints do: the other way round than MARS's where node1 is the parent."""
    entry = joint.entry
    backwards = joint.node1_is_parent != bool(inverted)
    if backwards:
        direction = cast(Vec3, tuple(derived(0.0 - float(each), each, inverted) for each in direction))
    elif inverted:
        direction = cast(Vec3, tuple(derived(float(each), each, inverted) for each in direction))
    offset = entry.stated(f"angle{number}_offset")
    return ir.Axis(
        xyz=direction, limits=_limits(joint, number, inverted), dynamics=_dynamics(joint, number), reported_offset=offset,
        origin=entry.origin,
    )  # fmt: skip


def _limits(joint: JointOfNodes, number: int, inverted: object) -> ir.Limits | None:
    """The stops as declared where there are any, else the range of the position motor; a finding where MARS enforces others."""
    entry = joint.entry
    low, high = entry.stated(f"lowStopAxis{number}"), entry.stated(f"highStopAxis{number}")
    spring, damping = entry.take(f"spring_const_constraint_axis{number}"), entry.take(f"damping_const_constraint_axis{number}")
    springy = spring > SPRING
    if low or high or springy:
        lower, upper = low if low is not None else 0.0, high if high is not None else 0.0
        _tell_stops(joint, number, lower, upper, springy)
    elif number in joint.driven:
        entry.consumed(low, high)
        lower, upper = joint.driven[number]
        inverted = False  # a motor counts as the joint reports, that is, inverted already
    else:
        entry.consumed(low, high)
        return None
    if inverted:
        lower, upper = derived(0.0 - float(upper), upper, inverted), derived(0.0 - float(lower), lower, inverted)
    if not springy:
        return ir.Limits(lower=lower, upper=upper, origin=entry.origin)
    return ir.Limits(lower=lower, upper=upper, stiffness=spring, dissipation=damping or None, origin=entry.origin)


def _tell_stops(joint: JointOfNodes, number: int, low: float, high: float, springy: bool) -> None:
    """MARS forgets stops in three cases; they were declared, so they are kept, and the difference is told."""
    if springy:
        return
    entry = joint.entry
    why = ""
    if joint.type == "hinge" and joint.has_motor:
        why = "a motor on a hinge takes its stops away in MARS"
    elif not float(low):
        why = "MARS sets no stops where the lower one is 0"
    elif joint.type in ("hinge2", "universal"):
        why = f"MARS sets the stops of a {joint.type} only with a spring, or mixes up those of its axes"
    elif joint.type == "slider" and entry.take("damping_const_constraint_axis1") > 0:
        why = "MARS sets no stops on a slider with damping"
    if why:
        entry.report(
            "joint-limit-interpreted", "converted", "note", "physics", about=(low, high), value=f"{float(low):g} .. {float(high):g}",
            target="taken as declared", because=why, consequence="in MARS the joint moves beyond them", hint="",
        )  # fmt: skip


def _dynamics(joint: JointOfNodes, number: int) -> ir.Dynamics | None:
    """Without a spring, damping is a motor that holds still with that effort: Coulomb friction, whatever its name says."""
    entry = joint.entry
    spring, damping = entry.take(f"spring_const_constraint_axis{number}"), entry.take(f"damping_const_constraint_axis{number}")
    softness = entry.stated("jointCFM") if number == 1 else None
    if not spring > SPRING:
        entry.consumed(spring)
    if not float(damping):
        entry.consumed(damping)
    friction = damping if damping > 0 and not spring > SPRING else None
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
