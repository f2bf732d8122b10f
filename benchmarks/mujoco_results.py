"""``python -m benchmarks.mujoco_results`` compiles results in MJCF with MuJoCo and compares them with the scenes that were read.

All scenes of the shared corpus are converted, of all formats. MuJoCo must compile each result, and see each moving link with the mass,
centre of mass, tensor and pose of the scene at its start, and each joint with its axis, anchor, range, damping, friction and spring,
to 1e-9. A finding excuses only the link or joint, and the quantity, that it names. The share of excused quantities is shown; exit
status 1 if a result is refused, a quantity differs without a finding, or more than 5 % are excused.

Scenes of MJCF that MuJoCo itself refuses are left out, and their bodies and joints without names.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import scenec
from benchmarks.mutation.conversions import SHARED
from scenec.converters import BUILT_IN, NEUTRAL
from scenec.ir.scene import Scene
from scenec.verify.difference import Difference, Kind
from scenec.verify.reported_differences import ReportedDifferences

RELATIVE, ABSOLUTE = 1e-9, 1e-12
MOST_EXCUSED = 0.05
NAMED = "mjcf-name-converted"
"""The finding that tells what a body or joint is called."""
FOLDED = "link-in-series-converted"
UNSEEN = ("fixed", "floating", "ball", "gearbox", "planar", "screw")
"""Types of joints of which MuJoCo has no single axis under the name of the joint."""


class Quantity(NamedTuple):
    """One thing that was compared. aspect: as `scenec.verify.reported_differences` calls it."""

    kind: Kind
    path: str
    aspect: str
    ours: object
    theirs: object
    same: bool


@dataclass
class Tally:
    """Result of the scenes of a format. bent: a line each; failed: results that MuJoCo refuses."""

    scenes: int = 0
    compared: int = 0
    excused: int = 0
    bent: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        share = self.excused / self.compared if self.compared else 0.0
        return (
            f"{name}: {self.scenes} scenes, {self.compared:,} quantities, {self.excused:,} excused by findings ({share:.2%}), "
            f"{len(self.bent)} differ, {len(self.failed)} results refused"
        )


def load(path: Path) -> Any:
    """Return the compiled model, with all its bodies (`fusestatic` off). Raises ValueError for one that MuJoCo refuses."""
    import mujoco

    spec = mujoco.MjSpec.from_file(str(path))
    spec.compiler.fusestatic = False
    return spec.compile()


def quantities(scene: Scene, path: Path, names: dict[str, list[str]], folded: set[str]) -> Iterator[Quantity]:
    """Yield all that can be compared of a scene and its result. names: path of a link or joint -> what it is called in the result, where
    that is another name. folded: paths of links that have no body."""
    import mujoco

    model = load(path)
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    summary = scene.physics()
    bodies = {model.body(i).name: i for i in range(1, model.nbody) if model.body(i).name}
    all_named = len(bodies) == model.nbody - 1
    for link, node in zip(summary.links, scene.links, strict=True):
        body = _found(bodies, link.path, str(node.name), names)
        if body is not None:
            yield from _of_body(model, data, body, link)
        elif all_named and link.path not in folded and str(node.name) != "worldbody" and (link.mass or link.collisions or link.visuals):
            yield Quantity("link", link.path, "presence", "there", "missing", False)
    joints = {model.joint(i).name: i for i in range(model.njnt) if model.joint(i).name}
    for joint, name in zip(summary.joints, [str(each.name or "") for each in scene.joints], strict=True):
        if joint.type not in UNSEEN:
            yield from _of_joint(model, data, joints, joint, names, name, _found(bodies, joint.child, "", names))


def _found(known: dict[str, int], path: str, name: str, names: dict[str, list[str]], ending: str = "") -> int | None:
    """Return the element that a part of that path became."""
    words = [each for each in (*names.get(path, ()), path.rpartition("::")[2], name) if each]
    return next((known[word + ending] for word in words if word + ending in known), None)


def _of_body(model: Any, data: Any, body: int, link: Any) -> Iterator[Quantity]:
    import numpy as np

    def near(aspect: str, ours: Any, theirs: Any, size: float) -> Quantity:
        return Quantity("link", link.path, aspect, ours, theirs, _near(theirs, ours, size))

    yield near("position", link.pose[:3], data.xpos[body], 1.0)
    turned = abs(float(np.dot(data.xquat[body], link.pose[3:])))
    yield Quantity("link", link.path, "rotation", link.pose[3:], data.xquat[body], abs(turned - 1.0) <= RELATIVE)
    if link.static:
        return
    yield near("mass", [link.mass], [float(model.body_mass[body])], 0.0)
    if not link.mass:
        return
    yield near("centre of mass", link.com, data.xipos[body], 1.0)
    turn = data.ximat[body].reshape(3, 3)
    inertia, expected = turn @ np.diag(model.body_inertia[body]) @ turn.T, np.array(link.inertia)
    lever = math.dist(link.com, link.pose[:3])
    limit = RELATIVE * float(np.abs(expected).max()) + 1e-15 + 1e-14 * link.mass * lever**2
    yield Quantity("link", link.path, "inertia tensor", link.inertia, inertia, bool(np.abs(inertia - expected).max() <= limit))


def _of_joint(
    model: Any, data: Any, joints: dict[str, int], joint: Any, names: dict[str, list[str]], name: str, child: int | None
) -> Iterator[Quantity]:
    """Yield what can be compared of a joint. child: the body that it moves; a joint without a name is the one that moves this."""
    import numpy as np

    for number, axis in enumerate(joint.axes):
        ending = "" if not number else f"_axis{number + 1}"
        if name or joint.path in names:
            index = _found(joints, joint.path, name, names, ending)
        elif child is not None and model.body_jntnum[child] == len(joint.axes):
            index = int(model.body_jntadr[child]) + number
        else:
            index = None
        if index is None:
            if name:  # else the two cannot be matched
                yield Quantity("joint", joint.path, "presence", "there", "missing", False)
            continue

        def said(aspect: str, ours: Any, theirs: Any, same: bool) -> Quantity:
            return Quantity("joint", joint.path, aspect, ours, theirs, same)

        seen = data.xaxis[index]
        unit = np.array(axis.axis) / np.linalg.norm(axis.axis)
        yield said("axis", axis.axis, seen, _near(seen, unit, 1.0))
        if joint.type != "prismatic":
            off = data.xanchor[index] - np.array(joint.anchor)
            yield said("anchor", joint.anchor, data.xanchor[index], bool(np.abs(off - np.dot(off, seen) * seen).max() <= RELATIVE))
        start, limited = float(model.qpos0[model.jnt_qposadr[index]]), bool(model.jnt_limited[index])
        for aspect, end, ours in zip(("lower limit", "upper limit"), model.jnt_range[index], (axis.lower, axis.upper), strict=True):
            theirs = float(end) - start if limited and np.isfinite(end) else None
            wanted = None if ours is None or joint.type == "continuous" or abs(ours) >= 1e15 else ours - axis.initial
            both = theirs is not None and wanted is not None
            same = _near([theirs], [wanted], 1.0) if both else theirs is wanted
            yield said(aspect, wanted, theirs, same)
        dof = model.jnt_dofadr[index]
        for aspect, theirs, wanted in (
            ("damping", model.dof_damping[dof], axis.damping),
            ("friction", model.dof_frictionloss[dof], axis.friction),
            ("spring stiffness", model.jnt_stiffness[index], axis.stiffness),
        ):
            value = float(np.ravel(theirs)[0])
            yield said(aspect, wanted, value, _near([value], [float(wanted or 0.0)], 1.0))


def _near(seen: Any, expected: Any, size: float) -> bool:
    import numpy as np

    seen, expected = np.asarray(seen, dtype=float), np.asarray(expected, dtype=float)
    return bool(np.abs(seen - expected).max() <= RELATIVE * max(size, float(np.abs(expected).max())) + ABSOLUTE)


def check(path: Path, reading: dict[str, Any], tally: Tally, called: str) -> None:
    """Convert a scene and compare what MuJoCo makes of the result."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.xml"
        scene = scenec.read(path, **reading)[0]
        report = scenec.convert(path, result, to="mjcf", flatten=True, **reading)
        tally.scenes += 1
        every = [  # a finding of a report stands for all that say the same
            msgspec.structs.replace(finding, subject=subject)
            for finding, subjects in zip(report.findings, report.subjects, strict=True)
            for subject in subjects
        ]
        names: dict[str, list[str]] = {}
        for finding in every:
            if finding.code == NAMED:
                names.setdefault(finding.subject, []).append(finding.target)
        folded = {finding.subject for finding in every if finding.code == FOLDED}
        reported = ReportedDifferences.by(every)
        try:
            for each in quantities(scene, result, names, folded):
                tally.compared += 1
                if each.same:
                    continue
                difference = Difference(each.kind, each.aspect, (each.path,), str(each.ours), str(each.theirs))
                if reported.speaks_of(difference):
                    tally.excused += 1
                else:
                    tally.bent.append(f"{called}: {difference.text}")
        except ValueError as problem:
            tally.failed.append(f"{called}: {str(problem)[:300]}")


def corpus(formats: Sequence[str], per_format: int | None) -> Iterator[tuple[str, str, Path, dict[str, Any]]]:
    """Yield format, name, file and reading options of the scenes of the shared corpus. per_format: how many, None for all."""
    if not (SHARED / "tools").is_dir():
        return
    if str(SHARED / "tools") not in sys.path:
        sys.path.insert(0, str(SHARED / "tools"))
    for entry in import_module("probe_common").corpus(list(formats), per_format):
        options = dict(entry.options)
        options["search_path"] = [str(entry.root / each) for each in options.get("search_path", ())]
        yield entry.format, entry.name, entry.path, options


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--formats", default=",".join(name for name in BUILT_IN if name != NEUTRAL), help="source formats (default: all)")
    parser.add_argument("--max-per-format", type=int, metavar="N", help="scenes of each (default: all)")
    parser.add_argument("--only", default="", metavar="TEXT", help="scenes whose name has this in it")
    options = parser.parse_args()
    tallies: dict[str, Tally] = {}
    for format_name, name, path, reading in corpus(options.formats.split(","), options.max_per_format):
        if options.only not in name:
            continue
        tally = tallies.setdefault(format_name, Tally())
        if format_name == "mjcf":
            try:
                load(path)
            except ValueError:
                continue
        check(path, reading, tally, name)
    whole = Tally()
    for name, tally in tallies.items():
        for text in (*tally.failed, *tally.bent):
            print(f"{name}:{text}")
        whole.scenes, whole.compared, whole.excused = (
            whole.scenes + tally.scenes,
            whole.compared + tally.compared,
            whole.excused + tally.excused,
        )
        whole.bent += tally.bent
        whole.failed += tally.failed
    for name, tally in (*tallies.items(), ("all", whole)):
        print(tally.line(name))
    too_many = whole.excused > MOST_EXCUSED * whole.compared
    return 1 if whole.bent or whole.failed or too_many else 0


if __name__ == "__main__":
    sys.exit(main())
