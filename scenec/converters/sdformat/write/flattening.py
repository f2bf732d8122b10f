"""Flatten nested models into their outermost one: with ``--flatten``, and in SDFormat 1.4, which has no nested models.

Other elements replace the nesting. A frame of a nested model is attached to the link that carries that model. Links of a nested static
model are fixed to the world. Links state themselves whether they collide with others of their model. Names get the name of the nested model
as a prefix (`scenec.converters.sdformat.names`).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from scenec.accounting.lens import edited, mark_read, unwrap
from scenec.converters.format import WriteRequest
from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.findings.writing import JOINT_FIXED_ADDED, MODEL_NESTED_CONVERTED
from scenec.converters.sdformat.write.context import Context
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Link
from scenec.ir.scene import Frame, Model, Scene

Welds = dict[Id, Model]
"""Fixed joint of a link of a nested static model -> that model, through its lens."""


def flattened(request: WriteRequest, version: str) -> tuple[WriteRequest, Welds]:
    """Return the request with frames and static links of nested models told without the nesting, and the joints that were added."""
    plain = unwrap(request.scene)
    holders = outermost_models(plain)
    links = _colliding(request.scene, holders, models_say=vocabulary.available("model/self_collide", version))
    if links != plain.links:
        plain = replace(plain, links=links)
        request = replace(request, scene=edited(request.scene, plain))
    if all(holder == own for own, holder in holders.items()):
        return request, {}
    kinematics = Kinematics(plain)
    joints, welds = _welded(request.scene, plain, holders)
    frames = tuple(_attached(frame, holders, kinematics) for frame in plain.frames)
    return replace(request, scene=edited(request.scene, replace(plain, joints=joints, frames=frames))), welds


def outermost_models(scene: Scene) -> dict[Id, Id]:
    """Return model -> its outermost model. A cycle of parents is cut where it closes."""
    parents = {model.id: model.parent for model in scene.models}
    holders: dict[Id, Id] = {}
    for own in parents:
        chain = [own]
        while (above := parents.get(chain[-1])) in parents and above is not None and above not in holders and above not in chain:
            chain.append(above)
        top = holders[above] if above in holders and above is not None else chain[-1]
        holders.update(dict.fromkeys(chain, top))
    return holders


def _colliding(scene: Scene, holders: dict[Id, Id], *, models_say: bool) -> tuple[Link, ...]:
    """Return all links. Those whose outermost model states another self-collision, or none, get that of their own model."""
    models = {unwrap(model).id: model for model in scene.models}
    says = {own: bool(unwrap(model).self_collide) for own, model in models.items()}
    links = []
    for link in unwrap(scene).links:
        held = says[holders[link.model]] if models_say and link.model in holders else False
        if link.self_collide is None and says.get(link.model, False) != held:
            link = replace(link, self_collide=models[link.model].self_collide or False)
        links.append(link)
    for own, model in models.items():
        if not models_say or holders[own] != own:
            _ = model.self_collide
    return tuple(links)


def _attached(frame: Frame, holders: dict[Id, Id], kinematics: Kinematics) -> Frame:
    """Return a frame that is attached to the link which carries its nested model. Its pose stays relative to the same frame."""
    carrier = frame.attached_to or frame.model
    if carrier is None or holders.get(carrier, carrier) == carrier:
        return frame
    body = kinematics.body_of(carrier)
    return replace(frame, attached_to=None if body == WORLD else body, relative_to=frame.relative_to or carrier)


def _welded(seen: Scene, plain: Scene, holders: dict[Id, Id]) -> tuple[tuple[Joint, ...], Welds]:
    """Return all joints with those that hold static links to the world. Joints between two static links become such joints."""
    static = static_models(plain)
    still = {own for own in static if holders[own] not in static}
    links = {link.id: link for link in plain.links if link.model in still}
    models = {unwrap(model).id: model for model in seen.models}
    for own in static:
        if holders[own] != own:
            _ = models[own].static
    if not links:
        return plain.joints, {}
    welds: Welds = {}
    held: set[Id] = set()
    joints: list[Joint] = []
    for joint, lens in zip(plain.joints, seen.joints, strict=True):
        if joint.child in links and (joint.parent in links or joint.parent == WORLD) and joint.child not in held:
            held.add(joint.child)
            if joint.type != "fixed" or joint.parent != WORLD:
                mark_read(lens)
                welds[joint.id] = models[links[joint.child].model]
                joint = Joint(id=joint.id, name=joint.name, model=joint.model, type="fixed", parent=WORLD, child=joint.child,
                              use=joint.use, origin=joint.origin)  # fmt: skip
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
    for model in context.request.scene.models:
        plain = unwrap(model)
        holder = context.names.holder[plain.id]
        if holder != plain.id:
            context.ledger.report(
                MODEL_NESTED_CONVERTED, about=plain.name, origin=model.origin, subject=context.path(model), value=str(plain.name or ""),
                target=f"{context.names.prefix_of(plain.id)}...", holder=context.names.own[holder],
                why="The option --flatten was used." if context.options.flatten else "SDFormat 1.4 has no nested models.",
            )  # fmt: skip
    for joint in context.scene.joints:
        if joint.id in welds:
            _report_weld(context, joint, welds[joint.id])


def _report_weld(context: Context, joint: Joint, model: Any) -> None:
    plain = unwrap(model)
    holder = context.names.own[context.names.holder[plain.id]]
    context.ledger.report(
        JOINT_FIXED_ADDED, about=plain.static, origin=model.origin, subject=context.path(joint), value=context.path(plain),
        target=f"{holder}::{context.names.own[joint.id]}",
    )  # fmt: skip
