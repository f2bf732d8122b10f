"""The drawing agrees with the physics summary: the same shapes, where it has them, with joints where it has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import scenec
from scenec import ir
from scenec.errors import UsageError
from scenec.ir.blocks import Block
from scenec.view.draw import draw
from scenec.view.drawing import Drawing, Part, Surface, in_world
from tests.scenes import kitchen_sink, pose

FIXTURES = Path(__file__).parents[2] / "fixtures"
SCENES = ["humanoid/humanoid.ros2", "shapes.ros2", "sdformat/joints.sdf", "sdformat/shapes.sdf", "mars/meshes.scene", "rsg/visuals.rsg"]


def one(*visuals: ir.Visual, collisions: tuple[ir.Collision, ...] = (), meshes: tuple[ir.Mesh, ...] = ()) -> ir.Scene:
    """A link at (1, 2, 3), a quarter turn about z."""
    link = ir.Link(id="l", name="l", model="m", pose=pose(1.0, 2.0, 3.0, (0.0, 0.0, np.pi / 2)), visuals=visuals, collisions=collisions)
    return ir.Scene(models=(ir.Model(id="m", name="m"),), links=(link,), meshes=meshes)


def shapes(drawing: Drawing, layer: str = "visuals") -> list[Part]:
    return [part for part in drawing.parts if part.layer == layer]


def bounds(drawing: Drawing, parts: list[Part]) -> list[float]:
    """Least x, y, z, then greatest, in the world."""
    points = np.concatenate([in_world(drawing, part) for part in parts])
    result: list[float] = [*points.min(axis=0).tolist(), *points.max(axis=0).tolist()]
    return result


def volume(surface: Surface, scale: tuple[float, ...] = (1.0, 1.0, 1.0)) -> float:
    """Positive if triangles are counter-clockwise seen from outside."""
    corners: NDArray[np.float64] = (surface.vertices * np.array(scale))[surface.triangles]
    return float(np.einsum("ni,ni->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6)


@pytest.mark.findings("capsule-degenerate", "material-unknown", "mesh-as-loaded")
@pytest.mark.parametrize("name", SCENES)
def test_links_and_meshes_are_where_the_physics_summary_has_them(name: str) -> None:
    scene, _ = scenec.read(FIXTURES / name)
    at = {
        joint.path: [0.1 * (i + 1) for i in range(len(joint.axes))]
        for joint in scene.physics().joints
        if joint.axes and joint.type not in ("ball", "planar", "floating", "gearbox")
    }
    summary, drawing = scene.physics(at), draw(scene, at)
    assert [link.path for link in drawing.links] == [link.path for link in summary.links]
    for drawn, link in zip(drawing.links, summary.links, strict=True):
        assert [*drawn.pose.position, *drawn.pose.rotation] == pytest.approx(link.pose, abs=1e-12)
    for shape in (shape for link in summary.links for shape in (*link.visuals, *link.collisions)):
        if shape.type == "mesh" and shape.bounds is not None:
            found = bounds(drawing, [part for part in drawing.parts if part.path == shape.path])
            assert found == pytest.approx([*shape.bounds[0], *shape.bounds[1]], abs=1e-9), shape.path


def test_simple_shapes_have_their_size_and_face_outwards() -> None:
    kinds: dict[str, tuple[ir.Shape, float]] = {
        "box": (ir.Box(size=(0.2, 0.4, 0.6)), 0.2 * 0.4 * 0.6),
        "ball": (ir.Sphere(radius=0.5), 4 / 3 * np.pi * 0.5**3),
        "egg": (ir.Ellipsoid(radii=(0.1, 0.2, 0.3)), 4 / 3 * np.pi * 0.006),
        "can": (ir.Cylinder(radius=0.5, length=2.0), np.pi * 0.25 * 2),
        "hat": (ir.Cone(radius=0.5, length=3.0), np.pi * 0.25),
        "pill": (ir.Capsule(radius=0.5, length=1.0), np.pi * 0.25 + 4 / 3 * np.pi * 0.125),
        "ring": (ir.Torus(major_radius=1.0, minor_radius=0.2), 2 * np.pi**2 * 0.04),
        "bar": (ir.Polyline(outlines=(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)),), height=2.0), 1.0),
    }
    drawing = draw(one(*(ir.Visual(name=name, geometry=shape) for name, (shape, _) in kinds.items())))
    for part, (name, (_, exact)) in zip(shapes(drawing), kinds.items(), strict=True):
        assert volume(drawing.surfaces[part.surface], part.scale) == pytest.approx(exact, rel=0.04), name
    assert bounds(drawing, shapes(drawing)[:1]) == pytest.approx([0.8, 1.9, 2.7, 1.2, 2.1, 3.3])


def test_edges_are_sharp_and_round_things_smooth() -> None:
    drawing = draw(
        one(ir.Visual(name="box", geometry=ir.Box(size=(1.0, 1.0, 1.0))), ir.Visual(name="ball", geometry=ir.Sphere(radius=1.0)))
    )
    box, ball = (drawing.surfaces[part.surface] for part in shapes(drawing))
    assert len(box.vertices) == 24, "three normals at each corner"
    assert np.allclose(ball.normals, ball.vertices, atol=0.05), "a ball's normals point away from its middle"


def test_a_mirrored_mesh_is_mirrored() -> None:
    wedge = ir.MeshData(
        vertices=Block([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]),
        groups=(ir.MeshGroup(name="", faces=(ir.Faces(vertices=Block([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])),)),),
    )
    shape = ir.MeshShape(mesh="w", scale=(-2.0, 1.0, 1.0))
    drawing = draw(one(ir.Visual(name="w", geometry=shape), meshes=(ir.Mesh(id="w", data=wedge),)))
    assert bounds(drawing, shapes(drawing)) == pytest.approx([0.0, 0.0, 3.0, 1.0, 2.0, 4.0]), "-x became -y of the world"


def test_a_mesh_that_is_not_there_is_a_marked_box_and_reported() -> None:
    scene = one(ir.Visual(name="hull", geometry=ir.MeshShape(mesh="gone")), meshes=(ir.Mesh(id="gone", uri="hull.stl"),))
    drawing = draw(scene)
    assert drawing.notes == ["Mesh file not found, drawn as a box: hull.stl"]
    (part,) = shapes(drawing)
    assert part.color[3] < 1 and part.scale == (0.1, 0.1, 0.1)


def test_the_inertia_of_a_solid_box_is_drawn_as_that_box() -> None:
    inertial = ir.Inertial(mass=12.0, pose=pose(0.1), inertia=ir.Inertia(ixx=13.0, iyy=10.0, izz=5.0))  # edges 1, 2, 3
    scene = one(ir.Visual(name="v", geometry=ir.Box(size=(1.0, 1.0, 1.0))))
    link = ir.Link(id="l", name="l", model="m", inertial=inertial, visuals=scene.links[0].visuals)
    drawing = draw(ir.Scene(models=scene.models, links=(link,)))
    box = next(part for part in shapes(drawing, "inertia") if part.kind == "box of equal inertia")
    assert box.scale == pytest.approx((1.0, 2.0, 3.0))
    assert box.pose.position == (0.1, 0.0, 0.0)


def test_an_axis_is_marked_at_its_hinge_and_a_second_one_turns_with_the_child() -> None:
    scene, _ = scenec.read(FIXTURES / "sdformat" / "joints.sdf")
    at = {"machine::elbow": [0.7], "machine::wrist": [0.4, 0.3]}
    drawing, summary = draw(scene, at), {joint.path: joint for joint in scene.physics(at).joints}
    for path in ("machine::elbow", "machine::wrist"):
        arrows = [part for part in shapes(drawing, "axes") if part.path == path]
        found = {tuple(round(v, 9) + 0.0 for v in drawing.pose_of(part).rotation.apply((0.0, 0.0, 1.0))) for part in arrows}
        assert found == {tuple(round(v, 9) + 0.0 for v in axis.axis) for axis in summary[path].axes}, path


@pytest.mark.sweep
def test_fine_meshes_are_thinned_out_only_with_a_note() -> None:
    side = np.linspace(0, 1, 200)
    x, y = np.meshgrid(side, side, indexing="ij")
    points = np.stack([x, y, 0.1 * np.sin(9 * x) * np.cos(7 * y)], axis=2).reshape(-1, 3)
    corner = (np.arange(199)[:, None] * 200 + np.arange(199)[None, :]).reshape(-1)
    faces = np.stack([corner, corner + 200, corner + 201, corner + 1], axis=1)
    data = ir.MeshData(vertices=Block(points), groups=(ir.MeshGroup(name="", faces=(ir.Faces(vertices=Block(faces)),)),))
    scene = one(ir.Visual(name="hill", geometry=ir.MeshShape(mesh="h")), meshes=(ir.Mesh(id="h", data=data),))
    whole, thin = draw(scene), draw(scene, largest=10_000)
    assert whole.notes == [] and whole.triangles_of(shapes(whole)) == 2 * 199**2
    left = thin.triangles_of(shapes(thin))
    assert 3_000 < left <= 10_000
    assert thin.notes == [f"Fine meshes are thinned out: {left:,} of 79,202 triangles are drawn."]
    assert np.allclose(bounds(thin, shapes(thin)), bounds(whole, shapes(whole)), atol=0.03), "its outline is about the same"


def test_what_cannot_be_drawn_or_moved_is_reported() -> None:
    notes = " ".join(draw(kitchen_sink()).notes)
    for finding in ("hills.png", "maze.png", "Textures are drawn as their mean colour", "rig::j_ball", "Infinite planes"):
        assert finding in notes
    assert draw(ir.Scene()).notes == ["The scene has no shapes."]


def textured(image: ir.Texture, **material: Any) -> ir.Scene:
    looks = ir.Material(diffuse_texture=image, **material)
    return one(ir.Visual(name="tile", geometry=ir.Box(size=(1.0, 1.0, 1.0)), material=looks))


def test_a_texture_is_drawn_as_its_mean_colour_times_that_of_the_material(tmp_path: Path) -> None:
    Image.frombytes("RGBA", (2, 1), bytes([255, 0, 0, 255, 0, 0, 255, 255])).save(tmp_path / "flag.png")
    image = ir.Texture(uri="flag.png", found=str(tmp_path / "flag.png"))
    (plain,), (painted,) = (shapes(draw(each)) for each in (textured(image), textured(image, diffuse=(1.0, 1.0, 0.5, 1.0))))
    assert plain.color == pytest.approx((0.5, 0.0, 0.5, 1.0), abs=0.005)
    assert painted.color == pytest.approx((0.5, 0.0, 0.25, 1.0), abs=0.005)
    drawing = draw(textured(image))
    assert (drawing.averaged, drawing.notes) == (1, ["Textures are drawn as their mean colour: flag.png."])


@pytest.mark.parametrize("content", [None, b"no image", b""])
def test_a_texture_that_cannot_be_read_leaves_the_colour_and_is_reported(content: bytes | None, tmp_path: Path) -> None:
    path = tmp_path / "wood.png"
    if content is not None:
        path.write_bytes(content)
    drawing = draw(textured(ir.Texture(uri="wood.png", found=str(path)), diffuse=(0.0, 1.0, 0.0, 1.0)))
    assert [part.color for part in shapes(drawing)] == [(0.0, 1.0, 0.0, 1.0)]
    assert drawing.averaged == 0 and "wood.png" in drawing.notes[0]


def test_a_joint_that_is_not_there_is_named() -> None:
    with pytest.raises(UsageError, match="no joint 'm::elbo'"):
        draw(one(), {"m::elbo": 1.0})


def test_an_image_of_far_more_pixels_than_bytes_is_not_looked_at(tmp_path: Path) -> None:
    """Equal pixels take hardly any bytes in a file, and four each in memory."""
    from scenec.view.image_colours import ImageColours

    Image.new("1", (6000, 6000)).save(tmp_path / "huge.png")
    Image.new("RGB", (6000, 6000), (255, 0, 0)).save(tmp_path / "huge.jpg")
    colours = ImageColours()
    assert colours.mean(ir.Texture(uri="huge.png", found=str(tmp_path / "huge.png"))) is None
    assert colours.left_out == {"huge.png": "it is too large"}
    red = colours.mean(ir.Texture(uri="huge.jpg", found=str(tmp_path / "huge.jpg")))
    assert red is not None and red[0] > 0.99 and red[1] < 0.01, "a JPEG is read at a fraction of its size"
