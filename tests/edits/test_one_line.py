"""One number of each fixture is changed through the API: one line of its files changes, and read back they are the edited scene."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

import scenec
from benchmarks.edits import numbers, other
from scenec.converters import NEUTRAL
from scenec.ir.walk import with_value
from tests.formats import READ_LENIENTLY, SUFFIXES, scene_files

FIXTURES = Path(__file__).parents[2] / "fixtures"
NAMES = [
    path.relative_to(FIXTURES).as_posix()
    for path in scene_files(FIXTURES)
    if path.name != READ_LENIENTLY and not path.name.endswith(SUFFIXES[NEUTRAL])
]
"""All but the neutral scene, which has no notations: it is printed."""
WITHOUT_NUMBERS = 0.1
"""Share of the fixtures that may have no number to be changed, such as parts that only others include."""
SEEDS = [1, *(pytest.param(seed, marks=pytest.mark.sweep) for seed in range(2, 6))]

CANNOT = ("axes", "specular", "gravity", "core3.ros3 ('lights'", "program.rsg")
"""Values that have no text of their own: directions get their length from the reader, one number stands for several, lights of core3 are
stated by a cosine and an intensity, and programs work values out."""


def changed_lines(before: Path, after: Path) -> int:
    names = {path.relative_to(before) for path in before.rglob("*") if path.is_file()}
    assert names == {path.relative_to(after) for path in after.rglob("*") if path.is_file()}
    count = 0
    for name in names:
        one, two = (folder.joinpath(name).read_bytes().split(b"\n") for folder in (before, after))
        count += sum(a != b for a, b in zip(one, two, strict=False)) + abs(len(one) - len(two))
    return count


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.findings("*", reason="the text of the files is judged; what fixtures are about is reported when they are read")
def test_one_changed_number_changes_one_line(seed: int, tmp_path: Path) -> None:
    """In whichever file it stands, in the unit that stands there, with all comments and blanks."""
    edited = 0
    shutil.copytree(FIXTURES, tmp_path / "fixtures")
    for name in NAMES:
        chance = random.Random(f"{seed} {name}")
        path = tmp_path / "fixtures" / name
        scene, _ = scenec.read(path)
        known = [each for each in numbers(scene) if not any(word in f"{name} {each[0]}" for word in CANNOT)]
        if not known:
            continue
        where, value = chance.choice(known)
        wanted = with_value(scene, where, other(value, chance))
        report = scenec.write(wanted, path)
        assert {finding.code for finding in report.findings} <= {"edited-value-rounded"}, (name, where, value, report.findings)
        assert changed_lines(FIXTURES, tmp_path / "fixtures") == 1, (name, where, value)
        for file in report.files:
            shutil.copy(FIXTURES / Path(file).relative_to(tmp_path / "fixtures"), file)
        edited += 1
    assert edited >= (1 - WITHOUT_NUMBERS) * len(NAMES)
