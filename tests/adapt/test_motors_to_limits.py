"""Maxima of motors become limits of their joint: what all of them can do together, unless the joint itself may do less."""

from __future__ import annotations

from typing import Any

from scenec import ir
from tests.adapt.jointed import adapted, body, joint, mechanism


def motor(effort: float | None = None, velocity: float | None = None, **fields: Any) -> ir.Actuator:
    return ir.Actuator(kind="motor", command="velocity", output="velocity", max_effort=effort, max_velocity=velocity, **fields)


def limited(*motors: ir.Actuator, **limits: Any) -> tuple[ir.Limits | None, list[str]]:
    """The limits of a joint with these motors, and what is reported."""
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0), limits=ir.Limits(**limits) if limits else None)
    after, findings = adapted("motors_to_limits", mechanism(body("a"), body("b"), joint("ab", "a", "b", axis, actuators=motors)))
    return after.joints[0].axes[0].limits, [each.code for each in findings]


def test_a_weak_friction_motor_beside_a_servo_does_not_make_the_joint_weak() -> None:
    """A robot of SimSpark has a motor of 0.1 N m at each joint that stands for friction; the smaller of both would stop the robot."""
    assert limited(motor(1.5, 4.0), motor(0.25, 8.0)) == (
        ir.Limits(effort=1.75, velocity=8.0),
        ["actuator-efforts-added", "actuator-speeds-merged"],
    )


def test_one_motor_says_it_all() -> None:
    assert limited(motor(3.0, 2.0)) == (ir.Limits(effort=3.0, velocity=2.0), [])


def test_beside_a_motor_without_maximum_the_others_bound_nothing() -> None:
    assert limited(motor(3.0), motor()) == (None, ["actuator-efforts-dropped"])
    assert limited(motor(0.1), motor(10.0, 8.0)) == (ir.Limits(effort=10.1), ["actuator-efforts-added", "actuator-speeds-dropped"])


def test_the_smaller_of_joint_and_motors_counts() -> None:
    assert limited(motor(3.0), effort=5.0) == (ir.Limits(effort=3.0), ["joint-limit-effort-ineffective"])
    assert limited(motor(3.0), effort=2.0) == (ir.Limits(effort=2.0), ["joint-limit-effort-ineffective"])
    assert limited(motor(3.0), effort=3.0) == (ir.Limits(effort=3.0), [])


def test_motors_of_other_axes_do_not_count() -> None:
    assert limited(motor(3.0), motor(7.0, axis=1)) == (ir.Limits(effort=3.0), [])


def test_a_motor_that_the_target_writes_with_its_maxima_keeps_them() -> None:
    arm = mechanism(body("a"), body("b"), joint("ab", "a", "b", ir.Axis(xyz=(0.0, 0.0, 1.0)), actuators=(motor(3.0, 2.0),)))
    after, findings = adapted("motors_to_limits", arm, apart=lambda motor: True)
    assert after.joints == arm.joints and findings == []
