"""Joints: which body is which, where the axes point, and what their positions count from."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec import ir
from tests.converters.rsg.writing import Written, inertial, joint, link, pose, scene, write


def arm(type: str = "revolute", *, child: dict[str, Any] | None = None, **fields: Any) -> Written:  # noqa: A002 - the field's word
    options = {name: fields.pop(name) for name in ("motors",) if name in fields}
    return write(scene(link("base"), link("arm", **(child or {})), joint("elbow", "base", "arm", type, **fields)), **options)


def axis(xyz: ir.Vec3 = (0.0, 1.0, 0.0), **fields: Any) -> ir.Axis:
    return ir.Axis(xyz=xyz, **fields)


def test_the_child_is_the_first_body() -> None:
    """A positive angle turns the first body against the second one."""
    elbow = arm().root.first("HingeJoint")
    assert elbow.get("attach") == ("../body", "../../base/body")
    assert elbow.get("setAxis") == ("0", "1", "0")


def test_a_joint_to_the_world_names_one_body() -> None:
    written = write(scene(link("door"), joint("hinge", ir.WORLD, "door")))
    assert written.root.first("HingeJoint").get("attach") == ("../body",)


@pytest.mark.findings("joint-parent-dropped")
def test_a_joint_whose_child_is_the_world_is_written_from_the_other_side() -> None:
    still = ir.Model(id="m", name="wall", static=True)
    parts = (ir.Model(id="robot", name="robot"), still, link("door"), link("wall", model="m", inertial=None))
    hinge = write(scene(*parts, joint("hinge", "door", "wall", axes=(axis((0.0, 0.0, 1.0)),)))).root.first("HingeJoint")
    assert hinge.get("attach") == ("../body",)
    assert hinge.get("setAxis") == ("0", "0", "-1")


@pytest.mark.parametrize(
    "ends",
    [
        ["base arm", "rack arm"],  # two parents
        ["base arm", "arm rack", "rack base"],  # a circle
        ["rack arm", "arm base", "base rack", "tool arm"],  # a circle that hangs on what is written last
        ["base arm", "arm base", "rack arm", "tool rack"],
    ],
)
def test_joints_that_make_no_tree_are_written_as_they_are_read_back(tmp_path: Path, ends: list[str]) -> None:
    links = [link(name, pose=pose(i, 0, 0)) for i, name in enumerate(("base", "arm", "rack", "tool"))]
    made = [joint(f"j{i}", *each.split(), axes=(axis(),)) for i, each in enumerate(ends)]
    once = write(scene(*links, *made)).text
    (tmp_path / "once.rsg").write_text(once)
    read, _ = scenec.read(tmp_path / "once.rsg")
    assert write(read).text == once
    assert lines_of(read) == lines_of(scene(*links, *made))


def lines_of(written: ir.Scene) -> set[tuple[object, ...]]:
    """Return what joints turn about, whichever of their ends is the child."""
    return {(joint.anchor, *(abs(part) for part in joint.axes[0].axis)) for joint in written.physics().joints}


def test_anchor_and_axis_are_given_about_the_centre_of_mass() -> None:
    elbow = arm(child={"pose": pose(1, 0, 0), "inertial": inertial(1.0, pose(0.25, 0, 0))}).root.first("HingeJoint")
    assert elbow.get("setAnchor") == ("-0.25", "0", "0")


def test_a_turned_joint_frame_stands_in_a_transform() -> None:
    """Then the axis stays as written."""
    written = arm(pose=pose(0.1, 0, 0, (0, 0, math.pi / 2)), axes=(axis((1.0, 0.0, 0.0)),))
    transform = written.root.named("arm").children[-1]
    assert transform.calls == [("setLocalPos", ("0.1", "0", "0")), ("setLocalRotation", ("0", "0", "90"))]
    elbow = transform.first("HingeJoint")
    assert elbow.get("attach") == ("../../body", "../../../base/body")
    assert elbow.get("setAxis") == ("1", "0", "0")


def test_a_slider_moves_along_z_of_its_transform() -> None:
    written = arm("prismatic", axes=(axis((1.0, 0.0, 0.0), limits=ir.Limits(lower=-0.25, upper=0.5)),))
    slider = written.root.first("SliderJoint")
    assert written.root.named("arm").children[-1].get("setLocalRotation") == ("0", "90", "0")
    assert slider.all("setLowStopPos") + slider.all("setHighStopPos") == [("0", "-0.25"), ("0", "0.5")]
    assert slider.get("setAxis") is None


def test_the_first_of_two_axes_belongs_to_the_second_body() -> None:
    axes = (axis((0.0, 0.0, 1.0), limits=ir.Limits(lower=-1.0)), axis((1.0, 0.0, 0.0), limits=ir.Limits(upper=1.0)))
    cross = arm("universal", axes=axes).root.first("UniversalJoint")
    assert (cross.get("setAxis1"), cross.get("setAxis2")) == (("1", "0", "0"), ("0", "0", "1"))
    assert [int(parameters[0]) for parameters in cross.all("setLowStopDeg") + cross.all("setHighStopDeg")] == [1, 0]


def test_axes_that_are_not_at_right_angles_are_an_error() -> None:
    written = arm("universal", axes=(axis((0.0, 0.0, 1.0)), axis((0.6, 0.0, 0.8))))
    assert written.finding("joint-axes-approximated").level == "error"


def test_the_wheel_of_a_car_turns_about_z_and_x_of_its_transform() -> None:
    written = arm("revolute2", axes=(axis((0.0, 0.0, 1.0)), axis((0.0, 1.0, 0.0))))
    wheel = written.root.named("arm").children[-1]
    assert wheel.get("setLocalRotation") is not None
    assert wheel.first("Hinge2Joint").get("setAnchor") == ("0", "0", "0")


def test_a_weld_is_fixed_where_it_is() -> None:
    weld = arm("fixed").root.first("FixedJoint")
    assert [method for method, _ in weld.calls] == ["setName", "attach", "setFixed"]


@pytest.mark.parametrize("kind", ["screw", "planar"])
def test_a_joint_that_ode_lacks_is_an_error(kind: str) -> None:
    written = arm(kind)
    assert "Joint" not in written.text
    assert written.finding("joint-dropped").level == "error"


# ---------------------------------------------------------------- positions


def test_stops_are_degrees_that_read_back_to_the_same_angle() -> None:
    elbow = arm(axes=(axis(limits=ir.Limits(lower=math.radians(-35), upper=0.123456789)),)).root.first("HingeJoint")
    [(_, low)], [(_, high)] = elbow.all("setLowStopDeg"), elbow.all("setHighStopDeg")
    assert low == "-35"
    assert math.radians(float(high)) == pytest.approx(0.123456789, rel=1e-15)


def test_a_side_without_a_limit_has_no_stop() -> None:
    elbow = arm(axes=(axis(limits=ir.Limits(upper=1e16)),)).root.first("HingeJoint")
    assert elbow.all("setHighStopDeg") == []


def test_limits_that_do_not_hold_are_not_written() -> None:
    written = arm(axes=(axis(limits=ir.Limits(lower=-1.0, upper=1.0, active=False)),))
    assert "Stop" not in written.text
    assert written.finding("joint-limits-off-ineffective").level == "note"


def test_a_joint_starts_where_it_starts() -> None:
    """There is its zero; the stops count from it, and the child stands there."""
    bent = axis((0.0, 0.0, 1.0), initial=math.pi / 2, limits=ir.Limits(lower=0.0, upper=math.pi))
    written = arm(child={"pose": pose(1, 0, 0)}, axes=(bent,), pose=pose(-1, 0, 0))
    assert written.root.named("arm").get("setLocalPos") == ("0", "1", "0")
    assert written.root.named("arm").get("setLocalRotation") == ("0", "0", "90")
    assert written.root.first("HingeJoint").all("setLowStopDeg") == [("0", "-90")]
    assert written.finding("joint-initial-shifted").level == "warning"


def test_a_stop_beyond_half_a_turn_is_reported() -> None:
    assert "joint-limit-beyond-half-turn" in arm(axes=(axis(limits=ir.Limits(lower=-4.0, upper=4.0)),)).codes


@pytest.mark.parametrize(
    ("dynamics", "code"),
    [
        (ir.Dynamics(damping=0.1), "joint-damping-dropped"),
        (ir.Dynamics(friction=0.1), "joint-friction-dropped"),
        (ir.Dynamics(spring_stiffness=2.0, spring_reference=0.1), "joint-spring-dropped"),
    ],
)
def test_what_slows_a_joint_down_is_reported(dynamics: ir.Dynamics, code: str) -> None:
    assert code in arm(axes=(axis(dynamics=dynamics),)).codes


# ---------------------------------------------------------------- motors


DRIVE = ir.Actuator(name="drive", kind="VelocityMotor", command="velocity", output="velocity", max_effort=5.0, max_velocity=3.0)


def test_a_velocity_drive_is_a_motor_and_an_effector() -> None:
    elbow = arm(actuators=(DRIVE,)).root.first("HingeJoint")
    assert (elbow.get("setMaxMotorForce"), elbow.get("setJointMaxSpeed1")) == (("0", "5"), ("3",))
    assert elbow.first("HingeEffector").name == "drive"


def test_the_axis_that_nothing_drives_has_a_motor_without_force() -> None:
    """The effector of a joint with two axes commands both."""
    written = arm("universal", axes=(axis((0.0, 0.0, 1.0)), axis((1.0, 0.0, 0.0))), actuators=(DRIVE,))
    assert written.root.first("UniversalJoint").all("setMaxMotorForce") == [("1", "5"), ("0", "0")]
    assert "joint-motor-idle-defaulted" in written.codes


def test_a_position_drive_becomes_a_velocity_drive_and_that_is_reported() -> None:
    servo = ir.Actuator(kind="PID", command="position", output="velocity", gains=ir.Gains(p=8.0), max_effort=5.0)
    written = arm(actuators=(servo,))
    assert written.root.first("HingeEffector").name == "elbow"  # agents need a name
    assert {"actuator-command-approximated", "actuator-gain-dropped"} <= written.codes


def test_a_drive_by_torque_is_dropped() -> None:
    torque = ir.Actuator(kind="torque", command="effort", output="effort", max_effort=5.0)
    written = arm(actuators=(torque,))
    assert "Effector" not in written.text
    assert written.finding("joint-motor-dropped").level == "warning"


def test_a_limit_is_a_cap_and_no_motor_unless_asked_for() -> None:
    axes = (axis(limits=ir.Limits(lower=-1.0, upper=1.0, effort=7.0, velocity=2.0)),)
    written = arm(axes=axes)
    assert "Motor" not in written.text and "Effector" not in written.text
    assert written.finding("joint-effort-dropped").level == "error"
    asked = arm(axes=axes, motors="velocity")
    assert asked.root.first("HingeJoint").get("setMaxMotorForce") == ("0", "7")
    assert asked.finding("actuator-defaulted").fate == "defaulted"


def test_a_joint_reports_its_angle() -> None:
    sensor = ir.Sensor(name="angle", type="joint_state", quantity="position")
    assert arm(sensors=(sensor,)).root.first("HingePerceptor").name == "angle"


def test_every_link_below_a_joint_that_is_gone_is_reported() -> None:
    """Both fall, the wheel and the tyre that hangs on it; the frame does not."""
    links = [link(name, inertial=inertial()) for name in ("frame", "wheel", "tyre")]
    joints = [joint("thread", "frame", "wheel", type="screw", axes=(axis(),)), joint("rim", "wheel", "tyre", axes=(axis(),))]
    written = write(scene(*links, *joints))
    split = [finding.subject for finding in written.findings if finding.code == "link-inertial-frame-split"]
    assert split == ["robot::wheel", "robot::tyre"]
