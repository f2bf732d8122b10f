"""Which part of one scene is which part of another, though a format forbade its name, framed it otherwise or gave it to another link."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from scenec import ir
from scenec.carry.nearby import NEAR, Key, Waiting, cell, cells_around
from scenec.carry.placing import places_equal
from scenec.carry.shapes import ShapeEquality
from scenec.carry.showing import content_of
from scenec.carry.tree import SCENE, Part, Tree
from scenec.comparison.node_equality import is_vector
from scenec.comparison.pairing import Pairing, Take, strongest
from scenec.comparison.shape_equality import rounded
from scenec.ir.pose import norm, sub


def matched(one: Tree, other: Tree, shapes: ShapeEquality) -> dict[str, str]:
    """Key in `other` -> key in `one`, of all parts that are the same thing."""
    return _Matching(one, other, shapes).found


class _Matching:
    def __init__(self, one: Tree, other: Tree, shapes: ShapeEquality) -> None:
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

    def _settle(
        self,
        parts: tuple[list[Part], list[Part]],
        same: Callable[[Part, Part], bool],
        near: Callable[[Part], Iterable[Key]],
        at: Callable[[Part], Iterable[Key]],
    ) -> None:
        """Pair those that are the same, the first ones first. at: under which keys one is; near: under which those are that may be the
        same as one."""
        mine, theirs = parts
        waiting = Waiting(theirs if mine else (), at)
        for ours in mine:
            partner = waiting.take(near(ours), partial(same, ours))
            if partner is not None:
                self._pair(ours.key, partner.key)

    # ---------------------------------------------------------------- links and what hangs on them

    def _links(self) -> None:
        at = ("links",)
        self._by(self._free(at), _key)
        self._by(self._free(at), lambda part: str(part.node.name or ""), take="alone")
        self._settle(self._free(at), _links_match, _near_link, _at_link)

    def _by(
        self,
        parts: tuple[list[Part], list[Part]],
        key: Callable[[Part], Any],
        of: Callable[[Part], Any] | None = None,
        *,
        take: Take = "first",
    ) -> None:
        """Pair by a key; of: that of the other side, if it is another one."""
        mine, theirs = parts
        pairing = Pairing(len(mine), len(theirs))
        pairing.by(list(map(key, mine)), list(map(of or key, theirs)), take=take)
        for i, j in sorted(pairing.right_of.items()):
            self._pair(mine[i].key, theirs[j].key)

    def _models(self) -> None:
        """A model is the one that holds most of its links."""
        linked = [(self.one.parts[ours], self.other.parts[theirs]) for ours, theirs in self._pairs()]
        at = ("model",)
        votes: list[tuple[str, str]] = [
            (a.leaves.get(at, ""), b.leaves.get(at, "")) for a, b in linked if a.cls is ir.Link and b.cls is ir.Link
        ]
        for ours, theirs in strongest(sorted(votes, key=lambda pair: pair[0] != pair[1])):
            if ours in self.one.parts and theirs in self.other.parts and ours not in self.taken and theirs not in self.found:
                self._pair(ours, theirs)
        self._by(self._free(("models",)), _key)

    def _joints(self) -> None:
        """A joint connects the same links; of several between two links, the name tells."""
        at = ("joints",)

        def ends(part: Part, names: dict[str, str]) -> tuple[Any, ...]:
            connected = (names.get(part.leaves.get((end,), ""), part.leaves.get((end,), "")) for end in ("parent", "child"))
            return (len(part.node.axes), *connected)

        def named(part: Part, names: dict[str, str]) -> tuple[Any, ...]:
            return (part.node.name, *ends(part, names))

        for connects in (named, ends):
            self._by(self._free(at), partial(connects, names={}), partial(connects, names=self.found))
        self._by(self._free(at), lambda part: (part.key, len(part.node.axes)))

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
        self._by(self._free(at, owners), lambda part: (part.label, _kind(part)))
        self._settle(self._free(at, owners), _together, _near, _at)
        if at == ("extras",) or at[-1] == "extras" or at == ("friction_pairs",):
            return
        self._by(self._free(at, owners), lambda part: part.label)
        self._by(self._free(at, owners), _kind)

    def _moved(self) -> None:
        """Shapes that another link has now."""
        for at in (("collisions",), ("visuals",)):
            mine = [part for part in self.one.parts.values() if part.at == at and part.key not in self.taken]
            theirs = [part for part in self.other.parts.values() if part.at == at and part.key not in self.found]
            before = [(part, part.placement) for part in (*mine, *theirs)]
            for tree, parts in ((self.one, mine), (self.other, theirs)):
                for part in parts:
                    tree.free(part)
            self._settle((mine, theirs), self._one_shape, self._near_shape, self._at_shape)
            for part, placement in before:
                if part.key not in (self.taken if self.one.parts.get(part.key) is part else self.found):
                    part.placement, part.in_world = placement, False

    def _one_shape(self, ours: Part, theirs: Part) -> bool:
        """Whether two shapes, their places stated in the world, are the same."""
        if isinstance(ours.node.geometry, ir.MeshShape):
            return self.shapes.are_equal(ours, theirs)
        return _together(ours, theirs) and _rounded(ours.leaves[("geometry",)]) == _rounded(theirs.leaves[("geometry",)])

    def _at_shape(self, part: Part) -> Iterable[Key]:
        if isinstance(part.node.geometry, ir.MeshShape):
            return self.shapes.at(part)
        return (_numbers_of(part) + key for key in _at(part))

    def _near_shape(self, part: Part) -> Iterable[Key]:
        if isinstance(part.node.geometry, ir.MeshShape):
            return self.shapes.near(part)
        return (_numbers_of(part) + key for key in _near(part))

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


def _links_match(ours: Part, theirs: Part) -> bool:
    a, b = ours.placement, theirs.placement
    if a is None or b is None or norm(sub(a.pose.position, b.pose.position)) > NEAR:
        return False
    return bool(ours.node.name and ours.node.name == theirs.node.name) or _weights(ours) == _weights(theirs)


def _weights(part: Part) -> tuple[Any, ...]:
    node = part.node
    mass = node.inertial.mass if node.inertial is not None and node.inertial.mass is not None else 0.0
    return (rounded(float(mass)), len(node.visuals) > 0)


def _at_link(part: Part) -> Iterable[Key]:
    if part.placement is None:
        return
    here = cell(part.placement, position_only=True)
    for word in _words_of_link(part):
        yield (word, here)


def _near_link(part: Part) -> Iterable[Key]:
    if part.placement is None:
        return
    for here in cells_around(part.placement, position_only=True):
        for word in _words_of_link(part):
            yield (word, here)


def _words_of_link(part: Part) -> tuple[Any, ...]:
    weighs = ("weighs", _weights(part))
    return (("named", str(part.node.name)), weighs) if part.node.name else (weighs,)


def _key(part: Part) -> str:
    return part.key


def _kind(part: Part) -> Any:
    """Return what a part must have in common with one that it could be at all."""
    if part.cls in (ir.Collision, ir.Visual):
        return type(part.node.geometry)
    if part.cls in (ir.Sensor, ir.Light):
        return str(part.node.type)
    return "any"


def _at(part: Part) -> Iterable[Key]:
    """A part without a place is wherever another one is."""
    yield (_kind(part), cell(part.placement) if part.placement is not None else None)


def _near(part: Part) -> Iterable[Key]:
    for here in cells_around(part.placement) if part.placement is not None else (None,):
        yield (_kind(part), here)


def _together(ours: Part, theirs: Part) -> bool:
    a, b = ours.placement, theirs.placement
    return a is None or b is None or places_equal(a, b, NEAR)


def _numbers_of(part: Part) -> Key:
    """Those of a shape, as its likes have them."""
    return tuple(each for each in _rounded(part.leaves[("geometry",)]) if isinstance(each, float))


def _rounded(shape: Any) -> list[Any]:
    values = (getattr(shape, name) for name in shape.__struct_fields__ if name != "origin")
    return [rounded(each) if isinstance(each, float) else tuple(map(rounded, each)) if is_vector(each) else each for each in values]
