"""Where things are: poses relative to frames, links, joints and models, by hand-worked numbers."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import scenec
from tests.converters.sdformat.reading import read, read_model

QUARTER = "1.5707963267948966"


def position(scene_link: Any) -> tuple[float, ...]:
    return tuple(round(value, 12) for value in scene_link.pose[:3])


def test_a_frame_is_where_its_link_is_and_carries_other_links() -> None:
    result = read_model(
        '<link name="a"><pose>1 0 0 0 0 0</pose></link>'
        '<frame name="f" attached_to="a"><pose>0 1 0 0 0 0</pose></frame>'
        '<frame name="h" attached_to="a"><pose relative_to="__model__">0 1 0 0 0 0</pose></frame>'
        '<link name="b"><pose relative_to="f"/></link><link name="c"><pose relative_to="h"/></link>'
    )
    assert position(result.link("m::b")) == (1, 1, 0)
    assert position(result.link("m::c")) == (0, 1, 0)


def test_degrees_and_quaternions_mean_the_same_turn() -> None:
    for text in ('degrees="true">0 0 0 0 0 90', 'rotation_format="quat_xyzw">0 0 0 0 0 1 1', f">0 0 0 0 0 {QUARTER}"):
        result = read_model(f'<link name="a"><pose {text}</pose></link>', "1.9")
        assert result.link("m::a").pose[3:] == pytest.approx((math.sqrt(0.5), 0, 0, math.sqrt(0.5)), abs=1e-15)


@pytest.mark.parametrize(
    ("pose", "ignored"),
    [
        ('<pose rotation_format="euler_rpy" degrees="true"></pose>', ["degrees", "rotation_format"]),
        ('<pose rotation_format="quat_xyzw"/>', ["rotation_format"]),
        ('<pose degrees="true">1 2 3 0 0 0</pose>', ["degrees"]),
        ('<pose degrees="false">1 2 3 0 0 0</pose>', ["degrees"]),
        ('<pose degrees="true" rotation_format="euler_rpy">0 0 0 0 0 90</pose>', []),
        ('<pose degrees="false">0 0 0 0 0 1</pose>', []),
        ('<pose degrees="false" rotation_format="quat_xyzw">0 0 0 0 0 1 1</pose>', []),
    ],
)
def test_the_format_of_angles_has_no_effect_where_all_are_zero(pose: str, ignored: list[str], tmp_path: Path) -> None:
    scene = f"""<sdf version="1.9"><model name="m"><link name="a">{pose}</link></model></sdf>"""
    (tmp_path / "m.sdf").write_text(scene)
    report = scenec.convert(tmp_path / "m.sdf", tmp_path / "m.xml", trace=True)
    assert sum(each.count for each in report.findings if each.code == "angle-format-ineffective") == len(ignored)
    fates = {line.path.rpartition("@")[2]: line.fate for line in report.ledger if "/pose[1]/@" in line.path}
    assert fates == {name: "dropped" if name in ignored else "converted" for name in ("degrees", "rotation_format") if f"{name}=" in pose}
    scenec.convert(tmp_path / "m.sdf", tmp_path / "same.sdf")
    assert pose in (tmp_path / "same.sdf").read_text()


@pytest.mark.parametrize("degrees", ["true", "false"])
def test_the_unit_of_a_dropped_rotation_is_dropped_with_it(degrees: str, tmp_path: Path) -> None:
    frame = f'<frame name="f"><pose degrees="{degrees}">0 0 0 0 0 1</pose></frame>'
    (tmp_path / "m.sdf").write_text(f'<sdf version="1.9"><model name="m"><link name="a"/>{frame}</model></sdf>')
    report = scenec.convert(tmp_path / "m.sdf", tmp_path / "m.scene", trace=True)
    fates = {line.path.rpartition("/")[2]: line.fate for line in report.ledger if "/pose[1]/" in line.path}
    assert fates == {"@degrees": "dropped", "text()": "dropped"}


def test_degrees_beside_a_quaternion_are_refused() -> None:
    with pytest.raises(scenec.ScenecError, match=r"scene\.sdf:2:.*degrees"):
        read_model('<link name="a"><pose degrees="true" rotation_format="quat_xyzw">0 0 0 0 0 0 1</pose></link>', "1.9")


def test_a_placement_frame_is_what_the_pose_places() -> None:
    result = read(
        '<world name="w"><model name="m" placement_frame="a"><pose>1 0 0 0 0 0</pose>'
        '<link name="a"><pose>0 0 5 0 0 1</pose></link></model></world>',
        "1.8",
    )
    assert result.link("m::a").pose == pytest.approx((1, 0, 0, 1, 0, 0, 0), abs=1e-12)


def test_names_lead_into_nested_models() -> None:
    result = read_model(
        '<model name="arm"><pose>0 0 1 0 0 0</pose><link name="hand"><pose>1 0 0 0 0 0</pose></link></model>'
        '<link name="tool"><pose relative_to="arm::hand">0 2 0 0 0 0</pose></link>',
        "1.8",
    )
    assert position(result.link("m::tool")) == (1, 2, 1)


def test_an_unknown_frame_is_an_error_and_the_bare_pose_counts() -> None:
    result = read_model('<link name="a"><pose relative_to="nowhere">1 0 0 0 0 0</pose></link>')
    assert result.errors == {"reference-unresolved-invalid"}
    assert position(result.link("m::a")) == (1, 0, 0)


def test_a_circle_of_poses_is_an_error_and_is_cut_open() -> None:
    result = read_model('<link name="a"><pose relative_to="b"/></link><link name="b"><pose relative_to="a"/></link>')
    assert result.errors == {"frame-circle-invalid"}
    assert len(result.physics.links) == 2


def test_digits_of_a_pose_stay_as_written() -> None:
    result = read_model('<link name="a"><pose>0.1 0.2 0.3 0.4 0.5 0.6</pose></link>')
    pose = result.scene.links[0].pose
    assert pose is not None
    assert pose.rotation.to_rpy() == (0.4, 0.5, 0.6)
