"""The links and joints of a physics summary as a graph: what a joint connects, what is welded together, what a welded body weighs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from scenec.comparison.tolerance import Tolerance
from scenec.ir.base import WORLD
from scenec.ir.pose import IDENTITY as NO_TURN
from scenec.ir.pose import Pose, Vec3, dot, sub
from scenec.ir.summary import LinkSummary, PhysicsSummary

WORLD_INDEX = -1
"""The index of the world among links."""

Ends = tuple[int, int]
"""The indices of a joint's parent and child link, or of the groups that these belong to."""
Tensor = tuple[Vec3, Vec3, Vec3]


class Weight(NamedTuple):
    """Mass (kg), centre of mass (m, world), inertia about it (kg m^2, world axes)."""

    mass: float
    com: Vec3
    inertia: Tensor

    def moved(self, D: Pose) -> Weight:
        """The weight after a displacement in the world."""
        return Weight(self.mass, D.apply(self.com), _turned(self.inertia, D))


class JointGraph:
    """Links and joints go by their index in the summary. Everything is computed when it is first used."""

    def __init__(self, physics: PhysicsSummary) -> None:
        self._physics: PhysicsSummary | None = physics

    @property
    def physics(self) -> PhysicsSummary:
        assert self._physics is not None
        return self._physics

    @cached_property
    def link_paths(self) -> list[str]:
        return [link.path for link in self.physics.links]

    @cached_property
    def joint_paths(self) -> list[str]:
        return [joint.path for joint in self.physics.joints]

    @cached_property
    def ends(self) -> list[Ends]:
        """Per joint the indices of its parent and child link."""
        index = {path: i for i, path in enumerate(self.link_paths)} | {WORLD: WORLD_INDEX}
        return [(index[joint.parent], index[joint.child]) for joint in self.physics.joints]

    @cached_property
    def joints_at(self) -> dict[int, list[tuple[int, int]]]:
        """Per link (joint, link at its other end), in document order."""
        found: dict[int, list[tuple[int, int]]] = {}
        for joint, (parent, child) in enumerate(self.ends):
            found.setdefault(parent, []).append((joint, child))
            found.setdefault(child, []).append((joint, parent))
        return found

    @cached_property
    def parent_joints(self) -> dict[int, int]:
        """Per link the first joint that moves it."""
        found: dict[int, int] = {}
        for joint, (_, child) in enumerate(self.ends):
            found.setdefault(child, joint)
        return found

    # -- welded links

    @cached_property
    def groups(self) -> list[int]:
        """Per link the first of those that are welded to it, WORLD_INDEX for what is fixed to the world."""
        leader = list(range(len(self.physics.links)))

        def find(link: int) -> int:
            while link != WORLD_INDEX and leader[link] != link:
                above = leader[link]
                if above != WORLD_INDEX:
                    leader[link] = leader[above]  # halve the way for the next search
                link = above
            return link

        for i, link in enumerate(self.physics.links):
            if link.static:
                leader[i] = WORLD_INDEX
        for joint, ends in zip(self.physics.joints, self.ends, strict=True):
            one, other = sorted(map(find, ends))
            if joint.type == "fixed" and one != other:
                leader[other] = one
        return [find(i) for i in range(len(leader))]

    @cached_property
    def group_ends(self) -> list[Ends]:
        """Per joint the groups of its parent and child link."""
        groups = [*self.groups, WORLD_INDEX]  # so that WORLD_INDEX leads to itself
        return [(groups[parent], groups[child]) for parent, child in self.ends]

    @cached_property
    def members(self) -> dict[int, list[int]]:
        """The links of each group, in document order."""
        found: dict[int, list[int]] = {}
        for i, group in enumerate(self.groups):
            found.setdefault(group, []).append(i)
        return found

    @cached_property
    def jointed(self) -> set[int]:
        """The groups that hang on another one that moves: whether a lone body touches itself makes no difference."""
        return {group for ends in self.group_ends if ends[0] != ends[1] and WORLD_INDEX not in ends for group in ends}

    def weight(self, group: int) -> Weight:
        """Return what the links of a group weigh together."""
        return weight_of([self.physics.links[i] for i in self.members[group]])


def weight_of(links: Sequence[LinkSummary]) -> Weight:
    """Return mass, centre of mass and inertia of links that are one body."""
    if len(links) == 1:
        return Weight(links[0].mass, links[0].com, links[0].inertia)
    mass = sum(link.mass for link in links)
    com = links[0].com
    if mass:
        x, y, z = (sum(link.mass * link.com[axis] for link in links) / mass for axis in range(3))
        com = (x, y, z)
    offsets = [sub(link.com, com) for link in links]

    def entry(i: int, j: int) -> float:
        shifted = (link.mass * ((i == j) * dot(d, d) - d[i] * d[j]) for link, d in zip(links, offsets, strict=True))
        return sum(link.inertia[i][j] for link in links) + sum(shifted)

    xx, yy, zz, xy, xz, yz = (entry(i, j) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
    return Weight(mass, com, ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))


def weights_apart(ours: Weight, theirs: Weight, close: Tolerance) -> Iterator[str]:
    """Yield what differs of two bodies: ``mass``, ``centre of mass``, ``inertia tensor``."""
    if not close.numbers_close(ours.mass, theirs.mass):
        yield "mass"
    if ours.mass and theirs.mass and not close.positions_close(ours.com, theirs.com):
        yield "centre of mass"
    flat, other = ([part for row in each.inertia for part in row] for each in (ours, theirs))
    if not close.all_close(flat, other, ours.mass * 1e-6):
        yield "inertia tensor"


def direction(ours: Ends, theirs: Ends) -> int:
    """Return 1 if two joints connect the same bodies, -1 if the second is written from the other side, 0 if it connects others."""
    return 1 if ours == theirs else -1 if ours == theirs[::-1] else 0


def _turned(inertia: Tensor, D: Pose) -> Tensor:
    """R I R^T."""
    if D.rotation == NO_TURN:
        return inertia
    R = D.rotation.matrix()
    half = [[sum(R[i][k] * inertia[k][j] for k in range(3)) for j in range(3)] for i in range(3)]

    def row(i: int) -> Vec3:
        x, y, z = (sum(half[i][k] * R[j][k] for k in range(3)) for j in range(3))
        return x, y, z

    return row(0), row(1), row(2)
