"""Unlikely values: each rule with a scene that breaks it, one at its threshold that does not, and what files write for "no limit"."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from scenec import ir
from scenec.checks.plausibility import unlikely
from tests.scenes import arm


def codes(scene: ir.Scene) -> list[str]:
    problems = list(unlikely(scene))
    assert {problem.level for problem in problems} <= {"note"}
    assert all(problem.text and problem.hint for problem in problems)
    return [problem.code for problem in problems]


def hinge(axis: ir.Axis, *, kind: str = "revolute", motors: tuple[ir.Actuator, ...] = ()) -> ir.Scene:
    scene = arm()
    return replace(scene, joints=(replace(scene.joints[0], type=kind, axes=(axis,), actuators=motors), scene.joints[1]))


def body(mass: float, *shapes: ir.Box | ir.Sphere | ir.MeshShape, static: bool = False) -> ir.Scene:
    scene = arm()
    upper = replace(
        scene.links[0], inertial=ir.Inertial(mass=mass), collisions=tuple(ir.Collision(geometry=each) for each in shapes), visuals=()
    )
    return replace(scene, links=(upper, scene.links[1]), models=(replace(scene.models[0], static=static),))


def limited(*, lower: float | None = None, upper: float | None = None, velocity: float | None = None) -> ir.Axis:
    return ir.Axis(xyz=(0.0, 0.0, 1.0), limits=ir.Limits(lower=lower, upper=upper, velocity=velocity))


CUBE = ir.Box(size=(0.1, 0.1, 0.1))


def test_a_likely_scene_has_no_notes() -> None:
    assert codes(arm()) == []
    assert codes(ir.Scene()) == []


@pytest.mark.parametrize(
    ("kind", "velocity", "noted"),
    [
        ("revolute", 474.0, True),  # 474 degrees a second
        ("revolute", 100.0, False),
        ("continuous", 101.0, True),
        ("prismatic", 19.0, False),
        ("prismatic", 50.0, True),
        ("revolute", 1e16, False),  # no limit
        ("revolute", -1.0, False),
    ],
)
def test_a_joint_that_is_too_fast(kind: str, velocity: float, noted: bool) -> None:
    wanted = ["joint-velocity-unlikely"] * noted
    assert codes(hinge(limited(velocity=velocity), kind=kind)) == wanted
    motor = ir.Actuator(kind="ServoMotor", command="position", output="velocity", max_velocity=velocity)
    assert codes(hinge(limited(), kind=kind, motors=(motor,))) == wanted
    assert codes(hinge(limited(velocity=velocity), kind=kind, motors=(motor,))) == wanted, "told once"


def test_the_note_says_what_may_have_been_meant() -> None:
    (problem,) = unlikely(hinge(limited(velocity=474.0)))
    assert problem.headline == "Maximum velocity unlikely: 474 rad/s (4,526 turns a minute)"
    assert problem.hint == "Check the unit. Was 474°/s meant (8.273 rad/s)?"


@pytest.mark.parametrize(
    ("lower", "upper", "noted"), [(-180.0, 180.0, True), (-6.28, 6.28, False), (-1e16, 1e16, False), (-40.0, 40.0, False)]
)
def test_a_joint_that_turns_too_far(lower: float, upper: float, noted: bool) -> None:
    assert codes(hinge(limited(lower=lower, upper=upper))) == ["joint-range-unlikely"] * noted
    assert codes(hinge(limited(lower=lower, upper=upper), kind="prismatic")) == []


@pytest.mark.parametrize(
    ("mass", "noted"),
    [(1000.0, True), (26.0, True), (24.0, False), (1.0, False), (0.00011, False), (0.00009, True)],
)
def test_a_body_too_dense_or_too_light(mass: float, noted: bool) -> None:
    assert codes(body(mass, CUBE)) == ["link-density-unlikely"] * noted
    assert codes(body(mass, CUBE, static=True)) == []


def test_a_ton_in_a_small_box_is_reported_in_numbers() -> None:
    (problem,) = unlikely(body(1000.0, CUBE))
    assert problem.text == "1,000 kg in 1,000 cm³ are 1,000,000 kg/m³, more than osmium has (22,590 kg/m³)."


def test_a_body_of_unknown_volume_is_not_judged() -> None:
    assert codes(body(1000.0)) == []
    assert codes(body(1000.0, CUBE, ir.MeshShape(mesh="mesh"))) == []


@pytest.mark.parametrize(("radius", "noted"), [(0.00004, True), (0.0001, False), (49.0, False), (60.0, True)])
def test_a_shape_in_the_wrong_unit(radius: float, noted: bool) -> None:
    mass = 4.19 * 1000 * radius**3
    assert codes(body(mass, ir.Sphere(radius=radius))) == ["shape-size-unlikely"] * noted


@pytest.mark.parametrize(("z", "noted"), [(-9.81, False), (-29.0, False), (-981.0, True)])
def test_gravity_in_the_wrong_unit(z: float, noted: bool) -> None:
    scene = ir.Scene(worlds=(ir.World(id="w", gravity=(0.0, 0.0, z)),))
    assert codes(scene) == ["gravity-unlikely"] * noted


@pytest.mark.parametrize(("step", "noted"), [(0.01, False), (0.1, False), (10.0, True)])
def test_a_step_in_the_wrong_unit(step: float, noted: bool) -> None:
    scene = ir.Scene(worlds=(ir.World(id="w", profiles=(ir.PhysicsProfile(step=step),)),))
    assert codes(scene) == ["step-unlikely"] * noted
