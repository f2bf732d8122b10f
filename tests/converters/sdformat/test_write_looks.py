"""Materials, visuals, lights."""

from __future__ import annotations

from typing import Any

import pytest

from scenec import ir
from tests.converters.sdformat.writing import Written, link, pose, scene, write

RED, GREY, BLACK = (1.0, 0.25, 0.0, 0.5), (0.5, 0.5, 0.5, 1.0), (0.0, 0.0, 0.0, 1.0)


def painted(material: ir.Material | None, version: str = "", **fields: Any) -> Written:
    visual = ir.Visual(name="v", geometry=ir.Sphere(radius=1.0), material=material, **fields)
    return write(scene(link("a", visuals=(visual,))), version)


def lit(version: str = "", **fields: Any) -> Written:
    said: dict[str, Any] = {"name": "sun", "type": "point", "world": "w"} | fields
    return write(scene(lights=(ir.Light(**said),)), version, as_="world")


def test_colours_stay_as_they_are() -> None:
    out = painted(ir.Material(ambient=GREY, diffuse=RED, specular=GREY, emissive=BLACK))
    assert [out.text(f".//material/{tag}") for tag in ("ambient", "diffuse", "specular")] == [
        "0.5 0.5 0.5 1",
        "1 0.25 0 0.5",
        "0.5 0.5 0.5 1",
    ]
    assert not out.has(".//emissive")  # black is the default
    assert not out.findings


def test_without_an_ambient_colour_the_shaded_side_would_be_black() -> None:
    out = painted(ir.Material(diffuse=RED))
    assert out.text(".//ambient") == out.text(".//diffuse") == "1 0.25 0 0.5"
    assert out.finding("material-ambient-defaulted").fate == "defaulted"


def test_no_material_leaves_the_look_to_the_mesh() -> None:
    assert not painted(None).has(".//material")


def test_textures_go_into_a_metal_workflow() -> None:
    material = ir.Material(
        diffuse=RED, ambient=RED, diffuse_texture=ir.Texture(uri="wood.png", found="/x/wood.png"), metallic=0.25, roughness=0.75
    )
    out = painted(material)
    assert out.text(".//pbr/metal/albedo_map") == "robot_assets/wood.png"
    assert out.copies == {"robot_assets/wood.png": "/x/wood.png"}
    assert (out.text(".//pbr/metal/metalness"), out.text(".//pbr/metal/roughness")) == ("0.25", "0.75")
    old = painted(material, "1.5")
    assert not old.has(".//pbr")
    assert {"material-diffuse-texture-dropped", "material-metallic-dropped", "material-roughness-dropped"} <= old.codes


def test_a_textured_surface_is_no_half_metal() -> None:
    out = painted(ir.Material(diffuse=RED, ambient=RED, diffuse_texture=ir.Texture(uri="wood.png"), shininess=30.0))
    assert (out.text(".//pbr/metal/metalness"), out.text(".//pbr/metal/roughness")) == ("0", "0.25")
    assert out.finding("material-metal-defaulted").target == "roughness 0.25, metalness 0"
    matt = painted(ir.Material(diffuse=RED, ambient=RED, normal_texture=ir.Texture(uri="bumps.png")))
    assert (matt.text(".//pbr/metal/metalness"), matt.text(".//pbr/metal/roughness")) == ("0", "1")


def test_half_metals_stay_half_metals_and_plain_colours_get_no_workflow() -> None:
    half = painted(ir.Material(diffuse=RED, ambient=RED, metallic=0.5, roughness=0.5))
    assert (half.text(".//pbr/metal/metalness"), half.text(".//pbr/metal/roughness")) == ("0.5", "0.5") and not half.findings
    assert not painted(ir.Material(diffuse=RED, ambient=RED, shininess=30.0)).has(".//pbr")


def test_both_pbr_workflows() -> None:
    metal = ir.Pbr(
        workflow="metal", albedo_map=ir.Texture(uri="a.png"), normal_map=ir.Texture(uri="n.png"), normal_map_space="object", roughness=0.25
    )
    specular = ir.Pbr(workflow="specular", glossiness=0.5, light_map=ir.Texture(uri="l.png"), light_map_uv_set=2)
    out = painted(ir.Material(pbr=(metal, specular)))
    assert out.text(".//pbr/metal/albedo_map") == "a.png" and out.text(".//pbr/metal/roughness") == "0.25"
    assert out.attribute(".//pbr/metal/normal_map", "type") == "object"
    assert out.text(".//pbr/specular/glossiness") == "0.5" and out.attribute(".//pbr/specular/light_map", "uv_set") == "2"
    assert out.codes == {"uri-relative-kept"}


def test_scripts_shaders_and_switches() -> None:
    script = ir.MaterialScript(name="Gazebo/Red", uris=("file://media/a.material", "file://media/b.material"))
    shader = ir.Shader(type="normal_map_tangent_space", normal_map=ir.Texture(uri="n.png"))
    out = painted(ir.Material(script=script, shader=shader, lighting=False, two_sided=True, shininess=30.0, render_order=2.0))
    assert out.texts(".//script/uri") == ["file://media/a.material", "file://media/b.material"]
    assert out.text(".//script/name") == "Gazebo/Red"
    assert out.attribute(".//shader", "type") == "normal_map_tangent_space" and out.text(".//shader/normal_map") == "n.png"
    assert [out.text(f".//material/{tag}") for tag in ("lighting", "double_sided", "shininess", "render_order")] == [
        "false",
        "true",
        "30",
        "2",
    ]
    assert out.codes == {"uri-relative-kept"}


def test_switches_of_a_visual() -> None:
    out = painted(None, cast_shadows=False, transparency=0.25, visibility_flags=7, layer=3, laser_retro=0.5)
    assert [
        out.text(f".//visual/{path}") for path in ("cast_shadows", "transparency", "visibility_flags", "meta/layer", "laser_retro")
    ] == ["false", "0.25", "7", "3", "0.5"]
    assert not painted(None, visible=True, receive_shadows=True).findings


def test_a_hidden_visual_is_left_out() -> None:
    """SDFormat cannot hide it: Gazebo drew the shapes that MuJoCo keeps for contacts alone."""
    out = painted(None, visible=False)
    assert out.texts(".//visual") == []
    assert out.codes == {"visual-hidden-ineffective"}


# ---------------------------------------------------------------- lights


def test_a_point_light_with_its_fading() -> None:
    out = lit(
        pose=pose(1.0, 2.0, 3.0),
        diffuse=RED,
        specular=GREY,
        attenuation=ir.Attenuation(range=20.0, constant=1.0, linear=0.5, quadratic=0.25),
    )
    assert out.attribute("world/light", "type") == "point"
    assert out.text(".//light/pose") == "1 2 3 0 0 0" and out.text(".//light/diffuse") == "1 0.25 0 0.5"
    assert [out.text(f".//attenuation/{tag}") for tag in ("range", "constant", "linear", "quadratic")] == ["20", "1", "0.5", "0.25"]
    assert not out.findings


@pytest.mark.parametrize("kind", ["", " "], ids=["nothing", "a blank"])
def test_a_light_of_no_kind_is_a_point_and_that_is_reported(kind: str) -> None:
    """Readers refuse an empty attribute."""
    out = lit(type=kind, attenuation=ir.Attenuation(range=20.0, constant=1.0, linear=0.5, quadratic=0.25))
    assert out.attribute("world/light", "type") == "point"
    assert "light-type-dropped" in out.codes


def test_a_light_without_a_range_reaches_everywhere() -> None:
    out = lit(attenuation=ir.Attenuation(constant=1.0, linear=0.0, quadratic=0.0))
    assert out.text(".//attenuation/range") == "1000000"
    assert out.codes == {"light-range-defaulted"}


def test_a_light_without_fading_does_not_fade() -> None:
    """SDFormat's silence would halve it at 1 m and end it at 10 m. Light that comes in parallel does not fade anyway."""
    out = lit()
    assert [out.text(f".//attenuation/{tag}") for tag in ("range", "constant", "linear", "quadratic")] == ["1000000", "1", "0", "0"]
    assert out.finding("light-range-defaulted").target == "range 1000000, constant 1, linear 0, quadratic 0"
    sun = lit(type="directional", direction=(0.0, 0.0, -1.0))
    assert not sun.has(".//attenuation") and not sun.findings
    as_read = ir.Attenuation(range=10.0, constant=1.0, linear=1.0, quadratic=0.0)
    assert not lit(type="directional", direction=(0.0, 0.0, -1.0), attenuation=as_read).has(".//attenuation")


def test_a_light_that_states_no_colours_says_the_default_ones() -> None:
    out = lit()
    assert (out.text(".//light/diffuse"), out.text(".//light/specular")) == ("1 1 1 1", "0.1 0.1 0.1 1")


def test_a_directional_light_and_a_spot() -> None:
    sun = lit(type="directional", direction=(0.0, 1.0, -1.0), cast_shadows=True)
    assert (sun.text(".//direction"), sun.text(".//cast_shadows")) == ("0 1 -1", "true")
    spot = lit(type="spot", direction=(0.0, 0.0, -1.0), spot=ir.Spot(inner_angle=0.5, outer_angle=0.75, falloff=1.0))
    assert [spot.text(f".//spot/{tag}") for tag in ("inner_angle", "outer_angle", "falloff")] == ["0.5", "0.75", "1"]
    assert spot.text(".//direction") == "0 0 -1"


def test_a_spot_states_all_that_sdformat_requires_of_one() -> None:
    spot = lit(type="spot", direction=(0.0, 0.0, -1.0), spot=ir.Spot(outer_angle=0.75))
    assert [spot.text(f".//spot/{tag}") for tag in ("inner_angle", "outer_angle", "falloff")] == ["0", "0.75", "0"]


@pytest.mark.parametrize(("fields", "tag", "text"), [({"intensity": 2.5}, "intensity", "2.5"), ({"on": False}, "light_on", "false")])
def test_newer_properties_of_lights_raise_the_version(fields: dict[str, Any], tag: str, text: str) -> None:
    new, old = lit(**fields), lit("1.7", **fields)
    assert new.version == "1.8" and new.text(f".//light/{tag}") == text
    assert not old.has(f".//light/{tag}") and len(old.codes - {"light-range-defaulted"}) == 1


def test_ordinary_lights_raise_nothing() -> None:
    out = lit(intensity=1.0, on=True, ambient=BLACK)
    assert out.version == "1.7" and out.codes == {"light-range-defaulted"}


def test_the_lights_ambients_add_up_to_the_scenes() -> None:
    out = lit(ambient=GREY)
    assert out.text(".//scene/ambient") == "0.5 0.5 0.5 1"
    assert out.codes == {"light-ambient-converted", "light-range-defaulted"}
    lights = tuple(ir.Light(type="directional", direction=(0.0, 0.0, -1.0), ambient=GREY) for _ in range(3))
    look = ir.Look(ambient=(0.25, 0.0, 0.0, 1.0))
    bright = write(scene(lights=lights[:1], worlds=(ir.World(id="w", name="w", look=look),)))
    assert bright.text(".//scene/ambient") == "0.75 0.5 0.5 1"
    assert "light-ambient-approximated" in write(scene(lights=lights)).codes  # more than white


def test_lights_without_ambient_leave_the_shaded_side_black() -> None:
    assert lit(ambient=BLACK).text(".//scene/ambient") == "0 0 0 1"
    assert not lit().has(".//scene/ambient")


def test_a_light_of_a_link_lights_the_whole_scene() -> None:
    lamp = ir.Light(name="lamp", type="directional", direction=(0.0, 0.0, -1.0), ambient=GREY)
    assert write(scene(link("l", lights=(lamp,))), as_="world").text(".//scene/ambient") == "0.5 0.5 0.5 1"
    assert "light-ambient-dropped" in write(scene(link("l", lights=(lamp,))), as_="model").codes  # a model file has no scene
