"""From version to version: what an older one lacks is adapted or reported, never bent; what a newer one says otherwise is converted."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import scenec

FIXTURES = Path(__file__).parents[3] / "fixtures" / "sdformat"
FILES = sorted(FIXTURES.glob("*.sdf"))
VERSIONS = ["1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12"]


def numbers_of(physics: Any) -> dict[str, Any]:
    """Return what a simulator sees of links and joints, without digits that arithmetic made."""
    links = {link.path: (link.mass, link.pose, link.com, link.inertia) for link in physics.links}
    joints = {
        joint.path: (joint.type, joint.parent, joint.child, joint.anchor, [axis.axis for axis in joint.axes]) for joint in physics.joints
    }
    return {"links": rounded(links), "joints": rounded(joints)}


def rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(each) for each in value]
    if value == "continuous":  # a revolute joint without limits, which is how it is written
        return "revolute"
    return round(float(value), 9) + 0.0 if isinstance(value, float) else value


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kitchen_sink_stands_and_moves_as_before_in_every_version(path: Path, version: str, tmp_path: Path) -> None:
    report = scenec.convert(path, tmp_path / "once" / "a.sdf", to=f"sdformat@{version}")
    again, _ = scenec.read(tmp_path / "once" / "a.sdf")
    before = numbers_of(scenec.read(path)[0].physics())
    assert numbers_of(again.physics()) == before
    assert ElementTree.fromstring((tmp_path / "once" / "a.sdf").read_bytes()).get("version") == version
    totals = report.to_json()["totals"]
    assert totals["values"] == sum(
        totals[fate] for fate in ("kept", "converted", "approximated", "carried", "dropped", "unresolved", "invalid")
    )
    scenec.convert(tmp_path / "once" / "a.sdf", tmp_path / "twice" / "a.sdf")
    assert (tmp_path / "once" / "a.sdf").read_bytes() == (tmp_path / "twice" / "a.sdf").read_bytes()


def converted(tmp_path: Path, content: str, version: str, to: str) -> tuple[ElementTree.Element, scenec.Report]:
    (tmp_path / "a.sdf").write_text(f'<sdf version="{version}">{content}</sdf>')
    report = scenec.convert(tmp_path / "a.sdf", tmp_path / "out" / "a.sdf", to=f"sdformat@{to}")
    return ElementTree.fromstring((tmp_path / "out" / "a.sdf").read_bytes()), report


def codes(report: scenec.Report, level: str = "error") -> set[str]:
    return {finding.code for finding in report.findings if finding.level == level}


CAPSULE = (
    '<model name="m"><link name="a"><collision name="c"><pose>1 0 0 0 1.5 0</pose>'
    "<geometry><capsule><radius>0.5</radius><length>2</length></capsule></geometry></collision></link></model>"
)


def test_a_capsule_becomes_a_cylinder_and_two_spheres_before_1_8(tmp_path: Path) -> None:
    root, report = converted(tmp_path, CAPSULE, "1.9", "1.7")
    assert [shape.tag for shape in root.iterfind("model/link/collision/geometry/*")] == ["cylinder", "sphere", "sphere"]
    assert [part.get("name") for part in root.iterfind("model/link/collision")] == ["c", "c_top", "c_bottom"]
    x, z = math.sin(1.5), math.cos(1.5)  # the capsule's axis, 1 m to each side
    ends = [shape.pose[:3] for shape in scenec.read(tmp_path / "out" / "a.sdf")[0].physics().links[0].collisions[1:]]
    assert ends[0] == pytest.approx((1 + x, 0, z), abs=1e-14)
    assert ends[1] == pytest.approx((1 - x, 0, -z), abs=1e-14)
    assert codes(report, "note") >= {"shape-capsule-split"} and not codes(report)


def test_a_capsule_as_short_as_a_ball_becomes_one_sphere_before_1_8(tmp_path: Path) -> None:
    root, report = converted(tmp_path, CAPSULE.replace("<length>2", "<length>0"), "1.9", "1.7")
    assert [shape.tag for shape in root.iterfind("model/link/collision/geometry/*")] == ["sphere"]
    assert [part.get("name") for part in root.iterfind("model/link/collision")] == ["c"]
    assert "shape-capsule-split" in codes(report, "note")


@pytest.mark.parametrize(
    ("shape", "lacks"), [("ellipsoid><radii>1 2 3</radii></ellipsoid", "1.7"), ("cone><radius>1</radius></cone", "1.10")]
)
def test_a_shape_that_cannot_be_said_is_an_error(shape: str, lacks: str, tmp_path: Path) -> None:
    content = f'<model name="m"><link name="a"><collision name="c"><geometry><{shape}></geometry></collision></link></model>'
    _, report = converted(tmp_path, content, "1.12", lacks)
    assert codes(report) == {"collision-dropped"}


WORLD_JOINT = (
    '<world name="w"><model name="m"><pose>1 2 3 0 0 0.5</pose><link name="a"/></model>'
    '<joint name="j" type="revolute"><pose>0.1 0 0 0 0 0</pose><parent>world</parent><child>m::a</child>'
    '<axis><xyz expressed_in="m">1 0 0</xyz></axis></joint></world>'
)


def test_a_joint_of_the_world_moves_into_the_model_it_holds_before_1_10(tmp_path: Path) -> None:
    root, report = converted(tmp_path, WORLD_JOINT, "1.10", "1.7")
    assert (root.findtext("world/model/joint/parent"), root.findtext("world/model/joint/child")) == ("world", "a")
    before, after = (scenec.read(file)[0].physics().joints[0] for file in (tmp_path / "a.sdf", tmp_path / "out" / "a.sdf"))
    assert after.anchor == pytest.approx(before.anchor, abs=1e-12)
    assert after.axes[0].axis == pytest.approx(before.axes[0].axis, abs=1e-12)
    assert "joint-world-converted" in codes(report, "note") and not codes(report)


@pytest.mark.parametrize("version", ["1.4", "1.5", "1.9"])
def test_models_that_are_joined_to_each_other_are_nested_in_one_before_1_10(version: str, tmp_path: Path) -> None:
    content = (
        '<world name="w"><model name="m"><pose>1 2 3 0 0 0</pose><link name="a"/></model><model name="n"><link name="b"/></model>'
        '<model name="o"><link name="c"/></model><model name="p"><link name="d"/></model>'
        '<joint name="j" type="fixed"><parent>m::a</parent><child>n::b</child></joint>'
        '<joint name="k" type="revolute"><pose>0.1 0 0 0 0 0</pose><parent>n::b</parent><child>o::c</child>'
        "<axis><xyz>0 1 0</xyz></axis></joint></world>"
    )
    root, report = converted(tmp_path, content, "1.10", version)
    assert [model.get("name") for model in root.iterfind("world/model")] == ["p", "m_joined"]
    assert not codes(report) and "joint-world-nested" in codes(report, "note")
    before, after = (scenec.read(file)[0].physics() for file in (tmp_path / "a.sdf", tmp_path / "out" / "a.sdf"))
    assert {link.pose for link in after.links} == {link.pose for link in before.links}
    assert [(joint.type, joint.anchor) for joint in after.joints] == [(joint.type, joint.anchor) for joint in before.joints]


def test_words_of_newer_versions_go_back_to_what_older_ones_call_them(tmp_path: Path) -> None:
    content = (
        '<world name="w"><gravity>0 0 -3</gravity><model name="m"><link name="a"/><link name="b"><sensor name="s" type="gpu_lidar"/></link>'
        '<joint name="j" type="screw"><parent>a</parent><child>b</child><screw_thread_pitch>0.5</screw_thread_pitch>'
        '<axis><xyz expressed_in="__model__">0 0 1</xyz></axis></joint></model></world>'
    )
    root, report = converted(tmp_path, content, "1.12", "1.5")
    assert root.findtext("world/physics/gravity") == "0 0 -3"
    assert root.find("world/model/link/sensor[@type='gpu_ray']") is not None
    assert root.findtext("world/model/joint/thread_pitch") == "-12.5663706143592"
    assert root.findtext("world/model/joint/axis/use_parent_model_frame") == "true"
    assert not codes(report)
    up, _ = converted(tmp_path, '<world name="w"><physics type="ode"><gravity>0 0 -3</gravity></physics></world>', "1.5", "1.12")
    assert up.findtext("world/gravity") == "0 0 -3"


def test_the_axis_of_a_fixed_joint_is_said_as_the_version_does(tmp_path: Path) -> None:
    content = (
        '<model name="m"><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent>a</parent><child>b</child>'
        "<axis><xyz>1 0 0</xyz></axis></joint></model>"
    )
    root, _ = converted(tmp_path, content, "1.4", "1.4")
    assert [(axis.findtext("xyz"), len(axis), axis[0].attrib) for axis in root.iterfind("model/joint/axis")] == [("1 0 0", 1, {})]
    root, _ = converted(tmp_path, content, "1.4", "1.6")
    assert root.findtext("model/joint/axis/use_parent_model_frame") == "true"
    root, _ = converted(tmp_path, content.replace("<xyz>1 0 0</xyz>", ""), "1.6", "1.4")
    assert root.findtext("model/joint/axis/xyz") == "0 0 1"


SECOND_AXIS = (
    '<model name="m"><link name="a"/><link name="b"/><joint name="j" type="{}"><parent>a</parent><child>b</child>'
    "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz><use_parent_model_frame>false</use_parent_model_frame></axis2></joint></model>"
)


def fate_of_flag(report: scenec.Report) -> str:
    (flag,) = (each for each in report.ledger if "use_parent_model_frame" in each.path)
    return flag.fate


def test_a_flag_without_effect_on_an_axis_shares_the_fate_of_its_axis(tmp_path: Path) -> None:
    root, report = converted(tmp_path, SECOND_AXIS.format("revolute"), "1.6", "1.5")
    assert (root.findtext("model/joint/axis2/use_parent_model_frame"), fate_of_flag(report)) == ("false", "kept")
    for version in ("1.4", "1.12"):
        root, report = converted(tmp_path, SECOND_AXIS.format("revolute"), "1.6", version)
        (direction,) = root.iterfind("model/joint/axis2/xyz")
        assert (direction.text, direction.attrib, fate_of_flag(report)) == ("0 1 0", {}, "kept"), version
    for kind, fate in (("revolute", "dropped"), ("universal", "converted")):
        (tmp_path / "a.sdf").write_text(f'<sdf version="1.6">{SECOND_AXIS.format(kind)}</sdf>')
        assert fate_of_flag(scenec.convert(tmp_path / "a.sdf", tmp_path / "a.urdf")) == fate, kind


def test_nested_models_are_one_before_1_5_links_first(tmp_path: Path) -> None:
    content = (
        '<model name="m"><link name="a"/><joint name="j" type="fixed"><parent>a</parent><child>n::b</child></joint>'
        '<model name="n"><pose>0 0 1 0 0 0</pose><link name="b"/></model></model>'
    )
    root, _ = converted(tmp_path, content, "1.8", "1.4")
    assert [(part.tag, part.get("name")) for part in root.find("model") or ()] == [("link", "a"), ("link", "n_b"), ("joint", "j")]
    assert root.findtext("model/link[@name='n_b']/pose") == "0 0 1 0 0 0"
