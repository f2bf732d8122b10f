"""Lights of both dialects."""

from __future__ import annotations

import math

import pytest

from scenec import ir
from scenec.errors import ReadError
from tests.converters.simrobot.conftest import Reader, Result


def only_light(result: Result) -> ir.Light:
    assert len(result.scene.lights) == 1
    return result.scene.lights[0]


def test_a_directional_light_says_which_way_it_travels(read_scene: Reader) -> None:
    light = only_light(read_scene('<DirLight x="0.5" z="-1" diffuseColor="#f00"/>'))
    assert (light.type, light.direction, light.pose, light.diffuse) == ("directional", (0.5, 0.0, -1.0), None, (1.0, 0.0, 0.0, 1.0))
    assert only_light(read_scene("<DirLight/>")).direction == (0.0, 0.0, 1.0)


def test_a_point_light_stands_somewhere_and_fades(read_scene: Reader) -> None:
    light = only_light(read_scene('<PointLight z="9m" ambientColor="rgb(50%, 50%, 50%)" quadraticAttenuation="0.1"/>'))
    assert (light.type, light.pose, light.direction) == ("point", ir.Pose((0.0, 0.0, 9.0)), None)
    assert light.attenuation == ir.Attenuation(constant=1.0, linear=0.0, quadratic=0.1)
    assert (light.diffuse, light.specular, light.ambient) == ((1.0,) * 4, (1.0,) * 4, (128 / 255,) * 3 + (1.0,))


def test_the_cutoff_of_a_spot_is_the_cosine_of_half_its_cone(read_scene: Reader) -> None:
    light = only_light(read_scene('<SpotLight z="3" dirZ="-1" cutoff="0.5"/>'))
    assert (light.type, light.direction) == ("spot", (0.0, 0.0, -1.0))
    assert light.spot
    assert light.spot.outer_angle == pytest.approx(math.radians(120))
    assert light.spot.inner_angle == 0.0


def test_the_old_light_shines_in_parallel_towards_the_origin(read_scene: Reader) -> None:
    result = read_scene('<Light x="3" z="4m"/>')
    light = only_light(result)
    assert (light.type, light.pose) == ("directional", None)
    assert light.direction == (-3.0, 0.0, -4.0)
    assert [(finding.code, finding.level, finding.is_loss) for finding in result.findings] == [("light-interpreted", "note", False)]


def test_the_old_light_can_be_taken_for_a_position(read_scene: Reader) -> None:
    light = only_light(read_scene('<Light z="9m" linearAttenuation="0.5"/>', old_light="point"))
    assert (light.type, light.pose, light.direction) == ("point", ir.Pose((0.0, 0.0, 9.0)), None)
    spot = only_light(read_scene('<Light z="9m" spotCutoff="30degree" spotExponent="2"/>', old_light="point"))
    assert (spot.type, spot.direction) == ("spot", (0.0, 0.0, -1.0))
    assert spot.spot
    assert spot.spot.outer_angle == pytest.approx(math.radians(60))
    assert spot.spot.exponent == 2.0


def test_what_parallel_light_cannot_have_is_reported(read_scene: Reader) -> None:
    assert "light-range-ineffective" in read_scene('<Light z="9m" linearAttenuation="0.5"/>').codes()


def test_a_name_of_a_light_is_not_used(read_scene: Reader) -> None:
    assert read_scene('<PointLight name="sun"/>').codes() == ["name-ineffective"]


@pytest.mark.parametrize(
    ("light", "message"),
    [
        ('<DirLight x="-2"/>', r"4:14: Expected a value between -1 and 1 instead of -2"),
        ('<PointLight><Translation x="1"/></PointLight>', r'4:14: Unexpected element "Translation"'),
        ('<Compound name="c"><PointLight/></Compound>', 'Unexpected element "PointLight"'),
        ('<SpotLight cutoff="1.5"/>', "Expected a value between 0 and 1 instead of 1.5"),
    ],
)
def test_impossible_lights_are_refused(read_scene: Reader, light: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_scene(light)
