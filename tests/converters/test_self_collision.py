"""Flags of self-collision are kept only where the other value would give another result or another report."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import pytest

import scenec
from tests.formats import SIMULATED, others

KEPT = ("kept", "converted")


class Robot(NamedTuple):
    """flags: self_collide of the model and of each link, None where it is not stated. shaped: the links that have a collision, from 1.
    joints: pairs of links. beside: whether another model is in the world. static: whether the robot never moves."""

    flags: tuple[bool | None, ...]
    shaped: frozenset[int]
    joints: tuple[tuple[int, int], ...]
    beside: bool
    static: bool = False

    def flipped(self, owner: int) -> Robot:
        """The same with another flag. owner: 0 is the model, then come its links."""
        return self._replace(flags=tuple(not flag if i == owner else flag for i, flag in enumerate(self.flags)))

    def sdf(self) -> str:
        """The world as SDFormat, each flag on a line of its own."""
        lines = ['<sdf version="1.9"><world name="w"><model name="robot">', f"<static>{str(self.static).lower()}</static>", self._flag(0)]
        for i in range(1, len(self.flags)):
            lines += [f'<link name="l{i}"><pose>{i} 0 0.5 0 0 0</pose>{MASS}', self._flag(i), SHAPE if i in self.shaped else "", "</link>"]
        for parent, child in self.joints:
            ends = f"<parent>l{parent}</parent><child>l{child}</child>"
            lines.append(f'<joint name="j{child}" type="revolute">{ends}<axis><xyz>0 1 0</xyz></axis></joint>')
        lines.append("</model>")
        if self.beside:
            lines.append(f'<model name="ball"><link name="ball"><pose>0 5 0.5 0 0 0</pose>{MASS}{SHAPE}</link></model>')
        return "\n".join([*lines, "</world></sdf>"])

    def _flag(self, owner: int) -> str:
        flag = self.flags[owner]
        return "" if flag is None else f"<self_collide>{str(flag).lower()}</self_collide>"


MASS = "<inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>"
SHAPE = '<collision name="c"><geometry><sphere><radius>0.2</radius></sphere></geometry></collision>'


def some_robot(seed: int) -> Robot:
    """A robot of one to four links, whose flags, shapes and joints are drawn."""
    draw = random.Random(seed)
    links = range(1, draw.choice((1, 2, 2, 3, 3, 4)) + 1)
    flags = (draw.choice((None, True, False, False)), *(draw.choice((None, None, True, False)) for _ in links))
    shaped = frozenset(each for each in links if draw.random() < 0.85)
    joints = tuple((draw.randrange(1, child), child) for child in links if child > 1 and draw.random() < 0.6)
    return Robot(flags, shaped, joints, beside=draw.random() < 0.3, static=draw.random() < 0.3)


def converted(robot: Robot, target: str, folder: Path) -> tuple[dict[str, bytes], list[tuple[str, str, str, str, int]], dict[int, str]]:
    """The files, the findings without their places, and what became of each flag."""
    source = robot.sdf()
    (folder / "s.sdf").write_text(source)
    report = scenec.convert(folder / "s.sdf", folder / f"out{SIMULATED[target]}")
    files = {path: (folder / path).read_bytes() for path in report.target.files}
    found = [(each.code, each.subject, each.value, each.target, each.count) for each in report.findings]
    stated = [i for i, flag in enumerate(robot.flags) if flag is not None]
    lines = [number for number, line in enumerate(source.splitlines(), 1) if line.startswith("<self_collide>")]
    owner_at = dict(zip(lines, stated, strict=True))
    return files, found, {owner_at[each.line]: each.fate for each in report.ledger if each.line in owner_at}


@pytest.mark.parametrize("target", others("sdformat"))
def test_a_flag_that_is_kept_makes_a_difference(target: str, tmp_path: Path) -> None:
    for seed in range(60):
        robot = some_robot(seed)
        files, found, fates = converted(robot, target, tmp_path)
        for owner, fate in fates.items():
            if fate in KEPT:
                flipped = converted(robot.flipped(owner), target, tmp_path)
                assert flipped[:2] != (files, found), f"flag {owner} of {robot} is {fate}, but changes nothing"


@pytest.mark.parametrize(
    ("target", "robot"),
    [
        ("mars", Robot((True, False, False), frozenset((1, 2)), (), beside=False)),
        ("mjcf", Robot((True, True, False, False), frozenset((1, 2)), (), beside=False)),
        ("urdf", Robot((True, True, True), frozenset((1, 2)), ((1, 2),), beside=True)),
        ("urdf", Robot((True, None), frozenset((1,)), (), beside=True, static=True)),
        ("rsg", Robot((True, None), frozenset((1,)), (), beside=False, static=True)),
    ],
)
def test_a_model_that_no_link_asks_or_that_never_moves_is_reported(target: str, robot: Robot, tmp_path: Path) -> None:
    _, found, fates = converted(robot, target, tmp_path)
    assert ("self-collision-ineffective", "robot", "true", "", 1) in found
    assert fates[0] == "dropped"


def test_a_model_whose_only_willing_links_share_a_joint_is_reported(tmp_path: Path) -> None:
    robot = Robot((True, None, None, False), frozenset((1, 2, 3)), ((1, 2),), beside=False)
    _, found, fates = converted(robot, "mars", tmp_path)
    assert ("self-collision-ineffective", "robot", "true", "", 1) in found
    assert fates[0] == "dropped"


def test_what_holds_in_the_result_is_kept_though_it_alone_decides_nothing(tmp_path: Path) -> None:
    robot = Robot((False, False, None, False), frozenset((1, 2, 3)), (), beside=False)
    _, found, fates = converted(robot, "mars", tmp_path)
    assert [each for each in found if "self-collision" in each[0]] == []
    assert set(fates.values()) <= set(KEPT)
