"""Xacro files on the command line: arguments, environment variables, what is reported, and where values come from."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec as library
from tests.cli.conftest import Scenec

NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
INERTIAL = '<inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>'
WHEEL = f"""<robot {NAMESPACE}>
<xacro:macro name="wheel" params="side y">
  <link name="${{side}}_wheel">{INERTIAL}</link>
  <joint name="${{side}}_axle" type="continuous">
    <parent link="base"/><child link="${{side}}_wheel"/>
    <origin xyz="0 ${{y}} 0"/><axis xyz="0 1 0"/>
  </joint>
</xacro:macro>
</robot>
"""
ROVER = f"""<robot name="rover" {NAMESPACE}>
<xacro:include filename="wheel.xacro"/>
<xacro:arg name="width" default="0.5"/>
<link name="base">{INERTIAL}</link>
<xacro:wheel side="left" y="$(arg width)"/>
<xacro:wheel side="right" y="-$(arg width)"/>
</robot>
"""
NAMED = f'<robot name="$(env SCENEC_TEST_ROBOT)" {NAMESPACE}><link name="base">{INERTIAL}</link></robot>'
PLAIN = f'<robot name="r" {NAMESPACE}><xacro:if value="1"><link name="inner"/></xacro:if><link name="base">{INERTIAL}</link></robot>'


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> Path:
    texts = {"rover.xacro": ROVER, "wheel.xacro": WHEEL, "named.urdf.xacro": NAMED, "plain.urdf": PLAIN}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def origins(path: Path) -> list[str]:
    return [line.strip() for line in path.read_text().splitlines() if "<origin" in line]


def test_a_robot_is_expanded_and_reported_so_once(scenec: Scenec, tmp_path: Path) -> None:
    done = scenec("convert", "rover.xacro", "-o", "rover.urdf")
    assert done.status == 0
    assert done.err.count("Macros expanded") == 1
    assert "xacro" not in (tmp_path / "rover.urdf").read_text()
    assert origins(tmp_path / "rover.urdf") == ['<origin xyz="0 0.5 0"/>', '<origin xyz="0 -0.5 0"/>']


def test_a_joint_made_by_a_macro_is_traced_to_the_macro_and_its_call(scenec: Scenec, tmp_path: Path) -> None:
    assert scenec("convert", "rover.xacro", "-o", "rover.sdf", "--ledger", "l.jsonl").status == 0
    line = next(i for i, text in enumerate((tmp_path / "rover.sdf").read_text().splitlines(), 1) if '"right_axle"' in text)
    back = scenec("trace", f"rover.sdf:{line}", "--ledger", "l.jsonl").out.splitlines()
    assert back[:3] == [
        "wheel.xacro:4:16: kept: @name = right_axle",
        '       <joint name="${side}_axle" type="continuous">',
        "  by macro wheel (wheel.xacro:2), called at rover.xacro:6:1",
    ]
    there = scenec("trace", "wheel.xacro:4", "--ledger", "l.jsonl").out
    assert "called at rover.xacro:5:1" in there and "called at rover.xacro:6:1" in there
    assert f"-> rover.sdf:{line}:" in there


def test_arguments_are_given_by_name(scenec: Scenec, tmp_path: Path) -> None:
    assert scenec("convert", "rover.xacro", "-o", "wide.urdf", "--parameter", "width:=2").status == 0
    assert origins(tmp_path / "wide.urdf") == ['<origin xyz="0 2 0"/>', '<origin xyz="0 -2 0"/>']
    scene, _ = library.read(tmp_path / "rover.xacro", parameters=["width:=2"])
    assert scene == library.read(tmp_path / "wide.urdf")[0]


def test_an_argument_that_the_file_does_not_have_is_reported(scenec: Scenec, tmp_path: Path) -> None:
    done = scenec("convert", "rover.xacro", "-o", "a.urdf", "--parameter", "widht:=2")
    assert done.status == 0
    assert "Parameter ignored: widht" in done.err
    _, report = library.read(tmp_path / "rover.xacro", parameters=["widht:=2", "speed:=1"])
    findings = {each.value: each.because for each in report.findings if each.code == "urdf-parameter-unknown"}
    unknown = "The expansion met no argument of this name."
    assert findings == {"widht": f"{unknown} Another is called width.", "speed": unknown}
    assert "Parameter ignored: width" in scenec("convert", "plain.urdf", "-o", "b.urdf", "--parameter", "width:=2").err
    assert "Parameter" not in scenec("convert", "rover.xacro", "-o", "c.urdf", "--parameter", "width:=2").err


def test_a_parameter_without_a_name_is_a_mistake_of_usage(scenec: Scenec) -> None:
    done = scenec("convert", "rover.xacro", "-o", "a.urdf", "--parameter", "width=2")
    assert done.status == 2
    assert done.error == "the parameter 'width=2' has no name; expected NAME:=VALUE; for example --parameter prefix:=left_"


def test_the_environment_is_read_by_permission(scenec: Scenec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCENEC_TEST_ROBOT", "marvin")
    refused = scenec("convert", "named.urdf.xacro", "-o", "a.urdf")
    assert refused.status == 3
    assert "the environment variable 'SCENEC_TEST_ROBOT' may not be read; allow it by --allow-env SCENEC_TEST_ROBOT" in refused.error
    assert "marvin" not in refused.error
    assert scenec("convert", "named.urdf.xacro", "-o", "a.urdf", "--allow-env", "SCENEC_TEST_ROBOT").status == 0
    assert '<robot name="marvin">' in (tmp_path / "a.urdf").read_text()
    scene, _ = library.read(tmp_path / "named.urdf.xacro", allow_env=["SCENEC_TEST_ROBOT"])
    assert scene.models[0].name == "marvin"


def test_help_names_both_options(scenec: Scenec) -> None:
    help_text = " ".join(scenec("convert", "--help").out.split())
    assert "URDF: NAME:=VALUE for an argument of a xacro file" in help_text
    assert "--allow-env NAME Let $(env NAME) in xacro files read this environment variable." in help_text


def test_a_plain_file_is_read_as_urdfdom_reads_it(scenec: Scenec, tmp_path: Path) -> None:
    done = scenec("convert", "plain.urdf", "-o", "plain.sdf")
    assert "Elements of xacro in a plain URDF file: <xacro:if>" in done.err
    scene, report = library.read(tmp_path / "plain.urdf")
    assert [link.name for link in scene.links] == ["base"]
    (finding,) = [each for each in report.findings if each.code == "urdf-xacro-left"]
    assert (finding.level, finding.hint) == ("warning", "Give the file a name with .xacro, as in robot.urdf.xacro, and they are expanded.")


def test_carrying_remembers_nothing_of_macros(scenec: Scenec, tmp_path: Path) -> None:
    """The carried values are those of the expanded robot, to the byte."""
    assert scenec("convert", "rover.xacro", "-o", "expanded.urdf").status == 0
    for source, target in (("rover.xacro", "a.sdf"), ("expanded.urdf", "b.sdf")):
        assert scenec("convert", source, "-o", target, "--carry").status == 0
    carried = (tmp_path / "a.sdf").read_bytes()
    assert b"carried" in carried and b"xacro" not in carried
    assert carried == (tmp_path / "b.sdf").read_bytes()


def test_a_library_of_macros_is_no_robot(scenec: Scenec) -> None:
    done = scenec("convert", "wheel.xacro", "-o", "a.urdf")
    assert done.status == 3
    assert done.error.startswith("wheel.xacro:1:1: the file makes no robot: it has no name and no links; convert the file that includes")


def test_an_include_outside_the_boundary_is_one_error(scenec: Scenec, tmp_path: Path) -> None:
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "main.xacro").write_text(ROVER.replace("wheel.xacro", "../wheel.xacro"), encoding="utf-8")
    done = scenec("convert", "inside/main.xacro", "-o", "a.urdf", "--confine", "inside")
    assert done.status == 3
    assert "'../wheel.xacro' cannot be read" in done.error
