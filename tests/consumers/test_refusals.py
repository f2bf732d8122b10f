"""Findings about inertia and joint starts agree with Gazebo's and Drake's parsers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import scenec
from tests.adapt.test_numbers_to_range import outside
from tests.consumers.sdf_consumers import ConsumerMissingError, Summary, load_with_drake, load_with_libsdformat

BODY = '<Simulation><Scene name="s"><Body name="a">{}<InertiaMatrixMass value="1kg" {}/>{}</Body></Scene></Simulation>'
ROD = (
    'ixx="6.157479698735043" iyy="3.7476353011141144" izz="4.094885000150843" '
    'ixy="-1.6553498983383692" ixz="-1.564486613839268" iyz="-3.073840183176944"'
)
ARM = (
    '<Hinge name="h"><Axis y="1"><Deflection min="-1" max="1" init="0.5"/></Axis>'
    '<Body name="b"><SphereMass value="1kg" radius="1m"/></Body></Hinge>'
)
pytestmark = pytest.mark.findings("*", reason="the programs that load the result judge it")

LOADERS = [load_with_libsdformat, load_with_drake]


def loaded(load: Callable[[Path], Summary], text: str, folder: Path, to: str = "sdformat") -> tuple[Summary, scenec.Report]:
    (folder / "a.ros2").write_text(text)
    report = scenec.convert(folder / "a.ros2", folder / "a.sdf", to=to)
    try:
        return load(folder / "a.sdf"), report
    except ConsumerMissingError as missing:
        pytest.skip(str(missing))


@pytest.mark.parametrize("load", LOADERS)
def test_a_turned_rod_loads(load: Callable[[Path], Summary], tmp_path: Path) -> None:
    summary, report = loaded(load, BODY.format("", ROD, ""), tmp_path)
    assert summary["errors"] == [] and not [each for each in report.findings if each.level == "error"]


TOP = """<sdf version="1.7"><model name="m"><link name="a"><inertial><mass>1</mass>
  <inertia><ixx>1</ixx><iyy>1</iyy><izz>5</izz></inertia></inertial></link></model></sdf>"""


@pytest.mark.parametrize("load", LOADERS)
def test_a_tensor_that_no_body_has_loads_after_it_was_raised(load: Callable[[Path], Summary], tmp_path: Path) -> None:
    summary, report = loaded(load, BODY.format("", 'ixx="1" iyy="1" izz="5"', ""), tmp_path)
    assert summary["errors"] == []
    assert "link-inertia-unbalanced-approximated" in {each.code for each in report.findings}


def test_what_is_reported_as_an_error_is_refused(tmp_path: Path) -> None:
    """SDFormat to SDFormat keeps such a tensor. libsdformat refuses it; Drake only warns."""
    (tmp_path / "top.sdf").write_text(TOP)
    report = scenec.convert(tmp_path / "top.sdf", tmp_path / "kept.sdf")
    try:
        summary = load_with_libsdformat(tmp_path / "kept.sdf")
    except ConsumerMissingError as missing:
        pytest.skip(str(missing))
    assert summary["errors"] and [each for each in report.findings if each.level == "error"]


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize("version", ["1.7", "1.8", "1.12"])
def test_a_joint_that_does_not_start_at_zero_loads(load: Callable[[Path], Summary], version: str, tmp_path: Path) -> None:
    summary, _ = loaded(load, BODY.format("", 'ixx="1" iyy="1" izz="1"', ARM), tmp_path, f"sdformat@{version}")
    assert summary["errors"] == []


def test_numbers_outside_the_specification_load(tmp_path: Path) -> None:
    """libsdformat refuses the whole file for one of them. Drake wants no more friction along the second axis than the first."""
    scenec.write(outside(), tmp_path / "a.sdf", format="sdformat@1.9")
    try:
        assert load_with_libsdformat(tmp_path / "a.sdf")["errors"] == []
    except ConsumerMissingError as missing:
        pytest.skip(str(missing))
