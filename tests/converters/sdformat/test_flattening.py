"""Flattened models stand, move and hold as nested ones do: poses, attachments, static models, names."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import scenec
from tests.consumers.sdf_consumers import ConsumerMissingError, load_with_libsdformat


def flattened(folder: Path, content: str, version: str = "1.8", **options: Any) -> tuple[ElementTree.Element, scenec.Report]:
    source = folder / "a.sdf"
    source.write_text(f'<sdf version="{version}">{content}</sdf>')
    report = scenec.convert(source, folder / "out" / "a.sdf", **(options or {"flatten": True}))
    return ElementTree.parse(folder / "out" / "a.sdf").getroot(), report


def places(folder: Path) -> dict[str, tuple[float, ...]]:
    """Link -> where it stands, in the result; by libsdformat too, where it is installed."""
    links = {link.path.rpartition("::")[2]: link.pose[:3] for link in scenec.read(folder / "out" / "a.sdf")[0].physics().links}
    try:
        seen = load_with_libsdformat(folder / "out" / "a.sdf")
    except ConsumerMissingError:
        return links
    assert seen["errors"] == []
    for link in seen["links"]:
        assert link["pose"][:3] == pytest.approx(links[link["path"].rpartition("::")[2]], abs=1e-12)
    assert len(seen["links"]) == len(links)
    return links


FRAME = (
    '<model name="m"><link name="base"/><model name="n"><pose>0 10 0 0 0 0</pose>'
    '<frame name="F"><pose>1 0 0 0 0 0</pose></frame><link name="a"><pose relative_to="F">0 0 1 0 0 0</pose></link></model></model>'
)


def test_a_frame_of_a_flattened_model_stays_where_it_was_and_moves_with_it(tmp_path: Path) -> None:
    root, report = flattened(tmp_path, FRAME)
    frame = root.find("model/frame")
    assert frame is not None and (frame.get("name"), frame.get("attached_to")) == ("n_F", "n_a"), "not the outer model's first link"
    assert places(tmp_path)["n_a"] == (1, 10, 1)
    assert report.totals["dropped"] == 0


def test_a_frame_attached_to_a_flattened_model_moves_with_its_link(tmp_path: Path) -> None:
    content = (
        '<model name="m"><link name="base"/><frame name="f" attached_to="n"><pose>0 0 2 0 0 0</pose></frame>'
        '<link name="b"><pose relative_to="f"/></link>'
        '<model name="n" canonical_link="c"><pose>0 10 0 0 0 0</pose><link name="a"/><link name="c"/></model></model>'
    )
    root, _ = flattened(tmp_path, content)
    frame = root.find("model/frame")
    assert frame is not None and frame.get("attached_to") == "n_c"
    assert places(tmp_path)["b"] == (0, 10, 2)


def test_what_is_posed_in_its_own_model_or_placed_by_a_frame_stays_where_it_was(tmp_path: Path) -> None:
    content = (
        '<model name="m"><link name="base"/><model name="n" placement_frame="p"><pose>0 10 0 0 0 0</pose>'
        '<frame name="p"><pose>0 0 3 0 0 0</pose></frame><frame name="q" attached_to="p"/><link name="a"/>'
        '<link name="b"><pose relative_to="__model__">0 0 1 0 0 0</pose></link>'
        '<link name="c"><pose relative_to="q"/></link></model></model>'
    )
    _, report = flattened(tmp_path, content)
    assert places(tmp_path) == {"base": (0, 0, 0), "n_a": (0, 10, -3), "n_b": (0, 10, -2), "n_c": (0, 10, 0)}
    assert report.totals["dropped"] == 0


def test_the_new_names_are_reported(tmp_path: Path) -> None:
    _, report = flattened(tmp_path, FRAME)
    findings = [finding for finding in report.findings if finding.code == "model-nested-converted"]
    assert [(finding.subject, finding.target, finding.level) for finding in findings] == [("m::n", "n_...", "note")]


# ---------------------------------------------------------------- static models

DOOR = (
    '<model name="m"><link name="base"/><model name="door"><static>true</static><pose>0 10 0 0 0 0</pose>'
    '<link name="a"><pose>0 0 1 0 0 0</pose></link>{}</model></model>'
)


def test_a_flattened_static_model_is_held_to_the_world_and_reported(tmp_path: Path) -> None:
    root, report = flattened(tmp_path, DOOR.format(""))
    joint = root.find("model/joint")
    assert joint is not None and joint.get("type") == "fixed"
    assert (joint.findtext("parent"), joint.findtext("child")) == ("world", "door_a")
    reported = next(finding for finding in report.findings if finding.code == "joint-fixed-added")
    assert reported.target == "m::door_a_to_world" and reported.category == "physics"
    assert report.totals["dropped"] == 0
    assert places(tmp_path)["door_a"] == (0, 10, 1)


def test_a_joint_inside_a_static_model_holds_its_child_instead_of_closing_a_loop(tmp_path: Path) -> None:
    hinge = '<link name="b"/><joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>'
    root, report = flattened(tmp_path, DOOR.format(hinge))
    held = [(joint.get("type"), joint.findtext("parent"), joint.findtext("child")) for joint in root.iterfind("model/joint")]
    assert sorted(held) == [("fixed", "world", "door_a"), ("fixed", "world", "door_b")]
    assert len([finding for finding in report.findings if finding.code == "joint-fixed-added"]) == 2
    assert places(tmp_path)["door_b"] == (0, 10, 0)


def test_a_static_model_in_a_static_one_needs_no_joints(tmp_path: Path) -> None:
    content = DOOR.format("").replace('<link name="base"/>', '<static>true</static><link name="base"/>', 1)
    root, _ = flattened(tmp_path, content)
    assert root.find("model/joint") is None


def test_a_model_that_only_holds_empty_models_can_be_read_again(tmp_path: Path) -> None:
    content = '<model name="m"><model name="n"><model name="s"><static>true</static></model></model></model>'
    root, _ = flattened(tmp_path, content)
    assert root.findtext("model/static") == "true"
    old, _ = flattened(tmp_path, content, to="sdformat@1.4")
    assert old.findtext("model/static") == "true", "libsdformat refuses it in 1.4, too"


# ---------------------------------------------------------------- 1.4

NESTED = (
    '<world name="w"><model name="m"><link name="base"/><model name="n"><link name="a"/><link name="b"><pose>0 0 1 0 0 0</pose></link>'
    '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz></axis></joint></model></model></world>'
)


@pytest.mark.parametrize("version", ["1.4", "1.5", "1.6", "1.7"])
def test_no_flattened_name_has_a_scope_which_aborts_libsdformat(version: str, tmp_path: Path) -> None:
    root, _ = flattened(tmp_path, NESTED, flatten=True, to=f"sdformat@{version}")
    assert not [element for element in root.iter() if "::" in element.get("name", "") + (element.text or "")]
    assert places(tmp_path)["n_b"] == (0, 0, 1)


def test_1_4_flattens_with_the_same_names(tmp_path: Path) -> None:
    root, report = flattened(tmp_path, NESTED, to="sdformat@1.4")
    assert [joint.get("name") for joint in root.iterfind(".//joint")] == ["n_j"]
    assert "model-nested-converted" in {finding.code for finding in report.findings}
    assert places(tmp_path)["n_b"] == (0, 0, 1)


def test_a_scoped_name_of_an_old_world_is_escaped_in_1_4(tmp_path: Path) -> None:
    """The joint refers to a link outside, so that the names stay flat when 1.6 is read."""
    content = (
        '<world name="w"><model name="m"><link name="base"/><link name="n::b"/>'
        '<joint name="n::j" type="revolute"><parent>base</parent><child>n::b</child><axis><xyz>0 1 0</xyz></axis></joint></model></world>'
    )
    root, report = flattened(tmp_path, content, "1.6", to="sdformat@1.4")
    assert [joint.get("name") for joint in root.iterfind(".//joint")] == ["n%3A%3Aj"]
    assert "name-escaped" in {finding.code for finding in report.findings}


def test_a_joint_to_a_link_of_an_included_model_survives_in_1_4(tmp_path: Path) -> None:
    post = tmp_path / "post"
    post.mkdir()
    (post / "model.sdf").write_text('<sdf version="1.4"><model name="post"><link name="link"/></model></sdf>')
    (post / "model.config").write_text('<model><name>post</name><sdf version="1.4">model.sdf</sdf></model>')
    content = (
        '<model name="m"><link name="arm"/><include><uri>model://post</uri><name>wall</name></include>'
        '<joint name="j" type="revolute"><parent>arm</parent><child>wall::link</child><axis><xyz>0 0 1</xyz></axis></joint></model>'
    )
    root, report = flattened(tmp_path, content, "1.4", search_path=[str(tmp_path)])
    assert root.findtext("model/joint/child") == "wall::link" and root.find("model/include") is not None
    assert not {finding.level for finding in report.findings} - {"note"}
