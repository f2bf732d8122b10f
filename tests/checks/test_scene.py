"""Judging a scene: each rule with the smallest scene that breaks it, and a good scene that breaks none."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from scenec import ir
from scenec.checks.scene import check
from tests.scenes import arm, pose


def codes(scene: ir.Scene) -> list[str]:
    return [problem.code for problem in check(scene)]


def with_upper(**changes: object) -> ir.Scene:
    scene = arm()
    return replace(scene, links=(replace(scene.links[0], **changes), scene.links[1]))


def with_hinge(axis: ir.Axis) -> ir.Scene:
    scene = arm()
    return replace(scene, joints=(replace(scene.joints[0], axes=(axis,)), scene.joints[1]))


def with_inertial(mass: float, inertia: ir.Inertia | None = None, *, static: bool = False) -> ir.Scene:
    scene = with_upper(inertial=ir.Inertial(mass=mass, inertia=inertia))
    return replace(scene, models=(replace(scene.models[0], static=static),))


def test_a_good_scene_has_no_problems() -> None:
    assert check(arm()) == []
    assert check(ir.Scene()) == []


@pytest.mark.parametrize(("mass", "level"), [(-1.0, "error"), (math.nan, "error"), (math.inf, "error"), (0.0, "warning")])
def test_a_moving_body_needs_a_mass(mass: float, level: str) -> None:
    (problem,) = check(with_inertial(mass))
    assert (problem.code, problem.level, problem.subject) == ("link-mass-implausible", level, "arm::upper")


def test_what_never_moves_needs_none() -> None:
    assert check(with_inertial(0.0, static=True)) == []
    assert check(with_inertial(1.0, ir.Inertia(1.0, 1.0, 5.0), static=True)) == []


@pytest.mark.parametrize("inertia", [ir.Inertia(1.0, 1.0, 5.0), ir.Inertia(-1.0, 1.0, 1.0), ir.Inertia(1.0, 1.0, 1.0, ixy=2.0)])
def test_an_inertia_tensor_no_body_has(inertia: ir.Inertia) -> None:
    assert codes(with_inertial(1.0, inertia)) == ["link-inertia-implausible"]


def test_an_inertia_far_beyond_the_shapes() -> None:
    """Someone wrote g mm^2 into a field of kg m^2."""
    ball = ir.Collision(geometry=ir.Sphere(radius=0.05))
    good, bad = ir.Inertia(5e-4, 5e-4, 5e-4), ir.Inertia(5.0, 5.0, 5.0)
    assert codes(with_upper(collisions=(ball,), inertial=ir.Inertial(mass=0.5, inertia=good))) == []
    assert codes(with_upper(collisions=(ball,), inertial=ir.Inertial(mass=0.5, inertia=bad))) == ["link-inertia-unlike-shape"]
    assert codes(with_upper(inertial=ir.Inertial(mass=0.5, inertia=bad))) == []  # without shapes, the tensor cannot be judged


def test_an_offset_shape_is_part_of_the_reach() -> None:
    ball = ir.Collision(geometry=ir.Sphere(radius=0.05), pose=pose(0.0, 0.0, 3.0))
    assert codes(with_upper(collisions=(ball,), inertial=ir.Inertial(mass=0.5, inertia=ir.Inertia(5.0, 5.0, 5.0)))) == []


def test_an_axis_needs_a_direction() -> None:
    (problem,) = check(with_hinge(ir.Axis(xyz=(0.0, 0.0, 0.0))))
    assert (problem.code, problem.level, problem.subject) == ("joint-axis-implausible", "error", "arm::hinge")


def test_limits_the_wrong_way_round() -> None:
    assert codes(with_hinge(ir.Axis(xyz=(0.0, 1.0, 0.0), limits=ir.Limits(lower=1.0, upper=-1.0)))) == ["joint-limits-reversed"]


def test_a_start_outside_the_limits() -> None:
    limits = ir.Limits(lower=-1.0, upper=1.0)
    (problem,) = check(with_hinge(ir.Axis(xyz=(0.0, 1.0, 0.0), initial=1.5, limits=limits)))
    assert (problem.code, problem.value) == ("joint-initial-outside-limits", "1.5")
    assert check(with_hinge(ir.Axis(xyz=(0.0, 1.0, 0.0), initial=1.5, limits=replace(limits, active=False)))) == []
    assert check(with_hinge(ir.Axis(xyz=(0.0, 1.0, 0.0), initial=1.5, limits=ir.Limits(lower=-1.0)))) == []


def test_references_that_lead_nowhere() -> None:
    (problem,) = check(with_upper(relative_to="elbow"))
    assert (problem.code, problem.level, problem.subject) == ("reference-dangling", "error", "arm::upper.relative_to")
    assert "elbow" in problem.text
    shape = ir.Visual(geometry=ir.MeshShape(mesh="mesh7"))
    assert codes(with_upper(visuals=(shape,))) == ["reference-dangling"]
    ball = ir.Collision(geometry=ir.Sphere(radius=1.0), excluded=("lower", "ghost"))
    assert codes(with_upper(collisions=(ball,))) == ["reference-dangling"]


def test_the_world_is_always_there() -> None:
    assert check(with_upper(relative_to=ir.WORLD)) == []
    assert codes(replace(arm(), models=(replace(arm().models[0], parent=ir.WORLD),))) == ["reference-dangling"]  # but it is no model


def test_two_things_of_one_id() -> None:
    assert codes(with_upper(id="lower"))[0] == "id-repeated"
    assert codes(with_upper(id=ir.WORLD))[0] == "id-repeated"


def test_poses_in_a_circle() -> None:
    scene = arm()
    joints = (replace(scene.joints[0], relative_to="upper"), scene.joints[1])
    (problem,) = check(replace(scene, joints=joints))
    assert (problem.code, problem.level) == ("pose-unresolved", "error")


def test_an_unused_mesh() -> None:
    (problem,) = check(replace(arm(), meshes=(ir.Mesh(id="mesh1", name="spare", uri="spare.obj"),)))
    assert (problem.code, problem.level, problem.subject) == ("mesh-unused", "note", "meshes[spare]")
