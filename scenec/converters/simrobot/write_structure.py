"""How the flat scene becomes nested elements: which joint carries which link.

SimRobot's bodies form trees: a joint holds its body, which holds the joints that hang on it. Every other joint of a link that
already hangs on one (a closed loop), or that SimRobot does not know, is left unread, so that it is reported with its consequence.
"""

from __future__ import annotations

from scenec.accounting.lens import unwrap
from scenec.converters.simrobot.write_context import Writing
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.scene import Frame, Model

TAGS = {"revolute": "Hinge", "continuous": "Hinge", "prismatic": "Slider"}
"""The joints that SimRobot knows."""
KIND_WORDS = {"revolute2": "two-axis"}


class Structure:
    """The trees of bodies. carried: link or WORLD -> the joints that hang on it, in order; hung: link -> the joint it hangs
    on; hung_on: link -> the link that carries this joint."""

    def __init__(self, writing: Writing) -> None:
        scene, kinematics = writing.scene, writing.kinematics
        self.links: dict[Id, Link] = {link.id: link for link in scene.links}
        self.carried: dict[Id, list[Joint]] = {}
        self.hung: dict[Id, Joint] = {}
        self.hung_on: dict[Id, Id] = {}
        self.ends: dict[Id, tuple[Id, Id]] = {}
        tops: dict[Id, Id] = {}
        loosened: list[tuple[Id, Joint]] = []
        for joint in scene.joints:
            parent, child = (self._moving(writing, kinematics.body_of(end)) for end in (joint.parent, joint.child))
            if joint.type not in TAGS or len(joint.axes) != 1:
                self._tell_unknown(writing, joint)
                if child != WORLD:
                    loosened.append((child, joint))
                continue
            if child == WORLD:
                self._tell_still(writing, joint)
                continue
            if child in self.hung or _top(tops, parent) == child:
                self._tell_loop(writing, joint)
                continue
            tops[child] = parent
            self.hung[child] = joint
            self.hung_on[child] = parent
            self.carried.setdefault(parent, []).append(joint)
            self.ends[joint.id] = (parent, child)
        self._tell_loosened(writing, loosened)
        self.by_model: dict[Id, list[Link]] = {}
        for link in scene.links:
            self.by_model.setdefault(link.model, []).append(link)
        self.frames: dict[Id, list[Frame]] = {}
        self.frame_ids = {frame.id for frame in scene.frames}
        for frame in scene.frames:
            if frame.attached_to is not None or frame.model is not None:
                self.frames.setdefault(kinematics.body_of(frame.id), []).append(frame)

    def _moving(self, writing: Writing, link_id: Id) -> Id:
        """A link of a static model is as good as the world."""
        link = self.links.get(link_id)
        return WORLD if link is None or link.model in writing.static else link_id

    def _tell_loop(self, writing: Writing, joint: Joint) -> None:
        drop_joint_sensors(writing, writing.seen[joint.id])
        writing.drop(
            writing.seen[joint.id],
            "joint-loop-dropped",
            "error",
            "physics",
            value=joint.type,
            because="its two bodies are joined already; bodies of SimRobot form trees, so the loop is cut here",
            consequence="the two bodies come apart at this joint",
            hint="put the joint that may be missing last",
        )

    def _tell_unknown(self, writing: Writing, joint: Joint) -> None:
        drop_joint_sensors(writing, writing.seen[joint.id])
        several = joint.type in ("ball", "universal", "revolute2")
        writing.drop(
            writing.seen[joint.id],
            "joint-kind-dropped",
            "error",
            "physics",
            value=joint.type,
            because=f"SimRobot has hinges and sliders only, no {KIND_WORDS.get(joint.type, joint.type)} joints",
            consequence="its two bodies move freely of each other",
            hint="--adapt-joints writes it as a chain of hinges" if several and not writing.options.adapt_joints else "",
        )

    def _tell_loosened(self, writing: Writing, loosened: list[tuple[Id, Joint]]) -> None:
        """What hung on joints that are gone, link by link down its tree. Of what another joint holds all the same, nothing is told."""
        told: set[Id] = set()
        for child, joint in loosened:
            below = [child] if child not in self.hung else []
            while below:
                link_id = below.pop()
                if link_id in told:
                    continue
                told.add(link_id)
                tell_loose(writing, writing.seen[link_id], joint)
                below += [self.ends[each.id][1] for each in self.carried.get(link_id, ())]

    def _tell_still(self, writing: Writing, joint: Joint) -> None:
        drop_joint_sensors(writing, writing.seen[joint.id])
        writing.drop(
            writing.seen[joint.id],
            "joint-still-ineffective",
            "note",
            "physics",
            value=joint.type,
            because="neither of its two bodies ever moves",
            consequence="nothing: they stand where they did",
        )


def tell_loose(writing: Writing, link: Link, joint: Joint) -> None:
    """A link (through the lens) that a joint above it does not hold any more: it, what it shows and what it feels are elsewhere soon."""
    bare, path = unwrap(link), writing.path(link)
    because = f"the {KIND_WORDS.get(joint.type, joint.type)} joint {writing.path(joint)} above {path} is gone"
    writing.tell(
        link, "link-inertial-frame-split", "approximated", "error", "geometry", target="moves freely", because=because,
        value=f"moves with what {writing.path(joint)} joins it to", consequence="it falls from where it stood, with what still hangs on it",
    )  # fmt: skip
    if bare.visuals:
        writing.tell(
            link, "appearance-frame-split", "approximated", "note", "appearance", because=because, consequence="what shows falls with it"
        )
    for sensor in bare.sensors:
        name = sensor.name or sensor.type
        writing.tell(
            sensor, "sensor-frame-split", "approximated", "warning", "sensing", subject=f"{path}::{name}", because=because,
            consequence=f"{name} measures where the link falls",
        )  # fmt: skip


def drop_joint_sensors(writing: Writing, joint: Joint) -> None:
    """Sensors of a joint (through the lens). What a joint of SimRobot tells by itself are its position and velocity."""
    child = writing.paths.get(writing.kinematics.body_of(unwrap(joint).child), "")
    for sensor in joint.sensors:
        name = unwrap(sensor).name or unwrap(sensor).type
        writing.drop(
            sensor, "joint-sensor-dropped", "warning", "sensing", node=joint, subject=f"{child}::{name}", value=unwrap(sensor).type,
            because=f"joints of SimRobot tell their position and velocity and nothing else; this is {name}",
            consequence="programs that read it get nothing",
        )  # fmt: skip


def _top(tops: dict[Id, Id], link: Id) -> Id:
    while link in tops:
        link = tops[link]
    return link


def self_touching(structure: Structure, model: Model) -> tuple[set[Id], bool]:
    """Which bodies of a model whose links touch each other get collideWithParent, and whether that says it exactly.

    Such a body touches all others of its tree, one without it only such bodies. Links that share a joint do not touch, so exact is: those
    of them that have shapes go without, and no two of these should touch.
    """
    links = {link.id: any(not each.sensing_only for each in link.collisions) for link in structure.by_model[model.id]}
    hung = {link for link in links if link in structure.hung_on}
    joined = [(link, structure.hung_on[link]) for link in hung if links[link] and links.get(structure.hung_on[link])]
    apart = {link for pair in joined for link in pair}
    if len(joined) != len(apart) * (len(apart) - 1) // 2:
        return hung, False
    return ({*links} if apart - hung else hung) - apart, True
