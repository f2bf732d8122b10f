"""MJCF that is written as MJCF again: nothing is lost, and writing what was written gives the same bytes."""

from __future__ import annotations

import math
from pathlib import Path

import mujoco
import pytest

import scenec
from scenec.accounting.report import Report

CUBE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
BODY = '<worldbody><body name="b"><joint name="j" {joint}/><geom size=".1" {geom}/></body></worldbody>'
MODELS = {
    "a material that another colour overrides": (
        '<asset><material name="red" rgba="1 0 0 1" specular=".2" shininess=".9" emission=".1"/></asset>'
        '<worldbody><geom size=".1" material="red"/><geom size=".1" pos="1 0 0" material="red" rgba="0 0 1 1"/></worldbody>'
    ),
    "a pattern that MuJoCo makes, repeated": (
        '<asset><texture name="grid" type="2d" builtin="checker" width="8" height="8"/>'
        '<material name="grid" texture="grid" texrepeat="5 5"/></asset>'
        '<worldbody><geom type="plane" size="1 1 .2" material="grid"/></worldbody>'
    ),
    "an image of a cube, in a folder": (
        '<compiler texturedir="images"/><asset><texture name="t" file="t.png" gridsize="3 4" gridlayout=".U..LFRB.D.."/>'
        '<material name="m" texture="t"/></asset><worldbody><geom size=".1" material="m"/></worldbody>'
    ),
    "a mesh that only fits a capsule": (
        '<asset><mesh name="other" file="cube.obj" scale=".1 .2 .3"/></asset><worldbody><geom type="capsule" mesh="other"/></worldbody>'
    ),
    "a mesh under a name of its own": (
        '<asset><mesh name="other" file="cube.obj"/></asset><worldbody><geom type="mesh" mesh="other"/></worldbody>'
    ),
    "a spring that pulls nowhere": BODY.format(joint='type="slide" ref=".5" springref="1"', geom=""),
    "a range beside a reference": BODY.format(joint='range="-1.5707963267948966 0.7853981633974483" ref=".5235987755982988"', geom=""),
    "a visible geom of a group": BODY.format(joint="", geom='group="1"'),
    "a body of the world in a body of the world": (
        '<worldbody><body name="a" pos="1 0 0"><geom size=".1"/><body name="b" pos="0 0 1"><geom size=".1"/></body></body></worldbody>'
    ),
    "joints whose places cancel the body's": (
        '<worldbody><body name="b" pos="0 0 1.25"><joint name="x" type="slide" axis="1 0 0" pos="0 0 -1.25"/>'
        '<joint name="y" axis="0 1 0"/><geom size=".1"/></body></worldbody>'
    ),
    "settings of two sections": (
        '<visual><quality shadowsize="2048"/></visual><visual><quality shadowsize="8192"/></visual><worldbody><geom size=".1"/></worldbody>'
    ),
    "a body that weighs nothing at some place": (
        '<worldbody><body name="b"><freejoint/><geom size=".1"/><body name="c"><inertial pos=".1 0 0" mass="0" diaginertia="0 0 0"/>'
        "</body></body></worldbody>"
    ),
    "a body that only has a tensor": (
        '<worldbody><body name="b"><freejoint/><geom size=".1"/><body name="c"><inertial pos=".1 0 0" mass="0" diaginertia=".1 .2 .2"/>'
        "</body></body></worldbody>"
    ),
    "a force range of a joint that follows another": (
        '<default><default class="finger"><joint type="slide" range="0 .04" actuatorfrcrange="-35 35"/></default></default>'
        '<worldbody><body name="l"><joint name="l" class="finger"/><geom size=".1"/></body><body name="r" pos="0 1 0">'
        '<joint name="r" class="finger"/><geom size=".1"/></body></worldbody><equality><joint joint1="l" joint2="r"/></equality>'
    ),
    "a camera whose pixels are no squares": (
        '<worldbody><body name="b"><freejoint/><geom size=".1"/>'
        '<camera name="c" resolution="640 480" sensorsize="0.0064 0.0048" focal="0.0055 0.0056"/></body></worldbody>'
    ),
    "a spring whose stiffness grows, and a damping": BODY.format(joint='stiffness="2 0.1" damping="0.5 0 3"', geom=""),
    "a deformable body": '<worldbody><flexcomp name="f" type="grid" count="2 2 1" spacing=".1 .1 .1" dim="2"/></worldbody>',
    "a weld between two bodies": (
        '<worldbody><body name="a"><joint/><geom size=".1"/></body><body name="b"><freejoint/><geom size=".1"/></body></worldbody>'
        '<equality><weld body1="a" body2="b"/></equality>'
    ),
    "a connect between two bodies": (
        '<worldbody><body name="a"><joint/><geom size=".1"/></body><body name="b" pos="1 0 0"><joint/><geom size=".1"/></body></worldbody>'
        '<equality><connect body1="a" body2="b" anchor=".5 0 0"/></equality>'
    ),
    "a connect of a moving body to a fixed one": (
        '<worldbody><body name="a" pos="2 0 0"><joint/><geom size=".1"/></body><body name="b"><geom size=".1"/></body></worldbody>'
        '<equality><connect body1="a" body2="b" anchor=".5 0 0"/></equality>'
    ),
    "a connect of a body with two joints to a fixed one": (
        '<worldbody><body name="a"><joint axis="1 0 0"/><joint axis="0 1 0"/><geom size=".1"/></body>'
        '<body name="b"><geom size=".1"/></body></worldbody><equality><connect body1="a" body2="b" anchor=".5 0 0"/></equality>'
    ),
    "the force and torque of two sites in the same place": (
        '<worldbody><body name="b"><geom size=".1"/><site name="s"/><site name="t"/></body></worldbody>'
        '<sensor><force site="s"/><torque site="s"/><force site="t"/><torque site="t"/></sensor>'
    ),
}


def twice(folder: Path, inside: str) -> tuple[Report, str, str]:
    """The report of writing a model as MJCF, the text, and the text of writing that again."""
    (folder / "images").mkdir()
    (folder / "images" / "t.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (folder / "cube.obj").write_text(CUBE)
    (folder / "model.xml").write_text(f"<mujoco>{inside}</mujoco>")
    report = scenec.convert(folder / "model.xml", folder / "once" / "model.xml", to="mjcf", flatten=True)
    scenec.convert(folder / "once" / "model.xml", folder / "again" / "model.xml", to="mjcf", flatten=True)
    once, again = ((folder / name / "model.xml").read_text() for name in ("once", "again"))
    return report, once, again


@pytest.mark.parametrize("inside", MODELS.values(), ids=MODELS.keys())
def test_nothing_is_lost_and_the_bytes_stay(inside: str, tmp_path: Path) -> None:
    report, once, again = twice(tmp_path, inside)
    codes = {finding.code for finding in report.findings if finding.fate not in ("kept", "converted")}
    assert {code for code in codes if not code.endswith("-ineffective")} == set()
    assert [finding.code for finding in report.findings if finding.level != "note" and not finding.code.endswith("-ineffective")] == []
    assert once == again


@pytest.mark.findings("mjcf-mesh-missing")
def test_a_missing_mesh_file_stays_named(tmp_path: Path) -> None:
    report, once, _ = twice(tmp_path, '<asset><mesh file="none.stl"/></asset><worldbody><geom type="mesh" mesh="none"/></worldbody>')
    assert '<mesh name="none" file="none.stl"/>' in once
    assert {finding.code for finding in report.findings if finding.level == "error"} == {"mjcf-mesh-missing"}


def test_a_later_section_wins(tmp_path: Path) -> None:
    _, once, _ = twice(tmp_path, MODELS["settings of two sections"])
    assert 'shadowsize="8192"' in once
    assert "2048" not in once


def test_an_image_comes_along_from_its_folder(tmp_path: Path) -> None:
    _, once, _ = twice(tmp_path, MODELS["an image of a cube, in a folder"])
    assert 'file="model_assets/t.png"' in once
    assert (tmp_path / "once" / "model_assets" / "t.png").exists()


def test_a_scene_that_was_read_and_written_by_a_program_keeps_the_textures_that_mujoco_makes(tmp_path: Path) -> None:
    source = tmp_path / "floor.xml"
    source.write_text(
        """<mujoco><asset><texture name="grid" type="2d" builtin="checker" width="8" height="8"/>
        <material name="grid" texture="grid"/></asset><worldbody><geom type="plane" size="1 1 1" material="grid"/></worldbody></mujoco>"""
    )
    scene, _ = scenec.read(source)
    scenec.write(scene, tmp_path / "again.xml", format="mjcf")
    assert mujoco.MjModel.from_xml_path(str(tmp_path / "again.xml")).ntex == 1


def test_the_range_of_a_ball_joint_is_the_same_angle(tmp_path: Path) -> None:
    """The file states it in degrees, the result in rad."""
    body = '<body name="b"><joint name="j" type="ball" range="0 45"/><geom size=".1"/></body>'
    _, once, _ = twice(tmp_path, f"<worldbody>{body}</worldbody>")
    made = tmp_path / "made.xml"
    made.write_text(once)
    assert mujoco.MjModel.from_xml_path(str(made)).jnt_range[0].tolist() == [0.0, math.pi / 4]


FLEX = '<flexcomp name="{}" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2" mass="1" radius=".01" {}/>'


@pytest.mark.parametrize(
    "inside",
    [
        FLEX.format("f", 'axisangle="0 0 1 40"'),
        FLEX.format("f", 'euler="20 0 40" pos=".1 0 0"'),
        FLEX.format("f", 'quat="1 0 0 1" pos=".1 0 0"'),
        '<frame pos="0 0 .5" euler="0 30 0">' + FLEX.format("f", 'pos=".1 0 0"') + "</frame>",
    ],
)
def test_a_deformable_body_stands_where_it_stood(inside: str, tmp_path: Path) -> None:
    """A flexcomp is kept as it is, in a result without frames and with other units of angles."""
    _, _, _ = twice(tmp_path, f'<compiler eulerseq="zyx"/><worldbody><body name="b" pos="0 0 1">{inside}</body></worldbody>')
    places = []
    for name in ("model.xml", "once/model.xml", "again/model.xml"):
        model = mujoco.MjModel.from_xml_path(str(tmp_path / name))
        data = mujoco.MjData(model)
        mujoco.mj_forward(model, data)
        places.append(data.flexvert_xpos.copy())
    assert abs(places[0] - places[1]).max() < 1e-12
    assert abs(places[1] - places[2]).max() == 0


def test_places_of_joints_in_series_keep_their_digits(tmp_path: Path) -> None:
    """Between them stand weightless links, all where the body is: nothing is worked out in the world."""
    joints = '<joint name="x" pos="0 0 .065" axis="0 1 0"/><joint name="y" pos="0 0 .065" axis="1 0 0"/>'
    inner = f'<body name="b" pos=".1 .2 -.08">{joints}<geom size=".1"/></body>'
    _, once, _ = twice(tmp_path, f'<worldbody><body name="a" pos=".7 .1 3.57"><freejoint/><geom size=".1"/>{inner}</body></worldbody>')
    assert once.count('pos="0 0 0.065"') == 2


def test_two_sites_in_the_same_place_keep_their_forces_and_torques(tmp_path: Path) -> None:
    _, once, _ = twice(tmp_path, MODELS["the force and torque of two sites in the same place"])
    found = [line.strip() for line in once.splitlines() if "<force" in line or "<torque" in line]
    assert found == ['<force site="s"/>', '<torque site="s"/>', '<force site="t"/>', '<torque site="t"/>']
