"""Links that are welded together, for a target without fixed joints: they become one link.

The child's shapes, looks, sensors and mass go over to the parent, exactly where they were. The child itself and the joint stay as
named frames of the parent, so that everything that is placed in them, and every other joint of the child, stays as it is written.
What is welded to the world becomes a static model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from scenec.ir.base import WORLD, Id
from scenec.ir.inertia import NO_INERTIA, Inertia, compose, rotated
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Inertial, Link
from scenec.ir.names import joint_paths, link_paths
from scenec.ir.pose import Pose
from scenec.ir.scene import Frame, Model, Scene
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

Placed = TypeVar("Placed", bound=Any)


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene without fixed joints. One that closes a loop stays, so that the target reports it. Reports `joint-fixed-merged`."""
    if not any(joint.type == "fixed" for joint in scene.joints):
        return scene
    kinematics = Kinematics(scene)
    welds = _welds(scene, kinematics)
    if not welds:
        return scene
    links = {link.id: link for link in scene.links}
    members: dict[Id, list[Link]] = {}
    for child in welds:
        members.setdefault(_holder(child, welds, kinematics), []).append(links[child])
    paths = joint_paths(scene)
    for joint in welds.values():
        ledger.report(
            "joint-fixed-merged",
            "converted",
            "note",
            "physics",
            about=(joint.type, joint.parent, joint.child, joint.world),
            origin=joint.origin,
            subject=paths[joint.id],
            value="fixed",
            target="one body",
            because=f"{target} has no fixed joints",
            consequence="nothing moves otherwise; forces between the two are not measured",
        )
    _tell_placed(scene, [links[child] for child in welds], ledger)
    _tell_still(scene, [links[child] for child in welds if _stands_still(scene, _holder(child, welds, kinematics))], ledger)
    return _rebuilt(scene, kinematics, welds, members)


def _tell_placed(scene: Scene, welded: list[Link], ledger: Ledger) -> None:
    """A model may be placed by a link of it; if that is its only one, where the link is in the model does not matter."""
    placed = {model.placement_frame for model in scene.models if model.placement_frame is not None}
    for link in welded:
        if link.id in placed and link.pose is not None and sum(each.model == link.model for each in scene.links) == 1:
            ledger.report(
                "link-pose-ineffective",
                "dropped",
                "note",
                "physics",
                about=link.pose,
                origin=link.origin,
                subject=str(link.name),
                because="its model is placed by this link, its only one",
                consequence="nothing: the link stands where it did",
            )


def _stands_still(scene: Scene, holder: Id) -> bool:
    """Whether what is welded to this link (or the world) never moves."""
    static = static_models(scene)
    return holder == WORLD or any(link.id == holder and link.model in static for link in scene.links)


def _tell_still(scene: Scene, still: list[Link], ledger: Ledger) -> None:
    """What is welded to the world has no use for a mass."""
    paths = link_paths(scene)
    for link in still:
        ledger.report(
            "link-made-static",
            "converted",
            "note",
            "physics",
            about=link.model,
            origin=link.origin,
            subject=paths[link.id],
            target="a static model of its own",
            because="it is welded to the world",
            consequence="nothing: it stands where it did",
        )
        if link.inertial is not None:
            ledger.report(
                "inertial-ineffective",
                "dropped",
                "note",
                "physics",
                about=link.inertial,
                origin=link.inertial.origin or link.origin,
                subject=f"{paths[link.id]}.inertial",
                because="the link is welded to the world and never moves",
                consequence="nothing: its mass moves nothing",
            )


def _welds(scene: Scene, kinematics: Kinematics) -> dict[Id, Joint]:
    """Child link -> the fixed joint it hangs on. A link that another joint carries, too, is left alone."""
    static = static_models(scene)
    moving = {link.id for link in scene.links if link.model not in static}
    carried: dict[Id, list[Joint]] = {}
    for joint in scene.joints:
        carried.setdefault(kinematics.body_of(joint.child), []).append(joint)
    welds: dict[Id, Joint] = {}
    for child, joints in carried.items():
        if child in moving and len(joints) == 1 and joints[0].type == "fixed" and _holder(child, welds, kinematics, joints[0]) != child:
            welds[child] = joints[0]
    return welds


def _holder(link: Id, welds: dict[Id, Joint], kinematics: Kinematics, first: Joint | None = None) -> Id:
    """The link (or WORLD) at the end of a chain of welds; the link itself if the chain leads back to it."""
    start, at = link, kinematics.body_of(first.parent) if first is not None else link
    while (at in welds and at != start) or (at == start and first is None and at in welds):
        at = kinematics.body_of(welds[at].parent)
        if at == start:
            return start
    return at


def _rebuilt(scene: Scene, kinematics: Kinematics, welds: dict[Id, Joint], members: dict[Id, list[Link]]) -> Scene:
    gone = {joint.id for joint in welds.values()}
    frames = [*scene.frames, *(_joint_frame(joint) for joint in scene.joints if joint.id in gone)]
    links: list[Link] = []
    models = list(scene.models)
    static = static_models(scene)
    by_id = {link.id: link for link in scene.links}
    for link in scene.links:
        if link.id not in welds:
            links.append(_with_members(link, members.get(link.id, []), kinematics))
            continue
        holder = _holder(link.id, welds, kinematics)
        if holder == WORLD or by_id[holder].model in static:
            model = Model(id=f"{link.id} of the world", name=link.name, world=scene.worlds[0].id if scene.worlds else None, static=True,
                          origin=link.origin)  # fmt: skip
            models.append(model)
            links.append(msgspec.structs.replace(link, model=model.id, relative_to=link.relative_to or link.model, inertial=None))
        else:
            frames.append(_link_frame(link, holder))
    joints = tuple(joint for joint in scene.joints if joint.id not in gone)
    return msgspec.structs.replace(scene, models=tuple(models), links=tuple(links), frames=tuple(frames), joints=joints)


def _joint_frame(joint: Joint) -> Frame:
    child = str(joint.child)
    return Frame(id=joint.id, name=joint.name, model=joint.model, attached_to=child, pose=joint.pose,
                 relative_to=joint.relative_to or child, origin=joint.origin)  # fmt: skip


def _link_frame(link: Link, holder: Id) -> Frame:
    return Frame(id=link.id, name=link.name, model=link.model, attached_to=holder, pose=link.pose,
                 relative_to=link.relative_to or link.model, origin=link.origin)  # fmt: skip


def _with_members(link: Link, members: list[Link], kinematics: Kinematics) -> Link:
    """A link with the parts of those that are welded to it."""
    if not members:
        return link
    return msgspec.structs.replace(
        link,
        inertial=_together(link, members, kinematics),
        collisions=(*link.collisions, *(_kept(part, each) for each in members for part in each.collisions)),
        visuals=(*link.visuals, *(_kept(part, each) for each in members for part in each.visuals)),
        sensors=(*link.sensors, *(_kept(part, each) for each in members for part in each.sensors)),
        lights=(*link.lights, *(_kept(part, each) for each in members for part in each.lights)),
    )


def _kept(part: Placed, link: Link) -> Placed:
    """A part that stays where it is: in the frame that was its link."""
    return part if part.relative_to is not None else msgspec.structs.replace(part, relative_to=link.id)


def _together(link: Link, members: list[Link], kinematics: Kinematics) -> Inertial | None:
    """The mass of all, in the frame of the link."""
    heavy = [each for each in (link, *members) if each.inertial is not None and each.inertial.mass]
    if not heavy or heavy == [link]:
        return link.inertial
    X_LW = kinematics.at_zero(link.id).inverse()
    parts = []
    for each in heavy:
        assert each.inertial is not None and each.inertial.mass is not None
        X_LE = Pose() if each is link else X_LW @ kinematics.at_zero(each.id)
        X_LI = X_LE @ (each.inertial.pose or Pose())
        parts.append((float(each.inertial.mass), X_LI.position, rotated(each.inertial.inertia or NO_INERTIA, X_LI.rotation)))
    mass, com, inertia = compose(parts)
    sources = tuple(each.inertial for each in heavy)
    places = tuple(each.pose for each in heavy if each is not link)
    masses = tuple(each.inertial.mass for each in heavy if each.inertial is not None)
    whole = Inertia(*(derived(float(entry), sources, places) for entry in inertia.entries))
    return Inertial(mass=derived(float(mass), masses), pose=derived(Pose(com), sources, places), inertia=whole, origin=link.origin)
