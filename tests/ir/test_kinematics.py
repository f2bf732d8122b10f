"""Where everything is: chains of poses, and joints that move what hangs on them. All expected numbers are computed by hand."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from scenec import ir
from scenec.errors import ReadError, UsageError
from scenec.ir.kinematics import Kinematics, outermost_models, static_models
from scenec.ir.summary import JointSummary, LinkSummary
from tests.scenes import arm, pose
from tests.strategies import scenes

QUARTER = math.pi / 2
ROOT_HALF = math.sqrt(0.5)


def two(kind: str, *axes: ir.Vec3, **changes: Any) -> ir.Scene:
    """A link one metre from the joint that holds it to the world, in x direction; the joint is at (0, 0, 1)."""
    link = ir.Link(id="b", name="b", model="m", pose=pose(1.0), relative_to="j")
    joint = ir.Joint(
        id="j",
        name="j",
        model="m",
        type=kind,
        parent=ir.WORLD,
        child="b",
        pose=pose(0.0, 0.0, 1.0),
        relative_to="m",
        axes=tuple(ir.Axis(xyz=xyz) for xyz in axes),
        **changes,
    )
    return ir.Scene(models=(ir.Model(id="m", name="m"),), links=(link,), joints=(joint,))


def at(scene: ir.Scene, *positions: float) -> tuple[LinkSummary, JointSummary]:
    summary = scene.physics(at={"m::j": positions})
    return summary.links[0], summary.joints[0]


def test_poses_add_up_along_their_references() -> None:
    kinematics = Kinematics(arm())
    assert kinematics.at_zero("hinge").position == (0.0, 0.0, 1.0)
    assert kinematics.at_zero("upper").position == (0.0, 0.0, 1.5)
    assert kinematics.at_zero("slider").position == (0.0, 0.0, 2.0)
    assert kinematics.at_zero("lower").position == (0.0, 0.0, 2.4)


def test_a_pose_without_reference_is_in_what_it_belongs_to() -> None:
    scene = ir.Scene(
        models=(ir.Model(id="m", pose=pose(1.0)), ir.Model(id="n", parent="m", pose=pose(0.0, 1.0))),
        links=(ir.Link(id="a", model="n", pose=pose(0.0, 0.0, 1.0)),),
        joints=(ir.Joint(id="j", type="fixed", parent=ir.WORLD, child="a", pose=pose(5.0)),),
        frames=(ir.Frame(id="f", model="n", attached_to="j", pose=pose(0.0, 5.0)), ir.Frame(id="g", model="n", pose=pose(0.0, 7.0))),
    )
    kinematics = Kinematics(scene)
    positions = {name: kinematics.at_zero(name).position for name in "najfg"}
    assert positions == {
        "n": (1.0, 1.0, 0.0),
        "a": (1.0, 1.0, 1.0),
        "j": (6.0, 1.0, 1.0),
        "f": (6.0, 6.0, 1.0),
        "g": (1.0, 8.0, 0.0),
    }


def test_a_model_can_be_placed_by_one_of_its_links() -> None:
    scene = ir.Scene(
        models=(ir.Model(id="m", pose=pose(0.0, 0.0, 1.0, (0.0, 0.0, QUARTER)), placement_frame="a"),),
        links=(ir.Link(id="a", model="m", pose=pose(2.0)),),
    )
    kinematics = Kinematics(scene)
    assert kinematics.at_zero("a").position == (0.0, 0.0, 1.0)
    assert kinematics.at_zero("m").position == (0.0, -2.0, 1.0)


@pytest.mark.parametrize(("position", "expected"), [(0.0, (1.0, 0.0, 1.0)), (QUARTER, (0.0, 1.0, 1.0)), (-QUARTER, (0.0, -1.0, 1.0))])
def test_a_hinge_turns_right_handed(position: float, expected: ir.Vec3) -> None:
    link, joint = at(two("revolute", (0.0, 0.0, 1.0)), position)
    assert link.pose[:3] == pytest.approx(expected)
    assert joint.anchor == (0.0, 0.0, 1.0)
    assert joint.axes[0].axis == pytest.approx((0.0, 0.0, 1.0))


def test_a_slider_moves_along_its_axis_however_long_that_is() -> None:
    link, _ = at(two("prismatic", (0.0, 0.0, 5.0)), 0.25)
    assert link.pose[:3] == pytest.approx((1.0, 0.0, 1.25))


def test_a_screw_moves_its_pitch_in_one_revolution() -> None:
    link, _ = at(two("screw", (0.0, 0.0, 1.0), screw_pitch=0.01), QUARTER)
    assert link.pose[:3] == pytest.approx((0.0, 1.0, 1.0025))


def test_of_two_axes_the_first_stays_with_the_parent_and_the_second_goes_with_the_child() -> None:
    scene = two("universal", (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    link, joint = at(scene, 0.0, QUARTER)
    assert link.pose[:3] == pytest.approx((0.0, 0.0, 0.0))  # turned about y: from +x to -z
    assert joint.axes[0].axis == pytest.approx((1.0, 0.0, 0.0))
    link, joint = at(scene, QUARTER, QUARTER)
    assert link.pose[:3] == pytest.approx((0.0, 1.0, 1.0))  # then about x: from -z to +y
    assert joint.axes[0].axis == pytest.approx((1.0, 0.0, 0.0))
    assert joint.axes[1].axis == pytest.approx((0.0, 0.0, 1.0))


def test_an_axis_can_be_given_in_another_frame() -> None:
    scene = two("revolute", (0.0, 0.0, 1.0))
    turned = ir.Frame(id="f", model="m", pose=pose(rpy=(QUARTER, 0.0, 0.0)))
    joint = replace(scene.joints[0], axes=(ir.Axis(xyz=(0.0, 0.0, 1.0), expressed_in="f"),))
    _, summary = at(replace(scene, frames=(turned,), joints=(joint,)), 0.0)
    assert summary.axes[0].axis == pytest.approx((0.0, -1.0, 0.0))


def test_what_hangs_on_a_moved_link_moves_along() -> None:
    summary = arm().physics(at={"arm::hinge": QUARTER, "arm::slider": 0.1})
    positions = {link.path: link.pose[:3] for link in summary.links}
    assert positions["arm::upper"] == pytest.approx((0.5, 0.0, 1.0))
    assert positions["arm::lower"] == pytest.approx((1.5, 0.0, 1.0))
    assert summary.joints[1].axes[0].axis == pytest.approx((1.0, 0.0, 0.0))


def test_without_being_asked_joints_are_at_their_initial_position() -> None:
    angle = math.pi / 6
    summary = arm(angle).physics()
    assert summary.links[0].pose[:3] == pytest.approx((0.5 * math.sin(angle), 0.0, 1.0 + 0.5 * math.cos(angle)))
    assert summary.joints[0].axes[0].initial == angle


def test_a_loop_is_cut_where_it_closes() -> None:
    scene = arm()
    closing = ir.Joint(id="rod", name="rod", model="arm", type="fixed", parent="lower", child="upper")
    looped = replace(scene, joints=(*scene.joints, closing))
    assert looped.physics().links == scene.physics().links


@pytest.mark.parametrize(
    ("reference", "what"), [("upper", "its pose refers to itself"), ("ghost", "relative to 'ghost', which is not there")]
)
def test_poses_that_lead_nowhere_are_refused_by_name(reference: str, what: str) -> None:
    scene = arm()
    looped = replace(scene, joints=(replace(scene.joints[0], relative_to=reference), scene.joints[1]))
    with pytest.raises(ReadError, match=what):
        looped.physics()


def test_an_axis_without_direction_is_refused_by_name() -> None:
    with pytest.raises(ReadError, match="joint 'j': its axis is the zero vector"):
        two("revolute", (0.0, 0.0, 0.0)).physics()


def test_models_nested_in_each_other_end() -> None:
    scene = ir.Scene(
        models=(ir.Model(id="a", parent="b"), ir.Model(id="b", parent="a")),
        joints=(ir.Joint(id="j", type="fixed", parent="a", child=ir.WORLD),),
    )
    assert static_models(replace(scene, models=(*scene.models, ir.Model(id="c", static=True)))) == {"c"}
    assert Kinematics(scene).body_of("a") == ir.WORLD


def test_what_is_nested_in_a_static_model_never_moves() -> None:
    models = (ir.Model(id="c", parent="b"), ir.Model(id="b", parent="a"), ir.Model(id="a", static=True), ir.Model(id="d", static=False))
    assert static_models(ir.Scene(models=models)) == {"a", "b", "c"}


def test_positions_for_joints_that_do_not_exist() -> None:
    with pytest.raises(UsageError, match=r"no joint 'arm::hing'; did you mean arm::hinge\?"):
        arm().physics(at={"arm::hing": 1.0})
    with pytest.raises(UsageError, match="joint 'arm::hinge' has 1 axes, not 2"):
        arm().physics(at={"arm::hinge": [1.0, 2.0]})


def test_a_long_chain_in_reverse_order_is_resolved_in_reasonable_time() -> None:
    links = tuple(ir.Link(id=f"l{i}", model="m", pose=pose(1.0), relative_to=f"l{i - 1}" if i else None) for i in range(5000))
    kinematics = Kinematics(ir.Scene(models=(ir.Model(id="m"),), links=tuple(reversed(links))))
    assert kinematics.at_zero("l4999").position == (5000.0, 0.0, 0.0)


@given(scenes())
def test_a_relative_pose_is_the_difference_in_the_world(scene: ir.Scene) -> None:
    kinematics = Kinematics(scene)
    for link in scene.links:
        for other in [model.id for model in scene.models] + [each.id for each in scene.links]:
            direct = kinematics.at_zero(other) @ kinematics.relative(link.id, other)
            assert direct.position == pytest.approx(kinematics.at_zero(link.id).position, abs=1e-9)


@given(scenes())
def test_joints_at_zero_move_nothing(scene: ir.Scene) -> None:
    kinematics = Kinematics(scene)
    assert kinematics.moved({joint.id: [0.0] * len(joint.axes) for joint in scene.joints}) == {}
    summary = scene.physics()
    assert summary.total.links == len(scene.links)
    assert len({link.path for link in summary.links}) == len(scene.links)
    assert summary.to_json()["schema"] == "scenec.physics/1"


def test_a_nested_model_belongs_to_the_outermost_one_and_a_cycle_ends() -> None:
    parents = {"arm": None, "hand": "arm", "finger": "hand", "lost": "nowhere", "a": "b", "b": "a"}
    scene = ir.Scene(models=tuple(ir.Model(id=name, parent=parent) for name, parent in parents.items()))
    found = outermost_models(scene)
    assert [found[name] for name in ("arm", "hand", "finger", "lost")] == ["arm", "arm", "arm", "lost"]
    assert found["a"] == found["b"]
