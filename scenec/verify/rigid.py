"""A physics summary as a simulator has it, whatever a format makes of frames: rigid groups, what stands still, and joints."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from scenec.ir.base import WORLD
from scenec.ir.pose import Vec3
from scenec.ir.summary import CollisionSummary, JointSummary, LinkSummary, PhysicsSummary, SensorSummary, VisualSummary


class Parts(msgspec.Struct, frozen=True, gc=False):
    """What belongs to a rigid group."""

    collisions: tuple[CollisionSummary, ...]
    visuals: tuple[VisualSummary, ...]
    sensors: tuple[SensorSummary, ...]

    def __bool__(self) -> bool:
        return bool(self.collisions or self.visuals or self.sensors)


class Group(msgspec.Struct, frozen=True, gc=False):
    """Links that fixed joints weld together. names: their paths. mass, com, inertia: of all, in the world (the tensor's nine numbers
    about the centre of mass). self_collide: whether it touches another group of its model. jointed: whether a joint connects it to
    another group that moves."""

    names: tuple[str, ...]
    mass: float
    com: Vec3
    inertia: tuple[float, ...]
    parts: Parts
    self_collide: bool
    jointed: bool


class RigidView(msgspec.Struct, frozen=True, gc=False):
    """groups: what moves; standing: what belongs to the world. leader: the path of a link -> that of its group's first link, or
    ``world``."""

    groups: tuple[Group, ...]
    standing: Parts
    leader: dict[str, str]
    joints: tuple[JointSummary, ...]

    def home(self, link: str) -> str:
        return self.leader.get(link, link)


def rigid_view(summary: PhysicsSummary) -> RigidView:
    """The groups of a scene, in document order."""
    leader = _leaders(summary)
    members: dict[str, list[LinkSummary]] = {}
    for link in summary.links:
        members.setdefault(leader[link.path], []).append(link)
    standing = members.pop(WORLD, [])
    joined = {frozenset((leader.get(joint.parent, WORLD), leader.get(joint.child, WORLD))) for joint in summary.joints}
    jointed = {end for ends in joined if len(ends) == 2 and WORLD not in ends for end in ends}
    groups = _touching([_group(links, first in jointed) for first, links in members.items()], joined)
    return RigidView(groups, _parts(standing), leader, summary.joints)


def _touching(groups: list[Group], joined: set[frozenset[str]]) -> tuple[Group, ...]:
    """Groups with what their links say of touching others of their model as it has effect: on two that say so and share no joint."""
    willing: dict[str, list[str]] = {}
    for group in groups:
        if group.self_collide:
            willing.setdefault(group.names[0].rpartition("::")[0], []).append(group.names[0])

    def touches(group: Group) -> bool:
        own = group.names[0]
        return group.self_collide and any(
            other != own and frozenset((own, other)) not in joined for other in willing[own.rpartition("::")[0]]
        )

    return tuple(msgspec.structs.replace(group, self_collide=touches(group)) for group in groups)


def _leaders(summary: PhysicsSummary) -> dict[str, str]:
    above = {link.path: WORLD if link.static else link.path for link in summary.links} | {WORLD: WORLD}
    order = {path: number for number, path in enumerate([WORLD, *(link.path for link in summary.links)])}

    def find(path: str) -> str:
        while above.get(path, path) != path:
            path = above[path]
        return path

    for joint in summary.joints:
        if joint.type == "fixed":
            first, second = sorted((find(joint.parent), find(joint.child)), key=lambda path: order.get(path, 0))
            above[second] = first
    return {path: find(path) for path in above}


def _group(links: list[LinkSummary], jointed: bool) -> Group:
    mass = sum(link.mass for link in links)
    com = links[0].com
    if mass:
        com = (_mean(links, mass, 0), _mean(links, mass, 1), _mean(links, mass, 2))
    inertia = [0.0] * 9
    for link in links:
        d = [a - b for a, b in zip(link.com, com, strict=True)]
        square = sum(x * x for x in d)
        for i in range(3):
            for j in range(3):
                inertia[3 * i + j] += link.inertia[i][j] + link.mass * ((i == j) * square - d[i] * d[j])
    names = tuple(link.path for link in links)
    return Group(names, mass, com, tuple(inertia), _parts(links), any(link.self_collide for link in links), jointed)


def _mean(links: Iterable[LinkSummary], mass: float, axis: int) -> float:
    return sum(link.mass * link.com[axis] for link in links) / mass


def _parts(links: Iterable[LinkSummary]) -> Parts:
    links = list(links)
    return Parts(
        tuple(each for link in links for each in link.collisions),
        tuple(each for link in links for each in link.visuals),
        tuple(each for link in links for each in link.sensors),
    )
