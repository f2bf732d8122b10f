"""The look of a mesh file besides its shape: normals, texture coordinates, colours, images."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenec.meshes.dressed import load_dressed
from scenec.meshes.loaded import MeshError

OBJ = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 1\nvn 0 0 1\nusemtl paint\nf 1/1/1 2/2/1 3/2/1 4/1/1\n"
MTL = "newmtl paint\nKa 0.1 0.1 0.1\nKd 0.2 0.4 0.6\nKe 1 1 1\nTr 0.25\n"
DAE = """<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit meter="0.01"/></asset>
<library_images><image id="img"><init_from>wood%20grain.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
 <newparam sid="s"><surface type="2D"><init_from>img</init_from></surface></newparam>
 <newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>
 <technique sid="c"><phong><diffuse><texture texture="t" texcoord="UV"/></diffuse><specular><color>0.5 0.5 0.5 1</color></specular>
  <transparent opaque="A_ONE"><color>0 0 0 1</color></transparent><transparency><float>0.5</float></transparency></phong></technique>
</profile_COMMON></effect></library_effects>
<library_materials><material id="m" name="wood"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
 <source id="p"><float_array>0 0 0 100 0 0 0 100 0</float_array></source>
 <source id="n"><float_array>0 0 2</float_array></source>
 <source id="u"><float_array>0 0 1 0 0 1</float_array><technique_common><accessor stride="2"/></technique_common></source>
 <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
 <triangles count="1" material="sym"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="1"/>
  <input semantic="TEXCOORD" source="#u" offset="2"/><p>0 0 0 1 0 1 2 0 2</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="vs"><node name="part"><rotate>1 0 0 90</rotate><instance_geometry url="#g"><bind_material>
 <technique_common><instance_material symbol="sym" target="#m"/></technique_common></bind_material></instance_geometry></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#vs"/></scene></COLLADA>"""


def test_an_obj_file_with_all_that_shows_of_it(tmp_path: Path) -> None:
    (tmp_path / "a.obj").write_text(OBJ)
    (tmp_path / "a.mtl").write_text(MTL)
    [piece] = load_dressed(str(tmp_path / "a.obj")).pieces
    assert piece.normals is not None and piece.texcoords is not None and piece.texture_corners is not None
    assert (len(piece.corners), piece.normals.tolist(), piece.texture_corners.tolist()) == (2, [[0, 0, 1]], [[0, 1, 1], [0, 1, 0]])
    material = piece.material
    assert material is not None
    assert (material.diffuse, material.ambient, material.emissive) == ((0.2, 0.4, 0.6, 0.75), (0.1, 0.1, 0.1, 1.0), (1.0, 1.0, 1.0, 1.0))


def test_a_material_file_that_is_not_there_is_remarked_on(tmp_path: Path) -> None:
    (tmp_path / "a.obj").write_text(OBJ)
    dressed = load_dressed(str(tmp_path / "a.obj"))
    assert (dressed.pieces[0].material, dressed.remarks) == (None, ("a.mtl is not there: the mesh has no colours",))


def test_a_collada_file_with_all_that_shows_of_it(tmp_path: Path) -> None:
    """In metres, turned as its node is; its image by the name it has on disk."""
    (tmp_path / "a.dae").write_text(DAE)
    (tmp_path / "wood grain.png").write_bytes(b"")
    [piece] = load_dressed(str(tmp_path / "a.dae")).pieces
    assert (piece.name, piece.vertices.round(12).tolist()) == ("part", [[0, 0, 0], [1, 0, 0], [0, 0, 1]])
    assert piece.normals is not None and piece.normals.tolist() == [[0, -1, 0]]
    material = piece.material
    assert material is not None and material.diffuse_texture is not None
    assert (material.name, material.diffuse, material.specular) == ("wood", (1.0, 1.0, 1.0, 0.5), (0.5, 0.5, 0.5, 1.0))
    assert material.diffuse_texture.found == str(tmp_path / "wood grain.png")


@pytest.mark.parametrize(("name", "text"), [("a.obj", "v 0 0 0\nf 1 2 3\n"), ("a.dae", "<COLLADA"), ("a.obj", "f 1 1 one\n")])
def test_a_broken_file_is_an_error_that_names_it(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(MeshError, match=name):
        load_dressed(str(tmp_path / name))
