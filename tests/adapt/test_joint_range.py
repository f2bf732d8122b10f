"""Axes and limits of joints, brought into the range of targets that express less."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec
import pytest

import scenec
from scenec import ir
from scenec.trace import Computed, ids_of, traced
from tests.adapt.jointed import adapted, body, joint, mechanism

QUARTER = ir.Rotation.from_rpy(0.0, 0.0, math.pi / 2)


def axis(expressed_in: str | None = None, limits: ir.Limits | None = None) -> ir.Axis:
    return ir.Axis(xyz=(1.0, 0.0, 0.0), expressed_in=expressed_in, limits=limits)


def test_an_axis_in_another_frame_has_the_same_direction_in_that_of_its_joint() -> None:
    """The second joint stands in a link that is turned by a quarter; its axis is stated along x of the model."""
    turned = msgspec.structs.replace(body("b"), pose=ir.Pose((1.0, 0.0, 0.0), QUARTER))
    before = mechanism(body("a"), turned, joint("ab", "a", "b", axis("m")))
    after, [finding] = adapted("axes_to_joints", before)
    assert (after.joints[0].axes[0].xyz, after.joints[0].axes[0].expressed_in) == ((0.0, -1.0, 0.0), None)
    assert [each.axes[0].axis for each in after.physics().joints] == [pytest.approx(before.physics().joints[0].axes[0].axis)]
    assert (finding.code, finding.fate, finding.value) == ("joint-axis-frame-converted", "converted", "m")


def test_an_axis_in_which_programs_would_see_no_direction_gets_the_length_of_one() -> None:
    """An axis that programs accept stays as it was written."""
    short, accepted = traced((0.0, 0.0, -2e-16), (3,)), traced((0.0, 0.0, 1e-5), (4,))
    before = mechanism(body("a"), body("b"), joint("ab", "a", "b", ir.Axis(xyz=short), ir.Axis(xyz=accepted), type="universal"))
    after, findings = adapted("axes_to_length", before)
    first, second = after.joints[0].axes
    assert (first.xyz, ids_of(first.xyz), second.xyz) == ((0.0, 0.0, -1.0), (3,), (0.0, 0.0, 1e-5))
    assert findings == []


def test_an_axis_along_which_frames_are_turned_still_comes_of_the_turn() -> None:
    """With another rotation of its link it would point elsewhere."""
    about_x = traced(ir.Rotation.from_rpy(0.5, 0.0, 0.0), (8,))
    turned = msgspec.structs.replace(body("b"), pose=ir.Pose((1.0, 0.0, 0.0), about_x))
    stated = msgspec.structs.replace(axis("m"), xyz=traced((1.0, 0.0, 0.0), (7,)))
    after, _ = adapted("axes_to_joints", mechanism(body("a"), turned, joint("ab", "a", "b", stated)))
    [own] = after.joints[0].axes
    assert (own.xyz, ids_of(own.xyz)) == ((1.0, 0.0, 0.0), (7, 8))


def test_digits_stay_where_frames_are_not_turned() -> None:
    stated = msgspec.structs.replace(axis("m"), xyz=traced((0.1, 0.2, 0.3), (7,)))
    after, [finding] = adapted("axes_to_joints", mechanism(body("a"), body("b", 0.5), joint("ab", "a", "b", stated)))
    [own] = after.joints[0].axes
    assert (own.xyz, own.expressed_in, ids_of(own.xyz), finding.fate) == ((0.1, 0.2, 0.3), None, (7,), "converted")
    assert not any(isinstance(part, Computed) for part in own.xyz)


def test_an_axis_that_was_computed_knows_all_rotations_on_the_way() -> None:
    """A change of one of them changes the axis."""
    turned = msgspec.structs.replace(body("b"), pose=ir.Pose((1.0, 0.0, 0.0), QUARTER.with_ids((3,))))
    after, _ = adapted("axes_to_joints", mechanism(body("a"), turned, joint("ab", "a", "b", axis("m"))))
    assert 3 in ids_of(after.joints[0].axes[0].xyz)


ROOT = Path(__file__).parents[2]
OFF = ir.Limits(lower=-1.0, upper=0.5, effort=3.0, active=False)


def test_limits_that_are_switched_off_bound_nothing() -> None:
    after, [finding] = adapted("limits_to_active", mechanism(body("a"), body("b"), joint("ab", "a", "b", axis(limits=OFF))))
    assert after.joints[0].axes[0].limits == ir.Limits(effort=3.0)
    assert (finding.code, finding.subject, finding.value) == (
        "joint-limits-off-ineffective",
        "m::ab.axes[0].limits",
        "-57.2958° to 28.6479°",
    )


def test_a_target_with_a_switch_keeps_them() -> None:
    scene = mechanism(body("a"), body("b"), joint("ab", "a", "b", axis(limits=OFF)))
    assert adapted("limits_to_active", scene, switched=("revolute",)) == (scene, [])


def test_a_continuous_joint_has_no_limits() -> None:
    limits = ir.Limits(lower=-1.0, velocity=2.0)
    scene = mechanism(body("a"), body("b"), joint("ab", "a", "b", axis(limits=limits), type="continuous"))
    after, [finding] = adapted("limits_to_active", scene, switched=("revolute",))
    assert (after.joints[0].axes[0].limits, finding.code) == (ir.Limits(velocity=2.0), "joint-limit-ineffective")


def test_reversed_limits_are_exchanged() -> None:
    """As of the fork of a mobile robot, whose SDFormat result stopped Gazebo."""
    scene = mechanism(body("a"), body("b"), joint("ab", "a", "b", axis(limits=ir.Limits(lower=1.0, upper=-0.5, effort=3.0))))
    after, [finding] = adapted("limits_to_order", scene)
    assert after.joints[0].axes[0].limits == ir.Limits(lower=-0.5, upper=1.0, effort=3.0)
    assert (finding.code, finding.value, finding.target) == ("joint-limits-exchanged", "57.2958° to -28.6479°", "-28.6479° to 57.2958°")


def test_limits_that_bound_nothing_stay_reversed() -> None:
    for limits, kind in ((ir.Limits(lower=1.0, upper=-0.5, active=False), "revolute"), (ir.Limits(lower=1.0, upper=-0.5), "continuous")):
        scene = mechanism(body("a"), body("b"), joint("ab", "a", "b", axis(limits=limits), type=kind))
        assert adapted("limits_to_order", scene) == (scene, [])


def test_a_joint_between_frames_connects_the_links_that_carry_them() -> None:
    """The joint stands in the frame of its child, which stays in place."""
    scene = mechanism(body("a"), body("b", 0.5), joint("ab", "socket", "plug"))
    frames = (
        ir.Frame(id="socket", name="socket", model="m", attached_to="a"),
        ir.Frame(id="plug", name="plug", model="m", attached_to="b", pose=ir.Pose((0.0, 0.25, 0.0))),
    )
    before = msgspec.structs.replace(scene, frames=frames)
    after, findings = adapted("ends_to_links", before)
    assert [(each.parent, each.child, each.relative_to) for each in after.joints] == [("a", "b", "plug")]
    assert after.physics().joints == before.physics().joints
    assert [(each.code, each.value, each.target) for each in findings] == [
        ("joint-end-converted", "m::socket", "m::a"),
        ("joint-end-converted", "m::plug", "m::b"),
    ]


def test_a_frame_that_the_source_has_no_word_for_needs_no_finding(tmp_path: Path) -> None:
    """Axes of RubySceneGraph are those of a body, which its files cannot change."""
    report = scenec.convert(ROOT / "fixtures" / "rsg" / "joints.rsg", tmp_path / "joints.urdf")
    assert [finding for finding in report.findings if finding.code == "joint-axis-frame-converted"] == []


def test_a_frame_that_the_source_states_is_reported_where_it_changes_no_digit(tmp_path: Path) -> None:
    axis = '<axis><xyz expressed_in="FRAME">0 1 0</xyz></axis>'
    links = '<link name="a"/><link name="b"><pose>1 0 0 0 0 0</pose></link>'
    joint = f'<joint name="j" type="revolute"><parent>a</parent><child>b</child>{axis}</joint>'
    text = f'<sdf version="1.9"><model name="m">{links}{joint}</model></sdf>'
    found = []
    for frame in ("a", "__model__"):
        source = tmp_path / "m.sdf"
        source.write_text(text.replace("FRAME", frame))
        report = scenec.convert(source, tmp_path / "m.xml")
        found += [finding.headline for finding in report.findings if finding.code == "joint-axis-frame-converted"]
    assert found == [
        "Joint axis expressed in another frame: m::a -> the frame of the joint",
        "Joint axis expressed in another frame: m -> the frame of the joint",
    ]


@pytest.mark.parametrize(
    ("lower", "upper", "start"), [(0.8, 5.4, 0.8), (-2.0, -0.5, -0.5), (-1.0, 1.0, None), (None, 1.0, None), (1.0, 0.5, None)]
)
def test_a_joint_without_a_start_starts_within_its_limits(lower: float | None, upper: float | None, start: float | None) -> None:
    """As the elbow of a Jaco, which MuJoCo throws out of the zero that its limits exclude."""
    scene = mechanism(body("a"), body("b"), joint("ab", "a", "b", axis(limits=ir.Limits(lower=lower, upper=upper))))
    after, findings = adapted("starts_within_limits", scene)
    assert after.joints[0].axes[0].initial == start
    assert [(each.code, each.level) for each in findings] == [("joint-initial-defaulted", "warning")] * (start is not None)


def test_a_stated_start_and_joints_that_follow_stay() -> None:
    limits = ir.Limits(lower=0.5, upper=1.0)
    stated = msgspec.structs.replace(axis(limits=limits), initial=0.0)
    follower = msgspec.structs.replace(axis(limits=limits), mimic=ir.Mimic(joint="lead", multiplier=1.0, offset=0.0, reference=0.0))
    joints = (joint("ab", "a", "b", stated), joint("lead", "b", "c", axis(limits=limits)), joint("cd", "c", "d", follower))
    scene = mechanism(body("a"), body("b"), body("c"), body("d"), *joints)
    assert adapted("starts_within_limits", scene) == (scene, [])
