"""Includes: which file is taken, what the include changes, and what cannot be resolved."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenec.errors import ReadError
from scenec.ir.walk import ids_below
from tests.converters.sdformat.reading import Read, read_file

ARM = (
    '<sdf version="1.9"><model name="arm"><pose>9 9 9 0 0 0</pose><link name="upper"/><link name="lower"><pose>0 0 1 0 0 0</pose></link>'
    '<frame name="tip" attached_to="lower"><pose>0 0 1 0 0 0</pose></frame>'
    '<joint name="j" type="fixed"><parent>upper</parent><child>lower</child></joint></model></sdf>'
)


@pytest.fixture
def models(tmp_path: Path) -> Path:
    folder = tmp_path / "models"
    (folder / "arm").mkdir(parents=True)
    (folder / "arm" / "model.config").write_text(
        '<model><sdf version="1.4">old.sdf</sdf><sdf version="1.9">arm.sdf</sdf><sdf version="99.0">future.sdf</sdf></model>'
    )
    (folder / "arm" / "arm.sdf").write_text(ARM)
    return folder


def read_with(models: Path, include: str, holder: str = "world", attributes: str = "") -> Read:
    inside = f"<include{attributes}>{include}</include>"
    body = f'<world name="w">{inside}</world>' if holder == "world" else f'<model name="m"><link name="own"/>{inside}</model>'
    file = models.parent / "scene.sdf"
    file.write_text(f'<sdf version="1.10">{body}</sdf>')
    return read_file(file, search_path=[str(models)])


def test_a_model_directory_is_found_and_its_newest_known_version_taken(models: Path) -> None:
    result = read_with(models, "<uri>model://arm</uri>")
    assert result.link("arm::lower").pose[:3] == (9, 9, 10)
    assert result.report.source.files == ("scene.sdf", "models/arm/arm.sdf")


def test_an_include_replaces_name_pose_and_static(models: Path) -> None:
    result = read_with(models, "<uri>model://arm</uri><name>left</name><pose>1 0 0 0 0 0</pose><static>true</static>")
    assert result.link("left::lower").pose[:3] == (1, 0, 1)
    assert result.link("left::lower").static
    assert result.errors == set()


def test_the_pose_of_an_include_may_place_another_frame(models: Path) -> None:
    result = read_with(models, "<uri>model://arm</uri><placement_frame>tip</placement_frame><pose>0 0 5 0 0 0</pose>")
    assert result.link("arm::upper").pose[:3] == (0, 0, 3)


def test_a_merged_include_leaves_its_links_in_the_model_around_it(models: Path) -> None:
    result = read_with(models, "<uri>model://arm</uri><pose>1 0 0 0 0 0</pose>", "model", ' merge="true"')
    assert [link.path for link in result.physics.links] == ["m::own", "m::upper", "m::lower"]
    assert result.link("m::lower").pose[:3] == (1, 0, 1)
    assert result.joint("m::j").child == "m::lower"


def test_all_that_places_a_merged_model_is_a_source_of_its_frame(models: Path) -> None:
    """The frame that the include places stands on a link: with another pose of that link, the whole model stands elsewhere."""
    inside = "<uri>model://arm</uri><placement_frame>tip</placement_frame><pose>0 0 5 0 0 0</pose>"
    scene = read_with(models, inside, "model", ' merge="true"').scene
    [frame] = [each for each in scene.frames if str(each.name).startswith("_merged__")]
    [lower] = [each for each in scene.links if each.name == "lower"]
    [tip] = [each for each in scene.frames if each.name == "tip"]
    assert lower.pose is not None and tip.pose is not None
    assert ids_below((lower.pose, tip.pose)) <= ids_below((frame.pose,))


def test_one_file_included_twice_is_one_asset_with_two_uses(models: Path) -> None:
    file = models.parent / "scene.sdf"
    two = "".join(f"<include><uri>model://arm</uri><name>{name}</name></include>" for name in ("a", "b"))
    file.write_text(f'<sdf version="1.7"><world name="w">{two}</world></sdf>')
    scene = read_file(file, search_path=[str(models)]).scene
    assert [use.name for use in scene.uses] == ["a", "b"]
    assert {use.asset for use in scene.uses} == {asset.id for asset in scene.assets}
    assert [model.use for model in scene.models] == [use.id for use in scene.uses]


def test_the_variables_of_gazebo_users_are_searched(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GZ_SIM_RESOURCE_PATH", f"/nowhere:{models}")
    file = models.parent / "scene.sdf"
    file.write_text('<sdf version="1.7"><world name="w"><include><uri>model://arm</uri></include></world></sdf>')
    assert len(read_file(file).physics.links) == 2


@pytest.mark.parametrize(
    "uri", ["model://nobody", "https://fuel.gazebosim.org/1.0/openrobotics/models/Arm", "file:///nowhere/x.sdf", "package://arm/none.sdf"]
)
def test_what_is_not_there_is_one_unresolved_finding(models: Path, uri: str) -> None:
    result = read_with(models, f"<uri>{uri}</uri>")
    assert [finding.code for finding in result.findings if finding.level == "error"] == ["unresolved-include"]


def test_files_that_include_each_other_are_an_error(models: Path) -> None:
    for name, other in (("x", "y"), ("y", "x")):
        (models / f"{name}.sdf").write_text(
            f'<sdf version="1.7"><model name="{name}"><link name="l"/><include><uri>{other}.sdf</uri></include></model></sdf>'
        )
    result = read_with(models, "<uri>x.sdf</uri>")
    assert result.errors == {"include-invalid"}


def test_a_broken_included_file_is_an_error_that_names_it(models: Path) -> None:
    (models / "broken.sdf").write_text('<sdf version="1.7"><model')
    result = read_with(models, "<uri>broken.sdf</uri>")
    assert result.errors == {"include-invalid"}
    assert any("broken.sdf" in finding.because for finding in result.findings)


def test_meshes_are_found_beside_the_file_and_measured_when_asked(models: Path) -> None:
    (models / "tri.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n")
    (models / "flat.sdf").write_text(
        '<sdf version="1.7"><model name="f"><link name="l"><visual name="v"><geometry><mesh><uri>tri.obj</uri><scale>2 1 1</scale></mesh>'
        '</geometry></visual><visual name="w"><geometry><mesh><uri>none.dae</uri></mesh></geometry></visual></link></model></sdf>'
    )
    result = read_with(models, "<uri>flat.sdf</uri>")
    shape, missing = result.link("f::l").visuals
    assert (shape.size, shape.bounds) == ({"vertices": 3, "faces": 1}, ((0, 0, 0), (2, 2, 0)))
    assert (missing.size, result.codes) == ({}, {"unresolved-asset"})


def test_what_an_include_says_of_its_own_stands_in_its_use(models: Path) -> None:
    scene = read_with(
        models, '<uri>model://arm</uri><name>left</name><pose>1 0 0 0 0 0</pose><static>1</static><plugin name="p" filename="f"/>'
    ).scene
    (use,), (asset,), (model,) = scene.uses, scene.assets, scene.models
    assert dict(use.arguments) == {"uri": "model://arm", "name": "left", "pose": "1 0 0 0 0 0", "static": "1"}
    assert (asset.kind, asset.file, asset.found) == ("model", "models/arm/arm.sdf", str(models / "arm" / "arm.sdf"))
    assert model.use == use.id
    assert [plugin.use for plugin in model.plugins] == [use.id]
    assert {link.use for link in scene.links} == {joint.use for joint in scene.joints} == {None}  # they belong to the model


def test_what_a_merged_include_brought_names_its_use(models: Path) -> None:
    scene = read_with(models, "<uri>model://arm</uri>", "model", ' merge="true"').scene
    (use,) = scene.uses
    assert dict(use.arguments) == {"uri": "model://arm", "merge": "true"}
    assert [model.use for model in scene.models] == [None]
    assert [link.use for link in scene.links] == [None, use.id, use.id]
    assert {joint.use for joint in scene.joints} == {frame.use for frame in scene.frames} == {use.id}


def test_an_include_inside_an_included_file_names_the_use_around_it(models: Path) -> None:
    (models / "two.sdf").write_text(
        '<sdf version="1.9"><model name="two"><include><uri>model://arm</uri></include>'
        '<include merge="true"><uri>model://arm</uri><name>flat</name></include></model></sdf>'
    )
    scene = read_with(models, "<uri>two.sdf</uri>").scene
    outer, *inner = scene.uses
    assert [dict(use.arguments)["uri"] for use in scene.uses] == ["two.sdf", "model://arm", "model://arm"]
    assert [use.parent for use in (outer, *inner)] == [None, outer.id, outer.id]


@pytest.mark.findings("unresolved-include")
def test_an_include_whose_model_is_not_there_stays_an_include(models: Path) -> None:
    model = read_with(models, "<uri>model://nobody</uri><name>x</name>", "model").scene.models[0]
    (extra,) = model.extras
    assert (extra.key, [(item.tag, item.text) for item in extra.content]) == (
        "include",
        [("include", ""), ("uri", "model://nobody"), ("name", "x")],
    )


def test_files_that_multiply_each_other_are_refused_before_they_fill_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenec.converters.sdformat.read.include.MOST", 1000)
    monkeypatch.setattr("scenec.converters.sdformat.read.include.MOST_PER_VALUE", 0)
    for i in range(8):
        again = "".join(f"<include><uri>{i + 1}.sdf</uri><name>n{k}</name></include>" for k in range(4))
        (tmp_path / f"{i}.sdf").write_text(f'<sdf version="1.7"><model name="m"><link name="l"/>{again}</model></sdf>')
    (tmp_path / "8.sdf").write_text('<sdf version="1.7"><model name="m"><link name="l"/></model></sdf>')
    with pytest.raises(ReadError, match=r"\d\.sdf:1:\d+: the includes bring more than 1,000 values"):
        read_file(tmp_path / "0.sdf")


@pytest.mark.parametrize("uri", [".", "/dev/null", "model://arm"])
def test_a_directory_or_device_is_no_mesh(models: Path, uri: str) -> None:
    (models / "odd.sdf").write_text(
        '<sdf version="1.7"><model name="o"><link name="l"><visual name="v"><geometry>'
        f"<mesh><uri>{uri}</uri></mesh></geometry></visual></link></model></sdf>"
    )
    result = read_with(models, "<uri>odd.sdf</uri>")
    assert result.codes == {"unresolved-asset"}
    assert result.scene.meshes[0].found is None
