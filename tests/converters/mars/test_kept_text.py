"""MARS to MARS: an unchanged scene keeps its text, an edited one never does."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

import scenec
from tests.converters.mars.conftest import index, node, vector

FIXTURES = Path(__file__).parents[3] / "fixtures" / "mars"
BODY = "<!-- my robot -->\n" + node("base", (0, 0, 1), index(7, 3)) + "\n\n" + node("hand", (1, 0, 0), index(9, 3, 7))
SCENE = f"<?xml version='1.0'?>\n<SceneFile>\n <nodelist>{BODY}</nodelist>\n</SceneFile>\n"


@pytest.mark.parametrize("name", ["by_hand.scene", "groups.scene", "joints.scene", "sensors.scene", "shapes.scene", "august_2012.scene"])
def test_an_unchanged_scene_is_the_same_file(tmp_path: Path, name: str) -> None:
    report = scenec.convert(FIXTURES / name, tmp_path / name)
    assert (tmp_path / name).read_bytes() == (FIXTURES / name).read_bytes()
    assert report.lost == 0
    assert [each for each in report.findings if each.level != "note" and not each.code.endswith("-ineffective")] == []


def test_groups_numbers_order_and_comments_stay(tmp_path: Path) -> None:
    (tmp_path / "s.scene").write_text(SCENE)
    report = scenec.convert(tmp_path / "s.scene", tmp_path / "t.scene")
    assert (tmp_path / "t.scene").read_text() == SCENE
    assert "comments-dropped" not in [each.code for each in report.findings]


def test_yaml_stays_yaml(tmp_path: Path) -> None:
    scenec.convert(FIXTURES / "cart.yml", tmp_path / "cart.yml", to="mars")
    assert (tmp_path / "cart.yml").read_bytes() == (FIXTURES / "cart.yml").read_bytes()


def test_only_the_names_of_files_change_with_their_place(tmp_path: Path) -> None:
    (tmp_path / "wedge.obj").write_bytes((FIXTURES / "wedge.obj").read_bytes())
    drawn = node("n", more=f"<!-- wedge.obj -->{vector('visualsize', 1, 1, 1)}").replace("PRIMITIVE", "wedge.obj")
    source = f"<SceneFile>{drawn}</SceneFile>"
    (tmp_path / "s.scene").write_text(source)
    scenec.convert(tmp_path / "s.scene", tmp_path / "out" / "t.scene")
    expected = source.replace("<filename>wedge.obj", "<filename>t_assets/wedge.obj")
    assert (tmp_path / "out" / "t.scene").read_text() == expected
    assert (tmp_path / "out" / "t_assets" / "wedge.obj").read_bytes() == (tmp_path / "wedge.obj").read_bytes()
    scenec.convert(tmp_path / "s.scene", tmp_path / "k.scene", assets="keep")
    assert (tmp_path / "k.scene").read_text() == source


def test_an_archive_keeps_the_text_in_it(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "s.scn", "w") as pack:
        pack.writestr("s.scene", SCENE)
    scenec.convert(tmp_path / "s.scn", tmp_path / "t.scn")
    with zipfile.ZipFile(tmp_path / "t.scn") as pack:
        assert pack.read("t.scene").decode() == SCENE
    scenec.convert(tmp_path / "s.scn", tmp_path / "u.scene")
    assert (tmp_path / "u.scene").read_text() == SCENE


@pytest.mark.findings("text-rewritten")
def test_an_edited_scene_says_what_was_edited(tmp_path: Path) -> None:
    (tmp_path / "s.scene").write_text(SCENE)
    scene, _ = scenec.read(tmp_path / "s.scene")
    scenec.write(scene.replace("base::base", mass=5.0), tmp_path / "t.scene")
    again, _ = scenec.read(tmp_path / "t.scene")
    assert again.physics().links[0].mass == pytest.approx(5.0)


def test_a_file_in_latin_1_is_read_as_declared_and_kept(tmp_path: Path) -> None:
    """MARS's parser, that of Qt, follows the declaration."""
    data = f"<?xml version='1.0' encoding='ISO-8859-1'?>\n<SceneFile>{node('Rad-Träger')}</SceneFile>".encode("latin-1")
    (tmp_path / "s.scene").write_bytes(data)
    scene, _ = scenec.read(tmp_path / "s.scene")
    assert scene.links[0].name == "Rad-Träger"
    scenec.convert(tmp_path / "s.scene", tmp_path / "t.scene")
    assert (tmp_path / "t.scene").read_bytes() == data
