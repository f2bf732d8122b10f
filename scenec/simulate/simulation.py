"""A scene, converted to MJCF and run in MuJoCo for some seconds."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from scenec import api
from scenec.accounting.finding import Finding
from scenec.accounting.report import Report
from scenec.errors import ScenecError, UsageError, nearest
from scenec.input import FilePath, Input
from scenec.ir.scene import Scene
from scenec.simulate.verdicts import Excess, Verdict, beyond_limits, judge
from scenec.verify.bounded import ask, cleaned_output

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from scenec.options import ReadingOptions

PROGRAM = os.path.join(os.path.dirname(__file__), "mujoco_run.py")
FRAMES_PER_SECOND = 25
MOST_FRAMES = 1_000
TIMEOUT = 600.0
"""Seconds on the clock that MuJoCo may take."""
JUDGED = ("physics", "control")
"""Categories of findings after which a motion in MuJoCo says little about the source's own simulator."""
SCHEMA = "scenec.motion/1"


class NotSimulatedError(ScenecError):
    """MuJoCo is not there, or refuses the scene."""


class Simulation(msgspec.Struct, frozen=True):
    """Result of a simulation. scene: as MuJoCo was given it; motion: what `mujoco_run.py` printed, poses in the world (m, quaternions w x y
    z); report: of the conversion; uncertain: what changed on the way to MuJoCo in physics and control."""

    scene: Scene
    motion: dict[str, Any]
    report: Report
    verdicts: tuple[Verdict, ...]
    beyond: tuple[Excess, ...]
    uncertain: tuple[Finding, ...]

    def to_json(self) -> dict[str, Any]:
        """The motion with its verdicts, as `-o motion.json` has it."""
        motion = self.motion
        return {
            "schema": SCHEMA,
            "mujoco": motion["mujoco"],
            "step": motion["step"],
            "verdicts": [{"name": each.name, "verdict": each.word, "because": each.because} for each in self.verdicts],
            "outside_limits": [{"joint": each.joint, "by": each.beyond, "unit": "rad" if each.turns else "m"} for each in self.beyond],
            "cannot_judge": [f"{each.code}: {each.headline}" for each in self.uncertain],
            "bodies": motion["bodies"],
            "times": motion["times"],
            "poses": motion["poses"],
        }

    def text(self) -> str:
        """Return what a person reads first."""
        motion = self.motion
        lines = [f"MuJoCo {motion['mujoco']}, {motion['times'][-1]:g} s in steps of {motion['step'] * 1000:g} ms"]
        lines += [f"{each.name}: {each.word} ({each.because})" for each in self.verdicts] or ["Nothing can move."]
        lines += [each.sentence() for each in self.beyond[:10]]
        if len(self.beyond) > 10:
            lines.append(f"{len(self.beyond) - 10} more joints were outside their limits.")
        if self.uncertain:
            lines.append("Cannot judge the original: the conversion to MJCF changed contacts, forces or gains.")
            counts = Counter[str]()
            for each in self.uncertain:
                counts[each.code] += each.count
            lines += [f"  {count:5}  {code}" for code, count in counts.most_common()]
        return "\n".join(lines) + "\n"


def simulate(
    src: Input,
    folder: str,
    *,
    seconds: float = 2.0,
    at: Mapping[str, float] | None = None,
    ready: bool = False,
    format: str | None = None,  # noqa: A002 - the word of `read`
    base: FilePath | None = None,
    name: str | None = None,
    **options: Unpack[ReadingOptions],
) -> Simulation:
    """Convert a scene to MJCF and run it.

    src, format, base, name, options: as `scenec.read` takes them. folder: where the MJCF file and its meshes go; pictures need them.
    seconds: of simulated time. at: joint -> position at the start (rad or m); a position servo of it gets that command.
    ready: with a floor and a light where there is none.
    Raises UsageError for an unknown joint, ReadError, WriteError, and NotSimulatedError without MuJoCo or where it refuses the scene.
    """
    path = os.path.join(folder, "scene.xml")
    report = api.convert(src, path, from_=format, to="mjcf", base=base, name=name, ready=ready, **options)
    motion = _run(path, folder, seconds, dict(at or {}))
    seen, _ = api.read(path, format="mjcf")
    uncertain = tuple(each for each in report.findings if each.is_loss and _changes_motion(each))
    return Simulation(seen, motion, report, judge(motion), beyond_limits(motion), uncertain)


def _changes_motion(finding: Finding) -> bool:
    """Whether what a finding tells may change how things move: a lost collision shape is an error of geometry."""
    return finding.level == "error" if finding.category == "geometry" else finding.level != "note" and finding.category in JUDGED


def _run(path: str, folder: str, seconds: float, at: dict[str, float]) -> dict[str, Any]:
    frames = max(2, min(MOST_FRAMES, round(FRAMES_PER_SECOND * seconds)))
    named = {name.rpartition("::")[2]: position for name, position in at.items()}
    command = [_python(folder), PROGRAM, path, repr(seconds), str(frames), json.dumps(named)]
    answer = ask(command, folder, timeout=TIMEOUT)
    if answer.status or answer.trouble:
        why = answer.trouble or cleaned_output(answer.err.strip().rpartition("\n")[2], [folder])
        raise NotSimulatedError(f"MuJoCo does not run this scene: {why}", None, "a scene that MuJoCo's compiler takes")
    found: dict[str, Any] = json.loads(answer.out.strip().rpartition("\n")[2])
    if "unknown" in found:
        unknown = found["unknown"]
        raise UsageError(f"no joint {unknown!r} of --at turns or slides", None, "a joint of the scene", nearest(unknown, found["known"]))
    return found


def _python(folder: str) -> str:
    """The first Python here that has MuJoCo."""
    for python in dict.fromkeys(filter(None, (sys.executable, shutil.which("python3")))):
        if not ask([python, "-c", "import mujoco"], folder).status:
            return python
    raise NotSimulatedError("MuJoCo is not installed", None, "the Python package mujoco", "", "pip install 'scenec[mujoco]'")
