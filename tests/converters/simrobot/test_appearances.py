"""Appearances: shapes with a surface."""

from __future__ import annotations

import pytest

from scenec import ir
from scenec.errors import ReadError
from tests.converters.simrobot.conftest import Reader

WHITE = '<Surface diffuseColor="#fff"/>'


@pytest.mark.parametrize(
    ("shape", "geometry"),
    [
        (f'<BoxAppearance depth="1" width="2" height="3">{WHITE}</BoxAppearance>', ir.Box(size=(1.0, 2.0, 3.0))),
        (f'<SphereAppearance radius="1">{WHITE}</SphereAppearance>', ir.Sphere(radius=1.0)),
        (f'<CylinderAppearance radius="1" height="2">{WHITE}</CylinderAppearance>', ir.Cylinder(radius=1.0, length=2.0)),
        (f'<CapsuleAppearance radius="1" height="5">{WHITE}</CapsuleAppearance>', ir.Capsule(radius=1.0, length=3.0)),
    ],
)
def test_shapes(read_scene: Reader, shape: str, geometry: ir.Geometry) -> None:
    assert read_scene(f'<Compound name="c">{shape}</Compound>').link("c").visuals[0].geometry == geometry


def test_a_surface_has_the_colours_of_classic_light(read_scene: Reader) -> None:
    surface = '<Surface diffuseColor="#f00" ambientColor="#0f0" specularColor="#00f" emissionColor="#fff" shininess="10"/>'
    sphere = f'<SphereAppearance radius="1">{surface}</SphereAppearance>'
    material = read_scene(f'<Compound name="c">{sphere}</Compound>').link("c").visuals[0].material
    assert material == ir.Material(
        diffuse=(1.0, 0.0, 0.0, 1.0),
        ambient=(0.0, 1.0, 0.0, 1.0),
        specular=(0.0, 0.0, 1.0, 1.0),
        emissive=(1.0, 1.0, 1.0, 1.0),
        shininess=10.0,
    )


def test_what_a_surface_does_not_say(read_scene: Reader) -> None:
    sphere = '<SphereAppearance radius="1"><Surface diffuseColor="#f00"/></SphereAppearance>'
    material = read_scene(f'<Compound name="c">{sphere}</Compound>').link("c").visuals[0].material
    assert material
    assert material.ambient == material.diffuse == (1.0, 0.0, 0.0, 1.0)
    assert (material.specular, material.emissive, material.shininess) == ((0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 1.0), 1.0)


def test_a_colour_with_missing_components_is_random_in_simrobot(read_scene: Reader) -> None:
    sphere = '<SphereAppearance radius="1"><Surface diffuseColor="rgba(40%,40%,40%)"/></SphereAppearance>'
    result = read_scene(f'<Compound name="c">{sphere}</Compound>')
    material = result.link("c").visuals[0].material
    assert material
    assert material.diffuse == (0.4, 0.4, 0.4, 1.0)
    assert result.codes() == ["colour-component-missing"]


def test_nested_appearances_stand_in_their_parents(read_scene: Reader) -> None:
    nested = (
        f'<Appearance><Translation x="1"/><SphereAppearance name="s" radius="1">{WHITE}<Translation y="2"/>'
        f'<SphereAppearance name="t" radius="1">{WHITE}<Translation z="3"/></SphereAppearance></SphereAppearance></Appearance>'
    )
    visuals = read_scene(f'<Compound name="c">{nested}</Compound>').link("c").visuals
    assert [(visual.name, visual.pose and visual.pose.position) for visual in visuals] == [("s", (1.0, 2.0, 0.0)), ("t", (1.0, 2.0, 3.0))]


def test_shapes_without_a_name_go_by_the_container_around_them(read_scene: Reader) -> None:
    sphere = f'<SphereAppearance radius="1">{WHITE}</SphereAppearance>'
    mine = '<Appearance name="mine"><Appearance ref="head" name=""/></Appearance>'
    result = read_scene(
        f'<Compound name="c"><Appearance ref="head"/>{mine}</Compound>', f'<Appearance name="head">{sphere}{sphere}</Appearance>'
    )
    assert [visual.name for visual in result.link("c").visuals] == ["head", "head", "mine", "mine"]
    assert result.findings == ()


def test_the_own_name_of_a_container_by_which_nothing_goes_names_a_place(read_scene: Reader) -> None:
    sphere = f'<SphereAppearance name="ball" radius="1">{WHITE}</SphereAppearance>'
    result = read_scene(f'<Compound name="c"><Appearance name="toys"><Translation x="1"/>{sphere}</Appearance></Compound>')
    assert [visual.name for visual in result.link("c").visuals] == ["ball"]
    assert [(frame.name, frame.pose) for frame in result.scene.frames] == [("toys", ir.Pose((1.0, 0.0, 0.0)))]


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ('<SphereAppearance radius="1"/>', 'Expected element "Surface" as child'),
        ('<SphereAppearance radius="1"><Surface/></SphereAppearance>', 'Expected attribute "diffuseColor"'),
        ('<SphereAppearance radius="1"><Surface diffuseColor="red"/></SphereAppearance>', "Invalid color format"),
        (
            '<SphereAppearance radius="1"><Surface diffuseColor="#fff" shininess="129"/></SphereAppearance>',
            "Expected a value between 0 and 128 instead of 129",
        ),
    ],
)
def test_impossible_surfaces_are_refused(read_scene: Reader, shape: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_scene(f'<Compound name="c">{shape}</Compound>')
