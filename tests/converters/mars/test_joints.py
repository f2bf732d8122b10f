"""Joints and motors: which way they turn, how far, and what drives them."""

from __future__ import annotations

import math

import pytest

from tests.converters.mars.conftest import Reader, Result, index, node, vector

ARM = node("base", (0, 0, 1), index(1)) + node("arm", (1, 0, 1), index(2))


@pytest.fixture
def read_joint(read_scene: Reader) -> Reader:
    """The joint `j` of `base` (node 1) and `arm` (node 2), driven by motors in `motors`."""

    def read(
        inside: str = "",
        motors: str = "",
        *,
        kind: str = "hinge",
        ends: tuple[int, int] = (1, 2),
        axis: tuple[float, float, float] = (0, 0, 1),
        nodes: str = ARM,
    ) -> Result:
        numbers = f"<nodeindex1>{ends[0]}</nodeindex1><nodeindex2>{ends[1]}</nodeindex2>"
        joint = f'<joint name="j"><index>1</index><type>{kind}</type>{numbers}{vector("axis1", *axis)}{inside}</joint>'
        result: Result = read_scene(nodes + joint + motors)
        return result

    return read


def motor(inside: str, kind: str = "1") -> str:
    return f'<motor name="m"><jointIndex>1</jointIndex><type>{kind}</type>{inside}</motor>'


def test_the_child_turns_the_other_way_where_node1_is_the_parent(read_joint: Reader) -> None:
    """Measured in MARS: +1 rad/s about +z moves a child (node2) at +x to -y."""
    result = read_joint()
    assert (result.hinge("j").parent, result.hinge("j").child) == ("base::base", "base::arm")
    assert result.hinge("j").axes[0].axis == (0.0, 0.0, -1.0)
    moved = result.scene.physics(at={"base::j": math.pi / 2}).links[1]
    assert moved.pose[:3] == pytest.approx((0.0, -1.0, 1.0))


def test_it_turns_as_written_where_node1_is_the_child(read_joint: Reader) -> None:
    result = read_joint(ends=(2, 1))
    assert (result.hinge("j").child, result.hinge("j").axes[0].axis) == ("base::arm", (0.0, 0.0, 1.0))


def test_without_a_second_node_it_hangs_on_the_world(read_joint: Reader) -> None:
    result = read_joint(ends=(2, 0))
    assert (result.hinge("j").parent, result.hinge("j").child, result.hinge("j").axes[0].axis) == ("world", "arm::arm", (0.0, 0.0, 1.0))


def test_what_stands_still_is_always_the_parent(read_joint: Reader) -> None:
    nodes = node("arm", (1, 0, 1), index(1)) + node("wall", (0, 0, 1), index(2), movable=False)
    assert (read_joint(nodes=nodes).hinge("j").parent, read_joint(nodes=nodes, ends=(2, 1)).hinge("j").parent) == ("world", "world")


def test_an_inverted_axis_turns_back_and_takes_its_stops_along(read_joint: Reader) -> None:
    axis = read_joint("<invertAxis>true</invertAxis><lowStopAxis1>-0.5</lowStopAxis1><highStopAxis1>2</highStopAxis1>").hinge("j").axes[0]
    assert (axis.axis, axis.lower, axis.upper) == ((0.0, 0.0, 1.0), -2.0, 0.5)


@pytest.mark.parametrize(
    ("inside", "anchor"),
    [
        (vector("anchor", 7, 8, 9), (0, 0, 1)),  # without anchorpos, MARS takes node 1
        ("<anchorpos>node2</anchorpos>", (1, 0, 1)),
        ("<anchorpos>3</anchorpos>", (0.5, 0, 1)),
        ("<anchorpos>custom</anchorpos>" + vector("anchor", 0.25, 0.5, 0.75), (0.25, 0.5, 0.75)),
    ],
)
def test_anchors_are_points_of_the_world(read_joint: Reader, inside: str, anchor: tuple[float, float, float]) -> None:
    assert read_joint(inside).hinge("j").anchor == anchor


def test_the_first_of_two_axes_turns_with_node1(read_joint: Reader) -> None:
    axes = read_joint(vector("axis2", 1, 0, 0), kind="universal").hinge("j").axes
    assert [axis.axis for axis in axes] == [(0.0, 0.0, -1.0), (-1.0, 0.0, 0.0)]
    axes = read_joint(vector("axis2", 1, 0, 0), kind="universal", ends=(2, 1)).hinge("j").axes
    assert [axis.axis for axis in axes] == [(1.0, 0.0, 0.0), (0.0, 0.0, 1.0)]


# ---------------------------------------------------------------- how far


def stops(low: str, high: str) -> str:
    return f"<lowStopAxis1>{low}</lowStopAxis1><highStopAxis1>{high}</highStopAxis1>"


def limits(result: Result) -> tuple[float | None, float | None]:
    axis = result.hinge("j").axes[0]
    return axis.lower, axis.upper


def test_stops_hold(read_joint: Reader) -> None:
    result = read_joint(stops("-1", "0.5"))
    assert (limits(result), "joint-limit-interpreted" in result.codes()) == ((-1.0, 0.5), False)


@pytest.mark.parametrize(("low", "motors"), [("0", ""), ("-1", motor("<maxEffort>5</maxEffort>"))])
def test_stops_that_mars_forgets_are_taken_as_declared_and_reported(read_joint: Reader, low: str, motors: str) -> None:
    """A lower stop of 0 switches both off; a motor takes them from a hinge."""
    result = read_joint(stops(low, "1.5"), motors)
    assert limits(result) == (float(low), 1.5)
    assert "joint-limit-interpreted" in result.codes("note")


def test_no_stops_are_none_but_for_the_range_of_a_position_motor(read_joint: Reader) -> None:
    assert limits(read_joint(stops("0", "0"))) == (None, None)
    stated = "<minPosition>-1</minPosition><maxPosition>2</maxPosition>"
    assert limits(read_joint(stops("0", "0"), motor(stated))) == (-1.0, 2.0)
    assert limits(read_joint("", motor(stated, kind="2"))) == (None, None)
    assert limits(read_joint("", motor("<min_val>-1</min_val><max_val>2</max_val>"))) == (None, None)


def test_a_spring_makes_stops_soft(read_joint: Reader) -> None:
    spring = "<spring_const_constraint_axis1>30</spring_const_constraint_axis1>"
    result = read_joint(spring + "<damping_const_constraint_axis1>2</damping_const_constraint_axis1>")
    found = result.joint("j").axes[0].limits
    assert found is not None
    assert (found.lower, found.upper, found.stiffness, found.dissipation) == (0.0, 0.0, 30.0, 2.0)


def test_damping_alone_is_friction(read_joint: Reader) -> None:
    axis = read_joint("<damping_const_constraint_axis1>2</damping_const_constraint_axis1>").hinge("j").axes[0]
    assert (axis.friction, axis.damping) == (2.0, None)


# ---------------------------------------------------------------- motors


def test_gains_are_per_second(read_joint: Reader) -> None:
    """MARS integrates and differentiates by milliseconds. A thousandth keeps its digits."""
    actuator = read_joint("", motor("<p>5</p><i>0.0007</i><d>1.1</d>")).joint("j").actuators[0]
    assert actuator.gains is not None
    assert (actuator.gains.p, actuator.gains.i, actuator.gains.d) == (5.0, 0.7, 0.0011)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ("<minPosition>-1</minPosition><maxPosition>2</maxPosition><position>0.5</position>", (-1.0, 2.0, 0.5)),
        ("<minValue>-1</minValue><maxValue>2</maxValue>", (-1.0, 2.0, None)),
        ("<min_val>-1</min_val><max_val>2</max_val><value>0.5</value>", (-1.0, 2.0, 0.5)),
        ("<min_val>-9</min_val><minPosition>-1</minPosition>", (-1.0, math.pi, None)),
        ("", (-math.pi, math.pi, None)),
    ],
)
def test_ranges_have_had_three_names(read_joint: Reader, inside: str, expected: tuple[float, ...]) -> None:
    actuator = read_joint("", motor(inside)).joint("j").actuators[0]
    assert (actuator.command_lower, actuator.command_upper, actuator.initial_command) == expected


@pytest.mark.parametrize(
    ("kind", "command", "output"),
    [
        ("1", "position", "velocity"),
        ("PID", "position", "velocity"),
        ("generic_dc", "velocity", "velocity"),
        ("7", "effort", "effort"),
        ("POSITION", "position", "velocity"),
    ],
)
def test_types_of_motors(read_joint: Reader, kind: str, command: str, output: str) -> None:
    actuator = read_joint("", motor("<motorMaxForce>4</motorMaxForce><maximumVelocity>3</maximumVelocity>", kind)).joint("j").actuators[0]
    assert (actuator.command, actuator.output, actuator.max_effort, actuator.max_velocity) == (command, output, 4.0, 3.0)


def test_a_motor_without_joint_drives_nothing(read_joint: Reader) -> None:
    result = read_joint("", "<motor><jointIndex>7</jointIndex></motor>")
    assert (result.joint("j").actuators, result.codes("warning")) == ((), ["motor-idle-ineffective"])


# ---------------------------------------------------------------- what MARS refuses


@pytest.mark.parametrize(
    ("change", "because"),
    [
        ({"kind": "istruct-spine"}, "MARS makes no joints of type istruct-spine."),
        ({"ends": (0, 2)}, "The scene has no node 0. MARS crashes when it looks for it."),
        ({"axis": (0, 0, 0)}, "`axis1` has no direction. MARS needs one even for ball joints."),
        ({"ends": (1, 1)}, "Both nodes belong to one group, which is one rigid body."),
    ],
)
def test_joints_that_mars_does_not_make_are_left_out(read_joint: Reader, change: dict[str, object], because: str) -> None:
    result = read_joint(**change)
    assert result.scene.joints == ()
    assert [(each.level, each.because) for each in result.findings if each.code == "joint-refused"] == [("error", because)]


def test_a_joint_between_things_that_stand_still_does_nothing(read_joint: Reader) -> None:
    result = read_joint(nodes=node("a", more=index(1), movable=False) + node("b", (2, 0, 0), index(2), movable=False))
    assert (result.scene.joints, "joint-static-ineffective" in result.codes()) == ((), True)
