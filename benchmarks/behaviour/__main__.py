"""``python -m benchmarks.behaviour`` moves converted robots in MuJoCo, Drake and Gazebo's physics; ``--write`` makes docs/behaviour.md.

The robots are those of `robots.py` that the shared corpus has, or the named files. Passive motion is compared, robots are left alone, and
the servos of the NAO are commanded. Drake and Gazebo's physics are left out, with the reason, where they are missing (``--drake PYTHON``
names an interpreter that has Drake; the oracle of Gazebo's physics is looked for in ../shared). Exit status 1 if a difference is not
explained, a robot explodes or does not stand that must, or a servo does not arrive; 2 if there is nothing to measure.
"""

from __future__ import annotations

import argparse
import math
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import scenec
from benchmarks.behaviour import gazebo
from benchmarks.behaviour.page import Measured, page
from benchmarks.behaviour.robots import Scene, scenes
from benchmarks.behaviour.sections import PAGE, with_parts_of
from benchmarks.behaviour.standing import Commanded, commanded, verdict
from benchmarks.behaviour.swing import COLUMNS, LEAST_MOTION, Consumers, swing
from scenec.verify.compiled import cache_folder

ROBOTS, BRANCHING, TURNED = 20, 5, 3
"""How many robots of the table must swing, have branches, and have turned inertia tensors."""
COMMANDED = "NAO V6"


def drake_python(named: str | None) -> str | None:
    """Return an interpreter that has Drake: the named one, this one, that of the path, or the one that tests/consumers installs."""
    installed = Path(cache_folder(), f"drake-{sys.version_info.major}.{sys.version_info.minor}", "bin", "python")
    for python in filter(None, (named, sys.executable, shutil.which("python3"), str(installed) if installed.exists() else None)):
        if subprocess.run([python, "-c", "import pydrake.multibody.plant"], capture_output=True, check=False).returncode == 0:
            return python
    return None


def consumers(drake: str | None, folder: Path) -> tuple[Consumers, str]:
    """Return the programs beside MuJoCo, and the names and versions of what is there."""
    python = drake_python(drake)
    gzstep, why = gazebo.program(folder)
    found = [f"MuJoCo {version('mujoco')}"]
    missing = {}
    if python:
        ask = "from importlib.metadata import version; print(version('drake'))"
        found.append("Drake " + subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False).stdout.strip())
    if gzstep:
        asked = subprocess.run(["pkg-config", "--modversion", "ignition-physics5"], capture_output=True, text=True, check=False)
        found.append(f"ignition-physics {asked.stdout.strip()} with DART")
    for title in COLUMNS:
        if title.startswith("Drake") and not python:
            missing[title] = "Not measured: Drake is not installed."
        elif not title.startswith("Drake") and not gzstep:
            missing[title] = f"Not measured: {why}."
    return Consumers(python, gzstep, missing), ", ".join(found)


def measure(scene: Scene, programs: Consumers, folder: Path) -> Measured:
    """Measure one robot."""
    moved = swing(scene, programs, folder)
    found, uncertain, problem = None, 0, ""
    try:
        found, uncertain = verdict(scene, folder)
    except scenec.ScenecError as error:
        problem = str(error)[:200]
    robot = scene.robot
    return Measured(robot.title, robot.format, robot.stands, moved, found, uncertain, problem)


def _line(each: Measured) -> str:
    columns = ", ".join(
        f"{title} {column.apart:.1e}{' NOT EXPLAINED' * column.unexplained}" for title, column in each.swing.columns.items()
    )
    word = each.verdict.word if each.verdict else each.problem or "nothing moves"
    return f"{each.title}: {each.swing.joints} joints, moved {each.swing.motion:.2f}, {columns or each.swing.reason}, {word}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="robots (default: those of the table that the shared corpus has)")
    parser.add_argument("--only", default="", metavar="TEXT", help="robots of the table whose title has this in it")
    parser.add_argument("--drake", metavar="PYTHON", help="an interpreter that has Drake")
    parser.add_argument("--write", action="store_true", help="write docs/behaviour.md")
    options = parser.parse_args()
    robots: list[Measured] = []
    servos: list[Commanded] = []
    with tempfile.TemporaryDirectory() as made:
        programs, versions = consumers(options.drake, Path(made))
        asked = f"{versions}; missing: {', '.join(programs.missing) or 'nothing'}"
        print(asked, flush=True)
        for scene in scenes(options.files, options.only):
            with tempfile.TemporaryDirectory() as folder:
                robots.append(measure(scene, programs, Path(folder)))
                print(_line(robots[-1]), flush=True)
                if scene.robot.title == COMMANDED:
                    servos = commanded(scene, Path(folder))
                    print(f"{sum(each.arrives for each in servos)} of {len(servos)} servos arrive", flush=True)
    if not robots:
        print("nothing to measure: ../shared has no corpus, and no file is named")
        return 2
    whole = not options.files and not options.only
    if options.write and whole:
        PAGE.write_text(with_parts_of(page(robots, servos, versions), PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    faults = _faults(robots, servos, whole=whole)
    print(f"measured with {asked}")
    return 1 if faults else 0


def _faults(robots: list[Measured], servos: list[Commanded], *, whole: bool) -> list[str]:
    """Return and print what is not as it must be. whole: all robots of the table were measured."""
    faults = [f"{each.title} is not as it must be" for each in robots if each.wrong]
    faults += [f"servo {each.joint} does not arrive" for each in servos if not each.arrives]
    moving = [each.swing for each in robots if not math.isnan(each.swing.motion) and each.swing.motion > LEAST_MOTION]
    counts = (len(moving), sum(each.branches for each in moving), sum(each.turned > 0 for each in moving))
    print(f"{counts[0]} robots swing, {counts[1]} branch, {counts[2]} have turned inertias")
    if whole and any(have < want for have, want in zip(counts, (ROBOTS, BRANCHING, TURNED), strict=True)):
        faults.append(f"fewer than {ROBOTS} robots that swing, {BRANCHING} that branch, {TURNED} with turned inertias")
    print("\n".join(faults))
    return faults


if __name__ == "__main__":
    sys.exit(main())
