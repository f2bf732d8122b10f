"""Joints of several degrees of freedom, for a target that has hinges only: chains of hinges with links between them.

A universal joint (or revolute2) becomes two hinges, which is exact: the first axis turns with the parent, the second with the child.
A ball becomes three about x, y and z of its frame, which cannot turn on where the middle one stands at a quarter turn. The links between
have neither shape nor mass; `massless_links` gives them one where the target needs it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.findings import JOINT_SPLIT, JOINT_SPLIT_HINGE, JOINT_SPLIT_LINK
from scenec.ir.base import WORLD, Id
from scenec.ir.circles import closing_loops
from scenec.ir.joint import Actuator, Axis, Joint, Mimic
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Link
from scenec.ir.names import Unique
from scenec.ir.pose import Pose, Rotation, Vec3
from scenec.ir.scene import JointPosition, NamedPose, Scene
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

HINGES = {"universal": 2, "revolute2": 2, "ball": 3}
"""Type -> how many hinges it takes."""
DIRECTIONS: tuple[Vec3, Vec3, Vec3] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def adapt(
    scene: Scene, ledger: Ledger, target: str, kinds: Collection[str] = tuple(HINGES), one_scope: bool = False, tree: Collection[str] = ()
) -> Scene:
    """The scene without joints of these kinds. The last hinge of a chain keeps the joint's id, so that what is placed in the joint goes
    with the child as before; named poses say where each hinge stands. one_scope: links and joints of the target share one scope, so hinges
    and the links between them get names that nothing else has. tree: the types of joints that hold links in a target without loops, where a
    joint that closes one stays unchanged, for the target to report. Reports `joint-split` per joint, `joint-split-hinge` per hinge,
    and `joint-split-link` per link with a name of its own."""
    chains = {joint.id: joint for joint in scene.joints if joint.type in kinds and len(joint.axes) in (0, HINGES[joint.type])}
    if chains and tree:
        for joint_id in _closing(scene, [joint for joint in scene.joints if joint.type in tree or joint.id in chains]):
            chains.pop(joint_id, None)
    if not chains:
        return scene
    joints: list[Joint] = []
    links: list[Link] = []
    model_of = {link.id: link.model for link in scene.links}
    taken = [each.name for each in scene.links] + [each.name for each in scene.joints]
    unique = Unique(str(name) for name in taken if name is not None) if one_scope else None
    for joint in scene.joints:
        if joint.id not in chains:
            joints.append(_following(joint, chains))
            continue
        path, count = ledger.path(joint), HINGES[joint.type]
        called = str(joint.name or path.rpartition("::")[2])
        _report_split(ledger, joint, path, called)
        names = [f"{called} {number}" for number in range(1, count + 1)]
        between_names = names[:-1]
        if unique is not None:
            names = list(map(unique, names))
            between_names = [unique(f"{called} link {number}") for number in range(1, count)]
        _report_hinges(ledger, joint, path, names, between_names if unique is not None else None)
        model = joint.model or model_of.get(joint.child) or model_of.get(joint.parent) or ""
        made, between = _chain(joint, model, names, between_names)
        joints += [_following(each, chains) for each in made]
        links += between
    poses = tuple(_posed(pose, chains) for pose in scene.named_poses)
    return msgspec.structs.replace(scene, joints=tuple(joints), links=(*scene.links, *links), named_poses=poses)


def _report_split(ledger: Ledger, joint: Joint, path: str, called: str) -> None:
    """Report a joint that becomes a chain of hinges."""
    exact = joint.type != "ball"
    ledger.report(
        JOINT_SPLIT,
        joint,
        fate="converted" if exact else "approximated",
        level="note" if exact else "warning",
        about=joint.type,
        value=str(joint.type),
        target=f"{HINGES[joint.type]} hinges, {called} 1 to {HINGES[joint.type]}",
        what="The motion is the same. Programs see one joint per axis."
        if exact
        else "Programs see one joint per axis. At 90° of the middle hinge, one direction is locked.",
    )


def _report_hinges(ledger: Ledger, joint: Joint, path: str, names: Sequence[str], between: Sequence[str] | None) -> None:
    """Report the hinges of a chain. between: names of the links between them, where those have names of their own."""
    above, scope, _ = path.rpartition("::")
    count = len(names)
    for number, name in enumerate(names, 1):
        ledger.report(
            JOINT_SPLIT_HINGE,
            joint,
            kind=joint.type,
            target=f"hinge {number} of {count} of {path}" + (", and the link that it moves" if number < count and between is None else ""),
            subject=f"{path} {number}" if between is None else f"{above}{scope}{name}",
        )
    for number, name in enumerate(between or (), 1):
        ledger.report(
            JOINT_SPLIT_LINK,
            joint,
            kind=joint.type,
            target=f"between hinges {number} and {number + 1} of {path}",
            subject=f"{above}{scope}{name}",
        )


def _closing(scene: Scene, joints: list[Joint]) -> set[Id]:
    """Return the joints among some that close a loop. Links of static models are one body, unless nothing moves."""
    kinematics, static = Kinematics(scene), static_models(scene)
    still = {link.id for link in scene.links if link.model in static}
    if len(still) == len(scene.links):
        still = set()

    def end(thing: Id) -> Id:
        body = kinematics.body_of(thing)
        return WORLD if body in still else body

    return closing_loops(joints, end)


def hinge_id(joint: Id, axis: int, count: int) -> Id:
    """The id of the hinge that stands for one axis of a joint."""
    return joint if axis == count - 1 else f"{joint} hinge {axis + 1}"


def _posed(pose: NamedPose, chains: dict[Id, Joint]) -> NamedPose:
    """A named pose that says where each hinge of a chain stands."""
    if not any(each.joint in chains for each in pose.positions):
        return pose
    positions: list[JointPosition] = []
    for each in pose.positions:
        joint = chains.get(each.joint)
        angles = None if joint is None else _angles(each, joint)
        if joint is None or angles is None:
            positions.append(each)
            continue
        for number, angle in enumerate(angles):
            of = derived(hinge_id(joint.id, number, len(angles)), each.joint)
            positions.append(msgspec.structs.replace(each, joint=of, values=derived((angle,), each.values)))
    return msgspec.structs.replace(pose, positions=tuple(positions))


def _angles(position: JointPosition, joint: Joint) -> tuple[float, ...] | None:
    """Where the hinges stand (rad) if the joint stands so; None for a ball with axes of its own."""
    if joint.type != "ball":
        return position.values if len(position.values) == len(joint.axes) else None
    if len(position.values) != 4 or joint.axes:
        return None
    w, x, y, z = position.values
    x, y, z = Rotation.from_quat(w, x, y, z).inverse().to_rpy()  # R = Rx Ry Rz, so its inverse is Rz Ry Rx of the opposite angles
    return (0.0 - x, 0.0 - y, 0.0 - z)


def _chain(joint: Joint, model: Id, names: list[str], between_names: list[str]) -> tuple[list[Joint], list[Link]]:
    """Return the hinges that a joint becomes and the links between them. names: of the hinges; between_names: of the links."""
    count = len(names)
    axes = joint.axes or tuple(Axis(xyz=derived(xyz, joint.type)) for xyz in DIRECTIONS[:count])
    kind = derived("revolute", joint.type)
    hinges, links, parent = list[Joint](), list[Link](), joint.parent
    for i, axis in enumerate(axes):
        name = _derived_name(names[i], joint)
        actuators = tuple(_of_axis_0(each) for each in joint.actuators if each.axis == i)
        if i == count - 1:
            hinges.append(msgspec.structs.replace(joint, name=name, type=kind, parent=parent, axes=(axis,), actuators=actuators))
            break
        link_name = _derived_name(between_names[i], joint)
        link = Link(id=f"{joint.id} link {i + 1}", name=link_name, model=model, pose=Pose(), relative_to=joint.id, origin=joint.origin)
        links.append(link)
        hinges.append(
            Joint(
                id=hinge_id(joint.id, i, count),
                name=name,
                model=joint.model,
                world=joint.world,
                type=kind,
                parent=parent,
                child=link.id,
                pose=Pose(),
                relative_to=joint.id,
                axes=(axis,),
                actuators=actuators,
                origin=joint.origin,
            )
        )
        parent = link.id
    return hinges, links


def _derived_name(name: str, joint: Joint) -> str:
    return derived(name, joint.name) if joint.name is not None else name


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
