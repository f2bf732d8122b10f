"""`--name-map`: effectors and perceptors get the names that an agent of SimSpark expects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec import ir
from scenec.accounting.finding import Finding
from scenec.errors import UsageError
from tests.adapt.jointed import adapted, body, joint, mechanism

SERVO = ir.Actuator(name="motor", kind="ServoMotor", command="position", output="velocity")
GYRO = ir.Sensor(name="Gyro", type="gyroscope")


def robot(*actuators: ir.Actuator, sensors: tuple[ir.Sensor, ...] = ()) -> ir.Scene:
    head = joint("HeadYaw", "torso", "head", actuators=actuators, sensors=sensors)
    return mechanism(body("torso", sensors=(GYRO,)), body("head"), head)


def renamed(scene: ir.Scene, names: Any) -> tuple[ir.Scene, list[Finding]]:
    return adapted("agent_names", scene, names=names)


@pytest.mark.parametrize("key", ["HeadYaw", "m::HeadYaw"])
def test_a_joint_gets_the_names_of_its_effector_and_perceptor(key: str) -> None:
    scene, findings = renamed(robot(SERVO), {key: {"effector": "he1", "perceptor": "hj1"}})
    (head,) = scene.joints
    assert [each.name for each in head.actuators] == ["he1"]
    assert [(each.name, each.type, each.quantity) for each in head.sensors] == [("hj1", "joint_state", "position")]
    assert [(each.code, each.fate) for each in findings] == [
        ("agent-name-converted", "converted"),
        ("agent-perceptor-defaulted", "defaulted"),
    ]


def test_a_sensor_of_the_joint_is_renamed_and_no_other_is_added() -> None:
    state = ir.Sensor(name="angle", type="joint_state", quantity="position")
    scene, findings = renamed(robot(SERVO, sensors=(state,)), {"HeadYaw": {"perceptor": "hj1"}})
    assert [each.name for each in scene.joints[0].sensors] == ["hj1"]
    assert [(each.value, each.target) for each in findings] == [("angle", "hj1")]


def test_a_sensor_of_a_link_is_renamed() -> None:
    scene, findings = renamed(robot(), {"Gyro": "torso"})
    assert scene.links[0].sensors[0].name == "torso"
    assert [each.subject for each in findings] == ["m::torso::Gyro"]


def test_a_joint_that_nothing_drives_gets_no_effector() -> None:
    scene, (finding,) = renamed(robot(), {"HeadYaw": {"effector": "he1"}})
    assert scene.joints[0].actuators == ()
    assert (finding.code, finding.level) == ("agent-effector-unused", "warning")


@pytest.mark.parametrize(
    ("names", "words"),
    [({"HaedYaw": "he1"}, "HaedYaw"), ({"HeadYaw": {"motor": "he1"}}, "motor"), ({"HeadYaw": 3}, "3"), ({"HeadYaw": {}}, "HeadYaw")],
    ids=["unknown joint", "unknown role", "no name", "no role"],
)
def test_a_map_that_names_nothing_is_refused(names: Any, words: str) -> None:
    with pytest.raises(UsageError, match=words) as refused:
        renamed(robot(), names)
    assert words != "HaedYaw" or "HeadYaw" in str(refused.value), "the nearest name"


def test_the_names_stand_in_the_scene_of_simspark(tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "fixtures" / "humanoid" / "humanoid.ros2"
    report = scenec.convert(source, tmp_path / "robin.rsg", name_map={"LeftKnee": {"effector": "lle4", "perceptor": "llj4"}})
    written = (tmp_path / "robin.rsg").read_text()
    assert "(nd HingeEffector (setName lle4))" in written
    assert "(nd HingePerceptor (setName llj4))" in written
    assert [each.target for each in report.findings if each.code.startswith("agent-")] == ["llj4"], "the effector was not named before"
