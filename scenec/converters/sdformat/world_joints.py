"""Joints of the world, which only exist from 1.10 on: where one holds a single model, older versions can say it in that model."""

from __future__ import annotations

from msgspec.structs import replace

from scenec.accounting.lens import edited, unwrap
from scenec.converters.format import WriteRequest
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics
from scenec.ir.names import joint_paths
from scenec.ir.scene import Scene


def in_models(request: WriteRequest) -> WriteRequest:
    """The request with every joint of the world in the model it holds to the world; one between two models stays where it is, and
    is then reported lost."""
    plain = unwrap(request.scene)
    homes = _homes(plain)
    if not homes:
        return request
    paths = joint_paths(plain)
    for joint in request.scene.joints:
        own = unwrap(joint).id
        if own in homes:
            request.ledger.report(
                "joint-world-converted", "converted", "note", "naming", about=unwrap(joint).name, origin=joint.origin, subject=paths[own],
                value=str(unwrap(joint).name or ""), because="joints of the world exist from SDFormat 1.10 on",
                consequence="the joint has become one of the model it holds", hint="write 1.10 or newer",
            )  # fmt: skip
    joints = tuple(replace(joint, model=homes[joint.id], world=None) if joint.id in homes else joint for joint in plain.joints)
    return replace(request, scene=edited(request.scene, replace(plain, joints=joints)))


def _homes(scene: Scene) -> dict[Id, Id]:
    """Joint of the world -> the model of all that it connects."""
    if all(joint.model is not None for joint in scene.joints):
        return {}
    kinematics = Kinematics(scene)
    models = {link.id: link.model for link in scene.links}
    homes: dict[Id, Id] = {}
    for joint in scene.joints:
        if joint.model is None and (home := _home(joint, kinematics, models)) is not None:
            homes[joint.id] = home
    return homes


def _home(joint: Joint, kinematics: Kinematics, models: dict[Id, Id]) -> Id | None:
    bodies = {kinematics.body_of(str(end)) if end != WORLD else WORLD for end in (joint.parent, joint.child)}
    found = {models[body] for body in bodies if body in models}
    return next(iter(found)) if len(found) == 1 else None
