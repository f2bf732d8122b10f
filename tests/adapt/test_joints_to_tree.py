"""The joint graph as a tree: a joint stated from its other side moves the same way."""

from __future__ import annotations

import pytest

from scenec import ir
from tests.adapt.jointed import Z, adapted, body, joint, mechanism

TILTED = ir.Pose((0.1, 0.2, 0.3), ir.Rotation.from_rpy(0.4, 0.5, 0.6))


def placed(scene: ir.Scene, q: float) -> tuple[float, ...]:
    """Where c is, seen from a."""
    links = {link.path: link.pose for link in scene.physics(at={"m::ab": q, "m::cb": -0.4}).links}
    a, c = (ir.Pose((x, y, z), ir.Rotation.from_quat(*turn)) for x, y, z, *turn in (links["m::a"], links["m::c"]))
    X_AC = a.inverse() @ c
    return (*X_AC.position, *X_AC.rotation)


def test_a_link_that_is_the_child_of_two_hangs_on_the_first_and_carries_the_other() -> None:
    before = mechanism(body("a"), body("b", 0.5), body("c", 1.0), joint("ab", "a", "b"), joint("cb", "c", "b", pose=TILTED))
    after, [finding] = adapted("joints_to_tree", before)
    assert [(each.parent, each.child) for each in after.joints] == [("a", "b"), ("b", "c")]
    assert (finding.code, finding.subject) == ("joint-reversed", "m::cb")


def test_a_turned_joint_moves_the_two_as_before() -> None:
    chain = mechanism(body("a"), body("b", 0.5), body("c", 1.0), joint("ab", "a", "b"), joint("cb", "b", "c", pose=TILTED, relative_to="b"))
    opposite = ir.Axis(xyz=(0.0, 0.0, -1.0))
    reversed_chain = mechanism(*chain.links, chain.joints[0], joint("cb", "c", "b", opposite, pose=TILTED, relative_to="b"))
    after, _ = adapted("joints_to_tree", reversed_chain)
    assert placed(after, 0.7) == pytest.approx(placed(chain, 0.7), abs=1e-12)


def test_what_the_world_should_hang_on_hangs_on_the_world() -> None:
    after, _ = adapted("joints_to_tree", mechanism(body("a"), joint("j", "a", ir.WORLD)))
    assert [(each.parent, each.child) for each in after.joints] == [(ir.WORLD, "a")]


def test_a_whole_branch_turns_round_if_it_must() -> None:
    """d and the world both claim c's chain: it is stated from c's end."""
    scene = mechanism(body("a"), body("b"), body("c"), joint("ab", "a", "b"), joint("wc", ir.WORLD, "c"), joint("bc", "b", "c"))
    after, _ = adapted("joints_to_tree", scene)
    assert [(each.parent, each.child) for each in after.joints] == [("b", "a"), (ir.WORLD, "c"), ("c", "b")]


def test_a_joint_that_closes_a_loop_is_not_turned_because_it_is_written_early() -> None:
    """b hangs on a by a joint that comes later; c's second joint closes the loop as written."""
    scene = mechanism(body("a"), body("b"), body("c"), joint("ac", "a", "c"), joint("bc", "b", "c"), joint("ab", "a", "b"))
    assert adapted("joints_to_tree", scene)[0] is scene


def test_a_loop_is_left_to_the_target() -> None:
    scene = mechanism(body("a"), body("b"), joint("ab", "a", "b"), joint("ba", "b", "a"))
    assert adapted("joints_to_tree", scene)[0] is scene


def test_a_joint_that_closes_a_circle_is_turned_where_the_target_wants_none() -> None:
    scene = mechanism(body("a"), body("b"), body("c"), joint("ab", "a", "b"), joint("bc", "b", "c"), joint("ca", "c", "a"))
    after, [finding] = adapted("joints_to_tree", scene, circles=False)
    assert [(each.parent, each.child) for each in after.joints] == [("a", "b"), ("b", "c"), ("a", "c")]
    assert finding.subject == "m::ca"


def test_joints_that_the_target_cannot_say_hold_nothing() -> None:
    scene = mechanism(body("a"), body("b"), body("c"), joint("ab", "a", "b", type="screw"), joint("cb", "c", "b", Z))
    assert adapted("joints_to_tree", scene, kinds=("revolute",))[0] is scene
