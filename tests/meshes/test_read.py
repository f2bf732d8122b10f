"""Mesh files as they come: units, nodes, part names, and errors that name the file."""

from __future__ import annotations

import logging
import pickle
import struct
from pathlib import Path

import pytest

from scenec.meshes.files import load_mesh
from scenec.meshes.loaded import LoadedMesh, MeshError

OBJ = """# two parts of one thing, and vertices that nothing uses
o cube
v 0 0 0
v 2 0 0
v 2 2 0
v 0 2 0
v -0 0 0
v 50 50 50
f 1/1 2/1/1 3//1 4
g lid of cube
f -6 -5 \\
 -4
f 5 2 3
"""

DAE = """<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="inch" meter="0.0254"/><up_axis>Y_UP</up_axis></asset>
  <library_geometries>
    <geometry id="plate"><mesh>
      <source id="p"><float_array id="pa" count="12">0 0 0  10 0 0  10 20 0  0 20 0</float_array>
        <technique_common><accessor source="#pa" count="4" stride="3"/></technique_common></source>
      <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
      <polylist count="1" material="paint">
        <input semantic="NORMAL" source="#none" offset="1"/><input semantic="VERTEX" source="#v" offset="0"/>
        <vcount>4</vcount><p>0 0 1 0 2 0 3 0</p></polylist>
      <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
      <tristrips count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 3</p></tristrips>
    </mesh></geometry>
  </library_geometries>
  <library_nodes><node id="stored" name="wheel"><instance_geometry url="#plate"/></node></library_nodes>
  <library_visual_scenes><visual_scene id="scene">
    <node name="body"><translate>0 0 100</translate><node>
      <rotate>0 0 1 90</rotate>
      <instance_geometry url="#plate"><bind_material><technique_common>
        <instance_material symbol="paint" target="#missing"/></technique_common></bind_material></instance_geometry>
    </node></node>
    <node><scale>-1 1 1</scale><instance_node url="#stored"/></node>
  </visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>"""

STL_TEXT = """solid thing
facet normal 0 0 1
outer loop
vertex 0 0 0.1
vertex 1 0 0.1
vertex 0 1 0.1
endloop
endfacet
endsolid thing
"""


def parts(mesh: LoadedMesh) -> list[tuple[str, int, int]]:
    return [(extent.submesh, extent.vertices, extent.faces) for extent in mesh.extents()]


def test_obj_parts_are_named_by_the_last_group_or_object() -> None:
    mesh = load_mesh(OBJ.encode(), ".OBJ")
    assert parts(mesh) == [("", 4, 4), ("cube", 4, 2), ("lid of cube", 3, 2)]


def test_bounds_are_of_used_vertices_and_equal_positions_count_once() -> None:
    whole = load_mesh(OBJ.encode(), ".obj").extents()[0]
    assert (whole.lower, whole.upper) == ((0, 0, 0), (2, 2, 0))


def test_dae_units_and_node_transforms_are_applied() -> None:
    mesh = load_mesh(DAE.encode(), ".dae")
    assert (mesh.unit, mesh.up_axis) == (0.0254, "Y_UP")
    assert parts(mesh) == [("", 8, 6), ("body", 4, 3), ("wheel", 4, 3)]
    _, body, wheel = mesh.extents()
    assert body.lower == pytest.approx((-0.508, 0, 2.54), abs=1e-15)
    assert body.upper == pytest.approx((0, 0.254, 2.54), abs=1e-15)
    assert wheel.lower == pytest.approx((-0.254, 0, 0), abs=1e-15)


def test_dae_up_axis_is_turned_on_request_only() -> None:
    _, body, _ = load_mesh(DAE.encode(), ".dae", turn_up=True).extents()
    assert body.lower == pytest.approx((-0.508, -2.54, 0), abs=1e-15)
    assert body.upper == pytest.approx((0, -2.54, 0.254), abs=1e-15)


def test_dae_geometry_survives_missing_materials_and_what_is_not_read_is_remarked() -> None:
    assert load_mesh(DAE.encode(), ".dae").remarks == ("<tristrips> is not read",)


def test_dae_coordinates_keep_double_precision() -> None:
    exact = DAE.replace("10 20 0 ", "10 20.123456789012 0 ").replace('meter="0.0254"', 'meter="1"')
    assert load_mesh(exact.encode(), ".dae").extents()[2].upper[1] == 20.123456789012


def test_stl_comes_as_text_and_binary() -> None:
    triangle = struct.pack("<12fH", 0, 0, 1, 0, 0, 0.5, 1, 0, 0.5, 0, 1, 0.5, 0)
    binary = load_mesh(bytes(80) + struct.pack("<I", 1) + triangle, ".stl")
    assert parts(binary) == [("", 3, 1)]
    assert binary.extents()[0].upper == (1, 1, 0.5)
    assert load_mesh(STL_TEXT.encode(), ".stl").extents()[0].upper == (1, 1, 0.1)


def test_corners_of_binary_stl_are_shared_with_any_header() -> None:
    triangles = ((0, 0, 0, 1, 0, 0, 0, 1, 0.125), (1, 0, 0, -0.0, 0, 0, 0, 1, 0.125))
    records = [struct.pack("<12fH", 0, 0, 0, *corners, 7) for corners in triangles]
    (part,) = load_mesh(b"solid arm".ljust(80) + struct.pack("<I", 2) + b"".join(records), ".stl").parts
    assert part.vertices.array.tolist() == [[0, 0, 0], [1, 0, 0], [0, 1, 0.125]]
    assert part.triangles.array.tolist() == [[0, 1, 2], [1, 0, 2]]


def test_a_file_without_triangles_has_no_extent() -> None:
    assert load_mesh(b"v 1 2 3\n", ".obj").extents() == ()


@pytest.mark.parametrize(
    ("data", "suffix", "message"),
    [
        (b"v 0 0 0\nv 1 x 0\n", ".obj", "arm:2: 'v 1 x 0' cannot be read as OBJ"),
        (b"v 0 0 0\nf 1 2 3\n", ".obj", "arm: a face uses a vertex beyond the 1 there are"),
        (b"v 0 0 0\nf -4 1 1\n", ".obj", "arm: a face uses a vertex beyond the 1 there are"),
        (b"solid\xff nothing", ".stl", "arm: the file is no readable STL"),
        (b"glTF", ".glb", "arm: the file is no readable GLB"),
        (b"<COLLADA>\n </asset>", ".dae", "arm:2:4: the file is not well-formed XML"),
        (b"<robot/>", ".dae", "arm: <robot> is not a COLLADA document"),
        (b'<!DOCTYPE x [<!ENTITY a "b">]><COLLADA/>', ".dae", "arm: the file defines entities, which are not expanded"),
        (DAE.replace("<p>0 1 2</p>", "<p>0 1 9</p>").encode(), ".dae", "arm: the COLLADA content is broken"),
        (DAE.replace("10 20 0 ", "ten 20 0 ").encode(), ".dae", "arm: the COLLADA content is broken"),
        (DAE.replace('url="#plate"/>', 'url="#plate"/><instance_node url="#stored"/>').encode(), ".dae", "nested too deep or in a circle"),
        (b"", ".fbx", "arm: .fbx is no mesh format known here; expected .obj, .stl, .dae, .glb"),
    ],
)
def test_broken_files_are_named(data: bytes, suffix: str, message: str) -> None:
    with pytest.raises(MeshError) as caught:
        load_mesh(data, suffix, name="arm")
    assert message in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(MeshError, match=r"leg\.stl: the mesh file cannot be read: No such file"):
        load_mesh(tmp_path / "leg.stl")


def test_results_travel_between_processes() -> None:
    mesh = load_mesh(DAE.encode(), ".dae")
    assert pickle.loads(pickle.dumps(mesh)) == mesh


def test_the_log_of_trimesh_does_not_reach_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    before = list(logging.getLogger("trimesh").handlers)
    with pytest.raises(MeshError):
        load_mesh(b"glTF" + bytes(40), ".glb")
    load_mesh(STL_TEXT.encode(), ".stl")
    assert logging.getLogger("trimesh").handlers == before
    assert capfd.readouterr() == ("", "")
