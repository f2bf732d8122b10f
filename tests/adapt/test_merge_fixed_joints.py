"""Welded links become one: with the mass of both, everything where it was, and what hangs on the second still hanging."""

from __future__ import annotations

import math
from typing import Any

import msgspec
import pytest

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.adapt import load
from scenec.ir.inertia import Inertia
from scenec.trace import traced


def box(name: str, pose: ir.Pose | None = None, **fields: Any) -> ir.Link:
    inertial = ir.Inertial(mass=2.0, pose=ir.Pose((0.1, 0.0, 0.0)), inertia=Inertia(0.1, 0.2, 0.25))
    shape = ir.Collision(name=name, geometry=ir.Box(size=(1.0, 1.0, 1.0)))
    return ir.Link(id=name, name=name, model="m", pose=pose, inertial=inertial, collisions=(shape,), **fields)


def joint(name: str, type: str, parent: str, child: str, **fields: Any) -> ir.Joint:  # noqa: A002 the field's name
    axes = () if type == "fixed" else (ir.Axis(xyz=(0.0, 0.0, 1.0)),)
    return ir.Joint(id=name, name=name, model="m", type=type, parent=parent, child=child, axes=axes, **fields)


def merged(*parts: ir.Link | ir.Joint) -> ir.Scene:
    links = tuple(part for part in parts if isinstance(part, ir.Link))
    joints = tuple(part for part in parts if isinstance(part, ir.Joint))
    scene = ir.Scene(models=(ir.Model(id="m", name="m"),), links=links, joints=joints)
    return load("merge_fixed_joints")(scene, Ledger(), "SimRobot")


TURNED = ir.Pose((0.0, 0.0, 1.0), ir.Rotation.from_rpy(0.0, 0.0, math.pi / 2))


def test_mass_is_that_of_both_about_their_common_centre() -> None:
    [link] = merged(box("a"), box("b", TURNED), joint("weld", "fixed", "a", "b")).physics().links
    assert link.mass == 4.0
    assert link.com == (0.05, 0.05, 0.5)
    # 2 kg each, (0.05, -0.05, -0.5) and back from the centre; the second tensor is turned a quarter about z
    assert math.isclose(link.inertia[0][0], 0.1 + 0.2 + 4 * (0.05**2 + 0.5**2))
    assert math.isclose(link.inertia[2][2], 0.25 + 0.25 + 4 * (0.05**2 + 0.05**2))
    assert math.isclose(link.inertia[0][1], 4 * 0.05 * 0.05)


def test_shapes_stay_where_they_were() -> None:
    [link] = merged(box("a"), box("b", TURNED), joint("weld", "fixed", "a", "b")).physics().links
    assert [shape.pose[:3] for shape in link.collisions] == [(0, 0, 0), (0, 0, 1)]


def test_what_hangs_on_the_welded_link_hangs_on_the_one() -> None:
    scene = merged(box("a"), box("b", TURNED), box("c", TURNED), joint("weld", "fixed", "a", "b"), joint("turn", "revolute", "b", "c"))
    [turn] = scene.physics().joints
    assert (turn.parent, turn.child, turn.anchor) == ("m::a", "m::c", (0, 0, 1))


def test_chains_of_welds_in_any_order_become_one_link() -> None:
    scene = merged(box("c"), box("b"), box("a"), joint("bc", "fixed", "b", "c"), joint("ab", "fixed", "a", "b"))
    assert [(link.name, len(link.collisions)) for link in scene.links] == [("a", 3)]


def test_what_is_welded_to_the_world_stands_still() -> None:
    [link] = merged(box("a", TURNED), joint("weld", "fixed", ir.WORLD, "a")).physics().links
    assert (link.static, link.pose[:3]) == (True, (0, 0, 1))


def test_links_welded_twice_are_one_and_the_second_weld_says_nothing_more() -> None:
    scene = merged(box("a"), box("b"), joint("ab", "fixed", "a", "b"), joint("ba", "fixed", "b", "a"))
    assert (len(scene.links), scene.joints) == (1, ())


def test_a_link_that_is_welded_and_hangs_on_a_hinge_too_is_merged_all_the_same() -> None:
    scene = merged(box("a"), box("b", TURNED), box("c"), joint("weld", "fixed", "a", "b"), joint("turn", "revolute", "c", "b"))
    [turn] = scene.physics().joints
    assert ([link.name for link in scene.links], turn.parent, turn.child, turn.anchor) == (["a", "c"], "m::c", "m::a", (0, 0, 1))


def test_two_links_welded_to_a_third_are_one_with_it() -> None:
    scene = merged(box("a"), box("c"), box("b"), joint("ab", "fixed", "a", "b"), joint("cb", "fixed", "c", "b"))
    assert [(link.path, link.mass) for link in scene.physics().links] == [("m::a", 6.0)]


def test_pairs_and_named_poses_go_over_to_the_link_that_remains() -> None:
    """b stands a metre above a, turned by a quarter, and is named by a pair, a shape and a pose."""
    a, b, c = box("a"), box("b", TURNED), box("c")
    ball = ir.Collision(name="ball", geometry=ir.Sphere(radius=1.0), excluded=("b", "a"))
    c = msgspec.structs.replace(c, collisions=(ball,))
    high = ir.Pose((0.0, 0.0, 5.0), TURNED.rotation)
    scene = ir.Scene(
        models=(ir.Model(id="m", name="m"),),
        links=(a, b, c),
        joints=(joint("weld", "fixed", "a", "b"),),
        excluded_pairs=(ir.ExcludedPair(links=("b", "c")), ir.ExcludedPair(links=("a", "b"))),
        named_poses=(
            ir.NamedPose(
                name="up",
                positions=(ir.JointPosition(joint="weld", values=()),),
                placements=(ir.LinkPlacement(link="b", pose=high),),
            ),
        ),
    )
    ledger = Ledger()
    after = load("merge_fixed_joints")(scene, ledger, "SimRobot")
    assert [entry.template.code for entry in ledger.entries] == ["joint-fixed-merged", "excluded-pair-ineffective"]
    assert [pair.links for pair in after.excluded_pairs] == [("a", "c")]
    assert [link.collisions[0].excluded for link in after.links] == [(), ("a",)]
    [pose] = after.named_poses
    [placement] = pose.placements
    assert (pose.positions, placement.link, placement.pose.position) == ((), "a", (0.0, 0.0, 4.0))
    assert placement.pose.rotation == pytest.approx((1.0, 0.0, 0.0, 0.0))


# ---------------------------------------------------------------- massless links alone


def weightless(name: str, pose: ir.Pose | None = None, **fields: Any) -> ir.Link:
    return ir.Link(id=name, name=name, model="m", pose=pose, **fields)


def framed(*parts: ir.Link | ir.Joint) -> tuple[ir.Scene, list[str]]:
    links = tuple(part for part in parts if isinstance(part, ir.Link))
    joints = tuple(part for part in parts if isinstance(part, ir.Joint))
    scene, ledger = ir.Scene(models=(ir.Model(id="m", name="m"),), links=links, joints=joints), Ledger()
    after = load(("merge_fixed_joints", {"massless": True}))(scene, ledger, "SDFormat")
    return after, [str(entry.template.subject) for entry in ledger.entries if entry.template.code == "joint-fixed-framed"]


def test_a_massless_link_becomes_a_frame_of_what_carries_it_with_its_sensors() -> None:
    camera = weightless("camera", TURNED, sensors=(ir.Sensor(name="eye", type="camera"),))
    after, named = framed(
        box("base"),
        camera,
        weightless("optical"),
        box("arm"),
        joint("mount", "fixed", "base", "camera"),
        joint("look", "fixed", "camera", "optical"),
        joint("weld", "fixed", "base", "arm"),
    )
    assert [link.name for link in after.links] == ["base", "arm"]
    assert {(frame.name, frame.attached_to) for frame in after.frames} >= {("camera", "base"), ("optical", "base")}
    assert [(sensor.name, sensor.relative_to) for sensor in after.links[0].sensors] == [("eye", "camera")]
    assert ([each.name for each in after.joints], named) == (["weld"], ["m::mount", "m::look"])


@pytest.mark.parametrize(("turning", "codes"), [(0.0, ["inertial-massless-ineffective"]), (0.1, [])])
def test_the_inertial_of_a_link_that_weighs_nothing_is_no_loss(turning: float, codes: list[str]) -> None:
    """Files state zeros for it. A tensor without mass is another thing."""
    plate = weightless("plate", inertial=ir.Inertial(mass=traced(0.0, (0,)), pose=ir.Pose(), inertia=ir.Inertia(turning, turning, turning)))
    base, mount = box("base"), joint("mount", "fixed", "base", "plate")
    scene, ledger = ir.Scene(models=(ir.Model(id="m", name="m"),), links=(base, plate), joints=(mount,)), Ledger()
    load(("merge_fixed_joints", {"massless": True}))(scene, ledger, "SDFormat")
    assert sorted({entry.template.code for entry in ledger.entries} - {"joint-fixed-framed"}) == codes


def test_a_massless_root_becomes_a_frame_of_what_hangs_on_it() -> None:
    after, _ = framed(weightless("footprint"), box("base"), joint("up", "fixed", "footprint", "base"))
    assert [link.name for link in after.links] == ["base"]
    assert ("footprint", "base") in [(frame.name, frame.attached_to) for frame in after.frames]


def test_between_two_bodies_a_massless_link_goes_to_the_first_and_the_other_stays_welded() -> None:
    after, _ = framed(box("a"), weightless("plate"), box("b"), joint("over", "fixed", "plate", "b"), joint("under", "fixed", "a", "plate"))
    assert [link.name for link in after.links] == ["a", "b"]
    [weld] = after.physics().joints
    assert (weld.parent, weld.child) == ("m::a", "m::b")


def test_a_joint_that_measures_forces_and_one_on_the_world_stay() -> None:
    sensed = joint("sensed", "fixed", "a", "tip", sensors=(ir.Sensor(name="force", type="force_torque"),))
    scene_parts = (box("a"), weightless("tip"), weightless("post"), sensed, joint("stand", "fixed", "world", "post"))
    after, named = framed(*scene_parts)
    assert (len(after.links), len(after.joints), named) == (3, 2, [])


def codes_of_merging(*parts: ir.Link | ir.Joint) -> tuple[ir.Scene, set[str]]:
    links = tuple(part for part in parts if isinstance(part, ir.Link))
    joints = tuple(part for part in parts if isinstance(part, ir.Joint))
    ledger = Ledger()
    after = load("merge_fixed_joints")(ir.Scene(models=(ir.Model(id="m", name="m"),), links=links, joints=joints), ledger, "SimRobot")
    return after, {entry.template.code for entry in ledger.entries} - {"joint-fixed-merged"}


def test_a_mass_that_shows_in_no_digit_is_reported_and_not_added() -> None:
    """Exporters write such masses for a frame. Its values would count as converted, and no number of the result changes with them."""
    speck = weightless("speck", inertial=ir.Inertial(mass=traced(4e-16, (0,)), inertia=ir.Inertia(1e-27, 1e-27, 1e-27, 2e-45)))
    after, codes = codes_of_merging(box("base"), speck, joint("weld", "fixed", "base", "speck"))
    assert (after.links[0].inertial, codes) == (box("base").inertial, {"inertial-massless-ineffective"})


def test_the_rotation_of_a_round_tensor_is_reported_when_links_become_one() -> None:
    turned = ir.Pose(rotation=ir.Rotation.from_rpy(*(traced(each, (0,)) for each in (0.1, 0.2, 0.3))))
    ball = weightless("ball", inertial=ir.Inertial(mass=traced(1.0, (1,)), pose=turned, inertia=ir.Inertia(1.0, 1.0, 1.0)))
    _, codes = codes_of_merging(box("base"), ball, joint("weld", "fixed", "base", "ball"))
    assert codes == {"inertia-rotation-ineffective"}
