"""`scenec check` on fragments, which only scenes can include."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scenec import api
from tests.cli.conftest import Scenec, put

LEG = '<Simulation>\n<Body name="leg">\n<SphereMass value="{mass}" radius="1m"/>\n</Body>\n</Simulation>'
HULL = '<Simulation><Include href="leg.{i}"/></Simulation>'
SCENE = '<Simulation><Include href="../parts/{part}"/><Scene name="s"><Body ref="leg"/>{more}</Scene></Simulation>'


@pytest.mark.parametrize("generation", ["2", "3"])
def test_a_fragment_is_checked_through_the_scene_that_includes_it(scenec: Scenec, tmp_path: Path, generation: str) -> None:
    name = f"parts/leg.rsi{generation}"
    put(tmp_path, name, LEG.format(mass="1kg").replace("<SphereMass", "<Mass/><!--").replace("/>\n</Body", "-->\n</Body"))
    put(tmp_path, f"parts/hull.rsi{generation}", HULL.format(i=f"rsi{generation}"))
    put(tmp_path, f"scenes/s.ros{generation}", SCENE.format(part=f"hull.rsi{generation}", more=""))
    done = scenec("check", name)
    assert done.status == 1
    refused = (
        "error: leg::leg: Mass distribution impossible: leg::leg. MuJoCo refuses"
        if generation == "3"
        else "warning: leg::leg: Mass implausible: 0 kg."
    )
    assert done.out.splitlines()[0].startswith(f"{name}:3:1: {refused}")
    assert done.out.splitlines()[-1] == (
        f"{name}: note: Fragment checked in scenes: ../scenes/s.ros{generation}. A fragment can only be read as a part of a scene. "
        "[fragment-checked-in-scenes]"
    )


def test_findings_in_other_files_of_the_scene_are_not_about_the_fragment(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "parts/leg.rsi2", LEG.format(mass="1kg"))
    put(tmp_path, "scenes/s.ros2", SCENE.format(part="leg.rsi2", more='<Body name="x"><Mass/></Body><Wrong/>'))
    done = scenec("check", "parts/leg.rsi2", "-v")
    assert done.status == 0
    assert "Check ../scenes/s.ros2 as well: it cannot be read." in done.out


def test_every_fault_of_a_fragment_is_reported_in_its_own_lines(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "parts/leg.rsi2", LEG.format(mass="1kq").replace("</Body>", "<Wrong/>\n</Body>"))
    put(tmp_path, "scenes/s.ros2", SCENE.format(part="leg.rsi2", more=""))
    done = scenec("check", "parts/leg.rsi2")
    assert done.status == 3
    assert [line.partition(": ")[0] for line in done.out.splitlines()][:2] == ["parts/leg.rsi2:3:20", "parts/leg.rsi2:4:2"]


def test_of_many_scenes_the_nearest_count_and_the_others_are_counted(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "a/parts/leg.rsi2", LEG.format(mass="1kg"))
    for i in range(7):
        put(tmp_path, f"a/scenes/s{i}.ros2", SCENE.format(part="leg.rsi2", more=""))
    put(tmp_path, "a/parts/near.ros2", SCENE.format(part="leg.rsi2", more=""))
    note = scenec("check", "a/parts/leg.rsi2").out
    assert "checked in scenes: near.ros2, ../scenes/s0.ros2, ../scenes/s1.ros2 (5 more include it)." in note


def test_a_fragment_of_no_scene_is_checked_by_itself(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "a/b/c/leg.rsi3", LEG.format(mass="1kq"))
    done = scenec("check", "a/b/c/leg.rsi3")
    assert done.status == 3
    assert done.out.startswith('a/b/c/leg.rsi3:3:20: error: File refused: Unexpected unit "kq"')
    assert "note: Fragment checked alone. No scene in ../.. includes this fragment." in done.out


def test_a_definition_with_parameters_is_no_fault(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "a/b/c/leg.rsi2", LEG.format(mass="$mass"))
    assert scenec("check", "a/b/c/leg.rsi2").status == 0


def test_scenes_are_looked_for_in_the_whole_checkout_and_not_beyond(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "repo/a/b/c/d/leg.rsi2", LEG.format(mass="1kg"))
    put(tmp_path, "repo/s.ros2", SCENE.format(part="leg.rsi2", more="").replace("../parts", "a/b/c/d"))
    put(tmp_path, "s.ros2", SCENE.format(part="leg.rsi2", more="").replace("../parts", "repo/a/b/c/d"))
    assert "Fragment checked alone" in scenec("check", "repo/a/b/c/d/leg.rsi2").out
    (tmp_path / "repo/.git").mkdir()
    assert "checked in scenes: ../../../../s.ros2." in scenec("check", "repo/a/b/c/d/leg.rsi2").out


def test_a_confined_check_looks_for_no_scene_outside(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "parts/leg.rsi2", LEG.format(mass="1kg"))
    put(tmp_path, "scenes/s.ros2", SCENE.format(part="leg.rsi2", more=""))
    assert "Fragment checked alone" in scenec("check", "parts/leg.rsi2", "--confine", "parts").out


def test_the_totals_of_a_fragment_are_those_of_its_own_values(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "parts/leg.rsi2", LEG.format(mass="1kg"))
    put(tmp_path, "scenes/s.ros2", SCENE.format(part="leg.rsi2", more=""))
    report = json.loads(scenec("check", "parts/leg.rsi2", "--format", "json").out)
    assert report["source"]["files"] == ["parts/leg.rsi2"]
    totals = report["totals"]
    assert totals["values"] == 3 == sum(totals[fate] for fate in totals if fate not in ("values", "defaulted"))
    assert {line.file for line in api.check(tmp_path / "parts/leg.rsi2").ledger} == {"leg.rsi2"}


def test_a_file_with_a_scene_is_no_fragment_under_any_name(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "s.rsi2", '<Simulation><Scene name="s"/></Simulation>')
    assert "fragment" not in scenec("check", "s.rsi2").out
