"""Keyframes become named poses. What they say of velocities, activations, commands and mocap bodies is kept for MJCF alone."""

from __future__ import annotations

from scenec import ir
from scenec.converters.mjcf import kinds
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.context import Joint, Reading
from scenec.converters.mjcf.read.elements import Element
from scenec.converters.mjcf.read.joint import DOFS
from scenec.converters.mjcf.read.tree import Home
from scenec.ir.pose import Pose, Rotation
from scenec.trace import ids_of, traced


class Counts:
    """How many numbers a keyframe has to state. -1: not known, where deformable bodies add to them."""

    def __init__(self, reading: Reading, actuators: int, mocaps: int, *, soft: bool) -> None:
        self.of = {
            "qpos": -1 if soft else sum(joint.width for joint in reading.qpos),
            "qvel": -1 if soft else sum(DOFS[joint.kind] for joint in reading.qpos),
            "ctrl": actuators,
            "mpos": 3 * mocaps,
            "mquat": 4 * mocaps,
        }


def read_keyframe(element: Element, home: Home, reading: Reading, counts: Counts) -> ir.NamedPose:
    """Return a keyframe as a pose. Raises ReadError for one that does not fit the model."""
    entry = Entry(element, home.classes, None)
    for name, count in counts.of.items():
        text = element.attributes.get(name)
        if text is not None and count >= 0 and len(kinds.numbers(text)) > count:
            raise element.error(f"{name} has {len(kinds.numbers(text))} numbers", name, f"at most {count}")
    text = element.attributes.get("qpos")
    positions: list[ir.JointPosition] = []
    placements: list[ir.LinkPlacement] = []
    if text is not None and counts.of["qpos"] >= 0:
        entry.taken.add("qpos")
        values, ids = kinds.numbers(text), ids_of(text)
        at = 0
        for joint in reading.qpos:
            own = values[at : at + joint.width]
            at += joint.width
            if len(own) < joint.width:  # what is left out is as at the pose of the file
                break
            if joint.kind == "free":
                pose = Pose((own[0], own[1], own[2]), Rotation.from_quat(*own[3:]))
                placements.append(ir.LinkPlacement(link=joint.body.link, pose=pose.with_ids(ids)))
            else:
                positions.append(ir.JointPosition(joint=joint.id, values=traced(_moved(own, joint), ids)))
    return ir.NamedPose(
        name=entry.name, positions=tuple(positions), placements=tuple(placements), time=entry.number("time"), extras=entry.extras(),
        origin=entry.origin,
    )  # fmt: skip


def _moved(values: tuple[float, ...], joint: Joint) -> tuple[float, ...]:
    """Positions as motions from the pose of the file."""
    return tuple(each - float(joint.ref) for each in values) if joint.ref else values
