"""The trees of bodies that the flat scene becomes: which joint carries which link.

SimRobot's bodies form trees: a joint holds its body, which holds the joints that hang on it. A joint that closes a loop, or that SimRobot
does not have, is reported and left out.
"""

from __future__ import annotations

from scenec.converters.common.free_links import KIND_WORDS, report_free_links
from scenec.converters.simrobot.findings.writing import (
    JOINT_KIND_DROPPED,
    JOINT_LOOP_DROPPED,
    JOINT_SENSOR_DROPPED,
    JOINT_STILL_INEFFECTIVE,
)
from scenec.converters.simrobot.profile import JOINTS
from scenec.converters.simrobot.write.context import Writing
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.scene import Frame, Model


class Structure:
    """The trees of bodies. carried: link or WORLD -> the joints that hang on it, in order; hung: link -> the joint it hangs on; hung_on:
    link
    -> the link that carries this joint."""

    def __init__(self, writing: Writing) -> None:
        scene, kinematics = writing.scene, writing.kinematics
        self.links: dict[Id, Link] = {link.id: link for link in scene.links}
        self.carried: dict[Id, list[Joint]] = {}
        self.hung: dict[Id, Joint] = {}
        self.hung_on: dict[Id, Id] = {}
        self.ends: dict[Id, tuple[Id, Id]] = {}
        tops: dict[Id, Id] = {}
        lost: set[Id] = set()
        for joint in scene.joints:
            parent, child = (self._moving(writing, kinematics.body_of(end)) for end in (joint.parent, joint.child))
            if joint.type not in JOINTS or len(joint.axes) != 1:
                self._report_unknown(writing, joint)
                lost.add(joint.id)
                continue
            if child == WORLD:
                self._report_still(writing, joint)
                continue
            if child in self.hung or _top(tops, parent) == child:
                self._report_loop(writing, joint)
                continue
            tops[child] = parent
            self.hung[child] = joint
            self.hung_on[child] = parent
            self.carried.setdefault(parent, []).append(joint)
            self.ends[joint.id] = (parent, child)
        report_free_links(writing.request, lost)
        self.by_model: dict[Id, list[Link]] = {}
        for link in scene.links:
            self.by_model.setdefault(link.model, []).append(link)
        self.frames: dict[Id, list[Frame]] = {}
        self.frame_ids = {frame.id for frame in scene.frames}
        for frame in scene.frames:
            if frame.attached_to is not None or frame.model is not None:
                self.frames.setdefault(kinematics.body_of(frame.id), []).append(frame)

    def _moving(self, writing: Writing, link_id: Id) -> Id:
        """Return the link, or WORLD for one of a static model."""
        link = self.links.get(link_id)
        return WORLD if link is None or link.model in writing.static else link_id

    def _report_loop(self, writing: Writing, joint: Joint) -> None:
        drop_joint_sensors(writing, joint)
        writing.drop(joint, JOINT_LOOP_DROPPED, value=joint.type, **writing.connected(joint))

    def _report_unknown(self, writing: Writing, joint: Joint) -> None:
        drop_joint_sensors(writing, joint)
        writing.drop(joint, JOINT_KIND_DROPPED, value=joint.type, kind=KIND_WORDS.get(joint.type, joint.type))

    def _report_still(self, writing: Writing, joint: Joint) -> None:
        drop_joint_sensors(writing, joint)
        writing.drop(joint, JOINT_STILL_INEFFECTIVE, value=joint.type)


def drop_joint_sensors(writing: Writing, joint: Joint) -> None:
    """Leave out the sensors of a joint. Joints of SimRobot report position and velocity only."""
    child = writing.paths.get(writing.kinematics.body_of(joint.child), "")
    for sensor in joint.sensors:
        subject = writing.parts.get(id(sensor)) or f"{child}::{sensor.name or sensor.type}"
        writing.drop(sensor, JOINT_SENSOR_DROPPED, node=joint, subject=subject, value=sensor.type)


def _top(tops: dict[Id, Id], link: Id) -> Id:
    while link in tops:
        link = tops[link]
    return link


def self_touching(structure: Structure, model: Model) -> tuple[set[Id], bool]:
    """Return the bodies of a model with self-collision that get collideWithParent, and whether that is exact.

    Such a body touches all others of its tree, one without it only such bodies. Links that share a joint do not touch, so it is exact where
    those of them that have shapes go without, and no two of these must touch.
    """
    links = {link.id: any(not each.sensing_only for each in link.collisions) for link in structure.by_model[model.id]}
    hung = {link for link in links if link in structure.hung_on}
    joined = [(link, structure.hung_on[link]) for link in hung if links[link] and links.get(structure.hung_on[link])]
    apart = {link for pair in joined for link in pair}
    if len(joined) != len(apart) * (len(apart) - 1) // 2:
        return hung, False
    return ({*links} if apart - hung else hung) - apart, True


def overlapping(writing: Writing, structure: Structure) -> set[Id]:
    """Return the links that overlap one at the same joint, where the scene starts."""
    from scenec.ir.overlap import Solids, overlap

    solids = Solids(writing.scene, writing.kinematics, writing.displaced)
    pairs = ((child, parent) for child, parent in structure.hung_on.items() if parent != WORLD)
    return {link for pair in pairs if overlap(solids.of(pair[0]), solids.of(pair[1])) for link in pair}
