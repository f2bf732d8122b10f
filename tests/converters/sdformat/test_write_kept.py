"""A file without edits keeps its own text, with its comments. Anything else is written anew."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec

TEXT = """<?xml version='1.0'?>
<!-- a robot -->
<sdf version="1.7">
  <model name='m'>   <!-- no inertial: 1 kg -->
    <link name="a"><pose>0.10 0 0   0 0 0</pose></link>
    <plugin name="p" filename="p.so"><uri>parts/ball.obj</uri></plugin>
    <link name="b"><visual name="v"><geometry><mesh><uri> {} </uri></mesh></geometry></visual></link>
  </model>
</sdf>
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "a.sdf"
    path.write_text(TEXT.format("model://ball/ball.obj"))
    return path


def test_an_untouched_file_keeps_its_text(source: Path, tmp_path: Path) -> None:
    report = scenec.convert(source, tmp_path / "out" / "a.sdf")
    assert (tmp_path / "out" / "a.sdf").read_bytes() == source.read_bytes()
    assert {finding.level for finding in report.findings} <= {"note"} and report.totals["kept"] == report.totals[
        "values"
    ] - 1  # the version
    assert "comments-dropped" not in {finding.code for finding in report.findings}


def test_only_references_to_files_that_travel_are_spelled_anew(source: Path, tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "ball.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    source.write_text(TEXT.format("parts/ball.obj"))
    scenec.convert(source, tmp_path / "out" / "a.sdf")
    assert (tmp_path / "out" / "a.sdf").read_text() == TEXT.format("a_assets/ball.obj"), "what a plugin says is its own"
    assert (tmp_path / "out" / "a_assets" / "ball.obj").exists()


def test_included_files_and_the_text_around_them_are_copied(tmp_path: Path) -> None:
    (tmp_path / "inner.sdf").write_text(TEXT.format("model://ball/ball.obj"))
    text = (
        '<sdf version="1.9"><world name="w"><!-- twice --><include><uri>{0}</uri></include>\n\n'
        "<include><name>n</name><uri>{0}</uri></include></world></sdf>"
    )
    (tmp_path / "a.sdf").write_text(text.format("inner.sdf"))
    scenec.convert(tmp_path / "a.sdf", tmp_path / "out" / "a.sdf")
    assert (tmp_path / "out" / "a.sdf").read_text() == text.format("a_assets/inner.sdf")
    assert (tmp_path / "out" / "a_assets" / "inner.sdf").read_bytes() == (tmp_path / "inner.sdf").read_bytes()


def test_a_name_that_is_spelled_like_a_reference_stays(tmp_path: Path) -> None:
    (tmp_path / "ball").mkdir()
    (tmp_path / "ball" / "model.config").write_text("<model><name>ball</name><sdf version='1.9'>model.sdf</sdf></model>")
    (tmp_path / "ball" / "model.sdf").write_text('<sdf version="1.9"><model name="m"><link name="a"/></model></sdf>')
    text = '<sdf version="1.9"><model name="outer"><include><name>ball</name><uri>{}</uri></include></model></sdf>'
    (tmp_path / "a.sdf").write_text(text.format("ball"))
    scenec.convert(tmp_path / "a.sdf", tmp_path / "out" / "a.sdf")
    assert (tmp_path / "out" / "a.sdf").read_text() == text.format("a_assets/ball")


def test_a_merged_model_with_custom_elements_is_written_out(tmp_path: Path) -> None:
    """The parts of such a model do not tell that they were included: its file is not copied, and no text may refer to it."""
    (tmp_path / "arm").mkdir()
    (tmp_path / "arm" / "model.config").write_text('<model><name>arm</name><sdf version="1.9">model.sdf</sdf></model>')
    custom = '<x:gain xmlns:x="http://example.org/x">3</x:gain>'
    (tmp_path / "arm" / "model.sdf").write_text(f'<sdf version="1.9"><model name="arm"><link name="upper"/>{custom}</model></sdf>')
    include = '<include merge="true"><uri>arm</uri></include>'
    (tmp_path / "a.sdf").write_text(f'<sdf version="1.9"><model name="m"><link name="base"/>{include}</model></sdf>')
    scenec.convert(tmp_path / "a.sdf", tmp_path / "out" / "a.sdf")
    text = (tmp_path / "out" / "a.sdf").read_text()
    assert "<include" not in text and '<link name="upper"' in text and ">3</x:gain>" in text


@pytest.mark.parametrize(
    "options", [{"to": "sdformat@1.8"}, {"flatten": True}, {"as_": "model"}, {"joint_zero": "shift"}, {"poses": "absolute"}]
)
def test_an_option_makes_the_writer_write_anew(options: dict[str, object], source: Path, tmp_path: Path) -> None:
    scenec.convert(source, tmp_path / "out" / "a.sdf", **options)  # type: ignore[arg-type]  # options of several types
    assert b"<inertial>" in (tmp_path / "out" / "a.sdf").read_bytes()


@pytest.mark.findings("unresolved-asset")
def test_an_edited_or_adapted_scene_is_written_anew(source: Path, tmp_path: Path) -> None:
    scene, _ = scenec.read(source)
    scenec.write(scene.replace("m::a", mass=3.0), tmp_path / "out" / "a.sdf", format="sdformat@1.7")
    assert b"<mass>3</mass>" in (tmp_path / "out" / "a.sdf").read_bytes()
    red = (
        '<visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry><material><diffuse>{} 0 0 1</diffuse></material></visual>'
    )
    source.write_text(f'<sdf version="1.7"><model name="m"><link name="a">{red.format(1)}</link></model></sdf>')
    scenec.convert(source, tmp_path / "out" / "a.sdf")
    assert (tmp_path / "out" / "a.sdf").read_bytes() == source.read_bytes()


def test_a_file_with_an_error_is_written_anew_and_reported(source: Path, tmp_path: Path) -> None:
    source.write_text('<sdf version="1.7"><model name="m"><link name="a"/><link name="a"/></model></sdf>')
    report = scenec.convert(source, tmp_path / "out" / "a.sdf")
    assert "error" in {finding.level for finding in report.findings}
    assert (tmp_path / "out" / "a.sdf").read_text().count("<link") == 1
