"""Inline meshes: `Vertices`, `Normals`, `TexCoords`, `Triangles` and `Quads` of a ComplexAppearance.

Appearances that share a vertex list, as SimRobot's robots do for every colour, become groups of one mesh. Indices count from
0. With `Normals` every corner has two, of the vertex and of the normal; texture coordinates go with the vertex
(PC:517-654, SIM/Appearances/ComplexAppearance.cpp). All that C would read as numbers is read; other characters between them are skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from scenec import ir
from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.simrobot.findings.reading import (
    MESH_FACES_INCOMPLETE,
    MESH_INDEX_OUT_OF_RANGE,
    NAME_INEFFECTIVE,
    TEXTURE_COORDINATES_DROPPED,
)
from scenec.converters.simrobot.kinds import number_value, split_number
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.expansion import Expanded
from scenec.converters.simrobot.read.templates import Part, refusal
from scenec.ir.blocks import Block
from scenec.ir.names import Unique
from scenec.trace import Ids, derived, ids_of, merge

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Key = tuple[int, ...]
"""The ledger ids of the texts a list is made of: equal keys are the same numbers."""

_COMMENT = r"#[^\n\r]*"


class Group(msgspec.Struct):
    """The faces of one or more appearances that draw the same ones."""

    name: str
    primitives: list[SceneCursor]


class Source(msgspec.Struct):
    """A mesh in the making: its lists, and the groups that draw from it."""

    id: ir.Id
    appearance: SceneCursor
    vertices: SceneCursor
    exponent: int
    ids: Ids
    names: Unique = msgspec.field(default_factory=Unique)
    groups: dict[tuple[tuple[str, Key], ...], Group] = msgspec.field(default_factory=dict)


class Meshes:
    """All meshes of a scene. Register all appearances first, then ask for shapes, then for meshes."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.sources: dict[tuple[Key, int, Key, Key], Source] = {}

    def register_all(self, scene: Expanded) -> None:
        stack = [scene]
        while stack:
            expanded = stack.pop()
            if expanded.tag == "ComplexAppearance":
                self.register(SceneCursor.at(expanded, self.ledger))
            stack.extend(reversed(expanded.children))

    def register(self, appearance: SceneCursor) -> None:
        vertices = needed(appearance, "vertices")
        exponent = vertices.integer("unit")
        key = self.key(appearance, exponent)
        source = self.sources.get(key)
        if source is None:
            ids = merge(key[0], ids_of(exponent))
            source = self.sources[key] = Source(f"mesh{len(self.sources) + 1}", appearance, vertices, int(exponent), ids)
        else:
            source.ids = merge(source.ids, ids_of(exponent))
            self.report_second_name(vertices, source)
        group_key = faces_key(appearance)
        if group_key not in source.groups:
            surface = appearance.only("surface")
            name = appearance.name or (surface.name if surface else None) or "part"
            source.groups[group_key] = Group(source.names(str.__str__(name)), list(appearance.of_class("primitives")))

    def report_second_name(self, vertices: SceneCursor, source: Source) -> None:
        """Report a second name of a list of vertices, unless it only chose the template: a mesh has one name."""
        name = vertices.name
        if name and vertices.element.home("name") is vertices.element.parts[0] and ids_of(name) != ids_of(source.vertices.name):
            self.ledger.report(NAME_INEFFECTIVE, about=name, subject=f"Vertices {name}", why="The same vertices have another name already.")

    def key(self, appearance: SceneCursor, exponent: int) -> tuple[Key, int, Key, Key]:
        lists = (appearance.only("normals"), appearance.only("texture coordinates"))
        normals, texcoords = (text_key(one) if one else () for one in lists)
        return text_key(needed(appearance, "vertices")), int(exponent), normals, texcoords

    def shape(self, appearance: SceneCursor) -> ir.MeshShape:
        """Return the use of a mesh by a registered appearance."""
        exponent = needed(appearance, "vertices").integer("unit")
        source = self.sources[self.key(appearance, exponent)]
        group = source.groups[faces_key(appearance)]
        return ir.MeshShape(mesh=source.id, submesh=group.name if len(source.groups) > 1 else None, origin=appearance.origin)

    def meshes(self) -> tuple[ir.Mesh, ...]:
        return tuple(self.mesh(source) for source in self.sources.values())

    def mesh(self, source: Source) -> ir.Mesh:
        vertices = read_vertices(source.vertices, source.exponent).with_ids(source.ids)
        normals_element, texcoords_element = source.appearance.only("normals"), source.appearance.only("texture coordinates")
        normals = read_numbers(normals_element, 3, 0, "normal") if normals_element else None
        texcoords = read_numbers(texcoords_element, 2, 0, "texture coordinate") if texcoords_element else None
        if texcoords is not None and texcoords_element and len(texcoords) != len(vertices):
            self.ledger.report(
                TEXTURE_COORDINATES_DROPPED,
                about=texcoords,
                origin=texcoords_element.origin,
                subject="TexCoords",
                count=len(texcoords),
                vertices=len(vertices),
            )
            texcoords = None
        reader = FaceReader(self.ledger, len(vertices), normals, texcoords is not None)
        groups = tuple(
            ir.MeshGroup(name=group.name, faces=tuple(reader.read(one) for one in group.primitives), origin=group.primitives[0].origin)
            for group in source.groups.values()
        )
        data = ir.MeshData(
            vertices=vertices,
            normals=normals,
            texcoords=texcoords,
            groups=groups,
            smooth=True if normals is None else None,
            origin=source.vertices.origin,
        )
        name = source.vertices.name or str.__str__(source.appearance.called)
        return ir.Mesh(id=source.id, name=name, data=data, origin=source.vertices.origin)


class FaceReader:
    """Reader of the index lists of one mesh."""

    def __init__(self, ledger: Ledger, vertex_count: int, normals: Block | None, has_texcoords: bool) -> None:
        self.ledger = ledger
        self.vertex_count = vertex_count
        self.normals = normals
        self.has_texcoords = has_texcoords

    def read(self, primitives: SceneCursor) -> ir.Faces:
        corners = 3 if primitives.tag == "Triangles" else 4
        width = 1 if self.normals is None else 2
        parts = list(primitives.element.text_parts())
        ids = text_ids(parts)
        indices = joined([read_indices(part) for part in parts])
        count = len(indices) // (corners * width)
        if count * corners * width != len(indices):
            self.report(MESH_FACES_INCOMPLETE, primitives, ids, count=len(indices), corners=corners * width)
        table = indices[: count * corners * width].reshape(count, corners, width)
        vertices = self.within(table[:, :, 0], self.vertex_count, primitives, ids)
        block = Block(vertices, ids)
        normals = Block(self.within(table[:, :, 1], len(self.normals), primitives, ids), ids) if self.normals is not None else None
        return ir.Faces(vertices=block, normals=normals, texcoords=block if self.has_texcoords else None, origin=primitives.origin)

    def within(self, indices: NDArray[np.int64], count: int, primitives: SceneCursor, ids: Ids) -> NDArray[np.int64]:
        """Return the indices with 0 in place of those out of range, which is near what SimRobot does."""
        outside = (indices < 0) | (indices >= count)
        if not outside.any() and indices.flags.c_contiguous and not indices.flags.writeable:
            return indices
        fixed: NDArray[np.int64] = indices.copy()
        if not outside.any():
            fixed.flags.writeable = False  # so that a block need not copy it
            return fixed
        self.report(MESH_INDEX_OUT_OF_RANGE, primitives, ids, count=int(outside.sum()), limit=count)
        fixed[outside] = 0
        return fixed

    def report(self, row: Code, primitives: SceneCursor, ids: Ids, **slots: Any) -> None:
        self.ledger.report(row, about=derived("", Block([[0.0]], ids)), origin=primitives.origin, subject=primitives.tag, **slots)


def read_vertices(vertices: SceneCursor, exponent: int) -> Block:
    block = read_numbers(vertices, 3, exponent, "vertex")
    if not len(block):
        raise vertices.error("Vertices without a vertex", hint="SimRobot crashes on such a file")
    return block


def read_numbers(element: SceneCursor, columns: int, exponent: int, what: str) -> Block:
    """Return the numbers of an element's text and of the texts that it inherits, times ten to the exponent."""
    import numpy as np

    parts = list(element.element.text_parts())
    blocks = [read_table(part, columns, exponent, what) for part in parts]
    if len(blocks) == 1:
        return blocks[0].with_ids(text_ids(parts))
    table = np.concatenate([block.array for block in blocks]) if blocks else np.zeros((0, columns))
    return Block(table, text_ids(parts))


def read_table(part: Part, columns: int, exponent: int, what: str) -> Block:
    import numpy as np

    text = re.sub(_COMMENT, "", part.node.text) if "#" in part.node.text else part.node.text
    try:
        block = Block.parse(text, columns, exponent)
    except ValueError:
        block = parse_as_c(text, columns, exponent, what, part)
    if not np.isfinite(block.array).all():
        raise refusal(f"Invalid {what} text (a number is not finite)", part, "")
    return block


def parse_as_c(text: str, columns: int, exponent: int, what: str, part: Part) -> Block:
    """Parse numbers as C's strtof finds them one after the other, with or without blanks between them."""
    literals, rest = [], text
    while rest.strip():
        literal, rest = split_number(rest)
        if not literal:
            raise refusal(
                f"Invalid {what} text (must be a space separated list of floats)", part, "", hint=f'"{rest.split()[0][:20]}" is no number'
            )
        literals.append(str(number_value(literal)) if "x" in literal.lower() else literal)
    if len(literals) % columns:
        raise refusal(
            f"Invalid {what} text (must be a space separated list of floats)",
            part,
            "",
            hint=f"{len(literals)} numbers do not make whole groups of {columns}",
        )
    return Block.parse(" ".join(literals), columns, exponent)


def read_indices(part: Part) -> NDArray[np.int64]:
    text = re.sub(_COMMENT, "", part.node.text) if "#" in part.node.text else part.node.text
    try:
        indices: NDArray[np.int64] = Block.parse_integers(text, 1).array.reshape(-1)
    except (ValueError, OverflowError) as problem:
        raise refusal("Invalid index text (must be a space separated list of integers)", part, "", hint=str(problem)) from None
    return indices


def joined(arrays: list[NDArray[np.int64]]) -> NDArray[np.int64]:
    import numpy as np

    if len(arrays) == 1:
        return arrays[0]
    return np.concatenate(arrays) if arrays else np.zeros(0, dtype=np.int64)


def needed(appearance: SceneCursor, element_class: str) -> SceneCursor:
    child = appearance.only(element_class)
    assert child is not None, "the expansion has checked that it is there"
    return child


def text_ids(parts: Iterable[Part]) -> Ids:
    return tuple(part.node.text_id for part in parts)


def text_key(element: SceneCursor) -> Key:
    return text_ids(element.element.text_parts())


def faces_key(appearance: SceneCursor) -> tuple[tuple[str, Key], ...]:
    return tuple((primitives.tag, text_key(primitives)) for primitives in appearance.of_class("primitives"))
