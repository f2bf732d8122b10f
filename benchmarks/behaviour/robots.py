"""The robots of docs/behaviour.md: well-known ones of each format, named by their files in the shared corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.mujoco_results import corpus
from benchmarks.mutation.conversions import SHARED

CORPUS = (SHARED / "corpus").resolve()


class Robot(NamedTuple):
    """A file of the corpus. label: which of several readings of an RSG file. stands: whether it stands still in its own simulator, on a
    floor of its own and held by servos of its own."""

    title: str
    format: str
    file: str
    label: str = ""
    stands: bool = False


class Scene(NamedTuple):
    """A robot that is there. reading: options for `scenec.read`."""

    robot: Robot
    path: Path
    reading: dict[str, Any]


ROBOTS = (
    Robot("NAO V6", "simrobot", "bhuman-2024/Scenes/BH.ros2", stands=True),
    Robot("Booster K1", "simrobot", "bhuman-2025-k1/Scenes/K1/Booster.ros2", stands=True),
    Robot("NAO (2013)", "simrobot", "bhuman-2013/Scenes/BH2013.ros2", stands=True),
    Robot("SimpleVehicle", "simrobot", "simrobot-demo-2025/Scenes/SimpleVehicle.ros2"),
    Robot("UR10", "sdformat", "models/ur10/ur10.sdf"),
    Robot("double pendulum", "sdformat", "models/double_pendulum_with_base/model.sdf"),
    Robot("simple gripper", "sdformat", "models/simple_gripper/model.sdf"),
    Robot("cart with suspension", "sdformat", "models/cart_soft_suspension/model.sdf"),
    Robot("Pioneer 3-AT", "sdformat", "models/pioneer3at/model.sdf"),
    Robot("quadruped", "mars", "exporter/b2014_quadruped/quadruped.scene"),
    Robot("snake", "mars", "exporter/b2014_snake/snake.scene"),
    Robot("biped", "mars", "exporter/b2012oct_biped/biped.scene"),
    Robot("PA-10", "mars", "real/pa10/pa10.scene"),
    Robot("NAO (SimSpark)", "rsg", "simspark-spl/rsg/agent/nao/nao.rsg", "nao_nao_boxes"),
    Robot("NAO V4 (SimSpark)", "rsg", "simspark-spl/rsg/agent/naov4/nao.rsg", "naov4_nao_boxes"),
    Robot("soccerbot", "rsg", "simspark-spl/rsg/agent/soccerbot058/soccerbot.rsg", "soccerbot058"),
    Robot("KUKA iiwa", "urdf", "real/bullet3/data/kuka_iiwa/model.urdf"),
    Robot("Franka Panda", "urdf", "real/moveit_resources/panda_description/urdf/panda.urdf"),
    Robot("WidowX", "urdf", "real/bullet3/data/widowx/widowx.urdf"),
    Robot("R2D2", "urdf", "real/bullet3/data/r2d2.urdf"),
    Robot("Unitree Go2", "urdf", "real/unitree_ros/robots/go2_description/urdf/go2_description.urdf"),
    Robot("Unitree H1", "urdf", "real/unitree_ros/robots/h1_description/urdf/h1.urdf"),
    Robot("MuJoCo humanoid", "mjcf", "real/mujoco/test/engine/testdata/solver/humanoid.xml"),
    Robot("Unitree G1", "mjcf", "real/unitree_mujoco/unitree_robots/g1/g1_23dof.xml"),
    Robot("Unitree R1", "mjcf", "real/unitree_mujoco/unitree_robots/r1/scene.xml"),
    Robot("Kinova Jaco", "mjcf", "real/dm_control/dm_control/mjcf/test_assets/robot_arm.xml"),
    Robot("Shadow Hand", "mjcf", "real/mujoco/mjx/mujoco/mjx/test_data/shadow_hand/scene_right.xml"),
    Robot("walker", "mjcf", "real/Gymnasium/gymnasium/envs/mujoco/assets/walker2d_v5.xml"),
    Robot("cart-pole", "mjcf", "real/mujoco_playground/mujoco_playground/_src/dm_control_suite/xmls/cartpole.xml"),
    Robot("ant", "mjcf", "real/Gymnasium/gymnasium/envs/mujoco/assets/ant.xml"),
)


def scenes(files: Sequence[Path], only: str = "") -> Iterator[Scene]:
    """Yield the files that were named, or the robots of the table that the corpus has. only: a part of their titles."""
    if files:
        yield from (Scene(Robot(path.stem, "", str(path)), path, {"lenient": True}) for path in files)
        return
    wanted = [robot for robot in ROBOTS if only.lower() in robot.title.lower()]
    found: dict[Robot, Scene] = {}
    for format_name in dict.fromkeys(robot.format for robot in wanted):
        for _, name, path, reading in corpus([format_name], None):
            for robot in wanted:
                if path.resolve() == CORPUS / format_name / robot.file and robot.label in name:
                    found.setdefault(robot, Scene(robot, path, reading))
    yield from (found[robot] for robot in wanted if robot in found)
