"""A plug-in is a format like any other: `tests/toy_format`, installed as a distribution with an entry point, appears everywhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copy

import pytest

from scenec.converters import BUILT_IN
from scripts.specimens import IMAGE

ROOT = Path(__file__).parents[1]
BOXES = ROOT / "tests" / "toy_format" / "fixtures" / "boxes.toy"
HINGES = ROOT / "fixtures" / "hinges.ros2"


def installed(folder: Path, value: str, name: str = "toy") -> dict[str, str]:
    """An environment in which a distribution with that entry point is installed."""
    about = folder / "scenec_toy-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: scenec-toy\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[scenec.formats]\n{name} = {value}\n")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(folder)))}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return installed(tmp_path_factory.mktemp("site"), "tests.toy_format:FORMAT")


def run(environment: dict[str, str], *words: object, status: int = 0) -> str:
    """Return what Python prints on stdout (and, where it fails as expected, on stderr)."""
    done = subprocess.run([sys.executable, *map(str, words)], env=environment, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == status, done.stderr + done.stdout
    return done.stdout + (done.stderr if status else "")


def test_commands_name_it(environment: dict[str, str], tmp_path: Path) -> None:
    listed = run(environment, "-m", "scenec", "formats")
    assert "toy  Toy, read and written\n  .toy\n  versions      1 (default 1)\n  also called   boxes = toy" in listed
    for command in ("convert", "check"):
        printed = " ".join(run(environment, "-m", "scenec", command, "--help").split())
        assert "ir, toy" in printed and "--box-density KG/M3 Density of boxes without mass. Default: 1000. For Toy." in printed
    completing = {**environment, "_SCENEC_COMPLETE": "bash_complete", "COMP_WORDS": "scenec convert --to bo", "COMP_CWORD": "3"}
    assert "plain,boxes" in run(completing, "-m", "scenec")
    assert "has no rotated boxes" in run(environment, "-m", "scenec", "explain", "toy-box-turn-dropped")
    assert "Toy to SDFormat" in run(environment, "-m", "scenec", "explain", "toy", "sdf")
    assert (
        "one of simrobot" in (printed := run(environment, "-m", "scenec", "inspect", tmp_path / "a.tuy", status=3))
        or "cannot be read" in printed
    )


def test_it_is_converted_to_and_from_every_format(environment: dict[str, str], tmp_path: Path) -> None:
    """By suffix, by name, by alias and by content; with the option that it declares, on the command line and in Python."""
    program = f"""
import json, scenec
from scenec.converters import all_formats
found = {{}}
for record in all_formats():
    there = scenec.convert({str(BOXES)!r}, {str(tmp_path)!r} + "/" + record.name + record.suffix(), box_density=500)
    back = scenec.convert(there.files[0], {str(tmp_path)!r} + "/back-" + record.name, to="boxes")
    scene, _ = scenec.read(open(back.files[0], "rb").read())
    found[record.name] = [scene.physics().total.mass, there.failed()]
print(json.dumps(found))
"""
    found = json.loads(run(environment, "-c", program))
    assert set(found) == {*BUILT_IN, "toy"}
    assert {name: [round(mass, 9), failed] for name, (mass, failed) in found.items()} == {name: [6.0, False] for name in found}
    out = tmp_path / "out.toy"
    run(environment, "-m", "scenec", "convert", BOXES, "-o", out, "--box-density", "250", "--quiet")
    assert 'mass="2"' in out.read_text().splitlines()[3]
    run(environment, "-m", "scenec", "convert", HINGES, "-o", out, "--quiet", status=1)
    assert 'name="leaf"' in out.read_text()


def test_the_support_matrix_has_a_column_for_it(environment: dict[str, str], tmp_path: Path) -> None:
    program = f"""
from pathlib import Path
from scripts import support_matrix
from scenec.converters import BUILT_IN
from scripts.specimens import concepts
assert support_matrix.FORMATS[-1] == "toy", support_matrix.FORMATS
work = support_matrix.Work(Path({str(tmp_path)!r}))
wanted = [each for each in concepts() if each.name in ("boxes", "springs")]
print({{each.group: work.written(each, "toy").support for each in wanted}})
"""
    copy(ROOT / "fixtures" / IMAGE, tmp_path)
    printed = run(environment, "-c", program)
    assert "'Collision shapes': 'carried'" in printed and "'Joints': 'carried'" in printed


@pytest.mark.sweep
def test_the_fuzzer_has_inputs_of_it_and_for_it(environment: dict[str, str], tmp_path: Path) -> None:
    program = f"""
from pathlib import Path
from benchmarks.fuzz.inputs import PAIRS, made
from benchmarks.fuzz.judge import judge
assert {{("toy", "mars"), ("mars", "toy"), ("toy", "toy")}} <= set(PAIRS)
cases = [made(5, number) for number in range(3 * len(PAIRS)) if "toy" in PAIRS[number % len(PAIRS)]]
verdicts = [judge(case, Path({str(tmp_path)!r})) for case in cases]
print(len(verdicts), [fault for verdict in verdicts for fault in verdict.failures])
"""
    assert run(environment, "-c", program).endswith(" []\n")


OVER_ALL_FORMATS = (
    ("tests/test_every_format.py", "-k", "toy and (changed_value_of_the_scene or changed_value_of_a_file or two_processes)"),
    ("tests/test_growth.py::test_no_function_is_called_for_every_pair[toy models-rsg-20]",),
    ("tests/test_growth.py::test_no_function_is_called_for_every_pair[sdformat models-toy-20]",),
    ("tests/test_through_the_neutral_scene.py", "-k", "in_between and hinges"),
)
"""Some of the tests over all formats, as pytest is called. The rest (pytest tests/test_every_format.py -k toy) passes, too."""


@pytest.mark.sweep
@pytest.mark.parametrize("words", OVER_ALL_FORMATS)
def test_the_tests_over_all_formats_run_with_it(environment: dict[str, str], words: tuple[str, ...], tmp_path: Path) -> None:
    assert " passed" in run(environment, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "", "--basetemp", tmp_path / "tests", *words)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("tests.toy_format:NOTHING", "the format 'toy' cannot be loaded from 'tests.toy_format:NOTHING'"),
        ("tests.toy_format:DENSITY", "the entry point 'toy' does not name a format of this name"),
    ],
)
def test_a_broken_plugin_is_named_and_harms_no_other_format(value: str, message: str, tmp_path: Path) -> None:
    environment = installed(tmp_path / "site", value)
    assert f"toy  {message}" in run(environment, "-m", "scenec", "formats")
    assert message in run(environment, "-m", "scenec", "convert", BOXES, "--from", "toy", "-o", tmp_path / "a.sdf", status=2)
    run(environment, "-m", "scenec", "convert", HINGES, "-o", tmp_path / "a.sdf", "--flatten", "--quiet")


def test_a_plugin_cannot_replace_a_built_in_format(tmp_path: Path) -> None:
    environment = installed(tmp_path / "site", "tests.toy_format:FORMAT", name="mars")
    assert "\nmars  MARS, read and written\n" in run(environment, "-m", "scenec", "formats")
