"""COLLADA files with all that shows of them: what `read_dae` measures, and normals, texture coordinates and materials."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from scenec.ir.base import Color, Texture
from scenec.ir.material import Material
from scenec.meshes.loaded import MeshError, fans
from scenec.meshes.obj_looks import image
from scenec.meshes.pieces import DressedMesh, Piece
from scenec.meshes.read_dae import BROKEN, DaeDocument, Element, parse_dae
from scenec.source import Source

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SHADERS = ("phong", "blinn", "lambert", "constant")


def dressed_dae(data: bytes, path: str) -> DressedMesh:
    """Every triangle that the file's scene shows, in metres, as `read_dae` places it. MeshError for a broken file."""
    document = parse_dae(data, path)
    looks = _Looks(document, os.path.dirname(path))
    to_metres, _, _ = document.to_metres(False)
    pieces: list[Piece] = []
    try:
        for geometry, name, matrix, instance in document.shown():
            bound = {each.get("symbol"): each.get("target") for each in instance.iter("instance_material")}
            for primitive in document.primitives(geometry):
                symbol = primitive.get("material")
                material = looks.material(bound.get(symbol) or symbol)
                piece = _piece(document, primitive, name, material, to_metres @ matrix)
                if piece is not None and len(piece.corners):
                    pieces.append(piece)
    except BROKEN as error:
        raise MeshError(f"the COLLADA content is broken: {error}", Source(path)) from None
    return DressedMesh(tuple(pieces), tuple(document.remarks))


def _piece(document: DaeDocument, primitive: Element, name: str, material: Material | None, matrix: NDArray[Any]) -> Piece | None:
    import numpy as np

    vertices = document.positions(primitive)
    if vertices is None:
        return None
    inputs, indices, counts = document.corners(primitive)
    order = fans(np.arange(len(indices)), counts)
    corners = indices[order, inputs["VERTEX"][0]]
    if len(corners) and (corners.min() < 0 or corners.max() >= len(vertices)):
        raise IndexError("a face uses a vertex that is not there")
    turn = matrix[:3, :3]
    placed = vertices @ turn.T + matrix[:3, 3]
    tables: dict[str, tuple[NDArray[Any], NDArray[Any]]] = {}
    for semantic, columns in (("NORMAL", 3), ("TEXCOORD", 2)):
        if semantic in inputs:
            offset, source = inputs[semantic]
            table = document.table(source, columns)
            chosen = indices[order, offset]
            if table is not None and len(chosen) and chosen.min() >= 0 and chosen.max() < len(table):
                tables[semantic] = (table, chosen)
    if "NORMAL" in tables:
        normals, chosen = tables["NORMAL"]
        turned = normals @ np.linalg.inv(turn) if abs(np.linalg.det(turn)) > 1e-300 else normals
        lengths = np.linalg.norm(turned, axis=1, keepdims=True)
        tables["NORMAL"] = np.round(np.divide(turned, lengths, out=np.zeros_like(turned), where=lengths > 0), 12) + 0.0, chosen
    if np.linalg.det(turn) < 0:  # a mirrored node: faces turn round
        corners = corners[:, ::-1]
        tables = {semantic: (table, chosen[:, ::-1]) for semantic, (table, chosen) in tables.items()}
    none = (None, None)
    return Piece(name, material, placed, corners, *tables.get("NORMAL", none), *tables.get("TEXCOORD", none))


class _Looks:
    """The materials of a file, by id."""

    def __init__(self, document: DaeDocument, folder: str) -> None:
        self.document = document
        self.folder = folder
        self._known: dict[str | None, Material | None] = {None: None}
        self._parameters: dict[int, dict[tuple[str, str | None], str]] = {}
        """Effect (`id`; the document keeps it alive) -> what its parameters refer to."""

    def material(self, reference: str | None) -> Material | None:
        if reference not in self._known:
            self._known[reference] = self._read(reference)
        return self._known[reference]

    def _read(self, reference: str | None) -> Material | None:
        element = self.document.by_id.get((reference or "").removeprefix("#"))
        instance = element.find("instance_effect") if element is not None and element.tag == "material" else None
        effect = self.document.target(instance.get("url")) if instance is not None else None
        if element is None or effect is None:
            return None
        shader = next((found for kind in _SHADERS if (found := effect.find(f"profile_COMMON/technique/{kind}")) is not None), None)
        if shader is None:
            return None
        diffuse, texture = self._colour(shader, "diffuse"), self._texture(effect, shader)
        opacity = self._opacity(shader)
        if texture is not None and diffuse is None:
            diffuse = (1.0, 1.0, 1.0, 1.0)
        if diffuse is not None and opacity is not None:
            diffuse = (*diffuse[:3], diffuse[3] * opacity)
        shininess = self._number(shader, "shininess")
        return Material(
            name=element.get("name") or element.get("id"),
            diffuse=diffuse,
            ambient=self._colour(shader, "ambient"),
            specular=self._colour(shader, "specular"),
            emissive=self._colour(shader, "emission"),
            shininess=shininess,
            diffuse_texture=texture,
        )

    def _colour(self, shader: Element, name: str) -> Color | None:
        numbers = [float(word) for word in (shader.findtext(f"{name}/color") or "").split()]
        return (numbers[0], numbers[1], numbers[2], numbers[3] if len(numbers) > 3 else 1.0) if len(numbers) >= 3 else None

    def _number(self, shader: Element, name: str) -> float | None:
        text = shader.findtext(f"{name}/float")
        return float(text) if text else None

    def _opacity(self, shader: Element) -> float | None:
        """A_ONE (the default): the alpha of `transparent` times `transparency`; files that say 0 for opaque, as old exporters do, are
        taken as opaque."""
        transparent = shader.find("transparent")
        if transparent is None or transparent.get("opaque", "A_ONE") != "A_ONE":
            return None
        colour, factor = self._colour(shader, "transparent"), self._number(shader, "transparency")
        opacity = (colour[3] if colour is not None else 1.0) * (1.0 if factor is None else factor)
        return opacity if 0 < opacity < 1 else None

    def _texture(self, effect: Element, shader: Element) -> Texture | None:
        """From the sampler that the shader names to the image it reads."""
        element = shader.find("diffuse/texture")
        at = element.get("texture") if element is not None else None
        parameters = self._parameters_of(effect)
        for kind in ("sampler2D/source", "surface/init_from"):
            at = parameters.get((kind, at), at)
        found = self.document.by_id.get(at or "")
        uri = (found.findtext("init_from") or "").strip() if found is not None and found.tag == "image" else ""
        return image(unquote(uri.removeprefix("file://")), self.folder) if uri else None

    def _parameters_of(self, effect: Element) -> dict[tuple[str, str | None], str]:
        """(kind of reference, parameter) -> what it refers to; of parameters that are given twice the first."""
        if id(effect) not in self._parameters:
            found = self._parameters[id(effect)] = {}
            for parameter in effect.iter("newparam"):
                for kind in ("sampler2D/source", "surface/init_from"):
                    if text := parameter.findtext(kind):
                        found.setdefault((kind, parameter.get("sid")), text.strip())
        return self._parameters[id(effect)]
