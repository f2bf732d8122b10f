"""Shapes, meshes and the files that go with them."""

from __future__ import annotations

from typing import Any

import pytest

from scenec import ir
from scenec.ir.blocks import Block
from tests.converters.sdformat.writing import Written, link, scene, shaped, write

TRIANGLE = Block([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.25]])


def inline(mesh_id: str = "mesh1", name: str | None = "shell", vertices: Block = TRIANGLE, **fields: Any) -> ir.Mesh:
    faces = (ir.Faces(vertices=Block([[0, 1, 2]])),)
    groups = tuple(ir.MeshGroup(name=group, faces=faces) for group in fields.pop("groups", ("front",)))
    return ir.Mesh(id=mesh_id, name=name, data=ir.MeshData(vertices=vertices, groups=groups, **fields))


def visuals(*uses: ir.MeshShape, meshes: tuple[ir.Mesh, ...]) -> ir.Scene:
    return scene(link("l", visuals=tuple(ir.Visual(name=f"v{i}", geometry=use) for i, use in enumerate(uses))), *meshes)


@pytest.mark.parametrize(
    ("shape", "version", "texts"),
    [
        (ir.Box(size=(0.1, 2.0, 3.0)), "1.7", {"box/size": "0.1 2 3"}),
        (ir.Box(size=(1.0, 1.0, 1.0)), "1.7", {"box/size": "1 1 1"}),  # stated even where it is the default
        (ir.Sphere(radius=0.25), "1.7", {"sphere/radius": "0.25"}),
        (ir.Cylinder(radius=0.5, length=2.0), "1.7", {"cylinder/radius": "0.5", "cylinder/length": "2"}),
        (ir.Capsule(radius=0.5, length=2.0), "1.8", {"capsule/radius": "0.5", "capsule/length": "2"}),
        (ir.Ellipsoid(radii=(0.1, 0.2, 0.3)), "1.8", {"ellipsoid/radii": "0.1 0.2 0.3"}),
        (ir.Cone(radius=0.5, length=2.0), "1.11", {"cone/radius": "0.5", "cone/length": "2"}),
        (ir.Plane(normal=(0.0, 1.0, 0.0), size=(4.0, 5.0)), "1.7", {"plane/normal": "0 1 0", "plane/size": "4 5"}),
        (
            ir.Polyline(outlines=(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)),), height=0.5),
            "1.7",
            {"polyline/point": "0 0", "polyline/height": "0.5"},
        ),
        (ir.Empty(), "1.7", {"empty": ""}),
    ],
)
def test_shapes_and_the_version_they_need(shape: ir.Shape, version: str, texts: dict[str, str]) -> None:
    out = write(shaped(shape))
    assert out.version == version
    for holder in ("collision", "visual"):
        for path, text in texts.items():
            assert out.text(f".//{holder}/geometry/{path}") == text
    assert out.codes <= {"sdformat-version-raised"}


@pytest.mark.parametrize(("shape", "version"), [(ir.Ellipsoid(radii=(0.5, 1.0, 2.0)), "1.7"), (ir.Cone(radius=1.0, length=1.0), "1.10")])
def test_a_version_that_was_asked_for_is_not_raised(shape: ir.Shape, version: str) -> None:
    out = write(shaped(shape), version)
    assert out.version == version and not out.has(".//collision") and not out.has(".//visual")
    assert {"collision-dropped", "visual-dropped"} <= out.codes


def test_a_torus_is_not_replaced_by_something_else() -> None:
    out = write(shaped(ir.Torus(major_radius=1.0, minor_radius=0.1)))
    assert not out.has(".//geometry") and out.codes == {"collision-dropped", "visual-dropped"}


def test_a_plane_that_touches_needs_no_extent_of_a_metre() -> None:
    """An infinite plane is read as one of 1 m by 1 m, since that is what SDFormat's silence is; written again it stays silent."""
    out = write(shaped(ir.Plane(normal=(0.0, 0.0, 1.0), size=(1.0, 1.0))))
    assert not out.has(".//collision//plane/size") and out.text(".//visual//plane/size") == "1 1"


def test_an_infinite_plane_gets_an_extent_where_it_is_drawn() -> None:
    out = write(shaped(ir.Plane()))
    assert out.text(".//visual//plane/size") == "100 100" and not out.has(".//collision//plane/size")
    finding = out.finding("plane-shape-bounds-defaulted")
    assert finding.fate == "defaulted" and "::" in finding.subject


def test_several_outlines_are_several_polylines() -> None:
    outer, hole = ((0.0, 0.0), (9.0, 0.0), (0.0, 9.0)), ((1.0, 1.0), (2.0, 1.0), (1.0, 2.0))
    out = write(shaped(ir.Polyline(outlines=(outer, hole), height=1.0)))
    assert len(out.texts(".//collision/geometry/polyline")) == 2
    assert out.texts(".//collision/geometry/polyline/point") == ["0 0", "9 0", "0 9", "1 1", "2 1", "1 2"]


def test_heightmap_and_image() -> None:
    image = ir.Texture(uri="hills.png")
    layer = ir.TerrainTexture(size=2.0, diffuse=ir.Texture(uri="grass.png"), normal=ir.Texture(uri="bumps.png"))
    terrain = ir.Heightmap(image=image, size=(10.0, 20.0, 2.0), position=(0.0, 0.0, 1.0), textures=(layer,), sampling=4)
    out = write(shaped(terrain))
    base = ".//collision/geometry/heightmap/"
    assert [out.text(base + tag) for tag in ("uri", "size", "pos", "texture/diffuse", "sampling")] == [
        "hills.png",
        "10 20 2",
        "0 0 1",
        "grass.png",
        "4",
    ]
    walls = write(shaped(ir.ImageExtrusion(image=image, scale=0.1, threshold=100, height=2.0, granularity=2)))
    assert [walls.text(f".//image/{tag}") for tag in ("uri", "scale", "threshold", "height", "granularity")] == [
        "hills.png",
        "0.1",
        "100",
        "2",
        "2",
    ]


# ---------------------------------------------------------------- inline meshes


def test_an_inline_mesh_becomes_one_file_however_often_it_is_used() -> None:
    uses = (ir.MeshShape(mesh="mesh1"), ir.MeshShape(mesh="mesh1", scale=(2.0, 1.0, -1.0)))
    out = write(visuals(*uses, meshes=(inline(),)))
    assert sorted(out.files) == ["robot.sdf", "robot_assets/shell.obj"]
    assert out.texts(".//mesh/uri") == ["robot_assets/shell.obj"] * 2
    assert out.texts(".//mesh/scale") == ["2 1 -1"]
    assert b"v 0 1 0.25\n" in out.files["robot_assets/shell.obj"]


def test_groups_of_a_mesh_are_submeshes() -> None:
    use = ir.MeshShape(mesh="mesh1", submesh="back", center_submesh=True)
    out = write(visuals(use, meshes=(inline(groups=("front", "back")),)))
    assert (out.text(".//submesh/name"), out.text(".//submesh/center")) == ("back", "true")
    assert out.files["robot_assets/shell.obj"].count(b"\ng ") == 2


def test_equal_meshes_are_one_file_and_equal_names_two() -> None:
    other = Block([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 9.0]])
    meshes = (inline("mesh1"), inline("mesh2", "copy"), inline("mesh3", "Shell", other))
    out = write(visuals(*(ir.MeshShape(mesh=mesh.id) for mesh in meshes), meshes=meshes))
    assert out.texts(".//mesh/uri") == ["robot_assets/shell.obj", "robot_assets/shell.obj", "robot_assets/Shell-2.obj"]
    assert len(out.files) == 3
    assert out.codes == {"mesh-name-dropped", "uri-relative-kept"}


def test_meshes_that_differ_by_their_names_digits_are_not_equal() -> None:
    one = inline("mesh1", "1", Block([[1.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0]]))
    two = inline("mesh2", "2", Block([[2.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 3.0, 0.0]]))
    out = write(visuals(ir.MeshShape(mesh="mesh1"), ir.MeshShape(mesh="mesh2"), meshes=(one, two)))
    assert out.texts(".//mesh/uri") == ["robot_assets/1.obj", "robot_assets/2.obj"]


def test_stl_has_no_groups_so_each_gets_its_file() -> None:
    uses = (ir.MeshShape(mesh="mesh1", submesh="front"), ir.MeshShape(mesh="mesh1", submesh="back"))
    groups = (
        ir.MeshGroup(name="front", faces=(ir.Faces(vertices=Block([[0, 1, 2]])),)),
        ir.MeshGroup(name="back", faces=(ir.Faces(vertices=Block([[2, 1, 0]])),)),
    )
    mesh = ir.Mesh(id="mesh1", name="shell", data=ir.MeshData(vertices=TRIANGLE, groups=groups))
    out = write(visuals(*uses, meshes=(mesh,)), mesh_format="stl")
    assert out.texts(".//mesh/uri") == ["robot_assets/shell-front.stl", "robot_assets/shell-back.stl"]
    assert not out.has(".//submesh")


@pytest.mark.parametrize("mesh_format", ["obj", "dae", "glb", "stl"])
def test_every_mesh_format(mesh_format: str) -> None:
    out = write(visuals(ir.MeshShape(mesh="mesh1"), meshes=(inline(),)), mesh_format=mesh_format)
    assert out.text(".//mesh/uri") == f"robot_assets/shell.{mesh_format}" and out.files[f"robot_assets/shell.{mesh_format}"]


def test_a_meshs_own_material_goes_into_its_file_and_its_texture_beside_it() -> None:
    painted = ir.Material(
        name="wood", diffuse=(1.0, 0.5, 0.25, 1.0), diffuse_texture=ir.Texture(uri="textures/wood.png", found="/source/textures/wood.png")
    )
    group = ir.MeshGroup(name="front", faces=(ir.Faces(vertices=Block([[0, 1, 2]])),), material=painted)
    mesh = ir.Mesh(id="mesh1", name="shell", data=ir.MeshData(vertices=TRIANGLE, groups=(group,)))
    out = write(visuals(ir.MeshShape(mesh="mesh1"), meshes=(mesh,)))
    assert out.copies == {"robot_assets/wood.png": "/source/textures/wood.png"}
    material = out.files["robot_assets/shell.mtl"]
    assert b"Kd 1 0.5 0.25" in material and b"map_Kd wood.png" in material
    assert not out.has(".//material") and out.codes == {"uri-relative-kept"}


@pytest.mark.parametrize(("mesh_format", "lost"), [("obj", False), ("dae", False), ("stl", True), ("glb", True)])
def test_vertices_without_faces_are_lost_where_files_hold_only_faces(mesh_format: str, lost: bool) -> None:
    """Results of scanners and hand-written scenes have such meshes; no simulator draws them."""
    mesh = ir.Mesh(id="mesh1", name="dots", data=ir.MeshData(vertices=TRIANGLE, groups=(ir.MeshGroup(name="cloud"),)))
    out = write(visuals(ir.MeshShape(mesh="mesh1"), meshes=(mesh,)), mesh_format=mesh_format)
    assert f"robot_assets/dots.{mesh_format}" in out.files
    assert ("mesh-dropped" in out.codes) is lost


def test_file_names_are_safe_everywhere() -> None:
    meshes = (inline("mesh1", "left/../arm: 1"), inline("mesh2", "aux", Block([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 2.0]])))
    out = write(visuals(*(ir.MeshShape(mesh=mesh.id) for mesh in meshes), meshes=meshes))
    assert sorted(out.files) == ["robot.sdf", "robot_assets/aux_.obj", "robot_assets/left_.._arm_1.obj"]


# ---------------------------------------------------------------- files that are there already


def file_mesh(uri: str, found: str | None = "/source/meshes/arm.dae", **options: Any) -> Written:
    return write(visuals(ir.MeshShape(mesh="mesh1", submesh="hand"), meshes=(ir.Mesh(id="mesh1", uri=uri, found=found),)), **options)


def test_relative_files_are_copied_beside_the_sdf() -> None:
    out = file_mesh("../meshes/arm.dae")
    assert out.text(".//mesh/uri") == "robot_assets/arm.dae"
    assert out.copies == {"robot_assets/arm.dae": "/source/meshes/arm.dae"}
    assert out.text(".//submesh/name") == "hand"


@pytest.mark.parametrize("uri", ["model://arm/arm.dae", "package://arm/arm.dae", "/abs/arm.dae"])
def test_other_references_stay_as_written(uri: str) -> None:
    out = file_mesh(uri)
    assert out.text(".//mesh/uri") == uri and not out.copies


def test_files_can_be_kept_or_pointed_at() -> None:
    assert file_mesh("arm.dae", assets="keep").text(".//mesh/uri") == "arm.dae"
    assert file_mesh("arm.dae", assets="link").text(".//mesh/uri") == "file:///source/meshes/arm.dae"
    assert file_mesh("arm.dae", None).text(".//mesh/uri") == "arm.dae"
