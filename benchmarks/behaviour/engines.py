"""The table of docs/behaviour.md about robots in two engines: ``python -m benchmarks.behaviour.engines``; ``--write`` puts it there.

Each robot is converted with ``--ready`` to SDFormat and to MJCF, and left alone in Gazebo's physics (DART) and in MuJoCo. No plugins run in
the oracle of Gazebo's physics, so MuJoCo's actuators are off. Exit status 1 if a robot ends another way in DART than in MuJoCo.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import scenec
from benchmarks.behaviour import gazebo
from benchmarks.behaviour.passive import turn_to_link
from benchmarks.behaviour.robots import CORPUS
from benchmarks.behaviour.sections import ENGINES, write_part
from benchmarks.tables import table
from scenec.simulate.verdicts import FASTEST, FREE_FALL, MOST_MOVED

SECONDS = 2.0


class Robot(NamedTuple):
    """A robot of the corpus. base: its link; fixed: whether the base is fixed to the world; mount: whether by a joint of ours, as people do
    with arms; note: what it stands for; remark: a sentence for the page."""

    title: str
    file: str
    base: str
    parameters: tuple[str, ...] = ()
    fixed: bool = False
    mount: bool = False
    note: str = ""
    remark: str = ""


ROBOTS = (
    Robot("NAO V6", "simrobot/bhuman-2024/Scenes/BH.ros2", "robot5"),
    Robot(
        "MuJoCo humanoid",
        "mjcf/real/mujoco/test/engine/testdata/solver/humanoid.xml",
        "torso",
        remark="Its feet are capsules, which sink into planes in DART.",
    ),
    Robot("Franka Panda", "urdf/real/moveit_resources/panda_description/urdf/panda.urdf", "panda_link0", fixed=True, mount=True),
    Robot(
        "Talos",
        "mjcf/real/loco-mujoco/loco_mujoco/environments/data/talos/talos.xml",
        "pelvis",
        remark="Its thighs have meshes only, which touch nothing here.",
    ),
    Robot(
        "PR2",
        "sdformat/test_models/pr2.sdf",
        "base_footprint",
        remark="Parts of its grippers fall off in DART, in the source as in the result. DART leaves out all joints of a child but one.",
    ),
    Robot("Unitree Go2", "urdf/real/unitree_ros/robots/go2_description/urdf/go2_description.urdf", "base"),
    Robot(
        "UR10e",
        "urdf/real/Universal_Robots_ROS2_Description/ur_description/urdf/ur.urdf.xacro",
        "base_link_inertia",
        ("name:=ur", "ur_type:=ur10e"),
        fixed=True,
        note="for a UR5e",
    ),
    Robot("ABB IRB 6640", "urdf/real/abb/abb_irb6600_support/urdf/irb6640.urdf", "base_link", fixed=True, mount=True, note="for a Motoman"),
)


class Ended(NamedTuple):
    """A robot after SECONDS. height: of its base (m); start: its first height; speed: of the fastest link (m/s); fastest: on the way;
    problem: why there is none of these."""

    height: float = 0.0
    start: float = 0.0
    speed: float = 0.0
    fastest: float = 0.0
    problem: str = ""

    @property
    def word(self) -> str:
        """How the robot ended: refused, crash, explodes, drops (nothing is below it), falls, stands."""
        if self.problem:
            return self.problem
        if not self.fastest - 9.81 * SECONDS < FASTEST:
            return "explodes"
        sunk = self.start - self.height
        if sunk > FREE_FALL * 9.81 / 2 * SECONDS**2:
            return "drops"
        return "falls" if abs(sunk) > MOST_MOVED else "stands"


class Compared(NamedTuple):
    """A robot in both engines."""

    robot: Robot
    dart: Ended
    mujoco: Ended

    @property
    def agree(self) -> bool:
        return self.dart.word == self.mujoco.word and self.dart.word != "explodes" and not self.dart.problem


def mounted(text: str, base: str) -> str:
    """Return a URDF text with a joint that fixes the base to a link `world`."""
    robot = ET.fromstring(text)
    ET.SubElement(robot, "link", {"name": "world"})
    joint = ET.SubElement(robot, "joint", {"name": "mount", "type": "fixed"})
    ET.SubElement(joint, "parent", {"link": "world"})
    ET.SubElement(joint, "child", {"link": base})
    return ET.tostring(robot, encoding="unicode")


def moving_parts(text: str, base: str) -> str:
    """Return an SDFormat text with what the oracle simulates: without visuals, sensors, lights, plugins and meshes.

    The base comes first. Joints have no velocity limits, which MuJoCo lacks. Tensors stand in the axes of links, since
    ignition-physics 5 turns them twice. Raises KeyError if there is no such base.
    """
    tree = ET.fromstring(text)
    for parent in list(tree.iter()):
        for child in list(parent):
            mesh = child.tag == "collision" and child.find("geometry/mesh") is not None
            if mesh or child.tag in ("visual", "sensor", "light", "plugin") or (parent.tag == "limit" and child.tag == "velocity"):
                parent.remove(child)
    for inertial in tree.iter("inertial"):
        turn_to_link(inertial)
    for world in tree.iter("world"):
        for model in world.findall("model"):
            if (link := model.find(f"link[@name='{base}']")) is not None:
                world.remove(model)
                world.insert(0, model)
                model.remove(link)
                model.insert(0, link)
                return ET.tostring(tree, encoding="unicode")
    raise KeyError(base)


def in_dart(file: Path, base: str, gzstep: Path) -> Ended:
    """Leave the robot of an SDFormat file alone in Gazebo's physics."""
    bare = file.with_name("moving.sdf")
    bare.write_text(moving_parts(file.read_text(encoding="utf-8"), base), encoding="utf-8")
    done = subprocess.run(
        [str(gzstep), str(bare), "--seconds", str(SECONDS)], capture_output=True, text=True, errors="replace", check=False
    )
    last = done.stdout.strip().rpartition("\n")[2]
    found = json.loads(last) if last.startswith("{") else {}
    if found.get("refused"):
        return Ended(problem="refused")
    if "first_link" not in found:
        return Ended(problem="crash")
    if found["nan"]:
        return Ended(problem="explodes")
    return Ended(found["first_link"]["z1"], found["first_link"]["z0"], found["speed_at_end"], found["fastest"])


def in_mujoco(file: Path, base: str) -> Ended:
    """Leave the robot of an MJCF file alone in MuJoCo, without actuators and contacts of meshes."""
    import mujoco
    import numpy as np

    model = mujoco.MjModel.from_xml_path(str(file))
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_ACTUATION)
    meshes = model.geom_type == int(mujoco.mjtGeom.mjGEOM_MESH)
    model.geom_contype[meshes] = model.geom_conaffinity[meshes] = 0
    data, velocity, fastest, speed = mujoco.MjData(model), np.zeros(6), 0.0, 0.0
    mujoco.mj_forward(model, data)
    place = model.body(base).id
    start = float(data.xpos[place][2])
    for _ in range(round(SECONDS / model.opt.timestep)):
        mujoco.mj_step(model, data)
        speed = 0.0
        for body in range(1, model.nbody):
            mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_XBODY, body, velocity, 0)
            speed = max(speed, float(np.linalg.norm(velocity[3:])))
        fastest = max(fastest, speed)
        if not np.isfinite(data.qvel).all():
            return Ended(problem="explodes")
    return Ended(float(data.xpos[place][2]), start, speed, fastest)


def compared(robot: Robot, gzstep: Path, folder: Path) -> Compared:
    """Convert a robot and leave it alone in both engines."""
    source = CORPUS / robot.file
    reading: dict[str, Any] = {"parameters": list(robot.parameters)} if robot.parameters else {}
    if robot.mount:
        text = mounted(source.read_text(encoding="utf-8"), robot.base)
        source = folder / source.name
        source.write_text(text, encoding="utf-8")
    results = folder / "robot.sdf", folder / "robot.xml"
    for result, target in zip(results, ("sdformat", "mjcf"), strict=True):
        scenec.convert(source, result, to=target, ready=True, **reading)
    return Compared(robot, in_dart(results[0], robot.base, gzstep), in_mujoco(results[1], robot.base))


def section(robots: Sequence[Compared]) -> str:
    """Return the part of the page, without its heading."""
    head = (
        "robot",
        "in DART",
        "in MuJoCo",
        "base at start (m)",
        "base in DART (m)",
        "base in MuJoCo (m)",
        "speed in DART (m/s)",
        "speed in MuJoCo (m/s)",
    )
    numbers = [[each.mujoco.start, each.dart.height, each.mujoco.height, each.dart.speed, each.mujoco.speed] for each in robots]
    rows = [
        (_title(each.robot), *(_word(each.robot, ended) for ended in (each.dart, each.mujoco)), *(f"{number:.3f}" for number in line))
        for each, line in zip(robots, numbers, strict=True)
    ]
    return "\n".join(
        [
            "*Made by `python -m benchmarks.behaviour.engines --write`; do not edit.*",
            "",
            f"Each robot was converted with `--ready` to SDFormat and to MJCF and left alone for {SECONDS:g} s. The oracle of Gazebo's",
            "physics runs no plugins and has no meshes. So no motors act in either engine, and meshes touch nothing. MuJoCo lacks velocity",
            "limits of joints, so they are off in DART. ignition-physics 5 turns inertia tensors twice, so they are in axes of links.",
            "The bases of arms are fixed to the world. Speeds are those of the fastest link after the run. Chains without motors move",
            "chaotically: engines agree on whether they fall or hang, and not on how they lie or swing in the end.",
            "",
            table(head, rows, 3),
            "",
            *(f"- {each.robot.title}: {each.robot.remark}" for each in robots if each.robot.remark),
        ]
    )


def _word(robot: Robot, ended: Ended) -> str:
    return "hangs" if robot.fixed and ended.word == "stands" else ended.word


def _title(robot: Robot) -> str:
    return f"{robot.title} ({robot.note})" if robot.note else robot.title


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gzstep", type=Path, metavar="FILE", help="the oracle of Gazebo's physics (default: that of ../shared)")
    parser.add_argument("--only", default="", metavar="TEXT", help="robots whose title has this in it")
    parser.add_argument("--write", action="store_true", help="write the part of docs/behaviour.md")
    options = parser.parse_args()
    robots = []
    with tempfile.TemporaryDirectory() as made:
        gzstep, why = (options.gzstep, "") if options.gzstep else gazebo.program(Path(made), install=True)
        if gzstep is None:
            print(f"nothing to compare: {why}")
            return 2
        for robot in ROBOTS:
            if options.only.lower() in robot.title.lower() and (CORPUS / robot.file).is_file():
                with tempfile.TemporaryDirectory() as folder:
                    robots.append(compared(robot, gzstep, Path(folder)))
                print(f"{robot.title}: {robots[-1].dart} {robots[-1].mujoco}", flush=True)
    print("\n" + section(robots))
    if options.write and not options.only:
        write_part(ENGINES, section(robots))
    return 0 if robots and all(each.agree for each in robots) else 1


if __name__ == "__main__":
    sys.exit(main())
