"""Flatten nested models into their outermost one: with ``--flatten``, and in SDFormat 1.4, which has no nested models.

Other elements replace the nesting. A frame of a nested model is attached to the link that carries that model. Links of a nested static
model are fixed to the world. Links state themselves whether they collide with others of their model. Names get the name of the nested model
as a prefix (`scenec.converters.sdformat.names`).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from scenec.converters.common.write_context import claim_idle
from scenec.converters.format import WriteRequest
from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.findings.writing import JOINT_FIXED_ADDED, MODEL_NESTED_CONVERTED
from scenec.converters.sdformat.write.context import Context
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, outermost_models, static_models
from scenec.ir.link import Link
from scenec.ir.scene import Frame, Model, Scene
from scenec.trace import made_of

Welds = dict[Id, Model]
"""Fixed joint of a link of a nested static model -> that model."""


def flattened(request: WriteRequest, version: str) -> tuple[WriteRequest, Welds]:
    """Return the request with frames and static links of nested models stated without the nesting, and the joints that were added."""
    scene = request.scene
    holders = outermost_models(scene)
    links = _colliding(scene, holders, models_say=vocabulary.available("model/self_collide", version))
    if links != scene.links:
        scene = replace(scene, links=links)
    if all(holder == own for own, holder in holders.items()):
        return replace(request, scene=scene), {}
    kinematics = Kinematics(scene)
    joints, welds = _welded(request, scene, holders)
    frames = tuple(_attached(frame, holders, kinematics) for frame in scene.frames)
    return replace(request, scene=replace(scene, joints=joints, frames=frames)), welds


def _colliding(scene: Scene, holders: dict[Id, Id], *, models_say: bool) -> tuple[Link, ...]:
    """Return all links. Those whose outermost model states another self-collision, or none, get that of their own model."""
    models = {model.id: model for model in scene.models}
    says = {own: bool(model.self_collide) for own, model in models.items()}
    links = []
    for link in scene.links:
        own = link.model
        held = says[holders[own]] if models_say and own in holders else False
        if link.self_collide is None and says.get(own, False) != held:
            collides = models[own].self_collide
            link = replace(link, self_collide=collides or made_of(False, collides))
        links.append(link)
    return tuple(links)


def _attached(frame: Frame, holders: dict[Id, Id], kinematics: Kinematics) -> Frame:
    """Return a frame that is attached to the link which carries its nested model. Its pose stays relative to the same frame."""
    carrier = frame.attached_to or frame.model
    if carrier is None or holders.get(carrier, carrier) == carrier:
        return frame
    body = kinematics.body_of(carrier)
    attached_to = None if body == WORLD else made_of(body, frame.attached_to)
    relative_to = frame.relative_to or carrier
    return replace(frame, attached_to=attached_to, relative_to=made_of(relative_to, (relative_to, frame.attached_to)))


def _welded(request: WriteRequest, scene: Scene, holders: dict[Id, Id]) -> tuple[tuple[Joint, ...], Welds]:
    """Return all joints with those that hold static links to the world. Joints between two static links become such joints."""
    static = static_models(scene)
    still = {own for own in static if holders[own] not in static}
    links = {link.id: link for link in scene.links if link.model in still}
    models = {model.id: model for model in scene.models}
    if not links:
        return scene.joints, {}
    welds: Welds = {}
    held: set[Id] = set()
    joints: list[Joint] = []
    for joint in scene.joints:
        if joint.child in links and (joint.parent in links or joint.parent == WORLD) and joint.child not in held:
            held.add(joint.child)
            if joint.type != "fixed" or joint.parent != WORLD:
                claim_idle(request, joint)  # by `report_flattened`
                welds[joint.id] = models[links[joint.child].model]
                joint = Joint(
                    id=joint.id,
                    name=joint.name,
                    model=joint.model,
                    type="fixed",
                    parent=WORLD,
                    child=joint.child,
                    use=joint.use,
                    origin=joint.origin,
                )
        joints.append(joint)
    for link in links.values():
        if link.id not in held:
            joints.append(_weld(link))
            welds[joints[-1].id] = models[link.model]
    return tuple(joints), welds


def _weld(link: Link) -> Joint:
    name = f"{link.name or 'link'}_to_world"
    return Joint(id=f"{link.id} to world", name=name, model=link.model, type="fixed", parent=WORLD, child=link.id, origin=link.origin)


def report_flattened(context: Context, welds: Welds) -> None:
    """Report the new names of parts of nested models, and every joint that holds a static link."""
    for model in context.scene.models:
        holder = context.names.holder[model.id]
        if holder != model.id:
            context.report(
                MODEL_NESTED_CONVERTED,
                model,
                about=(model.name, *_said_by_parts(model)),
                value=str(model.name or ""),
                target=f"{context.names.prefix_of(model.id)}...",
                holder=context.names.own[holder],
                why="The option --flatten was used." if context.options.flatten else "SDFormat 1.4 has no nested models.",
            )
    for joint in context.scene.joints:
        if joint.id in welds:
            _report_weld(context, joint, welds[joint.id])


def _said_by_parts(model: Model) -> Iterator[object]:
    """Yield what the parts of a nested model say of it, which another one holds: by their places and by what moves."""
    yield from (model.parent, model.world, model.relative_to, model.placement_frame, model.canonical_link)
    if model.pose is not None:
        yield from (model.pose.position, model.pose.rotation)
    yield from (model.self_collide, model.static)


def _report_weld(context: Context, joint: Joint, model: Model) -> None:
    holder = context.names.own[context.names.holder[model.id]]
    context.report(
        JOINT_FIXED_ADDED,
        model,
        about=model.static,
        value=context.path(model),
        target=f"{holder}::{context.names.own[joint.id]}",
        subject=context.path(joint),
    )
