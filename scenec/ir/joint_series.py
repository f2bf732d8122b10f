"""Joints in series: links that are nothing but the way from one joint to the next, so that a target whose bodies may hang on several joints
needs no body for them.

MuJoCo writes such a chain as one body with several joints, which is exact; a body of its own would need a mass.
"""

from __future__ import annotations

from scenec.ir.base import WORLD, Id
from scenec.ir.circles import links_in_circles
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Link
from scenec.ir.scene_data import SceneData

DEGREES_OF_FREEDOM = {
    "revolute": 1,
    "continuous": 1,
    "prismatic": 1,
    "universal": 2,
    "revolute2": 2,
    "planar": 3,
    "ball": 3,
}
"""Of the joints that can stand in a series."""
MOST = 6
"""Degrees of freedom of one body in MuJoCo."""


def links_in_series(scene: SceneData) -> dict[Id, Joint]:
    """Return the links without mass, shape or anything else that one joint moves and one joint leaves: link -> the joint that moves it.
    Joints that close a loop move nothing, but need both their links. Sensors of the state of a joint need no link. Links that their own
    joints lead back to are in no series: which of these joints moves its link is up to the target.
    No ball stands before another joint, and no series has more than `MOST` degrees of freedom."""
    kinematics, static = Kinematics(scene), static_models(scene)
    moved: dict[Id, list[Joint]] = {}
    leaving: dict[Id, list[Joint]] = {}
    ends: list[tuple[Id, Id]] = []
    watched: set[Id] = set()
    for joint in scene.joints:
        parent, child = kinematics.body_of(joint.parent), kinematics.body_of(joint.child)
        if joint.closing:
            watched.update((parent, child))
        else:
            ends.append((parent, child))
            moved.setdefault(child, []).append(joint)
            leaving.setdefault(parent, []).append(joint)
        watched.update(target for sensor in joint.sensors for target in sensor.targets)
    watched.update(links_in_circles(ends))
    watched.update(kinematics.body_of(frame.id) for frame in scene.frames)
    watched.update(target for link in scene.links for sensor in link.sensors for target in sensor.targets)
    watched.update(each for link in scene.links for collision in link.collisions for each in collision.excluded)
    found: dict[Id, Joint] = {}
    freedom: dict[Id, int] = {}
    for link in scene.links:
        above, below = moved.get(link.id, []), leaving.get(link.id, [])
        if len(above) != 1 or len(below) != 1 or link.model in static or link.id in watched or not is_bare(link):
            continue
        first, second = above[0], below[0]
        if first.type == "ball" or {first.type, second.type} - DEGREES_OF_FREEDOM.keys() or kinematics.body_of(second.child) == WORLD:
            continue
        if (
            len(moved[kinematics.body_of(second.child)]) != 1
            or first is second
            or any(each.type != "joint_state" for each in first.sensors)
        ):
            continue
        total = freedom.get(first.id, DEGREES_OF_FREEDOM[first.type]) + DEGREES_OF_FREEDOM[second.type]
        if total <= MOST:
            found[link.id] = first
            freedom[second.id] = total
    return found


def is_bare(link: Link) -> bool:
    """Return whether a link has neither mass nor shape nor anything else that a body would have to carry."""
    parts = (link.collisions, link.visuals, link.sensors, link.lights, link.plugins, link.batteries, link.particle_emitters)
    weighs = link.inertial is not None and link.inertial.mass
    return not weighs and not any(parts) and not link.kinematic and link.damping is None
