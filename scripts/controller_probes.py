"""Converters of controllers: a position servo as each format says it, converted to the others by scenec with `--ready` and by other tools.

Imported by `compare_with_peers.py`. scenec's column is measured: the result is read back, and the joint must have an actuator that is
commanded by position. The other columns are from the records in ../shared/peers.
"""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path
from typing import NamedTuple

import scenec
from scenec.accounting.report import Report

LINK = "<inertial><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>"
URDF_LINK = '<inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>'
TARGETS = {"SDFormat": "result.sdf", "URDF": "result.urdf", "MJCF": "result.xml", "SimRobot": "result.ros2"}


class Probe(NamedTuple):
    """A scene with one controller. record, feature: where the other tools' verdicts stand; tools: those of them that are converters, by
    their column; letters are explained in `compare_with_peers`."""

    source: str
    controller: str
    file: str
    text: str
    record: str
    feature: str
    tools: dict[str, str]


PROBES = (
    Probe(
        "SDFormat",
        "JointPositionController",
        "probe.sdf",
        f"""<sdf version="1.9"><model name="probe"><link name="base">{LINK}</link><link name="arm">{LINK}</link>
          <joint name="j" type="revolute"><parent>base</parent><child>arm</child><axis><xyz>0 0 1</xyz></axis></joint>
          <plugin name="gz::sim::systems::JointPositionController" filename="gz-sim-joint-position-controller-system">
            <joint_name>j</joint_name><p_gain>17.17</p_gain><cmd_max>27.27</cmd_max><cmd_min>-27.27</cmd_min></plugin></model></sdf>""",
        "verdicts_sdf.csv",
        "plugin",
        {"rod>URDF": "rod to URDF", "phobos>URDF": "phobos to URDF", "sdf2mjcf": "sdformat-mjcf to MJCF"},
    ),
    Probe(
        "URDF",
        "ros2_control",
        "probe.urdf",
        f"""<robot name="probe"><link name="base">{URDF_LINK}</link><link name="arm">{URDF_LINK}</link>
          <joint name="j" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
            <limit lower="-1.5" upper="1.5" effort="27.27" velocity="2"/></joint>
          <ros2_control name="rc" type="system"><hardware><plugin>mock_components/GenericSystem</plugin></hardware>
            <joint name="j"><command_interface name="position"/></joint></ros2_control></robot>""",
        "verdicts_urdf.csv",
        "ros2_control",
        {
            "libsdformat13>SDF": "libsdformat 13 to SDFormat",
            "mujoco4>MJCF": "MuJoCo 4 to MJCF",
            "phobos>SDF": "phobos to SDFormat",
            "urdf2any>MJCF": "urdf2any to MJCF",
            "cyberwave>MJCF": "cyberwave to MJCF",
            "rfc>SDF": "robot-format-converter to SDFormat",
            "webots": "urdf2webots",
            "urdf_usd_conv": "urdf-usd-converter (as text)",
        },
    ),
    Probe(
        "MJCF",
        "position",
        "probe.xml",
        """<mujoco model="probe"><compiler angle="radian"/><worldbody><body name="base" pos="0 0 1">
          <joint name="j" axis="0 0 1" range="-1.5 1.5"/><geom type="box" size=".15 .2 .25" mass="2"/></body></worldbody>
          <actuator><position name="act" joint="j" kp="17.17" forcerange="-27.27 27.27"/></actuator></mujoco>""",
        "verdicts_mjcf.csv",
        "actuator",
        {"mujoco_usd_converter": "mujoco-usd-converter (as text)"},
    ),
)


def measured(probe: Probe) -> dict[str, str]:
    """Return target -> what scenec makes of the controller."""
    found = {}
    with tempfile.TemporaryDirectory() as made:
        source = Path(made) / probe.file
        source.write_text(probe.text, encoding="utf-8")
        for target, name in TARGETS.items():
            if target != probe.source:
                result = Path(made) / name
                found[target] = state(result, scenec.convert(source, result, ready=True))
    return found


def state(result: Path, report: Report) -> str:
    """Return `converted` if the joint of a result is commanded by position, `adapted` if a finding says that the law is another, else
    `reported` or `silent`."""
    actuators = [each for joint in scenec.read(result)[0].joints for each in joint.actuators]
    about = [each for each in report.findings if each.category == "control" and each.is_loss]
    if any(each.command == "position" for each in actuators):
        return "adapted" if about else "converted"
    return "reported" if about else "silent"


def section(peers: Path, words: dict[str, str]) -> list[str]:
    """Return the lines of the page. peers: the folder of the records; words: what their letters mean."""
    lines = [
        "## Who converts controllers",
        "",
        "A position servo as each format says it: SDFormat's JointPositionController, URDF's `<ros2_control>`, MJCF's `<position>`.",
        "scenec converts with `--ready`, and its result is read back: `converted` means that the joint is commanded by position as before,",
        "`adapted` that a finding tells how the law differs. No other converter makes a controller of the target of any of the three.",
        "Some keep it as text (`kept`). The record for SDFormat is of a plugin of another name; none of these tools reads any.",
        "",
        "| controller | scenec | others |",
        "|---|---|---|",
    ]
    for probe in PROBES:
        own = ", ".join(f"to {target}: {word}" for target, word in measured(probe).items())
        with (peers / probe.record).open(encoding="utf-8") as file:
            row = next(each for each in csv.DictReader(file) if each["feature"] == probe.feature)
        others = ", ".join(f"{title}: {words[row[column]].removesuffix(', silent')}" for column, title in probe.tools.items())
        lines.append(f"| {probe.source} {probe.controller} | {own} | {others} |")
    return lines
