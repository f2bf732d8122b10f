"""The joint graph as a tree, for a target whose bodies hang on one another: every link on one joint at most.

Which of its two links a joint calls its child does not matter to what it does. Where a link is the child of several joints, those that
close no loop are turned round: parent and child change places, and the axes point the other way, so that positions, limits and motors mean
what they meant. A joint that closes a loop is left unchanged, for the target to report.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.findings import JOINT_REVERSED
from scenec.ir.base import WORLD, Id
from scenec.ir.circles import closing
from scenec.ir.joint import Actuator, Axis, Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.pose import Pose, Vec3
from scenec.ir.scene import Scene
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

CARRYING = ("revolute", "continuous", "prismatic", "screw", "universal", "revolute2", "ball", "planar")


def adapt(scene: Scene, ledger: Ledger, target: str, kinds: Collection[str] = CARRYING, circles: bool = True) -> Scene:
    """The scene with joints turned round where that makes a tree. kinds: the joints that the target can say; others hold nothing. circles:
    whether joints that close a loop may lead back to where one came from; if not, these are turned round, too.
    Reports `joint-reversed` per joint."""
    turned = reversed_joints(scene, kinds, circles=circles)
    if not turned:
        return scene
    for joint in scene.joints:
        if joint.id in turned:
            ledger.report(
                JOINT_REVERSED,
                joint,
                about=(joint.parent, joint.child),
                value=f"{joint.parent} carries {joint.child}",
                target=f"{joint.child} carries {joint.parent}",
            )
    joints = tuple(turned_round(joint) if joint.id in turned else joint for joint in scene.joints)
    return msgspec.structs.replace(scene, joints=joints)


def reversed_joints(scene: Scene, kinds: Collection[str], *, circles: bool = True) -> set[Id]:
    """The joints to turn round. What stands still is one root; joints take their places in the order they are written in, first those
    that can do so as they are written."""
    kinematics, static = Kinematics(scene), static_models(scene)
    still = {link.id for link in scene.links if link.model in static}
    hung: dict[Id, tuple[Id, Id]] = {}  # link -> (what it hangs on, the joint)
    turned: set[Id] = set()

    def end(thing: Id) -> Id:
        body = kinematics.body_of(thing)
        return WORLD if body in still else body

    tops: dict[Id, Id] = {}

    def top(link: Id) -> Id:
        """The root of the tree a link is in; shortens the way there, as a union of sets does."""
        at = link
        while tops.get(at, at) != at:
            tops[at] = tops.get(tops[at], tops[at])
            at = tops[at]
        return at

    def hang(child: Id, parent: Id, joint: Id) -> None:
        hung[child] = (parent, joint)
        tops[top(child)] = top(parent)

    against: list[tuple[Joint, Id, Id]] = []
    for joint in scene.joints:
        parent, child = end(joint.parent), end(joint.child)
        if joint.type not in kinds or top(parent) == top(child):
            continue
        if child != WORLD and child not in hung:
            hang(child, parent, joint.id)
        else:
            against.append((joint, parent, child))
    for joint, parent, child in against:  # only now: the parent may hang on a joint that is written later
        if top(parent) == top(child):
            continue
        if parent != WORLD and top(parent) != top(WORLD):
            _make_root(parent, hung, turned)
            hang(parent, child, joint.id)
            turned.add(joint.id)
        else:
            _make_root(child, hung, turned)
            hang(child, parent, joint.id)
    if not circles:
        said = [(joint, end(joint.parent), end(joint.child)) for joint in scene.joints if joint.type in kinds]
        ends = [(child, parent) if joint.id in turned else (parent, child) for joint, parent, child in said]
        roots = [link.id for link in scene.links if link.id not in hung]
        turned ^= {said[number][0].id for number in closing(ends, (WORLD, *roots))}
    return turned


def _make_root(link: Id, hung: dict[Id, tuple[Id, Id]], turned: set[Id]) -> None:
    """Turn round all joints between a link and the root of its tree."""
    above = hung.pop(link, None)
    while above is not None:
        parent, joint = above
        turned ^= {joint}
        above = hung.get(parent)
        hung[parent] = (link, joint)
        link = parent


def turned_round(joint: Joint) -> Joint:
    """The same joint stated from the other side: X_CP of X_PC. Of two axes the first becomes the second."""
    axes = tuple(_opposite(axis) for axis in reversed(joint.axes))
    motors = joint.actuators
    if len(axes) == 2:
        motors = tuple(_of_other_axis(each) for each in motors)
    return msgspec.structs.replace(
        joint,
        parent=joint.child,
        child=joint.parent,
        pose=joint.pose or Pose(),
        relative_to=joint.relative_to or joint.child,
        axes=axes,
        actuators=motors,
    )


def _opposite(axis: Axis) -> Axis:
    x, y, z = axis.xyz
    opposite: Vec3 = (derived(0.0 - x, x), derived(0.0 - y, y), derived(0.0 - z, z))
    return msgspec.structs.replace(axis, xyz=derived(opposite, axis.xyz))


def _of_other_axis(actuator: Actuator) -> Actuator:
    return msgspec.structs.replace(actuator, axis=derived(1 - actuator.axis, actuator.axis))
