"""Joints: types, ends, axes, limits, motors, by version."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
import pytest

import scenec
from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.adapt import load
from tests.converters.sdformat.writing import joint, link, pose, scene, write

QUARTER = math.pi / 2


def with_joint(type: str = "revolute", **fields: Any) -> ir.Scene:  # noqa: A002 the field's name
    return scene(link("a"), link("b", pose=pose(1.0, 2.0, 3.0, rpy=(0.0, 0.0, QUARTER))), joint("j", "a", "b", type, **fields))


def with_axis(**fields: Any) -> ir.Scene:
    said: dict[str, Any] = {"xyz": (1.0, 0.0, 0.0)} | fields
    return with_joint(axes=(ir.Axis(**said),))


@pytest.mark.parametrize(
    ("type_", "written", "axes"),
    [("revolute", "revolute", 1), ("continuous", "revolute", 1), ("prismatic", "prismatic", 1), ("fixed", "fixed", 0), ("ball", "ball", 0)],
)
def test_types(type_: str, written: str, axes: int) -> None:
    out = write(with_joint(type_))
    assert out.attribute(".//joint", "type") == written
    assert len(out.texts(".//joint/axis/xyz")) == axes
    assert not out.has(".//limit")
    assert not out.findings


def test_two_axes_keep_their_order() -> None:
    axes = (ir.Axis(xyz=(1.0, 0.0, 0.0)), ir.Axis(xyz=(0.0, 1.0, 0.0)))
    out = write(with_joint("universal", axes=axes))
    assert (out.text(".//axis/xyz"), out.text(".//axis2/xyz")) == ("1 0 0", "0 1 0")


def test_a_fixed_joint_needs_an_axis_in_1_4_only() -> None:
    assert write(with_joint("fixed"), "1.4").text(".//joint/axis/xyz") == "0 0 1"


def test_what_has_no_joint_type_is_named() -> None:
    out = write(with_joint("planar"))
    assert not out.has(".//joint")
    assert out.finding("joint-dropped").level == "error"


def test_a_floating_joint_is_no_joint() -> None:
    out = write(with_joint("floating"))
    assert not out.has(".//joint") and out.codes == {"joint-floating-converted", "link-inertial-frame-world"}


def test_the_world_can_be_a_parent_but_not_a_child() -> None:
    assert write(scene(link("a"), joint("j", ir.WORLD, "a", "fixed"))).text(".//joint/parent") == "world"
    assert "joint-dropped" in write(scene(link("a"), joint("j", "a", ir.WORLD, "fixed"))).codes


def test_a_joint_between_models_needs_1_10() -> None:
    models = (ir.Model(id="m", name="m"), ir.Model(id="n", name="n"))
    parts = scene(*models, link("a"), link("b", "n"), joint("j", "a", "b", "fixed", model=None, world="w"))
    new, old = write(parts), write(parts, "1.9")
    assert new.version == "1.10"
    assert (new.text("world/joint/parent"), new.text("world/joint/child")) == ("m::a", "n::b")
    assert (old.text("model/joint/parent"), old.text("model/joint/child")) == ("m::a", "n::b")
    assert old.attribute("model", "name") == "m_joined" and "joint-world-nested" in old.codes


def test_a_joint_to_a_frame_needs_1_8_and_goes_to_its_link_before() -> None:
    frame = ir.Frame(id="f", name="f", model="m", attached_to="b", pose=pose(0.0, 0.0, 0.1))
    parts = scene(link("a"), link("b"), frame, joint("j", "a", "f", pose=pose(0.0, 0.0, 0.2)))
    new, old = write(parts), write(parts, "1.7")
    assert new.version == "1.8" and new.text(".//joint/child") == "f" and new.text(".//joint/pose") == "0 0 0.2 0 0 0"
    assert old.text(".//joint/child") == "b" and old.attribute(".//joint/pose", "relative_to") == "f"


# ---------------------------------------------------------------- the direction of an axis


@pytest.mark.parametrize(("version", "xyz"), [("1.4", "0 1 0"), ("1.5", "1 0 0"), ("1.6", "1 0 0"), ("1.7", "1 0 0"), ("1.12", "1 0 0")])
def test_an_axis_is_said_in_the_joint_frame_but_in_1_4_in_the_model(version: str, xyz: str) -> None:
    assert write(with_axis(), version).text(".//axis/xyz") == xyz


@pytest.mark.parametrize("version", ["1.4", "1.6", "1.7"])
def test_an_axis_of_the_model(version: str) -> None:
    out = write(with_axis(expressed_in="m"), version)
    assert out.text(".//axis/xyz") == "1 0 0"
    assert out.text(".//axis/use_parent_model_frame") == ("true" if version == "1.6" else None)
    assert out.attribute(".//axis/xyz", "expressed_in") == ("__model__" if version == "1.7" else None)


def test_an_axis_of_another_link() -> None:
    assert write(with_axis(expressed_in="a")).attribute(".//axis/xyz", "expressed_in") == "a"
    assert write(with_axis(expressed_in="a"), "1.5").text(".//axis/xyz") == "0 -1 0"


# ---------------------------------------------------------------- limits and dynamics


def test_limits_are_written_where_there_are_any() -> None:
    out = write(with_axis(limits=ir.Limits(lower=-1.25, effort=20.0, stiffness=5.0)))
    assert out.text(".//limit/lower") == "-1.25" and not out.has(".//limit/upper")
    assert out.text(".//limit/effort") == "20" and not out.has(".//limit/velocity")
    assert out.text(".//limit/stiffness") == "5"


@pytest.mark.parametrize("version", ["1.4", "1.9", "1.12"])
def test_unlimited_is_said_by_silence(version: str) -> None:
    limits = ir.Limits(lower=-math.inf, upper=1e16, effort=math.inf)
    out = write(with_axis(limits=limits), version)
    assert not out.has(".//limit") and not out.findings


def test_limits_that_are_switched_off_are_left_out() -> None:
    scene = with_axis(limits=ir.Limits(lower=-1.0, upper=1.0, active=False))
    assert not write(load("limits_to_active")(scene, Ledger(), "SDFormat")).has(".//limit")


def test_dynamics_and_the_stops_of_ode() -> None:
    dynamics = ir.Dynamics(damping=0.1, friction=0.2, spring_stiffness=3.0, spring_reference=0.4, cfm=0.001, suspension_erp=0.3)
    out = write(with_axis(dynamics=dynamics, limits=ir.Limits(stop_cfm=0.002, stop_erp=0.5, bounce=0.25)))
    for tag, text in (("damping", "0.1"), ("friction", "0.2"), ("spring_stiffness", "3"), ("spring_reference", "0.4")):
        assert out.text(f".//axis/dynamics/{tag}") == text
    for path, text in (("cfm", "0.001"), ("suspension/erp", "0.3"), ("limit/cfm", "0.002"), ("limit/erp", "0.5"), ("bounce", "0.25")):
        assert out.text(f".//joint/physics/ode/{path}") == text
    assert not out.findings


def test_springs_are_unknown_to_1_4() -> None:
    out = write(with_axis(dynamics=ir.Dynamics(spring_stiffness=3.0, damping=0.1)), "1.4")
    assert out.text(".//dynamics/damping") == "0.1"
    assert out.codes == {"joint-spring-dropped"}


@pytest.mark.parametrize("version", ["1.4", "1.6", "1.7", "1.8", "1.11"])
def test_no_version_gets_a_start_that_drake_refuses_and_gazebo_ignores(version: str) -> None:
    out = write(with_axis(initial=0.3), version)
    assert not out.has(".//initial_position") and not out.has(".//state") and not out.has(".//model_state")
    finding = out.finding("joint-initial-unread-dropped")
    assert (finding.level, finding.value) == ("warning", "0.3") and "--joint-zero shift" in finding.hint
    assert not write(with_axis(initial=0.0), version).findings


def test_the_state_of_a_model_says_where_its_joints_start() -> None:
    axes = (ir.Axis(xyz=(1.0, 0.0, 0.0)), ir.Axis(xyz=(0.0, 1.0, 0.0), initial=-0.4))
    first = joint("j", "m_link", "b", axes=(ir.Axis(xyz=(0.0, 0.0, 1.0), initial=0.3),))
    out = write(scene(link("m_link"), link("b"), link("m"), first, joint("k", "b", "m", "universal", axes=axes)), "1.12")
    assert out.texts(".//model_state/joint_state[@name='j']/axis_state/position") == ["0.3"]
    assert out.texts(".//model_state/joint_state[@name='k']/axis2_state/position") == ["-0.4"]
    assert out.attributes(".//model_state", "name") == ["m_2"]  # a link is called m: two children of one name are refused
    assert {finding.code for finding in out.findings} == {"joint-axis-initial-approximated"} and len(out.findings) == 2


# ---------------------------------------------------------------- special joints and motors


def test_mimic_needs_1_11() -> None:
    follower = joint(
        "k", "a", "c", axes=(ir.Axis(xyz=(0.0, 0.0, 1.0), mimic=ir.Mimic(joint="j", multiplier=-1.5, offset=0.1, reference=0.0)),)
    )
    parts = scene(link("a"), link("b"), link("c"), joint("j", "a", "b"), follower)
    new, old = write(parts), write(parts, "1.10")
    assert new.version == "1.11"
    assert (new.attribute(".//mimic", "joint"), new.attribute(".//mimic", "axis")) == ("j", "axis")
    assert [new.text(f".//mimic/{tag}") for tag in ("multiplier", "offset", "reference")] == ["-1.5", "0.1", "0"]
    assert old.finding("joint-mimic-dropped").level == "error"


def test_a_mimic_whose_leader_is_in_another_model_is_lost_for_that_reason() -> None:
    """As fingers that hang on the world, each a model of its own. SDFormat has mimics, but no name leads from one model to another."""
    mimic = ir.Mimic(joint="j", multiplier=1.0, offset=0.0, reference=0.0)
    follower = joint("k", "c", "d", axes=(ir.Axis(xyz=(0.0, 0.0, 1.0), mimic=mimic),))
    parts = scene(link("a"), link("b"), link("c"), link("d"), joint("j", "a", "b"), follower)
    apart = {"c", "d", "k"}
    moved = msgspec.structs.replace(
        parts,
        models=(*parts.models, ir.Model(id="other", name="other")),
        links=tuple(msgspec.structs.replace(each, model="other") if each.id in apart else each for each in parts.links),
        joints=tuple(msgspec.structs.replace(each, model="other") if each.id in apart else each for each in parts.joints),
    )
    out = write(moved)
    assert not out.has(".//mimic") and "joint-mimic-dropped" not in out.codes
    found = out.finding("joint-mimic-leader-dropped")
    assert (found.level, found.subject, found.value) == ("error", "other::k", "m::j")


def test_the_pitch_of_a_screw() -> None:
    """Metres per revolution from 1.10 on; before, radians per metre with the opposite sign."""
    parts = with_joint("screw", screw_pitch=0.628318530717959)
    assert write(parts).version == "1.10"
    assert write(parts).text(".//screw_thread_pitch") == "0.628318530717959"
    assert float(write(parts, "1.9").text(".//thread_pitch") or "") == pytest.approx(-10)


def test_gearbox() -> None:
    axes = (ir.Axis(xyz=(0.0, 0.0, 1.0)), ir.Axis(xyz=(0.0, 1.0, 0.0)))
    out = write(with_joint("gearbox", gear_ratio=2.5, gear_reference="a", axes=axes))
    assert (out.text(".//gearbox_ratio"), out.text(".//gearbox_reference_body")) == ("2.5", "a")


def test_the_maxima_of_a_motor_cap_its_joint() -> None:
    motor = ir.Actuator(kind="ServoMotor", command="position", output="velocity", max_effort=3.0, max_velocity=2.0, gains=ir.Gains(p=10.0))
    out = write(load("motors_to_limits")(with_joint(actuators=(motor,)), Ledger(), "SDFormat"))
    assert (out.text(".//limit/effort"), out.text(".//limit/velocity")) == ("3", "2")
    assert out.codes == {"actuator-dropped"}, "the maxima themselves are not lost"


def test_the_maximum_of_a_motor_beside_an_unlimited_one_is_reported(tmp_path: Path) -> None:
    """The lost motor alone does not say that the joint has no limit any more."""
    motors = '<motor name="strong" joint="hip"/><motor name="weak" joint="hip" forcerange="-3 3"/>'
    body = '<body name="leg"><joint name="hip"/><geom size=".1"/></body>'
    (tmp_path / "leg.xml").write_text(f"<mujoco><worldbody>{body}</worldbody><actuator>{motors}</actuator></mujoco>")
    report = scenec.convert(tmp_path / "leg.xml", tmp_path / "leg.sdf")
    assert "<effort>" not in (tmp_path / "leg.sdf").read_text()
    assert [(each.subject, each.value) for each in report.findings if each.code == "actuator-efforts-dropped"] == [("leg::hip", "3 N m")]


def test_a_motor_of_another_name_says_whose_it_was() -> None:
    """The place in the source leads to the motor's name only."""
    motor = ir.Actuator(name="drive1", kind="servo", command="position", output="effort", axis=0)
    found = write(scene(link("a"), link("b"), joint("hip", "a", "b", actuators=(motor,)))).finding("actuator-dropped")
    assert "hip" in found.subject
    assert found.consequence == "The joint moves freely until a controller drives it."
