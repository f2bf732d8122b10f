"""Which end of a joint is the parent.

ODE treats both ends equally, but a scene is a tree. A joint that points towards the root is reversed: its axes get the opposite direction,
positions and limits stay.
"""

from __future__ import annotations

from collections import deque

import msgspec

from scenec import ir
from scenec.ir import WORLD, Id
from scenec.ir.circles import closing
from scenec.trace import derived


def with_parents_towards_root(joints: list[ir.Joint], links: list[Id]) -> list[ir.Joint]:
    """Return the joints, reversed where needed, so that each link except the roots is the child of one joint. Roots are the world, then
    links that are the child of no joint, then, of loops, links from which all others of their group can be reached. A joint is reversed
    only for a link that no other joint leads to, or if it closes a loop. Reading the written result therefore reverses none."""
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
    """Follow the joints from each link that is not reached yet, and return these links, last one first. If one link reaches its whole
    group, the last of these links does."""
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
    """Return the joint with parent and child exchanged."""
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
