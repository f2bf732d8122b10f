"""Robots that swing freely, converted to MJCF, SDFormat and URDF, in three simulators.

The base is welded, hinges start at 0.3 rad, and nothing acts but gravity, springs and viscous damping: no limits, dry friction, servos,
equalities or contacts. MuJoCo and Drake run for one second by a Runge-Kutta method of fourth order. Gazebo's physics runs for half a
second by a method of first order: two runs, the second with half the step, are extrapolated to a step of zero.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import scenec
from benchmarks.behaviour import gazebo
from benchmarks.behaviour.passive import bare, compiled_welded, in_axes_of_root
from benchmarks.behaviour.robots import Scene
from scenec.accounting.finding import Finding
from scenec.ir.pose import IDENTITY
from scenec.ir.scene import Scene as NeutralScene

DRAKE_RUN = Path(__file__).with_name("drake_run.py")
START, SECONDS = 0.3, 1.0
STEPS = (5e-4, 2.5e-4)
TINY = 1e-6
"""rad or m: a difference that needs no explanation."""
TINY_EXTRAPOLATED = 1e-4
"""rad or m: the same for an extrapolated motion, of which an error of second order in the step remains."""
SECOND_ORDER = 0.02
"""Share of the change by halving the step that such an error may be."""
LEAST_MOTION = 0.1
"""rad or m: a robot of which no joint moves so far proves little."""
CHANGED = (
    "link-mass-defaulted",
    "link-mass-of-shapes-defaulted",
    "link-inertia-approximated",
    "link-inertia-defaulted",
    "link-inertia-unbalanced-approximated",
    "mjcf-joint-split-converted",
    "mjcf-loop-approximated",
    "mjcf-loop-dropped",
    "joint-loop-dropped",
    "urdf-joint-loop-dropped",
    "joint-spring-dropped",
    "joint-damping-dropped",
    "mjcf-servo-velocity-damping-approximated",
)
"""Findings after which a passive motion may differ: masses, joints, springs or damping are not the same."""
REFUSALS = (
    (r"Non-unique name", "Drake refuses joints that are called like links, as the source has them."),
    (r"one or more loops", "Drake refuses loops of joints."),
    (r"positive-definite|addChildArtInertia", "The simulator refuses moving links without mass, as the source has them."),
    (r"timed out", "The simulator did not end within ten minutes."),
)
"""Message of a program that refuses a file -> its meaning."""


class Column(NamedTuple):
    """A simulator beside MuJoCo, rad or m. apart: the largest difference of a joint; halved: the largest change by halving the step;
    reason: why there is nothing to compare, or why they differ."""

    apart: float = math.nan
    halved: float = math.nan
    tolerance: float = TINY
    reason: str = ""

    @property
    def differs(self) -> bool:
        return self.apart > self.tolerance

    @property
    def unexplained(self) -> bool:
        return not self.reason and not self.apart <= self.tolerance


class Swing(NamedTuple):
    """Motion of a robot. joints: that swing; motion: of the joint that moves most (rad or m); halved: the change in MuJoCo by halving
    its step; reason: why there is no motion."""

    joints: int = 0
    branches: bool = False
    turned: int = 0
    motion: float = math.nan
    halved: float = math.nan
    columns: Mapping[str, Column] = MappingProxyType({})
    reason: str = ""


class InMujoco(NamedTuple):
    """A run. start: joint, body and position each; ends: positions; both in rad or m from the zero of the source. gravity: m/s^2.
    unstable: MuJoCo gave up."""

    start: list[tuple[str, str, float]]
    ends: list[float]
    gravity: list[float]
    unstable: bool


class Consumers(NamedTuple):
    """Programs beside MuJoCo. missing: title of a column -> why its program is not here."""

    drake: str | None
    gzstep: Path | None
    missing: dict[str, str]


COLUMNS = {"Drake, SDFormat": "sdf", "Drake, URDF": "urdf", "Gazebo's physics": "sdf"}


def in_mujoco(
    path: Path,
    initial: Mapping[str, float],
    step: float = STEPS[1],
    *,
    seconds: float = SECONDS,
    springs: bool = True,
    explicit: bool = True,
) -> InMujoco:
    """Let the joints of a file swing. initial: joint, or child link -> position at which the source starts it; the file has that pose, at
    the coordinate `ref`. explicit: by Runge-Kutta, else implicitly in velocity."""
    import mujoco

    model = compiled_welded(path)
    off, integrators = mujoco.mjtDisableBit, mujoco.mjtIntegrator
    model.opt.disableflags = int(
        off.mjDSBL_CONTACT | off.mjDSBL_LIMIT | off.mjDSBL_FRICTIONLOSS | off.mjDSBL_EQUALITY | off.mjDSBL_ACTUATION
    )
    model.opt.integrator, model.opt.timestep = integrators.mjINT_RK4 if explicit else integrators.mjINT_IMPLICITFAST, step
    model.dof_armature[:] = 0.0
    model.body_gravcomp[:] = 0.0
    if not springs:
        model.jnt_stiffness[:] = 0.0
    data = mujoco.MjData(model)
    start, offsets = [], []
    for joint, place in enumerate(model.jnt_qposadr):
        position = START if model.jnt_type[joint] == mujoco.mjtJoint.mjJNT_HINGE else 0.0
        name, body = model.joint(joint).name, model.body(int(model.jnt_bodyid[joint])).name
        start.append((name, body, position))
        offsets.append(float(data.qpos[place]) - initial.get(name, initial.get(body, 0.0)))
        data.qpos[place] = position + offsets[-1]
    warnings = (mujoco.mjtWarning.mjWARN_BADQPOS, mujoco.mjtWarning.mjWARN_BADQVEL, mujoco.mjtWarning.mjWARN_BADQACC)
    unstable = False
    for _ in range(round(seconds / step)):
        mujoco.mj_step(model, data)
        if unstable := any(data.warning[kind].number for kind in warnings):
            break
    ends = [float(data.qpos[place]) - offset for place, offset in zip(model.jnt_qposadr, offsets, strict=True)]
    return InMujoco(start, ends, model.opt.gravity.tolist(), unstable)


def in_drake(python: str, path: Path, run: InMujoco) -> list[list[float]]:
    """Return the ends of the joints for each step. Raises OSError with the last words of a program that fails."""
    file, text = path.with_name(f"bare{path.suffix}"), path.read_text(encoding="utf-8")
    file.write_text(bare(text), encoding="utf-8")
    gravity = (
        in_axes_of_root(text, run.gravity) if path.suffix == ".urdf" else run.gravity
    )  # Drake welds the root along the axes of the world
    asked = {"file": str(file), "start": run.start, "steps": STEPS, "seconds": SECONDS, "gravity": gravity}
    done = subprocess.run([python, str(DRAKE_RUN)], input=json.dumps(asked), capture_output=True, text=True, timeout=600, check=False)
    if done.returncode:
        raise OSError(done.stderr.strip().splitlines()[-1][:200] if done.stderr.strip() else "no answer")
    found: list[list[float]] = json.loads(done.stdout)
    return found


def swing(scene: Scene, consumers: Consumers, folder: Path) -> Swing:
    """Return how far a robot swings apart in the simulators."""
    reports: dict[str, Any] = {}
    for suffix in ("xml", "sdf", "urdf"):
        try:
            reports[suffix] = scenec.convert(scene.path, folder / f"robot.{suffix}", **scene.reading)
        except scenec.ScenecError as problem:
            if suffix == "xml":
                return Swing(reason=f"Not converted to MJCF: {problem}")
    neutral = scenec.read(scene.path, **scene.reading)[0]
    initial = _initial(neutral)
    coarse, fine = (in_mujoco(folder / "robot.xml", initial, step) for step in STEPS)
    if fine.unstable:
        implicit = in_mujoco(folder / "robot.xml", initial, explicit=False)
        why = "" if implicit.unstable else "Without armature, its damping is too stiff for an explicit step; an implicit one is stable."
        return Swing(len(fine.start), reason=why)
    halved = _apart(coarse.ends, fine.ends)
    columns = {}
    for title, suffix in COLUMNS.items():
        if title in consumers.missing:
            columns[title] = Column(reason=consumers.missing[title])
        elif suffix not in reports:
            columns[title] = Column(reason=f"scenec does not convert this scene to {suffix}.")
        else:
            findings = [*reports["xml"].findings, *reports[suffix].findings]
            columns[title] = _column(title, consumers, folder / f"robot.{suffix}", initial, fine, halved, findings)
    parents = Counter(str(joint.parent) for joint in neutral.joints if joint.type != "fixed")
    branches = any(count > 1 for link, count in parents.items() if link != "world")
    turned = sum(bool(link.inertial and link.inertial.pose and link.inertial.pose.rotation != IDENTITY) for link in neutral.links)
    motion = _apart([position for _, _, position in fine.start], fine.ends)
    return Swing(len(fine.start), branches, turned, motion, halved, columns)


def _column(
    title: str, consumers: Consumers, path: Path, initial: Mapping[str, float], run: InMujoco, halved: float, findings: Sequence[Finding]
) -> Column:
    mjcf = path.with_name("robot.xml")
    try:
        if not title.startswith("Drake"):
            column = _in_gazebo(consumers, path, run, in_mujoco(mjcf, initial, seconds=gazebo.SECONDS).ends)
            return column._replace(reason=_explained(column, halved, findings)) if column.unexplained else column
        coarse, fine = in_drake(str(consumers.drake), path, run)
    except (OSError, KeyError, subprocess.TimeoutExpired) as problem:
        return Column(reason=next((sentence for words, sentence in REFUSALS if re.search(words, str(problem))), str(problem)[:200]))
    column = Column(_apart(fine, run.ends), _apart(coarse, fine))
    if not column.differs:
        return column
    if path.suffix == ".urdf" and (without := _apart(fine, in_mujoco(mjcf, initial, springs=False).ends)) <= TINY:
        return column._replace(reason=f"URDF has springs for Gazebo only. Without springs in MuJoCo: {without:.1e}.")
    return column._replace(reason=_explained(column, halved, findings))


def _in_gazebo(consumers: Consumers, path: Path, run: InMujoco, expected: Sequence[float]) -> Column:
    def column(*, in_link_axes: bool) -> Column:
        assert consumers.gzstep is not None
        coarse, fine = gazebo.moved(consumers.gzstep, path, run.start, run.gravity, in_link_axes=in_link_axes)
        limit = [2 * b - a for a, b in zip(coarse, fine, strict=True)]
        halved = _apart(coarse, fine)
        return Column(_apart(limit, expected), halved, max(TINY_EXTRAPOLATED, SECOND_ORDER * halved))

    found = column(in_link_axes=False)
    if not found.differs:
        return found
    turned = column(in_link_axes=True)
    if not turned.differs:
        sentence = "ignition-physics 5.1 turns inertia tensors twice (gz-physics pull request 351). With tensors in the axes of the links"
        return found._replace(reason=f"{sentence}: {turned.apart:.1e}.")
    return found


def _initial(scene: NeutralScene) -> dict[str, float]:
    """Return joint, and child link -> position at which a scene starts it."""
    found: dict[str, float] = {}
    for joint, node in zip(scene.physics().joints, scene.joints, strict=True):
        if joint.axes:
            found[joint.child.rpartition("::")[2]] = found[str(node.name)] = joint.axes[0].initial
    return found


def _explained(column: Column, halved: float, findings: Sequence[Finding]) -> str:
    """Return a sentence for a difference that is not tiny, or nothing. halved: the change in MuJoCo by halving its step."""
    codes = sorted({finding.code for finding in findings if finding.code in CHANGED})
    if codes:
        return f"Not the same in both files: {', '.join(f'`{code}`' for code in codes)}."
    step = max(halved, column.halved)
    return f"The steps are too coarse for this motion: halving one changes it by {step:.1e}." if column.apart <= 2 * step else ""


def _apart(one: Sequence[float], other: Sequence[float]) -> float:
    return max((abs(a - b) for a, b in zip(one, other, strict=True)), default=0.0)
