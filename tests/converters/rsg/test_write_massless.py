"""Links without mass that are welded to a body: names and places stay, and nothing weighs more than in the source."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec

INERTIAL = '<inertial><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>'
ROBOT = f"""<robot name="arm">
<link name="base">{INERTIAL}</link>
<link name="tool"/>
<link name="housing"><visual name="case"><geometry><box size="1 1 1"/></geometry></visual></link>
<joint name="flange" type="fixed"><parent link="base"/><child link="tool"/><origin xyz="0 0 0.3"/></joint>
<joint name="mount" type="fixed"><parent link="base"/><child link="housing"/><origin xyz="0.1 0 0"/></joint>
</robot>"""


@pytest.fixture
def written(tmp_path: Path) -> tuple[str, scenec.Report]:
    (tmp_path / "arm.urdf").write_text(ROBOT)
    report = scenec.convert(tmp_path / "arm.urdf", tmp_path / "arm.rsg")
    return (tmp_path / "arm.rsg").read_text(), report


def test_they_become_transforms_of_their_names(written: tuple[str, scenec.Report]) -> None:
    """Agents and other scenes look nodes up by name."""
    text, _ = written
    for name in ("tool", "housing", "flange", "mount"):
        assert f"(nd Transform (setName {name})" in text
    assert text.count("RigidBody") == 1 and "FixedJoint" not in text and "(setMassParameters 2 " in text
    assert "(nd Box (setName case)" in text


def test_nothing_of_them_is_lost(written: tuple[str, scenec.Report]) -> None:
    _, report = written
    assert [line.path for line in report.ledger if line.fate == "dropped"] == []
    reported = [finding.code for finding in report.findings]
    assert reported.count("joint-fixed-framed") == 2 and "frame-attached-to-dropped" not in reported


@pytest.mark.findings("link-mass-implausible")
def test_a_joint_without_a_name_is_called_as_in_the_report_though_joints_before_it_became_frames(tmp_path: Path) -> None:
    """SimSpark counts joints without names, so the second one would read back as the first."""
    solid = '<body pos="{x} 0 0"><geom type="box" size=".1 .2 .3" mass="1"/></body>'
    source = tmp_path / "thing.xml"
    source.write_text(f"<mujoco><worldbody><body><freejoint/>{solid.format(x=1)}{solid.format(x=2)}</body></worldbody></mujoco>")
    report = scenec.convert(source, tmp_path / "thing.rsg")
    found = [(each.code, each.subject, each.target) for each in report.findings if each.code.startswith(("joint-fixed", "rsg-joint-name"))]
    assert found == [("joint-fixed-framed", "model::joint", "one body"), ("rsg-joint-name-defaulted", "model::joint_2", "joint_2")]
    assert [joint.name for joint in scenec.read(tmp_path / "thing.rsg")[0].joints] == ["joint_2"]
