"""Robots that stand in SimRobot stand in MuJoCo: their servos hold them where the file starts, and without these they fall.

Nothing is set for a robot: gains come from inertias and the step by one rule (`mjcf/write/servo_gains.py`).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import mujoco
import pytest

import scenec

pytestmark = pytest.mark.findings("*", reason="MuJoCo judges the result")
ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus" / "simrobot"
ROBOTS = {
    "NAO": CORPUS / "bhuman-2024" / "Scenes" / "BH.ros2",
    "K1": CORPUS / "bhuman-2025-k1" / "Scenes" / "K1" / "Booster.ros2",
    "humanoid": ROOT / "fixtures" / "humanoid" / "humanoid.ros2",
}
SECONDS = 2.0
FARTHEST, MOST_TURN, MOST_OF_A_JOINT = 0.02, 5.0, 0.05
"""How far the torso may move (m) and turn (degrees), and a joint move (rad or m)."""


class Moved(NamedTuple):
    """End of the robot with the most joints. distance (m) and turn (degrees): of its torso; joint: of the joint that moved most."""

    distance: float
    drop: float
    turn: float
    joint: float


def loaded(name: str, folder: Path) -> Any:
    """The compiled model of a robot's scene."""
    if not ROBOTS[name].exists():
        pytest.skip(f"the scene of {name} is not beside this checkout")
    scenec.convert(ROBOTS[name], folder / "robot.xml", to="mjcf", lenient=True)
    return mujoco.MjModel.from_xml_path(str(folder / "robot.xml"))


def simulated(model: Any, *, servos: bool) -> Moved:
    import numpy as np

    model.opt.disableflags = 0 if servos else int(mujoco.mjtDisableBit.mjDSBL_ACTUATION)
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, model.key("home").id)
    mujoco.mj_forward(model, data)
    roots = [int(model.body_rootid[model.jnt_bodyid[i]]) for i in range(model.njnt)]
    torso = max(set(roots), key=roots.count)
    place, turn, start = data.xpos[torso].copy(), data.xquat[torso].copy(), data.qpos.copy()
    while data.time < SECONDS:
        mujoco.mj_step(model, data)
    hinges = [model.jnt_qposadr[i] for i in range(model.njnt) if roots[i] == torso and model.jnt_type[i] in (2, 3)]
    angle = 2 * np.degrees(np.arccos(min(1.0, abs(float(np.dot(turn, data.xquat[torso]))))))
    distance = float(np.linalg.norm(data.xpos[torso] - place))
    return Moved(distance, float(place[2] - data.xpos[torso][2]), float(angle), float(np.abs(data.qpos[hinges] - start[hinges]).max()))


@pytest.mark.parametrize("name", ROBOTS)
def test_a_robot_stands_where_it_starts(name: str, tmp_path: Path) -> None:
    moved = simulated(loaded(name, tmp_path), servos=True)
    assert moved.distance < FARTHEST
    assert moved.turn < MOST_TURN
    assert moved.joint < MOST_OF_A_JOINT


@pytest.mark.parametrize("name", ROBOTS)
def test_a_robot_falls_without_its_servos(name: str, tmp_path: Path) -> None:
    moved = simulated(loaded(name, tmp_path), servos=False)
    assert moved.drop > 0.1
    assert moved.turn > 45.0


@pytest.mark.parametrize("name", ROBOTS)
def test_commands_start_at_the_positions_of_the_joints(name: str, tmp_path: Path) -> None:
    model = loaded(name, tmp_path)
    home = model.key("home")
    for i in range(model.nu):
        if model.actuator_biasprm[i][1]:  # a position servo
            joint = int(model.actuator_trnid[i][0])
            assert home.ctrl[i] == pytest.approx(home.qpos[model.jnt_qposadr[joint]], abs=1e-12)
