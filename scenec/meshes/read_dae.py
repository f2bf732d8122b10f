"""Reads positions, faces, nodes and units of COLLADA files.

Not left to trimesh and pycollada: they drop geometry whose texture image is missing, forget the names of nodes (which
SDFormat's submeshes refer to) and read coordinates in single precision.
"""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scenec.meshes.loaded import LoadedMesh, LoadedPart, MeshError, fans, loaded_part
from scenec.source import Source

if TYPE_CHECKING:
    from numpy.typing import NDArray

Element = ElementTree.Element

_DEEPEST = 1000
NODES, NODES_PER_ELEMENT = 5_000, 50
"""How many nodes a scene may show, by what nodes that it instantiates bring: those of a few may stand in each other millions of times."""
NUMBERS, NUMBERS_PER_BYTE = 2_000_000, 5
"""How many bytes of numbers the geometry that a scene shows may have been read from, however often it is instantiated."""
_UP = {"X_UP": ((0, -1, 0), (1, 0, 0), (0, 0, 1)), "Y_UP": ((1, 0, 0), (0, 0, -1), (0, 1, 0))}
"""Up axis -> the rotation that turns it to z, as rows of a matrix (COLLADA 1.4.1, chapter 5, up_axis: the right axis becomes x)."""


def read_dae(data: bytes, name: str, turn_up: bool) -> LoadedMesh:
    """Every triangle that the file's scene shows, in metres. A part is named after the nearest named node above it.

    turn_up: also turn the up axis to z, as the COLLADA specification has it. MeshError for anything that is no COLLADA file.
    """
    return parse_dae(data, name).load(turn_up)


def parse_dae(data: bytes, name: str) -> DaeDocument:
    """The parsed file. MeshError for anything that is no COLLADA file."""
    if b"<!ENTITY" in (data.replace(b"\0", b"") if b"\0" in data[:200] else data):  # in UTF-16, too
        raise MeshError("the file defines entities, which are not expanded", Source(name))
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise MeshError("the file is not well-formed XML", Source(name, line, column + 1)) from None
    except (ValueError, LookupError) as error:  # expat's words for encodings that it does not read
        raise MeshError(f"the file cannot be decoded: {error}", Source(name)) from None
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    if root.tag != "COLLADA":
        raise MeshError(f"<{root.tag}> is not a COLLADA document", Source(name))
    return DaeDocument(root, name, len(data))


class DaeDocument:
    """One parsed file, its namespaces removed, and what there is to remark on it."""

    def __init__(self, root: Element, name: str, size: int) -> None:
        """size: of the file (bytes)."""
        self.root = root
        self.name = name
        self.elements = 0
        self._numbers_left = NUMBERS + NUMBERS_PER_BYTE * size
        self.remarks: dict[str, None] = {}
        self.by_id: dict[str, Element] = {}
        for element in root.iter():
            self.elements += 1
            if identifier := element.get("id"):
                self.by_id.setdefault(identifier, element)

    def load(self, turn_up: bool) -> LoadedMesh:
        to_metres, unit, up_axis = self.to_metres(turn_up)
        parts: list[LoadedPart] = []
        try:
            for geometry, name, matrix, _ in self.shown():
                parts.extend(self._parts(geometry, name, to_metres @ matrix))
        except BROKEN as error:
            raise MeshError(f"the COLLADA content is broken: {error}", Source(self.name)) from None
        return LoadedMesh(tuple(parts), tuple(self.remarks), unit, up_axis)

    def to_metres(self, turn_up: bool) -> tuple[NDArray[Any], float, str | None]:
        """Return the transform to metres (4 x 4), the unit, and the up axis as stated. MeshError for a unit that is none."""
        import numpy as np

        unit_text = self.root.find("asset/unit")
        stated = unit_text.get("meter", "1") if unit_text is not None else "1"
        try:
            unit = float(stated)
        except ValueError:
            raise MeshError(f"the unit is {stated!r} metres", Source(self.name), "a number") from None
        up_axis = (self.root.findtext("asset/up_axis") or "").strip() or None
        to_metres = np.eye(4)
        to_metres[:3, :3] = np.array(_UP.get(up_axis or "", np.eye(3)) if turn_up else np.eye(3)) * unit
        return to_metres, unit, up_axis

    def target(self, reference: str | None) -> Element | None:
        """Return what a ``#id`` refers to; None, with a remark, if that is not in this file."""
        target = self.by_id.get((reference or "").removeprefix("#"))
        if target is None:
            self.remarks[f"reference {reference!r} leads nowhere in this file"] = None
        return target

    def shown(self) -> Iterator[tuple[Element, str, NDArray[Any], Element]]:
        """Geometry elements that the scene instantiates, with the name of their node, their transform, and the element that
        instantiates them, in file order."""
        import numpy as np

        instance = self.root.find("scene/instance_visual_scene")
        scene = self.target(instance.get("url")) if instance is not None else self.root.find("library_visual_scenes/visual_scene")
        if scene is None:
            self.remarks["the file has no scene: every geometry is taken as it stands"] = None
            for geometry in self.root.findall("library_geometries/geometry"):
                yield geometry, geometry.get("name", ""), np.eye(4), geometry
            return
        pending = [(node, "", np.eye(4), 0) for node in reversed(scene.findall("node"))]
        nodes_left = NODES + NODES_PER_ELEMENT * self.elements
        while pending:
            node, above, outer, depth = pending.pop()
            nodes_left -= 1
            if nodes_left < 0:
                raise self._grown("nodes")
            if depth > _DEEPEST:
                raise MeshError("nodes are nested too deep or in a circle", Source(self.name))
            name, matrix = node.get("name") or above, outer @ self._transform(node)
            for child in node:
                if child.tag == "instance_geometry" and (target := self.target(child.get("url"))) is not None:
                    yield target, name, matrix, child
                elif child.tag == "instance_controller" and (controller := self.target(child.get("url"))) is not None:
                    yield from self._skin(controller, name, child)
            inner = [child if child.tag == "node" else self.target(child.get("url")) for child in node if child.tag in _INNER]
            pending += [(child, name, matrix, depth + 1) for child in reversed(inner) if child is not None]

    def _skin(self, controller: Element, name: str, instance: Element) -> Iterator[tuple[Element, str, NDArray[Any], Element]]:
        """The geometry below a skin, as it was when it was bound."""
        import numpy as np

        skin = controller.find("skin")
        if skin is None:
            self.remarks["a controller that is no skin is left out"] = None
        elif (geometry := self.target(skin.get("source"))) is not None:
            bind = _numbers(skin.findtext("bind_shape_matrix") or "")
            yield geometry, name, np.array(bind).reshape(4, 4) if bind else np.eye(4), instance

    def _transform(self, node: Element) -> NDArray[Any]:
        """The product of a node's transforms, in their order."""
        import numpy as np

        matrix = np.eye(4)
        for child in node:
            step = np.eye(4)
            if child.tag == "matrix":
                step = np.array(_numbers(child.text or "")).reshape(4, 4)
            elif child.tag == "translate":
                step[:3, 3] = _numbers(child.text or "")
            elif child.tag == "scale":
                step[(0, 1, 2), (0, 1, 2)] = _numbers(child.text or "")
            elif child.tag == "rotate":
                step[:3, :3] = _rotation(_numbers(child.text or ""))
            elif child.tag in ("skew", "lookat"):
                self.remarks[f"a {child.tag} transform is not applied"] = None
                continue
            else:
                continue
            matrix = matrix @ step
        return matrix

    def _parts(self, geometry: Element, name: str, matrix: NDArray[Any]) -> Iterator[LoadedPart]:
        """One part per primitive element of a geometry."""
        for primitive in self.primitives(geometry):
            vertices = self.positions(primitive)
            if vertices is None:
                continue
            inputs, indices, counts = self.corners(primitive)
            placed = vertices @ matrix[:3, :3].T + matrix[:3, 3]
            if part := loaded_part(name, placed, fans(indices[:, inputs["VERTEX"][0]], counts)):
                yield part

    def primitives(self, geometry: Element) -> Iterator[Element]:
        """The elements of a geometry that hold polygons."""
        for primitive in geometry.iterfind("mesh/*"):
            if primitive.tag in _OTHER_PRIMITIVES:
                self.remarks[f"<{primitive.tag}> is not read"] = None
            if primitive.tag in _PRIMITIVES:
                yield primitive

    def corners(self, primitive: Element) -> tuple[dict[str, tuple[int, str]], NDArray[Any], NDArray[Any]]:
        """The inputs of a primitive (semantic -> column, source; of several sets the first), the indices of all corners, a row each,
        and how many corners each polygon has."""
        import numpy as np

        texts = [p.text or "" for p in primitive.iter("p")]
        self._charge(sum(map(len, texts)))
        elements = primitive.findall("input")
        stride = 1 + max(int(item.get("offset", "0")) for item in elements)
        inputs: dict[str, tuple[int, str]] = {}
        for item in elements:
            inputs.setdefault(item.get("semantic", ""), (int(item.get("offset", "0")), item.get("source", "")))
        polygons = [_integers(text) for text in texts]
        rows = [np.array(indices, dtype=np.int64) for indices in polygons]
        whole = [indices[: len(indices) // stride * stride].reshape(-1, stride) for indices in rows]
        table = np.concatenate(whole) if whole else np.zeros((0, stride), dtype=np.int64)
        if primitive.tag == "polylist":
            counts = np.array(_integers(primitive.findtext("vcount") or ""), dtype=np.int64)
        elif primitive.tag == "polygons":
            counts = np.array([len(indices) // stride for indices in polygons], dtype=np.int64)
        else:
            counts = np.full(len(table) // 3, 3)
        if len(counts) and (counts.min() < 0 or counts.max() > len(table) or counts.sum() > len(table)):
            raise IndexError(f"polygons of more than the {len(table)} corners there are")
        return inputs, table, counts

    def positions(self, primitive: Element) -> NDArray[Any] | None:
        for kind, semantic in (("input", "VERTEX"), ("input", "POSITION")):
            found = [item for item in primitive.findall(kind) if item.get("semantic") == semantic]
            target = self.target(found[0].get("source")) if found else None
            if target is None:
                return None
            primitive = target
        return self._table(primitive, 3)

    def table(self, source: str, columns: int) -> NDArray[Any] | None:
        """The first columns of a source; None, with a remark, if it is not there."""
        element = self.target(source)
        return self._table(element, columns) if element is not None else None

    def _table(self, source: Element, columns: int) -> NDArray[Any]:
        text = source.findtext("float_array") or ""
        self._charge(len(text))
        return _table(source, text, columns)

    def _charge(self, characters: int) -> None:
        """Numbers are read once more. MeshError if that is too often."""
        self._numbers_left -= characters
        if self._numbers_left < 0:
            raise self._grown("geometry")

    def _grown(self, what: str) -> MeshError:
        return MeshError(f"its scene instantiates more {what} than a file of its size may bring", Source(self.name))


def _table(source: Element, text: str, columns: int) -> NDArray[Any]:
    import numpy as np

    numbers = _numbers(text)
    accessor = source.find("technique_common/accessor")
    stride = int(accessor.get("stride", str(columns))) if accessor is not None else columns
    table: NDArray[Any] = np.array(numbers, dtype=np.float64).reshape(-1, stride)[:, :columns]
    return table


BROKEN = (ValueError, IndexError, AttributeError, TypeError, OverflowError)
"""Exceptions of malformed content; OverflowError: an index of twenty digits."""

_INNER = ("node", "instance_node")
_PRIMITIVES = ("triangles", "polylist", "polygons")
_OTHER_PRIMITIVES = ("tristrips", "trifans", "lines", "linestrips")


def _numbers(text: str) -> list[float]:
    return list(map(float, text.split()))


def _integers(text: str) -> list[int]:
    return list(map(int, text.split()))


def _rotation(axis_angle: list[float]) -> NDArray[Any]:
    """Of an axis of any length and an angle in degrees."""
    import numpy as np

    from scenec.ir.pose import Rotation

    x, y, z, degrees = axis_angle
    if not (x or y or z):
        return np.eye(3)
    return np.array(Rotation.about((x, y, z), math.radians(degrees)).matrix())
