"""A physics summary as a simulator has it, without frames: rigid groups, static parts and joints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

import msgspec

from scenec.comparison.joint_graph import WORLD_INDEX, JointGraph, Weight
from scenec.ir.summary import CollisionSummary, LinkSummary, SensorSummary, VisualSummary


class Parts(msgspec.Struct, frozen=True, gc=False):
    """A rigid group of links."""

    collisions: tuple[CollisionSummary, ...]
    visuals: tuple[VisualSummary, ...]
    sensors: tuple[SensorSummary, ...]

    def __bool__(self) -> bool:
        return bool(self.collisions or self.visuals or self.sensors)


class Group(msgspec.Struct, frozen=True, gc=False):
    """Links that fixed joints weld together. number: the index of the first one. names: their paths. weight: of all. self_collide: whether
    it touches another group of its machine."""

    number: int
    names: tuple[str, ...]
    weight: Weight
    parts: Parts
    self_collide: bool


class RigidView(JointGraph):
    """The bodies of a scene, in document order."""

    @cached_property
    def bodies(self) -> list[Group]:
        """Return what moves."""
        return [self._body(number) for number in sorted(self.members) if number != WORLD_INDEX]

    @cached_property
    def standing(self) -> Parts:
        """Return what belongs to the world."""
        return _parts(self._links_of(WORLD_INDEX))

    def _links_of(self, group: int) -> list[LinkSummary]:
        return [self.physics.links[i] for i in self.members.get(group, ())]

    def _body(self, number: int) -> Group:
        links = self._links_of(number)
        return Group(number, tuple(link.path for link in links), self.weight(number), _parts(links), self._touches(number))

    def _touches(self, number: int) -> bool:
        """Whether a body touches another one of its machine that it shares no joint with: one of its model if the links of both say so, or
        one of another model. What joints connect is a machine, since formats differ in what they call one model."""
        return any(each != number and frozenset((number, each)) not in self._joined for each in self._touchable(number))

    def _touchable(self, number: int) -> Iterator[int]:
        """Yield the bodies of a machine that may touch one of it, and perhaps itself."""
        model = self._model(number)
        willing = self._willing.get(model, {})
        if number in willing:
            yield from willing
        machine = self._machines.get(self._machine_of[number], {})
        if number in machine.get(model, ()):
            for name, bodies in machine.items():
                if name != model:
                    yield from bodies

    def _model(self, number: int) -> str:
        return self.link_paths[number].rpartition("::")[0]

    @cached_property
    def _willing(self) -> dict[str, dict[int, None]]:
        """Per model the bodies that are to touch others of it and have something to touch with, in order."""
        found: dict[str, dict[int, None]] = {}
        for number in self._tangible:
            if any(link.self_collide for link in self._links_of(number)):
                found.setdefault(self._model(number), {})[number] = None
        return found

    @cached_property
    def _tangible(self) -> list[int]:
        """The bodies that have something to touch with."""
        return [number for number in self.members if number != WORLD_INDEX and any(link.collisions for link in self._links_of(number))]

    @cached_property
    def _machine_of(self) -> dict[int, int]:
        """Body -> the first one of those that joints connect it to, directly or over other bodies."""
        first: dict[int, int] = {}

        def top(number: int) -> int:
            while first.get(number, number) != number:
                first[number] = first.get(first[number], first[number])
                number = first[number]
            return number

        for parent, child in self.group_ends:
            if WORLD_INDEX not in (parent, child):
                first[top(child)] = top(parent)
        return {number: top(number) for number in self.members}

    @cached_property
    def _machines(self) -> dict[int, dict[str, dict[int, None]]]:
        """Per machine its models, each with the bodies that have something to touch with, in order."""
        found: dict[int, dict[str, dict[int, None]]] = {}
        for number in self._tangible:
            found.setdefault(self._machine_of[number], {}).setdefault(self._model(number), {})[number] = None
        return found

    @cached_property
    def _joined(self) -> set[frozenset[int]]:
        """Bodies that share a joint, or several joints in series with nothing but weightless links between them."""
        pairs = {frozenset(ends) for ends in self.group_ends}
        neighbours: dict[int, list[int]] = {}
        for first, second in self.group_ends:
            neighbours.setdefault(first, []).append(second)
            neighbours.setdefault(second, []).append(first)
        between = {number for number, near in neighbours.items() if len(near) == 2 and number != WORLD_INDEX and self._is_empty(number)}
        for number in self.members.keys() - between:
            for at in neighbours.get(number, ()):
                before = number
                while at in between and at != number:
                    first, second = neighbours[at]
                    before, at = at, second if first == before else first
                pairs.add(frozenset((number, at)))
        return pairs

    def _is_empty(self, number: int) -> bool:
        """Return whether a body neither weighs nor shows anything."""
        return not any(link.mass or link.collisions or link.visuals for link in self._links_of(number))


def _parts(links: Iterable[LinkSummary]) -> Parts:
    links = list(links)
    return Parts(
        tuple(each for link in links for each in link.collisions),
        tuple(each for link in links for each in link.visuals),
        tuple(each for link in links for each in link.sensors),
    )
