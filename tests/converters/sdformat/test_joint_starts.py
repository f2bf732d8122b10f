"""Where joints start, as SDFormat files state it."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import scenec
from tests.converters.sdformat.reading import read_model

ARM = """<link name="a"/><link name="b"/>
<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz>{}</axis></joint>"""


def state(content: str, others: str = "") -> str:
    return f'<model_state name="s"><joint_state name="j">{content}</joint_state>{others}</model_state>'


def test_a_model_state_says_where_its_joints_start() -> None:
    read = read_model(ARM.format("") + state("<axis_state><position>0.5</position></axis_state>"), "1.12")
    assert read.scene.joints[0].axes[0].initial == 0.5
    assert not read.scene.models[0].extras and not read.findings


def test_a_start_in_degrees_is_read_as_degrees() -> None:
    read = read_model(ARM.format("") + state('<axis_state><position degrees="true">90</position></axis_state>'), "1.12")
    assert read.scene.joints[0].axes[0].initial == math.pi / 2


def test_a_start_at_zero_has_no_unit() -> None:
    read = read_model(ARM.format("") + state('<axis_state><position degrees="true">0</position></axis_state>'), "1.12")
    assert read.scene.joints[0].axes[0].initial == 0
    assert [each.code for each in read.findings] == ["angle-format-ineffective"]


def test_a_state_of_several_joints_is_read_for_each() -> None:
    """Positions that were read are removed from the state, so the last joint finds none."""
    joints = "".join(ARM.format("").replace('"j"', f'"{name}"').partition("\n")[2] for name in "jkl")
    states = "".join(
        f'<joint_state name="{name}"><axis_state><position>0.{n}</position></axis_state></joint_state>' for n, name in ((1, "j"), (2, "k"))
    )
    read = read_model(f'<link name="a"/><link name="b"/>{joints}<model_state name="s">{states}</model_state>', "1.12")
    assert [joint.axes[0].initial for joint in read.scene.joints] == [0.1, 0.2, None]


def test_what_else_a_state_says_stays_in_it(tmp_path: Path) -> None:
    said = state("<axis_state><position>0.5</position><velocity>2</velocity></axis_state>", '<joint_state name="nobody"/>')
    (tmp_path / "arm.sdf").write_text(f'<sdf version="1.12"><model name="m">{ARM.format("")}{said}</model></sdf>')
    report = scenec.convert(tmp_path / "arm.sdf", tmp_path / "again.sdf")
    again = (tmp_path / "again.sdf").read_text()
    assert (
        again.count("<position>0.5</position>")
        == again.count("<velocity>2</velocity>")
        == again.count('"nobody"')
        == again.count("<model_state")
        == 1
    )
    assert not report.findings


def test_an_authored_initial_position_stays_in_its_own_format(tmp_path: Path) -> None:
    position = "<initial_position>0.50</initial_position>"
    (tmp_path / "arm.sdf").write_text(f'<sdf version="1.7"><model name="m">{ARM.format(position)}</model></sdf>')
    report = scenec.convert(tmp_path / "arm.sdf", tmp_path / "again.sdf")
    assert position in (tmp_path / "again.sdf").read_text()
    assert {finding.code for finding in report.findings} == {"element-unknown"}


@pytest.mark.findings("joint-axis-initial-approximated")
def test_a_start_comes_back_from_a_file_of_1_12(tmp_path: Path) -> None:
    (tmp_path / "arm.sdf").write_text(
        f'<sdf version="1.12"><model name="m">{ARM.format("")}{state("<axis_state><position>0.5</position></axis_state>")}</model></sdf>'
    )
    scenec.convert(tmp_path / "arm.sdf", tmp_path / "arm.ros2")
    scenec.convert(tmp_path / "arm.ros2", tmp_path / "back.sdf", to="sdformat@1.12")
    scene, _ = scenec.read(tmp_path / "back.sdf")
    assert math.isclose(scene.joints[0].axes[0].initial or 0.0, 0.5)
