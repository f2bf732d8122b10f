"""A test whose conversion has a finding that it did not ask for fails: shown on tests that run in a process of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import scenec
from tests import asked_findings

ROOT = Path(__file__).parents[1]
TESTS = '''
import pytest
import scenec
from hypothesis import given, settings, strategies as st
from scenec.cli.main import main

CART = """<robot name="cart"><link name="rail"/><link name="cart"/>
<joint name="slide" type="planar"><parent link="rail"/><child link="cart"/><axis xyz="0 0 1"/></joint></robot>"""


@pytest.fixture
def report(tmp_path):
    (tmp_path / "cart.urdf").write_text(CART)
    return scenec.convert(tmp_path / "cart.urdf", tmp_path / "cart.sdf")


def test_not_asked(report):
    assert report.files


@pytest.mark.findings("link-*", "actuator-dropped")
def test_other_codes_stated(report):
    assert report.files


def test_read_and_not_asked():
    scenec.read(CART.replace("planar", "continuous").replace("<axis", "<mimic joint='nobody'/><axis").encode(), format="urdf")


@pytest.mark.findings("joint-dropped", "link-*", "actuator-dropped")
def test_stated_and_absent(report):
    assert report.files


def test_taken_and_absent(report, findings):
    findings.take("actuator-dropped")


@settings(max_examples=3)
@given(kind=st.sampled_from(["fixed", "planar"]))
def test_an_example_not_asked(kind, tmp_path_factory):
    scene, _ = scenec.read(CART.replace("planar", kind).encode(), format="urdf")
    scenec.write(scene, tmp_path_factory.mktemp("carts") / "cart.sdf")


@pytest.mark.findings("*")
def test_all_without_a_reason(report):
    assert report.files


def test_of_an_earlier_fault(report):
    assert report is None


@pytest.mark.findings("joint-dropped", "link-*")
def test_passes_stated(report):
    assert report.files


@pytest.mark.parametrize("suffix", [".sdf", pytest.param(".scene", marks=pytest.mark.findings("model-*"))])
@pytest.mark.findings("joint-*", "link-*")
def test_passes_stated_for_a_parameter(report, suffix, tmp_path):
    scenec.convert(tmp_path / "cart.urdf", tmp_path / f"again{suffix}")


@pytest.mark.findings("*", reason="the files are judged")
def test_passes_for_a_reason(report):
    assert report.files


def test_passes_taken(report, findings):
    findings.take("joint-dropped", "link-*")


def test_passes_looked_at(report):
    assert report.failed()


def test_passes_saved(report, tmp_path):
    report.save(tmp_path / "report.json")


def test_passes_in_a_command(tmp_path):
    (tmp_path / "cart.urdf").write_text(CART)
    assert main(["convert", "--quiet", str(tmp_path / "cart.urdf"), "-o", str(tmp_path / "cart.sdf"), "--fail-on", "error"]) == 1


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    scene, _ = scenec.read(CART.encode(), format="urdf")
    return scenec.write(scene, tmp_path_factory.mktemp("carts") / "cart.sdf")


def test_passes_of_a_module(shared):
    assert shared.files


def test_passes_with_notes(tmp_path):
    scene, _ = scenec.read(CART.replace("planar", "fixed").encode(), format="urdf")
    scenec.write(scene, tmp_path / "cart.sdf")
'''


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Test -> what pytest prints of its failure; "" of one that passes."""
    folder = tmp_path_factory.mktemp("asked")
    (folder / "test_carts.py").write_text(TESTS, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = findings\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.asked_findings",
        "-p",
        "no:cacheprovider",
        "--basetemp",
        "own",
        "-rA",
        "--tb=short",
        "test_carts.py",
    ]
    path = {"PYTHONPATH": os.pathsep.join((str(ROOT), *sys.path)), "COLUMNS": "200"}
    done = subprocess.run(command, cwd=folder, env={**os.environ, **path}, capture_output=True, text=True, check=False)
    failed = dict(re.findall(r"^_{3,} (test_\w+) _{3,}\n(.*?)(?=^[_=]{3,} )", done.stdout, re.DOTALL | re.MULTILINE))
    return failed | dict.fromkeys(re.findall(r"^PASSED test_carts\.py::(\w+)", done.stdout, re.MULTILINE), "")


def test_the_tests_of_this_repository_are_watched(request: pytest.FixtureRequest, findings: asked_findings.Asked) -> None:
    assert asked_findings.pytest_pyfunc_call in [each.function for each in request.config.hook.pytest_pyfunc_call.get_hookimpls()]
    joint = '<joint name="j" type="fixed"><parent>l</parent><child>gone</child></joint>'
    scenec.read(f'<sdf version="1.7"><model name="m"><link name="l"/>{joint}</model></sdf>'.encode())
    findings.take("joint-end-invalid")


def test_a_finding_that_was_not_asked_for_fails_the_test(outcomes: dict[str, str]) -> None:
    message = outcomes["test_not_asked"]
    assert "error joint-dropped: cart::slide at cart.urdf:2:1, of test_carts.py:14\n" in message
    assert '@pytest.mark.findings("joint-dropped", "link-inertial-frame-split", "link-mass-defaulted")' in message
    assert "link-mass-implausible" not in message  # a note
    assert "error urdf-mimic-invalid" in outcomes["test_read_and_not_asked"]
    assert "error joint-dropped" in outcomes["test_an_example_not_asked"]


def test_a_code_that_was_not_stated_is_named_alone(outcomes: dict[str, str]) -> None:
    message = outcomes["test_other_codes_stated"]
    assert "joint-dropped" in message and "link-" not in message


def test_a_stated_code_must_occur(outcomes: dict[str, str]) -> None:
    absent = "findings that the test states, but that did not occur: actuator-dropped\n"
    assert absent in outcomes["test_stated_and_absent"] and absent in outcomes["test_taken_and_absent"]


def test_all_codes_need_a_reason(outcomes: dict[str, str]) -> None:
    assert "needs a reason" in outcomes["test_all_without_a_reason"]


def test_an_earlier_fault_is_the_one_that_is_shown(outcomes: dict[str, str]) -> None:
    assert "assert report is None" in outcomes["test_of_an_earlier_fault"]
    assert "ask for" not in outcomes["test_of_an_earlier_fault"]


def test_findings_that_are_stated_taken_or_looked_at_pass(outcomes: dict[str, str]) -> None:
    passed = {name for name, message in outcomes.items() if not message}
    assert passed == set(re.findall(r"def (test_passes\w+)", TESTS))
