"""Files and spellings: XML, YAML, archives, and what MARS makes of odd text."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

import scenec
from scenec.errors import ReadError
from tests.converters.mars.conftest import Reader, node

NODE = '<node name="n" physicmode="box" filename="PRIMITIVE" movable="true" mass="2" density="0"><extend x="1" y="1" z="1"/></node>'
SCENE = f"<SceneFile>{NODE}</SceneFile>"


def packed(**members: str | bytes) -> bytes:
    """An archive; ``__`` in a name stands for the dot."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "."), content)
    return data.getvalue()


def test_a_document_type_is_fine_and_nothing_is_fetched(read_file: Reader) -> None:
    doctype = "<!DOCTYPE dfkiMarsSceneFile PUBLIC '-//DFKI/RIC/MARS SceneFile 1.0//EN' 'http://127.0.0.1:9/none.dtd'>"
    assert read_file(f'<?xml version="1.0"?>\n{doctype}\n{SCENE}').body("n").mass == 2.0


def test_entries_count_wherever_they_stand_and_keys_may_be_attributes(read_file: Reader) -> None:
    assert len(read_file(f"<anything>{NODE}<deep><er>{NODE}</er></deep></anything>").scene.links) == 2


def test_yaml_says_the_same(read_file: Reader) -> None:
    yaml = "nodelist:\n- {name: n, physicmode: box, filename: PRIMITIVE, movable: true, mass: 2, density: 0, extend: {x: 1, y: 1, z: 1}}\n"
    assert read_file(yaml, name="s.yml").body("n") == read_file(SCENE).body("n")


def test_errors_in_yaml_name_line_and_column(read_file: Reader) -> None:
    with pytest.raises(ReadError, match=r"s\.yml:3:1: a list where the file begins|s\.yml:1:1: "):
        read_file("- nodelist:\n", name="s.yml", format="mars")


# ---------------------------------------------------------------- archives


@pytest.mark.findings("scene-friction-law-dropped")
def test_an_archive_holds_a_scene_of_its_own_name_and_its_files(read_file: Reader, tmp_path: Path) -> None:
    obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
    mesh = '<SceneFile><node name="n"><filename>m.obj</filename><noPhysical>true</noPhysical></node></SceneFile>'
    result = read_file(packed(robot__scene=mesh, m__obj=obj), name="robot.scn")
    assert result.body("n").visuals[0].size == {"vertices": 3, "faces": 1}
    report = scenec.convert(tmp_path / "robot.scn", tmp_path / "out.sdf")
    assert (tmp_path / "out_assets" / "m.obj").read_text() == obj
    assert report.source.files == ("robot.scn",)


def test_the_only_scene_of_a_renamed_archive_is_read_and_reported(read_file: Reader) -> None:
    result = read_file(packed(robot__scene=SCENE), name="s.scn")
    assert (result.body("n").mass, result.codes("warning")) == (2.0, ["archive-name-mismatch"])
    with pytest.raises(ReadError, match=r"s\.scn: no 's\.scene' in the archive"):
        read_file(packed(robot__scene=SCENE, other__scene=SCENE), name="s.scn")


def test_errors_in_an_archive_name_the_member(read_file: Reader) -> None:
    with pytest.raises(ReadError, match=r"s\.scn/s\.scene:2:3: "):
        read_file(packed(s__scene="<SceneFile>\n</oops>"), name="s.scn")


@pytest.mark.parametrize("data", [b"PK\x03\x04 and nothing more", packed(readme__txt="no scene"), packed(s__scene=SCENE)[:-30]])
def test_a_broken_archive_is_refused_by_name(read_file: Reader, data: bytes) -> None:
    with pytest.raises(ReadError, match=r"s\.scn: "):
        read_file(data, name="s.scn")


def test_an_archive_bomb_is_not_unpacked(read_file: Reader) -> None:
    with pytest.raises(ReadError, match=r"s\.scn: 's\.scene' unpacks to 20,\d+,\d+ bytes"):
        read_file(packed(s__scene=SCENE + " " * 20_500_000), name="s.scn")


def test_members_do_not_leave_the_archive(read_file: Reader, tmp_path: Path) -> None:
    """Neither does a member called ../x get there, nor is it found as what it pretends to be."""
    scene = SCENE.replace("PRIMITIVE", "../evil.obj")
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("s.scene", scene)
        archive.writestr("../evil.obj", "v 0 0 0\n")
    result = read_file(data.getvalue(), name="s.scn")
    assert "file-outside-unresolved" in result.codes()
    assert not (tmp_path.parent / "evil.obj").exists()


# ---------------------------------------------------------------- odd text


@pytest.mark.parametrize(("text", "value"), [("2.5abc", 2.5), (" +2.5", 2.5), ("1e1", 10.0), ("junk", 0.0), ("", 0.0), ("0x10", 16.0)])
def test_numbers_are_read_as_c_does(read_scene: Reader, text: str, value: float) -> None:
    result = read_scene(f"<node><noPhysical>1</noPhysical><position><x>{text}</x><y>0</y><z>0</z></position></node>")
    assert result.scene.links[0].pose is not None
    assert result.scene.links[0].pose.position[0] == value


@pytest.mark.parametrize(
    ("text", "moves", "odd"),
    [("true", True, False), ("True", True, False), ("1", True, False), ("yes", False, True), ("tRue", False, True), ("0", False, False)],
)
def test_flags(read_scene: Reader, text: str, moves: bool, odd: bool) -> None:
    result = read_scene(node("n").replace("<movable>true", f"<movable>{text}"))
    assert (not result.body("n").static, "text-misread" in result.codes()) == (moves, odd)


def test_a_quaternion_without_w_is_a_half_turn(read_scene: Reader) -> None:
    result = read_scene(node("n", more="<rotation><x>0</x><y>0</y><z>1</z></rotation>"))
    assert result.body("n").pose[3:] == (0, 0, 0, 1)


def test_of_a_key_written_twice_the_first_counts(read_scene: Reader) -> None:
    result = read_scene(node("n", mass="<mass>2</mass><mass>9</mass><density>0</density>"))
    assert (result.body("n").mass, "key-ineffective" in result.codes("note")) == (2.0, True)


def test_unknown_keys_are_reported_with_the_nearest_known_one(read_scene: Reader) -> None:
    result = read_scene(node("n", more="<coll_bitmsk>3</coll_bitmsk>"))
    assert [each.hint for each in result.findings if each.code == "key-unknown-ineffective"] == ["Did you mean coll_bitmask?"]


@pytest.mark.parametrize(
    "broken",
    [
        "<position><x>1</x></position>",
        "<mass>2<!-- kg --></mass>",
        "<mass>2<b/></mass>",
        "<position><x>1<!-- m --> 2</x><y>0</y></position>",
        "<position><x>1<b/></x><y>0</y></position>",
        '<position><x unit="m">1</x><y>0</y></position>',
        '<show_cam hud_idx="1">True</show_cam>',
    ],
)
def test_what_stops_mars_from_loading_is_read_as_meant_and_reported(read_scene: Reader, broken: str) -> None:
    sensor = f'<sensor name="s" type="CameraSensor"><attached_node>1</attached_node>{broken}</sensor>' if "cam" in broken else ""
    result = read_scene(f"<node><index>1</index><noPhysical>1</noPhysical>{broken if not sensor else ''}</node>{sensor}")
    assert "value-refused" in result.codes("error")


def test_keys_of_august_2012_place_nodes_where_mars_does(read_scene: Reader) -> None:
    """MARS reads position and rotation alone: the node stands at the one that it is relative to. Joints, without which MARS stops
    loading, are read as they were meant."""
    at = "<relativeid>1</relativeid><relativeposition><x>0.5</x><y>0</y><z>-0.4</z></relativeposition>"
    second = node("b", more=f"<index>2</index>{at}").replace("<position><x>0</x><y>0</y><z>0</z></position>", "")
    places = "<anchorpos>4</anchorpos><anchor><xpos>1</xpos><ypos>2</ypos><zpos>3</zpos></anchor>"
    axis = "<axis1><axis1x>0</axis1x><axis1y>1</axis1y><axis1z>0</axis1z></axis1>"
    joint = f'<joint name="j"><type>1</type><nodeindex1>1</nodeindex1><nodeindex2>2</nodeindex2>{places}{axis}</joint>'
    result = read_scene(node("a", (1, 0, 1), "<index>1</index>") + second + joint)
    assert result.body("b").pose[:3] == (1.0, 0.0, 1.0)
    (finding,) = [each for each in result.findings if each.code == "dialect-pose-ineffective"]
    assert (finding.level, finding.subject, finding.value) == ("warning", "node b: relativeposition", "0.5 0 -0.4")
    assert (result.hinge("j").anchor, result.hinge("j").axes[0].axis) == ((1.0, 2.0, 3.0), (0.0, -1.0, 0.0))
    assert {each.subject: each.level for each in result.findings if each.code == "dialect-old"} == {
        "axis1x": "error",
        "axis1y": "error",
        "axis1z": "error",
        "xpos": "warning",
        "ypos": "warning",
        "zpos": "warning",
    }


@pytest.mark.parametrize("data", [b"", b"<SceneFile>", b"\xff\xfe<", b"<a/>", b"<SceneFile>&x;</SceneFile>"])
def test_what_is_no_scene_is_refused_where_it_stands(read_file: Reader, data: bytes) -> None:
    with pytest.raises(ReadError, match=r"s\.scene:1:\d+: "):
        read_file(data)


@pytest.mark.parametrize("text", ["nan", "inf", "1e999", "0x1p99999"])
def test_numbers_that_are_not_finite_are_refused_where_they_stand(read_scene: Reader, text: str) -> None:
    with pytest.raises(ReadError, match=r"s\.scene:2:1: node n: .* is no finite number, written mass="):
        read_scene(node("n", mass=f"<mass>{text}</mass><density>0</density>"))


def test_an_include_of_yaml_is_reported(read_file: Reader) -> None:
    assert "include-unresolved" in read_file("nodelist:\n- {name: n}\nURI: other.yml\n", name="s.yml").codes("error")


def test_rounding_noise_beside_other_numbers_says_nothing(read_scene: Reader) -> None:
    result = read_scene(node("n", more="<rotation><w>0.8</w><x>0</x><y>5e-17</y><z>0.6</z></rotation>"))
    assert result.body("n").pose[3:] == (0.8, 0.0, 0.0, 0.6)
    assert "vector-noise-ineffective" in result.codes()
