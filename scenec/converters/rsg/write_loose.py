"""Links that a joint RubySceneGraph does not have held: each is told, down its tree, since each moves otherwise."""

from __future__ import annotations

from scenec.converters.rsg.write_context import Writing
from scenec.converters.rsg.write_joint import can_write
from scenec.converters.rsg.write_structure import Structure
from scenec.ir import WORLD, Id, Joint


def tell_loose(writing: Writing, structure: Structure) -> None:
    """Follows the joints that are written down from the child of each that is not."""
    below: dict[Id, list[Id]] = {}
    lost: list[tuple[Id, Joint]] = []
    held: set[Id] = set()
    for joint in writing.scene.joints:
        parent, child = structure.ends[joint.id]
        if child == WORLD or parent == child:
            continue
        if can_write(joint, (parent, child)):
            below.setdefault(parent, []).append(child)
            held.add(child)
        else:
            lost.append((child, joint))
    told: set[Id] = set()
    for start, joint in lost:
        waiting = [start] if start not in held else []
        while waiting:
            link = waiting.pop()
            if link not in told:
                told.add(link)
                _tell(writing, link, joint)
                waiting += below.get(link, ())


def _tell(writing: Writing, link: Id, joint: Joint) -> None:
    called = writing.paths[link]
    writing.tell(
        writing.seen[link],
        "link-inertial-frame-split",
        "approximated",
        "error",
        "geometry",
        subject=called,
        value=f"moves with what {writing.paths[joint.id]} joins it to",
        target="moves freely",
        because=f"the {joint.type} joint {writing.paths[joint.id]} above {called} is gone",
        consequence="it falls from where it stood, with what still hangs on it",
    )
