"""Poses of things in each other: the same as going through the world, with the digits of short ways untouched."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.converters.common.poses_in_frames import PosesInFrames
from scenec.converters.format import WriteOptions, WriteRequest
from scenec.ir.kinematics import Kinematics
from scenec.ir.pose import Pose
from tests.converters.sdformat.writing import joint, link, pose, scene

TURNS = st.tuples(*[st.floats(-math.pi, math.pi)] * 3)


def relative(scene_: ir.Scene, thing: str, base: str | None) -> Pose:
    ledger = Ledger()
    stamped = ledger.stamped(scene_)
    request = WriteRequest(scene=stamped, unstamped=scene_, stem="s", suffix=".sdf", assets="", options=WriteOptions(), ledger=ledger)
    return PosesInFrames(request).relative(thing, base).pose


def arm(turns: list[tuple[float, float, float]]) -> ir.Scene:
    """A chain of links, each in its joint, each joint in the link before."""
    parts: list[ir.Link | ir.Joint] = [link("l0", pose=pose(1.0, 2.0, 3.0))]
    for i, turn in enumerate(turns, 1):
        parts.append(joint(f"j{i}", f"l{i - 1}", f"l{i}", relative_to=f"l{i - 1}", pose=pose(0.1, 0.2, 0.3, turn)))
        parts.append(link(f"l{i}", relative_to=f"j{i}", pose=pose(0.0, 0.0, 0.5)))
    return scene(ir.Model(id="m", name="m", pose=pose(4.0, rpy=(0.3, 0.2, 0.1))), *parts)


@given(st.lists(TURNS, min_size=1, max_size=6), st.data())
def test_any_thing_in_any_frame(turns: list[tuple[float, float, float]], data: st.DataObject) -> None:
    scene_ = arm(turns)
    ids = ["m", *(each.id for each in scene_.links), *(each.id for each in scene_.joints)]
    thing, base = data.draw(st.sampled_from(ids)), data.draw(st.sampled_from([None, *ids]))
    kinematics = Kinematics(scene_)
    expected = kinematics.at_zero(base).inverse() @ kinematics.at_zero(thing)
    found = relative(scene_, thing, base)
    assert found.position == pytest.approx(expected.position, abs=1e-12)
    assert abs(sum(a * b for a, b in zip(found.rotation, expected.rotation, strict=True))) == pytest.approx(1.0)


def test_one_step_keeps_the_very_pose() -> None:
    scene_ = arm([(0.1, 0.2, 0.3)])
    assert relative(scene_, "j1", "l0") == scene_.joints[0].pose
    assert relative(scene_, "l1", "l1") == Pose()


def test_a_model_placed_by_its_link() -> None:
    placed = ir.Model(id="n", name="n", parent="m", pose=pose(1.0), placement_frame="a")
    scene_ = scene(ir.Model(id="m", name="m"), placed, link("a", "n", pose=pose(0.0, 0.0, 5.0)), link("b", "n"))
    assert relative(scene_, "b", "m").position == pytest.approx((1.0, 0.0, -5.0))
