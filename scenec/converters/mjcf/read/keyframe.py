"""Keyframes become named poses. What they say of velocities, activations, commands and mocap bodies is kept for MJCF alone.

Those of an attached model come along under its prefix: what they say of each joint, actuator and mocap body then stands in the order of
the whole model (src/user/user_model.cc, `StoreKeyframes`; src/user/user_api.cc, `mjs_attach`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

import msgspec

from scenec import ir
from scenec.converters.mjcf import kinds
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.context import Joint, Reading
from scenec.converters.mjcf.read.elements import Element
from scenec.converters.mjcf.read.joint import DOFS, WIDTHS, kind_of
from scenec.converters.mjcf.read.relations import Section, elements_of
from scenec.converters.mjcf.read.tree import MOST_COPIES, Copy, Home, Tree
from scenec.ir.pose import Pose, Rotation
from scenec.syntax.kinds import shown
from scenec.trace import ids_of, traced

SOFT = ("qpos", "qvel")
"""Attributes to which deformable bodies add numbers."""

Key = tuple[int, str, str]
"""Element of the file that a number is for, and what stands before and behind its name."""


class Layout(msgspec.Struct, frozen=True, eq=False):
    """Joints, actuators and mocap bodies in the order of a keyframe. slots: by attribute, for what the numbers are and how many for
    each; None for what is not attached. soft: the model has deformable bodies, which add numbers."""

    slots: dict[str, list[tuple[Key | None, int]]]
    soft: bool

    def moved(self, outer: Mapping[Key, Key], *, soft: bool) -> Layout:
        """Return it with the keys of the model around it. outer: these, of what is attached."""
        slots = {name: [(None if key is None else outer.get(key), width) for key, width in each] for name, each in self.slots.items()}
        return Layout(slots, self.soft or soft)

    def split(self, element: Element, name: str) -> list[tuple[float, ...]]:
        """Return the numbers of an attribute for each thing, up to where they end. Raises ReadError if they are too many."""
        values = kinds.numbers(element.attributes[name])
        count = sum(width for _, width in self.slots[name])
        if len(values) > count:
            raise element.error(f"{name} has {len(values)} numbers", name, f"at most {count}")
        found, at = [], 0
        for _, width in self.slots[name]:
            if at + width > len(values):  # what is left out is as at the pose of the file
                break
            found.append(values[at : at + width])
            at += width
        return found


def layout_of(tree: Tree, actuators: Section) -> Layout:
    """Return what the keyframes of a model state."""
    joints = [(key_of(placed.entry.element), kind_of(placed)) for body in tree.bodies for placed in body.joints]
    mocaps = [key_of(body.entry.element) for body in tree.bodies if body.mocap and body.entry is not None]
    made = {id(each): (id(each.node), part.prefix, part.suffixes[0]) for part in tree.copies.values() for each in part.taken}
    return Layout(
        {
            "qpos": [(key, WIDTHS[kind]) for key, kind in joints],
            "qvel": [(key, DOFS[kind]) for key, kind in joints],
            "ctrl": [(made.get(id(each), key_of(each)), 1) for each, _ in actuators],
            "mpos": [(key, 3) for key in mocaps],
            "mquat": [(key, 4) for key in mocaps],
        },
        any(each.entry.element.tag == "flexcomp" for body in (tree.world, *tree.bodies) for each in body.apart),
    )


def key_of(element: Element) -> Key:
    """Return under which key numbers are for an element, or for what is made of it."""
    return id(element.node), element.prefix, element.suffix


class Keyframe(msgspec.Struct, frozen=True, eq=False):
    """A keyframe of the model or of one that it attaches. layout: what its numbers are for in the model. attached: by how many."""

    element: Element
    home: Home
    name: str | None
    layout: Layout
    attached: int = 0


def keyframes_of(tree: Tree, layout: Layout, inner: Callable[[Home], list[Keyframe]]) -> list[Keyframe]:
    """Return the keyframes of a model, then those of what it attaches, in the order of the attachments. inner: gives those of a model
    that stands alone. Raises ReadError if they are too many."""
    known = {key for slots in layout.slots.values() for key, _ in slots}
    nearest: dict[int, dict[Key, Key]] = {}
    attached: list[list[Keyframe]] = []
    count = 0
    for part in reversed(tree.attachments()):
        outer = nearest.setdefault(id(part.model), {})  # where a model is attached several times, the next part that has a thing counts
        keyframes = inner(part.home)
        layouts = {id(each.layout): each.layout for each in keyframes}
        for node, before, behind in {
            key for each in layouts.values() for slots in each.slots.values() for key, _ in slots if key is not None
        }:
            found = (node, part.prefix + before, behind + part.suffixes[0])
            if found in known:
                outer[node, before, behind] = found
        moved = {i: each.moved(outer, soft=layout.soft) for i, each in layouts.items()}
        attached.append([_in_part(each, part, moved[id(each.layout)]) for each in keyframes])
        count += len(keyframes)
        if count > MOST_COPIES:
            raise keyframes[-1].element.error(f"attached models have more than {MOST_COPIES:,} keyframes", None, "fewer")
    own = [Keyframe(each, tree.home, each.attributes.get("name"), layout) for each in elements_of(tree.home.root, "keyframe")]
    return [*own, *chain.from_iterable(reversed(attached))]


def _in_part(keyframe: Keyframe, part: Copy, layout: Layout) -> Keyframe:
    """Return an attached model's keyframe as one of the model around it."""
    name = keyframe.name
    if not keyframe.attached:  # MuJoCo leaves the names as they are that come from further inside
        name = traced(f"{part.prefix}{name or ''}", ids_of(name)) or None
    return Keyframe(keyframe.element, keyframe.home, name, layout, keyframe.attached + 1)


def read_keyframe(keyframe: Keyframe, reading: Reading, whole: Layout, at_rest: Mapping[Key, Pose]) -> ir.NamedPose:
    """Return a keyframe as a pose. whole: the layout of the model. at_rest: poses of its mocap bodies. Raises ReadError for numbers
    that do not fit."""
    element, layout = keyframe.element, keyframe.layout
    entry = Entry(element, keyframe.home.classes, None)
    split = {
        name: layout.split(element, name) for name in layout.slots if name in element.attributes and not (layout.soft and name in SOFT)
    }
    positions: list[ir.JointPosition] = []
    placements: list[ir.LinkPlacement] = []
    if "qpos" in split:
        entry.taken.add("qpos")
        ids = ids_of(element.attributes["qpos"])
        for joint, own in zip(_joints(keyframe, reading), split["qpos"], strict=False):
            if joint is None:
                continue
            if joint.kind == "free":
                pose = Pose((own[0], own[1], own[2]), Rotation.from_quat(*own[3:]))
                placements.append(ir.LinkPlacement(link=joint.body.link, pose=pose.with_ids(ids)))
            else:
                positions.append(ir.JointPosition(joint=joint.id, values=traced(_moved(own, joint), ids)))
    kept = list(_in_the_whole(keyframe, entry, split, reading, whole, at_rest)) if keyframe.attached else []
    return ir.NamedPose(
        name=keyframe.name,
        positions=tuple(positions),
        placements=tuple(placements),
        time=entry.number("time"),
        extras=(*entry.extras(), *kept),
        origin=entry.origin,
    )


def _joints(keyframe: Keyframe, reading: Reading) -> list[Joint | None]:
    """Return the joints of a keyframe's qpos, None for those that are not attached."""
    if not keyframe.attached:
        return [*reading.qpos]
    joints = {key_of(joint.placed.entry.element): joint for joint in reading.qpos}
    return [joints[key] if key is not None else None for key, _ in keyframe.layout.slots["qpos"]]


def _moved(values: tuple[float, ...], joint: Joint) -> tuple[float, ...]:
    """Positions as motions from the pose of the file."""
    return tuple(each - float(joint.ref) for each in values) if joint.ref else values


def _in_the_whole(
    keyframe: Keyframe,
    entry: Entry,
    split: Mapping[str, list[tuple[float, ...]]],
    reading: Reading,
    whole: Layout,
    at_rest: Mapping[Key, Pose],
) -> Iterator[ir.Extra]:
    """Yield what an attached model's keyframe says of all but positions, in the order of the whole model."""
    attributes = keyframe.element.attributes
    for name in ("act", *SOFT):
        if name in attributes and name not in split:
            entry.consume(name)
            reading.ledger.report(
                findings.ATTACHED_KEYFRAME_DROPPED, about=attributes[name], origin=entry.origin, subject=f"key@{name}", name=name
            )
    for name in ("qvel", "ctrl", "mpos", "mquat"):
        if name not in split:
            continue
        said = {key: own for (key, _), own in zip(keyframe.layout.slots[name], split[name], strict=False)}
        numbers: list[float] = []
        for key, width in whole.slots[name]:
            rest: tuple[float, ...] = (0.0,) * width
            if key is not None and key in at_rest:
                rest = at_rest[key].position if name == "mpos" else at_rest[key].rotation
            numbers += said.get(key, rest)
        entry.taken.add(name)
        text = " ".join(shown(float(each)) for each in numbers)
        yield ir.Extra(format="mjcf", key=f"@{name}", value=traced(text, ids_of(attributes[name])), origin=entry.origin)
