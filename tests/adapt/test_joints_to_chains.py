"""Joints of several axes as chains of hinges: the child goes exactly where it went."""

from __future__ import annotations

import msgspec
import pytest

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.adapt import load
from tests.adapt.jointed import Z, adapted, body, joint, mechanism

X = ir.Axis(xyz=(1.0, 0.0, 0.0), limits=ir.Limits(lower=-0.5, upper=0.5))
MOTOR = ir.Actuator(kind="ServoMotor", command="position", output="velocity", axis=1)


@pytest.mark.parametrize("kind", ["universal", "revolute2"])
def test_two_hinges_move_the_child_as_the_two_axes_did(kind: str) -> None:
    before = mechanism(body("a"), body("b", 0.5), joint("u", "a", "b", X, Z, type=kind, pose=ir.Pose((0.1, 0.2, 0.3))))
    after, [finding, *_] = adapted("joints_to_chains", before)
    assert [each.type for each in after.joints] == ["revolute", "revolute"]
    wanted = before.physics(at={"m::u": [0.3, -0.7]}).links[1].pose
    assert after.physics(at={"m::u 1": 0.3, "m::u 2": -0.7}).links[1].pose == pytest.approx(wanted, abs=1e-15)
    assert (finding.code, finding.fate) == ("joint-split", "converted")


def test_limits_and_motors_stay_with_their_axis() -> None:
    after, _ = adapted(
        "joints_to_chains", mechanism(body("a"), body("b"), joint("u", "a", "b", X, Z, type="universal", actuators=(MOTOR,)))
    )
    assert [each.axes[0].limits for each in after.joints] == [X.limits, None]
    assert [[motor.axis for motor in each.actuators] for each in after.joints] == [[], [0]]


def test_a_ball_becomes_three_hinges_and_says_where_they_lock() -> None:
    after, [finding, *_] = adapted(
        "joints_to_chains", mechanism(body("a"), body("b"), ir.Joint(id="s", name="s", type="ball", parent="a", child="b"))
    )
    assert [each.axes[0].xyz for each in after.joints] == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert (finding.fate, "At 90° of the middle hinge" in finding.consequence) == ("approximated", True)


def test_what_mimics_an_axis_mimics_its_hinge() -> None:
    follower = ir.Axis(xyz=(0.0, 0.0, 1.0), mimic=ir.Mimic(joint="u", axis=0, multiplier=2.0, offset=0.0, reference=0.0))
    scene = mechanism(body("a"), body("b"), body("c"), joint("u", "a", "b", X, Z, type="universal"), joint("f", "a", "c", follower))
    after, _ = adapted("joints_to_chains", scene)
    first, follows = after.joints[0], after.joints[-1].axes[0].mimic
    assert follows is not None
    assert (follows.joint, follows.axis) == (first.id, 0)


def test_every_hinge_and_link_of_a_chain_is_named() -> None:
    """A joint of the result must be found in the report."""
    after, findings = adapted(
        "joints_to_chains", mechanism(body("a"), body("b"), ir.Joint(id="s", name="s", type="ball", parent="a", child="b"))
    )
    added = [each for each in findings if each.code == "joint-split-hinge"]
    assert [each.subject.rpartition("::")[2] for each in added] == [each.name for each in after.joints] == ["s 1", "s 2", "s 3"]
    assert [each.target.endswith("the link that it moves") for each in added] == [True, True, False]
    assert {each.level for each in added} == {"note"}


def test_hinges_and_links_in_place_of_an_unnamed_joint_are_called_as_reports_call_them() -> None:
    """Else two such joints leave two things of no name, and no finding says what they are."""
    parts = [ir.Link(id=name, name=name, model="m") for name in "abc"]
    joints = tuple(ir.Joint(id=f"j{i}", model="m", type="ball", parent="a", child=child) for i, child in enumerate("bc"))
    scene = ir.Scene(models=(ir.Model(id="m", name="m"),), links=tuple(parts), joints=joints)
    made = load("joints_to_chains")(scene, Ledger(), "SimRobot")
    assert [joint.name for joint in made.joints] == ["joint 1", "joint 2", "joint 3", "joint_2 1", "joint_2 2", "joint_2 3"]
    assert [link.name for link in made.links[3:]] == ["joint 1", "joint 2", "joint_2 1", "joint_2 2"]


def test_a_named_pose_says_where_each_hinge_stands() -> None:
    turned = ir.Rotation.from_rpy(0.3, -0.4, 0.5)
    parts = (body("a"), body("b"), body("c"), joint("u", "a", "b", X, Z, type="universal"))
    ball = ir.Joint(id="s", name="s", model="m", type="ball", parent="a", child="c")
    positions = (ir.JointPosition(joint="u", values=(0.1, 0.2)), ir.JointPosition(joint="s", values=tuple(turned)))
    before = msgspec.structs.replace(mechanism(*parts, ball), named_poses=(ir.NamedPose(name="home", positions=positions),))
    after, _ = adapted("joints_to_chains", before)
    stands = {each.joint: each.values for each in after.named_poses[0].positions}
    names = {each.id: str(each.name) for each in after.joints}
    assert [names[each] for each in stands] == ["u 1", "u 2", "s 1", "s 2", "s 3"]
    assert list(stands.values())[:2] == [(0.1,), (0.2,)]
    at = {f"m::{names[each]}": value for each, (value,) in stands.items()}
    assert after.physics(at=at).links[2].pose[3:] == pytest.approx(tuple(turned))


@pytest.mark.parametrize(("closing", "parent"), [(True, "a"), (None, "a"), (None, "c")])
def test_a_joint_that_closes_a_loop_stays_whole_for_a_target_that_is_a_tree(closing: bool | None, parent: str) -> None:
    child = "c" if parent == "a" else "a"
    parts = (body("a"), body("b"), body("c"), joint("j", "a", "b"), joint("k", "b", "c"))
    scene = mechanism(*parts, msgspec.structs.replace(joint("loop", parent, child, type="ball", closing=closing), axes=()))
    after, findings = adapted("joints_to_chains", scene, tree=("revolute",))
    assert (after, findings) == (scene, [])
    split, _ = adapted("joints_to_chains", scene)
    assert len(split.joints) == 5


def test_a_ball_that_is_the_only_joint_of_a_link_is_split_for_a_tree() -> None:
    scene = mechanism(body("a"), body("b"), msgspec.structs.replace(joint("loop", "a", "b", type="ball", closing=True), axes=()))
    after, _ = adapted("joints_to_chains", scene, tree=("revolute",))
    assert [each.type for each in after.joints] == ["revolute"] * 3
