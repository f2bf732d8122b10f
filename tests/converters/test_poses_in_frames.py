"""Places of things in each other, which writers of formats without such frames work out."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.converters import NEUTRAL, written_formats

TARGETS = {record.name: record.suffix() for record in written_formats() if record.name not in (NEUTRAL, "sdformat")}
MODEL = """<sdf version="1.9"><model name="m"><frame name="f"><pose>0.2 0 0 0 0 0</pose></frame>
<frame name="g"><pose relative_to="f">0 0 0 0 0.785398 0</pose></frame>
<link name="a"><pose>0.3 0 0 0 0 0</pose><inertial><mass>2</mass></inertial></link>
<link name="b"><pose relative_to="f">0.1 0 0 0 0 0</pose><inertial><mass>1</mass></inertial>
<visual name="v"><pose relative_to="g"/><geometry><box><size>1 2 3</size></box></geometry></visual></link>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"""


def result(folder: Path, target: str) -> str:
    (folder / "m.sdf").write_text(MODEL)
    scenec.convert(folder / "m.sdf", folder / "out" / f"r{TARGETS[target]}", to=target)
    return (folder / "out" / f"r{TARGETS[target]}").read_text()


@pytest.mark.findings("frame-model-dropped", "frame-name-dropped", "model-name-unstored-dropped")
@pytest.mark.parametrize("target", TARGETS)
def test_where_two_places_cancel_each_other_out_rounding_leaves_nothing(target: str, tmp_path: Path) -> None:
    """0.2 m + 0.1 m is not 0.3 m to the last digit."""
    assert "e-17" not in result(tmp_path, target)


@pytest.mark.parametrize(("target", "angle"), [("urdf", "0.785398"), ("mjcf", "0.785398"), ("rsg", "44.99999")])
def test_an_angle_by_way_of_frames_that_are_not_turned_keeps_its_digits(target: str, angle: str, tmp_path: Path) -> None:
    assert f" {angle}" in result(tmp_path, target)


WRIST = """<mujoco><worldbody><body><geom size="0.1"/><body euler="0.1 0.2 0.3"><geom size="0.1"/><body><joint type="ball"/>
<geom size="0.05"/></body></body></body></worldbody></mujoco>"""
STAND = """<sdf version="1.8"><model name="stand" placement_frame="base">{}<pose>0 0 1 0 0 0</pose>
<link name="base"><pose>1 0 0 0 0 0</pose><inertial><mass>1</mass></inertial></link></model></sdf>"""


@pytest.mark.parametrize("target", TARGETS)
def test_links_of_a_chain_of_hinges_in_a_turned_body_lose_no_frame(target: str, tmp_path: Path) -> None:
    """Each stands where its hinge does. By way of the world, rounding would be left of that."""
    (tmp_path / "wrist.xml").write_text(WRIST)
    report = scenec.convert(tmp_path / "wrist.xml", tmp_path / "out" / f"r{TARGETS[target]}", to=target, adapt_joints=True)
    assert [finding.code for finding in report.findings if "relative-to" in finding.code] == []


@pytest.mark.parametrize("static", ["", "<static>1</static>"], ids=["moving", "static"])
@pytest.mark.parametrize("target", TARGETS)
def test_a_model_that_a_link_in_it_places_is_reported_with_the_link(target: str, static: str, tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text(STAND.format(static))
    report = scenec.convert(tmp_path / "m.sdf", tmp_path / "out" / f"r{TARGETS[target]}", to=target)
    placements = {finding.code: finding.value for finding in report.findings if "placement" in finding.code}
    assert placements == {"model-placement-converted": "stand::base"}
