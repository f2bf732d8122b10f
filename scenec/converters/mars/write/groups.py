"""Which links become groups, in which order, and which link of a joint carries which.

A joint of MARS has no parent and child: a reader of a scene roots its bodies where something stands still, else at the first. So
links are written parents first; otherwise they keep their order.
"""

from __future__ import annotations

from scenec.converters.mars.profile import has_joint
from scenec.converters.mars.write.context import Writing
from scenec.ir.base import WORLD, Id
from scenec.ir.link import Link


class Groups:
    """Groups and directions of joints. links: in the order they are written. ends: joint -> the bodies (parent, child) it connects, WORLD
    for the world. index: link -> the number of its first node, once written. group: moving link -> the number of its group. first_of: joint
    -> the body that is its node1. root: moving link -> the root of its tree of joints."""

    def __init__(self, writing: Writing) -> None:
        scene = writing.scene
        self.by_id: dict[Id, Link] = {link.id: link for link in scene.links}
        self.ends: dict[Id, tuple[Id, Id]] = {}
        above: dict[Id, Id] = {}
        for joint in scene.joints:
            parent, child = (writing.kinematics.body_of(end) for end in (joint.parent, joint.child))
            self.ends[joint.id] = (parent, child)
            if child not in above and parent in self.by_id and child in self.by_id:
                above[child] = parent
        self.links = [link for model_links in (_ordered(scene.links, self.by_id, above),) for link in model_links]
        moving = [link.id for link in self.links if not writing.is_static(link.id)]
        self.group = {link_id: number for number, link_id in enumerate(moving, 1)}
        self.index: dict[Id, int] = {}
        self.neighbours: dict[Id, set[Id]] = {}
        for parent, child in self.ends.values():
            self.neighbours.setdefault(parent, set()).add(child)
            self.neighbours.setdefault(child, set()).add(parent)
        self._count = 0
        self.root: dict[Id, Id] = {}
        self.first_of = self._sides(writing)

    def _sides(self, writing: Writing) -> dict[Id, Id]:
        """Return joint -> the body that is its node1: the one farther from the root, found by following joints from static bodies, else
        from the first body, as a reader does. In a loop it is the parent."""
        touching: dict[Id, list[Id]] = {}
        held: list[Id] = []
        sides: dict[Id, Id] = {}
        for joint in writing.scene.joints:
            parent, child = self.ends[joint.id]
            moving = [end for end in (parent, child) if not writing.is_static(end)]
            if not has_joint(joint) or not moving:
                continue
            sides[joint.id] = parent if parent in moving else child
            for end in moving:
                touching.setdefault(end, []).append(joint.id)
            if len(moving) == 1:
                held.append(moving[0])
                sides[joint.id] = moving[0]
        reached: set[Id] = set()
        for start in (*held, *(link.id for link in self.links if not writing.is_static(link.id))):
            if start in reached:
                continue
            reached.add(start)
            self.root[start] = start
            queue = [start]
            for body in queue:
                for joint_id in touching.get(body, ()):
                    other = next((end for end in self.ends[joint_id] if end != body), body)
                    if not writing.is_static(other) and other not in reached:
                        sides[joint_id] = other
                        self.root[other] = start
                        reached.add(other)
                        queue.append(other)
        return sides

    def next_index(self) -> int:
        """The number of the next node."""
        self._count += 1
        return self._count

    def node_of(self, link: Id) -> int:
        """Return the number of the first node of a link; 0 for the world and for links without a node."""
        return 0 if link == WORLD else self.index.get(link, 0)


def _ordered(links: tuple[Link, ...], by_id: dict[Id, Link], above: dict[Id, Id]) -> list[Link]:
    """Return the links with parents before children. A loop is entered at its first link."""
    placed: dict[Id, Link] = {}
    for link in links:
        chain: list[Id] = []
        at: Id | None = link.id
        while at is not None and at not in placed and at not in chain:
            chain.append(at)
            at = above.get(at)
        if at is not None and at not in placed:
            chain = [link.id]  # parents in a circle
        for each in reversed(chain):
            placed[each] = by_id[each]
    return list(placed.values())
