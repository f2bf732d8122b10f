"""Which links become groups, in which order, and which link of a joint carries which.

MARS does not know parent and child: whoever reads a scene roots its bodies where something stands still, else at the first. So
links are written parents first; otherwise they keep their order.
"""

from __future__ import annotations

from scenec.converters.mars.write_context import Writing
from scenec.ir.base import WORLD, Id
from scenec.ir.link import Link
from scenec.ir.names import Unique


class Groups:
    """links: in the order they are written. ends: joint -> the bodies (parent, child) it connects, WORLD for the world. index: link ->
    the number of the node that stands for it, as far as nodes are written. group: link -> its group's number."""

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
        self.group = {link.id: number for number, link in enumerate(self.links, 1)}
        self.index: dict[Id, int] = {}
        self.neighbours: dict[Id, set[Id]] = {}
        for parent, child in self.ends.values():
            self.neighbours.setdefault(parent, set()).add(child)
            self.neighbours.setdefault(child, set()).add(parent)
        self._count = 0
        self._node_names = Unique()

    def next_index(self) -> int:
        """The number of the next node."""
        self._count += 1
        return self._count

    def node_of(self, link: Id) -> int:
        """The number of the node that stands for a link; 0 for the world, and for what has no node."""
        return 0 if link == WORLD else self.index.get(link, 0)


def _ordered(links: tuple[Link, ...], by_id: dict[Id, Link], above: dict[Id, Id]) -> list[Link]:
    """Parents before what hangs on them; a loop is entered at its first link."""
    placed: dict[Id, Link] = {}
    for link in links:
        chain: list[Id] = []
        at: Id | None = link.id
        while at is not None and at not in placed and at not in chain:
            chain.append(at)
            at = above.get(at)
        for each in reversed(chain):
            placed[each] = by_id[each]
    return list(placed.values())
