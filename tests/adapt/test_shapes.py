"""Shapes that a target lacks: simple ones to touch, meshes to see, files in the scene."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import scenec
from scenec import ir
from scenec.accounting.finding import Finding
from scenec.ir.blocks import Block
from scenec.ir.geometry import Shape
from tests.adapt.jointed import adapted, body, mechanism

TRIANGLE = "v 0 0 0\nv 2 0 0\nv 0 1 0\nv 0 0 4\n"
TETRAHEDRON = f"{TRIANGLE}f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def touched(shape: Shape, *meshes: ir.Mesh, pose: ir.Pose | None = None, **parameters: object) -> tuple[ir.Collision, list[Finding]]:
    scene = mechanism(body("a", collisions=(ir.Collision(name="c", geometry=shape, pose=pose),)))
    after, findings = adapted("collisions_to_primitives", ir.Scene(models=scene.models, links=scene.links, meshes=meshes), **parameters)
    return after.links[0].collisions[0], findings


def file(folder: Path, text: str = TETRAHEDRON, name: str = "thing.obj") -> ir.Mesh:
    (folder / name).write_text(text)
    return ir.Mesh(id="mesh", uri=name, found=str(folder / name))


def points(*rows: tuple[float, float, float]) -> ir.Mesh:
    corners = [[i, (i + 1) % len(rows), (i + 2) % len(rows)] for i in range(len(rows))]
    data = ir.MeshData(vertices=Block(rows), groups=(ir.MeshGroup(name="", faces=(ir.Faces(vertices=Block(corners)),)),))
    return ir.Mesh(id="mesh", data=data)


# ---------------------------------------------------------------- to touch


def test_an_ellipsoid_of_one_radius_is_a_ball_and_nothing_is_lost() -> None:
    made, findings = touched(ir.Ellipsoid(radii=(0.3, 0.3, 0.3)))
    assert (made.geometry, findings) == (ir.Sphere(radius=0.3), [])


def test_a_long_ellipsoid_is_nearest_to_a_capsule_and_says_how_far_it_is_off() -> None:
    made, [finding] = touched(ir.Ellipsoid(radii=(0.1, 0.1, 0.5)))
    assert made.geometry == ir.Capsule(radius=0.1, length=0.8)
    assert (finding.code, finding.level, finding.category) == ("collision-shape-approximated", "warning", "geometry")
    assert "0.0" in finding.consequence and "a capsule of radius 0.1 m and length 1 m" in finding.target


def test_a_cone_is_nearest_to_a_cylinder_of_its_extents() -> None:
    assert touched(ir.Cone(radius=0.5, length=1.0))[0].geometry == ir.Cylinder(radius=0.5, length=1.0)


def test_a_lying_tube_of_a_mesh_is_a_cylinder_along_its_axis() -> None:
    """Twelve points on each of two circles about x."""
    ring = [(math.cos(i * math.pi / 6), math.sin(i * math.pi / 6)) for i in range(12)]
    made, _ = touched(ir.MeshShape(mesh="mesh"), points(*[(x, y, z) for x in (1.0, 4.0) for y, z in ring]))
    assert isinstance(made.geometry, ir.Cylinder)
    assert (made.geometry.radius, made.geometry.length) == pytest.approx((1.0, 3.0))
    assert made.pose is not None and made.pose.position == (2.5, 0.0, 0.0)
    assert made.pose.rotation.apply((0.0, 0.0, 1.0)) == pytest.approx((1.0, 0.0, 0.0))


def test_a_mesh_file_is_measured_with_its_scale_and_in_the_place_of_its_collision(tmp_path: Path) -> None:
    shape = ir.MeshShape(mesh="mesh", scale=(1.0, 1.0, 0.75))
    made, _ = touched(shape, file(tmp_path), pose=ir.Pose((0.0, 0.0, 10.0)))
    assert (made.geometry, made.pose) == (ir.Box(size=(2.0, 1.0, 3.0)), ir.Pose((1.0, 0.5, 11.5)))


def test_a_mesh_that_is_not_there_is_left_to_the_target() -> None:
    shape = ir.MeshShape(mesh="mesh")
    assert touched(shape, ir.Mesh(id="mesh", uri="gone.obj"))[0].geometry == shape


def test_what_the_target_has_stays() -> None:
    ring = ir.Torus(major_radius=1.0, minor_radius=0.1)
    assert touched(ring, touched=("Torus",))[0].geometry is ring
    assert isinstance(touched(ring)[0].geometry, ir.Cylinder)


# ---------------------------------------------------------------- to see


@pytest.mark.parametrize(
    ("shape", "volume"),
    [
        (ir.Ellipsoid(radii=(1.0, 2.0, 3.0)), 4 / 3 * math.pi * 6),
        (ir.Cone(radius=1.0, length=3.0), math.pi),
        (ir.Torus(major_radius=2.0, minor_radius=0.5), 2 * math.pi**2 * 2 * 0.25),
        (ir.Capsule(radius=1.0, length=2.0), math.pi * (2 + 4 / 3)),
        (ir.Cylinder(radius=1.0, length=2.0), 2 * math.pi),
        (ir.Box(size=(1.0, 2.0, 3.0)), 6.0),
        (ir.Polyline(outlines=(((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)),), height=2.0), 6.0),
        (ir.Polyline(outlines=(((0.0, 0.0), (0.0, 2.0), (2.0, 0.0), (0.0, 0.0)),), height=1.0), 2.0),
        (ir.Polyline(outlines=(((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 2.0), (2.0, 2.0), (0.0, 4.0)),), height=1.0), 12.0),
    ],
)
def test_a_cut_shape_is_closed_faces_outwards_and_encloses_nearly_as_much(shape: Shape, volume: float) -> None:
    from scenec.meshes.tessellate import table_of

    table = table_of(shape)
    assert table is not None
    vertices, triangles = table
    a, b, c = (vertices[triangles[:, corner]] for corner in range(3))
    signed = np.einsum("ij,ij->", a, np.cross(b, c)) / 6
    assert signed == pytest.approx(volume, rel=0.04)
    edges = {(int(i), int(j)) for triangle in triangles for i, j in zip(triangle, [*triangle[1:], triangle[0]], strict=True)}
    assert {(j, i) for i, j in edges} == edges


def tessellated(shape: Shape, *meshes: ir.Mesh, material: ir.Material | None = None) -> tuple[ir.Scene, list[Finding]]:
    scene = mechanism(body("a", visuals=(ir.Visual(name="v", geometry=shape, material=material),)))
    whole = ir.Scene(models=scene.models, links=scene.links, meshes=meshes)
    return adapted("mesh_files_to_inline" if meshes else "visuals_to_meshes", whole)


def test_an_ellipsoid_to_see_becomes_a_smooth_mesh_and_says_how_exact_it_is() -> None:
    after, [finding] = tessellated(ir.Ellipsoid(radii=(1.0, 2.0, 3.0)))
    assert after.meshes[0].data is not None and after.meshes[0].data.smooth
    assert (finding.code, finding.fate, "0.014 m too small" in finding.consequence) == ("visual-shape-tessellated", "approximated", True)
    bounds = after.physics().links[0].visuals[0].bounds
    assert bounds is not None and bounds[1] == pytest.approx((1.0, 2.0, 3.0))


@pytest.mark.parametrize("radius", [1e-290, 1e-310])
def test_an_ellipsoid_of_almost_no_size_keeps_it(radius: float) -> None:
    after, _ = tessellated(ir.Ellipsoid(radii=(radius, radius, radius)))
    bounds = after.physics().links[0].visuals[0].bounds
    assert bounds is not None and bounds[1] == pytest.approx((radius, radius, radius), rel=1e-9, abs=0)


def test_a_look_that_is_called_like_the_shape_to_touch_is_reported_by_the_path_that_is_its_own() -> None:
    plane = ir.Plane(size=(1.0, 1.0))
    shape, look = ir.Collision(name="ground", geometry=plane), ir.Visual(name="ground", geometry=plane)
    _, [finding] = adapted("visuals_to_meshes", mechanism(body("a", collisions=(shape,), visuals=(look,))))
    assert finding.subject.endswith("::ground_2")


def test_a_plane_to_see_becomes_a_face_towards_its_normal() -> None:
    after, [finding] = tessellated(ir.Plane(normal=(1.0, 0.0, 0.0), size=(4.0, 2.0)))
    assert finding.fate == "converted"
    bounds = after.physics().links[0].visuals[0].bounds
    assert bounds is not None and bounds[0][0] == bounds[1][0] == 0.0


# ---------------------------------------------------------------- files in the scene


def test_a_file_goes_into_the_scene_with_its_colours(tmp_path: Path) -> None:
    (tmp_path / "red.mtl").write_text("newmtl red\nKd 1 0 0\nKs 0.5 0.5 0.5\nNs 20\nd 0.5\nmap_Kd red.png\n")
    after, findings = tessellated(ir.MeshShape(mesh="mesh"), file(tmp_path, f"mtllib red.mtl\nusemtl red\n{TETRAHEDRON}"))
    [visual] = after.links[0].visuals
    material = visual.material
    assert material is not None and material.diffuse_texture is not None
    assert (material.diffuse, material.specular, material.shininess) == ((1.0, 0.0, 0.0, 0.5), (0.5, 0.5, 0.5, 1.0), 20.0)
    assert (material.diffuse_texture.uri, [each.code for each in findings]) == ("red.png", ["mesh-inlined"])
    assert after.meshes[0].uri is None and after.meshes[0].data is not None


def test_a_visual_with_a_material_of_its_own_keeps_it(tmp_path: Path) -> None:
    green = ir.Material(diffuse=(0.0, 1.0, 0.0, 1.0))
    after, _ = tessellated(ir.MeshShape(mesh="mesh"), file(tmp_path), material=green)
    assert [visual.material for visual in after.links[0].visuals] == [green]


def test_several_materials_make_several_visuals_over_the_same_vertices(tmp_path: Path) -> None:
    (tmp_path / "two.mtl").write_text("newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n")
    text = f"mtllib two.mtl\n{TRIANGLE}usemtl red\nf 1 3 2\nusemtl blue\nf 1 2 4\nusemtl red\nf 1 4 3\n"
    after, findings = tessellated(ir.MeshShape(mesh="mesh"), file(tmp_path, text))
    assert [(visual.name, visual.material.diffuse) for visual in after.links[0].visuals if visual.material] == [
        ("v", (1.0, 0.0, 0.0, 1.0)),
        ("v 2", (0.0, 0.0, 1.0, 1.0)),
    ]
    assert [visual.size["faces"] for visual in after.physics().links[0].visuals] == [2, 1]
    assert len(after.meshes) == 1
    assert [each.target for each in findings if each.code == "visual-bounds-split"] == ["v", "v 2"]


def test_one_part_of_a_file_moved_to_its_middle_is_a_mesh_of_its_own(tmp_path: Path) -> None:
    text = f"{TRIANGLE}o far\nf 1 3 2\no other\nf 1 2 4\n"
    after, _ = tessellated(ir.MeshShape(mesh="mesh", submesh="far", center_submesh=True), file(tmp_path, text))
    assert after.physics().links[0].visuals[0].bounds == ((-1, -0.5, 0), (1, 0.5, 0))


def test_a_file_that_cannot_be_read_is_reported_with_the_reason(tmp_path: Path) -> None:
    _, findings = tessellated(ir.MeshShape(mesh="mesh"), file(tmp_path, "v 0 zero 0\n"))
    assert [(each.code, "'v 0 zero 0' cannot be read as OBJ" in each.because) for each in findings] == [("mesh-unreadable-dropped", True)]


# ---------------------------------------------------------------- without extent


def test_shapes_with_a_size_of_0_are_left_out_unless_the_target_reads_them() -> None:
    point, disc = ir.Sphere(radius=0.0), ir.Cylinder(radius=1.0, length=0.0)
    shapes: tuple[Shape, ...] = (point, disc, ir.Box(size=(1.0, 1.0, 1.0)), ir.Plane(normal=(0.0, 0.0, 1.0), size=(0.0, 0.0)))
    link = body(
        "a",
        collisions=tuple(ir.Collision(name=f"c{i}", geometry=shape) for i, shape in enumerate(shapes)),
        visuals=tuple(ir.Visual(name=f"v{i}", geometry=shape) for i, shape in enumerate(shapes)),
    )
    after, findings = adapted("shapes_without_extent", mechanism(link), drawn_flat=("Cylinder",))
    assert [part.name for part in after.links[0].collisions] == ["c2", "c3"], "a plane that collides is infinite"
    assert [part.name for part in after.links[0].visuals] == ["v1", "v2"]
    assert [(each.code, each.subject, each.value) for each in findings] == [
        ("shape-size-dropped", "m::a::c0", "sphere"),
        ("shape-size-dropped", "m::a::c1", "cylinder"),
        ("visual-size-dropped", "m::a::v0", "sphere"),
        ("visual-size-dropped", "m::a::v3", "plane"),
    ]


@pytest.mark.parametrize("suffix", [".sdf", ".scene", ".ros2"])
def test_a_ball_of_radius_0_is_reported_and_never_becomes_a_larger_one(suffix: str, tmp_path: Path) -> None:
    """libsdformat reads a radius of 0 as 1 m, MARS shows nothing, SimRobot refuses the file."""
    point = '<robot name="r"><link name="a"><visual><geometry><sphere radius="0"/></geometry></visual></link></robot>'
    (tmp_path / "a.urdf").write_text(point)
    report = scenec.convert(tmp_path / "a.urdf", tmp_path / f"b{suffix}")
    assert "visual-size-dropped" in {finding.code for finding in report.findings}
    scene, _ = scenec.read(tmp_path / f"b{suffix}")
    assert [visual for link in scene.links for visual in link.visuals] == []
