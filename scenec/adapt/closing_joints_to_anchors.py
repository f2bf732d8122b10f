"""Joints to the world that close a loop, for a target whose physics aborts on them: joints to anchors that are fixed to the world.

The DART plugin of gz-physics makes trees. It ignores a joint whose child hangs on another joint already, and names the joint's parent in
its message: where that is the world, it has no name and the program aborts (SDFFeatures.cc, ConstructSdfJoint, ignition-physics 5.1). An
anchor is a parent with a name, so that DART ignores the joint, and other engines close the loop where it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.findings import JOINT_ANCHOR
from scenec.ir.base import WORLD, Id
from scenec.ir.inertia import Inertia
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Inertial, Link
from scenec.ir.names import Unique
from scenec.ir.pose import Pose
from scenec.ir.scene import Scene

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

MASS, MOMENT = 1.0, 0.01
"""kg and kg m^2 of an anchor. It is fixed to the world, so no motion depends on them."""


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene in which no joint of the world is the second one of its child. Reports `joint-world-loop-defaulted` per anchor, with
    the joint that fixes it."""
    kinematics = Kinematics(scene)
    closing = _second_of_the_world(scene, kinematics)
    if not closing:
        return scene
    paths = {joint.id: ledger.path(joint) for joint in scene.joints}
    model_of = {link.id: link.model for link in scene.links}
    unique = Unique(
        str(each.name) for part in (scene.links, scene.joints, scene.frames, scene.models) for each in part if each.name is not None
    )
    joints: list[Joint] = []
    links: list[Link] = []
    for joint in scene.joints:
        if joint.id not in closing:
            joints.append(joint)
            continue
        model = joint.model or model_of[kinematics.body_of(joint.child)]
        called = str(joint.name or paths[joint.id].rpartition("::")[2])
        anchor = Link(
            id=f"{joint.id} anchor",
            name=unique(f"{called}_anchor"),
            model=model,
            relative_to=joint.id,
            pose=Pose(),
            inertial=Inertial(mass=MASS, inertia=Inertia(MOMENT, MOMENT, MOMENT)),
            origin=joint.origin,
        )
        hold = Joint(
            id=f"{joint.id} anchor joint",
            name=unique(f"{called}_anchor_joint"),
            model=model,
            type="fixed",
            parent=WORLD,
            child=anchor.id,
            origin=joint.origin,
        )
        links.append(anchor)
        joints += (hold, msgspec.structs.replace(joint, parent=anchor.id))
        scope = paths[joint.id].rpartition("::")[0]
        subject = f"{scope}::{hold.name}" if scope else str(hold.name)
        ledger.report(JOINT_ANCHOR, joint, joint=paths[joint.id], target=str(anchor.name), subject=subject)
    return msgspec.structs.replace(scene, joints=tuple(joints), links=(*scene.links, *links))


def _second_of_the_world(scene: Scene, kinematics: Kinematics) -> set[Id]:
    """Return the joints between the world and a body that hangs on an earlier joint."""
    static, links = static_models(scene), {link.id for link in scene.links}
    still = {link.id for link in scene.links if link.model in static} | {WORLD}
    held: set[Id] = set()
    found: set[Id] = set()
    for joint in scene.joints:
        parent, child = kinematics.body_of(joint.parent), kinematics.body_of(joint.child)
        if parent in still and child in held and child in links:
            found.add(joint.id)
        held.add(child)
    return found
