"""The judge of our own outputs refuses what SimRobot refuses; else it would prove nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.converters.simrobot.legal_text import refusals, refusals_of

FIXTURES = Path(__file__).parents[3] / "fixtures"
BODY = '<Body name="b"><SphereMass value="1kg" radius="1m"/>{}</Body>'


def scene(content: str, before: str = "") -> bytes:
    return f'<Simulation>{before}<Scene name="S">{content}</Scene></Simulation>'.encode()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b'<?xml version="1.0"?><Simulation/>', "name must begin"),
        (b"<Simulation><Scene name='S'/></Simulation>", "double quote"),
        (b"<Simulation/>", 'Expected element "Scene"'),
        (b"<Simulation><Scene/></Simulation>", 'Expected attribute "name"'),
        (scene(BODY.format('<Translation x="1,5"/>')), "Unexpected unit"),
        (scene(BODY.format('<Rotation z="90deg"/>')), "Unexpected unit"),
        (scene(BODY.format('<BoxGeometry width="0" height="1" depth="1"/>')), "positive non-zero"),
        (scene(BODY.format("<Body/>")), "Unexpected element"),
        (scene('<Body name="b"/>'), "Expected a mass"),
        (scene(BODY.format('<Hinge><Axis x="1"/></Hinge>')), "Expected a body"),
        (scene(BODY.format('<BoxGeometry ref="nowhere"/>')), "Unresolvable reference"),
        (scene("", '<Surface name="s"/><Surface name="s"/>'), "Duplicated name"),
        (scene('<DirLight x="2"/>'), "between -1 and 1"),
        (scene('<DirLight diffuseColor="rgb(74.9%, 0%, 0%)"/>'), "Invalid color"),
        (scene('<Body ref="b"/>', '<Body name="b" ref="b"><Mass/></Body>'), "Looping reference"),
        (scene('<Light z="1m"/>'), "Unexpected element"),
        (scene(BODY.format('<Slider><Axis><Deflection min="0" max="1" init="0"/></Axis><Body ref="b"/></Slider>')), "Unexpected attribute"),
    ],
)
def test_what_simrobot_refuses_is_refused(text: bytes, complaint: str) -> None:
    said = refusals({"a.ros2": text}, "a.ros2")
    assert said and complaint in said[0]


def test_the_cores_differ() -> None:
    old = scene(BODY.format('<SphereAppearance radius="1"><Surface diffuseColor="#fff"/></SphereAppearance>'))
    new = scene(BODY.format('<SphereAppearance radius="1"><Surface albedo="#fff"/></SphereAppearance>'))
    assert refusals({"a.ros2": old}, "a.ros2") == refusals({"a.ros3": new}, "a.ros3") == []
    assert refusals({"a.ros3": old}, "a.ros3") and refusals({"a.ros2": new}, "a.ros2")
    assert "has alpha" in refusals({"a.ros3": scene('<DirLight color="#ffffff80"/>')}, "a.ros3")[0]


@pytest.mark.parametrize("name", ["humanoid/match.ros2", "includes/scene.ros2", "placeholders_sets.ros2", "core3.ros3"])
def test_our_own_scenes_are_legal(name: str) -> None:
    assert refusals_of(FIXTURES / name) == []
