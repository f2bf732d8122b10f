"""Which end of a joint is the parent. To ODE both are alike; a scene grows from a root, so a joint that is written against that is turned
round: its axes point the other way, positions and limits stay."""

from __future__ import annotations

from collections import deque

import msgspec

from scenec import ir
from scenec.ir import WORLD, Id
from scenec.trace import derived


def oriented(joints: list[ir.Joint], links: list[Id]) -> list[ir.Joint]:
    """The joints, so that each link but the roots is the child of one; what closes a loop stays as written. Roots are the world, then links
    that are written as nobody's child, then the first of each group."""
    around: dict[Id, list[int]] = {}
    for number, joint in enumerate(joints):
        around.setdefault(joint.parent, []).append(number)
        around.setdefault(joint.child, []).append(number)
    children = {joint.child for joint in joints}
    placed: set[Id] = set()
    result = list(joints)
    done: set[int] = set()
    for root in (WORLD, *(link for link in links if link not in children), *links):
        if root in placed:
            continue
        placed.add(root)
        todo = deque([root])
        while todo:
            at = todo.popleft()
            for number in around.get(at, ()):
                joint = joints[number]
                other = joint.child if joint.parent == at else joint.parent
                if number in done or other in placed:
                    continue
                done.add(number)
                placed.add(other)
                todo.append(other)
                if joint.child == at:
                    result[number] = reversed_joint(joint)
    return result


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
