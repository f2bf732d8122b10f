"""Files that urdfdom refuses or ignores and other simulators read: with --lenient, and with a finding each."""

from __future__ import annotations

import pytest

import scenec
from tests.converters.urdf.writing import codes, joined, read, robot

LIMIT = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
SPHERE = '<visual>{}<geometry><sphere radius="1"/></geometry>{}</visual>'
MATERIAL, TURNED = '<material name="m"/>', '<origin quat_xyzw="0 0 1 0"/>'
RED = '<material name="m"><color rgba="1 0 0 1"/></material>'
REFUSED = {
    "urdf-joint-limit-missing": joined('<limit lower="-1" upper="1"/>'),
    "urdf-world-undeclared": robot('<link name="b"/><joint name="j" type="fixed"><parent link="world"/><child link="b"/></joint>'),
    "urdf-roots-several": robot('<link name="a"/><link name="b"/>'),
    "urdf-material-repeated": robot(RED + RED + '<link name="a">' + SPHERE.format("", MATERIAL) + "</link>"),
    "urdf-joint-spherical": joined("", "spherical"),
    "urdf-dynamics-empty": joined(f"{LIMIT}<dynamics/>"),
}
IGNORED = {
    "urdf-origin-quaternion-ineffective": robot('<link name="a">' + SPHERE.format(TURNED, "") + "</link>"),
    "urdf-joint-rate-ineffective": joined(LIMIT.replace("/>", ' acceleration="3"/>')),
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_urdfdom_refuses_is_read_and_reported(code: str) -> None:
    with pytest.raises(scenec.ReadError):
        read(REFUSED[code])
    assert code in codes(read(REFUSED[code], lenient=True)[1])


@pytest.mark.parametrize("code", IGNORED)
def test_what_urdfdom_ignores_in_an_older_version_is_read_and_reported(code: str) -> None:
    assert code in codes(read(IGNORED[code])[1])
    found = codes(read(IGNORED[code], lenient=True)[1])
    assert "urdf-value-early" in found
    assert code not in found


def test_a_blank_behind_a_number_is_read_and_reported() -> None:
    link = '<link name="a"><inertial><mass value="1.5 "/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>'
    assert "urdf-link-cut-invalid" in codes(read(robot(link))[1])
    scene, report = read(robot(link), lenient=True)
    assert "urdf-number-padded" in codes(report)
    assert scene.physics().total.mass == 1.5


ARM = """<link name="a"/><link name="b"/>
<drake:joint name="j" type="{kind}"><parent link="a"/><child link="b"/>{inside}</drake:joint>"""
DAMPED = '<dynamics damping="0.5"/>'


@pytest.mark.parametrize(
    ("kind", "inside", "axes", "pitch"),
    [
        ("ball", "", [], None),
        ("universal", DAMPED, [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)], None),
        ("screw", f'<axis xyz="0 0 1"/><drake:screw_thread_pitch value="0.04"/>{DAMPED}', [(0.0, 0.0, 1.0)], 0.04),
    ],
)
def test_joints_of_drake_are_read_as_drake_reads_them(
    kind: str, inside: str, axes: list[tuple[float, float, float]], pitch: float | None
) -> None:
    text = ARM.format(kind=kind, inside=inside)
    with pytest.raises(scenec.ReadError, match="two root links"):
        read(text)
    scene, report = read(text, lenient=True)
    (joint,) = scene.joints
    assert (joint.type, joint.screw_pitch) == (kind, pitch)
    assert [axis.xyz for axis in joint.axes] == axes
    assert [axis.dynamics.damping for axis in joint.axes if axis.dynamics is not None] == [0.5] * len(axes)
    assert "urdf-joint-drake" in codes(report)
    assert "urdf-roots-several" not in codes(report)


def test_a_screw_of_drake_needs_its_pitch() -> None:
    with pytest.raises(scenec.ReadError, match="screw_thread_pitch"):
        read(ARM.format(kind="screw", inside=""), lenient=True)


def test_a_joint_of_drake_along_a_curve_stays_an_element_of_drake() -> None:
    scene, report = read(ARM.format(kind="curvilinear", inside=""), lenient=True)
    assert not scene.joints
    assert "urdf-roots-several" in codes(report)
