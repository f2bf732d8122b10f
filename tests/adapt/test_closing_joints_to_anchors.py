"""Joints to the world that close a loop: Gazebo's physics aborts on them, so they end at an anchor."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import scenec
from benchmarks.behaviour import gazebo
from benchmarks.behaviour.engines import in_dart
from scenec import ir
from tests.adapt.jointed import adapted, body, joint, mechanism

STEP = "closing_joints_to_anchors"
FOUR_BAR = mechanism(
    body("a"), body("b", 0.5), joint("wa", ir.WORLD, "a"), joint("ab", "a", "b"), joint("tip", ir.WORLD, "b", pose=ir.Pose((0.5, 0.0, 0.0)))
)


def test_a_loop_at_the_world_ends_at_an_anchor_that_stands_where_the_joint_is() -> None:
    after, [finding] = adapted(STEP, FOUR_BAR)
    assert [(each.name, each.type, each.parent, each.child) for each in after.joints[2:]] == [
        ("tip_anchor_joint", "fixed", ir.WORLD, after.links[2].id),
        ("tip", "revolute", after.links[2].id, "b"),
    ]
    anchor = next(each for each in after.physics().links if each.path == "m::tip_anchor")
    assert anchor.pose[:3] == (1.0, 0.0, 0.0)
    assert (finding.code, finding.subject) == ("joint-world-loop-defaulted", "m::tip_anchor_joint")
    assert "Joint m::tip closes a loop" in finding.because


def test_two_joints_of_one_body_to_the_world_are_a_loop() -> None:
    after, _ = adapted(STEP, mechanism(body("a"), joint("one", ir.WORLD, "a"), joint("two", ir.WORLD, "a")))
    assert [each.name for each in after.links] == ["a", "two_anchor"]


def test_an_anchor_takes_no_name_that_is_there() -> None:
    named = mechanism(*FOUR_BAR.links, body("tip_anchor", 3.0), *FOUR_BAR.joints)
    after, _ = adapted(STEP, named)
    names = [each.name for each in after.links] + [each.name for each in after.joints]
    assert len(set(names)) == len(names)


def test_joints_of_something_that_is_no_link_close_nothing() -> None:
    """A frame that hangs on the world has no model for an anchor."""
    held = tuple(replace(joint(name, ir.WORLD, "f"), model=None) for name in ("one", "two"))
    loose = replace(mechanism(*held), frames=(ir.Frame(id="f", name="f"),))
    assert adapted(STEP, loose)[0] is loose


@pytest.mark.parametrize(
    "scene",
    [
        mechanism(body("a"), body("b"), joint("wa", ir.WORLD, "a"), joint("ab", "a", "b")),
        mechanism(body("a"), body("b"), joint("wb", ir.WORLD, "b"), joint("ab", "a", "b")),
    ],
)
def test_joints_that_are_the_first_of_their_child_stay(scene: ir.Scene) -> None:
    assert adapted(STEP, scene)[0] is scene


@pytest.mark.sweep
@pytest.mark.findings("joint-world-loop-defaulted", "physics-engine-dropped", "scene-friction-law-dropped")
def test_the_physics_of_gazebo_runs_a_loop_at_the_world(tmp_path: Path) -> None:
    program, why = gazebo.program(tmp_path / "oracle")
    if program is None:
        pytest.skip(f"Gazebo's physics: {why}")
    source = tmp_path / "loop.xml"
    source.write_text(
        """<mujoco><worldbody>
          <body name="a" pos="0 0 1"><joint axis="0 1 0"/><geom type="box" pos="0.25 0 0" size="0.25 0.1 0.1"/>
            <body name="b" pos="0.5 0 0"><joint axis="0 1 0"/><geom type="box" pos="0.25 0 0" size="0.25 0.1 0.1"/></body>
          </body></worldbody>
          <equality><connect body1="b" anchor="0.5 0 0"/></equality></mujoco>"""
    )
    scenec.convert(source, tmp_path / "loop.sdf", as_="world")
    assert not in_dart(tmp_path / "loop.sdf", "a", program).problem
