"""Twice as large a scene asks for twice the work. Counted are calls, function by function, never seconds."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

import scenec
from benchmarks.large_scenes import BASIC, write_large
from scenec.api import prepare
from scenec.cli.main import main
from scenec.comparison.pairing import nearest
from scenec.syntax.xml_plain import remembered_part
from tests.formats import SIMULATED as SUFFIXES

pytestmark = [pytest.mark.sweep, pytest.mark.findings("*", reason="steps are counted")]

PACKAGE = str(Path(scenec.__file__).parent)
FEW = 20
SEARCHING = {"mars": 210, "sdformat": 210}
"""Target -> links of one model: up to 200 of them are searched for masks that say exactly who touches whom, and more not."""
MUCH = 12
"""Calls or lines for each link below which a function may do as it likes: two lists that happen to be long are no square."""


def steps_of(work: Callable[[], object], *rooms: str) -> Counter[CodeType]:
    """How often each function of some rooms of scenec goes to another line, or to the next turn of a loop."""
    steps: Counter[CodeType] = Counter()
    within = tuple(str(Path(PACKAGE, room)) for room in rooms)

    def step(frame: FrameType, event: str, _argument: Any) -> Any:
        steps[frame.f_code] += event == "line"
        return step

    def enter(frame: FrameType, _event: str, _argument: Any) -> Any:
        return step if frame.f_code.co_filename.startswith(within) else None

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps


def carried(path: Path, out: Path) -> Callable[[], object]:
    return lambda: scenec.convert(path, out, carry=True, carry_to="sidecar")


def run(*words: object) -> Callable[[], object]:
    """A command, without what it prints."""

    def work() -> None:
        with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
            assert main([str(word) for word in words]) in (0, 1)

    return work


def calls_of(path: Path, target: str, **options: Any) -> Counter[CodeType]:
    """How often each function of scenec is called, goes on as a generator, or calls what is built in, for a conversion with its report."""
    calls: Counter[CodeType] = Counter()
    remembered_part.cache_clear()  # large files are read without, and small ones here, too

    def count(frame: FrameType, event: str, _argument: Any) -> None:
        if event in ("call", "c_call"):
            calls[frame.f_code] += frame.f_code.co_filename.startswith(PACKAGE)

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        _, report = prepare(path, path.with_name(f"out{SUFFIXES[target]}"), to=target, **options)
        for form in ("json", "md", "html", "sarif", "txt"):
            report.text(form)
        assert sum(1 for _ in report.ledger) == report.totals["values"]
    finally:
        sys.setprofile(before)
    return calls


def squares(once: Counter[CodeType], twice: Counter[CodeType], size: int) -> dict[str, tuple[int, int]]:
    """The functions that are called far more than twice as often for twice as large a scene. size: of the larger one."""
    return {
        f"{code.co_filename}:{code.co_firstlineno} {code.co_name}": (once[code], count)
        for code, count in twice.items()
        if count > MUCH * size and count > 2.5 * once[code]
    }


@pytest.mark.parametrize(
    ("scene", "target", "few"),
    [(f"{source} models", target, FEW) for source in SUFFIXES for target in SUFFIXES]
    + [
        (f"{source} {many}", target, FEW)
        for many in ("links", "shared")
        for source in SUFFIXES
        for target in SUFFIXES
        if target not in SEARCHING
    ]
    + [(f"{BASIC} {many}", target, most) for many in ("links", "shared") for target, most in SEARCHING.items()]
    + [
        (scene, target, FEW) for scene in ("sdformat outline", "simrobot groups", "simrobot compounds", "rsg nested") for target in SUFFIXES
    ],
)
def test_no_function_is_called_for_every_pair(scene: str, target: str, few: int, tmp_path: Path) -> None:
    small, large = (write_large(tmp_path / str(count), scene, count) for count in (few, 2 * few))
    calls_of(small, target)  # fills the caches
    once, twice = calls_of(small, target), calls_of(large, target)
    assert squares(once, twice, 2 * few) == {}


@pytest.mark.parametrize(
    ("scene", "target"),
    [
        ("sdformat links", "rsg"),
        ("sdformat shared", "rsg"),
        ("simrobot groups", "sdformat"),
        ("simrobot compounds", "sdformat"),
        ("mars links", "simrobot"),
    ],
)
def test_nor_is_one_when_what_a_file_carries_is_put_back(scene: str, target: str, tmp_path: Path) -> None:
    middles = []
    for count in (FEW, 2 * FEW):
        source = write_large(tmp_path / str(count), scene, count)
        middles.append(tmp_path / str(count) / f"middle{SUFFIXES[target]}")
        scenec.convert(source, middles[-1], carry=True)
    home = scene.partition(" ")[0]
    once, twice = (calls_of(middle, home, carry=True) for middle in middles)
    assert squares(once, twice, 2 * FEW) == {}


NO_PARTNERS = {
    "sdformat welded": "simrobot",
    "sdformat loops": "rsg",
    "sdformat sensors": "simrobot rsg",
    "sdformat lights": "simrobot",
    "sdformat static": "mars rsg",
    "sdformat folders": "simrobot rsg",
}
"""Scenes of which some targets have many parts in another form or not at all."""


@pytest.mark.parametrize(("scene", "target"), [(scene, target) for scene, targets in NO_PARTNERS.items() for target in targets.split()])
def test_parts_without_a_partner_are_not_compared_each_with_each(scene: str, target: str, tmp_path: Path) -> None:
    paths = [write_large(tmp_path / str(count), scene, count) for count in (FEW, 2 * FEW)]
    once, twice = (steps_of(carried(path, path.with_name(f"middle{SUFFIXES[target]}")), "carry") for path in paths)
    assert squares(once, twice, 2 * FEW) == {}


def renamed(text: str) -> str:
    return re.sub(r'(?<=")([a-z])(?=\d+")', r"other_\1", text)


def edited(text: str) -> str:
    return re.sub(r"(?<=\d\.)(?=\d)", "00", text)


@pytest.mark.parametrize(
    ("scene", "target", "edit"),
    [
        ("sdformat balls", "simrobot", edited),
        ("sdformat welded", "simrobot", edited),
        ("sdformat sensors", "mars", renamed),
        ("sdformat static", "rsg", edited),
        ("sdformat folders", "simrobot", renamed),
        ("simrobot meshes", "sdformat", renamed),
    ],
)
def test_nor_are_they_when_what_a_file_carries_is_put_back_into_other_parts(
    scene: str, target: str, edit: Callable[[str], str], tmp_path: Path
) -> None:
    middles = []
    for count in (FEW, 2 * FEW):
        source = write_large(tmp_path / str(count), scene, count)
        middles.append(source.with_name(f"middle{SUFFIXES[target]}"))
        scenec.convert(source, middles[-1], carry=True, carry_to="sidecar")
        middles[-1].write_text(edit(middles[-1].read_text(encoding="utf-8")), encoding="utf-8")
    once, twice = (steps_of(carried(middle, middle.with_name(f"home{source.suffix}")), "carry") for middle in middles)
    assert squares(once, twice, 2 * FEW) == {}


COMMANDS: dict[str, tuple[str, list[str]]] = {
    "sdformat nested": ("difference comparison", ["diff", "{}", "{other}", "-o", "{folder}/d.html"]),
    "sdformat models": ("cli", ["inspect", "{}"]),
    "sdformat massless": ("adapt", ["convert", "{}", "-o", "{folder}/out.ros2"]),
    "sdformat placed": ("converters/common", ["convert", "{}", "-o", "{folder}/out.ros2"]),
    "simrobot groups": ("view", ["view", "{}", "-o", "{folder}/page.html"]),
}
"""Scene -> a command, and the rooms of scenec in which its steps are counted."""


@pytest.mark.parametrize("scene", COMMANDS)
def test_commands_take_no_step_for_every_pair(scene: str, tmp_path: Path) -> None:
    room, words = COMMANDS[scene]
    steps = []
    for count in (FEW, 2 * FEW):
        path = write_large(tmp_path / str(count), scene, count)
        other = path.with_name(f"other{path.suffix}")
        other.write_text(renamed(path.read_text(encoding="utf-8")), encoding="utf-8")
        steps.append(steps_of(run(*(word.format(path, other=other, folder=path.parent) for word in words)), *room.split()))
    assert squares(steps[0], steps[1], 2 * FEW) == {}


@pytest.mark.parametrize("scene", ["sdformat models", "sdformat nested", "simrobot groups"])
def test_a_picture_takes_no_step_for_every_pair(scene: str, tmp_path: Path) -> None:
    steps = []
    for count in (FEW, 2 * FEW):
        path = write_large(tmp_path / str(count), scene, count)
        steps.append(steps_of(run("view", path, "-o", path.parent / "x.png", "--size", "64x48"), "view"))
    assert squares(steps[0], steps[1], 2 * FEW) == {}


def test_a_row_of_a_picture_asks_only_for_what_reaches_into_it() -> None:
    """Pictures of thousands of shapes looked at every triangle in each band of rows."""
    import numpy as np

    from scenec.view.raster import Tall

    corners = np.array([[[0.0, top, 1.0], [4.0, top, 1.0], [0.0, top + 4.0, 1.0]] for top in range(0, 4000, 4)])
    tall = Tall([(corners, np.zeros((len(corners), 3, 4)))])
    (found,) = tall.between(128, 256)
    assert len(found[0]) == 34, "32 inside, and one on either side that touches"
    assert tall.between(5000, 6000) == []


def test_where_everything_may_be_anything_it_is_paired_in_order() -> None:
    """As verifying does with hundreds of things that have lost their names."""
    steps = []
    for count in (500, 1000):
        things = [str(number) for number in range(count)]
        steps.append(steps_of(partial(nearest, things, things, [], lambda a, b: 0.0), "comparison"))
        assert nearest(things, things, [], lambda a, b: 0.0) == [(each, each) for each in things]
    assert squares(steps[0], steps[1], 1000) == {}
