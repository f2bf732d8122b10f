"""Merging a record back into what the file says now: what was not edited becomes what it was, edits win."""

from __future__ import annotations

import os
from collections.abc import Container, Iterable
from contextlib import suppress
from typing import Any

import msgspec

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.carry.collect import form_data, renamed
from scenec.carry.mesh_matching import from_json
from scenec.carry.placing import COM, PLACE, TENSOR, Inertias
from scenec.carry.record import WORDS, is_remembered
from scenec.carry.record_findings import RecordFindings
from scenec.carry.references import REFERENCES
from scenec.carry.replacing import Replacing
from scenec.carry.showing import Showing
from scenec.carry.tree import EMPTY, FOUND, Children, Part, Path, Tree, class_at, field_at, key_in, scene_of, tree_of
from scenec.carry.unmaking import Unmaking
from scenec.carry.value_equality import value_is_equal
from scenec.carry.values import decoded, encoded, parsed
from scenec.converters.format import CarriedRow
from scenec.errors import ReadError
from scenec.files import first
from scenec.ir.base import WORLD
from scenec.ir.depth import refuse_deeper
from scenec.ir.kinematics import Kinematics
from scenec.ir.magnitude import refuse_beyond
from scenec.ir.pose import Vec3
from scenec.ir.walk import ids_below
from scenec.trace import Ids, ids_of

FORM_OF_INERTIAL = ("inertial", "form")
_CONTENT = frozenset((("data",), ("uri",)))
"""Fields with the content of a mesh."""

BAD = (ValueError, TypeError, OverflowError, AttributeError, RecursionError)
"""Exceptions that a value raises in a place of a record where it makes no sense."""


def restored(scene: ir.Scene, rows: Iterable[CarriedRow], ledger: Ledger, folder: str | None) -> ir.Scene:
    """The scene with what was carried put back. folder: where the files that the record names are looked up.

    What a record says wrongly, and what the file was edited in since, is reported to the ledger; the scene then stays as the file has it.
    """
    rows = list(rows)
    report = RecordFindings(ledger)
    try:
        tree = tree_of(scene)
        restoring = _Restoring(tree, rows, report, folder)
        restoring.run()
        merged = scene_of(tree)
        check_poses(merged)
        refuse_beyond(merged, "what was carried")
        refuse_deeper(merged, "what was carried")
    except (ReadError, KeyError, *BAD) as problem:
        report.refused(rows, str(problem))
        return scene
    ledger.consumed_ids.update(ids_below((scene,)) - ids_below((merged,)))  # what the carried values stand in for
    return merged


def check_poses(scene: ir.Scene) -> None:
    """Raises ReadError for poses that lead nowhere."""
    kinematics = Kinematics(scene)
    for group in (scene.models, scene.links, scene.joints, scene.frames):
        for node in group:
            kinematics.at_zero(node.id)


class _Restoring:
    def __init__(self, tree: Tree, rows: list[CarriedRow], report: RecordFindings, folder: str | None) -> None:
        self.tree, self.report, self.folder = tree, report, folder
        self.rows: dict[str, list[CarriedRow]] = {}
        for row in rows:
            self.rows.setdefault(row.word, []).append(row)
            if row.word not in WORDS:
                report.wrong(row, f"no record has a row {row.word!r}")
        self.stale: set[str] = set()
        self.replaced: set[str] = set()
        self.lengths: list[int] = []
        self.meshes: dict[str, ir.Mesh] | None = None
        self.without_com: set[str] = set()
        self.forms: dict[str, Any] = {}
        self.models: dict[str, Any] = {}
        self.places = Replacing(tree)
        self.showing = Showing(tree)

    def run(self) -> None:
        self._rename()
        self._unmake()
        for row in self.rows.get("part", ()):
            self._add(row)
        self.rows = {word: [row for row in rows if not self._is_replaced(row)] for word, rows in self.rows.items()}
        self.forms = {part.key: form_data(part.inertias.form) for part in self.tree.parts.values() if part.inertias is not None}
        said = (*self.rows.get("value", ()), *self.rows.get("told", ()))
        self._find_models(said)
        usable = [row for row in said if self._usable(row)]
        for row in usable:
            if self._is_of_mesh(row):
                self._put(row)
        of_meshes = {row.of for row in usable if self._is_of_mesh(row) and row.field in _CONTENT}
        others = [(row, self._group(row)) for row in usable if not self._is_of_mesh(row) and self._shows_something(row, of_meshes)]
        for row, group in others:
            if group in self.stale:
                self._report_group(row)
            else:
                self._put(row)
        for row in self.rows.get("form", ()):
            self._form(row)
        children = self.tree.children()
        for row in self.rows.get("order", ()):
            self._order(row, children)
        self.places.settle()
        self._prune()

    def _is_replaced(self, row: CarriedRow) -> bool:
        """Whether a row is about something that an edited chain stands in for, which is reported once."""
        return any(row.of[:length] in self.replaced and row.of[length : length + 1] in ("", "/") for length in self.lengths)

    # ---------------------------------------------------------------- parts

    def _rename(self) -> None:
        names: dict[str, str] = {}
        given: set[str] = set()
        homes: dict[str, tuple[str, Path]] = {}
        for row in self.rows.get("name", ()):
            old = self._text(row)
            if isinstance(old, str) and old in self.tree.parts and row.of and row.of not in given:
                given.discard(names.get(old, ""))
                given.add(row.of)
                names[old] = row.of
                if "in" in row.attributes and row.field:
                    self.tree.free(self.tree.parts[old])
                    homes[row.of] = (row.attributes["in"], row.field)
            elif old is not None:
                self.report.gone(row)
        made = {row.of for row in self.rows.get("made", ())}
        parts = self.rows.get("part", ())
        reserved = [row.of for row in parts if row.of not in self.tree.parts or row.of in made or row.field == ("meshes",)]
        self.full = renamed(self.tree, names, homes, reserved)

    def _unmake(self) -> None:
        """Take out what was made for this format, unless it was edited; then what it stands in for does not come back."""
        said = (*self.rows.get("value", ()), *self.rows.get("told", ()))
        unmaking = Unmaking(self.tree, self.rows.get("made", []), self.full, {(row.of, row.field) for row in said}, self.showing)
        for row, key in unmaking.kept:
            self.report.made(row, key)
        for key in unmaking.gone:
            for part in self.tree.below(key, unmaking.children):
                del self.tree.parts[part.key]
        ends: dict[str, set[str]] = {}
        for row in said:
            if row.field in (("parent",), ("child",)):
                ends.setdefault(row.of, set()).add(str(self._text(row)))
        joined = {frozenset(group) for group in unmaking.joined()}
        self.replaced |= {key for key, links in ends.items() if links in joined and key not in self.tree.parts}
        self.lengths = sorted({len(key) for key in self.replaced})

    def _add(self, row: CarriedRow) -> None:
        owner, at = row.attributes.get("in", ""), row.field
        if row.of in self.replaced:
            self.report.replaced(row)
            return
        if row.of in self.tree.parts:
            self.report.taken(row)
            return
        cls = class_at(self.tree.parts[owner].cls, at) if owner in self.tree.parts and at else None
        if cls is None:
            self.report.wrong(row, f"there is no {'.'.join(at)} of {owner!r}")
            return
        label = row.of.removeprefix(key_in(owner, at, ""))
        self.tree.parts[row.of] = Part(row.of, owner, at, cls, None, label, {})

    def _prune(self) -> None:
        """Meshes that nothing shows any more; parts whose owner is gone."""
        shown = {value.mesh for part in self.tree.parts.values() for value in part.leaves.values() if isinstance(value, ir.MeshShape)}
        about: dict[str, list[CarriedRow]] = {}
        for row in (row for rows in self.rows.values() for row in rows):
            about.setdefault(row.of, []).append(row)
        for key, part in list(self.tree.parts.items()):
            if part.cls is ir.Mesh and part.node is None and key not in shown:
                self.report.unshown(key, about.get(key, []))
            if (part.cls is ir.Mesh and key not in shown) or (part.owner and part.owner not in self.tree.parts):
                del self.tree.parts[key]
        self._complete_parts()

    def _complete_parts(self) -> None:
        """A part that lacks what it cannot be without is none."""
        from scenec.ir.fields import fields_of

        children = self.tree.children()
        for key, part in list(self.tree.parts.items()):
            needed = [field.name for field in fields_of(part.cls).values() if field.required and field.name not in ("id", "xyz")]
            missing = [name for name in needed if not any(path[0] == name for path in part.leaves) or self._leads_nowhere(part, name)]
            if missing:
                self.report.incomplete(part.key, missing[0])
                for each in self.tree.below(key, children):
                    del self.tree.parts[each.key]

    def _leads_nowhere(self, part: Part, name: str) -> bool:
        """Whether a field of a carried part names another that is gone, as after a change of its name."""
        value = part.leaves.get((name,)) if part.node is None and name in REFERENCES else None
        return isinstance(value, str) and value != WORLD and value not in self.tree.parts

    def _order(self, row: CarriedRow, children: Children) -> None:
        """children: of the tree, as the rows before have ordered them."""
        keys = self._text(row)
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            self.report.wrong(row, "a list of keys is expected")
            return
        if row.of not in self.tree.parts:
            self.report.gone(row)
            return
        if not row.field or class_at(self.tree.parts[row.of].cls, row.field) is None:
            self.report.wrong(row, f"there is no {'.'.join(row.field)} of {row.of!r}")
            return
        rank = {key: place for place, key in enumerate(keys)}
        here = [self.tree.parts[key] for key in children.get(row.of, {}).get(row.field, ())]
        if len(here) < 2:
            return
        last, ranked = -1.0, []
        for number, part in enumerate(here):
            last = float(rank[part.key]) if part.key in rank else last
            ranked.append((last, number, part))
        ranked.sort(key=lambda each: each[:2])
        for part in here:
            del self.tree.parts[part.key]
        self.tree.parts.update((part.key, part) for _, _, part in ranked)
        children[row.of][row.field] = [part.key for _, _, part in ranked]

    # ---------------------------------------------------------------- values

    def _text(self, row: CarriedRow) -> Any:
        try:
            return parsed(row.text)
        except ValueError as problem:
            self.report.wrong(row, f"it is no JSON: {problem}")
            return None

    def _find_models(self, rows: Iterable[CarriedRow]) -> None:
        """Find the models that links had, in which the file in between may have put them in others."""
        for row in rows:
            if row.field == ("model",) and row.of in self.tree.parts:
                with suppress(ValueError):  # reported where the row is used
                    self.models[row.of] = parsed(row.text)

    def _group(self, row: CarriedRow) -> str:
        """Values that mean something only together. A mesh that is written anew may be turned or moved in itself, and stand elsewhere."""
        field = row.field
        if field in (("geometry",), PLACE) and isinstance(self.tree.parts[row.of].leaves.get(("geometry",)), ir.MeshShape):
            return f"{row.of} shape"
        if field[:1] == ("inertial",) and field != ("inertial", "mass"):
            return f"{row.of} inertial"
        if field == ("self_collide",):  # of a model counts for those of its links that say nothing
            return f"{self.models.get(row.of) or self.tree.parts[row.of].leaves.get(('model',), row.of)} self_collide"
        if field[0] in ("friction_law", "friction_default") or (
            field[0] == "surface" and field[-1] in ("name", "mu", "mu2", "rolling_friction")
        ):
            return "friction"
        return f"{row.of} {row.field}"

    def _usable(self, row: CarriedRow) -> bool:
        """Whether a value can be put back: what the file says there now is what it said then."""
        part = self.tree.parts.get(row.of)
        if part is None or not row.field:
            self.report.gone(row)
            return False
        now = self._now(part, row.field)
        was = row.attributes.get("was")
        unedited = now is None if was is None else now is not None and is_remembered(now, was)
        if not unedited:
            self.report.stale(row, now)
            self.stale.add(self._group(row))
        return unedited

    def _is_of_mesh(self, row: CarriedRow) -> bool:
        return self.tree.parts[row.of].cls is ir.Mesh

    def _shows_something(self, row: CarriedRow, of_meshes: Container[str]) -> bool:
        """Whether the mesh that a carried shape shows is there. A mesh that refers to another one is dropped when that one is edited.
        of_meshes: the meshes whose content the record has."""
        try:
            data = parsed(row.text) if row.field == ("geometry",) else None
        except ValueError:
            return True
        if not isinstance(data, dict) or "mesh" not in data:
            return True
        mesh = self.tree.parts.get(str(data["mesh"]))
        if mesh is not None and (mesh.key not in of_meshes or not _CONTENT.isdisjoint(mesh.leaves)):
            return True
        self.report.stale(row, self._now(self.tree.parts[row.of], row.field), "the carried data of its mesh cannot be used any more")
        self.stale.add(self._group(row))
        return False

    def _report_group(self, row: CarriedRow) -> None:
        part = self.tree.parts[row.of]
        self.report.stale(row, self._now(part, row.field), "another value of it was edited")

    def _now(self, part: Part, path: Path) -> Any:
        """Return what the file says, as a record would."""
        if path == PLACE:
            return part.placement.numbers() if part.placement is not None else None
        if path == COM:
            return encoded(part.inertias.com) if part.inertias is not None else None
        if path == TENSOR:
            return encoded(part.inertias.tensor) if part.inertias is not None and part.inertias.tensor is not None else None
        return self.showing.said(part.leaves[path]) if path in part.leaves else None

    def _put(self, row: CarriedRow) -> None:
        part, path = self.tree.parts[row.of], row.field
        try:
            data = parsed(row.text)
            if path == PLACE:
                self.places.put(part, data, row.ids)
            elif path in (COM, TENSOR):
                self._put_inertia(part, path, data, row.ids)
            elif path[-1] == EMPTY and data is None:
                part.leaves.pop(path, None)
            elif path[-1] == EMPTY:
                part.leaves[path] = True
            else:
                self._put_leaf(part, path, data, row.ids)
        except BAD as problem:
            self.report.wrong(row, str(problem))

    def _put_leaf(self, part: Part, path: Path, data: Any, ids: Ids) -> None:
        if part.cls is ir.Mesh and path == FOUND:
            part.found = self._file(str(data))
            return
        if part.cls is ir.Mesh and path == ("data",):
            data = from_json(data, self._mesh_by_word)
        field = field_at(part.cls, path)
        if field is None:
            raise ValueError(f"{part.cls.__name__} has no {'.'.join(path)}")
        value = decoded(field, data, ids)
        if value is None or value == ():
            part.leaves.pop(path, None)
        else:
            part.leaves[path] = self._found(part, path, value)

    def _mesh_by_word(self, word: str) -> ir.Mesh | None:
        """The mesh of the file that is just as it was."""
        if self.meshes is None:
            self.meshes = {}
            for part in self.tree.parts.values():
                if part.cls is ir.Mesh and part.node is not None:
                    self.meshes.setdefault(self.showing.mesh(part), part.node)
        return self.meshes.get(word)

    def _found(self, part: Part, path: Path, value: Any) -> Any:
        """The value with the files it names found beside the record."""
        if isinstance(value, ir.Texture):
            return msgspec.structs.replace(value, found=self._file(value.uri))
        if isinstance(value, ir.Heightmap | ir.ImageExtrusion):
            return msgspec.structs.replace(value, image=msgspec.structs.replace(value.image, found=self._file(value.image.uri)))
        if part.cls is ir.Mesh and path == ("uri",) and part.node is None:
            part.found = self._file(value)
        return value

    def _file(self, uri: str) -> str | None:
        if self.folder is None or "://" in uri or "\0" in uri:
            return None
        return first([os.path.join(self.folder, uri)], uri)

    def _put_inertia(self, part: Part, path: Path, data: Any, ids: Ids) -> None:
        """com, tensor: in the link, along its axes. Where the source said neither, the link has no inertial frame."""
        if part.cls is not ir.Link:
            raise ValueError("only links have a mass")
        numbers = None if data is None else tuple(float(each) for each in data)
        if numbers is not None and len(numbers) != (3 if path == COM else 6):
            raise ValueError(f"{3 if path == COM else 6} numbers are expected")
        now = part.inertias or Inertias((0.0, 0.0, 0.0), None, {})
        com, tensor = (numbers or (0.0, 0.0, 0.0), now.tensor) if path == COM else (now.com, numbers)
        part.inertias = self.places.inertias(_vec(com), tensor, now, ids)
        if data is None and path == COM:
            self.without_com.add(part.key)
        if part.key in self.without_com and tensor is None:
            part.inertias = None

    def _form(self, row: CarriedRow) -> None:
        """How the source said it, if that still says the same and the file was not edited there."""
        part = self.tree.parts.get(row.of)
        if part is None or not row.field:
            self.report.gone(row)
            return
        try:
            data = parsed(row.text)
            if row.field == PLACE:
                if self._as_it_was(row, form_data(part.placement.form) if part.placement is not None else None):
                    self.places.form(part, data, row.ids)
            elif row.field == FORM_OF_INERTIAL:
                if part.inertias is not None and self._as_it_was(row, self.forms.get(part.key)):
                    self.places.inertial_form(part, data, row.ids)
            elif row.field not in part.leaves:
                if "was" in row.attributes:
                    self.report.gone(row)
                else:
                    self._put_leaf(part, row.field, data, row.ids)
            elif self._as_it_was(row, self.showing.said(part.leaves[row.field])):
                field = field_at(part.cls, row.field)
                value = decoded(field, data, ids_of(part.leaves[row.field])) if field is not None else None
                if value is not None and value_is_equal(part.leaves[row.field], value):
                    part.leaves[row.field] = value
        except BAD as problem:
            self.report.wrong(row, str(problem))

    def _as_it_was(self, row: CarriedRow, now: Any) -> bool:
        was = row.attributes.get("was")
        unedited = was is None or (now is not None and is_remembered(now, was))
        if not unedited:
            self.report.otherwise(row)
        return unedited


def _vec(numbers: tuple[float, ...]) -> Vec3:
    x, y, z = numbers
    return (x, y, z)


__all__ = ["restored"]
