"""SDFormat in its own version: everything stays, even what the version is too old for or the reader finds odd."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Literal

import pytest

import scenec

BOX = "<geometry><box><size>1 1 1</size></box></geometry>"
SOLID = f'<collision name="c">{BOX}</collision>'


def shaped(shape: str) -> str:
    return f'<model name="m"><link name="a"><collision name="c"><geometry>{shape}</geometry></collision></link></model>'


CASES = {
    "a capsule in a file older than capsules": (
        "1.5",
        shaped("<capsule><radius>1</radius><length>2</length></capsule>"),
        ("model/link/collision/geometry/capsule/radius", "1"),
    ),
    "a plugin where the specification has none": (
        "1.7",
        '<model name="m"><link name="a"><plugin name="p" filename="p.so"><x>1</x></plugin></link></model>',
        ("model/link/plugin/x", "1"),
    ),
    "a name with the separator of scopes": ("1.7", '<model name="m"><link name="a::b"/></model>', ("model/link@name", "a::b")),
    "a name with an escape in it": ("1.7", '<model name="m"><link name="a%3A%3Ab"/></model>', ("model/link@name", "a%3A%3Ab")),
    "a frame of a world in a file older than those": (
        "1.6",
        '<world name="w"><frame name="f"><pose>1 0 0 0 0 0</pose></frame></world>',
        ("world/frame/pose", "1 0 0 0 0 0"),
    ),
    "custom attributes": (
        "1.9",
        f'<model name="m"><link name="a"><visual name="v" my:note="n">{BOX}</visual></link></model>',
        ("model/link/visual@{urn:my}note", "n"),
    ),
    "automatic inertia": (
        "1.11",
        f'<model name="m"><link name="a"><inertial auto="true"><density>5</density></inertial>{SOLID}</link></model>',
        ("model/link/inertial/density", "5"),
    ),
    "a mesh that is not there": (
        "1.9",
        '<model name="m"><link name="a"><visual name="v"><geometry><mesh><uri>gone.dae</uri></mesh></geometry></visual></link></model>',
        ("model/link/visual/geometry/mesh/uri", "gone.dae"),
    ),
    "an included model that is not there": (
        "1.9",
        '<world name="w"><include><uri>model://gone</uri><pose>1 0 0 0 0 0</pose></include></world>',
        ("world/include/pose", "1 0 0 0 0 0"),
    ),
    "a joint called like a link, before names had to differ": (
        "1.6",
        '<model name="m"><link name="a"/><link name="b"/><joint name="b" type="fixed"><parent>a</parent><child>b</child></joint></model>',
        ("model/joint/child", "b"),
    ),
    "a size that the reference reader replaces": (
        "1.9",
        shaped("<sphere><radius>-1</radius></sphere>"),
        ("model/link/collision/geometry/sphere/radius", "1"),
    ),
    "text between elements": ("1.9", '<model name="m">stray<link name="a"/></model>', ("model/link@name", "a")),
}


@pytest.mark.parametrize("case", CASES)
def test_nothing_is_lost_in_the_same_version_when_it_is_written_anew(case: str, tmp_path: Path) -> None:
    version, content, (path, expected) = CASES[case]
    (tmp_path / "a.sdf").write_text(f'<sdf version="{version}">{content}</sdf>')
    anew: Literal["world", "model"] = (
        "world" if content.startswith("<world") else "model"
    )  # what it is; a text is kept only where nothing is asked for
    report = scenec.convert(tmp_path / "a.sdf", tmp_path / "once" / "a.sdf", as_=anew)
    lost = [finding for finding in report.findings if (finding.is_loss or finding.level != "note") and "-ineffective" not in finding.code]
    assert lost == []
    root = ElementTree.fromstring((tmp_path / "once" / "a.sdf").read_bytes())
    element, _, attribute = path.partition("@")
    found = root.find(element)
    assert found is not None, f"{case}: no <{element}>"
    assert (found.get(attribute) if attribute else found.text) == expected
    scenec.convert(tmp_path / "once" / "a.sdf", tmp_path / "twice" / "a.sdf", as_=anew)
    assert (tmp_path / "once" / "a.sdf").read_bytes() == (tmp_path / "twice" / "a.sdf").read_bytes()


def test_a_stated_mass_beside_automatic_inertia_is_kept_and_a_computed_one_is_not_written(tmp_path: Path) -> None:
    for mass, expected in (("<mass>3</mass>", "3"), ("", None)):
        link = f'<link name="a"><inertial auto="true">{mass}</inertial><collision name="c">{BOX}</collision></link>'
        (tmp_path / "a.sdf").write_text(f'<sdf version="1.11"><model name="m">{link}</model></sdf>')
        scenec.convert(tmp_path / "a.sdf", tmp_path / "out" / "a.sdf")
        root = ElementTree.fromstring((tmp_path / "out" / "a.sdf").read_bytes())
        assert root.findtext("model/link/inertial/mass") == expected
        assert root.find("model/link/inertial/inertia") is None


def test_automatic_inertia_is_written_out_for_versions_without_it(tmp_path: Path) -> None:
    link = f'<link name="a"><inertial auto="true"><density>6</density></inertial><collision name="c">{BOX}</collision></link>'
    (tmp_path / "a.sdf").write_text(f'<sdf version="1.11"><model name="m">{link}</model></sdf>')
    report = scenec.convert(tmp_path / "a.sdf", tmp_path / "out" / "a.sdf", to="sdformat@1.7")
    root = ElementTree.fromstring((tmp_path / "out" / "a.sdf").read_bytes())
    assert (root.findtext("model/link/inertial/mass"), root.findtext("model/link/inertial/inertia/ixx")) == ("6", "1")
    assert not [finding for finding in report.findings if finding.is_loss]


@pytest.mark.findings("text-rewritten")
def test_a_stated_tensor_ends_automatic_inertia(tmp_path: Path) -> None:
    link = f'<link name="a"><inertial auto="true"/><collision name="c">{BOX}</collision></link>'
    (tmp_path / "a.sdf").write_text(f'<sdf version="1.11"><model name="m">{link}</model></sdf>')
    scene, _ = scenec.read(tmp_path / "a.sdf")
    tensor = scenec.ir.inertia.Inertia(1.0, 2.0, 2.5)
    scenec.write(scene.replace("m::a", inertia=tensor), tmp_path / "out.sdf", format="sdformat@1.11")
    assert ElementTree.fromstring((tmp_path / "out.sdf").read_bytes()).findtext("model/link/inertial/inertia/iyy") == "2"


def test_models_nested_in_a_file_older_than_those_stay_nested_with_their_axes(tmp_path: Path) -> None:
    """Axes of nested models were never in the model's frame, unlike those of other models in 1.4."""
    joint = '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz></axis></joint>'
    links = '<link name="a"/><link name="b"><pose>1 2 3 0 0 1.5707963267948966</pose></link>'
    (tmp_path / "a.sdf").write_text(f'<sdf version="1.4"><model name="m"><model name="n">{links}{joint}</model></model></sdf>')
    scenec.convert(tmp_path / "a.sdf", tmp_path / "out.sdf")
    root = ElementTree.fromstring((tmp_path / "out.sdf").read_bytes())
    assert root.findtext("model/model/joint/axis/xyz") == "1 0 0"
    before, after = (scenec.read(file)[0].physics().joints[0] for file in (tmp_path / "a.sdf", tmp_path / "out.sdf"))
    assert after.axes[0].axis == before.axes[0].axis == pytest.approx((0, 1, 0), abs=1e-15)


def test_references_are_found_in_a_file_whose_lines_end_in_carriage_returns(tmp_path: Path) -> None:
    mesh = '<visual name="v"><geometry><mesh><uri>part.obj</uri></mesh></geometry></visual>'
    text = f'<sdf version="1.9">\n<!-- é -->\n<model name="m">\n<link name="a">\n{mesh}\n</link>\n</model>\n</sdf>'
    source = tmp_path / "source.sdf"
    (tmp_path / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    source.write_bytes(text.replace("\n", "\r").encode())
    target = tmp_path / "result" / "robot.sdf"
    target.parent.mkdir()
    scenec.convert(source, target, to="sdformat")
    assert target.read_bytes() == text.replace("part.obj", "robot_assets/part.obj").replace("\n", "\r").encode()
