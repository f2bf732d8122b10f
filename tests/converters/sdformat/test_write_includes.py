"""Includes stay includes: what was included is written as an include again, its files travel, and nothing changes on the way."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import scenec

ARM = """<sdf version="1.9"><model name="arm"><pose>9 9 9 0 0 0</pose>
  <link name="upper"><visual name="v"><geometry><mesh><uri>meshes/arm.obj</uri></mesh></geometry></visual></link>
  <link name="lower"><pose>0 0 1 0 0 0</pose></link>
  <frame name="tip" attached_to="lower"><pose>0 0 1 0 0 0</pose></frame>
  <joint name="j" type="fixed"><parent>upper</parent><child>lower</child></joint>
  <plugin name="own" filename="own.so"/></model></sdf>"""
ROBOT = """<sdf version="1.9"><model name="robot"><link name="base"/>
  <include><uri>../arm</uri><name>left</name><pose>0 1 0 0 0 0</pose></include></model></sdf>"""
WALKER = '<sdf version="1.9"><actor name="walker"><script><loop>true</loop></script></actor></sdf>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a model directory that needs more files, one that includes it, and an actor."""
    (tmp_path / "models" / "arm" / "meshes").mkdir(parents=True)
    (tmp_path / "models" / "robot").mkdir()
    for name, text in (
        ("arm/model.config", '<model><name>arm</name><sdf version="1.9">arm.sdf</sdf></model>'),
        ("arm/arm.sdf", ARM),
        ("arm/meshes/arm.obj", "mtllib arm.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"),
        ("arm/meshes/arm.mtl", "newmtl red\nmap_Kd skin.png\n"),
        ("arm/meshes/skin.png", "an image"),
        ("robot/model.config", '<model><name>robot</name><sdf version="1.9">model.sdf</sdf></model>'),
        ("robot/model.sdf", ROBOT),
        ("walker.sdf", WALKER),
    ):
        (tmp_path / "models" / name).write_text(text)
    return tmp_path


def world(folder: Path, content: str, version: str = "1.10") -> Path:
    path = folder / "scene.sdf"
    path.write_text(f'<sdf version="{version}"><world name="w">{content}</world></sdf>')
    return path


def converted(source: Path, to: str | None = None, **options: Any) -> tuple[ElementTree.Element, Path, scenec.Report]:
    """The root of the main file, the folder it lies in, the report."""
    out = source.parent / "out"
    report = scenec.convert(source, out / "scene.sdf", to=to, **options)
    return ElementTree.fromstring((out / "scene.sdf").read_bytes()), out, report


def files_of(out: Path) -> list[str]:
    return sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())


def has_equal_physics(source: Path, out: Path, **options: Any) -> bool:
    before, _ = scenec.read(source, **options)
    after, _ = scenec.read(out / "scene.sdf", **options)
    mine, yours = before.physics().to_json(), after.physics().to_json()
    return all(mine[key] == yours[key] for key in ("links", "joints", "lights", "total"))


ARM_FILES = [
    "scene.sdf",
    "scene_assets/arm/arm.sdf",
    "scene_assets/arm/meshes/arm.mtl",
    "scene_assets/arm/meshes/arm.obj",
    "scene_assets/arm/meshes/skin.png",
    "scene_assets/arm/model.config",
]


def test_an_included_model_directory_travels_with_meshes_materials_and_images(folder: Path) -> None:
    source = world(folder, "<include><uri>models/arm</uri></include>")
    root, out, _ = converted(source)
    assert [child.tag for child in root.find("world/include") or ()] == ["uri"]
    assert root.findtext("world/include/uri") == "scene_assets/arm"
    assert files_of(out) == ARM_FILES
    for name in ARM_FILES[1:]:
        assert (out / name).read_bytes() == (folder / "models" / name.removeprefix("scene_assets/")).read_bytes(), name
    assert has_equal_physics(source, out)


def test_what_an_include_says_itself_is_said_again(folder: Path) -> None:
    source = world(
        folder,
        '<include><uri>models/arm</uri><name>left</name><pose>1 0 0 0 0 0.5</pose><static>true</static><plugin name="p" filename="p.so"/>'
        "</include><include><uri>models/arm</uri><name>right</name><placement_frame>tip</placement_frame>"
        '<pose relative_to="left">0 0 5 0 0 0</pose></include>',
    )
    root, out, report = converted(source, as_="world")
    left, right = root.findall("world/include")
    assert [(child.tag, child.text) for child in left][1:4] == [("name", "left"), ("static", "true"), ("pose", "1 0 0 0 0 0.5")]
    assert [plugin.get("name") for plugin in left.findall("plugin")] == ["p"]
    assert right.findtext("placement_frame") == "tip"
    assert (right.find("pose") or left).get("relative_to") is None or right.findtext("pose") == "0 0 5 0 0 0"
    assert has_equal_physics(source, out)
    assert not report.failed(fail_on=["warning"])


def test_includes_in_included_models_travel_too(folder: Path) -> None:
    source = world(folder, "<include><uri>models/robot</uri></include>")
    root, out, _ = converted(source)
    assert root.findtext("world/include/uri") == "scene_assets/robot"
    assert {"scene_assets/arm/arm.sdf", "scene_assets/arm/meshes/skin.png", "scene_assets/robot/model.sdf"} <= set(files_of(out))
    assert has_equal_physics(source, out)


def test_a_merged_include_stays_merged_between_the_links_beside_it(folder: Path) -> None:
    source = world(
        folder,
        '<model name="m"><link name="first"/><include merge="true"><uri>models/arm</uri><name>a</name><pose>0 2 0 0 0 0</pose></include>'
        '<link name="last"/><joint name="x" type="fixed"><parent>first</parent><child>upper</child></joint></model>',
    )
    root, out, report = converted(source)
    assert [child.tag for child in root.find("world/model") or ()] == ["link", "include", "link", "joint"]
    assert root.findtext("world/model/include/pose") == "0 2 0 0 0 0"
    assert has_equal_physics(source, out)
    assert not [finding for finding in report.findings if finding.level != "note"]


def test_an_included_actor_stays_one(folder: Path) -> None:
    root, _, _ = converted(world(folder, "<include><uri>models/walker.sdf</uri><name>anna</name><pose>1 0 0 0 0 0</pose></include>"))
    assert root.findtext("world/include/name") == "anna"
    assert root.find("world/actor") is None


def test_flatten_writes_everything_into_one_file(folder: Path) -> None:
    source = world(folder, "<include><uri>models/arm</uri></include>")
    root, out, _ = converted(source, flatten=True)
    assert root.find("world/include") is None
    assert root.findtext("world/model/link/visual/geometry/mesh/uri") == "scene_assets/arm.obj"
    assert files_of(out) == ["scene.sdf", "scene_assets/arm.mtl", "scene_assets/arm.obj", "scene_assets/skin.png"]


def test_keep_and_link_copy_nothing(folder: Path) -> None:
    source = world(folder, "<include><uri>models/arm</uri></include>")
    root, out, report = converted(source, assets="keep")
    assert (root.findtext("world/include/uri"), files_of(out)) == ("models/arm", ["scene.sdf"])
    assert "include-kept" in {finding.code for finding in report.findings}
    root, out, _ = converted(source, assets="link")
    assert (root.findtext("world/include/uri"), files_of(out)) == (f"file://{folder / 'models/arm/arm.sdf'}", ["scene.sdf"])
    assert has_equal_physics(source, out)


def test_a_model_on_the_search_path_is_named_as_before_and_its_content_is_reported(folder: Path) -> None:
    source = world(folder, "<include><uri>model://arm</uri></include>")
    path = [str(folder / "models")]
    root, out, report = converted(source, search_path=path)
    assert (root.findtext("world/include/uri"), files_of(out)) == ("model://arm", ["scene.sdf"])
    kept = next(finding for finding in report.findings if finding.code == "include-kept")
    (folder / "models/arm/arm.sdf").write_text(ARM.replace("0 0 1", "0 0 2"))
    _, _, later = converted(source, search_path=path)
    assert kept.target != next(finding for finding in later.findings if finding.code == "include-kept").target
    assert has_equal_physics(source, out, search_path=path)


@pytest.mark.findings("text-rewritten")
def test_an_edited_model_is_written_out_and_the_others_stay_includes(folder: Path) -> None:
    source = world(folder, "<include><uri>models/arm</uri></include><include><uri>models/arm</uri><name>other</name></include>")
    scene, _ = scenec.read(source)
    scenec.write(scene.replace("other::upper", mass=7.0), folder / "out" / "scene.sdf")
    root = ElementTree.fromstring((folder / "out" / "scene.sdf").read_bytes())
    assert [include.findtext("uri") for include in root.findall("world/include")] == ["scene_assets/arm"]
    assert root.findtext("world/model[@name='other']/link/inertial/mass") == "7"


def test_a_moved_and_renamed_model_stays_an_include_that_says_so(folder: Path) -> None:
    scene, _ = scenec.read(world(folder, "<include><uri>models/arm</uri></include>"))
    scene = scene.replace("arm", name="elsewhere", pose=scenec.ir.Pose((1.0, 2.0, 3.0)), static=True)
    scenec.write(scene, folder / "out" / "scene.sdf")
    root = ElementTree.fromstring((folder / "out" / "scene.sdf").read_bytes())
    said = {child.tag: child.text for child in root.find("world/include") or ()}
    assert said == {"uri": "models/arm", "name": "elsewhere", "static": "true", "pose": "1 2 3 0 0 0"}
    assert (folder / "out/models/arm/arm.sdf").read_bytes() == (folder / "models/arm/arm.sdf").read_bytes()


@pytest.mark.findings("text-rewritten")
@pytest.mark.parametrize(
    ("said", "field"), [('name="arm"><static>true</static>', "static"), ('name="arm" placement_frame="tip">', "placement_frame")]
)
def test_a_model_that_lost_what_its_file_says_is_written_out(said: str, field: str, folder: Path) -> None:
    """An include cannot take that back: the model would be static again."""
    (folder / "models" / "arm" / "arm.sdf").write_text(ARM.replace('name="arm">', said, 1))
    scene, _ = scenec.read(world(folder, "<include><uri>models/arm</uri></include>"))
    changes: dict[str, Any] = {field: None}
    scenec.write(scene.replace("arm", **changes), folder / "out" / "scene.sdf")
    root = ElementTree.fromstring((folder / "out" / "scene.sdf").read_bytes())
    assert root.find("world/include") is None
    assert root.find("world/model") is not None
    assert root.find("world/model/static") is None
    assert root.find("world/model[@placement_frame]") is None


def test_a_file_too_new_for_the_version_asked_for_is_written_out(folder: Path) -> None:
    source = world(folder, "<include><uri>models/arm</uri></include>")
    older, _, _ = converted(source, to="sdformat@1.8")
    assert older.find("world/include") is None and older.find("world/model") is not None
    newer, _, _ = converted(source, to="sdformat@1.12")
    assert newer.findtext("world/include/uri") == "scene_assets/arm"


def test_an_include_of_a_model_that_is_not_there_stays_for_who_has_it(folder: Path) -> None:
    content = "<include><uri>https://fuel.gazebosim.org/1.0/who/models/what</uri><name>it</name></include>"
    root, _, _ = converted(world(folder, content))
    assert root.findtext("world/include/name") == "it"


def test_what_was_written_with_includes_is_written_again_byte_for_byte(folder: Path) -> None:
    source = world(folder, "<include><uri>models/robot</uri></include><include><uri>models/arm</uri><pose>1 0 0 0 0 0</pose></include>")
    _, out, _ = converted(source)
    scenec.convert(out / "scene.sdf", folder / "over" / "scene.sdf")
    assert files_of(out) == files_of(folder / "over")
    for name in files_of(out):
        assert (out / name).read_bytes() == (folder / "over" / name).read_bytes(), name
