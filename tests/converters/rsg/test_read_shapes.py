"""Colliders, what they are bound to and how they touch; what is drawn; what is sensed."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from scenec import ir
from tests.converters.rsg.conftest import BODY, Reader

OBJ = "# a\n# b\nmtllib paint.mtl\no thing\nusemtl blue\nv 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nvt 0 0\nvn 0 0 1\n"


def test_a_collider_belongs_to_the_body_made_before_it(read: Reader) -> None:
    box = "(nd BoxCollider (setBoxLengths 1 2 3))"
    result = read(f"((nd Transform (setName a) (setLocalPos 0 0 1) {box} {BODY} {box}))")
    bound, loose = (link for link in result.scene.physics().links)
    assert (bound.static, loose.static) == (False, True)
    assert [len(link.collisions) for link in (bound, loose)] == [1, 1]
    assert loose.collisions[0].pose[:3] == (0, 0, 1)
    assert result.finding("collider-unbound").level == "warning"


def test_a_transform_collider_places_its_collider_in_the_body(read: Reader) -> None:
    inner = "(nd CapsuleCollider (setParams 0.5 2) (setRotation 0 0 0 0 90 0) (setLocalPosition 1 2 3))"
    result = read(f"((nd Transform (setName a) (setLocalPos 15 0 1) (setLocalRotation 0 0 90) {BODY} (nd TransformCollider {inner})))")
    collision = result.link("a").collisions[0]
    assert collision.geometry == ir.Capsule(radius=0.5, length=2.0)
    assert collision.pose is not None and collision.pose.position == (1, 2, 3)
    assert collision.pose.rotation.matrix() == ((0, 0, 1), (0, 1, 0), (-1, 0, 0))


def test_all_that_is_made_of_a_node_stands_at_one_place(read: Reader) -> None:
    """Which is kept once: a large scene has a dozen parts a link."""
    result = read(f"((nd Transform (setName a) {BODY}\n(nd Box (setExtents 1 2 3) (setMaterial matGrey))))")
    (visual,) = result.link("a").visuals
    assert visual.material is not None and visual.origin is not None
    assert visual.origin is visual.geometry.origin is visual.material.origin
    assert (visual.origin.source.line, visual.origin.source.path.count("[")) == (3, 4)


def test_the_position_of_a_bound_collider_moves_its_body(read: Reader) -> None:
    result = read(f"((nd Transform (setName a) (setLocalPos 9 0 1) {BODY} (nd BoxCollider (setPosition 0 0 2))))")
    assert result.link_summary("a").pose[:3] == (9, 0, 3)


def test_positions_of_static_colliders(read: Reader) -> None:
    """setPosition counts from the parent, setLocalPosition from the world; rotations stay."""
    colliders = "(nd BoxCollider (setPosition 1 0 0)) (nd BoxCollider (setLocalPosition 1 0 0))"
    link = read(f"((nd Transform (setName a) (setLocalPos 11 0 1) (setLocalRotation 0 0 90) {colliders}))").link_summary("a")
    assert [collision.pose[:3] for collision in link.collisions] == [pytest.approx((11, 1, 1)), pytest.approx((1, 0, 0))]


@pytest.mark.parametrize(
    ("parameters", "normal", "distance"), [("0 0 2 4", (0, 0, 1), 2), ("0 0 3 0 0 2", (0, 0, 1), 3), ("3 0 4 10", (0.6, 0, 0.8), 2)]
)
def test_planes_stand_in_the_world_in_any_holder(read: Reader, parameters: str, normal: tuple[float, ...], distance: float) -> None:
    scene = read(f"((nd Transform (setLocalPos 17 5 1) (nd PlaneCollider (setParams {parameters}))))").scene
    plane = scene.physics().links[0].collisions[0]
    at = sum(a * b for a, b in zip(plane.pose[:3], normal, strict=True))
    assert tuple(plane.size[f"n{axis}"] for axis in "xyz") == pytest.approx(normal)
    assert at == pytest.approx(distance)


def test_contacts_slide_never_and_bounce_unless_a_handler_says_otherwise(read: Reader) -> None:
    handler = "(nd ContactJointHandler (setContactBounceMode false) (setContactMu 50) (setContactSlip 0.1) (setContactSoftCFM true))"
    result = read(f"((nd Transform (setName a) (nd SphereCollider) (nd BoxCollider {handler})))")
    plain, handled = (collision.surface for collision in result.link("a").collisions)
    assert plain is not None and (plain.mu, plain.restitution, plain.bounce_threshold) == (math.inf, 0.8, 2.0)
    assert handled is not None and (handled.mu, handled.restitution, handled.slip1, handled.soft_cfm) == (50, 0, None, None)
    assert result.codes.count("contact-mode-off-ineffective") == 2, "slip and softness have values, but no mode"


def test_a_collider_that_only_records_makes_no_contact(read: Reader) -> None:
    collision = read("((nd Transform (setName a) (nd BoxCollider (nd RecorderHandler))))").link("a").collisions[0]
    assert collision.sensing_only and collision.surface is None


# ---------------------------------------------------------------- drawn


def test_a_drawn_cylinder_is_as_large_as_its_scale(read: Reader) -> None:
    result = read(
        "((nd Transform (setName v) (nd Cylinder (setParams 0.5 3)) (nd Cylinder (setParams 1 1) (setScale 0.2 0.2 0.6)) (nd Cylinder)))"
    )
    assert [visual.geometry for visual in result.link("v").visuals] == [
        ir.Cylinder(radius=1.0, length=1.0),
        ir.Cylinder(radius=0.2, length=0.6),
    ]
    assert "visual-without-shape-ineffective" in result.codes


@pytest.mark.parametrize(
    ("node", "shape"),
    [
        ("Box", ir.Box(size=(1.0, 1.0, 1.0))),
        ("Box (setExtents 1 2 3)", ir.Box(size=(1.0, 2.0, 3.0))),
        ("Box (setExtents 1 2)", ir.Box(size=(1.0, 1.0, 1.0))),
        ("Sphere (setRadius 0.5)", ir.Sphere(radius=0.5)),
        ("Sphere (setScale 1 2 3)", ir.Ellipsoid(radii=(1.0, 2.0, 3.0))),
        ("Capsule (setParams 0.5 3)", ir.Capsule(radius=0.5, length=3.0)),
        ("SMN (load StdUnitBox) (sSc 1 2 3)", ir.Box(size=(1.0, 2.0, 3.0))),
        ("StaticMesh (load StdCapsule 0.5 3)", ir.Capsule(radius=0.5, length=3.0)),
    ],
)
def test_shapes(read: Reader, node: str, shape: ir.Geometry) -> None:
    assert read(f"((nd Transform (setName v) (nd {node})))").link("v").visuals[0].geometry == shape


def test_materials_are_names_of_simsparks_scripts(read: Reader) -> None:
    result = read("((nd Transform (setName v) (nd Box (setMaterial matOrange)) (nd Box) (nd Box (setMaterial matOrnage))))")
    orange, plain, unknown = result.link("v").visuals
    assert orange.material is not None and (orange.material.name, orange.material.diffuse) == ("matOrange", (1, 0.03, 0, 1))
    assert plain.material is not None and plain.material.diffuse == (1, 1, 1, 1)
    assert unknown.visible == False  # noqa: E712  # a traced flag is an int
    assert "Did you mean matOrange?" in result.finding("material-unknown").hint


def test_a_mesh_of_triangles_stays_a_file_and_brings_its_materials(read: Reader, tmp_path: Path) -> None:
    files = {"models/m.obj": OBJ + "f 1/1/1 2/1/1 3/1/1\n", "materials/paint.mtl": "newmtl blue\nKd 0 0 1\n"}
    scene = read(
        "((nd Transform (setName v) (nd StaticMesh (load models/m.obj) (setScale 1 2 3)) (nd Box (setMaterial blue))))", files
    ).scene
    (mesh,) = scene.meshes
    assert mesh.found == str(tmp_path / "models/m.obj") and mesh.data is None
    assert (mesh.extents[0].vertices, mesh.extents[0].upper) == (3, (2, 1, 0))
    blue = scene.links[0].visuals[1].material
    assert blue is not None and blue.diffuse == (0, 0, 1, 1)


def test_a_quad_loses_a_corner_and_the_mesh_becomes_what_is_shown(read: Reader) -> None:
    result = read("((nd Transform (setName v) (nd StaticMesh (load models/m.obj))))", {"models/m.obj": OBJ + "f 1/1/1 2/1/1 3/1/1 4/1/1\n"})
    (mesh,) = result.scene.meshes
    assert mesh.data is not None and [len(faces.vertices) for faces in mesh.data.groups[0].faces] == [1]
    assert "three corners of 1 faces" in result.finding("mesh-as-loaded").because


def test_a_missing_mesh_is_an_error(read: Reader) -> None:
    assert read("((nd Transform (nd StaticMesh (load models/gone.obj))))").finding("mesh-not-found").level == "error"


def test_lights_shine_from_their_parent(read: Reader) -> None:
    (light,) = read("((nd Transform (setLocalPos 1 2 3) (nd Light (setDiffuse 1 0.5 0.2 1))))").scene.physics().lights
    assert (light.type, light.position) == ("point", (1, 2, 3))


# ---------------------------------------------------------------- sensed


def test_what_looks_looks_along_the_y_of_its_transform(read: Reader) -> None:
    eye = "(nd ImagePerceptor (setName eye) (setFOV 50))"
    sensor = read(f"((nd Transform (setName a) {BODY} {eye}))").link("a").sensors[0]
    assert sensor.pose is not None and sensor.pose.rotation.apply((1.0, 0.0, 0.0)) == (0, 1, 0)
    assert sensor.cameras[0].horizontal_fov == math.radians(50)


@pytest.mark.parametrize(
    ("cls", "type_"),
    [
        ("GyroRatePerceptor", "gyroscope"),
        ("Accelerometer", "accelerometer"),
        ("GPS", "navsat"),
        ("TouchPerceptor", "contact"),
        ("ForceResistancePerceptor", "force_torque"),
        ("SonarPerceptor", "sonar"),
        ("RestrictedVisionPerceptor", "logical_camera"),
        ("HearPerceptor", "other:HearPerceptor"),
    ],
)
def test_perceptors(read: Reader, cls: str, type_: str) -> None:
    assert read(f"((nd Transform (setName a) {BODY} (nd {cls})))").link("a").sensors[0].type == type_


def test_nodes_of_the_soccer_simulation_are_kept_as_they_stand(read: Reader) -> None:
    link = read(f"((nd Transform (setName a) {BODY} (nd KickEffector (setAngleRange 0 50))))").link("a")
    (extra,) = link.extras[:1]
    assert [(item.depth, item.tag, item.attributes) for item in extra.content] == [
        (0, "KickEffector", ()),
        (1, "setAngleRange", (("1", "0"), ("2", "50"))),
    ]
