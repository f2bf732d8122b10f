"""Hinges and sliders: where they are, how far they go, what drives them."""

from __future__ import annotations

import math

import pytest

from scenec import ir
from scenec.errors import ReadError
from tests.converters.simrobot.conftest import MASS, Reader, Result


@pytest.fixture
def read_joint(read_scene: Reader) -> Reader:
    """The joint `h` between two bodies; `axis` is its Axis element's inside, `placing` stands in the joint."""

    def read(axis: str, placing: str = "", *, kind: str = "Hinge", direction: str = 'y="1"', **options: object) -> Result:
        joint = f'<{kind} name="h">{placing}<Axis {direction}>{axis}</Axis><Body name="b">{MASS}<Translation z="-0.15"/></Body></{kind}>'
        result: Result = read_scene(f'<Body name="a">{MASS}<Translation z="1.2"/>{joint}</Body>', **options)
        return result

    return read


def axis_of(result: Result) -> ir.Axis:
    return result.joint("h").axes[0]


def limits_of(result: Result) -> ir.Limits:
    limits = axis_of(result).limits
    assert limits
    return limits


def test_numbers_stay_as_written_because_each_stands_in_its_own_frame(read_joint: Reader) -> None:
    result = read_joint("", '<Translation z="-0.2"/><Rotation x="30degree"/>')
    joint, parent, child = result.joint("h"), result.link("a"), result.link("b")
    assert joint.pose
    assert (joint.parent, joint.child, joint.relative_to) == (parent.id, child.id, parent.id)
    assert joint.pose.position == (0.0, 0.0, -0.2)
    assert joint.pose.rotation.rpy == (math.radians(30), 0.0, 0.0)
    assert (child.relative_to, child.pose) == (joint.id, ir.Pose((0.0, 0.0, -0.15)))


def test_bodies_that_hang_together_are_one_model(read_joint: Reader) -> None:
    scene = read_joint("").scene
    assert [(model.name, model.static, model.self_collide) for model in scene.models] == [("a", False, False)]
    assert {link.model for link in scene.links} == {scene.models[0].id}


def test_the_file_describes_zero_and_init_is_where_it_starts(read_joint: Reader) -> None:
    """The example of a forearm: elbow at 1 m, 0.15 m down, raised by 30 degrees about y."""
    result = read_joint('<Deflection min="0degree" max="120degree" init="30degree"/>', '<Translation z="-0.2"/>')
    assert axis_of(result).initial == math.radians(30)
    assert (limits_of(result).lower, limits_of(result).upper) == (0.0, math.radians(120))
    forearm = result.scene.physics().to_json()["links"][1]
    assert forearm["pose"][:3] == pytest.approx([-0.075, 0.0, 1 - 0.15 * math.cos(math.radians(30))])


def test_an_axis_without_direction_is_x(read_joint: Reader) -> None:
    assert axis_of(read_joint("", direction="")).xyz == (1.0, 0.0, 0.0)
    assert axis_of(read_joint("", direction='x="0" z="-2"')).xyz == (0.0, 0.0, -2.0)


def test_no_deflection_is_no_limit(read_joint: Reader) -> None:
    assert axis_of(read_joint("")).limits is None
    unlimited = limits_of(read_joint('<Deflection min="-inf" max="1"/>'))
    assert (unlimited.lower, unlimited.upper) == (None, 1.0)


def test_a_minimum_above_the_maximum_locks_the_joint_at_the_maximum(read_joint: Reader) -> None:
    result = read_joint('<Deflection min="2" max="1"/>')
    assert (limits_of(result).lower, limits_of(result).upper) == (1.0, 1.0)
    assert [(finding.code, finding.level) for finding in result.findings] == [("joint-limit-minimum-ineffective", "warning")]


def test_inactive_limits_stop_a_hinge_no_more_but_still_a_slider(read_joint: Reader) -> None:
    inactive = '<Deflection min="0" max="1" isActive="false"/>'
    assert limits_of(read_joint(inactive)).active == False  # noqa: E712 - traced, so not the singleton
    slider = read_joint(inactive, kind="Slider")
    assert limits_of(slider).active is None
    assert slider.codes() == ["joint-limit-inactive-ineffective"]
    physics = read_joint(inactive).scene.physics().to_json()["joints"][0]["axes"][0]
    assert (physics["lower"], physics["upper"]) == (None, None)


def test_a_slider_counts_in_metres_and_has_no_init(read_joint: Reader) -> None:
    result = read_joint('<Deflection min="-5cm" max="5cm"/><VelocityMotor maxVelocity="36km/h" maxForce="5N"/>', kind="Slider")
    assert result.joint("h").type == "prismatic"
    assert limits_of(result).upper == 0.05
    assert result.joint("h").actuators[0].max_velocity == 10.0
    with pytest.raises(ReadError, match='Unexpected attribute "init"'):
        read_joint('<Deflection min="0" max="1" init="0"/>', kind="Slider")


def test_a_servo_turns_a_position_error_into_a_velocity(read_joint: Reader) -> None:
    servo = read_joint('<ServoMotor maxVelocity="360degree/s" maxForce="5N" p="10" i="0.1" d="0.2"/>').joint("h").actuators[0]
    assert (servo.kind, servo.command, servo.output) == ("ServoMotor", "position", "velocity")
    assert servo.gains == ir.Gains(p=10.0, i=0.1, d=0.2)
    assert (servo.max_velocity, servo.max_effort) == (math.radians(360), 5.0)


def test_what_only_simrobot_motors_have_is_kept_for_simrobot(read_joint: Reader) -> None:
    servo = read_joint('<ServoMotor maxVelocity="1" maxForce="1" p="1" isNaoMotor="true" fudgeFactor="-1"/>').joint("h").actuators[0]
    assert [(extra.key, extra.value) for extra in servo.extras] == [("ServoMotor/isNaoMotor", True)]
    pt2 = read_joint('<PT2Motor T="1" D="2" K="3" V="4" F="5"/>').joint("h").actuators[0]
    assert (pt2.max_velocity, pt2.max_effort) == (4.0, 5.0)
    assert [extra.value for extra in pt2.extras] == [1.0, 2.0, 3.0]


def test_softness_of_axis_and_stops_is_read(read_joint: Reader) -> None:
    result = read_joint('<Deflection min="0" max="1" stopCFM="0.1" stopERP="0.2"/>', direction='x="1" cfm="0.3"')
    dynamics = axis_of(result).dynamics
    assert dynamics
    assert (dynamics.cfm, limits_of(result).stop_cfm, limits_of(result).stop_erp) == (0.3, 0.1, 0.2)


def test_a_joint_in_a_compound_hangs_from_the_world(read_scene: Reader) -> None:
    door = f'<Hinge name="h"><Translation x="1"/><Axis z="1"/><Body name="door">{MASS}<Translation y="0.5"/></Body></Hinge>'
    result = read_scene(f'<Compound name="house"><Translation z="2"/>{door}</Compound>')
    joint, model = result.joint("h"), result.scene.models[0]
    assert (joint.parent, joint.relative_to, model.name) == (ir.WORLD, model.id, "door")
    assert result.scene.physics().to_json()["joints"][0]["anchor"] == [1.0, 0.0, 2.0]
    assert result.scene.physics().to_json()["links"][0]["pose"][:3] == [1.0, 0.5, 2.0]


@pytest.mark.parametrize(
    ("joint", "message"),
    [
        (f'<Hinge><Body name="b">{MASS}</Body></Hinge>', 'Expected element "Axis" as child'),
        ("<Hinge><Axis/></Hinge>", 'Expected element "Body" as child'),
        (
            f'<Hinge><Axis/><Body name="b">{MASS}</Body><Body name="c">{MASS}</Body></Hinge>',
            'Unexpected element "Body"; Hinge takes only one',
        ),
        (f'<Hinge><Axis><Deflection min="0"/></Axis><Body name="b">{MASS}</Body></Hinge>', 'Expected attribute "max"'),
        (
            f'<Hinge><Axis><ServoMotor maxVelocity="1rpm" maxForce="5" p="3"/></Axis><Body name="b">{MASS}</Body></Hinge>',
            'Unexpected unit "rpm"',
        ),
    ],
)
def test_incomplete_joints_are_refused(read_scene: Reader, joint: str, message: str) -> None:
    with pytest.raises(ReadError, match=r"scene\.ros2:4:\d+: " + message):
        read_scene(f'<Body name="a">{MASS}{joint}</Body>')
