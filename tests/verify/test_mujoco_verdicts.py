"""`--verify` of a result in MJCF asks MuJoCo, which names bodies and joints alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.output import Output
from scenec.verify.consumers import Verdict
from scenec.verify.mujoco_verdicts import mujoco_verdicts
from scenec.verify.staging import staged
from tests.verify.test_verdicts import said

ROOT = Path(__file__).parents[2]
ARM = """<mujoco><worldbody><body name="base" pos="0 0 1"><freejoint/><inertial pos="0 0 0" mass="2" diaginertia="1 1 1"/>
  <body name="fore" pos="1 0 0"><inertial pos=".5 0 0" mass="3" diaginertia=".5 .8 .9"/>
    <joint name="slide" type="slide" axis="1 0 0"/><joint name="elbow" axis="0 1 0" range="-60 90"/></body></body></worldbody></mujoco>"""


def verdict(text: str, folder: Path, ours: dict[str, Any] | None) -> Verdict:
    with staged(Output("arm.xml", {"arm.xml": text.encode()}), str(folder / "arm.xml"), ()) as place:
        (found,) = mujoco_verdicts(place, (lambda: ours) if ours else None)
    return found


def summary(folder: Path, **changes: Any) -> dict[str, Any]:
    path = folder / "arm.xml"
    path.write_text(ARM)
    scene = scenec.read(path)[0]
    ours: dict[str, Any] = (scene.replace("base::fore", **changes) if changes else scene).physics().to_json()
    return ours


def test_mujoco_sees_an_arm_as_we_do_with_both_joints_of_a_body(tmp_path: Path) -> None:
    found = verdict(ARM, tmp_path, summary(tmp_path))
    assert (found.consumer, found.outcome, found.message, found.compared) == ("MuJoCo", "accepted", "", True)


def test_another_mass_than_we_read_is_reported_with_its_link(tmp_path: Path) -> None:
    (difference,) = verdict(ARM, tmp_path, summary(tmp_path, mass=3.5)).differences
    assert difference.text == "link base::fore: mass is 3, not 3.5"


@pytest.mark.parametrize(
    ("there", "instead", "message"),
    [
        ('axis="0 1 0" range', 'axis="1 0 0" range', "joint base::elbow: axis 1 is (1, 0, 0), not (0, 1, 0)"),
        ("-60 90", "-60 120", "joint base::elbow: upper limit 1 is 2.09439510239, not 1.57079632679"),
        ('name="elbow"', 'name="wrist"', "joint base::elbow: presence is missing, not there"),
        ('pos="1 0 0"', 'pos="2 0 0"', "link base::fore: position is (2, 0, 1), not (1, 0, 1)"),
    ],
)
def test_what_mujoco_sees_otherwise_is_reported(there: str, instead: str, message: str, tmp_path: Path) -> None:
    assert message in [each.text for each in verdict(ARM.replace(there, instead), tmp_path, summary(tmp_path)).differences]


def test_a_file_that_mujoco_refuses_is_reported_in_its_words(tmp_path: Path) -> None:
    found = verdict(ARM.replace('mass="3"', 'mass="-3"'), tmp_path, None)
    assert found.outcome == "rejected"
    assert "mass" in found.message
    assert "/tmp" not in found.message


def test_a_conversion_asks_mujoco(tmp_path: Path) -> None:
    report = scenec.convert(ROOT / "fixtures" / "humanoid" / "humanoid.ros2", tmp_path / "x.xml", to="mjcf", verify=True)
    assert said(report)["MuJoCo"] == "consumer-accepted"
