"""Collision shapes, their containers, and the friction between their materials."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scenec import ir
from scenec.errors import ReadError
from tests.converters.simrobot.conftest import MASS, Reader

ReadBody = Callable[..., ir.Link]


@pytest.mark.parametrize(
    ("shape", "geometry"),
    [
        ('<BoxGeometry depth="1" width="2" height="3"/>', ir.Box(size=(1.0, 2.0, 3.0))),
        ('<SphereGeometry radius="5cm"/>', ir.Sphere(radius=0.05)),
        ('<CylinderGeometry radius="1" height="2"/>', ir.Cylinder(radius=1.0, length=2.0)),
        ('<CapsuleGeometry radius="1" height="5"/>', ir.Capsule(radius=1.0, length=3.0)),  # the height includes the caps
        ('<TorusGeometry majorRadius="2" minorRadius="1"/>', ir.Torus(major_radius=2.0, minor_radius=1.0)),
    ],
)
def test_shapes(read_body: ReadBody, shape: str, geometry: ir.Geometry) -> None:
    assert read_body(MASS + shape).collisions[0].geometry == geometry


def test_a_capsule_without_room_between_its_caps_is_reported(read_scene: Reader) -> None:
    result = read_scene(f'<Body name="b">{MASS}<CapsuleGeometry radius="1" height="1.5"/></Body>')
    assert result.link("b").collisions[0].geometry == ir.Capsule(radius=1.0, length=0.0)
    assert [(finding.code, finding.level) for finding in result.findings] == [("capsule-degenerate", "warning")]


def test_nested_shapes_stand_in_their_parents(read_body: ReadBody) -> None:
    nested = (
        '<Geometry><Translation x="1"/><Rotation z="90degree"/>'
        '<SphereGeometry name="s" radius="1"><Translation x="2"/><SphereGeometry name="t" radius="1"><Translation z="3"/>'
        "</SphereGeometry></SphereGeometry></Geometry>"
    )
    shapes = read_body(MASS + nested).collisions
    assert [shape.name for shape in shapes] == ["s", "t"]
    assert [shape.pose.position for shape in shapes if shape.pose] == [(1.0, 2.0, 0.0), (1.0, 2.0, 3.0)]


def test_a_named_container_without_parts_marks_a_place(read_scene: Reader) -> None:
    result = read_scene(f'<Body name="b">{MASS}<Geometry name="origin"><Translation z="-0.085"/></Geometry></Body>')
    frame = result.scene.frames[0]
    assert (frame.name, frame.attached_to, frame.pose) == ("origin", result.link("b").id, ir.Pose((0.0, 0.0, -0.085)))
    assert result.findings == ()


def test_an_unnamed_container_without_parts_has_no_effect(read_scene: Reader) -> None:
    result = read_scene(f'<Body name="b">{MASS}<Geometry><Translation z="1"/></Geometry></Body>')
    assert result.codes() == ["container-ineffective"]


def test_a_body_may_touch_its_own_kind_only_on_request(read_scene: Reader) -> None:
    result = read_scene(f'<Body name="a" collideWithParent="on">{MASS}</Body><Body name="b" collideWithParent="0">{MASS}</Body>')
    assert [model.self_collide for model in result.scene.models] == [False, False]
    assert bool(result.link("a").self_collide)
    assert result.link("b").self_collide is None


GROUND = '<Material name="ground"><Friction material="foot" value="0.6"/></Material>'
FOOT = (
    '<Material name="foot"><Friction material="ground" value="0.8"/><RollingFriction material="ground" value="0.1"/>'
    '<Friction material="unheard" value="2"/></Material>'
)


def shape_of(material: str) -> str:
    return f'<SphereGeometry radius="1">{material}</SphereGeometry>'


def test_materials_list_their_friction_with_others_by_name(read_scene: Reader) -> None:
    content = f'<Compound name="floor">{shape_of(GROUND)}</Compound><Body name="b">{MASS}{shape_of(FOOT)}{shape_of("")}</Body>'
    scene = read_scene(content).scene
    assert (scene.friction_law, scene.friction_default) == ("table", 1.0)
    assert [(pair.first, pair.second, pair.mu, pair.rolling_deceleration) for pair in scene.friction_pairs] == [
        ("ground", "foot", 0.6, None),
        ("foot", "ground", 0.8, 0.1),
        ("foot", "unheard", 2.0, None),
    ]
    surfaces = [shape.surface for link in scene.links for shape in link.collisions]
    assert [surface and (surface.name, surface.restitution) for surface in surfaces] == [("ground", 0.0), ("foot", 0.0), (None, 0.0)]


def test_a_material_used_often_is_listed_once(read_scene: Reader) -> None:
    use = shape_of('<Material ref="ground"/>')
    assert len(read_scene(f'<Compound name="c">{use}{use}</Compound>', GROUND).scene.friction_pairs) == 1


def test_of_repeated_entries_the_last_counts(read_scene: Reader) -> None:
    material = '<Material name="m"><Friction material="n" value="1"/><Friction material="n" value="2"/></Material>'
    result = read_scene(f'<Compound name="c">{shape_of(material)}</Compound>')
    assert [pair.mu for pair in result.scene.friction_pairs] == [2.0]
    assert result.codes() == ["friction-repeated-ineffective"]


def test_two_materials_of_one_name_that_differ_are_reported(read_scene: Reader) -> None:
    other = GROUND.replace("0.6", "0.7")
    assert read_scene(f'<Compound name="c">{shape_of(GROUND)}{shape_of(other)}</Compound>').codes() == ["material-ambiguous"]


def test_a_container_passes_its_material_to_none_of_its_parts(read_scene: Reader) -> None:
    result = read_scene(f'<Compound name="c"><Geometry>{GROUND}<SphereGeometry radius="1"/></Geometry></Compound>')
    assert result.scene.friction_pairs == ()
    assert result.codes() == ["material-ineffective"]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('<SphereGeometry radius="1"/>', r'4:2: Unexpected element "SphereGeometry"'),
        ('<Compound name="c"><BoxGeometry width="1" height="-2" depth="1"/></Compound>', r"4:51: Expected a positive non-zero value"),
        ('<Compound name="c"><Geometry color="#fff"/></Compound>', r'4:30: Unexpected attribute "color"'),
        (f'<Compound name="c">{shape_of(GROUND.replace("0.6", "-1"))}</Compound>', "Expected a positive value"),
    ],
)
def test_impossible_shapes_are_refused(read_scene: Reader, content: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_scene(content)
