"""Joints of the world in models, for a version of the target whose world has no joints.

A joint that holds a single model moves into it. Models that joints connect are nested in a new model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from scenec.adapt.findings import JOINT_WORLD_CONVERTED, JOINT_WORLD_NESTED
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, outermost_models
from scenec.ir.scene import Model, Scene
from scenec.trace import ids_of, plain, traced

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(scene: Scene, ledger: Ledger, target: str, *, since: str = "") -> Scene:
    """The scene with every joint of the world in a model. since: the first version of the target whose world has joints. Reports
    `joint-world-converted` and `joint-world-nested` per joint."""
    homes, made = _homes(scene)
    if not homes:
        return scene
    new = {model.id: model for model in made}
    for joint in scene.joints:
        if joint.id in homes:
            around = new.get(homes[joint.id])
            name = joint.name
            if around is None:
                ledger.report(JOINT_WORLD_CONVERTED, joint, about=name, value=str(name or ""), since=since)
                continue
            model = str(around.name)
            ledger.report(JOINT_WORLD_NESTED, joint, about=name, value=str(name or ""), since=since, model=model)
    homes = {own: plain(home) for own, home in homes.items()}  # what says the model of a link says that link's only
    joints = tuple(
        replace(joint, model=traced(homes[joint.id], ids_of(joint.world)), world=None) if joint.id in homes else joint
        for joint in scene.joints
    )
    inside = {own: model.id for model in made for own in _members(scene, homes, model)}
    models = tuple(replace(each, parent=inside[each.id]) if each.id in inside else each for each in scene.models)
    return replace(scene, joints=joints, models=(*models, *made))


def _homes(scene: Scene) -> tuple[dict[Id, Id], list[Model]]:
    """Return joint of the world -> its new model, and the models that are made for joints between models."""
    if all(joint.model is not None for joint in scene.joints):
        return {}, []
    kinematics = Kinematics(scene)
    outermost = _models_of_links(scene)
    homes: dict[Id, Id] = {}
    groups: dict[Id, Id] = {}  # outermost model -> the one that stands for all it is joined to
    between: list[tuple[Id, Id]] = []
    for joint in scene.joints:
        if joint.model is None:
            held = _held(joint, kinematics, outermost)
            if len(held) == 1:
                homes[joint.id] = _home(joint, kinematics, scene)
            elif len(held) == 2:
                one, two = (_found(groups, each) for each in sorted(held))
                groups[two] = one
                between.append((joint.id, one))
    made: dict[Id, Model] = {}
    by_id = {model.id: model for model in scene.models}
    for own, member in between:
        top = _found(groups, member)
        first = next(model for model in scene.models if model.parent is None and _found(groups, model.id) == top)
        name = f"{by_id[first.id].name or 'model'}_joined"
        homes[own] = made.setdefault(top, Model(id=f"{top} joined", name=name, world=first.world, origin=first.origin)).id
    return homes, list(made.values())


def _members(scene: Scene, homes: dict[Id, Id], made: Model) -> set[Id]:
    """Return the outermost models that the joints in a new model connect."""
    kinematics, outermost = Kinematics(scene), _models_of_links(scene)
    joints = [joint for joint in scene.joints if homes.get(joint.id) == made.id]
    return {each for joint in joints for each in _held(joint, kinematics, outermost)}


def _found(groups: dict[Id, Id], model: Id) -> Id:
    while groups.get(model, model) != model:
        model = groups[model]
    return model


def _models_of_links(scene: Scene) -> dict[Id, Id]:
    """Return link -> its outermost model."""
    outermost = outermost_models(scene)
    return {link.id: outermost.get(link.model, link.model) for link in scene.links}


def _held(joint: Joint, kinematics: Kinematics, outermost: dict[Id, Id]) -> set[Id]:
    """Return the outermost models that a joint connects, without the world."""
    bodies = {kinematics.body_of(str(end)) if end != WORLD else WORLD for end in (joint.parent, joint.child)}
    return {outermost[body] for body in bodies if body in outermost}


def _home(joint: Joint, kinematics: Kinematics, scene: Scene) -> Id:
    """Return the model for a joint: that of its links if it is one, else the outermost one."""
    models = {link.id: link.model for link in scene.links}
    bodies = {kinematics.body_of(str(end)) if end != WORLD else WORLD for end in (joint.parent, joint.child)}
    found = {models[body] for body in bodies if body in models}
    return next(iter(found)) if len(found) == 1 else next(iter(_held(joint, kinematics, _models_of_links(scene))))
