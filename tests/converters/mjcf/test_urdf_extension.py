"""The extension `<mujoco>` of URDF: the result in MJCF is the model that MuJoCo makes of the robot itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

import scenec

pytestmark = pytest.mark.findings("mjcf-joint-velocity-limit-dropped")

ROBOT = """<robot name="arm">
  <mujoco>{settings}</mujoco>
  <link name="world"/>
  <link name="base">
    <inertial><mass value="2"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.25"/></inertial>
    <visual><geometry><box size="0.3 0.3 0.1"/></geometry></visual>
    <collision><geometry><box size="0.3 0.3 0.1"/></geometry></collision>
  </link>
  <link name="flat">
    <inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="{largest}"/></inertial>
    <collision><origin xyz="0 0 0.2"/><geometry><sphere radius="0.05"/></geometry></collision>
  </link>
  <link name="tip">{tip}</link>
  <joint name="stand" type="fixed"><parent link="world"/><child link="base"/></joint>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 0.1"/><parent link="base"/><child link="flat"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="9" velocity="1"/>
  </joint>
  <joint name="elbow" type="revolute">
    <origin xyz="0 0 0.5"/><parent link="flat"/><child link="tip"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="9" velocity="1"/>
  </joint>
</robot>"""
LIGHT = '<inertial><mass value="0.001"/><inertia ixx="1e-6" ixy="0" ixz="0" iyy="2e-6" iyz="0" izz="2e-6"/></inertial>'


def both(tmp_path: Path, settings: str, largest: str = "0.15", tip: str = LIGHT) -> tuple[Any, Any, scenec.Report]:
    """Return MuJoCo's model of a robot, that of the result, and the report."""
    source, target = tmp_path / "arm.urdf", tmp_path / "arm.xml"
    source.write_text(ROBOT.format(settings=settings, largest=largest, tip=tip))
    report = scenec.convert(source, target, to="mjcf")
    return mujoco.MjModel.from_xml_path(str(source)), mujoco.MjModel.from_xml_path(str(target)), report


def assert_moving_bodies_equal(ours: Any, theirs: Any) -> None:
    for name in ("flat", "tip"):
        a, b = ours.body(name), theirs.body(name)
        assert a.mass == pytest.approx(b.mass, rel=1e-9), name
        assert sorted(a.inertia) == pytest.approx(sorted(b.inertia), rel=1e-9), name
        assert a.ipos == pytest.approx(b.ipos, abs=1e-12), name
    for name in ("shoulder", "elbow"):
        assert np.array_equal(ours.joint(name).range, theirs.joint(name).range)


@pytest.mark.parametrize(
    ("settings", "largest", "tip"),
    [
        pytest.param('<compiler balanceinertia="true"/>', "0.9", LIGHT, id="a tensor that no body has is averaged"),
        pytest.param('<compiler boundmass="0.05" boundinertia="1e-3"/>', "0.15", LIGHT, id="a light link gets the least mass"),
        pytest.param('<compiler boundmass="0.05" boundinertia="1e-3"/>', "0.15", "", id="a massless link gets the least mass"),
        pytest.param('<compiler inertiafromgeom="true" boundmass="0.1" boundinertia="1e-3"/>', "0.15", LIGHT, id="masses of shapes"),
        pytest.param('<compiler fusestatic="false" discardvisual="false"/>', "0.15", LIGHT, id="all bodies and visuals stay"),
        pytest.param('<compiler angle="degree" eulerseq="zyx"/>', "0.15", LIGHT, id="angles of URDF are rad, whatever it says"),
    ],
)
def test_masses_and_joints_are_those_that_mujoco_makes_of_the_robot(tmp_path: Path, settings: str, largest: str, tip: str) -> None:
    theirs, ours, _ = both(tmp_path, settings, largest, tip)
    assert_moving_bodies_equal(ours, theirs)


@pytest.mark.parametrize(("fused", "discarded"), [("true", "true"), ("false", "false"), ("true", "false"), ("false", "true")])
def test_bodies_and_geoms_are_those_that_mujoco_makes_of_the_robot(tmp_path: Path, fused: str, discarded: str) -> None:
    theirs, ours, _ = both(tmp_path, f'<compiler fusestatic="{fused}" discardvisual="{discarded}"/>')
    assert (ours.nbody, ours.ngeom, ours.njnt) == (theirs.nbody, theirs.ngeom, theirs.njnt)


def test_options_and_sizes_are_those_of_the_extension(tmp_path: Path) -> None:
    settings = """<option timestep="0.004" gravity="0 0 -1.62" integrator="RK4" impratio="10"><flag energy="enable"/></option>
      <size memory="2M" nuserdata="7"/>"""
    theirs, ours, report = both(tmp_path, settings)
    for name in ("timestep", "integrator", "impratio", "enableflags"):
        assert getattr(ours.opt, name) == getattr(theirs.opt, name), name
    assert list(ours.opt.gravity) == [0.0, 0.0, -1.62]
    assert ours.nuserdata == theirs.nuserdata == 7
    assert not {"urdf-mujoco-dropped", "extension-setting-ineffective"} & {each.code for each in report.findings}


def test_servos_are_worked_out_for_the_step_of_the_extension(tmp_path: Path) -> None:
    source, target = tmp_path / "arm.urdf", tmp_path / "arm.xml"
    source.write_text(ROBOT.format(settings='<option timestep="0.0005"/>', largest="0.15", tip=LIGHT))
    scenec.convert(source, target, to="mjcf", motors="servo")
    model = mujoco.MjModel.from_xml_path(str(target))
    assert model.opt.timestep == 0.0005
    assert model.nu == 2


def test_scaling_to_a_total_mass_is_a_named_loss(tmp_path: Path) -> None:
    _, _, report = both(tmp_path, '<compiler settotalmass="5"/>')
    assert [each.value for each in report.findings if each.code == "extension-setting-dropped"] == ["settotalmass=5"]


def test_what_mujoco_ignores_has_no_effect_and_what_it_refuses_is_invalid(tmp_path: Path) -> None:
    source = tmp_path / "arm.urdf"
    settings = '<compiler angle="degree" boundmass="much" colour="red"/><asset><mesh file="a.obj"/></asset><size njmax="9"/>'
    source.write_text(ROBOT.format(settings=settings, largest="0.15", tip=LIGHT))
    report = scenec.convert(source, tmp_path / "arm.xml", to="mjcf")
    ignored = {each.subject for each in report.findings if each.code == "extension-setting-ineffective"}
    assert ignored == {"compiler/@angle", "compiler/@colour", "asset/mesh/@file", "size/@njmax"}
    assert [each.value for each in report.findings if each.code == "extension-setting-invalid"] == ["boundmass=much"]
    mujoco.MjModel.from_xml_path(str(tmp_path / "arm.xml"))


@pytest.mark.parametrize("suffix", [".sdf", ".scene", ".rsg", ".ros2"])
def test_other_simulators_lose_the_settings_by_name(tmp_path: Path, suffix: str) -> None:
    source = tmp_path / "arm.urdf"
    source.write_text(ROBOT.format(settings='<compiler balanceinertia="true"/><option timestep="0.004"/>', largest="0.15", tip=LIGHT))
    report = scenec.convert(source, tmp_path / f"arm{suffix}")
    lost = [each for each in report.findings if each.code == "urdf-mujoco-dropped"]
    assert [each.source.line for each in lost if each.source is not None] == [2]
    assert "Only MuJoCo reads this extension" in lost[0].because


def test_an_edited_robot_keeps_its_extension(tmp_path: Path) -> None:
    text = ROBOT.format(settings='<compiler boundmass="0.05"/>', largest="0.15", tip=LIGHT)
    scene, _ = scenec.read(text.encode(), format="urdf", name="arm")
    scenec.write(scene.replace("arm::base", mass=3.0), tmp_path / "arm.urdf")
    assert '<compiler boundmass="0.05"/>' in (tmp_path / "arm.urdf").read_text()


TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"


@pytest.mark.parametrize(
    ("compiler", "reference"),
    [
        ('meshdir="../shapes" strippath="true"', "package://nowhere/deep/wedge.obj"),
        ('meshdir="../shapes"', "package://nowhere/deep/wedge.obj"),
        ('meshdir="../shapes"', "wedge.obj"),
        ('assetdir=".." strippath="false"', "shapes/wedge.obj"),
    ],
)
def test_meshes_are_found_where_mujoco_looks(tmp_path: Path, compiler: str, reference: str) -> None:
    for folder in ("urdf", "shapes"):
        (tmp_path / folder).mkdir()
    (tmp_path / "shapes" / "wedge.obj").write_text(TETRAHEDRON)
    source = tmp_path / "urdf" / "post.urdf"
    source.write_text(
        f'<robot name="post"><mujoco><compiler {compiler}/></mujoco><link name="post">'
        f'<collision><geometry><mesh filename="{reference}"/></geometry></collision></link></robot>'
    )
    report = scenec.convert(source, tmp_path / "post.xml", to="mjcf")
    assert [each.value for each in report.findings if each.code == "urdf-mesh-found-by-mujoco"] == [reference]
    assert "extension-path-ineffective" in {each.code for each in report.findings}
    assert mujoco.MjModel.from_xml_path(str(tmp_path / "post.xml")).nmesh == 1


def test_a_mesh_that_ros_finds_comes_first(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "wedge.obj").write_text(TETRAHEDRON)
    (tmp_path / "other" / "wedge.obj").write_text(TETRAHEDRON.replace("v 1 0 0", "v 9 0 0"))
    source = tmp_path / "post.urdf"
    source.write_text(
        '<robot name="post"><mujoco><compiler meshdir="other"/></mujoco><link name="post">'
        '<collision><geometry><mesh filename="wedge.obj"/></geometry></collision></link></robot>'
    )
    scene, report = scenec.read(source)
    bounds = scene.physics().links[0].collisions[0].bounds
    assert bounds is not None and bounds[1][0] == pytest.approx(1.0)
    assert "urdf-mesh-found-by-mujoco" not in {each.code for each in report.findings}


def test_writing_the_result_again_keeps_its_order(tmp_path: Path) -> None:
    both(tmp_path, '<option gravity="0 0 -1" density="1.2"/>')
    scenec.convert(tmp_path / "arm.xml", tmp_path / "arm.scene.json")
    scenec.convert(tmp_path / "arm.scene.json", tmp_path / "again.xml")
    options = [[line for line in (tmp_path / name).read_text().splitlines() if "<option" in line] for name in ("arm.xml", "again.xml")]
    assert options == [['  <option gravity="0 0 -1" density="1.2" integrator="implicitfast"/>']] * 2
