"""Textures that come from other formats: found where Gazebo finds them, and of a kind that SimRobot draws."""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from zlib import compress, crc32

import pytest

import scenec
from scenec.converters.simrobot.pixel_formats import undrawn_kind_of
from tests.converters.simrobot.legal_text import refusals_of

SDF = (
    '<sdf version="1.7"><model name="m"><static>1</static><link name="a"><visual name="v">'
    "<geometry><mesh><uri>meshes/tri.obj</uri></mesh></geometry></visual></link></model></sdf>"
)
OBJ = "mtllib tri.mtl\no tri\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl red\nf 1/1 2/2 3/3\n"


def png(kind: int, depth: int = 8) -> bytes:
    """One pixel of a colour type of PNG."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))

    size = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[kind] * depth // 8
    pixel = b"\0" + (b"\0" if kind == 3 else b"\x80" * size)
    palette = chunk(b"PLTE", b"\xff\0\0") if kind == 3 else b""
    head = struct.pack(">IIBBBBB", 1, 1, depth, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + palette + chunk(b"IDAT", compress(pixel)) + chunk(b"IEND", b"")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    (folder / "meshes").mkdir(parents=True)
    (folder / "model.sdf").write_text(SDF)
    (folder / "meshes/tri.obj").write_text(OBJ)
    (folder / "meshes/tri.mtl").write_text("newmtl red\nKd 1 1 1\nmap_Kd red.png\n")
    return folder / "model.sdf"


@pytest.mark.parametrize(("kind", "depth", "word"), [(0, 8, "grey"), (3, 8, "palette"), (4, 8, "grey with alpha"), (2, 16, "16 bit deep")])
def test_an_image_that_the_core_does_not_draw_becomes_one_that_it_does(
    model: Path, tmp_path: Path, kind: int, depth: int, word: str
) -> None:
    (model.parent / "meshes/red.png").write_bytes(png(kind, depth))
    report = scenec.convert(model, tmp_path / "out/m.ros2")
    found = [finding for finding in report.findings if finding.code == "texture-pixels-converted"]
    assert len(found) == 1 and f"({word})" in str(found[0].value)
    written = (tmp_path / "out/m_assets/red.png").read_bytes()
    assert written[24:26] == b"\x08\x06" and undrawn_kind_of(written[:26]) == ""
    assert 'diffuseTexture="m_assets/red.png"' in (tmp_path / "out/m.ros2").read_text()
    assert refusals_of(tmp_path / "out/m.ros2") == []


@pytest.mark.parametrize("kind", [2, 6])
def test_an_image_that_the_core_draws_is_copied(model: Path, tmp_path: Path, kind: int) -> None:
    (model.parent / "meshes/red.png").write_bytes(png(kind))
    report = scenec.convert(model, tmp_path / "out/m.ros2")
    assert not any(finding.code.startswith("texture-pixels") for finding in report.findings)
    assert (tmp_path / "out/m_assets/red.png").read_bytes() == png(kind)


def test_without_pillow_a_palette_image_is_reported(model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    (model.parent / "meshes/red.png").write_bytes(png(3))
    report = scenec.convert(model, tmp_path / "out/m.ros2")
    found = [finding for finding in report.findings if finding.code == "texture-pixels-undrawn"]
    assert [(finding.level, finding.fate) for finding in found] == [("warning", "kept")]
    assert (tmp_path / "out/m_assets/red.png").read_bytes() == png(3)


def test_a_texture_lies_where_models_of_gazebo_have_theirs(model: Path, tmp_path: Path) -> None:
    textures = model.parent / "materials/textures"
    textures.mkdir(parents=True)
    (textures / "red.png").write_bytes(png(2))
    report = scenec.convert(model, tmp_path / "out/m.ros2")
    assert "mesh-texture-missing" not in {finding.code for finding in report.findings}
    assert (tmp_path / "out/m_assets/red.png").read_bytes() == png(2)
    scenec.convert(model, tmp_path / "again/m.sdf")
    below = {path.relative_to(tmp_path / "again").as_posix() for path in (tmp_path / "again").rglob("*.png")}
    assert below == {"m_assets/materials/textures/red.png"}, "a mesh that is copied finds it there again"


def test_a_texture_that_is_nowhere_is_reported_by_its_name(model: Path, tmp_path: Path) -> None:
    report = scenec.convert(model, tmp_path / "out/m.ros2")
    found = [finding for finding in report.findings if finding.code == "mesh-texture-missing"]
    assert [(finding.value, finding.level) for finding in found] == [("red.png", "note")]


def test_a_mesh_of_one_part_is_called_once(model: Path, tmp_path: Path) -> None:
    model.write_text(SDF.replace("<mesh>", "<mesh><submesh><name>tri</name></submesh>"))
    scenec.convert(model, tmp_path / "out/m.ros2")
    text = (tmp_path / "out/m.ros2").read_text()
    assert "tri tri" not in text and '<Vertices name="tri">' in text


@pytest.mark.parametrize("suffix", [".sdf", ".scene", ".rsg"])
def test_a_missing_texture_is_reported_where_the_mesh_is_copied(model: Path, tmp_path: Path, suffix: str) -> None:
    report = scenec.convert(model, tmp_path / f"out/m{suffix}")
    assert [finding.value for finding in report.findings if finding.code == "mesh-texture-missing"] == ["red.png"]
