"""Links without mass that an engine with joint coordinates moves all the same, since what hangs on them has mass."""

from __future__ import annotations

from collections.abc import Collection

from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics
from scenec.ir.pose import Vec3, dot
from scenec.ir.scene import Scene

PARALLEL = 0.99
"""Cosine of the angle from which two axes count as parallel: both joints would then move the same, and no force decides which."""
SLIDING, TURNING = ("prismatic",), ("revolute", "continuous")


def links_between_joints(scene: Scene, kinematics: Kinematics, massless: Collection[Id]) -> set[Id]:
    """Return the links without mass that can do without: one joint moves each, others leave it, and what hangs there has mass. Of several
    in a row, no two joints may move the same way."""
    above: dict[Id, list[Joint]] = {}
    below: dict[Id, list[Joint]] = {}
    for joint in scene.joints:
        above.setdefault(kinematics.body_of(joint.child), []).append(joint)
        below.setdefault(kinematics.body_of(joint.parent), []).append(joint)
    found: set[Id] = set()
    for link in massless:
        if len(above.get(link, ())) != 1 or not below.get(link) or kinematics.body_of(above[link][0].parent) == link:
            continue
        ways = [_way(kinematics, above[link][0])]
        at = kinematics.body_of(above[link][0].parent)
        while at in found:
            ways.append(_way(kinematics, above[at][0]))
            at = kinematics.body_of(above[at][0].parent)
        leaving = [_way(kinematics, joint) for joint in below[link]]
        if (
            at != link
            and all(way is not None for way in (*ways, *leaving))
            and not any(_are_parallel(one, other) for one in ways for other in leaving)
        ):
            found.add(link)
    return found & _carrying(kinematics, scene, massless)


def _carrying(kinematics: Kinematics, scene: Scene, massless: Collection[Id]) -> set[Id]:
    """Return the links without mass on which one hangs that weighs something by itself, at any depth. The share that the end of a chain
    gets is too little: engines that solve limits of joints divide by it."""
    above: dict[Id, set[Id]] = {}
    for joint in scene.joints:
        above.setdefault(kinematics.body_of(joint.child), set()).add(kinematics.body_of(joint.parent))
    waiting = [child for child in above if child != WORLD and child not in massless]
    found: set[Id] = set()
    while waiting:
        for parent in above.get(waiting.pop(), ()):
            if parent in massless and parent not in found:
                found.add(parent)
                waiting.append(parent)
    return found


def _way(kinematics: Kinematics, joint: Joint) -> tuple[str, Vec3] | None:
    """How a joint of one axis moves: the kind, and the axis in the world at zero. None for other joints."""
    if joint.type not in (*SLIDING, *TURNING) or len(joint.axes) != 1:
        return None
    axis = kinematics.at_zero(joint.id).rotation.apply(kinematics.joint_axis(joint, joint.axes[0]))
    return ("slides" if joint.type in SLIDING else "turns"), axis


def _are_parallel(one: tuple[str, Vec3] | None, other: tuple[str, Vec3] | None) -> bool:
    return one is not None and other is not None and one[0] == other[0] and abs(dot(one[1], other[1])) > PARALLEL
