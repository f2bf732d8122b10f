"""Which part of one scene is which part of another, though a format forbade its name, framed it otherwise or gave it to another link."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scenec import ir
from scenec.carry.placing import same_place
from scenec.carry.shapes import SameShapes
from scenec.carry.showing import content_of
from scenec.carry.tree import SCENE, Part, Tree
from scenec.ir.pose import norm, sub

NEAR = 1e-6
"""Metres; of places that are to be compared, not yet said to be equal."""


def matched(one: Tree, other: Tree, shapes: SameShapes) -> dict[str, str]:
    """Key in `other` -> key in `one`, of all parts that are the same thing."""
    return _Matching(one, other, shapes).found


class _Matching:
    def __init__(self, one: Tree, other: Tree, shapes: SameShapes) -> None:
        self.one, self.other, self.shapes = one, other, shapes
        self.found: dict[str, str] = {SCENE: SCENE, "world": "world"}
        self.taken: dict[str, str] = {SCENE: SCENE}
        self._owned = [one.children(), other.children()]
        self._links()
        self._models()
        self._joints()
        for at in (("worlds",), ("frames",), ("lights",)):
            self._group(SCENE, SCENE, at)
        for ours, theirs in list(self._pairs()):
            self._inside(ours, theirs)
        self._moved()
        self._meshes()

    def _pair(self, ours: str, theirs: str) -> None:
        self.found[theirs] = ours
        self.taken[ours] = theirs

    def _pairs(self) -> Iterable[tuple[str, str]]:
        return ((ours, theirs) for theirs, ours in self.found.items() if ours in self.one.parts and theirs in self.other.parts)

    def _free(self, at: tuple[str, ...], owners: tuple[str, str] = (SCENE, SCENE)) -> tuple[list[Part], list[Part]]:
        ours, theirs = (owned.get(owner, {}).get(at, []) for owned, owner in zip(self._owned, owners, strict=True))
        return [self.one.parts[key] for key in ours if key not in self.taken], [
            self.other.parts[key] for key in theirs if key not in self.found
        ]

    def _settle(self, mine: list[Part], theirs: list[Part], same: Callable[[Part, Part], bool]) -> None:
        """Pair those that are the same, the first ones first."""
        left = list(theirs)
        for ours in mine:
            if ours.key in self.taken:
                continue
            for each in left:
                if each.key not in self.found and same(ours, each):
                    self._pair(ours.key, each.key)
                    left.remove(each)
                    break

    # ---------------------------------------------------------------- links and what hangs on them

    def _links(self) -> None:
        at = ("links",)
        self._by(at, lambda part: part.key)
        self._by(at, lambda part: str(part.node.name or ""), once=True)
        self._settle(*self._free(at), _same_link)

    def _by(self, at: tuple[str, ...], key: Callable[[Part], Any], *, once: bool = False) -> None:
        """Pair by a key; once: only what has it alone on both sides."""
        mine, theirs = self._free(at)
        named: dict[Any, list[Part]] = {}
        for each in theirs:
            named.setdefault(key(each), []).append(each)
        counts: dict[Any, int] = {}
        for ours in mine:
            counts[key(ours)] = counts.get(key(ours), 0) + 1
        for ours in mine:
            likely = named.get(key(ours), [])
            if likely and (not once or (len(likely) == 1 and counts[key(ours)] == 1)):
                self._pair(ours.key, likely.pop(0).key)

    def _models(self) -> None:
        """A model is the one that holds most of its links."""
        votes: dict[tuple[str, str], int] = {}
        for ours, theirs in self._pairs():
            a, b = self.one.parts[ours], self.other.parts[theirs]
            if a.cls is ir.Link and b.cls is ir.Link:
                pair = (a.leaves.get(("model",), ""), b.leaves.get(("model",), ""))
                votes[pair] = votes.get(pair, 0) + 1
        for (ours, theirs), _ in sorted(votes.items(), key=lambda vote: (-vote[1], vote[0][0] != vote[0][1])):
            if ours in self.one.parts and theirs in self.other.parts and ours not in self.taken and theirs not in self.found:
                self._pair(ours, theirs)
        self._by(("models",), lambda part: part.key)

    def _joints(self) -> None:
        """A joint connects the same links; of several between two links, the name tells."""
        at = ("joints",)

        def ends(part: Part, names: dict[str, str]) -> tuple[Any, ...]:
            return tuple(names.get(part.leaves.get((end,), ""), part.leaves.get((end,), "")) for end in ("parent", "child"))

        def same(ours: Part, theirs: Part) -> bool:
            return len(ours.node.axes) == len(theirs.node.axes) and ends(ours, {}) == ends(theirs, self.found)

        self._settle(*self._free(at), lambda a, b: same(a, b) and a.node.name == b.node.name)
        self._settle(*self._free(at), same)
        self._settle(*self._free(at), lambda a, b: a.key == b.key and len(a.node.axes) == len(b.node.axes))

    # ---------------------------------------------------------------- what stands in a part

    def _inside(self, ours: str, theirs: str) -> None:
        todo = [(ours, theirs)]
        while todo:
            mine, other = todo.pop()
            fields = dict.fromkeys([*self._owned[0].get(mine, {}), *self._owned[1].get(other, {})])
            for at in fields:
                if mine == SCENE and at in (("links",), ("joints",), ("models",), ("meshes",)):
                    continue
                self._group(mine, other, at)
                todo.extend((key, self.taken[key]) for key in self._owned[0].get(mine, {}).get(at, ()) if key in self.taken)

    def _group(self, ours: str, theirs: str, at: tuple[str, ...]) -> None:
        owners = (ours, theirs)
        if at in (("axes",), ("worlds",)):
            for a, b in zip(*self._free(at, owners), strict=False):
                self._pair(a.key, b.key)
            return
        self._settle(*self._free(at, owners), lambda a, b: a.label == b.label and _alike(a, b))
        self._settle(*self._free(at, owners), lambda a, b: _alike(a, b) and _together(a, b))
        if at == ("extras",) or at[-1] == "extras" or at == ("friction_pairs",):
            return
        self._settle(*self._free(at, owners), lambda a, b: a.label == b.label)
        self._settle(*self._free(at, owners), _alike)

    def _moved(self) -> None:
        """Shapes that another link has now."""
        for at in (("collisions",), ("visuals",)):
            mine = [part for part in self.one.parts.values() if part.at == at and part.key not in self.taken]
            theirs = [part for part in self.other.parts.values() if part.at == at and part.key not in self.found]
            before = [(part, part.placement) for part in (*mine, *theirs)]
            for tree, parts in ((self.one, mine), (self.other, theirs)):
                for part in parts:
                    tree.free(part)
            near: dict[Any, list[Part]] = {}
            for each in theirs:
                near.setdefault(type(each.node.geometry), []).append(each)
            for ours in mine:
                for each in near.get(type(ours.node.geometry), []):
                    if each.key not in self.found and self._one_shape(ours, each):
                        self._pair(ours.key, each.key)
                        break
            for part, placement in before:
                if part.key not in (self.taken if self.one.parts.get(part.key) is part else self.found):
                    part.placement, part.in_world = placement, False

    def _one_shape(self, ours: Part, theirs: Part) -> bool:
        """Whether two shapes, their places told in the world, are the same."""
        if isinstance(ours.node.geometry, ir.MeshShape):
            return self.shapes.same(ours, theirs)
        return _together(ours, theirs) and _rounded(ours.leaves[("geometry",)]) == _rounded(theirs.leaves[("geometry",)])

    def _meshes(self) -> None:
        """A mesh is one that the same shape shows, if it is all the same: its numbers, or the file that is named and what is in it. What
        a result names without a copy may not be there yet."""
        contents: dict[int, str | None] = {}

        def content(part: Part) -> str | None:
            if id(part.node) not in contents:
                contents[id(part.node)] = content_of(part.node)
            return contents[id(part.node)]

        for ours, theirs in list(self._pairs()):
            one, two = (part.leaves.get(("geometry",)) for part in (self.one.parts[ours], self.other.parts[theirs]))
            if not (isinstance(one, ir.MeshShape) and isinstance(two, ir.MeshShape)):
                continue
            a, b = self.one.parts.get(one.mesh), self.other.parts.get(two.mesh)
            if a is None or b is None or a.key in self.taken or b.key in self.found:
                continue
            if a.node.uri == b.node.uri and content(b) in (content(a), None):
                self._pair(a.key, b.key)


def _same_link(ours: Part, theirs: Part) -> bool:
    a, b = ours.placement, theirs.placement
    if a is None or b is None or norm(sub(a.pose.position, b.pose.position)) > NEAR:
        return False
    return bool(ours.node.name and ours.node.name == theirs.node.name) or _weights(ours) == _weights(theirs)


def _weights(part: Part) -> tuple[Any, ...]:
    node = part.node
    mass = node.inertial.mass if node.inertial is not None and node.inertial.mass is not None else 0.0
    return (float(f"{float(mass):.6g}"), len(node.visuals) > 0)


def _alike(ours: Part, theirs: Part) -> bool:
    """Whether one could be the other at all."""
    if ours.cls in (ir.Collision, ir.Visual):
        return type(ours.node.geometry) is type(theirs.node.geometry)
    if ours.cls in (ir.Sensor, ir.Light):
        return bool(ours.node.type == theirs.node.type)
    return True


def _together(ours: Part, theirs: Part) -> bool:
    a, b = ours.placement, theirs.placement
    return a is None or b is None or same_place(a, b, NEAR)


def _rounded(shape: Any) -> list[Any]:
    values = (getattr(shape, name) for name in shape.__struct_fields__ if name != "origin")
    return [
        float(f"{value:.6g}")
        if isinstance(value, float)
        else tuple(float(f"{x:.6g}") for x in value)
        if isinstance(value, tuple) and value and isinstance(value[0], float)
        else value
        for value in values
    ]
