"""Joints: signs, stops and motors by the rules of MARS's JointPhysics and SimMotor."""

from __future__ import annotations

from typing import Any

import pytest

from scenec import ir
from scenec.ir.pose import Pose, Rotation
from tests.converters.mars.writing import box, joint, link, robot, write


def hinge(**fields: Any) -> ir.Axis:
    return ir.Axis(xyz=(0.0, 0.0, 1.0), **fields)


def test_the_child_is_node1_so_that_positive_stays_positive() -> None:
    """Positive motion of MARS moves node1 relative to node2, about the axis as written."""
    written = write(robot([link("base"), link("arm", pose=Pose((1.0, 0.0, 0.0)))], [joint("base", "arm", axes=[hinge()])]))
    written_joint = written.only("joint")
    assert written_joint.keys["nodeindex1"] == written.node("arm").keys["index"]
    assert written_joint.keys["nodeindex2"] == written.node("base").keys["index"]
    assert written_joint.vector("axis1") == (0.0, 0.0, 1.0)


def test_anchor_and_axis_are_in_the_world_and_the_anchor_counts() -> None:
    """Without anchorpos custom MARS takes the place of node1 and ignores the anchor."""
    pose = Pose((1.0, 0.0, 0.0), Rotation.from_rpy(0.0, 1.5707963267948966, 0.0))
    arm = link("arm", pose=pose)
    written_joint = write(robot([link("base"), arm], [joint("base", "arm", axes=[hinge()], pose=Pose((0.0, 0.0, 0.5)))])).only("joint")
    assert written_joint.keys["anchorpos"] == "custom"
    assert written_joint.vector("anchor") == pytest.approx((1.5, 0.0, 0.0))
    assert written_joint.vector("axis1") == pytest.approx((1.0, 0.0, 0.0))


def test_a_joint_to_the_world_names_no_second_node() -> None:
    written_joint = write(robot([link("arm")], [joint("world", "arm", axes=[hinge()])])).only("joint")
    assert "nodeindex2" not in written_joint.keys


def test_of_two_axes_the_first_is_that_of_node1_the_child() -> None:
    axes = [ir.Axis(xyz=(1.0, 0.0, 0.0)), ir.Axis(xyz=(0.0, 1.0, 0.0), limits=ir.Limits(lower=-0.5, upper=0.5))]
    written_joint = write(robot([link("base"), link("arm")], [joint("base", "arm", "universal", axes)])).only("joint")
    assert written_joint.keys["type"] == "universal"
    assert written_joint.vector("axis1") == (0.0, 1.0, 0.0)
    assert written_joint.vector("axis2") == (1.0, 0.0, 0.0)
    assert written_joint.number("lowStopAxis1") == -0.5
    assert (written_joint.number("lowStopAxis2"), written_joint.number("highStopAxis2")) == (-1e15, 1e15)


@pytest.mark.parametrize(
    ("lower", "upper", "low", "high"), [(-1.0, 2.0, -1.0, 2.0), (0.0, 1.5, -1e-12, 1.5), (None, 1.0, -1e15, 1.0), (-1.0, None, -1.0, 1e15)]
)
def test_stops_are_such_as_mars_sets(lower: float | None, upper: float | None, low: float, high: float) -> None:
    """A lower stop of 0 is none at all for MARS, and there is no one-sided stop."""
    limits = ir.Limits(lower=lower, upper=upper)
    written_joint = write(robot([link("a"), link("b")], [joint("a", "b", axes=[hinge(limits=limits)])])).only("joint")
    assert (written_joint.number("lowStopAxis1"), written_joint.number("highStopAxis1")) == (low, high)


def test_a_joint_that_starts_elsewhere_is_written_there_with_its_stops_shifted() -> None:
    axis = hinge(limits=ir.Limits(lower=-1.0, upper=2.0), initial=0.5)
    arm = link("arm", pose=Pose((0.0, 0.0, 0.0)), collisions=(box("tip", 1.0),))
    written = write(robot([link("base"), arm], [joint("base", "arm", axes=[axis])]))
    tip = written.pose(written.node("tip")).position
    assert tip == pytest.approx((0.8775825618903728, 0.479425538604203, 0.0))
    assert written.only("joint").number("lowStopAxis1") == -1.5
    assert written.finding("joint-initial-limits-shifted").subject == "robot::base-arm"


def test_a_servo_in_all_words_that_releases_of_mars_read() -> None:
    """Gains per millisecond, the range of the joint, which a driven hinge of MARS has lost."""
    servo = ir.Actuator(
        name="motor",
        kind="servo",
        command="position",
        output="velocity",
        gains=ir.Gains(p=12.0, i=3.0, d=0.5),
        max_effort=20.0,
        max_velocity=5.0,
    )
    axis = hinge(limits=ir.Limits(lower=-1.0, upper=2.0))
    motor = write(robot([link("a"), link("b")], [joint("a", "b", axes=[axis], actuators=(servo,))])).only("motor")
    assert (motor.keys["p"], motor.keys["i"], motor.keys["d"]) == ("12", "0.003", "500")
    assert motor.keys["type"] == "PID"
    for new, old, value in (("maxSpeed", "maximumVelocity", 5.0), ("maxEffort", "motorMaxForce", 20.0), ("minPosition", "minValue", -1.0)):
        assert (motor.number(new), motor.number(old)) == (value, value)
    assert motor.number("max_val") == 2.0


def test_gains_of_an_effort_do_not_become_gains_of_a_velocity() -> None:
    drive = ir.Actuator(
        name="m", kind="pid", command="position", output="effort", gains=ir.Gains(p=500.0), max_effort=1.0, max_velocity=1.0
    )
    written = write(robot([link("a"), link("b")], [joint("a", "b", axes=[hinge()], actuators=(drive,))]))
    assert written.only("motor").number("p") == 10.0
    assert {"actuator-gain-defaulted", "actuator-gain-dropped"} <= written.codes


@pytest.mark.parametrize(
    ("kind", "axes", "advice"),
    [
        ("screw", 1, "turn the part by a motor"),
        ("gearbox", 2, "Drive both sides by motors"),
        ("planar", 3, "two prismatic joints and"),
    ],
)
def test_a_joint_that_mars_does_not_have_is_reported_with_what_to_do(kind: str, axes: int, advice: str) -> None:
    made = joint("a", "b", kind, [hinge()] * axes, screw_pitch=0.01 if kind == "screw" else None)
    written = write(robot([link("a"), link("b")], [made]))
    assert written.entries("joint") == []
    finding = written.finding("joint-unsupported-dropped")
    assert (finding.level, finding.subject) == ("error", "robot::a-b")
    assert advice in finding.hint


def test_friction_is_what_mars_calls_damping_and_damping_is_reported() -> None:
    axis = hinge(dynamics=ir.Dynamics(friction=0.3, damping=2.0))
    written = write(robot([link("a"), link("b")], [joint("a", "b", axes=[axis])]))
    assert written.only("joint").number("damping_const_constraint_axis1") == 0.3
    assert "joint-damping-dropped" in written.codes


def test_a_spring_becomes_springy_stops_at_its_rest() -> None:
    axis = hinge(dynamics=ir.Dynamics(spring_stiffness=40.0, spring_reference=0.25))
    written_joint = write(robot([link("a"), link("b")], [joint("a", "b", axes=[axis])])).only("joint")
    assert written_joint.number("spring_const_constraint_axis1") == 40.0
    assert (written_joint.number("lowStopAxis1"), written_joint.number("highStopAxis1")) == (0.25, 0.25)


def test_a_loop_is_written_as_its_reader_finds_it() -> None:
    """Two joints lead to the last link; the one that closes the loop is stated from its other side, with its axis reversed."""
    links = [link("a"), link("b"), link("c")]
    joints = [joint("a", "b", axes=[hinge()]), joint("a", "c", axes=[hinge()]), joint("b", "c", axes=[hinge()])]
    written = write(robot(links, joints))
    closing = written.entries("joint")[2]
    assert closing.keys["nodeindex1"] == written.node("b").keys["index"]
    assert closing.vector("axis1") == (0.0, 0.0, -1.0)
