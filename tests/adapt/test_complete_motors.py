"""Motors get what a target requires of them: from their joint, else a figure of the target, and it is reported."""

from __future__ import annotations

from typing import Any

from scenec import ir
from scenec.accounting.finding import Finding
from tests.adapt.jointed import adapted, body, joint, mechanism

NEEDS = {"kinds": ("revolute",), "commands": ("position", "velocity"), "effort": 1000.0, "velocity": 100.0, "gain": 10.0}


def servo(**fields: Any) -> ir.Actuator:
    said: dict[str, Any] = {"kind": "servo", "command": "position", "output": "velocity", "gains": ir.Gains(p=8.0)} | fields
    return ir.Actuator(**said)


def completed(*motors: ir.Actuator, limits: ir.Limits | None = None, **needs: Any) -> tuple[ir.Joint, list[Finding]]:
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0), limits=limits)
    scene = mechanism(body("a"), body("b"), joint("ab", "a", "b", axis, actuators=motors))
    after, findings = adapted("complete_motors", scene, **(NEEDS | needs))
    return after.joints[0], findings


def maxima(motor: ir.Actuator) -> tuple[float | None, float | None]:
    return motor.max_effort, motor.max_velocity


def test_a_motor_is_as_strong_and_fast_as_its_joint_may_be() -> None:
    after, findings = completed(servo(), limits=ir.Limits(lower=-1.0, effort=5.0, velocity=2.0))
    assert (maxima(after.actuators[0]), findings) == ((5.0, 2.0), [])
    assert after.axes[0].limits == ir.Limits(lower=-1.0), "the motor says it for both"


def test_of_two_maxima_the_smaller_counts() -> None:
    after, findings = completed(servo(max_effort=9.0, max_velocity=1.0), limits=ir.Limits(effort=5.0, velocity=2.0))
    assert maxima(after.actuators[0]) == (5.0, 1.0)
    assert [(each.code, each.value) for each in findings] == [
        ("joint-limit-effort-ineffective", "9"),
        ("joint-limit-velocity-ineffective", "2"),
    ]


def test_an_unstated_maximum_is_a_figure_of_the_target() -> None:
    after, findings = completed(servo(gains=None), limits=ir.Limits(effort=1e16))
    assert (maxima(after.actuators[0]), after.actuators[0].gains) == ((1000.0, 100.0), ir.Gains(p=10.0))
    assert [(each.fate, each.target) for each in findings] == [("defaulted", text) for text in ("1000 N m", "100 rad/s", "p = 10 1/s")]


def test_a_figure_that_the_target_does_not_need_is_not_made_up() -> None:
    after, findings = completed(servo(gains=None), effort=None, velocity=None, gain=None)
    assert (maxima(after.actuators[0]), after.actuators[0].gains, findings) == ((None, None), None, [])


def test_gains_of_an_effort_are_no_gains_of_a_velocity() -> None:
    after, findings = completed(servo(output="effort", gains=ir.Gains(p=900.0), max_effort=1.0, max_velocity=1.0))
    assert (after.actuators[0].output, after.actuators[0].gains) == ("velocity", ir.Gains(p=10.0))
    assert [each.code for each in findings] == ["actuator-gain-defaulted", "actuator-output-dropped", "actuator-gain-dropped"]


def test_only_the_first_motor_of_an_axis_takes_the_limits_where_the_target_has_one() -> None:
    after, findings = completed(servo(), servo(), limits=ir.Limits(effort=5.0, velocity=2.0), single=True)
    assert ([maxima(each) for each in after.actuators], findings) == ([(5.0, 2.0), (None, None)], [])


def test_a_motor_that_the_target_does_not_have_stays_as_it_is() -> None:
    torque = servo(command="effort", output="effort")
    after, findings = completed(torque, limits=ir.Limits(effort=5.0))
    assert (after.actuators, after.axes[0].limits, findings) == ((torque,), ir.Limits(effort=5.0), [])


def test_limits_make_motors_only_if_asked_to() -> None:
    limits = ir.Limits(effort=5.0, velocity=2.0)
    assert completed(limits=limits)[0].actuators == ()
    after, [finding] = completed(limits=limits, made="servo")
    assert after.actuators == (servo(gains=ir.Gains(p=10.0), max_effort=5.0, max_velocity=2.0),)
    assert (finding.code, finding.target) == ("actuator-defaulted", "servo motor at m::ab")
    assert completed(limits=ir.Limits(effort=5.0), made="servo")[0].actuators == (), "the scene states no velocity"


def test_a_target_whose_joints_state_maxima_keeps_them_there() -> None:
    limits = ir.Limits(effort=5.0)
    after, _ = completed(limits=limits, made="velocity", apart=True)
    assert (after.axes[0].limits, [maxima(each) for each in after.actuators]) == (limits, [(None, None)])
