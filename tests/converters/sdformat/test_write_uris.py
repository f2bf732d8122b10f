"""How files beside the SDF are referred to: Gazebo looks for relative paths elsewhere."""

from __future__ import annotations

from pathlib import Path

import scenec

MESH = b"mtllib none.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
SCENE = """<Simulation><Scene name="s"><Body name="a"><SphereMass value="1kg" radius="0.1m"/>
<ComplexAppearance><Vertices>0 0 0 1 0 0 0 1 0</Vertices><TexCoords>0 0 1 0 0 1</TexCoords><Triangles>0 0 1 1 2 2</Triangles>
<Surface diffuseColor="#ffffff" diffuseTexture="red.png"/></ComplexAppearance></Body></Scene></Simulation>"""


def source(folder: Path) -> Path:
    (folder / "red.png").write_bytes(b"no image, but a file")
    (folder / "box.ros2").write_text(SCENE)
    return folder / "box.ros2"


def uris(path: Path) -> list[str]:
    from xml.etree import ElementTree

    return [str(each.text) for each in ElementTree.parse(path).iter() if each.tag in ("uri", "albedo_map")]


def test_relative_references_are_reported_once(tmp_path: Path) -> None:
    report = scenec.convert(source(tmp_path), tmp_path / "x.sdf")
    assert uris(tmp_path / "x.sdf") == ["x_assets/ComplexAppearance.obj", "x_assets/red.png"]
    (finding,) = [each for each in report.findings if each.code == "uri-relative-kept"]
    assert (finding.level, finding.value) == ("note", "x_assets/ComplexAppearance.obj and 1 more")
    assert "--layout model" in finding.hint


def test_a_model_directory_refers_to_itself_by_its_name(tmp_path: Path) -> None:
    report = scenec.convert(source(tmp_path), tmp_path / "crate" / "model.sdf", layout="model")
    assert uris(tmp_path / "crate" / "model.sdf") == ["model://crate/meshes/ComplexAppearance.obj", "model://crate/meshes/red.png"]
    assert not [each for each in report.findings if each.code == "uri-relative-kept"]
    scene, back = scenec.read(tmp_path / "crate" / "model.sdf")
    assert scene.links[0].visuals and not [each for each in back.findings if "unresolved" in each.code]


def test_a_model_directory_is_verified_by_its_own_name(tmp_path: Path) -> None:
    report = scenec.convert(source(tmp_path), tmp_path / "crate" / "model.sdf", layout="model", verify=True)
    assert not [each for each in report.findings if each.code == "consumer-differs" and "mesh" in each.because.lower()]


def test_a_relative_reference_is_reported_once_in_an_identity_too(tmp_path: Path) -> None:
    (tmp_path / "box.obj").write_bytes(MESH)
    (tmp_path / "box.sdf").write_text(
        '<sdf version="1.7"><model name="m"><link name="l"><visual name="v"><geometry><mesh><uri>box.obj</uri></mesh></geometry>'
        "</visual></link></model></sdf>"
    )
    findings = [each for each in scenec.convert(tmp_path / "box.sdf", tmp_path / "x.sdf").findings if each.code == "uri-relative-kept"]
    assert [(each.level, each.fate, each.count) for each in findings] == [("note", "kept", 1)]
