"""Files that MuJoCo refuses are refused, with the place and the nearest name."""

from __future__ import annotations

from pathlib import Path

import mujoco
import pytest

import scenec
from scenec.errors import ReadError
from tests.converters.mjcf.conftest import Read

BALL = '<geom size=".1"/>'


@pytest.mark.parametrize(
    ("inside", "complaint"),
    [
        ("<worldbody><gem/></worldbody>", "<gem> is no element of <worldbody>; did you mean geom"),
        ('<worldbody><geom siz="1"/></worldbody>', "<geom> has no attribute 'siz'; did you mean size"),
        ('<worldbody><geom size="1,2"/></worldbody>', "'1,2' is no number"),
        ('<worldbody><geom size=".1m"/></worldbody>', "'.1m' is no number"),
        ('<worldbody><geom size="1e400"/></worldbody>', "'1e400' is too large"),
        ('<worldbody><geom size="1 2 3 4"/></worldbody>', "4 numbers"),
        ('<worldbody><geom size=".1" type="Box"/></worldbody>', "unknown word 'Box'.*did you mean box"),
        ('<worldbody><geom size=".1" condim="2"/></worldbody>', "condim=2 is none that MuJoCo has"),
        ('<worldbody><geom size=".1" quat="0 0 0 0"/></worldbody>', "quat is zero"),
        ('<worldbody><geom size=".1" quat="1 0 0 0" euler="0 0 0"/></worldbody>', "quat and euler"),
        ('<worldbody><geom type="box" size=".1 .1"/></worldbody>', "size 3 of a box is missing"),
        ("<worldbody><joint/></worldbody>", "<joint> is no element of <worldbody>"),
        (f'<worldbody><body name="world"><freejoint/>{BALL}</body></worldbody>', "as the world is"),
        (f"<worldbody><body><joint/><freejoint/>{BALL}</body></worldbody>", "a free joint stands beside others"),
        (f'<worldbody><body><joint type="ball"/><joint/>{BALL}</body></worldbody>', "behind a ball joint"),
        (f"<worldbody><body>{BALL}<body><freejoint/>{BALL}</body></body></worldbody>", "inside another has a free joint"),
        ("<worldbody><body><joint/></body></worldbody>", "moves and has no mass"),
        (f'<worldbody><body><joint axis="0 0 0"/>{BALL}</body></worldbody>', "the axis is zero"),
        (f'<worldbody><body><joint limited="true" range="1 0"/>{BALL}</body></worldbody>', "its range is empty"),
        (f'<compiler autolimits="false"/><worldbody><body><joint range="0 1"/>{BALL}</body></worldbody>', "not whether it counts"),
        ('<worldbody><body><freejoint/><geom type="plane" size="1 1 1"/></body></worldbody>', "moves has a plane"),
        ('<worldbody><geom class="soft" size=".1"/></worldbody>', "no default class is called 'soft'"),
        (
            '<asset><mesh name="m" builtin="sphere" params="5"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>',
            "number of divisions is 5",
        ),
        (  # took 24 GB
            '<asset><mesh name="m" builtin="cone" params="1000000 .5"/></asset><worldbody><geom type="mesh" mesh="m"/></worldbody>',
            "number of edges is 1000000, not within 3 and 5,000",
        ),
        ('<worldbody><geom type="mesh" mesh="m"/></worldbody>', "no mesh is called 'm'"),
        ('<actuator><motor joint="j"/></actuator>', "no joint is called 'j'"),
        ('<contact><exclude body1="a" body2="b"/></contact>', "no body is called 'a'"),
        ('<worldbody><site name="s"/></worldbody><tendon><spatial><site site="s"/></spatial></tendon>', "one end"),
        ('<keyframe><key qpos="1"/></keyframe>', "qpos has 1 numbers"),
        ("<worldbody><body><composite/></body></worldbody>", "<composite> is gone since MuJoCo 4.0.*mj_saveLastXML"),
        ('<include file="gone.xml"/>', "the included file 'gone.xml' cannot be opened"),
        ('<worldbody><body><inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/><joint/></body></worldbody>', "A \\+ B >= C"),
        ('<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1e39"/></asset>', "a coordinate is too large"),
        (
            f'<worldbody><body pos="1e200 0 0"><joint springdamper="1 1"/>{BALL}</body></worldbody>',
            "position is 1e\\+200",
        ),
    ],
)
def test_a_fault_is_named(read: Read, inside: str, complaint: str) -> None:
    with pytest.raises(ReadError, match=complaint) as caught:
        read(inside)
    assert "model.xml:1:" in str(caught.value)


def test_a_file_is_included_once(read: Read) -> None:
    with pytest.raises(ReadError, match="is included twice"):
        read('<include file="part.xml"/><include file="part.xml"/>', part_xml="<mujoco/>")


PART = '<mujoco><worldbody><geom size=".1"/></worldbody></mujoco>'


def including(folder: Path, *files: str) -> Path:
    """A model that includes these files, beside part.xml, two links to it and a link to their folder."""
    (folder / "part.xml").write_text(PART)
    for link, to in (("linked.xml", "part.xml"), ("again.xml", "part.xml"), ("here", ".")):
        (folder / link).symlink_to(to)
    included = "".join(f'<include file="{file}"/>' for file in files)
    (folder / "model.xml").write_text(f"<mujoco>{included}</mujoco>")
    return folder / "model.xml"


@pytest.mark.parametrize("files", [("part.xml", "./part.xml"), ("part.xml", "gone/../part.xml"), ("linked.xml", "./linked.xml")])
def test_no_file_is_included_by_two_spellings_of_its_path(tmp_path: Path, files: tuple[str, ...]) -> None:
    with pytest.raises(ReadError, match="is included twice"):
        scenec.read(including(tmp_path, *files))


@pytest.mark.parametrize("files", [("part.xml", "linked.xml"), ("linked.xml", "again.xml"), ("part.xml", "here/part.xml")])
def test_a_link_to_an_included_file_is_another_file(tmp_path: Path, files: tuple[str, ...]) -> None:
    model = including(tmp_path, *files)
    assert sum(len(link.collisions) for link in scenec.read(model)[0].links) == 2
    assert mujoco.MjModel.from_xml_path(str(model)).ngeom == 2


def test_links_do_not_multiply_what_is_included_without_end(tmp_path: Path) -> None:
    includes = '<include file="left/part.xml"/><include file="right/part.xml"/>'
    for level in range(20):
        folder = tmp_path / f"level{level}"
        folder.mkdir()
        (folder / "part.xml").write_text(f"<mujoco><worldbody>{BALL * 20}</worldbody>{includes if level < 19 else ''}</mujoco>")
        for link in ("left", "right"):
            (folder / link).symlink_to(f"../level{level + 1}")
    (tmp_path / "model.xml").write_text('<mujoco><include file="level0/part.xml"/></mujoco>')
    with pytest.raises(ReadError, match="links to included files bring more than 41,900 elements"):
        scenec.read(tmp_path / "model.xml")


def test_no_model_includes_itself(tmp_path: Path) -> None:
    (tmp_path / "model.xml").write_text('<mujoco><include file="model.xml"/></mujoco>')
    with pytest.raises(ReadError, match="is included twice"):
        scenec.read(tmp_path / "model.xml")


def test_a_fault_in_an_included_file_names_that_file(read: Read) -> None:
    with pytest.raises(ReadError, match=r"part\.xml:1:20: <gem> is no element"):
        read('<include file="part.xml"/>', part_xml="<mujoco><worldbody><gem/></worldbody></mujoco>")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("<mujocoinclude/>", "convert the model that includes it"),
        ("<MuJoCo/>", "the outermost element is <MuJoCo>; expected <mujoco>; did you mean mujoco"),
    ],
)
def test_other_roots_are_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "model.xml"
    path.write_text(text)
    with pytest.raises(ReadError, match=complaint):
        scenec.read(path)


def test_a_compiled_model_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "model.mjb"
    path.write_bytes(b"\x54\x00\x00\x00")
    with pytest.raises(ReadError, match="mj_saveLastXML"):
        scenec.read(path)


def test_xml_files_of_other_formats_are_reported_by_their_content(tmp_path: Path) -> None:
    path = tmp_path / "model.xml"
    path.write_text('<sdf version="1.7"><model name="m"><link name="l"/></model></sdf>')
    scene, report = scenec.read(path)
    assert [link.name for link in scene.links] == ["l"]
    assert report.source.format == "sdformat"
