"""Bodies, shapes and what they are made of: the numbers ODE gets, and what is reported where RubySceneGraph has no word."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
import pytest

import scenec
from scenec import ir
from tests.converters.rsg.writing import inertial, joint, link, pose, scene, write


def box(name: str = "hull", **fields: Any) -> ir.Collision:
    return ir.Collision(name=name, geometry=ir.Box(size=(0.4, 0.2, 0.1)), **fields)


def test_a_transform_stands_at_the_centre_of_mass() -> None:
    """ODE refuses a centre of mass beside the body's origin; what is in the link moves back by as much."""
    ball = ir.Visual(geometry=ir.Sphere(radius=0.1))
    heavy = link("arm", pose=pose(0.5, 0, 1), inertial=inertial(2.0, pose(0.1, 0, 0.05)), visuals=(ball,), collisions=(box(),))
    written = write(scene(heavy))
    arm = written.root.named("arm")
    assert arm.get("setLocalPos") == ("0.6", "0", "1.05")
    assert arm.first("RigidBody").get("setMassParameters") == ("2", "0", "0", "0", "0.01", "0.02", "0.03", "0", "0", "0")
    assert arm.children[1].get("setLocalPos") == ("-0.1", "0", "-0.05")
    assert arm.first("BoxCollider").get("setLocalPosition") == ("-0.1", "0", "-0.05")
    assert written.finding("link-frame-moved").level == "note"


def test_a_tensor_is_written_along_the_axes_of_the_link() -> None:
    turned = ir.Inertial(mass=1.0, inertia=ir.Inertia(0.1, 0.2, 0.3), pose=pose(rpy=(0, 0, math.pi / 2)))
    values = write(scene(link("arm", inertial=turned))).root.first("RigidBody").get("setMassParameters")
    assert values == ("1", "0", "0", "0", "0.2", "0.1", "0.3", "0", "0", "0")


def test_a_body_without_mass_weighs_a_thousandth_of_its_neighbour() -> None:
    """ODE hurls bodies apart of which one weighs 10,000 times the other."""
    ghost = link("ghost", inertial=ir.Inertial(mass=0.0))
    written = write(scene(link("base", inertial=inertial(4.0)), ghost, joint("turn", "base", "ghost")))
    assert (written.root.named("ghost").first("RigidBody").get("setMassParameters") or ())[0] == "0.004"
    assert written.finding("link-mass-defaulted").level == "warning"


def test_a_flat_tensor_is_made_positive_and_both_are_reported() -> None:
    plate = ir.Inertial(mass=1.0, inertia=ir.Inertia(0.5, 0.5, 0.0))
    written = write(scene(link("plate", inertial=plate)))
    assert (written.root.first("RigidBody").get("setMassParameters") or ())[4:7] == ("0.5", "0.5", "5e-10")
    finding = written.finding("link-inertia-approximated")
    assert finding.value == "ixx 0.5, iyy 0.5, izz 0, ixy 0, ixz 0, iyz 0"
    assert finding.target == "ixx 0.5, iyy 0.5, izz 5e-10, ixy 0, ixz 0, iyz 0"


@pytest.mark.parametrize("version", ["current", "2007"])
def test_what_a_scene_of_simspark_states_of_a_mass_stays(version: str, tmp_path: Path) -> None:
    text = "(RSG 0 1) (nd Transform (setName ghost) (nd RigidBody (setMass 0)))"
    scenec.convert(text.encode(), tmp_path / "a.scene.json", from_="rsg", name="a")
    report = scenec.convert(tmp_path / "a.scene.json", tmp_path / "a.rsg", to=f"rsg@{version}")
    assert f"(setMass{'' if version == '2007' else 'Parameters'} 0" in (tmp_path / "a.rsg").read_text()
    assert report.totals["dropped"] == 0 and "link-mass-defaulted" not in {each.code for each in report.findings}


def test_a_weightless_link_says_so() -> None:
    assert write(scene(link("balloon", gravity=False))).root.first("RigidBody").get("useGravity") == ("false",)


def test_drag_in_newtons_is_a_drag_controller() -> None:
    body = link("fish", damping=ir.Damping(law="force", linear=0.5, angular=0.02))
    drag = write(scene(body)).root.first("DragController")
    assert drag.calls == [("setLinearDrag", ("0.5",)), ("setAngularDrag", ("0.02",))]


def test_damping_per_step_is_no_drag() -> None:
    written = write(scene(link("fish", damping=ir.Damping(law="rate", linear=0.5))))
    assert "DragController" not in written.text
    assert "damping-dropped" in written.codes


# ---------------------------------------------------------------- colliders


def test_a_capsule_is_as_long_as_in_the_scene_without_its_caps() -> None:
    body = link("arm", collisions=(ir.Collision(geometry=ir.Capsule(radius=0.1, length=0.5)),))
    assert write(scene(body)).root.first("CapsuleCollider").get("setParams") == ("0.1", "0.5")


@pytest.mark.parametrize(("length", "cls", "size"), [(0.5, "CapsuleCollider", ("0.1", "0.3")), (0.1, "BoxCollider", ("0.2", "0.2", "0.1"))])
def test_a_cylinder_keeps_its_extent(length: float, cls: str, size: tuple[str, ...]) -> None:
    body = link("can", collisions=(ir.Collision(name="can", geometry=ir.Cylinder(radius=0.1, length=length)),))
    written = write(scene(body))
    assert size in [parameters for _, parameters in written.root.first(cls).calls]
    assert written.finding("collision-cylinder-approximated").level == "warning"


@pytest.mark.findings("collision-wheel-approximated")
def test_a_wheel_rolls() -> None:
    """A box would not."""
    disc = ir.Collision(geometry=ir.Cylinder(radius=0.3, length=0.1), pose=pose(rpy=(math.pi / 2, 0, 0)))
    turn = joint("axle", "base", "wheel", "continuous", axes=(ir.Axis(xyz=(0.0, 1.0, 0.0)),))
    assert write(scene(link("base"), link("wheel", collisions=(disc,)), turn)).root.first("SphereCollider").get("setRadius") == ("0.3",)


@pytest.mark.parametrize(
    ("shape", "cls"), [(ir.Cone(radius=0.1, length=0.2), ""), (ir.Ellipsoid(radii=(1.0, 1.01, 1.02)), "CapsuleCollider")]
)
def test_a_shape_that_simspark_lacks_becomes_the_nearest_it_has(shape: ir.Shape, cls: str) -> None:
    written = write(scene(link("thing", collisions=(ir.Collision(name="hull", geometry=shape),))))
    assert f"{cls or 'Collider'}" in written.text
    assert written.finding("collision-shape-approximated").subject == "robot::thing::hull"


def test_a_shape_that_cannot_be_touched_is_an_error() -> None:
    gone, hull = ir.Mesh(id="gone", uri="gone.obj"), ir.Collision(name="hull", geometry=ir.MeshShape(mesh="gone"))
    written = write(msgspec.structs.replace(scene(link("thing", collisions=(hull,))), meshes=(gone,)))
    assert "Collider" not in written.text
    finding = written.finding("collision-dropped")
    assert (finding.level, finding.subject) == ("error", "robot::thing::hull")


def test_a_drawn_shape_that_simspark_lacks_becomes_a_mesh() -> None:
    written = write(scene(link("thing", visuals=(ir.Visual(name="hat", geometry=ir.Cone(radius=0.1, length=0.2)),))))
    assert written.root.first("StaticMesh").get("load") == ("s_assets/mesh.obj",)
    assert written.finding("visual-shape-tessellated").subject == "robot::thing::hat"


def test_what_cannot_be_drawn_and_what_is_not_opaque_is_reported_per_shape() -> None:
    hills = ir.Heightmap(image=ir.Texture(uri="hills.png"), size=(10.0, 10.0, 2.0))
    shapes = (ir.Visual(name="floor", geometry=hills), ir.Visual(name="pane", geometry=ir.Box(size=(1.0, 1.0, 0.1)), transparency=0.5))
    written = write(scene(link("thing", visuals=shapes)))
    assert written.finding("visual-dropped").subject == "robot::thing::floor"
    assert written.finding("material-transparency-dropped").subject == "robot::thing::pane"


def test_a_transparent_visual_is_hidden_by_the_switch() -> None:
    """SimSpark's materials are opaque, so that the nearest colour would show the shape."""
    box = ir.Box(size=(1.0, 1.0, 0.1))
    grey = ir.Material(diffuse=(0.2, 0.2, 0.2, 0.0))
    shapes = (
        ir.Visual(name="alpha", geometry=box, material=grey),
        ir.Visual(name="glass", geometry=box, transparency=1.0),
        ir.Visual(name="off", geometry=box, material=grey, visible=False),
        ir.Visual(name="seen", geometry=box),
    )
    written = write(scene(link("thing", visuals=shapes)))
    hidden = [("setVisible", ("0",)) in written.root.named(shape.name or "").calls for shape in shapes]
    assert hidden == [True, True, True, False]
    subjects = [each.subject for each in written.findings if each.code == "visual-shape-hidden"]
    assert subjects == [f"robot::thing::{name}" for name in ("alpha", "glass", "off")]
    assert not {"material-transparency-dropped", "material-diffuse-approximated"} & written.codes


def test_a_plane_is_written_in_the_world() -> None:
    """SimSpark's planes ignore the Transforms around them."""
    ground = ir.Model(id="m", name="ground", static=True, pose=pose(5, 0, 0.25))
    slab = link("slab", model="m", inertial=None, collisions=(ir.Collision(geometry=ir.Plane()),))
    assert write(scene(ground, slab)).root.first("PlaneCollider").get("setParams") == ("0", "0", "1", "0.25")


def test_a_tilted_plane_keeps_its_distance_from_the_origin() -> None:
    wall = link("wall", model="m", inertial=None, pose=pose(0, 2, 0), collisions=(ir.Collision(geometry=ir.Plane(normal=(0.0, 0.6, 0.8))),))
    parameters = write(scene(ir.Model(id="m", name="m", static=True), wall)).root.first("PlaneCollider").get("setParams")
    assert parameters == ("0", "0.6", "0.8", "1.2")


def test_a_handler_bounces_only_where_the_source_does() -> None:
    still = box("still", surface=ir.Surface(mu=0.8, mu2=0.8, restitution=0.0))
    ball = box("ball", surface=ir.Surface(mu=math.inf, mu2=math.inf, restitution=0.7, bounce_threshold=0.1))
    root = write(scene(link("a", collisions=(still, ball)))).root
    assert root.named("still").first("ContactJointHandler").calls == [("setContactBounceMode", ("false",)), ("setContactMu", ("0.8",))]
    assert root.named("ball").first("ContactJointHandler").calls == [
        ("setContactBounceMode", ("true",)),
        ("setContactBounceValue", ("0.7",)),
        ("setMinBounceVel", ("0.1",)),
    ]


def test_friction_that_differs_across_is_reported() -> None:
    ski = box("ski", surface=ir.Surface(mu=0.8, mu2=0.1))
    assert "surface-mu2-dropped" in write(scene(link("a", collisions=(ski,)))).codes


def test_a_shape_that_only_senses_makes_no_forces() -> None:
    feeler = box("feeler", sensing_only=True)
    collider = write(scene(link("a", collisions=(feeler,)))).root.named("feeler")
    assert [child.cls for child in collider.children] == ["RecorderHandler"]


# ---------------------------------------------------------------- visuals


def test_a_cylinder_to_look_at_is_sized_by_its_scale() -> None:
    """SimSpark's setParams ignores its arguments and makes a cylinder of 1 by 1."""
    body = link("can", visuals=(ir.Visual(geometry=ir.Cylinder(radius=0.2, length=0.6)),))
    assert write(scene(body)).root.first("Cylinder").calls == [("setParams", ("1", "1")), ("setScale", ("0.2", "0.2", "0.6"))]


def test_an_ellipsoid_is_a_scaled_sphere() -> None:
    body = link("egg", visuals=(ir.Visual(geometry=ir.Ellipsoid(radii=(0.1, 0.2, 0.3))),))
    assert write(scene(body)).root.first("SingleMatNode").calls == [("load", ("StdUnitSphere",)), ("setScale", ("0.1", "0.2", "0.3"))]


@pytest.mark.parametrize(
    ("diffuse", "name"), [((1.0, 0.0, 0.0, 1.0), "matRed"), ((0.9, 0.0, 0.05, 1.0), "matRed"), ((0.19, 0.2, 0.21, 1.0), "matGrey")]
)
def test_the_nearest_material_is_named(diffuse: ir.Color, name: str) -> None:
    written = write(scene(link("a", visuals=(ir.Visual(geometry=ir.Sphere(radius=1.0), material=ir.Material(diffuse=diffuse)),))))
    assert written.root.first("Sphere").get("setMaterial") == (name,)
    assert ("material-diffuse-approximated" in written.codes) == (diffuse != (1.0, 0.0, 0.0, 1.0))


def test_an_offset_of_a_visual_is_a_transform_of_its_own() -> None:
    eye = ir.Visual(name="eye", geometry=ir.Sphere(radius=0.1), pose=pose(0.1, 0, 0, (0, 0, math.pi / 2)))
    head = write(scene(link("head", visuals=(eye,)))).root.named("head")
    assert head.children[1].calls == [("setLocalPos", ("0.1", "0", "0")), ("setLocalRotation", ("0", "0", "90"))]
    assert head.children[1].children[0].name == "eye"


def test_three_angles_are_about_x_then_the_turned_y_then_the_turned_z() -> None:
    """The dossier's check: R = Rx(30) Ry(40) Rz(50)."""
    about = ir.Rotation.about
    turn = about((1, 0, 0), math.radians(30)) @ about((0, 1, 0), math.radians(40)) @ about((0, 0, 1), math.radians(50))
    assert write(scene(link("a", pose=ir.Pose(rotation=turn)))).root.named("a").get("setLocalRotation") == ("30", "40", "50")


# ---------------------------------------------------------------- the names of 2007


def test_the_manual_of_2007_has_other_names() -> None:
    body = link(
        "a",
        collisions=(ir.Collision(geometry=ir.Capsule(radius=0.1, length=0.2)),),
        visuals=(ir.Visual(geometry=ir.Capsule(radius=0.1, length=0.2)),),
    )
    classes = {node.cls for node in write(scene(body), "rsg@2007").root.walk()}
    assert {"Body", "CCylinder", "CCylinderCollider"} <= classes
    assert not {"RigidBody", "Capsule", "CapsuleCollider"} & classes


def test_a_body_of_2007_is_a_box_with_the_same_moments() -> None:
    """Any tensor can be said only since."""
    brick = ir.Inertial(mass=12.0, inertia=ir.Inertia(0.05, 0.10, 0.13))
    written = write(scene(link("a", inertial=brick)), "rsg@2007")
    assert written.root.first("Body").get("setBoxTotal") == ("12", "0.3", "0.2", "0.1")
    assert "inertia-box-approximated" not in written.codes
    flat = ir.Inertial(mass=12.0, inertia=ir.Inertia(0.05, 0.05, 0.13))  # no body has that
    assert write(scene(link("a", inertial=flat)), "rsg@2007").finding("inertia-box-approximated").level == "warning"


def test_a_turned_tensor_of_2007_is_a_ball_and_a_turned_box(tmp_path: Path) -> None:
    tensor = ir.Inertia(0.10, 0.11, 0.12, ixy=0.01, iyz=-0.005)
    scenec.write(scene(link("a", inertial=ir.Inertial(mass=12.0, inertia=tensor))), tmp_path / "s.rsg", format="rsg@2007")
    [body] = scenec.read(tmp_path / "s.rsg")[0].physics().links
    assert body.mass == 12
    assert [*map(list, body.inertia)] == [pytest.approx(row, abs=1e-12) for row in tensor.matrix()]
