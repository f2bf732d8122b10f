"""docs/behaviour.md: what was measured, as tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.behaviour import gazebo, swing
from benchmarks.behaviour.standing import COMMAND, NEAR, Commanded
from benchmarks.behaviour.standing import SECONDS as STANDING_SECONDS
from benchmarks.behaviour.swing import COLUMNS, LEAST_MOTION, Column, Swing
from benchmarks.tables import table
from scenec.converters import load
from scenec.simulate.verdicts import Verdict


class Measured(NamedTuple):
    """Measurements of a robot. verdict: None if nothing moves; uncertain: how many findings limit it; problem: why there is
    no verdict."""

    title: str
    format: str
    stands: bool
    swing: Swing
    verdict: Verdict | None
    uncertain: int = 0
    problem: str = ""

    @property
    def wrong(self) -> bool:
        """Whether something is not as it must be."""
        unstable = bool(self.swing.joints) and math.isnan(self.swing.motion) and not self.swing.reason
        fallen = self.stands and (self.verdict is None or self.verdict.word != "stands")
        exploded = self.verdict is not None and self.verdict.word == "explodes"
        return unstable or fallen or exploded or any(each.unexplained for each in self.swing.columns.values())


def page(robots: Sequence[Measured], servos: Sequence[Commanded], versions: str) -> str:
    """Return the page. versions: of the programs that were there."""
    formats = len({each.format for each in robots if each.format})
    moving = [each for each in robots if each.swing.motion > LEAST_MOTION]
    lines = [
        "# Behaviour of converted robots",
        "",
        "*Made by `python -m benchmarks.behaviour --write`; do not edit.*",
        "",
        f"{len(robots)} robots of {formats} formats were converted and moved in the simulators of the targets. They are well-known robots,",
        f"chosen by hand. Measured with {versions}.",
        "",
        "## Passive motion",
        "",
        "Each robot was converted to MJCF, SDFormat and URDF. Its base is welded, hinges start at 0.3 rad, and only gravity, springs",
        "and viscous damping act. Limits, dry friction, servos, soft equalities, armature and contacts are off. The columns are the",
        "largest difference of a joint to MuJoCo, in rad or m:",
        f"after {swing.SECONDS:g} s in Drake, after {gazebo.SECONDS:g} s in Gazebo's physics.",
        "MuJoCo and Drake step by a Runge-Kutta method of fourth order. Gazebo's physics is DART behind ignition-physics. Its method is of",
        f"first order, so runs with steps of {gazebo.STEPS[0] * 1e3:g} and {gazebo.STEPS[1] * 1e3:g} ms are extrapolated to zero.",
        "",
        f"{len(moving)} of the robots swing by more than {LEAST_MOTION:g} rad or m. {_agreement(moving)}",
        "",
        _swings(robots),
        "",
        *_differences(robots),
        "## Left alone",
        "",
        f"Verdicts of `scenec simulate` after {STANDING_SECONDS:g} s in MuJoCo, contacts and servos on, of the tree with the most joints.",
        "Robots that stand in their own simulator, on a floor and with servos of their own, must stand. Scenes without a floor drop.",
        "",
        table(
            ("robot", "format", "must stand", "verdict", "because"),
            [(each.title, _format(each.format), "yes" if each.stands else "", *(_verdict(each))) for each in robots],
            5,
        ),
    ]
    if servos:
        there = sum(each.arrives for each in servos)
        lines += [
            "",
            "## Commanded joints of the NAO",
            "",
            f"Each servo of the NAO V6 was commanded to {COMMAND:g} rad, or to the nearest limit, in MuJoCo. The base is fixed and nothing",
            f"touches. After {STANDING_SECONDS:g} s, {there} of {len(servos)} joints are within {NEAR:g} rad.",
            "",
            table(
                ("joint", "start (rad)", "command (rad)", "reached (rad)"),
                [(each.joint, *(f"{value:.3f}" for value in (each.start, each.target, each.reached))) for each in servos],
            ),
        ]
    return "\n".join(lines) + "\n"


def _agreement(robots: Sequence[Measured]) -> str:
    parts = []
    for title in COLUMNS:
        columns = [each.swing.columns[title] for each in robots if title in each.swing.columns]
        compared = [each for each in columns if not math.isnan(each.apart)]
        if compared:
            same = [each.apart for each in compared if not each.differs]
            parts.append(f"{title}: {len(same)} of {len(compared)} agree, the worst to {max(same, default=math.nan):.0e}")
    return "; ".join(parts) + "." if parts else "No other simulator was there."


def _swings(robots: Sequence[Measured]) -> str:
    head = ("robot", "format", "joints", "moved most", *COLUMNS, "halving MuJoCo's step")
    rows = []
    for each in robots:
        found = each.swing
        cells = [_cell(found.columns.get(title)) for title in COLUMNS]
        rows.append((each.title, _format(each.format), str(found.joints), _number(found.motion, ".2f"), *cells, _number(found.halved)))
    return table(head, rows, 2)


def _cell(column: Column | None) -> str:
    if column is None or math.isnan(column.apart):
        return "-"
    return f"**{column.apart:.1e}**" if column.differs else _number(column.apart)


def _number(value: float, form: str = ".1e") -> str:
    return "-" if math.isnan(value) else "0" if value == 0 else f"{value:{form}}"


def _differences(robots: Sequence[Measured]) -> list[str]:
    """A sentence for each difference that is not tiny, and for each cell without a number."""
    found: dict[str, list[str]] = {}
    for each in robots:
        if each.swing.reason:
            found.setdefault(each.swing.reason, []).append(each.title)
        for title, column in each.swing.columns.items():
            if column.reason or column.unexplained:
                found.setdefault(f"{title}: {column.reason or '**not explained**'}", []).append(each.title)
        if each.swing.motion == 0:
            found.setdefault("Nothing swings: all joints are balanced about their axes.", []).append(each.title)
    if not found:
        return []
    rows = [f"- {', '.join(titles) if len(titles) < len(robots) else 'All robots'}: {sentence}" for sentence, titles in found.items()]
    return ["Cells in bold differ, cells with a dash have no number. The reasons:", "", *rows, ""]


def _format(name: str) -> str:
    return load(name).title if name else ""


def _verdict(robot: Measured) -> tuple[str, str]:
    if robot.problem:
        return "-", robot.problem
    if robot.verdict is None:
        return "-", "Nothing can move."
    limits = f" Limited by {robot.uncertain} findings." if robot.uncertain else ""
    return robot.verdict.word, f"{robot.verdict.because}.{limits}"
