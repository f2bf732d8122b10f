"""URDF as urdfdom 6 reads it: what is refused, what is cut off, and what the values mean."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import scenec
from tests.converters.urdf.writing import ENDS, INERTIAL, LIMIT, LINKS, codes, joined, read, robot

FIXTURES = Path(__file__).parents[3] / "fixtures" / "urdf"

REFUSED = {
    "no robot": b'<model name="r"/>',
    "no name": robot('<link name="a"/>', ""),
    "no links": robot(""),
    "version unknown": robot('<link name="a"/>', 'name="r" version="1.3"'),
    "version malformed": robot('<link name="a"/>', 'name="r" version="1"'),
    "link without name": robot("<link/>"),
    "link twice": robot('<link name="a"/><link name="a"/>'),
    "material twice": robot('<material name="m"><color rgba="1 0 0 1"/></material>' * 2 + '<link name="a"/>'),
    "two roots": robot('<link name="a"/><link name="b"/>'),
    "only a circle": robot(
        LINKS + f'<joint name="j" type="fixed">{ENDS}</joint><joint name="k" type="fixed"><parent link="b"/><child link="a"/></joint>'
    ),
    "unknown parent": robot('<link name="b"/><joint name="j" type="fixed"><parent link="x"/><child link="b"/></joint>'),
    "undeclared world": robot('<link name="b"/><joint name="j" type="fixed"><parent link="world"/><child link="b"/></joint>'),
    "joint without type": robot(f'{LINKS}<joint name="j">{ENDS}</joint>'),
    "joint of another type": joined(LIMIT, "hinge"),
    "joint without limit": joined(""),
    "limit without effort": joined('<limit lower="-1" upper="2" velocity="4"/>'),
    "empty dynamics": joined(LIMIT + "<dynamics/>"),
    "mimic without joint": joined(LIMIT + '<mimic multiplier="2"/>'),
    "safety without k_velocity": joined(LIMIT + '<safety_controller k_position="1"/>'),
    "two numbers": joined(LIMIT + '<origin xyz="0 1"/>'),
    "a unit": joined(LIMIT + '<origin xyz="0 1 2m"/>'),
    "hexadecimal": joined(LIMIT + '<origin xyz="0 1 0x10"/>'),
    "not a number": joined('<limit lower="nan" upper="2" effort="3" velocity="4"/>'),
    "infinite": joined('<limit lower="-inf" upper="2" effort="3" velocity="4"/>'),
}


@pytest.mark.parametrize("data", REFUSED.values(), ids=REFUSED)
def test_what_urdfdom_refuses_is_refused_with_its_line(data: bytes) -> None:
    with pytest.raises(scenec.ReadError, match=r"r\.urdf:\d+"):
        read(data)


def test_xml_that_only_urdfdom_reads_is_read_with_a_note() -> None:
    scene, report = read(robot('<link name="R & D"type="a"/>'))
    assert [link.name for link in scene.links] == ["R & D"]
    assert sum(finding.code == "urdf-xml-tolerated" for finding in report.findings) == 2


def test_an_expression_of_xacro_is_named_as_such() -> None:
    with pytest.raises(scenec.ReadError, match="xacro"):
        read(joined(LIMIT + '<origin xyz="${x} 0 0"/>'))


@pytest.mark.findings("urdf-roots-several")
def test_lenient_reads_what_other_simulators_read() -> None:
    scene, report = read(joined("", "revolute"), lenient=True)
    assert scene.joints[0].axes[0].limits is None and "urdf-joint-limit-missing" in codes(report)
    scene, _ = read(joined("", "spherical"), lenient=True)
    assert scene.joints[0].type == "ball"
    scene, _ = read(robot('<link name="a"/><link name="b"/>'), lenient=True)
    assert [link.name for link in scene.links] == ["a", "b"]
    scene, _ = read(robot('<link name="b"/><joint name="j" type="fixed"><parent link="world"/><child link="b"/></joint>'), lenient=True)
    assert scene.joints[0].parent == "world"


# ---------------------------------------------------------------- faults in links


def test_a_fault_in_a_shape_ends_the_reading_of_its_link_and_is_an_error() -> None:
    good, bad = '<geometry><box size="1 1 1"/></geometry>', "<geometry><torus/></geometry>"
    content = f'<link name="a"><visual>{good}</visual><visual>{bad}</visual><visual>{good}</visual><collision>{good}</collision></link>'
    scene, report = read(content)
    assert (len(scene.links[0].visuals), len(scene.links[0].collisions)) == (1, 0)
    (finding,) = [each for each in report.findings if each.code == "urdf-link-cut-invalid"]
    assert finding.level == "error" and finding.source is not None and finding.source.line == 3
    assert "2 visuals, 1 collision" in finding.consequence


def test_an_inertial_without_tensor_keeps_its_mass_and_takes_all_shapes_along() -> None:
    shape = '<visual><geometry><box size="1 1 1"/></geometry></visual>'
    scene, report = read(f'<link name="a">{shape}<inertial><mass value="3"/></inertial></link>')
    physics = scene.physics().links[0]
    assert (physics.mass, physics.visuals) == (3.0, ())
    assert "urdf-link-cut-invalid" in codes(report)


# ---------------------------------------------------------------- meaning


def test_rpy_turns_about_fixed_axes_and_inertia_about_the_centre_of_mass() -> None:
    scene, _ = scenec.read(FIXTURES / "arm.urdf")
    base = scene.physics().links[0]
    s, c = math.sin(1.5), math.cos(1.5)
    assert base.com == pytest.approx((c * 0.01 + s * 0.02, s * 0.01 - c * 0.02, 0.25), abs=1e-15)
    turn, ixx, iyy, ixy = 1.8, 0.031, 0.029, 0.001
    expected = ixx * math.cos(turn) ** 2 + iyy * math.sin(turn) ** 2 - 2 * ixy * math.sin(turn) * math.cos(turn)
    assert base.inertia[0][0] == pytest.approx(expected, rel=1e-12)


def test_a_joint_stands_in_its_childs_frame() -> None:
    physics = scenec.read(FIXTURES / "arm.urdf")[0].physics()
    shoulder = next(joint for joint in physics.joints if joint.path.endswith("shoulder"))
    upper = next(link for link in physics.links if link.path.endswith("upper"))
    assert shoulder.anchor == pytest.approx(upper.pose[:3])
    (axis,) = shoulder.axes
    assert (axis.lower, axis.upper, axis.effort, axis.velocity, axis.damping, axis.friction) == (-1.5, 2.25, 30.0, 4.0, 0.7, 0.2)


def test_limits_default_to_zero_which_locks_the_joint() -> None:
    scene, report = read(joined('<limit effort="1" velocity="1"/>'))
    limits = scene.joints[0].axes[0].limits
    assert limits is not None and (limits.lower, limits.upper) == (0.0, 0.0)
    assert "urdf-joint-locked" in codes(report)


def test_1e16_is_no_limit() -> None:
    scene, _ = read(joined('<limit lower="-1e16" upper="1e16" effort="1e17" velocity="2"/>'))
    limits = scene.joints[0].axes[0].limits
    assert limits is not None and (limits.lower, limits.upper, limits.effort, limits.velocity) == (None, None, None, 2.0)


def test_a_continuous_joint_has_no_range_but_its_other_limits() -> None:
    scene, report = read(joined(LIMIT, "continuous"))
    limits = scene.joints[0].axes[0].limits
    assert limits is not None and (limits.lower, limits.effort) == (None, 3.0)
    assert "urdf-joint-range-ineffective" in codes(report)


def test_an_axis_defaults_to_x_and_a_zero_axis_is_an_error() -> None:
    scene, _ = read(joined(LIMIT))
    assert scene.joints[0].axes[0].xyz == (1.0, 0.0, 0.0)
    _, report = read(joined(LIMIT + '<axis xyz="0 0 0"/>'))
    assert [each.level for each in report.findings if each.code == "urdf-joint-axis-invalid"] == ["error"]


def test_a_link_without_inertial_weighs_nothing() -> None:
    assert read('<link name="a"/>')[0].physics().links[0].mass == 0.0


@pytest.mark.findings("urdf-mesh-missing")
def test_the_root_called_world_is_the_ground() -> None:
    scene, _ = scenec.read(FIXTURES / "shapes.urdf")
    physics = scene.physics()
    assert [(link.path, link.static) for link in physics.links] == [("shapes::post", False), ("world_2::world", True)]
    assert physics.joints[0].parent == "world"
    assert scene.joints[0].parent == "world"


def test_a_quaternion_needs_version_1_1() -> None:
    visual = '<visual><origin quat_xyzw="0 0 1 0"/><geometry><sphere radius="1"/></geometry></visual>'
    scene, report = read(f'<link name="a">{visual}</link>')
    pose = scene.links[0].visuals[0].pose
    assert pose is None and "urdf-origin-quaternion-ineffective" in codes(report)
    scene, _ = read(robot(f'<link name="a">{visual}</link>', 'name="r" version="1.1"'))
    assert scene.links[0].visuals[0].pose is not None


def test_of_a_link_with_two_parents_the_last_joint_by_name_holds_it() -> None:
    links = "".join(f'<link name="{name}">{INERTIAL}</link>' for name in "abc")
    ends = '<parent link="{}"/><child link="{}"/>'.format
    joints = "".join(
        f'<joint name="{name}" type="fixed">{ends(parent, child)}</joint>'
        for name, parent, child in (("k2", "a", "c"), ("k1", "b", "c"), ("k0", "a", "b"))
    )
    scene, report = read(links + joints)
    assert [joint.name for joint in scene.joints] == ["k2", "k0"]
    assert "urdf-joint-second-parent-invalid" in codes(report)


# ---------------------------------------------------------------- materials


def test_a_known_material_replaces_what_a_visual_says() -> None:
    def visual(material: str) -> str:
        return f"<visual><geometry><sphere radius='1'/></geometry>{material}</visual>"

    red, blue = '<color rgba="1 0 0 1"/>', '<color rgba="0 0 1 1"/>'
    content = '<link name="a">' + visual(f'<material name="m">{blue}</material>') + visual('<material name="x"/>') + "</link>"
    scene, report = read(content + f'<material name="m">{red}</material>')
    colours = [each.material.diffuse if each.material is not None else None for each in scene.links[0].visuals]
    assert colours == [(1.0, 0.0, 0.0, 1.0), None]
    assert {"urdf-material-definition-ineffective", "urdf-material-unknown"} <= codes(report)


def test_three_numbers_are_black() -> None:
    colour = '<material name="m"><color rgba="1 0.5 0"/></material>'
    scene, report = read(f'<link name="a"><visual><geometry><sphere radius="1"/></geometry>{colour}</visual></link>')
    material = scene.links[0].visuals[0].material
    assert material is not None and material.diffuse == (0.0, 0.0, 0.0, 1.0) and "urdf-material-colour-short" in codes(report)


# ---------------------------------------------------------------- files


@pytest.mark.findings("urdf-mesh-missing")
def test_packages_are_looked_up_where_ros_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mesh = (FIXTURES / "wedge.stl").read_bytes()
    for place in ("ament/share/robot_description/meshes", "catkin/src/robot_description/meshes", "elsewhere/meshes"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "w.stl").write_bytes(mesh)
    (tmp_path / "elsewhere" / "package.xml").write_text("<package><name>robot_description</name></package>")
    shape = '<visual><geometry><mesh filename="package://robot_description/meshes/w.stl"/></geometry></visual>'
    file = tmp_path / "robot" / "r.urdf"
    file.parent.mkdir()
    file.write_bytes(robot(f'<link name="a">{shape}</link>'))

    def found() -> str | None:
        return scenec.read(file)[0].meshes[0].found

    assert found() is None and "urdf-mesh-missing" in codes(scenec.read(file)[1])
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(tmp_path / "catkin/src"))
    assert found() == str(tmp_path / "catkin/src/robot_description/meshes/w.stl")
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path / "ament"))
    assert found() == str(tmp_path / "ament/share/robot_description/meshes/w.stl")
    scene, _ = scenec.read(file, search_path=[str(tmp_path / "elsewhere")])
    assert scene.meshes[0].found == str(tmp_path / "elsewhere/meshes/w.stl")
    scene, _ = scenec.read(file, search_path=[str(tmp_path)])
    assert scene.meshes[0].found == str(tmp_path / "elsewhere/meshes/w.stl")


def test_a_package_beside_that_of_the_file_has_the_name_that_it_says(tmp_path: Path) -> None:
    """The repositories of ROS hold several packages, whose folders may have shorter names."""
    for folder, name in (("arm_description", "acme_arm_description"), ("arm_config", "acme_arm_config")):
        (tmp_path / folder / "urdf").mkdir(parents=True)
        (tmp_path / folder / "package.xml").write_text(f"<package><name>{name}</name></package>")
    (tmp_path / "arm_description/urdf/link.xacro").write_text('<robot xmlns:xacro="http://ros.org/wiki/xacro"><link name="base"/></robot>')
    file = tmp_path / "arm_config/urdf/arm.urdf.xacro"
    include = '<xacro:include filename="$(find acme_arm_description)/urdf/link.xacro"/>'
    file.write_text(f'<robot name="arm" xmlns:xacro="http://ros.org/wiki/xacro">{include}</robot>')
    scene, _ = scenec.read(file)
    assert [link.name for link in scene.links] == ["base"]


def test_packages_of_the_workspace_around_a_package_are_found(tmp_path: Path) -> None:
    """As those that colcon would build together: below the folder `src`, or in the same checkout."""
    for folder, name in (("src/arms/arm", "arm_description"), ("src/apps/bringup", "bringup"), ("alone", "alone")):
        (tmp_path / folder / "urdf").mkdir(parents=True)
        (tmp_path / folder / "package.xml").write_text(f"<package><name>{name}</name></package>")
    (tmp_path / "src/arms/arm/urdf/link.xacro").write_text('<robot xmlns:xacro="http://ros.org/wiki/xacro"><link name="base"/></robot>')
    include = '<xacro:include filename="$(find arm_description)/urdf/link.xacro"/>'
    text = f'<robot name="arm" xmlns:xacro="http://ros.org/wiki/xacro">{include}</robot>'
    file, outside = tmp_path / "src/apps/bringup/urdf/arm.urdf.xacro", tmp_path / "alone/urdf/arm.urdf.xacro"
    for each in (file, outside):
        each.write_text(text)
    assert [link.name for link in scenec.read(file)[0].links] == ["base"]
    with pytest.raises(scenec.ReadError, match="'arm_description' is not found"):
        scenec.read(outside)
    with pytest.raises(scenec.ReadError, match="'arm_description' is not found"):
        scenec.read(file, confine=str(tmp_path / "src/apps"))
    (tmp_path / "src/arms/COLCON_IGNORE").touch()
    with pytest.raises(scenec.ReadError, match="'arm_description' is not found"):
        scenec.read(file)


def test_misspelt_elements_are_named() -> None:
    _, report = read('<link name="a"><colision/></link>')
    (finding,) = [each for each in report.findings if each.code == "urdf-element-misspelt"]
    assert "collision" in finding.hint


def test_an_error_in_an_included_file_names_the_file_that_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "arm.xacro").write_text('<robot><joint name="j" type="fixed"><parent link="no"/><child link="a"/></joint></robot>')
    file = tmp_path / "robot.urdf.xacro"
    include = '<xacro:include filename="arm.xacro"/>'
    file.write_text(f'<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"><link name="a"/>{include}</robot>')
    with pytest.raises(scenec.ScenecError, match=r"arm\.xacro:1:\d+: .*'no'.*, in a file that .*robot\.urdf\.xacro includes"):
        scenec.read(file)
