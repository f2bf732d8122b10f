"""Cameras that open less, or more, than the target's program reads."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from scenec import ir
from tests.adapt.jointed import adapted, body, mechanism

RANGE: dict[str, Any] = {"least": 0.1, "most": 6.283186, "width": 320, "height": 240}


def camera(**fields: Any) -> ir.Scene:
    sensor = ir.Sensor(name="eye", type="camera", cameras=(ir.Camera(**fields),))
    return mechanism(replace(body("a"), sensors=(sensor,)))


@pytest.mark.parametrize(
    ("stated", "opening"),
    [
        ({"horizontal_fov": 0.02}, 0.1),
        ({"horizontal_fov": 7.0}, 6.283186),
        ({"vertical_fov": math.radians(4)}, 0.1),  # 5.3 degrees at 320 x 240
        ({"vertical_fov": math.radians(4), "width": 200, "height": 200}, 0.1),
    ],
)
def test_an_opening_out_of_range_is_brought_into_it(stated: dict[str, float], opening: float) -> None:
    after, [finding] = adapted("camera_openings_to_range", camera(**stated), **RANGE)
    assert after.links[0].sensors[0].cameras[0].horizontal_fov == pytest.approx(opening)
    assert (finding.code, finding.subject) == ("sensor-camera-opening-approximated", "m::a::eye")
    assert "\N{DEGREE SIGN} horizontally" in finding.target


@pytest.mark.parametrize("stated", [{"horizontal_fov": 1.0}, {"vertical_fov": 1.0}, {"vertical_fov": 0.09}, {}])
def test_an_opening_in_range_stays(stated: dict[str, float]) -> None:
    scene = camera(**stated)
    assert adapted("camera_openings_to_range", scene, **RANGE) == (scene, [])
