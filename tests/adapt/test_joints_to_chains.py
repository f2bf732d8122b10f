"""Joints of several axes as chains of hinges: the child goes exactly where it went."""

from __future__ import annotations

import pytest

from scenec import ir
from tests.adapt.jointed import Z, adapted, body, joint, mechanism

X = ir.Axis(xyz=(1.0, 0.0, 0.0), limits=ir.Limits(lower=-0.5, upper=0.5))
MOTOR = ir.Actuator(kind="ServoMotor", command="position", output="velocity", axis=1)


@pytest.mark.parametrize("kind", ["universal", "revolute2"])
def test_two_hinges_move_the_child_as_the_two_axes_did(kind: str) -> None:
    before = mechanism(body("a"), body("b", 0.5), joint("u", "a", "b", X, Z, type=kind, pose=ir.Pose((0.1, 0.2, 0.3))))
    after, [told] = adapted("joints_to_chains", before)
    assert [each.type for each in after.joints] == ["revolute", "revolute"]
    wanted = before.physics(at={"m::u": [0.3, -0.7]}).links[1].pose
    assert after.physics(at={"m::u 1": 0.3, "m::u 2": -0.7}).links[1].pose == pytest.approx(wanted, abs=1e-15)
    assert (told.code, told.fate) == ("joint-split", "converted")


def test_limits_and_motors_stay_with_their_axis() -> None:
    after, _ = adapted(
        "joints_to_chains", mechanism(body("a"), body("b"), joint("u", "a", "b", X, Z, type="universal", actuators=(MOTOR,)))
    )
    assert [each.axes[0].limits for each in after.joints] == [X.limits, None]
    assert [[motor.axis for motor in each.actuators] for each in after.joints] == [[], [0]]


def test_a_ball_becomes_three_hinges_and_says_where_they_lock() -> None:
    after, [told] = adapted(
        "joints_to_chains", mechanism(body("a"), body("b"), ir.Joint(id="s", name="s", type="ball", parent="a", child="b"))
    )
    assert [each.axes[0].xyz for each in after.joints] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert (told.fate, "quarter turn" in told.consequence) == ("approximated", True)


def test_what_mimics_an_axis_mimics_its_hinge() -> None:
    follower = ir.Axis(xyz=(0.0, 0.0, 1.0), mimic=ir.Mimic(joint="u", axis=0, multiplier=2.0, offset=0.0, reference=0.0))
    scene = mechanism(body("a"), body("b"), body("c"), joint("u", "a", "b", X, Z, type="universal"), joint("f", "a", "c", follower))
    after, _ = adapted("joints_to_chains", scene)
    first, follows = after.joints[0], after.joints[-1].axes[0].mimic
    assert follows is not None
    assert (follows.joint, follows.axis) == (first.id, 0)
