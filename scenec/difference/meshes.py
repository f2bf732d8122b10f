"""The meshes of two scenes of one format, number by number. Between formats, how large their shapes are and of how many faces has to do."""

from __future__ import annotations

from scenec.comparison.scene_matching import Matching
from scenec.difference.leaves import ELSEWHERE, Leaves
from scenec.difference.notes import Notes
from scenec.ir.geometry import Mesh
from scenec.ir.scene import Scene

_OF_SHAPES = frozenset({("Mesh", "uri"), ("Mesh", "name")})
_LOOK_OF_MESHES = frozenset({("Material", "diffuse")})


def compare_meshes(a: Scene, b: Scene, matching: Matching, leaves: Leaves, notes: Notes) -> None:
    if not leaves.same_format:
        return
    others = {mesh.id: mesh for mesh in b.meshes}
    skip = (ELSEWHERE | _OF_SHAPES) - _LOOK_OF_MESHES
    for mesh in a.meshes:
        other = others.get(matching.meshes.get(mesh.id, ""))
        if other is not None:
            names = _called(mesh), _called(other)
            notes.leaves(leaves.differing(mesh, other, skip), "mesh", names, "", (mesh, other))


def _called(mesh: Mesh) -> str:
    return str(mesh.name or mesh.uri or "mesh")
