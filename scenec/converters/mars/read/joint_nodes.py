"""Which nodes a joint of MARS connects, and where it is anchored (sim/src/core/JointManager.cpp: addJoint)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from scenec import ir
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.profile import JOINT_AXES, JOINT_TYPES
from scenec.converters.mars.read.entry import Entry, as_vector
from scenec.converters.mars.read.nodes import Node, Nodes
from scenec.ir import Id, Vec3
from scenec.ir.pose import ORIGIN
from scenec.trace import derived


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
    twin: JointOfNodes | None = None
    """The undriven hinge that holds this driven one's stops."""
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
        two = JOINT_AXES.get(self.type) == 2
        return number - 1 if self.node1_is_parent or not two else 2 - number


def read_joint_nodes(entry: Entry, nodes: Nodes) -> JointOfNodes | None:
    """Return a joint with its nodes; None, with a finding, for a joint that MARS refuses."""
    index, kind = entry.take("index"), entry.take("type")
    number1, number2 = entry.take("nodeindex1"), entry.take("nodeindex2")
    node1, node2 = nodes.find(number1), nodes.find(number2)
    if kind not in JOINT_TYPES:
        joint_refused(entry, f"MARS makes no joints of type {kind}.", "Use hinge, slider, ball, universal, hinge2 or fixed.")
        return None
    if node1 is None:
        joint_refused(entry, f"The scene has no node {int(number1)}. MARS crashes when it looks for it.", "Correct `nodeindex1`.")
        return None
    if number2 and node2 is None:
        entry.report(findings.JOINT_NODE2_UNKNOWN, about=number2, value=str(int(number2)))
    body1, body2 = _body(node1), _body(node2)
    if body1 is None and body2 is None:
        entry.report(findings.JOINT_STATIC, about=entry.everything())
        return None
    if body1 is body2:
        joint_refused(entry, "Both nodes belong to one group, which is one rigid body.", "Put the nodes into two groups.")
        return None
    entry.consumed(kind)
    return JointOfNodes(entry, "", index, str(kind), node1, node2, body1, body2, (number1, number2))


def _body(node: Node | None) -> Node | None:
    """Return the first node of the body of a node, None for a static node."""
    return node.first if node is not None and node.first is not None and node.first.role == "body" else None


def joint_refused(entry: Entry, why: str, fix: str) -> None:
    entry.report(findings.JOINT_REFUSED, about=entry.everything(), why=why, fix=fix)


def anchor_of(joint: JointOfNodes) -> Vec3:
    """Return the anchor in the world (m). MARS uses `anchor` only with anchorpos custom."""
    entry = joint.entry
    where = entry.take("anchorpos")
    entry.consumed(where)
    node1, node2 = joint.node1, joint.node2
    place1 = node1.in_world.position
    place2 = node2.in_world.position if node2 is not None else ORIGIN
    if where == "custom":
        return as_vector(entry.take("anchor"))
    if where == "node1":
        return derived(place1, joint.numbers[0], where)
    if where == "node2":
        return derived(place2, joint.numbers[1], where)
    middle = tuple(derived((a + b) / 2, a, b, *joint.numbers, where) for a, b in zip(place1, place2, strict=True))
    return cast(Vec3, middle)
