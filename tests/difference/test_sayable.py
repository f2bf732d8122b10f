"""Between formats only what both can say is compared: a motor that one format lacks is no difference, another torque is."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from tests.cli.conftest import ARM, SERVO, put

ROOT = Path(__file__).parents[2]
SDF = """<sdf version="1.9"><world name="w">{world}<model name="m">
<link name="a"><inertial><mass>1</mass></inertial></link>
<link name="b"><pose>0 0 1 0 0 0</pose><inertial><mass>{mass}</mass></inertial>{sensor}</link>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz>{axis}</axis></joint>
</model></world></sdf>
"""


def text(*, mass: str = "1", world: str = "", sensor: str = "", axis: str = "") -> str:
    return SDF.format(mass=mass, world=world, sensor=sensor, axis=axis)


def differences(tmp_path: Path, source: str, target: str) -> list[tuple[str, str, str]]:
    """Return what differs after a conversion, except names and structure."""
    scenec.convert(tmp_path / source, tmp_path / target)
    found = scenec.diff(tmp_path / source, tmp_path / target)
    return [(item.change, item.kind, item.aspect) for item in found.items if item.change not in ("renamed", "restructured")]


@pytest.mark.findings("actuator-dropped")
def test_a_motor_that_the_other_format_lacks_is_counted_and_not_reported(tmp_path: Path) -> None:
    source = put(tmp_path, "arm.ros2", ARM.format(motor=SERVO))
    assert differences(tmp_path, source, "arm.sdf") == []
    assert scenec.diff(tmp_path / source, tmp_path / "arm.sdf").unstated > 0


@pytest.mark.findings("*", reason="the other format lacks parts; what diff says of that is judged")
@pytest.mark.parametrize(
    ("parts", "target"),
    [
        ({"axis": "<dynamics><damping>0.5</damping><friction>0.1</friction></dynamics>"}, "m.ros2"),
        ({"axis": "<dynamics><spring_stiffness>4</spring_stiffness><spring_reference>0.1</spring_reference></dynamics>"}, "m.rsg"),
        ({"axis": "<limit><lower>-1</lower><upper>1</upper><effort>5</effort><velocity>2</velocity></limit>"}, "m.ros2"),
        ({"sensor": '<sensor name="s" type="altimeter"/>'}, "m.ros2"),
        ({"world": "<wind><linear_velocity>1 0 0</linear_velocity></wind>"}, "m.rsg"),
        ({"world": '<plugin name="p" filename="libp.so"/>'}, "m.rsg"),
    ],
)
def test_what_has_no_place_in_the_other_format_is_no_difference(tmp_path: Path, parts: dict[str, str], target: str) -> None:
    assert differences(tmp_path, put(tmp_path, "m.sdf", text(**parts)), target) == []


def test_between_files_of_one_format_all_of_it_is_reported(tmp_path: Path) -> None:
    put(tmp_path, "a.sdf", text())
    put(tmp_path, "b.sdf", text(axis="<dynamics><damping>0.5</damping></dynamics>", sensor='<sensor name="s" type="altimeter"/>'))
    found = {(item.change, item.kind, item.aspect) for item in scenec.diff(tmp_path / "a.sdf", tmp_path / "b.sdf").items}
    assert found == {("changed", "joint", "damping"), ("added", "sensor", "")}


@pytest.mark.findings("physics-update-rate-dropped")
def test_what_both_can_say_is_compared(tmp_path: Path) -> None:
    put(tmp_path, "a.sdf", text())
    scenec.convert(tmp_path / "a.sdf", tmp_path / "a.ros2")
    put(tmp_path, "a.sdf", text(mass="2"))
    found = [(item.kind, item.aspect) for item in scenec.diff(tmp_path / "a.sdf", tmp_path / "a.ros2").items if item.change == "changed"]
    assert ("link", "mass") in found


@pytest.mark.findings("actuator-dropped")
def test_a_torque_that_both_files_state_is_compared_though_one_states_it_of_a_motor(tmp_path: Path) -> None:
    put(tmp_path, "arm.ros2", ARM.format(motor=SERVO))
    scenec.convert(tmp_path / "arm.ros2", tmp_path / "arm.sdf")
    sdf = (tmp_path / "arm.sdf").read_text()
    assert "<effort>2</effort>" in sdf
    (tmp_path / "arm.sdf").write_text(sdf.replace("<effort>2</effort>", "<effort>3</effort>"))
    assert [(item.aspect, item.after) for item in scenec.diff(tmp_path / "arm.ros2", tmp_path / "arm.sdf").items] == [
        ("maximum effort", 3.0)
    ]


@pytest.mark.findings("*", reason="the other format lacks parts; what diff says of that is judged")
def test_a_joint_that_the_other_format_lacks_is_reported_since_the_robot_moves_otherwise(tmp_path: Path) -> None:
    found = differences(tmp_path, str(ROOT / "fixtures/sdformat/joints.sdf"), "joints.ros2")
    assert {kind for change, kind, _ in found} == {"joint"}
    assert {change for change, _, _ in found} == {"removed"}
