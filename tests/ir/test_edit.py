"""Editing a scene: a changed copy in which everything else is as it was."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scenec import ir
from scenec.checks.scene import check
from scenec.errors import UsageError
from scenec.ir.kinematics import Kinematics
from scenec.ir.names import joint_paths, link_paths, model_paths
from scenec.trace import ids_of
from tests.scenes import arm, kitchen_sink, pose
from tests.strategies import scenes
from tests.tracing import Traced


def test_a_field_of_a_link_is_replaced_and_nothing_else() -> None:
    scene = Traced(arm()).scene
    changed = scene.replace("arm::upper", name="thigh", mass=3.0)
    assert changed.links[0].name == "thigh"
    assert changed.links[0].inertial is not None
    assert changed.links[0].inertial.mass == 3.0
    assert changed.links[1] is scene.links[1]
    assert ids_of(changed.links[0].inertial.inertia) == ids_of(scene.links[0].inertial.inertia)  # type: ignore[union-attr]  # the link has an inertial
    assert scene.links[0].name == "upper"


def test_mistyped_paths_and_fields_name_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"no part of the scene is called 'arm::uper'; did you mean arm::upper\?"):
        arm().replace("arm::uper", name="x")
    with pytest.raises(UsageError, match=r"Joint has no field 'typ'; did you mean type\?"):
        arm().replace("arm::hinge", typ="fixed")


def test_a_removed_link_takes_its_joints_along_and_the_rest_stays_where_it_is() -> None:
    """In SimRobot scenes a link stands relative to its joint and the joint relative to the link before."""
    before = Kinematics(arm()).at_zero("lower")
    scene = arm().without("arm::upper")
    assert [link.id for link in scene.links] == ["lower"]
    assert scene.joints == ()
    assert Kinematics(scene).at_zero("lower") == before
    assert check(scene) == []
    assert scene.physics().total.mass == 1.0


def test_a_pose_in_another_frame_keeps_its_source() -> None:
    made = Traced(arm()).scene
    scene = made.without("arm::upper")
    assert set(ids_of(made.links[1].pose)) <= set(ids_of(scene.links[0].pose))


def test_what_refers_to_a_removed_thing_stops_doing_so() -> None:
    scene = kitchen_sink().without("rig::shapes")
    assert scene.grippers[0].fingers == ("link3",)
    assert scene.links[0].collisions[0].excluded == ()
    assert next(sensor for sensor in scene.links[0].sensors if sensor.name == "skin").targets == ()
    assert next(joint for joint in scene.joints if joint.type == "gearbox").gear_reference is None
    assert [problem for problem in check(scene) if problem.level == "error"] == []


def test_a_removed_joint_no_longer_leads_others() -> None:
    scene = kitchen_sink().without("rig::j_universal")
    axis, servo = scene.joints[0].axes[0], scene.joints[0].actuators[0]
    assert axis.mimic is None
    assert servo.mimic is not None  # that one follows another joint
    assert [problem for problem in check(scene) if problem.level == "error"] == []


def test_a_removed_model_takes_all_that_is_in_it_along() -> None:
    scene = kitchen_sink().without("rig")
    assert [model.name for model in scene.models] == ["floor"]
    assert {link.model for link in scene.links} == {"model3"}
    assert scene.joints == ()
    assert scene.grippers == ()
    assert [frame.name for frame in scene.frames] == ["corner"]
    assert [problem for problem in check(scene) if problem.level == "error"] == []


def test_an_axis_expressed_in_a_removed_frame_keeps_its_direction() -> None:
    scene = arm()
    frame = ir.Frame(id="f", name="tilted", model="arm", pose=pose(rpy=(0.5, 0.25, 0.0)))
    hinge = replace(scene.joints[0], axes=(ir.Axis(xyz=(0.0, 0.0, 2.0), expressed_in="f"),))
    scene = replace(scene, frames=(frame,), joints=(hinge, scene.joints[1]))
    before = scene.physics(at={"arm::hinge": 0.0}).joints[0].axes[0].axis
    after = scene.without("arm::tilted").physics(at={"arm::hinge": 0.0}).joints[0].axes[0].axis
    assert after == pytest.approx(before)


def test_a_joint_and_its_child_never_end_up_relative_to_each_other() -> None:
    scene = arm()
    stage = ir.Model(id="stage", name="stage", world="world1", pose=pose(0.0, 2.0))
    hinge = replace(scene.joints[0], relative_to="stage")
    scene = replace(scene, models=(*scene.models, stage), joints=(hinge, scene.joints[1]))
    changed = scene.without("stage")
    assert Kinematics(changed).at_zero("upper") == Kinematics(scene).at_zero("upper")
    assert Kinematics(changed).at_zero("upper").position == (0.0, 2.0, 1.5)


@settings(max_examples=60)
@given(scenes(), st.data())
def test_after_any_removal_the_rest_keeps_its_place(scene: ir.Scene, data: st.DataObject) -> None:
    paths = [*model_paths(scene).values(), *link_paths(scene).values(), *joint_paths(scene).values()]
    path = data.draw(st.sampled_from(paths))
    changed = scene.without(path)
    assert [problem.text for problem in check(changed) if problem.level == "error"] == []
    before, after = Kinematics(scene), Kinematics(changed)
    for group in (changed.models, changed.links, changed.joints):
        for node in group:
            was, now = before.at_zero(node.id), after.at_zero(node.id)
            assert now.position == pytest.approx(was.position, abs=1e-9)
            assert entries(now) == pytest.approx(entries(was), abs=1e-9)


def entries(pose: ir.Pose) -> list[float]:
    return [entry for row in pose.rotation.matrix() for entry in row]


def test_pairs_and_poses_forget_what_is_removed() -> None:
    scene = kitchen_sink()
    left = scene.without("rig::j_revolute")
    assert [[each.joint for each in pose.positions] for pose in left.named_poses] == [["joint5"]]
    assert scene.excluded_pairs == left.excluded_pairs
    assert scene.without("rig::finger").excluded_pairs == ()


def test_a_chain_forgets_a_last_link_that_is_removed() -> None:
    scene = kitchen_sink()
    assert scene.joint("rig::j_revolute").series == "arm1"
    assert scene.without("rig::arm_continuous").joint("rig::j_revolute").series is None
