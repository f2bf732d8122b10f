"""The physics summary: shapes, bodies and lights as a simulator sees them. Expected numbers are computed by hand."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import scenec
from scenec import ir
from scenec.ir.blocks import Block
from scenec.ir.summary import CollisionSummary, VisualSummary
from tests.scenes import arm, kitchen_sink, pose

QUARTER = math.pi / 2


def with_link(*meshes: ir.Mesh, **changes: Any) -> ir.Scene:
    link = ir.Link(id="l", name="l", model="m", **changes)
    return ir.Scene(models=(ir.Model(id="m", name="m"),), links=(link,), meshes=meshes)


def collision(geometry: ir.Shape, **changes: Any) -> CollisionSummary:
    scene = with_link(collisions=(ir.Collision(geometry=geometry, **changes),))
    return scene.physics().links[0].collisions[0]


def visual(geometry: ir.Shape, *meshes: ir.Mesh, **changes: Any) -> VisualSummary:
    scene = with_link(*meshes, visuals=(ir.Visual(geometry=geometry, **changes),))
    return scene.physics().links[0].visuals[0]


@pytest.mark.parametrize(
    ("shape", "kind", "size"),
    [
        (ir.Box(size=(1.0, 2.0, 3.0)), "box", {"x": 1, "y": 2, "z": 3}),
        (ir.Sphere(radius=1.5), "sphere", {"radius": 1.5}),
        (ir.Cylinder(radius=1.0, length=2.0), "cylinder", {"radius": 1, "length": 2}),
        (ir.Capsule(radius=1.0, length=2.0), "capsule", {"radius": 1, "length": 2}),
        (ir.Capsule(radius=1.0, length=-0.5), "capsule", {"radius": 1, "length": 0}),
        (ir.Cone(radius=1.0, length=2.0), "cone", {"radius": 1, "length": 2}),
        (ir.Ellipsoid(radii=(1.0, 2.0, 3.0)), "ellipsoid", {"rx": 1, "ry": 2, "rz": 3}),
        (ir.Torus(major_radius=2.0, minor_radius=0.5), "torus", {"major": 2, "minor": 0.5}),
        (ir.Empty(), "empty", {}),
    ],
)
def test_shapes_are_reported_by_type_and_size(shape: ir.Shape, kind: str, size: dict[str, float]) -> None:
    assert (collision(shape).type, collision(shape).size) == (kind, size)


def test_a_plane_to_touch_is_infinite_and_one_to_look_at_is_not() -> None:
    plane = ir.Plane(normal=(0.0, 0.0, 1.0), size=(4.0, 5.0))
    assert collision(plane).size == {"nx": 0, "ny": 0, "nz": 1}
    assert visual(plane).size == {"nx": 0, "ny": 0, "nz": 1, "x": 4, "y": 5}


MESH = ir.Mesh(
    id="mesh",
    data=ir.MeshData(
        vertices=Block([[0.0, 0, 0], [1.0, 0, 0], [1.0, 1, 0], [0.0, 1, 0], [0.0, 0, 0], [9.0, 9, 9]]),
        groups=(
            ir.MeshGroup(name="quad", faces=(ir.Faces(vertices=Block([[0, 1, 2, 3]])),)),
            ir.MeshGroup(name="tri", faces=(ir.Faces(vertices=Block([[4, 1, 2]])),)),
        ),
    ),
)


def test_a_mesh_counts_positions_that_faces_use_and_triangles() -> None:
    """Vertex 4 repeats vertex 0 and no face uses vertex 5; a quad is two triangles."""
    summary = visual(ir.MeshShape(mesh="mesh"), MESH)
    assert summary.size == {"vertices": 4, "faces": 3}
    assert summary.bounds == ((0, 0, 0), (1, 1, 0))
    assert visual(ir.MeshShape(mesh="mesh", submesh="tri"), MESH).size == {"vertices": 3, "faces": 1}


def test_bounds_of_a_mesh_are_in_the_world() -> None:
    turned = visual(ir.MeshShape(mesh="mesh", scale=(2.0, 1.0, 1.0)), MESH, pose=pose(0.0, 0.0, 1.0, (0.0, 0.0, QUARTER)))
    assert turned.bounds is not None
    assert turned.bounds[0] == pytest.approx((-1, 0, 1))
    assert turned.bounds[1] == pytest.approx((0, 2, 1))


def test_a_mesh_file_that_was_measured() -> None:
    extent = ir.MeshExtent(vertices=8, faces=12, lower=(-1.0, -1.0, -1.0), upper=(1.0, 1.0, 1.0))
    summary = visual(ir.MeshShape(mesh="m", scale=(1.0, 1.0, 2.0)), ir.Mesh(id="m", uri="box.obj", extents=(extent,)))
    assert (summary.uri, summary.size, summary.bounds) == ("box.obj", {"vertices": 8, "faces": 12}, ((-1, -1, -2), (1, 1, 2)))


def test_a_turned_mesh_file_is_bounded_by_its_corners_not_by_those_of_its_box() -> None:
    """The rotor's sloping side faces +x +y; its box would reach out to where the rotor has nothing."""
    extent = ir.MeshExtent(vertices=4, faces=4, lower=(-0.5, -0.5, -0.5), upper=(0.5, 0.5, 0.5))
    rotor = ir.Mesh(id="m", uri="rotor.obj", found=str(Path(__file__).parents[1] / "data" / "rotor.obj"), extents=(extent,))
    bounds = visual(ir.MeshShape(mesh="m"), rotor, pose=pose(rpy=(0.0, 0.0, math.pi / 4))).bounds
    assert bounds is not None
    assert bounds[0] == pytest.approx((-math.sqrt(0.5), -math.sqrt(0.5), -0.5))
    assert bounds[1] == pytest.approx((math.sqrt(0.5), 0.0, 0.5))


def test_friction_and_colour_as_they_take_effect() -> None:
    sphere = ir.Sphere(radius=1.0)
    assert collision(sphere).mu is None
    assert collision(sphere, surface=ir.Surface(mu=0.5)).mu == (0.5, 0.5)
    assert collision(sphere, surface=ir.Surface(mu=0.5, mu2=0.25, restitution=0.1)).mu == (0.5, 0.25)
    assert collision(sphere, surface=ir.Surface(mu=math.inf)).mu is None
    assert visual(sphere).color is None
    red = ir.Material(diffuse=(1.0, 0.0, 0.0, 0.5))
    assert visual(sphere, material=red, transparency=0.5).color == (1, 0, 0, 0.25)


def test_hidden_visuals_are_not_listed() -> None:
    """Names count on over hidden visuals, as in findings."""
    red = ir.Material(diffuse=(1.0, 0.0, 0.0, 1.0))
    spheres = (ir.Visual(geometry=ir.Sphere(radius=1.0), material=red, visible=flag) for flag in (False, None, True))
    physics = with_link(visuals=tuple(spheres)).physics()
    assert [each.path for each in physics.links[0].visuals] == ["m::l::sphere_2", "m::l::sphere_3"]


def test_inertia_is_about_the_centre_of_mass_along_the_axes_of_the_world() -> None:
    inertial = ir.Inertial(mass=2.0, pose=pose(1.0), inertia=ir.Inertia(1.0, 2.0, 3.0))
    link = with_link(pose=pose(0.0, 0.0, 5.0, (0.0, 0.0, QUARTER)), inertial=inertial).physics().links[0]
    assert link.com == pytest.approx((0, 1, 5))
    assert [link.inertia[i][i] for i in range(3)] == pytest.approx([2, 1, 3])


def test_totals_count_what_moves() -> None:
    scene = arm()
    assert scene.physics().total.mass == 3.0
    still = replace(scene, models=(replace(scene.models[0], static=True),)).physics()
    assert (still.total.links, still.total.dynamic_links, still.total.mass) == (2, 0, 0)
    assert all(link.static for link in still.links)


def test_a_drive_s_maximum_wins_over_the_joint_s_cap_and_inactive_limits_do_not_hold() -> None:
    limits = ir.Limits(lower=-1.0, upper=1.0, active=False, effort=5.0, velocity=6.0)
    drive = ir.Actuator(kind="PID", command="position", output="effort", max_effort=3.0)
    scene = arm()
    hinge = replace(scene.joints[0], axes=(ir.Axis(xyz=(0.0, 1.0, 0.0), limits=limits),), actuators=(drive,))
    axis = replace(scene, joints=(hinge, scene.joints[1])).physics().joints[0].axes[0]
    assert (axis.effort, axis.velocity, axis.lower, axis.upper, axis.actuated) == (3.0, 6.0, None, None, True)


def test_infinities_are_null() -> None:
    limits = ir.Limits(lower=-math.inf, upper=1e16, effort=math.inf)
    scene = arm()
    hinge = replace(scene.joints[0], axes=(ir.Axis(xyz=(0.0, 1.0, 0.0), limits=limits),))
    axis = replace(scene, joints=(hinge, scene.joints[1])).physics().joints[0].axes[0]
    assert (axis.lower, axis.upper, axis.effort) == (None, None, None)


def test_lights_say_which_way_light_travels() -> None:
    turned = pose(1.0, 2.0, 3.0, (QUARTER, 0.0, 0.0))
    lights = tuple(ir.Light(name=kind, type=kind, pose=turned, direction=(0.0, 0.0, -1.0)) for kind in ("directional", "point", "spot"))
    lights_of_summary = ir.Scene(lights=lights).physics().lights
    assert lights_of_summary[0].position is None
    assert lights_of_summary[0].direction == pytest.approx((0, 1, 0))
    assert (lights_of_summary[1].position, lights_of_summary[1].direction) == ((1, 2, 3), None)
    assert lights_of_summary[2].position == (1, 2, 3)


def test_the_summary_of_everything_is_plain_json() -> None:
    data = kitchen_sink().physics().to_json()
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["gravity"] == [0.1, 0.2, -9.7]
    assert data["step"] == 0.002
    assert {sensor["type"] for link in data["links"] for sensor in link["sensors"]} >= set(ir.SENSOR_TYPES)


def test_a_gear_makes_the_joint_stronger_and_slower_than_its_motor() -> None:
    """Ratio 50: 0.2 N m and 300 rad/s of the motor are 10 N m and 6 rad/s of the joint."""
    motor = ir.Actuator(command="effort", output="effort", max_effort=0.2, max_velocity=300.0, ratio=-50.0)
    hinge = ir.Joint(id="j", type="continuous", parent="a", child="b", axes=(ir.Axis(xyz=(0.0, 0.0, 1.0)),), actuators=(motor,))
    scene = ir.Scene(models=(ir.Model(id="m"),), links=(ir.Link(id="a", model="m"), ir.Link(id="b", model="m")), joints=(hinge,))
    [axis] = scene.physics().joints[0].axes
    assert [axis.effort, axis.velocity] == pytest.approx([10.0, 6.0])


def test_a_visual_that_its_colour_hides_is_listed_in_every_format(tmp_path: Path) -> None:
    """A switch of MJCF, transparency of SDFormat: neither is drawn, and both state the shape."""
    shape = "<transparency>1</transparency><geometry><sphere><radius>1</radius></sphere></geometry>"
    link = f"<link name='l'><visual name='v'>{shape}</visual></link>"
    (tmp_path / "a.sdf").write_text(f"<sdf version='1.9'><model name='m'>{link}</model></sdf>")
    scenec.convert(tmp_path / "a.sdf", tmp_path / "a.xml")
    listed = [[each.type for each in scenec.read(tmp_path / name)[0].physics().links[0].visuals] for name in ("a.sdf", "a.xml")]
    assert listed == [["sphere"], ["sphere"]]
