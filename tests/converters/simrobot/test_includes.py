"""`Include`: what paths are relative to, what comes in, and what cannot."""

from __future__ import annotations

import pytest

from scenec.errors import ReadError
from tests.converters.simrobot.conftest import MASS, Reader

BALL = f'<Simulation><Body name="ball">{MASS}</Body></Simulation>'
USE_BALL = '<Scene name="S"><Body ref="ball"/></Scene>'


def test_an_included_file_brings_its_templates(read_file: Reader) -> None:
    result = read_file(f'<Simulation><Include href="parts/ball.rsi2"/>{USE_BALL}</Simulation>', {"parts/ball.rsi2": BALL})
    assert [link.name for link in result.scene.links] == ["ball"]


def test_paths_start_from_the_including_file(read_file: Reader) -> None:
    outer = '<Simulation><Include href="sub/ball.rsi2"/></Simulation>'
    result = read_file(
        f'<Simulation><Include href="parts/outer.rsi2"/>{USE_BALL}</Simulation>', {"parts/outer.rsi2": outer, "parts/sub/ball.rsi2": BALL}
    )
    assert len(result.scene.links) == 1


def test_absolute_paths_work(read_file: Reader, tmp_path: object) -> None:
    include = f'<Include href="{tmp_path}/elsewhere/ball.rsi2"/>'
    result = read_file(f"<Simulation>{include}{USE_BALL}</Simulation>", {"elsewhere/ball.rsi2": BALL})
    assert len(result.scene.links) == 1


def test_the_scene_may_stand_in_an_included_file(read_file: Reader) -> None:
    result = read_file('<Simulation><Include href="s.rsi2"/></Simulation>', {"s.rsi2": '<Simulation><Scene name="inner"/></Simulation>'})
    assert result.scene.name == "inner"


def test_an_include_inside_an_element_puts_the_children_in_its_place(read_file: Reader) -> None:
    parts = f'<Simulation><Translation x="4"/>{MASS}</Simulation>'
    result = read_file(
        '<Simulation><Scene name="S"><Body name="a"><Include href="p.rsi2"/></Body>'
        '<Body name="b"><Include href="p.rsi2"/></Body></Scene></Simulation>',
        {"p.rsi2": parts},
    )
    poses = [model.pose for model in result.scene.models]
    assert [pose.position if pose else None for pose in poses] == [(4.0, 0.0, 0.0)] * 2
    assert result.findings == ()


def test_an_empty_reference_includes_nothing(read_file: Reader) -> None:
    assert read_file('<Simulation><Include href=""/><Scene name="S"/></Simulation>').scene.name == "S"


def test_a_missing_file_is_named_with_its_place(read_file: Reader) -> None:
    with pytest.raises(ReadError, match=r'scene\.ros2:1:28: Could not include file "no/such\.rsi2"'):
        read_file('<Simulation><Include href="no/such.rsi2"/><Scene name="S"/></Simulation>')


def test_a_cycle_is_an_error_and_not_a_crash(read_file: Reader) -> None:
    files = {"a.rsi2": '<Simulation><Include href="b.rsi2"/></Simulation>', "b.rsi2": '<Simulation><Include href="a.rsi2"/></Simulation>'}
    with pytest.raises(ReadError, match=r"b\.rsi2:1:28: Include cycle"):
        read_file('<Simulation><Include href="a.rsi2"/><Scene name="S"/></Simulation>', files)


def test_the_same_file_twice_defines_its_templates_twice(read_file: Reader) -> None:
    include = '<Include href="ball.rsi2"/>'
    with pytest.raises(ReadError, match=r'ball\.rsi2:1:25: Duplicated name "ball"; it is defined at'):
        read_file(f"<Simulation>{include}{include}{USE_BALL}</Simulation>", {"ball.rsi2": BALL})


def test_textures_are_relative_to_the_file_that_names_them(read_file: Reader) -> None:
    surface = '<Simulation><Surface name="grass" diffuseColor="#fff" diffuseTexture="grass.png"/></Simulation>'
    use = '<Scene name="S"><Compound name="c"><SphereAppearance radius="1"><Surface ref="grass"/></SphereAppearance></Compound></Scene>'
    result = read_file(f'<Simulation><Include href="parts/s.rsi2"/>{use}</Simulation>', {"parts/s.rsi2": surface, "parts/grass.png": "x"})
    material = result.scene.links[0].visuals[0].material
    assert material
    assert material.diffuse_texture
    assert material.diffuse_texture.uri == "parts/grass.png"
    assert material.diffuse_texture.found
    assert result.findings == ()


def test_a_missing_texture_is_reported_once_and_stops_nothing(read_scene: Reader) -> None:
    sphere = '<SphereAppearance radius="1"><Surface ref="s"/></SphereAppearance>'
    result = read_scene(
        f'<Compound name="c">{sphere}{sphere}</Compound>', '<Surface name="s" diffuseColor="#fff" diffuseTexture="no.png"/>'
    )
    assert [(finding.code, finding.count) for finding in result.findings] == [("texture-not-found", 2)]
