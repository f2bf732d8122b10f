"""Links that lose the joint which held them are named one by one, in every format that lacks the joint."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.accounting.finding import Finding

INERTIAL = '<inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>'
LACKING = (".ros2", ".sdf", ".scene", ".rsg")
PLACING = (".ros2", ".sdf", ".scene", ".rsg", ".xml")


def cart(kind: str, parent: str = "cart") -> str:
    """A cart on a rail, a puck that a joint of this type connects to it or to the rail, and an antenna on the puck."""
    links = "".join(f'<link name="{name}">{INERTIAL}</link>' for name in ("rail", "cart", "puck"))
    gyro = '<gazebo reference="antenna"><sensor name="gyro" type="imu"/></gazebo>'
    look = '<visual><geometry><sphere radius="0.1"/></geometry></visual>'
    limit = '<limit lower="-1" upper="1" effort="9" velocity="9"/>'
    return f"""<robot name="r">{links}<link name="antenna">{INERTIAL}{look}</link>
    <joint name="slide" type="prismatic"><parent link="rail"/><child link="cart"/>{limit}</joint>
    <joint name="loose" type="{kind}"><parent link="{parent}"/><child link="puck"/><axis xyz="0 0 1"/></joint>
    <joint name="turn" type="continuous"><parent link="puck"/><child link="antenna"/></joint>{gyro}</robot>"""


def reported(content: str, folder: Path, suffix: str) -> list[Finding]:
    (folder / "r.urdf").write_text(content, encoding="utf-8")
    report = scenec.convert(folder / "r.urdf", folder / f"out{suffix}", to="mjcf" if suffix == ".xml" else None)
    return list(report.findings)


@pytest.mark.parametrize("suffix", LACKING)
def test_every_link_below_a_dropped_joint_is_named(suffix: str, tmp_path: Path) -> None:
    findings = reported(cart("planar"), tmp_path, suffix)
    free = [finding for finding in findings if finding.code == "link-inertial-frame-split"]
    assert [(each.subject, each.level) for each in free] == [("r::puck", "error"), ("r::antenna", "error")]
    assert "r::loose" in free[0].because
    assert {("sensor-frame-split", "r::antenna::gyro"), ("appearance-frame-split", "r::antenna")} <= {
        (each.code, each.subject) for each in findings
    }


def test_urdf_and_mjcf_name_links_below_joints_that_they_lack(tmp_path: Path) -> None:
    body = "<inertial><mass>1</mass></inertial>"
    joints = "".join(
        f'<joint name="{name}" type="{kind}"><parent>{parent}</parent><child>{child}</child><axis><xyz>0 0 1</xyz></axis>{more}</joint>'
        for name, kind, parent, child, more in (
            ("slide", "prismatic", "rail", "cart", ""),
            ("gears", "gearbox", "cart", "wheel", "<gearbox_ratio>2</gearbox_ratio><gearbox_reference_body>rail</gearbox_reference_body>"),
            ("rim", "revolute", "wheel", "tyre", ""),
        )
    )
    links = "".join(f'<link name="{name}">{body}</link>' for name in ("rail", "cart", "wheel", "tyre"))
    source = tmp_path / "m.sdf"
    source.write_text(f'<sdf version="1.7"><model name="m">{links}{joints}</model></sdf>', encoding="utf-8")
    for target in ("out.urdf", "out.xml"):
        report = scenec.convert(source, tmp_path / target, to="mjcf" if target == "out.xml" else None)
        assert [each.subject for each in report.findings if each.code == "link-inertial-frame-split"] == ["m::wheel", "m::tyre"], target


@pytest.mark.parametrize("suffix", PLACING)
def test_a_link_on_a_floating_joint_was_free_before(suffix: str, tmp_path: Path) -> None:
    findings = reported(cart("floating"), tmp_path, suffix)
    placed = [finding for finding in findings if finding.code in ("link-inertial-frame-world", "sensor-frame-world")]
    assert {each.subject for each in placed} == {"r::puck", "r::antenna", "r::antenna::gyro"}
    assert {each.level for each in placed} == {"note"}
    assert "link-inertial-frame-split" not in {finding.code for finding in findings}


@pytest.mark.parametrize("suffix", PLACING)
def test_a_link_that_floats_in_the_world_stays_there(suffix: str, tmp_path: Path) -> None:
    still = '<link name="world"/><joint name="foot" type="fixed"><parent link="world"/><child link="rail"/></joint>'
    content = cart("floating", parent="world").replace('<robot name="r">', f'<robot name="r">{still}')
    codes = {finding.code for finding in reported(content, tmp_path, suffix)}
    assert not codes & {"link-inertial-frame-split", "link-inertial-frame-world", "sensor-frame-world"}


def test_a_dropped_joint_that_closed_a_loop_frees_no_link(tmp_path: Path) -> None:
    """The ball leads from the tip of a chain back to its base, which moved freely before."""
    tip = '<body name="tip" pos="0 0 1"><joint name="turn"/><geom size=".1"/></body>'
    base = f'<body name="base"><freejoint/><geom size=".1"/>{tip}</body>'
    loop = '<equality><connect name="pin" body1="tip" body2="base" anchor="0 0 0"/></equality>'
    (tmp_path / "m.xml").write_text(f"<mujoco><worldbody>{base}</worldbody>{loop}</mujoco>", encoding="utf-8")
    report = scenec.convert(tmp_path / "m.xml", tmp_path / "m.ros2")
    assert [each.subject for each in report.findings if each.code == "joint-kind-dropped"] == ["base::pin"]
    assert not [each for each in report.findings if each.code == "link-inertial-frame-split"]
