"""Joints of the world move into the model that they hold, or into a new one around the models that they connect."""

from __future__ import annotations

from msgspec.structs import replace

from scenec import ir
from tests.adapt.jointed import adapted, body, joint, mechanism


def in_world(hinge: ir.Joint) -> ir.Joint:
    return replace(hinge, model=None, world="w")


def test_a_joint_that_holds_one_model_moves_into_it() -> None:
    scene, [finding] = adapted("world_joints_to_models", mechanism(body("a"), in_world(joint("j", "world", "a"))), since="2.0")
    assert [(each.model, each.world) for each in scene.joints] == [("m", None)]
    assert (finding.code, finding.subject) == ("joint-world-converted", "j")
    assert "2.0" in finding.because and "2.0" in finding.hint


def test_models_of_a_joint_are_nested_in_a_new_one() -> None:
    other = replace(body("b"), model="n")
    parts = mechanism(body("a"), other, in_world(joint("j", "a", "b")))
    scene, [finding] = adapted("world_joints_to_models", replace(parts, models=(*parts.models, ir.Model(id="n", name="n"))))
    outer = scene.models[-1]
    assert (outer.name, [each.parent for each in scene.models]) == ("m_joined", [outer.id, outer.id, None])
    assert scene.joints[0].model == outer.id
    assert finding.code == "joint-world-nested"


def test_joints_of_models_stay() -> None:
    scene = mechanism(body("a"), body("b"), joint("j", "a", "b"))
    assert adapted("world_joints_to_models", scene) == (scene, [])
