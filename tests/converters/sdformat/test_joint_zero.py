"""With the zero of joints shifted, links are written where they start and everything counts from there."""

from __future__ import annotations

import math
from typing import Any

import pytest

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.adapt import load
from scenec.ir.kinematics import Kinematics
from scenec.ir.pose import Pose
from tests.converters.sdformat.writing import joint, link, pose, scene, write

QUARTER = math.pi / 2
TURNED = (0.1, 0.2, 0.3)


def axis(initial: float | None, **fields: Any) -> ir.Axis:
    return ir.Axis(xyz=(0.0, 0.0, 1.0), initial=initial, **fields)


def test_links_are_written_where_they_start() -> None:
    parts = scene(
        link("a"),
        link("b", pose=pose(1.0)),
        link("c", pose=pose(2.0)),
        joint("j", "a", "b", pose=pose(-1.0), axes=(axis(QUARTER),)),
        joint("k", "b", "c", "fixed"),
    )
    out = write(parts, joint_zero="shift")
    assert out.text(".//link[@name='b']/pose") == "0 1 0 0 0 1.5707963267949"
    assert out.text(".//link[@name='c']/pose") == "0 2 0 0 0 1.5707963267949"
    assert out.text(".//joint[@name='j']/pose") == "-1 0 0 0 0 0"  # in the child, where it still is
    assert out.codes == {"joint-initial-shifted"}


def test_limits_springs_and_couplings_count_from_there() -> None:
    leader = axis(0.5, limits=ir.Limits(lower=-1.0, upper=2.0), dynamics=ir.Dynamics(spring_stiffness=1.0, spring_reference=0.25))
    follower = axis(0.25, mimic=ir.Mimic(joint="j", multiplier=2.0, offset=0.5, reference=0.125))
    parts = scene(link("a"), link("b"), link("c"), joint("j", "a", "b", axes=(leader,)), joint("k", "a", "c", axes=(follower,)))
    out = write(parts, joint_zero="shift")
    assert (out.text(".//limit/lower"), out.text(".//limit/upper")) == ("-1.5", "1.5")
    assert out.text(".//spring_reference") == "-0.25"
    assert (out.text(".//mimic/offset"), out.text(".//mimic/reference")) == ("0.25", "-0.375")
    assert not out.has(".//initial_position")


def test_poses_that_move_along_keep_their_digits() -> None:
    parts = scene(
        link("a"),
        link("b", relative_to="j", pose=pose(0.1)),
        joint("j", "a", "b", relative_to="a", pose=pose(0.0, 0.0, 0.2), axes=(axis(0.5),)),
    )
    out = write(parts, joint_zero="shift")
    assert out.text(".//link[@name='b']/pose") == "0.1 0 0 0 0 0"
    assert out.text(".//joint/pose") == "0 0 0.2 0 0 0.5" and out.attribute(".//joint/pose", "relative_to") == "a"


def test_nothing_changes_without_initial_positions() -> None:
    parts = scene(link("a"), link("b"), joint("j", "a", "b"))
    assert write(parts, joint_zero="shift").files == write(parts).files


@pytest.mark.parametrize("offset", [(0.0, 0.0), (0.3, -0.4)])
def test_a_universal_joint_moves_as_before(offset: tuple[float, float]) -> None:
    """Where the child is at some position of the shifted joint, it was at that position plus the initial one."""
    axes = (ir.Axis(xyz=(1.0, 0.0, 0.0), initial=0.7), ir.Axis(xyz=(0.0, 1.0, 0.0), initial=-0.9))
    before = scene(
        link("a", pose=pose(rpy=TURNED)), link("b", pose=pose(1.0, 2.0, 3.0, TURNED)), joint("j", "a", "b", "universal", axes=axes)
    )
    after = load("zeros_to_starts")(before, Ledger(), "SDFormat")
    found = placed(after, {"j": offset})
    expected = placed(before, {"j": (offset[0] + 0.7, offset[1] - 0.9)})
    assert found.position == pytest.approx(expected.position, abs=1e-12)
    assert tuple(found.rotation) == pytest.approx(tuple(expected.rotation), abs=1e-12)


def placed(scene_: ir.Scene, positions: dict[str, tuple[float, float]]) -> Pose:
    kinematics = Kinematics(scene_)
    D = kinematics.moved(positions).get("b")
    X = kinematics.at_zero("b")
    return X if D is None else D @ X
