"""Links that are free because RubySceneGraph lacks the joint that held them: each is reported, down its tree."""

from __future__ import annotations

from scenec.converters.rsg.findings.writing import LINK_RELEASED
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.joint import can_write
from scenec.converters.rsg.write.structure import Structure
from scenec.ir import WORLD, Id, Joint


def report_released_links(writing: Writing, structure: Structure) -> None:
    """Report the links below each joint that cannot be written, following the joints that are."""
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
    reported: set[Id] = set()
    for start, joint in lost:
        waiting = [start] if start not in held else []
        while waiting:
            link = waiting.pop()
            if link not in reported:
                reported.add(link)
                _report(writing, link, joint)
                waiting += below.get(link, ())


def _report(writing: Writing, link: Id, joint: Joint) -> None:
    called = writing.paths[link]
    writing.report(
        writing.seen[link],
        LINK_RELEASED,
        subject=called,
        value=f"held by {writing.paths[joint.id]}",
        target="moves freely",
        kind=joint.type,
        joint=writing.paths[joint.id],
    )
