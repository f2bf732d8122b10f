"""The leaves of the scene that a mesh file of the writer states. Blocks of numbers are said as wholes."""

from __future__ import annotations

from typing import NamedTuple

from scenec.ir.base import Color
from scenec.ir.geometry import MeshData
from scenec.ir.material import Material
from scenec.trace import Sources, ids_of

WITHOUT_NAMES = "stl"
"""The format that holds triangles and nothing else."""
ONLY_FACES = ("stl", "glb")
"""Formats that hold no vertex without a face, and no group without one."""


class MeshLeaves(NamedTuple):
    """shape: the numbers and the names of the groups; looks: the materials, which stand in the MTL file of an OBJ file."""

    shape: Sources
    looks: Sources


def said_by_file(data: MeshData, file_type: str, submesh: str | None) -> MeshLeaves:
    """Return what a file of a mesh says. submesh: the only group in it; None for all."""
    groups = [group for group in data.groups if submesh in (None, group.name)]
    if file_type in ONLY_FACES:
        groups = [group for group in groups if any(len(faces.vertices) for faces in group.faces)]
    says: list[object] = [data.vertices] if groups or file_type not in ONLY_FACES else []
    if file_type == WITHOUT_NAMES:
        if data.normals is not None:
            says.append(data.smooth)  # which has no effect beside normals
        says += (faces.vertices for group in groups for faces in group.faces)
        if submesh is not None:
            says += (group.name for group in groups)
        return MeshLeaves(_set(says), Sources(()))
    says.append(data.smooth)  # by its normals
    every = [faces for group in groups for faces in group.faces]
    for table in ("normals", "texcoords"):
        if file_type == "obj" or any(getattr(faces, table) is not None for faces in every):
            says.append(getattr(data, table))
    looks: list[object] = []
    for group in groups:
        says += (group.name, *group.faces)
        if group.material is not None:
            looks += _said_of(group.material, file_type)
    return MeshLeaves(_set(says), _set(looks))


def _said_of(material: Material, file_type: str) -> list[object]:
    texture = material.diffuse_texture
    if file_type == "glb":  # has no files of images, and roughness in the place of shininess
        return [material.name, material.diffuse, _opaque(material.emissive), material.shininess, material.two_sided]
    says = [material.name, material.shininess, None if texture is None else texture.uri]
    colours = (material.ambient, material.specular, material.emissive)
    if file_type == "dae":
        return [*says, *colours, material.diffuse if texture is None else None]
    return [*says, *map(_opaque, colours), material.diffuse]


def _opaque(colour: Color | None) -> object:
    """Return what a file says of a colour that it states without alpha: that of an opaque one is implied."""
    if colour is None:
        return None
    return colour if colour[3] == 1.0 else colour[:3]


def _set(values: list[object]) -> Sources:
    return Sources(ids_of(tuple(values)))
