"""``python -m benchmarks.passive_motion`` lets robots swing in MuJoCo (as MJCF) and in Drake (as SDFormat), and compares where they end.

Each robot is converted to both formats. Its base is welded, its hinges stand 0.3 rad from zero, and nothing acts but gravity, springs and
viscous damping: no limits, dry friction, servos, equalities or contacts. After one second, both simulators must agree to 1e-6 rad or m.
A robot counts if halving the step of either changes less than that, and if a joint moves more than 0.1 rad. The robots are the first
of the shared corpus (or the named files) that have at least two joints of one axis, the same masses in both results, and no two of which
are alike. Exit status 1 if two simulators disagree, or if there are fewer than 20 robots, 5 that branch and 3 with turned inertias;
2 if Drake is missing (``--drake PYTHON`` names an interpreter that has it).
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import scenec
from benchmarks.mujoco_results import corpus
from scenec.ir.pose import IDENTITY
from scenec.ir.scene import Scene

DRAKE_MOTION = Path(__file__).with_name("drake_motion.py")
START, SECONDS = 0.3, 1.0
STEPS = (5e-4, 2.5e-4)
NEAR, LEAST_MOTION = 1e-6, 0.1
ROBOTS, BRANCHING, TURNED = 20, 5, 3
FORMATS = "urdf,simrobot,sdformat,mjcf,mars,rsg"
CHANGED = (
    "link-mass-defaulted", "link-mass-approximated", "link-inertia-approximated", "link-inertia-defaulted", "link-empty-removed",
    "link-inertia-unbalanced-approximated", "mjcf-joint-split-converted", "mjcf-loop-approximated", "mjcf-loop-dropped",
)  # fmt: skip
"""Findings of scenes whose masses or joints are not the same in both results."""
LARGEST = 30
"""Joints of a robot."""


class Swing(NamedTuple):
    """Result of a robot (rad or m). apart: between simulators; halved: the larger change by halving a step; motion: of the joint that
    moves most."""

    joints: int
    branches: bool
    turned: int
    apart: float
    halved: float
    motion: float

    @property
    def counts(self) -> bool:
        return self.halved < NEAR and self.motion > LEAST_MOTION

    def line(self, name: str) -> str:
        branching = ", branches" if self.branches else ""
        return (
            f"{name}: {self.joints} joints{branching}, {self.turned} turned inertias, apart {self.apart:.1e}, "
            f"halving a step {self.halved:.1e}, moved {self.motion:.2f}"
        )


def in_mujoco(path: Path, step: float, start: dict[str, float] | None = None) -> tuple[dict[str, float], dict[str, float], list[float]]:
    """Return the start and the end of the joints that swing, and gravity."""
    import mujoco

    spec = mujoco.MjSpec.from_file(str(path))
    for key in list(spec.keys):
        spec.delete(key)
    for joint in [each for each in spec.joints if each.type == mujoco.mjtJoint.mjJNT_FREE]:
        spec.delete(joint)
    model = spec.compile()
    off = mujoco.mjtDisableBit
    model.opt.disableflags = int(
        off.mjDSBL_CONTACT | off.mjDSBL_LIMIT | off.mjDSBL_FRICTIONLOSS | off.mjDSBL_EQUALITY | off.mjDSBL_ACTUATION
    )
    model.opt.integrator, model.opt.timestep = mujoco.mjtIntegrator.mjINT_RK4, step
    model.dof_armature[:] = 0.0
    model.body_gravcomp[:] = 0.0
    hinge = int(mujoco.mjtJoint.mjJNT_HINGE)
    at = {model.joint(i).name: int(model.jnt_qposadr[i]) for i in range(model.njnt)}
    begin = start or {model.joint(i).name: START if model.jnt_type[i] == hinge else 0.0 for i in range(model.njnt)}
    data = mujoco.MjData(model)
    for name, value in begin.items():
        data.qpos[at[name]] = value
    for _ in range(round(SECONDS / step)):
        mujoco.mj_step(model, data)
    return begin, {name: float(data.qpos[at[name]]) for name in begin}, model.opt.gravity.tolist()


def in_drake(python: str, path: Path, start: dict[str, float], gravity: list[float]) -> list[dict[str, float]]:
    """Return the end of the joints for each step. Raises OSError with the last words of a program that fails."""
    asked = {"file": str(path), "start": start, "steps": STEPS, "seconds": SECONDS, "gravity": gravity}
    done = subprocess.run([python, str(DRAKE_MOTION)], input=json.dumps(asked), capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        raise OSError(done.stderr.strip().splitlines()[-1][:200] if done.stderr.strip() else "no answer")
    found: list[dict[str, float]] = json.loads(done.stdout)
    return found


def swing(source: Path, reading: dict[str, Any], python: str, folder: Path) -> Swing | None:
    """Return how far a robot swings apart in both simulators; None for a scene that is not to be compared."""
    scene = scenec.read(source, **reading)[0]
    if not is_robot(scene):
        return None
    both = [scenec.convert(source, folder / f"robot.{suffix}", **reading) for suffix in ("xml", "sdf")]
    if any(finding.code in CHANGED for report in both for finding in report.findings):
        return None
    start, coarse, gravity = in_mujoco(folder / "robot.xml", STEPS[0])
    fine = in_mujoco(folder / "robot.xml", STEPS[1], start)[1]
    drake = in_drake(python, folder / "robot.sdf", start, gravity)
    parents = Counter(str(joint.parent) for joint in scene.joints if joint.type != "fixed")
    turned = [link for link in scene.links if link.inertial and link.inertial.pose and link.inertial.pose.rotation != IDENTITY]
    return Swing(
        len(start), any(count > 1 for link, count in parents.items() if link != "world"), len(turned), _apart(fine, drake[1]),
        max(_apart(coarse, fine), _apart(*drake)), _apart(start, fine),
    )  # fmt: skip


def is_robot(scene: Scene) -> bool:
    """Return whether a scene has at least two joints of one axis, with names, no others but fixed ones, and no loop."""
    axes = [joint for joint in scene.joints if joint.type in ("revolute", "continuous", "prismatic")]
    names = {joint.name for joint in axes}
    only = all(joint.type in ("revolute", "continuous", "prismatic", "fixed") and not joint.closing for joint in scene.joints)
    return only and 2 <= len(axes) <= LARGEST and len(names) == len(axes) and None not in names


def _apart(one: dict[str, float], other: dict[str, float]) -> float:
    return max(abs(value - other[name]) for name, value in one.items())


def drake_python(named: str | None) -> str | None:
    """Return an interpreter that has Drake."""
    for python in filter(None, (named, sys.executable, shutil.which("python3"))):
        if subprocess.run([python, "-c", "import pydrake.multibody.plant"], capture_output=True, check=False).returncode == 0:
            return python
    return None


def scenes(files: list[Path]) -> Iterator[tuple[str, Path, dict[str, Any]]]:
    """Yield name, file and reading options of what may be a robot."""
    if files:
        yield from ((path.name, path, {"lenient": True}) for path in files)
        return
    for format_name in FORMATS.split(","):
        for _, name, path, reading in corpus([format_name], None):
            yield name, path, reading


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="robots (default: the shared corpus)")
    parser.add_argument("--drake", metavar="PYTHON", help="an interpreter that has Drake")
    parser.add_argument("--robots", type=int, default=ROBOTS, metavar="N", help=f"how many (default: {ROBOTS})")
    options = parser.parse_args()
    python = drake_python(options.drake)
    if python is None:
        print("Drake is missing: pip install drake, or name an interpreter that has it with --drake")
        return 2
    found: dict[tuple[int, str], Swing] = {}
    for name, path, reading in scenes(options.files):
        if len(found) == options.robots:
            break
        with tempfile.TemporaryDirectory() as folder:
            try:
                one = swing(path, reading, python, Path(folder))
            except (scenec.ScenecError, OSError, ValueError, KeyError) as problem:
                print(f"{name}: left out, {str(problem)[:160]}", flush=True)
                continue
        if one is None or (key := (one.joints, f"{one.motion:.6f}")) in found:
            continue
        print(one.line(name) + ("" if one.counts else ": left out"), flush=True)
        if one.counts:
            found[key] = one
    bad = [each for each in found.values() if each.apart > NEAR]
    branching, turned = sum(each.branches for each in found.values()), sum(each.turned > 0 for each in found.values())
    print(f"{len(found)} robots, {branching} branch, {turned} have turned inertias, {len(bad)} disagree")
    enough = len(found) >= options.robots and (options.robots < ROBOTS or (branching >= BRANCHING and turned >= TURNED))
    return 1 if bad or not enough else 0


if __name__ == "__main__":
    sys.exit(main())
