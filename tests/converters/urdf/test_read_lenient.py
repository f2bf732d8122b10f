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
def test_what_urdfdom_refuses_is_read_and_told(code: str) -> None:
    with pytest.raises(scenec.ReadError):
        read(REFUSED[code])
    assert code in codes(read(REFUSED[code], lenient=True)[1])


@pytest.mark.parametrize("code", IGNORED)
def test_what_urdfdom_ignores_in_an_older_version_is_read_and_told(code: str) -> None:
    assert code in codes(read(IGNORED[code])[1])
    found = codes(read(IGNORED[code], lenient=True)[1])
    assert "urdf-value-early" in found
    assert code not in found


def test_a_blank_behind_a_number_is_read_and_told() -> None:
    link = '<link name="a"><inertial><mass value="1.5 "/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>'
    assert "urdf-link-cut-invalid" in codes(read(robot(link))[1])
    scene, report = read(robot(link), lenient=True)
    assert "urdf-number-padded" in codes(report)
    assert scene.physics().total.mass == 1.5
