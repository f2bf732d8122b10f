"""MuJoCo's `<flag contact="disable"/>`: no shape touches any other, so that bodies may overlap from the start."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import scenec

BODIES = """<body name="arm" pos="0 0 0.3"><joint axis="0 1 0"/><geom name="rod" type="capsule" fromto="0 0 0 0 0 -0.5" size="0.03"/></body>
<body name="twin" pos="0 0.05 0.3"><joint axis="0 1 0"/><geom name="bar" type="capsule" fromto="0 0 0 0 0 -0.5" size="0.03"/></body>"""
FLOOR = '<geom name="floor" type="plane" size="2 2 0.1"/>'


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """Two arms that stand in each other and swing through a floor."""
    return written(tmp_path, FLOOR)


def written(tmp_path: Path, floor: str, word: str = "disable") -> Path:
    path = tmp_path / "arms.xml"
    path.write_text(f'<mujoco><option><flag contact="{word}"/></option><worldbody>{floor}{BODIES}</worldbody></mujoco>')
    return path


def switch_of(report: scenec.Report) -> str:
    [line] = [line for line in report.ledger if line.path.endswith("contact")]
    return line.fate


def test_the_neutral_scene_knows_the_switch(model: Path) -> None:
    [world] = scenec.read(model)[0].worlds
    assert world.contacts is not None and not world.contacts


@pytest.mark.parametrize(("word", "stays"), [("disable", True), ("enable", False)])
def test_mjcf_keeps_the_switch_and_omits_its_default(tmp_path: Path, word: str, stays: bool) -> None:
    report = scenec.convert(written(tmp_path, FLOOR, word), tmp_path / "out.xml")
    assert ('<flag contact="disable"/>' in (tmp_path / "out.xml").read_text()) == stays
    assert switch_of(report) == "kept"


@pytest.mark.parametrize(("suffix", "mask"), [(".sdf", "collide_bitmask"), (".scene", "coll_bitmask")])
@pytest.mark.findings("contact-masks-converted")
def test_masks_of_zero_say_it_where_shapes_have_masks(model: Path, suffix: str, mask: str) -> None:
    report = scenec.convert(model, model.with_suffix(suffix))
    masks = re.findall(rf"<{mask}>(\d+)<", model.with_suffix(suffix).read_text())
    assert len(masks) >= 3 and set(masks) == {"0"}
    assert switch_of(report) in ("kept", "converted")


@pytest.mark.parametrize("suffix", [".ros2", ".ros3"])
def test_simrobot_keeps_moving_bodies_apart_and_names_the_floor(model: Path, suffix: str) -> None:
    report = scenec.convert(model, model.with_suffix(suffix))
    assert 'bodyCollisions="false"' in model.with_suffix(suffix).read_text()
    [finding] = [each for each in report.findings if each.code == "contacts-with-static-approximated"]
    assert (finding.level, finding.target) == ("error", "on for the collisions of 1 static link")
    assert switch_of(report) == "approximated"


def test_simrobot_says_all_of_it_where_nothing_stands_still(tmp_path: Path) -> None:
    report = scenec.convert(written(tmp_path, ""), tmp_path / "arms.ros2")
    assert switch_of(report) == "kept"


@pytest.mark.parametrize("suffix", [".urdf", ".rsg"])
def test_other_formats_lose_the_switch_as_an_error(model: Path, suffix: str) -> None:
    report = scenec.convert(model, model.with_suffix(suffix))
    [finding] = [each for each in report.findings if each.code == "world-contacts-dropped"]
    assert finding.level == "error" and report.failed(fail_on=["error"])
    assert switch_of(report) == "dropped"


@pytest.mark.findings("self-collision-ineffective")
def test_mars_names_the_links_that_may_touch_by_their_model(model: Path) -> None:
    """Masks of MARS say what flags of models say elsewhere, so those are gone."""
    report = scenec.convert(model, model.with_suffix(".scene"))
    assert [each.subject for each in report.findings if each.code == "self-collision-ineffective"] == ["arm::arm", "twin::twin"]
