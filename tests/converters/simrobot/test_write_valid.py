"""Every written file can be read by the strict reader, which refuses what SimRobot refuses: text, grammar, ranges, references."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from scenec import ir
from tests.converters.simrobot.writing import write
from tests.scenes import kitchen_sink
from tests.strategies import scenes


@pytest.mark.parametrize("version", ["core2", "core3"])
@pytest.mark.parametrize("friction_law", ["table", "min"])
def test_a_scene_with_everything_in_it(version: str, friction_law: str) -> None:
    written = write(kitchen_sink(friction_law), version)
    assert len(written.scene.links) > 5


@pytest.mark.parametrize("version", ["core2", "core3"])
@settings(max_examples=40, deadline=None)
@given(scene=scenes())
def test_any_legal_scene(version: str, scene: ir.Scene) -> None:
    write(scene, version)


@settings(max_examples=25, deadline=None)
@given(scene=scenes())
def test_what_was_read_back_is_written_with_the_same_bytes(scene: ir.Scene) -> None:
    once = write(scene)
    twice = write(once.scene, source_format="simrobot")
    assert write(twice.scene, source_format="simrobot").text == twice.text
