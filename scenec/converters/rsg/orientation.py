"""Which end of a joint is the parent. To ODE both are alike; a scene grows from a root, so a joint that is written against that is turned
round: its axes point the other way, positions and limits stay."""

from __future__ import annotations

from collections import deque

import msgspec

from scenec import ir
from scenec.ir import WORLD, Id
from scenec.ir.circles import closing
from scenec.trace import derived


def oriented(joints: list[ir.Joint], links: list[Id]) -> list[ir.Joint]:
    """The joints, so that each link but the roots is the child of one, and none leads back to where it came from. Roots are the world,
    then links that are written as nobody's child, then, of links in circles, those from which all others of their group are reached. A
    joint is turned round only for a link that no joint leads to as it is written, or if it closes a circle; so reading what was written of
    the result turns none."""
    around: dict[Id, list[int]] = {}
    for number, joint in enumerate(joints):
        around.setdefault(joint.parent, []).append(number)
        around.setdefault(joint.child, []).append(number)
    children = {joint.child for joint in joints}
    placed: set[Id] = set()
    result = list(joints)
    roots: list[Id] = []
    for root in (WORLD, *(link for link in links if link not in children), *last_starts(joints, links)):
        if root in placed:
            continue
        roots.append(root)
        placed.add(root)
        reached, against = deque([root]), deque[int]()
        while reached or against:
            if not reached:
                number = against.popleft()
                joint = joints[number]
                if joint.parent not in placed:
                    result[number] = reversed_joint(joint)
                    placed.add(joint.parent)
                    reached.append(joint.parent)
                continue
            at = reached.popleft()
            for number in around.get(at, ()):
                joint = joints[number]
                if joint.child == at:
                    against.append(number)
                elif joint.child not in placed:
                    placed.add(joint.child)
                    reached.append(joint.child)
    for number in closing([(joint.parent, joint.child) for joint in result], roots):
        result[number] = reversed_joint(result[number])
    return result


def last_starts(joints: list[ir.Joint], links: list[Id]) -> list[Id]:
    """Going along the joints as they are written from each link that is not reached yet: where that started, the last one first. If all of
    a group can be reached from one link, they can be from the last of its starts."""
    below: dict[Id, list[Id]] = {}
    for joint in joints:
        below.setdefault(joint.parent, []).append(joint.child)
    reached: set[Id] = set()
    starts: list[Id] = []
    for link in links:
        if link in reached:
            continue
        starts.append(link)
        todo = [link]
        while todo:
            at = todo.pop()
            if at not in reached:
                reached.add(at)
                todo.extend(below.get(at, ()))
    return starts[::-1]


def reversed_joint(joint: ir.Joint) -> ir.Joint:
    """The same joint with parent and child exchanged."""
    axes = []
    for axis in reversed(joint.axes):
        x, y, z = (derived(0.0 - part, part) for part in axis.xyz)
        axes.append(msgspec.structs.replace(axis, xyz=(x, y, z)))
    last = len(axes) - 1
    actuators = tuple(msgspec.structs.replace(each, axis=last - each.axis if last > 0 else each.axis) for each in joint.actuators)
    return msgspec.structs.replace(
        joint,
        parent=joint.child,
        child=joint.parent,
        relative_to=joint.relative_to or joint.child,
        axes=tuple(axes),
        actuators=actuators,
    )
