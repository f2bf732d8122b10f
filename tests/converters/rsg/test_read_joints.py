"""Joints in the world: anchors, axes, stops and drives. Numbers are those that SimSpark's own libraries gave."""

from __future__ import annotations

import math

import pytest

from scenec.ir import WORLD
from tests.converters.rsg.conftest import BODY, Reader, Result

ATTACH = "(attach ../body ../../a/body)"


@pytest.fixture
def joined(read: Reader) -> Reader:
    """Two bodies, the second turned by 90 degrees, with joints beside the second."""

    def reading(joints: str) -> Result:
        first = f"(nd Transform (setName a) (setLocalPos 0 0 1) {BODY})"
        return read(f"({first} (nd Transform (setName b) (setLocalPos 0 0 2) (setLocalRotation 0 0 90) {BODY} {joints}))")

    return reading


@pytest.mark.parametrize(
    ("calls", "anchor", "axis"),
    [
        (f"{ATTACH} (setAnchor 1 0 -0.5) (setAxis 0)", (0, 1, 1.5), (0, 1, 0)),
        (f"{ATTACH} (setAnchor 0 0 0) (setAxis 1)", (0, 0, 2), (-1, 0, 0)),
        (f"{ATTACH} (setAnchor 0 0 0) (setAxis 0 2 2)", (0, 0, 2), (-math.sqrt(0.5), 0, math.sqrt(0.5))),
        (f"(setAnchor 0 0 -1) (setAxis 2) {ATTACH}", (0, 0, 2), (0, 1, 0)),
        (ATTACH, (0, 0, 2), (0, 1, 0)),
    ],
)
def test_hinges(joined: Reader, calls: str, anchor: tuple[float, ...], axis: tuple[float, ...]) -> None:
    joint = joined(f"(nd HingeJoint (setName h) {calls})").joint_summary("h")
    assert (joint.parent, joint.child, joint.type) == ("b::a", "b::b", "revolute") or (joint.parent, joint.child) == ("a::a", "a::b")
    assert joint.anchor == pytest.approx(anchor, abs=1e-12)
    assert joint.axes[0].axis == pytest.approx(axis, abs=1e-12)


def test_a_path_that_leads_nowhere_stands_for_the_world_and_turns_the_axis_round(joined: Reader) -> None:
    result = joined("(nd HingeJoint (setName h) (attach ../nosuch ../../a/body) (setAnchor 0 0 0) (setAxis 2))")
    joint = result.joint("h")
    assert joint.parent == WORLD and result.joint_summary("h").axes[0].axis == (0, 0, -1)
    assert result.finding("joint-body-not-found").fate == "unresolved"


def test_without_a_second_body_the_parent_is_the_world(joined: Reader) -> None:
    assert joined("(nd HingeJoint (setName h) (attach ../body) (setAnchor 0 0 0))").joint("h").parent == WORLD


def test_a_joint_that_is_never_attached_is_none(joined: Reader) -> None:
    result = joined("(nd HingeJoint (setName h) (setAnchor 0 0 0))")
    assert result.scene.joints == () and result.finding("joint-unattached-ineffective").level == "warning"


def test_the_first_axis_of_two_turns_with_the_parent(joined: Reader) -> None:
    """ODE's first axis turns with the first body, which is the child."""
    stops = "(setLowStopDeg 0 -10) (setHighStopDeg 0 11) (setLowStopDeg 1 -20) (setHighStopDeg 1 21)"
    joint = joined(f"(nd UniversalJoint (setName u) {ATTACH} (setAnchor 0 0 0) (setAxis1 1 0 0) (setAxis2 0 1 0) {stops})").joint_summary(
        "u"
    )
    first, second = joint.axes
    assert first.axis == pytest.approx((-1, 0, 0)) and first.upper == math.radians(21)
    assert second.axis == pytest.approx((0, 1, 0)) and second.lower == math.radians(-10)


def test_hinge2_steers_about_z_and_rolls_about_x(joined: Reader) -> None:
    rolling, steering = joined(f"(nd Hinge2Joint (setName w) {ATTACH} (setAnchor 0 0 0))").joint_summary("w").axes
    assert steering.axis == pytest.approx((0, 0, 1)) and rolling.axis == pytest.approx((0, 1, 0))


def test_a_joint_written_against_the_tree_is_turned_round(read: Reader) -> None:
    """The hinge holds a to the world, so a is the parent of what is welded to it, although the joint names it first."""
    first = f"(nd Transform (setName a) {BODY} (nd HingeJoint (setName pivot) (attach ../body) (setAnchor 0 0 0) (setAxis 0)))"
    hinge = "(nd HingeJoint (setName elbow) (attach ../../a/body ../body) (setAnchor 0 0 0) (setAxis 2) (setLowStopDeg 0 -30))"
    result = read(f"({first} (nd Transform (setName b) (setLocalPos 1 0 0) {BODY} {hinge}))")
    elbow = result.joint_summary("elbow")
    assert (elbow.parent, elbow.child) == ("a::a", "a::b")
    assert elbow.anchor == (1, 0, 0) and elbow.axes[0].axis == (0, 0, -1) and elbow.axes[0].lower == math.radians(-30)
    moved = result.scene.physics(at={"a::pivot": math.pi / 2}).links
    assert moved[1].pose[3:] == pytest.approx(moved[0].pose[3:]), "what hangs on a link moves with it"


def test_of_joints_in_a_circle_only_the_one_that_closes_it_is_turned_round(read: Reader) -> None:
    """So the first body carries the others, and one of them is held by two joints."""
    hinge = "(nd HingeJoint (setName {0}) (attach ../body ../../{1}/body) (setAnchor 0 0 0))"
    bodies = [(name, hinge.format(f"{name}-on-{other}", other)) for name, other in ("ab", "bc", "ca")]
    result = read("(" + " ".join(f"(nd Transform (setName {name}) {BODY} {joint})" for name, joint in bodies) + ")")
    assert [(joint.parent[-1], joint.child[-1]) for joint in result.scene.physics().joints] == [("a", "b"), ("c", "b"), ("a", "c")]


def test_sliders_move_along_z_in_metres(joined: Reader) -> None:
    joint = joined(f"(nd SliderJoint (setName s) {ATTACH} (setLowStopPos 0 -1) (setHighStopPos 0 2))").joint_summary("s")
    assert joint.type == "prismatic" and joint.axes[0].axis == (0, 0, 1) and (joint.axes[0].lower, joint.axes[0].upper) == (-1, 2)


def test_stops_in_degrees_and_radians(joined: Reader) -> None:
    axis = joined(f"(nd HingeJoint (setName h) {ATTACH} (setLowStopDeg 0 -30) (setHighStopPos 0 0.5))").joint_summary("h").axes[0]
    assert (axis.lower, axis.upper) == (math.radians(-30), 0.5)


def test_crossed_stops_hold_nothing(joined: Reader) -> None:
    result = joined(f"(nd HingeJoint (setName h) {ATTACH} (setLowStopDeg 0 30) (setHighStopDeg 0 -30))")
    axis = result.joint_summary("h").axes[0]
    assert (axis.lower, axis.upper) == (None, None) and "joint-stops-crossed" in result.codes


def test_a_ball_joint_ignores_parameters_of_axes(joined: Reader) -> None:
    result = joined(f"(nd BallJoint (setName j) {ATTACH} (setAnchor 0 0 0) (setLowStopDeg 0 -30))")
    assert result.joint("j").axes == () and "joint-axis-index-ineffective" in result.codes


def test_an_effector_commands_the_motor_of_its_joint(joined: Reader) -> None:
    calls = "(setMaxMotorForce 0 35) (setJointMaxSpeed1 6.1) (nd HingeEffector (setName he1)) (nd HingePerceptor (setName hj1))"
    result = joined(f"(nd HingeJoint (setName h) {ATTACH} {calls})")
    (actuator,) = result.joint("h").actuators
    assert (actuator.name, actuator.command, actuator.max_effort, actuator.max_velocity) == ("he1", "velocity", 35, 6.1)
    assert [(sensor.name, sensor.type) for sensor in result.joint("h").sensors] == [("hj1", "joint_state")]


def test_motor_velocities_are_degrees_and_greatest_speeds_radians(joined: Reader) -> None:
    result = joined(f"(nd HingeJoint (setName h) {ATTACH} (setMaxMotorForce 0 3) (setAngularMotorVelocity 0 90) (setJointMaxSpeed1 2))")
    (actuator,) = result.joint("h").actuators
    assert (actuator.initial_command, actuator.max_velocity) == (math.radians(90), 2)


def test_an_angular_motor_gives_its_torque_to_the_hinge(joined: Reader) -> None:
    calls = "(attach ../../body ../../../a/body) (setNumAxes 1) (setMaxTorque 2.5) (setResistance 4)"
    motor = f"(nd AngularMotor {calls} (nd AngularMotorEffector (setName e)))"
    (actuator,) = joined(f"(nd HingeJoint (setName h) {ATTACH} {motor})").joint("h").actuators
    assert (actuator.kind, actuator.name, actuator.max_effort) == ("AngularMotor", "e", 2.5)
    assert ("AngularMotor/setResistance", "4") in [(extra.key, extra.value) for extra in actuator.extras]


def test_a_joint_of_no_kind_holds_nothing(joined: Reader) -> None:
    """The class that all joints come from has a name in SimSpark, too; the reader ended with a KeyError."""
    result = joined(f"(nd Joint {ATTACH})")
    assert result.scene.joints == () and "class-without-function-ineffective" in result.codes
