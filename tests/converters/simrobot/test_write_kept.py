"""SimRobot to SimRobot keeps what people wrote: files, definitions, references, placeholders, names, spellings and comments."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from tests.converters.simrobot.legal_text import refusals_of

ROBOT = """<!-- The robot of the tests. -->
<Simulation>
  <Include href="parts/looks.rsi2"/>
  <!-- not used by anything -->
  <Body name="spare"><SphereMass value="1g" radius="1mm"/></Body>
  <Body name="bot"> <!-- torso -->
    <Set name="team" value="blue"/>
    <BoxMass value="1500g" width="10cm" height="10cm" depth="10cm"/>
    <!-- what it looks like,
         in two lines -->
    <BoxAppearance width="10cm" height="10cm" depth="10cm"><Surface ref="$team"/></BoxAppearance>
    <ComplexAppearance>
      <Surface ref="$team"/>
      <Vertices unit="mm">
        # a comment of SimRobot's own
        0 0 0  100 0 0
        0 100 0
      </Vertices>
      <Triangles><!-- one --> 0 1 2</Triangles>
    </ComplexAppearance>
  </Body>
</Simulation>
"""
LOOKS = """<Simulation>
  <Surface name="blue" diffuseColor="rgb(0%, 0%, 100%)"/>
  <Surface name="red" diffuseColor="#f00" diffuseTexture="red.png"/>
</Simulation>
"""
MATCH = """<Simulation>
  <Include href="robot.rsi2"/>
  <Scene name="Match" stepLength="0.02s">
    <Body ref="bot" name="one"><Translation x="100mm"/></Body>
    <Body ref="bot" name="two"><Set name="team" value="red"/></Body>
  </Scene>
</Simulation>
"""


@pytest.fixture
def match(tmp_path: Path) -> Path:
    source = tmp_path / "source"
    (source / "parts").mkdir(parents=True)
    (source / "match.ros2").write_text(MATCH)
    (source / "robot.rsi2").write_text(ROBOT)
    (source / "parts/looks.rsi2").write_text(LOOKS)
    (source / "parts/red.png").write_bytes(b"png")
    return source / "match.ros2"


def written(folder: Path) -> dict[str, str]:
    """The files of an output, but images."""
    return {path.relative_to(folder).as_posix(): path.read_text() for path in sorted(folder.rglob("*.r[os][si][23]"))}


def test_files_definitions_placeholders_and_spellings_stay(match: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    report = scenec.convert(match, out / "match.ros2")
    files = written(out)
    assert set(files) == {"match.ros2", "robot.rsi2", "parts/looks.rsi2"}
    assert '<Include href="robot.rsi2"/>' in files["match.ros2"]
    assert files["match.ros2"] == MATCH
    robot, looks = files["robot.rsi2"], files["parts/looks.rsi2"]
    assert robot == ROBOT and looks == LOOKS
    assert '<Set name="team" value="blue"/>' in robot and '<Surface ref="$team"/>' in robot
    assert '<BoxMass value="1500g" width="10cm" height="10cm" depth="10cm"/>' in robot
    assert 'diffuseColor="rgb(0%, 0%, 100%)"' in looks
    assert 'diffuseTexture="red.png"' in looks and (out / "parts/red.png").read_bytes() == b"png"
    assert refusals_of(out / "match.ros2") == []
    assert [finding.code for finding in report.findings if finding.is_loss and finding.code != "comments-dropped"] == []


def test_the_result_is_the_very_same_scene_and_writing_it_again_changes_nothing(match: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once", tmp_path / "twice"
    scenec.convert(match, once / "match.ros2")
    scenec.convert(once / "match.ros2", twice / "match.ros2")
    before, after = (scenec.read(path)[0].physics().to_json() for path in (match, once / "match.ros2"))
    before["source"] = after["source"] = {}
    assert after == before
    assert written(twice) == written(once)


def test_comments_stay_with_their_elements(match: Path, tmp_path: Path) -> None:
    report = scenec.convert(match, tmp_path / "out/match.ros2")
    robot = (tmp_path / "out/robot.rsi2").read_text()
    assert robot.startswith("<!-- The robot of the tests. -->\n<Simulation>\n")
    assert '<Body name="bot"> <!-- torso -->\n' in robot
    assert "    <!-- what it looks like,\n         in two lines -->\n    <BoxAppearance" in robot
    assert "      <Triangles><!-- one --> 0 1 2</Triangles>\n" in robot
    assert "# a comment of SimRobot's own" in robot
    assert "comments-dropped" not in {finding.code for finding in report.findings}


def test_a_definition_that_nothing_uses_stays_and_is_reported(match: Path, tmp_path: Path) -> None:
    report = scenec.convert(match, tmp_path / "out/match.ros2")
    assert '<Body name="spare">' in (tmp_path / "out/robot.rsi2").read_text()
    assert {finding.fate for finding in report.findings if finding.code == "template-unused-ineffective"} == {"kept"}
    assert report.totals["dropped"] == 0 and report.lost == 0


def test_flatten_writes_everything_out(match: Path, tmp_path: Path) -> None:
    scenec.convert(match, tmp_path / "out/match.ros2", flatten=True)
    files = written(tmp_path / "out")
    assert set(files) == {"match.ros2"}
    assert "$" not in files["match.ros2"] and "<Body ref=" not in files["match.ros2"]
    assert files["match.ros2"].count("<BoxAppearance") == 2
    assert refusals_of(tmp_path / "out/match.ros2") == []


def test_split_gives_every_model_a_file_and_what_several_need_one_for_all(match: Path, tmp_path: Path) -> None:
    wall = '<Compound name="wall"><BoxAppearance width="1" height="1" depth="1"><Surface ref="red"/></BoxAppearance></Compound>'
    match.write_text(MATCH.replace("</Scene>", f"{wall}</Scene>"))
    scenec.convert(match, tmp_path / "out/match.ros2", split=True)
    files = written(tmp_path / "out")
    assert set(files) == {"match.ros2", "match_assets/bot.rsi2", "match_assets/shared.rsi2"}
    assert '<Body name="bot">' in files["match_assets/bot.rsi2"] and '<Surface name="red"' not in files["match_assets/bot.rsi2"]
    assert '<Surface name="red" diffuseColor="#f00" diffuseTexture="../parts/red.png"/>' in files["match_assets/shared.rsi2"]
    assert refusals_of(tmp_path / "out/match.ros2") == []


def test_what_only_one_model_needs_is_in_its_file(match: Path, tmp_path: Path) -> None:
    scenec.convert(match, tmp_path / "out/match.ros2", split=True)
    assert set(written(tmp_path / "out")) == {"match.ros2", "match_assets/bot.rsi2"}
    assert '<Surface name="blue"' in (tmp_path / "out/match_assets/bot.rsi2").read_text()


@pytest.mark.findings("text-rewritten")
def test_an_edited_scene_never_comes_out_as_its_source(match: Path, tmp_path: Path) -> None:
    (match.parent / "parts/looks.rsi2").write_text(LOOKS.replace(' diffuseTexture="red.png"', ""))
    scene, _ = scenec.read(match)
    scenec.write(scene.replace("two::two", name="renamed"), tmp_path / "out.ros2")
    text = (tmp_path / "out.ros2").read_text()
    assert 'name="renamed"' in text and 'name="two"' not in text.replace('<Compound name="two">', "")
    assert text.count("<Body ref=") == 2, "both are still of one definition"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name="one"', 'name="uno"'),
        ('value="red"', 'value="blue"'),
        ("100mm", "0.2"),
        ('<Set name="team" value="red"/>', '<Set name="team" value="blue"/>'),
    ],
)
def test_every_change_of_the_source_shows(match: Path, tmp_path: Path, old: str, new: str) -> None:
    scenec.convert(match, tmp_path / "before/match.ros2")
    match.write_text(MATCH.replace(old, new))
    scenec.convert(match, tmp_path / "after/match.ros2")
    assert written(tmp_path / "before") != written(tmp_path / "after")


@pytest.mark.findings("attribute-of-fork-dropped")
def test_what_only_old_or_forked_releases_read_is_written_as_todays_do(match: Path, tmp_path: Path) -> None:
    match.write_text(MATCH.replace('stepLength="0.02s">', 'stepLength="0.02s" Kp="3" color="rgb(74.9%, 0%, 0%)"><Light z="9m"/>'))
    scenec.convert(match, tmp_path / "out/match.ros2", lenient=True)
    text = (tmp_path / "out/match.ros2").read_text()
    assert "Kp" not in text and 'color="#bf0000"' in text
    assert '<DirLight z="-0.9"/>' in text
    assert '<Include href="robot.rsi2"/>' in text
    assert refusals_of(tmp_path / "out/match.ros2") == []


def test_a_spliced_include_stays_one(match: Path, tmp_path: Path) -> None:
    (match.parent / "load.rsi2").write_text('<Simulation><SphereMass value="1kg" radius="1cm"/></Simulation>')
    match.write_text(MATCH.replace('<Translation x="100mm"/>', '<Include href="load.rsi2"/>'))
    scenec.convert(match, tmp_path / "out/match.ros2")
    assert '<Include href="load.rsi2"/>' in (tmp_path / "out/match.ros2").read_text()
    assert "SphereMass" in (tmp_path / "out/load.rsi2").read_text()


def test_a_missing_texture_stays_missing_where_it_was_looked_for(match: Path, tmp_path: Path) -> None:
    (match.parent / "parts/red.png").unlink()
    report = scenec.convert(match, tmp_path / "out/match.ros2")
    assert (tmp_path / "out/parts/looks.rsi2").read_text() == LOOKS
    missing = [finding for finding in report.findings if finding.code == "texture-not-found"]
    assert [(finding.level, finding.fate) for finding in missing] == [("note", "kept")]


def test_includes_of_the_same_name_get_different_ones(match: Path, tmp_path: Path) -> None:
    other = match.parent / "other"
    other.mkdir()
    wall = '<Compound name="wall"><BoxGeometry width="1" height="1" depth="1"/></Compound>'
    (other / "robot.rsi2").write_text(f"<Simulation>{wall}</Simulation>")
    more = MATCH.replace("<Scene", '<Include href="other/robot.rsi2"/><Scene')
    match.write_text(more.replace("</Scene>", '<Compound ref="wall"/></Scene>'))
    scenec.convert(match, tmp_path / "out/match.ros2")
    assert {"robot.rsi2", "other/robot.rsi2"} <= set(written(tmp_path / "out"))
    assert refusals_of(tmp_path / "out/match.ros2") == []


def test_uses_know_what_they_set_and_where_they_stand(match: Path) -> None:
    scene, _ = scenec.read(match)
    bodies = [use for use in scene.uses if use.name == "two"]
    assert bodies[0].arguments == (("team", "red"),)
    asset = {asset.id: (asset.kind, asset.name, asset.file) for asset in scene.assets}
    assert asset[bodies[0].asset] == ("Body", "bot", "robot.rsi2")
    inside = [use for use in scene.uses if use.parent == bodies[0].id]
    assert {asset[use.asset][:2] for use in inside} == {("Surface", "red")}


def bytes_below(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_a_converted_scene_and_all_its_files_are_the_source_byte_for_byte(match: Path, tmp_path: Path) -> None:
    match.write_bytes(MATCH.replace("\n", "\r\n").replace("  <Scene", "\t<Scene").encode() + b"\n\n")
    scenec.convert(match, tmp_path / "out/match.ros2")
    assert bytes_below(tmp_path / "out") == bytes_below(match.parent)


def test_a_scene_whose_files_lie_above_it_takes_them_along_as_they_lie_to_each_other(match: Path, tmp_path: Path) -> None:
    folder = match.parent / "scenes"
    folder.mkdir()
    (folder / "other.ros2").write_text(MATCH.replace("robot.rsi2", "../robot.rsi2"))
    scenec.convert(folder / "other.ros2", tmp_path / "out/other.ros2")
    files = bytes_below(tmp_path / "out")
    assert files.pop("other.ros2").decode() == MATCH.replace("robot.rsi2", "other_assets/robot.rsi2")
    wanted = bytes_below(match.parent)
    assert files == {f"other_assets/{name}": wanted[name] for name in ("parts/looks.rsi2", "parts/red.png", "robot.rsi2")}


def test_a_copy_beside_its_source_shares_the_files_and_overwrites_none(match: Path) -> None:
    before = bytes_below(match.parent)
    scenec.convert(match, match.parent / "again.ros2")
    assert bytes_below(match.parent) == before | {"again.ros2": before["match.ros2"]}


def test_a_file_that_must_change_is_not_written_over_the_source(match: Path) -> None:
    looks = LOOKS.replace("rgb(0%, 0%, 100%)", "rgb(0%, 0%, 74.9%)")
    (match.parent / "parts/looks.rsi2").write_text(looks)
    scenec.convert(match, match.parent / "again.ros2", lenient=True)
    assert (match.parent / "parts/looks.rsi2").read_text() == looks
    assert (match.parent / "again_assets/parts/looks.rsi2").read_text() == looks.replace("rgb(0%, 0%, 74.9%)", "#0000bf")
    assert refusals_of(match.parent / "again.ros2") == []


def test_only_what_must_change_is_changed(match: Path, tmp_path: Path) -> None:
    light = '<!-- the sun -->\n    <Light\n       z="9m"/> <!-- high -->\n    '
    match.write_text(MATCH.replace("<Body ref", f"{light}<Body ref", 1))
    scenec.convert(match, tmp_path / "out/match.ros2", lenient=True)
    text = (tmp_path / "out/match.ros2").read_text()
    assert text == match.read_text().replace('<Light\n       z="9m"/>', '<DirLight z="-0.9"/>')


def test_a_folder_for_the_files_keeps_them_as_they_lie_to_each_other(match: Path, tmp_path: Path) -> None:
    for folder in (tmp_path / "out/stuff", tmp_path / "far"):
        scenec.convert(match, tmp_path / "out/match.ros2", assets_dir=folder)
        assert (folder / "robot.rsi2").read_text() == ROBOT
        assert (folder / "parts/looks.rsi2").read_text() == LOOKS and (folder / "parts/red.png").read_bytes() == b"png"
        assert len(scenec.read(tmp_path / "out/match.ros2")[0].links) == len(scenec.read(match)[0].links)
