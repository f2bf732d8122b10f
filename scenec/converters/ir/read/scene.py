"""Reading the scene as it stands: every member of the file is one field of one node."""

from __future__ import annotations

import json
from typing import Any, TypeVar

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.checks.soundness import said_of, unsound
from scenec.converters.common.locate import Locator
from scenec.converters.format import ReadRequest, ReadResult
from scenec.converters.ir.findings import SCENE_SCHEMA_EARLIER, SCENE_SOURCE_INEFFECTIVE
from scenec.errors import ReadError, UnknownFormatError, nearest
from scenec.ir.base import UNACCOUNTED, Extra
from scenec.ir.blocks import Block
from scenec.ir.depth import refuse_deeper
from scenec.ir.fields import READABLE, SCHEMA, Field, fields_of
from scenec.ir.geometry import MeshData
from scenec.ir.pose import Rotation
from scenec.ir.scene import Scene
from scenec.source import Origin, Source
from scenec.syntax.json_text import read_json
from scenec.syntax.tree import Document, SourceNode
from scenec.trace import Ids, traced

MEMBERS = ("schema", "source", "scene")
"""Of a file."""

T = TypeVar("T", bound=msgspec.Struct)


def read(request: ReadRequest) -> ReadResult:
    """Raises ReadError for another schema, unknown members, values of a wrong kind, missing required ones, and references to
    nodes that are not there."""
    document = request.ledger.add(read_json(request.data, request.name, "file", shown=request.shown, path=request.path))
    reader = _Reader(document, request.ledger, request.folder, Locator(request.options.search_path))
    scene = reader.file(document.root)
    refuse_deeper(scene, request.shown)
    problem = unsound(scene)
    if problem is not None:
        node = problem.origin.place[1] if isinstance(problem.origin, Origin) else document.root
        raise ReadError(said_of(problem), document.source(node, shown=True), "", "", problem.hint)
    return ReadResult(scene, "2", (request.name,), source=reader.source(document.root))


class _Reader:
    """Builds nodes from one document. folder: where relative references start."""

    def __init__(self, document: Document, ledger: Ledger, folder: str | None, locator: Locator) -> None:
        self.document, self.ledger, self.folder, self.locator = document, ledger, folder, locator

    def file(self, root: SourceNode) -> Scene:
        schema = self._text(root, "schema")
        if schema not in READABLE:
            raise self._error(f"the schema is {schema!r}", root, "schema", json.dumps(SCHEMA))
        if schema != SCHEMA:
            self.ledger.report(SCENE_SCHEMA_EARLIER, about=traced("", (root.attribute_id("schema"),)), value=schema, schema=SCHEMA)
        unknown = [name for name in (*root.attributes, *(child.tag for child in root.children)) if name not in MEMBERS]
        if unknown:
            raise self._error(f"unknown member {unknown[0]!r}", root, None, ", ".join(MEMBERS), nearest(unknown[0], MEMBERS))
        scenes = [child for child in root.children if child.tag == "scene"]
        if len(scenes) != 1:
            raise self._error("no scene", root, None, 'one member "scene"')
        return self.node(Scene, scenes[0])

    def source(self, root: SourceNode) -> str:
        """The format that the scene was read from, and its version; "" where that is not said, or not known here."""
        from scenec.converters import load

        if "source" not in root.attributes:
            return ""
        said = self._text(root, "source")
        name = said.partition("@")[0]
        try:
            known = load(name).name == name and name != "ir"
        except UnknownFormatError:
            known = False
        if not known:
            self.ledger.report(SCENE_SOURCE_INEFFECTIVE, about=traced("", (root.attribute_id("source"),)), value=said)
        return said if known else ""

    def node(self, cls: type[T], node: SourceNode, *, typed: bool = False) -> T:
        """A node of the scene; its depth is bounded by the types. typed: the member `type` chose the class."""
        fields = fields_of(cls)
        objects: dict[str, list[SourceNode]] = {}
        for child in node.children:
            objects.setdefault(child.tag, []).append(child)
        values: dict[str, Any] = {}
        for name in (*node.attributes, *objects):
            if not (typed and name == "type"):
                values[name] = self._member(self._field(fields, name, node, cls), node, objects.get(name))
                if name in UNACCOUNTED:  # structure: it steers what belongs to what
                    self.ledger.consumed(values[name])
        if cls is Extra and "value" not in values and "content" not in values:  # structure too: it says only where its node belongs
            self.ledger.consumed(*values.values())
        missing = next((field.name for field in fields.values() if field.required and field.name not in values), None)
        if missing is not None:
            raise self._error(f"{cls.__name__} has no {missing!r}", node, None, f"a member {json.dumps(missing)}")
        if "origin" in cls.__struct_fields__:
            values["origin"] = Origin(self.document, node)
        if cls is MeshData:  # a whole number is a coordinate like any other
            values.update((name, as_floats(value)) for name, value in values.items() if isinstance(value, Block))
        if "found" in cls.__struct_fields__:
            values["found"] = self._found(values.get("uri"))
        return cls(**values)

    def _field(self, fields: dict[str, Field], name: str, node: SourceNode, cls: type) -> Field:
        if name not in fields:
            what = f"{cls.__name__} has no field {name!r}"
            raise self._error(what, node, name if name in node.attributes else None, "", nearest(name, list(fields)))
        return fields[name]

    def _member(self, field: Field, node: SourceNode, objects: list[SourceNode] | None) -> Any:
        """The value of a field. objects: where it is written as one or more objects."""
        if objects is None:
            if field.kind in ("value", "block"):
                return self._value(field, node) if field.kind == "value" else self._block(field, node)
            if field.kind == "nodes" and node.attributes[field.name] == "[]":
                self.ledger.consumed(traced("", (node.attribute_id(field.name),)))
                return ()
            raise self._error(f"{field.name} is no object", node, field.name, "an object" if field.kind != "nodes" else "a list of objects")
        if field.kind == "nodes":
            return tuple(self._of(field, each) for each in objects)
        if field.kind in ("value", "block") or len(objects) > 1:
            raise self._error(f"{field.name} is an object", objects[0], None, "a value" if len(objects) == 1 else "one object")
        return self._rotation(objects[0]) if field.kind == "rotation" else self._of(field, objects[0])

    def _of(self, field: Field, node: SourceNode) -> msgspec.Struct:
        """A node that stands in a field; where several kinds may, its `type` says which."""
        if not field.typed:
            (only,) = field.classes.values()
            alone: msgspec.Struct = self.node(only, node)
            return alone
        name = self._text(node, "type")
        if name not in field.classes:
            known = list(field.classes)
            raise self._error(f"unknown type {name!r}", node, "type", f"one of {', '.join(known)}", nearest(name, known))
        self.ledger.consumed(traced("", (node.attribute_id("type"),)))
        one_of_them: msgspec.Struct = self.node(field.classes[name], node, typed=True)
        return one_of_them

    # ---------------------------------------------------------------- values

    def _value(self, field: Field, node: SourceNode) -> Any:
        raw = self._decoded(node, field.name)
        try:
            value = msgspec.convert(_with_infinities(raw, field.type), field.type)
        except msgspec.ValidationError as problem:
            what = f"{field.name} is wrong: {str(problem).split(' - at')[0]}, written {shortened(node.attributes[field.name])}"
            raise self._error(what, node, field.name) from None
        return with_ids(value, (node.attribute_id(field.name),))

    def _block(self, field: Field, node: SourceNode) -> Block:
        """A table of numbers: a list of rows of the same length."""
        import numpy as np

        rows = self._decoded(node, field.name)
        try:
            table = np.array(rows) if rows != [] else np.empty((0, 3), np.int64 if node.tag == "faces" else np.float64)
            if table.dtype.kind not in "if" or table.ndim != 2:
                raise ValueError
        except (ValueError, OverflowError):
            raise self._error(f"{field.name} is no table", node, field.name, "a list of rows of as many numbers each") from None
        return Block(table, (node.attribute_id(field.name),))

    def _rotation(self, node: SourceNode) -> Rotation:
        """``{"rpy": [r, p, y]}`` or ``{"quat": [w, x, y, z]}``."""
        names = list(node.attributes)
        if names not in (["rpy"], ["quat"]) or node.children:
            raise self._error("no rotation", node, None, '{"rpy": [roll, pitch, yaw]} or {"quat": [w, x, y, z]}')
        (name,) = names
        count = 3 if name == "rpy" else 4
        numbers = self._decoded(node, name)
        ids = (node.attribute_id(name),)
        if not isinstance(numbers, list) or len(numbers) != count or not all(type(each) in (int, float) for each in numbers):
            raise self._error("no rotation", node, name, f"{count} numbers")
        try:
            parts = [traced(float(each), ids) for each in numbers]
        except OverflowError:
            raise self._error("no rotation", node, name, f"{count} finite numbers") from None
        if name == "rpy":
            return Rotation.from_rpy(*parts)
        unit = abs(sum(part * part for part in parts) - 1) < 1e-12
        return Rotation(tuple(numbers)).with_ids(ids) if unit else Rotation.from_quat(*parts)

    def _text(self, node: SourceNode, name: str) -> str:
        """A text that steers the reading."""
        if name not in node.attributes:
            raise self._error(f"no {name!r}", node, None, f"a member {json.dumps(name)}")
        value = self._decoded(node, name)
        if not isinstance(value, str):
            raise self._error(f"{name} is no text", node, name, "a text in double quotes")
        self.ledger.consumed(traced("", (node.attribute_id(name),)))
        return value

    def _decoded(self, node: SourceNode, name: str) -> Any:
        return json.loads(node.attributes[name])

    def _found(self, uri: str | None) -> str | None:
        """Where a file is that the scene names."""
        return self.locator.find_file(uri, self.folder) if uri else None

    def _error(self, what: str, node: SourceNode, attribute: str | None, expected: str = "", near: str = "") -> ReadError:
        place: Source = self.document.source(node, attribute, shown=True)
        return ReadError(what, place, expected, near)


def as_floats(table: Block) -> Block:
    return Block(table.array.astype("float64"), table.ids)


def _with_infinities(value: Any, hint: Any) -> Any:
    """Numbers that JSON has no digits for are written as words, where no text may stand."""
    if isinstance(value, list):
        return [_with_infinities(each, hint) for each in value]
    if value in ("Infinity", "-Infinity") and "str" not in str(hint):
        return float(value)
    return value


def with_ids(value: Any, ids: Ids) -> Any:
    """A value whose every part says where it was read."""
    if isinstance(value, tuple):
        return tuple(with_ids(each, ids) for each in value)
    return traced(value, ids)


def shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
