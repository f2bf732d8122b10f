"""Inline meshes as files: one entry for every format that can be asked for."""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING

from scenec.ir.geometry import MeshData
from scenec.ir.material import Material
from scenec.ir.names import Unique
from scenec.meshes.obj import obj_text
from scenec.meshes.stl import stl_bytes
from scenec.meshes.surface import faces_by_attributes, smoothed, unified

if TYPE_CHECKING:
    from trimesh.visual.material import PBRMaterial

FORMATS = ("obj", "stl", "glb", "dae")
"""File types in which a mesh can be written."""
_JSON = b'{"asset":{"version":"2.0"}} '
_NOTHING_AS_GLB = b"glTF" + struct.pack("<III", 2, 20 + len(_JSON), len(_JSON)) + b"JSON" + _JSON
"""A mesh without triangles, which trimesh does not write. glTF has no vertices but those of triangles, lines and points."""


def mesh_bytes(mesh: MeshData, file_type: str, name: str = "mesh") -> dict[str, bytes]:
    """The file or files that hold a mesh, by suffix (".obj" and perhaps ".mtl", ".stl", ".glb", ".dae").

    name: stem of the files, which OBJ refers to its MTL file by. All are in metres, z up, also GLB, whose specification has y
    up: Gazebo takes its coordinates as they are. Equal meshes give equal bytes. What a format cannot hold (STL: names,
    normals, materials; GLB: texture files) is not looked at, so that a mesh seen by a writer tells what was left out. ValueError for
    another format.
    """
    if file_type == "obj":
        obj, mtl = obj_text(mesh, name)
        return {".obj": obj} if mtl is None else {".obj": obj, ".mtl": mtl}
    if file_type == "stl":
        return {".stl": stl_bytes(mesh)}
    if file_type == "dae":
        from scenec.meshes.dae import dae_text  # loads what opens URLs

        return {".dae": dae_text(mesh)}
    if file_type == "glb":
        return {".glb": _glb_bytes(mesh)}
    raise ValueError(f"{file_type!r} is no mesh format; expected one of {', '.join(FORMATS)}")


def _glb_bytes(mesh: MeshData) -> bytes:
    import trimesh
    from trimesh.visual import TextureVisuals

    mesh = smoothed(mesh)
    scene = trimesh.Scene()
    unique = Unique(joint="-")
    for group in mesh.groups:
        material = _physically_based(group.material) if group.material is not None else None
        for some_faces in faces_by_attributes(group):
            corners = unified(mesh, some_faces)
            name = unique(group.name or "group")
            part = trimesh.Trimesh(corners.vertices, corners.triangles, vertex_normals=corners.normals, process=False)
            if material is not None or corners.texcoords is not None:
                part.visual = TextureVisuals(uv=corners.texcoords, material=material)  # type: ignore[no-untyped-call]  # trimesh states no types here
            scene.add_geometry(part, node_name=name, geom_name=name)
    if not scene.geometry:
        return _NOTHING_AS_GLB
    data = scene.export(file_type="glb", include_normals=mesh.normals is not None)  # type: ignore[no-untyped-call]  # trimesh states no types here
    assert isinstance(data, bytes)
    return data


def _physically_based(material: Material) -> PBRMaterial:
    """The nearest metallic-roughness material: not metallic, as rough as the Phong exponent is low."""
    from trimesh.visual.material import PBRMaterial

    alpha = 1.0 if material.diffuse is None else material.diffuse[3]
    return PBRMaterial(  # type: ignore[no-untyped-call]  # trimesh states no types here
        name=material.name,
        baseColorFactor=None if material.diffuse is None else [float(part) for part in material.diffuse],
        emissiveFactor=None if material.emissive is None else [float(part) for part in material.emissive[:3]],
        metallicFactor=0.0,
        roughnessFactor=1.0 if material.shininess is None else math.sqrt(2 / (2 + material.shininess)),
        alphaMode=None if alpha == 1 else "BLEND",
        doubleSided=bool(material.two_sided),
    )
