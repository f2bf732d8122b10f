"""Links that are welded together, for a target without fixed joints: they become one link.

The child's shapes, looks, sensors and mass go over to the parent, exactly where they were. The child itself and the joint stay as
named frames of the parent, so that everything that is placed in them, and every other joint of the child, stays as written.
Named poses and pairs of links that never touch say of the parent what they said of the child.
What is welded to the world becomes a static model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from scenec.accounting.findings import INERTIA_ROTATION_INEFFECTIVE, JOINT_SENSOR_DROPPED, LINK_POSE_INEFFECTIVE
from scenec.adapt.contact_findings import EXCLUDED_PAIR_INEFFECTIVE
from scenec.adapt.findings import (
    INERTIAL_INEFFECTIVE,
    INERTIAL_MASSLESS_INEFFECTIVE,
    JOINT_AXIS_INEFFECTIVE,
    JOINT_FIXED_FRAMED,
    JOINT_FIXED_INEFFECTIVE,
    JOINT_FIXED_MERGED,
    JOINT_FIXED_MERGED_ON_REQUEST,
    LINK_MADE_STATIC,
)
from scenec.ir.base import WORLD, Extra, Id
from scenec.ir.inertia import NO_INERTIA, Inertia, compose, rotated
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Inertial, Link
from scenec.ir.pose import IDENTITY, Pose
from scenec.ir.scene import ExcludedPair, Frame, Model, NamedPose, Scene
from scenec.trace import derived, ids_of

if TYPE_CHECKING:
    from scenec.accounting.code import Code
    from scenec.accounting.ledger import Ledger

Placed = TypeVar("Placed", bound=Any)

NOTHING = 1e-15
"""Of a mass: less than this share of it shows in no printed digit."""


def adapt(scene: Scene, ledger: Ledger, target: str, *, asked: bool = False, massless: bool = False) -> Scene:
    """The scene without fixed joints. asked: the target has them, and the user wants none. massless: only those that weld a link without
    mass to one that moves, which the target's physics cannot do. Reports `joint-fixed-merged` (on request:
    `joint-fixed-merged-on-request`; of massless links: `joint-fixed-framed`), and `joint-fixed-ineffective` for one between links that
    others weld together already."""
    if not any(joint.type == "fixed" for joint in scene.joints):
        return scene
    kinematics = Kinematics(scene)
    welds = _Welds(scene, kinematics, massless=massless)
    if massless and not welds.joints:
        return scene
    links = {link.id: link for link in scene.links}
    members: dict[Id, list[Link]] = {}
    for child, holder in welds.holder.items():
        if holder not in welds.still:
            members.setdefault(holder, []).append(links[child])
    row = JOINT_FIXED_MERGED_ON_REQUEST if asked else JOINT_FIXED_FRAMED if massless else JOINT_FIXED_MERGED
    for joint in welds.joints:
        child = ledger.path(kinematics.body_of(joint.child))
        _report_merged(joint, row, child, ledger, target)
    for joint in welds.redundant:
        _report_redundant(joint, ledger)
    _report_placed(scene, [links[child] for child in welds.holder], ledger)
    _report_still(scene, [links[child] for child, holder in welds.holder.items() if holder in welds.still], ledger)
    _report_weightless(([links[holder], *below] for holder, below in members.items() if holder in links), ledger)
    _report_pairs(scene, welds.merged, ledger)
    return _rebuilt(scene, kinematics, welds, members)


def _report_merged(joint: Joint, row: Code, child: str, ledger: Ledger, target: str) -> None:
    ledger.report(row, joint, about=(joint.type, joint.parent, joint.child, joint.world), value="fixed", target="one body")
    _report_axes(joint, ledger)
    for sensor in joint.sensors:
        ledger.report(
            JOINT_SENSOR_DROPPED,
            joint,
            about=sensor,
            value=sensor.type,
            why=f"The two links became one body of {target}, so there is no force between them.",
            origin=sensor.origin,
            subject=f"{child}::{sensor.name or sensor.type}",
        )


def _report_axes(joint: Joint, ledger: Ledger) -> None:
    """Many files state axes of fixed joints; readers that give them no meaning keep them as extras."""
    axes = (*joint.axes, *(extra for extra in joint.extras if extra.key in ("axis", "axis2") and _states_something(extra)))
    if axes:
        ledger.report(JOINT_AXIS_INEFFECTIVE, joint, about=axes)


def _states_something(extra: Extra) -> bool:
    return any(item.text or item.attributes for item in extra.content)


def _report_redundant(joint: Joint, ledger: Ledger) -> None:
    _report_axes(joint, ledger)
    ledger.report(JOINT_FIXED_INEFFECTIVE, joint, about=(joint.type, joint.parent, joint.child, joint.world))


def _report_placed(scene: Scene, welded: list[Link], ledger: Ledger) -> None:
    """A model may be placed by a link of it; if that is its only one, where the link is in the model does not matter."""
    placed = {model.placement_frame for model in scene.models if model.placement_frame is not None}
    counts = Counter(link.model for link in scene.links)
    for link in welded:
        if link.id in placed and link.pose is not None and counts[link.model] == 1:
            ledger.report(LINK_POSE_INEFFECTIVE, link, about=link.pose, subject=str(link.name))


def _report_still(scene: Scene, still: list[Link], ledger: Ledger) -> None:
    """Return what is welded to the world has no use for a mass."""
    for link in still:
        ledger.report(LINK_MADE_STATIC, link, about=link.model, target="a static model of its own", why="The link is welded to the world.")
        if link.inertial is not None:
            ledger.report(INERTIAL_INEFFECTIVE, link, at="inertial", about=link.inertial)


def _report_weightless(bodies: Iterable[Sequence[Link]], ledger: Ledger) -> None:
    """Report stated inertials that add nothing to the body that their links become: without mass and without a tensor, or with a mass that
    is nothing beside the others; and rotations of tensors that are the same about all axes."""
    for links in bodies:
        heavy = _heavy(links)
        for link in links:
            inertial = link.inertial
            if inertial is None or not ids_of(inertial):
                continue
            empty = link is not links[0] and not inertial.mass and not any((inertial.inertia or NO_INERTIA).entries)
            if empty or (inertial.mass and link not in heavy):
                ledger.report(INERTIAL_MASSLESS_INEFFECTIVE, link, at="inertial", about=inertial)
            elif inertial.inertia is not None and inertial.inertia.is_round and inertial.pose and inertial.pose.rotation != IDENTITY:
                ledger.report(INERTIA_ROTATION_INEFFECTIVE, link, about=inertial.pose.rotation)


class _Welds:
    """Which links are one. holder: link -> the link that takes it over, or WORLD; merged: the same without those that stand still; still:
    what never moves; joints: that weld; redundant: that add nothing.

    Of several the world takes over, else what stands still, else the first that no fixed joint of them calls its child; of massless links
    the one that weighs something.
    """

    def __init__(self, scene: Scene, kinematics: Kinematics, *, massless: bool) -> None:
        """massless: see `adapt`."""
        static = static_models(scene)
        still = self.still = {WORLD, *(link.id for link in scene.links if link.model in static)}
        self.holder: dict[Id, Id] = {}
        self.joints: list[Joint] = []
        self.redundant: list[Joint] = []
        tops: dict[Id, Id] = {}

        def top(link: Id) -> Id:
            while tops.get(link, link) != link:
                tops[link] = tops.get(tops[link], tops[link])
                link = tops[link]
            return link

        carried: set[Id] = set()
        touched: dict[Id, None] = {}
        heavy = {link.id for link in scene.links if _weighs(link)}
        for joint in _welding(scene, kinematics, heavy) if massless else (each for each in scene.joints if each.type == "fixed"):
            parent, child = kinematics.body_of(joint.parent), kinematics.body_of(joint.child)
            one, other = top(parent), top(child)
            if massless and ({one, other} <= heavy or {one, other} & still or one == other):
                continue
            touched.update({parent: None, child: None})
            if one == other or {one, other} <= still:
                self.redundant.append(joint)
                continue
            self.joints.append(joint)
            carried.add(child)
            first, second = (other, one) if other in still or (massless and other in heavy) else (one, other)
            tops[second] = first
        groups: dict[Id, list[Id]] = {}
        for link in (link.id for link in scene.links if link.id in touched):
            groups.setdefault(top(link), []).append(link)
        for first, group in groups.items():
            standing = first if first in still or (massless and first in heavy) else None
            holder = standing or next((link for link in group if link not in carried), group[0])
            self.holder.update({link: holder for link in group if link != holder and link not in still})
        self.merged = {link: holder for link, holder in self.holder.items() if holder not in still}


def _welding(scene: Scene, kinematics: Kinematics, heavy: Collection[Id]) -> list[Joint]:
    """Return the fixed joints that may weld massless links, those first that hang such a link on another. A joint with sensors stays:
    there would be no force to measure."""
    fixed = [joint for joint in scene.joints if joint.type == "fixed" and not joint.sensors and not joint.closing]
    hanging = [joint for joint in fixed if kinematics.body_of(joint.child) not in heavy]
    return [*hanging, *(joint for joint in fixed if kinematics.body_of(joint.child) in heavy)]


def _weighs(link: Link) -> bool:
    return link.inertial is not None and link.inertial.mass is not None and link.inertial.mass > 0


def _rebuilt(scene: Scene, kinematics: Kinematics, welds: _Welds, members: dict[Id, list[Link]]) -> Scene:
    gone = {joint.id for joint in (*welds.joints, *welds.redundant)}
    frames = [*scene.frames, *(_joint_frame(joint) for joint in scene.joints if joint.id in gone)]
    merged = welds.merged
    links: list[Link] = []
    models = list(scene.models)
    for link in scene.links:
        if link.id not in welds.holder:
            links.append(_excluding(_with_members(link, members.get(link.id, []), kinematics), merged))
            continue
        holder = welds.holder[link.id]
        if holder in welds.still:
            model = Model(
                id=f"{link.id} of the world",
                name=link.name,
                world=scene.worlds[0].id if scene.worlds else None,
                static=True,
                origin=link.origin,
            )
            models.append(model)
            links.append(msgspec.structs.replace(link, model=model.id, relative_to=link.relative_to or link.model, inertial=None))
        else:
            frames.append(_link_frame(link, holder))
    joints = tuple(joint for joint in scene.joints if joint.id not in gone)
    poses = tuple(_posed(pose, merged, gone, kinematics) for pose in scene.named_poses)
    pairs = tuple(_of_holders(pair, merged) for pair in scene.excluded_pairs if not _is_one(pair, merged))
    return msgspec.structs.replace(
        scene, models=tuple(models), links=tuple(links), frames=tuple(frames), joints=joints, named_poses=poses, excluded_pairs=pairs
    )


def _is_one(pair: ExcludedPair, merged: Mapping[Id, Id]) -> bool:
    """Whether the links of a pair became one."""
    one, other = (merged.get(link, link) for link in pair.links)
    return one == other


def _report_pairs(scene: Scene, merged: Mapping[Id, Id], ledger: Ledger) -> None:
    for pair in scene.excluded_pairs:
        if _is_one(pair, merged):
            names = [ledger.path(link) or link for link in pair.links]
            ledger.report(EXCLUDED_PAIR_INEFFECTIVE, pair, about=pair, value=" and ".join(names), subject=names[0])


def _of_holders(pair: ExcludedPair, merged: Mapping[Id, Id]) -> ExcludedPair:
    """A pair of links that never touch, as the links that they became."""
    one, other = pair.links
    if one not in merged and other not in merged:
        return pair
    return msgspec.structs.replace(pair, links=(_holder(one, merged), _holder(other, merged)))


def _holder(link: Id, merged: Mapping[Id, Id]) -> Id:
    return derived(merged[link], link) if link in merged else link


def _posed(pose: NamedPose, merged: Mapping[Id, Id], gone: Collection[Id], kinematics: Kinematics) -> NamedPose:
    """A named pose without joints that are gone; a link that was merged says where its holder stands."""
    placements = tuple(
        msgspec.structs.replace(
            each, link=_holder(each.link, merged), pose=derived(each.pose @ kinematics.relative(merged[each.link], each.link), each.pose)
        )
        if each.link in merged
        else each
        for each in pose.placements
    )
    positions = tuple(each for each in pose.positions if each.joint not in gone)
    return msgspec.structs.replace(pose, positions=positions, placements=placements)


def _joint_frame(joint: Joint) -> Frame:
    child = str(joint.child)
    return Frame(
        id=joint.id,
        name=joint.name,
        model=joint.model,
        attached_to=child,
        pose=joint.pose,
        relative_to=joint.relative_to or child,
        origin=joint.origin,
    )


def _link_frame(link: Link, holder: Id) -> Frame:
    return Frame(
        id=link.id,
        name=link.name,
        model=link.model,
        attached_to=holder,
        pose=link.pose,
        relative_to=link.relative_to or link.model,
        origin=link.origin,
    )


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
        particle_emitters=(*link.particle_emitters, *(_kept(part, each) for each in members for part in each.particle_emitters)),
        batteries=(*link.batteries, *(part for each in members for part in each.batteries)),
        plugins=(*link.plugins, *(part for each in members for part in each.plugins)),
    )


def _excluding(link: Link, merged: Mapping[Id, Id]) -> Link:
    """A link whose shapes avoid what the links that they avoid became."""
    if not any(each in merged for collision in link.collisions for each in collision.excluded):
        return link
    collisions = []
    for collision in link.collisions:
        others = dict.fromkeys(_holder(each, merged) for each in collision.excluded)
        others.pop(link.id, None)
        collisions.append(msgspec.structs.replace(collision, excluded=tuple(others)))
    return msgspec.structs.replace(link, collisions=tuple(collisions))


def _kept(part: Placed, link: Link) -> Placed:
    """A part that stays where it is: in the frame that was its link."""
    return part if part.relative_to is not None else msgspec.structs.replace(part, relative_to=link.id)


def _heavy(links: Sequence[Link]) -> list[Link]:
    """Those of welded links whose mass counts: printed numbers show no part in 10^15 of a mass."""
    masses = [float(each.inertial.mass or 0.0) if each.inertial is not None else 0.0 for each in links]
    least = NOTHING * max(masses)
    return [each for each, mass in zip(links, masses, strict=True) if mass and abs(mass) > least]


def _together(link: Link, members: list[Link], kinematics: Kinematics) -> Inertial | None:
    """The mass of all, in the frame of the link."""
    heavy = _heavy((link, *members))
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
    places = tuple([kinematics.poses_between(each.id, link.id) for each in heavy if each is not link])
    masses = tuple(each.inertial.mass for each in heavy if each.inertial is not None)
    whole = Inertia(*(derived(float(entry), sources, places) for entry in inertia.entries))
    return Inertial(mass=derived(float(mass), masses), pose=derived(Pose(com), sources, places), inertia=whole, origin=link.origin)
