"""MuJoCo compiles our fixtures: masses, centres of mass, inertias, poses and joints are what we read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest

import scenec
from scenec.ir.summary import LinkSummary, PhysicsSummary
from tests.converters.mjcf.conftest import Read

FIXTURES = Path(__file__).parents[3] / "fixtures" / "mjcf"
FILES = sorted(path.name for path in FIXTURES.glob("*.xml"))


class Compiled:
    """A model as MuJoCo has it at qpos0."""

    def __init__(self, path: Path) -> None:
        self.model: Any = mujoco.MjModel.from_xml_path(str(path))
        self.data: Any = mujoco.MjData(self.model)
        mujoco.mj_kinematics(self.model, self.data)
        mujoco.mj_comPos(self.model, self.data)

    def named(self, kind: str, index: int) -> str:
        return mujoco.mj_id2name(self.model, getattr(mujoco.mjtObj, f"mjOBJ_{kind.upper()}"), index) or ""


def read(name: str) -> tuple[PhysicsSummary, Compiled]:
    scene, _ = scenec.read(FIXTURES / name)
    return scene.physics(), Compiled(FIXTURES / name)


def heavy(summary: PhysicsSummary) -> dict[str, LinkSummary]:
    """The links by the names of their bodies, without those that only joints need."""
    return {link.path.rpartition("::")[2]: link for link in summary.links}


@pytest.mark.parametrize("name", FILES)
def test_bodies_weigh_and_stand_as_in_mujoco(name: str) -> None:
    summary, compiled = read(name)
    links, model, data = heavy(summary), compiled.model, compiled.data
    seen = 0
    for i in range(1, model.nbody):
        body = compiled.named("body", i)
        link = links[body]
        seen += 1
        assert link.mass == pytest.approx(model.body_mass[i], rel=1e-6), body
        assert link.com == pytest.approx(data.xipos[i], abs=1e-6), body
        turn = data.ximat[i].reshape(3, 3)
        tensor = turn @ np.diag(model.body_inertia[i]) @ turn.T
        assert np.array(link.inertia) == pytest.approx(tensor, rel=1e-5, abs=1e-7), body
        assert link.pose[:3] == pytest.approx(data.xpos[i], abs=1e-9), body
        assert abs(np.dot(link.pose[3:], data.xquat[i])) == pytest.approx(1.0, abs=1e-9), body
    assert seen == model.nbody - 1


@pytest.mark.parametrize("name", FILES)
def test_joints_turn_and_stop_as_in_mujoco(name: str) -> None:
    summary, compiled = read(name)
    joints = {joint.path.rpartition("::")[2]: joint for joint in summary.joints}
    model, data = compiled.model, compiled.data
    seen = 0
    for i in range(model.njnt):
        if int(model.jnt_type[i]) not in (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)):
            continue
        joint = joints.get(compiled.named("joint", i))
        if joint is None:  # it has no name
            continue
        seen += 1
        ref = model.qpos0[model.jnt_qposadr[i]]
        dof = model.jnt_dofadr[i]
        [axis] = joint.axes
        assert joint.anchor == pytest.approx(data.xanchor[i], abs=1e-9)
        assert axis.axis == pytest.approx(data.xaxis[i], abs=1e-9)
        limits = [each - ref for each in model.jnt_range[i]] if model.jnt_limited[i] else [None, None]
        assert [axis.lower, axis.upper] == [None if each is None else pytest.approx(each) for each in limits]
        assert (axis.damping or 0.0) == pytest.approx(model.dof_damping[dof])
        assert (axis.friction or 0.0) == pytest.approx(model.dof_frictionloss[dof])
        assert (axis.stiffness or 0.0) == pytest.approx(model.jnt_stiffness[i])
        if model.jnt_stiffness[i]:
            assert axis.reference == pytest.approx(model.qpos_spring[model.jnt_qposadr[i]] - ref)
    assert seen or name == "shapes.xml"


def test_a_time_constant_becomes_the_spring_that_mujoco_makes_of_it() -> None:
    scene, _ = scenec.read(FIXTURES / "shapes.xml")
    compiled = Compiled(FIXTURES / "shapes.xml").model
    [joint] = [each for each in scene.joints if each.axes]
    dynamics = joint.axes[0].dynamics
    assert dynamics is not None
    assert dynamics.spring_stiffness == pytest.approx(compiled.jnt_stiffness[-1], rel=1e-6)
    assert dynamics.damping == pytest.approx(compiled.dof_damping[-1], rel=1e-6)


@pytest.mark.parametrize("stated", ["1e-10 1", "1e-8 1e-8", "1e-100 1", "1e160 1", "1e300 1e-300"])
def test_a_time_constant_beyond_measure_becomes_the_spring_that_mujoco_makes_of_it(stated: str, read: Read) -> None:
    body = f'<worldbody><body><joint axis="0 0 1" springdamper="{stated}"/><geom size="0.1"/></body></worldbody>'
    compiled = mujoco.MjModel.from_xml_string(f"<mujoco>{body}</mujoco>")
    scene, _ = read(body)
    dynamics = scene.joints[0].axes[0].dynamics
    assert dynamics is not None
    assert dynamics.spring_stiffness == pytest.approx(compiled.jnt_stiffness[0], rel=1e-6)
    assert dynamics.damping == pytest.approx(compiled.dof_damping[0], rel=1e-6)


def test_gains_by_damping_ratio_and_inherited_ranges_are_those_of_mujoco() -> None:
    scene, _ = scenec.read(FIXTURES / "models" / "gripper.xml")
    compiled = Compiled(FIXTURES / "models" / "gripper.xml").model
    [actuator] = [each for joint in scene.joints for each in joint.actuators]
    assert actuator.gains is not None
    assert actuator.gains.d == pytest.approx(-compiled.actuator_biasprm[0][2], rel=1e-9)
    assert [actuator.command_lower, actuator.command_upper] == pytest.approx([-0.31, 0.41])
    assert [*compiled.actuator_ctrlrange[0]] == pytest.approx([-0.31, 0.41])


def test_keyframes_place_bodies_as_mujoco_does() -> None:
    """`home` moves the arm: the tip of the tool stands where MuJoCo's kinematics puts it."""
    scene, _ = scenec.read(FIXTURES / "arm.xml")
    compiled = Compiled(FIXTURES / "arm.xml")
    mujoco.mj_resetDataKeyframe(compiled.model, compiled.data, 0)
    mujoco.mj_kinematics(compiled.model, compiled.data)
    [home] = scene.named_poses
    names = {joint.id: joint.name for joint in scene.joints}
    at = {f"base::{names[each.joint]}": each.values[0] for each in home.positions if len(each.values) == 1}
    moved = {link.path: link for link in scene.physics(at).links}
    index = mujoco.mj_name2id(compiled.model, mujoco.mjtObj.mjOBJ_BODY, "lower")
    assert moved["base::lower"].pose[:3] == pytest.approx(compiled.data.xpos[index], abs=1e-9)
    [crate] = home.placements
    assert crate.pose.position == (1.0, 0.2, 0.3)


@pytest.mark.parametrize("name", ['"a & b" ', '"a<b" ', '"a]]>b & " ', '"&none;" ', '"&#xZ;" ', '"a"'])
def test_xml_that_is_not_well_formed_is_read_as_mujoco_reads_it(name: str, tmp_path: Path) -> None:
    path = tmp_path / "robot.xml"
    path.write_text(f'<mujoco>R & D<worldbody><body><geom name={name}size=".1" pos="1 2 3"/></body></worldbody></mujoco>')
    geom = Compiled(path).model.geom(0)
    scene, report = scenec.read(path)
    (shape,) = scene.links[0].collisions
    assert (shape.name, shape.geometry) == (geom.name, scenec.ir.Sphere(radius=geom.size[0]))
    assert "mjcf-xml-tolerated" in {finding.code for finding in report.findings}
