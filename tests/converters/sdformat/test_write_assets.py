"""Files that a scene refers to: what travels with the output, what is kept as written, and that nothing takes another's name."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import scenec

OBJ = "mtllib {0}.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n"
DAE = """<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<library_images><image id="i"><init_from>../textures/a%20skin.png</init_from></image></library_images></COLLADA>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (
        ("left/hand.obj", OBJ.format("hand")),
        ("left/hand.mtl", "newmtl m\nmap_Kd -s 2 2 1 images/skin.png\n"),
        ("left/images/skin.png", "left skin"),
        ("right/hand.obj", OBJ.format("hand").replace("1 0 0", "2 0 0")),
        ("right/hand.mtl", "newmtl m\nmap_Kd images/skin.png\n"),
        ("right/images/skin.png", "right skin"),
        ("model/meshes/body.dae", DAE),
        ("model/textures/a skin.png", "body skin"),
        ("materials/scripts/paint.material", "material Paint\n{\n texture_unit\n {\n  texture wood.png\n }\n}\n"),
        ("materials/textures/wood.png", "wood"),
        ("images/map.png", "a map"),
        ("walk.bvh", "HIERARCHY"),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def visual(content: str) -> str:
    return f'<model name="m"><link name="a"><visual name="v">{content}</visual></link></model>'


def mesh(*uris: str) -> str:
    shapes = "".join(f'<visual name="v{i}"><geometry><mesh><uri>{uri}</uri></mesh></geometry></visual>' for i, uri in enumerate(uris))
    return f'<model name="m"><link name="a">{shapes}</link></model>'


def converted(folder: Path, content: str, **options: Any) -> tuple[ElementTree.Element, dict[str, bytes], scenec.Report]:
    """The root of the main file, the files beside it, the report."""
    (folder / "a.sdf").write_text(f'<sdf version="1.9">{content}</sdf>')
    out = folder / "out"
    report = scenec.convert(folder / "a.sdf", out / "a.sdf", **options)
    beside = {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file() and path != out / "a.sdf"}
    return ElementTree.fromstring((out / "a.sdf").read_bytes()), beside, report


def test_a_mesh_travels_with_its_materials_and_their_images(folder: Path) -> None:
    root, beside, report = converted(folder, mesh("left/hand.obj"))
    assert root.findtext(".//mesh/uri") == "a_assets/hand.obj"
    assert beside == {
        "a_assets/hand.obj": (folder / "left/hand.obj").read_bytes(),
        "a_assets/hand.mtl": (folder / "left/hand.mtl").read_bytes(),
        "a_assets/images/skin.png": b"left skin",
    }
    assert set(report.target.files) == {"a.sdf", *beside}


def test_images_of_a_collada_file_keep_their_place_to_it(folder: Path) -> None:
    root, beside, _ = converted(folder, mesh("model/meshes/body.dae"))
    assert root.findtext(".//mesh/uri") == "a_assets/meshes/body.dae"
    assert sorted(beside) == ["a_assets/meshes/body.dae", "a_assets/textures/a skin.png"]


def test_two_meshes_of_one_name_do_not_mix_their_materials(folder: Path) -> None:
    root, beside, _ = converted(folder, mesh("left/hand.obj", "right/hand.obj"))
    left, right = (uri.text or "" for uri in root.iterfind(".//mesh/uri"))
    assert (left, right) == ("a_assets/hand.obj", "a_assets/hand-2/hand.obj")
    assert (beside["a_assets/images/skin.png"], beside["a_assets/hand-2/images/skin.png"]) == (b"left skin", b"right skin")
    again, _, _ = converted(folder, mesh("left/hand.obj", "right/hand.obj"))
    scenec.convert(folder / "out" / "a.sdf", folder / "over" / "a.sdf")
    assert (folder / "over" / "a.sdf").read_bytes() == (folder / "out" / "a.sdf").read_bytes()
    assert ElementTree.tostring(again) == ElementTree.tostring(root)


def test_a_file_used_twice_is_copied_once(folder: Path) -> None:
    root, beside, _ = converted(folder, mesh("left/hand.obj", "left/../left/hand.obj"))
    assert {uri.text for uri in root.iterfind(".//mesh/uri")} == {"a_assets/hand.obj"}
    assert len(beside) == 3


def test_material_scripts_travel_with_the_images_they_name(folder: Path) -> None:
    script = "<material><script><uri>{}</uri><name>Paint</name></script></material>"
    shape = "<geometry><box><size>1 1 1</size></box></geometry>"
    files = {"a_assets/scripts/paint.material", "a_assets/textures/wood.png"}
    root, beside, _ = converted(folder, visual(shape + script.format("materials/scripts/paint.material")))
    assert (root.findtext(".//script/uri"), set(beside)) == ("a_assets/scripts/paint.material", files)
    root, beside, _ = converted(folder, visual(shape + script.format("materials/scripts")))
    assert (root.findtext(".//script/uri"), set(beside)) == ("a_assets/scripts", files)
    both = script.format("materials/scripts</uri><uri>materials/textures")
    root, beside, _ = converted(folder, visual(shape + both))
    assert [uri.text for uri in root.iterfind(".//script/uri")] == ["a_assets/scripts", "a_assets/textures"]
    gazebo = "file://media/materials/scripts/gazebo.material"
    root, _, report = converted(folder, visual(shape + script.format(gazebo)))
    assert root.findtext(".//script/uri") == gazebo
    assert not report.failed(fail_on=["note"])


def test_textures_and_the_files_of_actors_travel_too(folder: Path) -> None:
    look = "<material><pbr><metal><albedo_map>images/map.png</albedo_map></metal></pbr></material>"
    root, beside, _ = converted(folder, visual("<geometry><box><size>1 1 1</size></box></geometry>" + look))
    assert (root.findtext(".//albedo_map"), beside["a_assets/map.png"]) == ("a_assets/map.png", b"a map")
    actor = (
        '<actor name="p"><skin><filename>walk.bvh</filename></skin><animation name="w"><filename>walk.bvh</filename></animation></actor>'
    )
    root, beside, _ = converted(folder, f'<world name="w">{actor}</world>')
    assert {name.text for name in root.iterfind(".//filename")} == {"a_assets/walk.bvh"}


@pytest.mark.parametrize("mode", ["keep", "link"])
def test_keep_and_link_copy_nothing(mode: str, folder: Path) -> None:
    root, beside, _ = converted(folder, mesh("left/hand.obj"), assets=mode)
    assert beside == {}
    assert root.findtext(".//mesh/uri") == ("left/hand.obj" if mode == "keep" else f"file://{folder / 'left/hand.obj'}")


@pytest.mark.parametrize("uri", ["model://m/left/hand.obj", "package://m/hand.obj", "https://example.org/hand.obj", "gone.obj"])
def test_other_references_are_kept_as_written(uri: str, folder: Path) -> None:
    root, beside, _ = converted(folder, mesh(uri))
    assert (root.findtext(".//mesh/uri"), beside) == (uri, {})


def test_an_absolute_reference_is_kept_as_written(folder: Path) -> None:
    uri = str(folder / "left" / "hand.obj")
    root, beside, _ = converted(folder, mesh(uri))
    assert (root.findtext(".//mesh/uri"), beside) == (uri, {})


def test_a_missing_mesh_is_reported_when_another_format_needs_it(folder: Path) -> None:
    (folder / "a.sdf").write_text(f'<sdf version="1.9">{mesh("gone.obj")}</sdf>')
    _, report = scenec.read(folder / "a.sdf")
    assert [(finding.code, finding.fate) for finding in report.findings] == [("unresolved-asset", "unresolved")]
