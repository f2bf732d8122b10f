"""Forks and successors: what is read as what it is, what only on request."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.errors import ReadError
from tests.converters.simrobot.conftest import MASS, Reader


@pytest.mark.parametrize(
    ("content", "attribute", "code"),
    [
        (f'<Body name="b">{MASS}<Translation x="1" xRandom="0.1"/></Body>', "xRandom", "attribute-of-fork-dropped"),
        (f'<Body name="b">{MASS}<Translation x="1" q="0.1"/></Body>', "q", "attribute-unknown"),
    ],
)
def test_attributes_of_forks_are_refused_unless_lenient(read_scene: Reader, content: str, attribute: str, code: str) -> None:
    with pytest.raises(ReadError, match=rf'4:\d+: Unexpected attribute "{attribute}"'):
        read_scene(content)
    result = read_scene(content, lenient=True)
    assert [(finding.code, finding.level, finding.subject) for finding in result.findings] == [
        (code, "warning", f"Translation@{attribute}")
    ]
    pose = result.scene.models[0].pose
    assert pose
    assert pose.position == (1.0, 0.0, 0.0)


def test_lenient_attributes_of_the_scene(read_scene: Reader) -> None:
    result = read_scene("", attributes='Kp="1000" Kd="10"', lenient=True)
    assert [(finding.code, finding.count) for finding in result.findings] in (
        [("attribute-of-fork-dropped", 2)],
        [("attribute-of-fork-dropped", 1)] * 2,
    )


def test_a_misspelt_attribute_gets_a_suggestion_and_a_fork_attribute_the_switch(read_scene: Reader) -> None:
    with pytest.raises(ReadError, match=r'Unexpected attribute "raduis"; did you mean radius\?'):
        read_scene('<Compound name="c"><SphereGeometry raduis="1"/></Compound>')
    with pytest.raises(ReadError, match='Unexpected attribute "Kp"; --lenient accepts it'):
        read_scene("", attributes='Kp="1"')


def test_fractional_colours_need_leniency(read_scene: Reader) -> None:
    sphere = '<SphereAppearance radius="1"><Surface diffuseColor="rgb(74.9%, 0%, 0%)"/></SphereAppearance>'
    with pytest.raises(ReadError, match=r"Invalid color format.*did you mean 75%"):
        read_scene(f'<Compound name="c">{sphere}</Compound>')
    result = read_scene(f'<Compound name="c">{sphere}</Compound>', lenient=True)
    material = result.link("c").visuals[0].material
    assert material
    assert material.diffuse == (0.749, 0.0, 0.0, 1.0)
    assert result.codes() == ["colour-fractional"]


def test_core3_is_asked_for_or_known_by_the_suffix(read_file: Reader) -> None:
    servo = '<ServoMotor maxVelocity="1" maxForce="1" p="1" delay="0.02"/>'
    axis = f'<Axis z="1"><Deflection min="0" max="1" init="0.5"/>{servo}</Axis>'
    text = (
        f'<Simulation><Scene name="S"><Body name="a">{MASS}<Slider name="h">{axis}'
        f'<Body name="b">{MASS}</Body></Slider></Body><DirLight color="#f00" intensity="2"/></Scene></Simulation>'
    )
    with pytest.raises(ReadError, match=r"simrobot@core3 has it|--lenient accepts it|a Slider starts at zero"):
        read_file(text)
    for result in (read_file(text, format="simrobot@core3"), read_file(text, suffix=".ros3")):
        assert result.joint("h").axes[0].initial == 0.5
        assert result.joint("h").actuators[0].delay == 0.02
        assert result.scene.worlds[0].profiles[0].engine == "mujoco"
        assert (result.scene.lights[0].diffuse, result.scene.lights[0].intensity) == ((1.0, 0.0, 0.0, 1.0), 2.0)
        assert result.findings == ()


def test_core3_materials_have_their_own_friction(read_scene: Reader) -> None:
    shape = '<SphereGeometry radius="1"><Material name="rubber" friction="0.9"/></SphereGeometry>'
    surface = read_scene(f'<Compound name="c">{shape}</Compound>', format="simrobot@core3").link("c").collisions[0].surface
    assert surface
    assert (surface.mu, surface.mu2) == (0.9, 0.9)


def test_an_attribute_written_twice_counts_once_and_is_reported(read_scene: Reader) -> None:
    result = read_scene(f'<Body name="b">{MASS}<Translation x="1" x="2"/></Body>')
    pose = result.scene.models[0].pose
    assert pose
    assert pose.position == (1.0, 0.0, 0.0)
    assert [(finding.code, finding.source and finding.source.line) for finding in result.findings] == [("text-ineffective", 4)]


@pytest.mark.findings("actuator-delay-dropped", "simrobot-servo-motor-velocity-low-pass-factor-dropped", "surface-rolling-friction-dropped")
def test_a_scene_for_the_mujoco_core_becomes_one_for_ode_if_its_new_suffix_says_so(tmp_path: Path) -> None:
    """Otherwise a conversion within a format keeps the dialect; `.ros2` is read as the older one."""
    scenec.convert(Path(__file__).parents[3] / "fixtures/core3.ros3", tmp_path / "older.ros2")
    assert scenec.read(tmp_path / "older.ros2")[1].source.version == "core2"
