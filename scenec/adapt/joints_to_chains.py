"""Joints of several degrees of freedom, for a target that has hinges only: chains of hinges with links between them.

A universal joint (or revolute2) becomes two hinges, which is exact: the first axis turns with the parent, the second with the child.
A ball becomes three about x, y and z of its frame, which cannot turn on where the middle one stands at a quarter turn. The links between
have neither shape nor mass; `massless_links` gives them one where the target needs it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.findings import JOINT_SPLIT, JOINT_SPLIT_HINGE
from scenec.ir.base import Id
from scenec.ir.joint import Actuator, Axis, Joint, Mimic
from scenec.ir.link import Link
from scenec.ir.names import joint_paths
from scenec.ir.pose import Pose, Vec3
from scenec.ir.scene import Scene
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

HINGES = {"universal": 2, "revolute2": 2, "ball": 3}
"""Type -> how many hinges it takes."""
DIRECTIONS: tuple[Vec3, Vec3, Vec3] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def adapt(scene: Scene, ledger: Ledger, target: str, kinds: Collection[str] = tuple(HINGES)) -> Scene:
    """The scene without joints of these kinds. The last hinge of a chain keeps the joint's id, so that what is placed in the joint goes
    with the child as before. Reports `joint-split` per joint and `joint-split-hinge` per hinge."""
    chains = {joint.id: joint for joint in scene.joints if joint.type in kinds and len(joint.axes) in (0, HINGES[joint.type])}
    if not chains:
        return scene
    paths = {**joint_paths(scene), **ledger.paths}
    joints: list[Joint] = []
    links: list[Link] = []
    model_of = {link.id: link.model for link in scene.links}
    for joint in scene.joints:
        if joint.id not in chains:
            joints.append(_following(joint, chains))
            continue
        exact, called = joint.type != "ball", str(joint.name or paths[joint.id].rpartition("::")[2])
        count = HINGES[joint.type]
        ledger.report(
            JOINT_SPLIT, fate="converted" if exact else "approximated", level="note" if exact else "warning", about=joint.type,
            origin=joint.origin,
            subject=paths[joint.id], value=str(joint.type), target=f"{count} hinges, {called} 1 to {count}",
            what="The motion is the same. Programs see one joint per axis." if exact
            else "Programs see one joint per axis. At 90° of the middle hinge, one direction is locked.",
        )  # fmt: skip
        for number in range(1, count + 1):
            ledger.report(
                JOINT_SPLIT_HINGE, origin=joint.origin, subject=f"{paths[joint.id]} {number}", kind=joint.type,
                target=f"hinge {number} of {count} of {paths[joint.id]}" + (", and the link that it moves" if number < count else ""),
            )  # fmt: skip
        model = joint.model or model_of.get(joint.child) or model_of.get(joint.parent) or ""
        made, between = _chain(joint, model, count, called)
        joints += [_following(each, chains) for each in made]
        links += between
    return msgspec.structs.replace(scene, joints=tuple(joints), links=(*scene.links, *links))


def hinge_id(joint: Id, axis: int, count: int) -> Id:
    """The id of the hinge that stands for one axis of a joint."""
    return joint if axis == count - 1 else f"{joint} hinge {axis + 1}"


def _chain(joint: Joint, model: Id, count: int, called: str) -> tuple[list[Joint], list[Link]]:
    """called: the joint's name, or what reports call a joint without one: its hinges and links are named after it, each once."""
    axes = joint.axes or tuple(Axis(xyz=derived(xyz, joint.type)) for xyz in DIRECTIONS[:count])
    kind = derived("revolute", joint.type)
    hinges, links, parent = list[Joint](), list[Link](), joint.parent
    for i, axis in enumerate(axes):
        name = derived(f"{called} {i + 1}", joint.name) if joint.name is not None else f"{called} {i + 1}"
        actuators = tuple(_of_axis_0(each) for each in joint.actuators if each.axis == i)
        if i == count - 1:
            hinges.append(msgspec.structs.replace(joint, name=name, type=kind, parent=parent, axes=(axis,), actuators=actuators))
            break
        link = Link(id=f"{joint.id} link {i + 1}", name=name, model=model, pose=Pose(), relative_to=joint.id, origin=joint.origin)
        links.append(link)
        hinges.append(
            Joint(id=hinge_id(joint.id, i, count), name=name, model=joint.model, world=joint.world, type=kind, parent=parent, child=link.id,
                  pose=Pose(), relative_to=joint.id, axes=(axis,), actuators=actuators, origin=joint.origin)
        )  # fmt: skip
        parent = link.id
    return hinges, links


def _of_axis_0(actuator: Actuator) -> Actuator:
    return actuator if actuator.axis == 0 else msgspec.structs.replace(actuator, axis=derived(0, actuator.axis))


def _following(joint: Joint, chains: dict[Id, Joint]) -> Joint:
    """A joint whose axes and motors follow the hinge that stands for what they followed."""
    axes = tuple(msgspec.structs.replace(axis, mimic=_of_hinge(axis.mimic, chains)) if axis.mimic else axis for axis in joint.axes)
    motors = tuple(msgspec.structs.replace(each, mimic=_of_hinge(each.mimic, chains)) if each.mimic else each for each in joint.actuators)
    if axes == joint.axes and motors == joint.actuators:
        return joint
    return msgspec.structs.replace(joint, axes=axes, actuators=motors)


def _of_hinge(mimic: Mimic | None, chains: dict[Id, Joint]) -> Mimic | None:
    if mimic is None or mimic.joint not in chains:
        return mimic
    leader = hinge_id(mimic.joint, mimic.axis, HINGES[chains[mimic.joint].type])
    return msgspec.structs.replace(mimic, joint=derived(leader, mimic.joint), axis=derived(0, mimic.axis))
