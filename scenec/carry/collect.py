"""The values of a scene that a file of another format does not state: the rows of its record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scenec import ir
from scenec.carry.carried_files import CarriedFiles
from scenec.carry.matching import matched
from scenec.carry.mesh_matching import MeshMatch, turn_between
from scenec.carry.placing import COM, PLACE, TENSOR, Inertias, Placement, places_equal, tensors_equal
from scenec.carry.record import fingerprint, remembered, row
from scenec.carry.references import referring
from scenec.carry.shapes import ShapeEquality
from scenec.carry.showing import Showing, encoded_of
from scenec.carry.tree import EMPTY, FOUND, SCENE, Children, Part, Path, Tree, class_below, key_in, tree_of
from scenec.carry.value_equality import value_is_equal
from scenec.carry.values import encoded, written
from scenec.comparison.tolerance import near
from scenec.converters.format import CarriedRow, Implied
from scenec.trace import Ids, ids_of, plain

_MEASURED: tuple[Path, ...] = (("extents",),)
"""Fields that follow from the file of a mesh."""


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
"""A string of JSON, as it is written."""


class Collected:
    """The rows of a record, each with the values of the source that are in it."""

    def __init__(self) -> None:
        self._rows: list[tuple[CarriedRow, Ids]] = []

    def add(self, word: str, attributes: Mapping[str, str], data: Any = None, ids: Ids = ()) -> None:
        self._rows.append((row(word, attributes, data), ids))

    @property
    def ids(self) -> set[int]:
        return {value_id for _, ids in self._rows for value_id in ids}

    def forget_names(self, keys: set[str]) -> None:
        """Take out the `name` rows of some parts (by key) that no other row is about or refers to: what they are called changes nothing."""
        others = [each for each, _ in self._rows if each.word != "name"]
        named = {each.attributes.get(word) for each in others for word in ("of", "in")}
        referred = {text for each in others for text in _STRING.findall(each.text)} if keys else set()
        idle = {key for key in keys if key not in named and written(key) not in referred}
        self._rows = [each for each in self._rows if each[0].word != "name" or each[0].attributes["of"] not in idle]

    def rows(self, carried: set[int]) -> tuple[CarriedRow, ...]:
        """All rows. carried: the ids that the result would have lost; rows about none of them get the word `told`, not `value`."""
        return tuple(
            CarriedRow("told", each.attributes, each.text) if each.word == "value" and carried.isdisjoint(ids) else each
            for each, ids in self._rows
        )


def collected(source: ir.Scene, middle: ir.Scene, files: CarriedFiles, implied: Implied, *, own: bool) -> Collected:
    """source: as read. middle: as its file says it now. files: gets the files that the record needs. implied: what the format of the
    source has as defaults. own: the file is of that format itself, so the meshes in it are as it has them.

    Raises ReadError for poses that lead nowhere.
    """
    one, other = tree_of(source), tree_of(middle)
    shapes = ShapeEquality(source, middle)
    return _Collecting(one, other, matched(one, other, shapes), files, implied, shapes if own else None).result


def renamed(tree: Tree, names: Mapping[str, str], homes: Mapping[str, tuple[str, Path]], reserved: Iterable[str] = ()) -> dict[str, str]:
    """Call the parts of a tree otherwise, with all that is in them and refers to them. names: key -> new key; homes: new key -> the owner
    and field it belongs to instead; reserved: keys of what is not in this tree. Returns old key -> new key of all parts."""
    full: dict[str, str] = {}
    taken = {*names.values(), *reserved}
    for part in tree.parts.values():
        key = names.get(part.key)
        if key is None:
            owner = full.get(part.owner, part.owner)
            key = part.key if owner == part.owner else key_in(owner, part.at, part.label)
            start, count = key, 1
            while key in taken and key != SCENE:  # somebody else has that name now
                count += 1
                key = f"{start} ({count})"
            taken.add(key)
        full[part.key] = key
    full["world"] = "world"
    parts: dict[str, Part] = {}
    for part in tree.parts.values():
        part.key, part.owner = full[part.key], full.get(part.owner, part.owner)
        if part.key in homes:
            part.owner, part.at = homes[part.key]
        part.leaves = {path: referring(path[-1], value, full) for path, value in part.leaves.items()}
        if part.placement is not None:
            form = {name: referring(name, value, full) for name, value in part.placement.form.items()}
            if "axes" in form:
                form["axes"] = tuple({name: referring(name, value, full) for name, value in axis.items()} for axis in form["axes"])
            part.placement.form = form
        parts[part.key] = part
    tree.parts = parts
    return full


def mark_of(tree: Tree, key: str, children: Children, showing: Showing) -> str:
    """The fingerprint of a part with all that is in it. children: of the tree."""
    said = []
    for part in tree.below(key, children):
        leaves = {
            ".".join(path): showing.said(value) if isinstance(value, ir.MeshShape) else encoded(value)
            for path, value in part.leaves.items()
        }
        place = part.placement.numbers() if part.placement is not None else None
        said.append([part.key, leaves, place, encoded(part.inertias.tensor) if part.inertias else None])
    return fingerprint(said)


class _Collecting:
    def __init__(
        self,
        one: Tree,
        other: Tree,
        names: Mapping[str, str],
        files: CarriedFiles,
        implied: Implied,
        shapes: ShapeEquality | None,
    ) -> None:
        self.implied, self.shapes = implied, shapes
        self.one, self.other, self.files = one, other, files
        self.showing = Showing(other)
        self.result = Collected()
        self.shown: set[str] = set()
        self.mesh_matches: dict[str, MeshMatch] = {}
        homes = {}
        for theirs, ours in names.items():
            if theirs in other.parts and ours in one.parts and ours != SCENE:
                a, b = one.parts[ours], other.parts[theirs]
                if names.get(b.owner) != a.owner:
                    homes[ours] = (a.owner, a.at)
        full = renamed(other, names, homes, set(one.parts))
        self.new = {new: old for old, new in full.items()}
        self._report_names(homes)
        self._report_made()
        same = set(names.values())
        meshes = []
        for part in one.parts.values():
            if part.key in same:
                self._compare(part, other.parts[part.key])
            elif part.cls is ir.Mesh:
                meshes.append(part)
            else:
                self._lost(part)
        for part in meshes:
            if part.key in self.shown:
                self._lost(part)
        self._report_order()
        self.result.forget_names({part.key for part in self.other.parts.values() if part.cls is ir.Mesh})

    # ---------------------------------------------------------------- parts

    def _report_names(self, homes: Mapping[str, tuple[str, Path]]) -> None:
        """Where the key of a part of the file does not follow from that of what it is in."""
        for part in self.other.parts.values():
            old = self.new[part.key]
            if part.key in homes:
                owner, at = homes[part.key]
                self.result.add("name", {"of": part.key, "in": owner, "field": ".".join(at)}, old)
            elif part.cls is ir.Mesh and part.key not in self.one.parts:
                continue  # it gives way to one that is carried
            elif part.key != (old if part.has_own_name else key_in(part.owner, part.at, part.label)):
                self.result.add("name", {"of": part.key}, old)

    def _report_made(self) -> None:
        ours, children = self.one.parts, self.other.children()
        for part in self.other.parts.values():
            if part.key not in ours and part.owner in ours and part.cls is not ir.Mesh:
                self.result.add("made", {"of": self.new[part.key]}, mark_of(self.other, part.key, children, self.showing))

    def _lost(self, part: Part) -> None:
        self.result.add("part", {"of": part.key, "in": part.owner, "field": ".".join(part.at)})
        for path, value in part.leaves.items():
            if path not in _MEASURED:
                self._value(part, path, value, None)
        if part.cls is ir.Mesh and part.node.found is not None:
            self._value_data(part, FOUND, self.files.mesh(part.node.uri, part.node.found), None, ids_of(part.node.uri))
        if part.placement is not None:
            self._value_data(part, PLACE, part.placement.numbers(), None, ids_of(tuple(form_values(part.placement.form))))
            self._form(part, PLACE, form_data(part.placement.form), None)
        if part.inertias is not None:
            self._inertias(part, None)

    def _compare(self, ours: Part, theirs: Part) -> None:
        as_it_has_it = self.shapes is not None and self.shapes.are_equal(ours, theirs)
        for path in dict.fromkeys([*ours.leaves, *theirs.leaves]):
            a, b = ours.leaves.get(path), theirs.leaves.get(path)
            if isinstance(a, ir.MeshShape) and isinstance(b, ir.MeshShape):
                self._note_match(ours, a, theirs, b)
            if path in _MEASURED or (as_it_has_it and path == ("geometry",)):
                continue
            if self._says_nothing(ours.cls, path, a) and self._says_nothing(ours.cls, path, b):
                if a is not None and b is None and path[-1] != EMPTY:  # stated, though it goes without saying
                    self._form(ours, path, encoded_of(a), None)
                continue
            if a is None:
                self.result.add("value", _whose(ours, path) | {"was": remembered(self.showing.said(b))}, None)
            elif b is None or not value_is_equal(a, b):
                self._value(ours, path, a, b)
            elif encoded_of(a) != encoded_of(b) and not isinstance(a, ir.Texture):
                self._form(ours, path, encoded_of(a), self.showing.said(b))
        if not as_it_has_it:
            self._places(ours, theirs)
        self._inertias(ours, theirs)

    def _note_match(self, ours: Part, mine: ir.MeshShape, theirs: Part, other: ir.MeshShape) -> None:
        """Remember which mesh of the file shows what a mesh of the source does, should that be carried."""
        mesh = self.other.parts.get(other.mesh)
        a, b = ours.placement, theirs.placement
        if mesh is not None and a is not None and b is not None and self.mesh_matches.get(mine.mesh) is None:
            self.mesh_matches[mine.mesh] = MeshMatch(mesh.node, self.showing.mesh(mesh), turn_between(a.pose, b.pose))

    # ---------------------------------------------------------------- values

    def _says_nothing(self, cls: Any, path: Path, value: Any) -> bool:
        """Whether a value is what the source's format means without it."""
        if value is None:
            return True
        expected = self.implied.get((class_below(cls, path[:-1]).__name__, path[-1]), value)
        if expected is value:
            return False
        return not callable(expected) and value_is_equal(plain(value), expected)

    def _value(self, part: Part, path: Path, value: Any, was: Any) -> None:
        if path[-1] == EMPTY:
            data: Any = True
        else:
            data = self._with_files(part, path, value)
        self._value_data(part, path, data, None if was is None else self.showing.said(was), ids_of(value))

    def _with_files(self, part: Part, path: Path, value: Any) -> Any:
        """The value as JSON, with the files it needs where the record can name them."""
        if isinstance(value, ir.MeshShape):
            self.shown.add(value.mesh)
        if isinstance(value, ir.MeshData) and part.key in self.mesh_matches:
            return self.mesh_matches[part.key].as_json(value)
        if isinstance(value, ir.Texture):
            return encoded(value) | {"uri": self.files.image(value.uri, value.found)}
        if isinstance(value, ir.Heightmap | ir.ImageExtrusion):
            return encoded_of(value) | {"image": {"uri": self.files.image(value.image.uri, value.image.found)}}
        return encoded_of(value)

    def _value_data(self, part: Part, path: Path, data: Any, was: Any, ids: Ids) -> None:
        attributes = _whose(part, path)
        if was is not None:
            attributes["was"] = remembered(was)
        self.result.add("value", attributes, data, ids)

    def _form(self, part: Part, path: Path, data: Any, was: Any) -> None:
        self.result.add("form", _whose(part, path) | ({} if was is None else {"was": remembered(was)}), data)

    def _places(self, ours: Part, theirs: Part) -> None:
        a, b = ours.placement, theirs.placement
        if a is None:
            return
        if b is None or not places_equal(a, b):
            self._value_data(ours, PLACE, a.numbers(), b.numbers() if b is not None else None, ids_of(tuple(form_values(a.form))))
        if b is None or form_data(a.form) != form_data(b.form):
            self._form(ours, PLACE, form_data(a.form), form_data(b.form) if b is not None else None)

    def _inertias(self, ours: Part, theirs: Part | None) -> None:
        a, b = ours.inertias, theirs.inertias if theirs is not None else None
        if a is None:
            if b is not None and theirs is not None:
                for path, value in ((TENSOR, b.tensor), (COM, b.com)):
                    if value is not None:
                        self.result.add("value", _whose(theirs, path) | {"was": remembered(encoded(value))}, None)
            return
        pose, inertia = a.form.get("pose"), a.form.get("inertia")
        scale = 1.0 if b is not None else 0.0
        if b is None or not near(a.com, b.com, scale=scale):
            self._value_data(ours, COM, encoded(a.com), encoded(b.com) if b is not None else None, ids_of(pose) if pose is not None else ())
        if b is None or not tensors_equal(a.tensor, b.tensor):
            was = encoded(b.tensor) if b is not None and b.tensor is not None else None
            self._value_data(ours, TENSOR, encoded(a.tensor), was, ids_of(inertia) if inertia is not None else ())
        if b is None or form_data(a.form) != form_data(b.form):
            self._form(ours, ("inertial", "form"), form_data(a.form), form_data(b.form) if b is not None else None)

    # ---------------------------------------------------------------- order

    def _report_order(self) -> None:
        ours, theirs = self.one.children(), self.other.children()
        for owner, fields in ours.items():
            for at, keys in fields.items():
                if at == ("meshes",):  # shapes name them, so which comes first means nothing
                    continue
                there = [key for key in theirs.get(owner, {}).get(at, ()) if key in self.one.parts]
                kept = set(there)
                lost = [key for key in keys if key not in kept]
                if there + lost != keys and len(keys) > 1:
                    self.result.add("order", {"of": owner, "field": ".".join(at)}, keys)


def _whose(part: Part, path: Path) -> dict[str, str]:
    return {"of": part.key, "field": ".".join(path)}


def form_values(form: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the values that say where something is, also those of axes."""
    for name, value in form.items():
        if name == "axes":
            for axis in value:
                yield from form_values(axis)
        else:
            yield value


def form_data(form: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that say where something is, as JSON."""
    data: dict[str, Any] = {}
    for name, value in form.items():
        data[name] = [form_data(each) for each in value] if name == "axes" else encoded(plain(value))
    return data


__all__ = ["Collected", "Inertias", "Placement", "collected", "form_data", "mark_of", "renamed", "written"]
