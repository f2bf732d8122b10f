"""Tensors that cannot be inverted: the smallest principal moment is raised, and both tensors are reported."""

from __future__ import annotations

import random

import numpy as np
import pytest
from msgspec.structs import replace

from scenec import ir
from scenec.ir.inertia import Inertia, principal, rotated
from scenec.ir.pose import Rotation
from scenec.trace import ids_of, traced
from tests.adapt.jointed import adapted, body, joint, mechanism


def rod(inertia: Inertia) -> ir.Scene:
    return mechanism(ir.Link(id="rod", name="rod", model="m", inertial=ir.Inertial(mass=2.0, inertia=inertia)))


def tensor(scene: ir.Scene) -> Inertia:
    inertial = scene.links[0].inertial
    assert inertial is not None and inertial.inertia is not None
    return inertial.inertia


def test_a_thin_rod_gets_a_moment_about_its_axis() -> None:
    after, [finding] = adapted("inertias_to_definite", rod(Inertia(0.5, 0.5, 0.0)))
    assert tensor(after).entries == pytest.approx((0.5, 0.5, 5e-10, 0, 0, 0))
    assert (finding.fate, finding.value[:8], "izz 5e-10" in finding.target) == ("approximated", "ixx 0.5,", True)


def test_the_axes_stay_where_they_were() -> None:
    """A rod along x + y: moments 0, 1 and 1."""
    after, _ = adapted("inertias_to_definite", rod(Inertia(0.5, 0.5, 1.0, -0.5)))
    assert sorted(principal(tensor(after))[0]) == pytest.approx([1e-9, 1.0, 1.0])
    assert tensor(after).ixy == pytest.approx(-0.5)


def test_a_point_becomes_a_small_ball() -> None:
    assert tensor(adapted("inertias_to_definite", rod(Inertia(0.0, 0.0, 0.0)))[0]).entries == (2e-6, 2e-6, 2e-6, 0, 0, 0)


@pytest.mark.parametrize("fine", [Inertia(0.1, 0.2, 0.25), Inertia(1.0, 1.0, 1e-9), Inertia(1.0, 0.1, 0.1)])
def test_a_tensor_that_can_be_inverted_is_left_alone(fine: Inertia) -> None:
    """However odd: judging it is not this step's task."""
    scene = rod(fine)
    assert adapted("inertias_to_definite", scene)[0] is scene


def test_a_body_without_a_tensor_gets_that_of_a_ball() -> None:
    scene = mechanism(ir.Link(id="rod", name="rod", model="m", inertial=ir.Inertial(mass=2.0)))
    after, [finding] = adapted("inertias_to_definite", scene)
    assert tensor(after).entries == pytest.approx((8e-3, 8e-3, 8e-3, 0, 0, 0))
    assert (finding.code, finding.fate, finding.subject) == ("link-inertia-defaulted", "defaulted", "m::rod.inertial.inertia")


@pytest.mark.parametrize("stated", [None, Inertia(0.0, 0.0, 0.0)])
def test_a_tensor_that_is_made_of_a_mass_comes_from_it(stated: Inertia | None) -> None:
    """A tensor that was only raised comes from the stated one."""
    point = ir.Link(id="rod", name="rod", model="m", inertial=ir.Inertial(mass=traced(2.0, (7,)), inertia=stated))
    assert ids_of(tensor(adapted("inertias_to_definite", mechanism(point))[0])) == (7,)
    thin = Inertia(traced(0.5, (8,)), traced(0.5, (9,)), 0.0)
    rod = ir.Link(id="rod", name="rod", model="m", inertial=ir.Inertial(mass=traced(2.0, (7,)), inertia=thin))
    assert ids_of(tensor(adapted("inertias_to_definite", mechanism(rod))[0])) == (8, 9)


def test_a_target_that_takes_any_tensor_gets_it_as_stated() -> None:
    """URDF may state what no body has; an unstated tensor is missing all the same."""
    flat, bare = rod(Inertia(0.5, 0.5, 0.0)), mechanism(ir.Link(id="rod", name="rod", model="m", inertial=ir.Inertial(mass=2.0)))
    assert adapted("inertias_to_definite", flat, as_stated=True) == (flat, [])
    assert tensor(adapted("inertias_to_definite", bare, as_stated=True)[0]).ixx == pytest.approx(8e-3)


@pytest.mark.parametrize(("kind", "raised"), [("fixed", 0), ("revolute", 1)])
def test_where_bodies_nest_a_welded_link_may_have_no_tensor(kind: str, raised: int) -> None:
    """MuJoCo asks for a moment of a body with a joint, or of one that is welded to it. A tensor that is not zero must be definite."""
    point = ir.Inertial(mass=0.1, inertia=Inertia(0.0, 0.0, 0.0))
    links = [body("base"), ir.Link(id="tip", name="tip", model="m", inertial=point)]
    scene = mechanism(*links, joint("j", "base", "tip", type=kind))
    after, findings = adapted("inertias_to_definite", scene, nesting=True)
    assert [each.subject for each in findings] == ["m::tip.inertial.inertia"] * raised
    assert (after is scene) == (raised == 0)
    assert len(adapted("inertias_to_definite", scene)[1]) == 1
    flat = ir.Inertial(mass=0.1, inertia=Inertia(1e-27, 1e-27, 1e-27, 1e-28))
    scene = mechanism(body("base"), ir.Link(id="tip", name="tip", model="m", inertial=flat), joint("j", "base", "tip", type=kind))
    assert len(adapted("inertias_to_definite", scene, nesting=True, least=1e-14)[1]) == 1


def test_a_tensor_of_zeros_is_raised_where_the_target_may_let_the_weld_go() -> None:
    """The link is moved by another joint, too, and MuJoCo refuses a body that moves without moments."""
    point = ir.Inertial(mass=0.1, inertia=Inertia(0.0, 0.0, 0.0))
    links = [body("base"), ir.Link(id="tip", name="tip", model="m", inertial=point)]
    scene = mechanism(*links, joint("hinge", "base", "tip"), joint("weld", "base", "tip", type="fixed"))
    assert [each.subject for each in adapted("inertias_to_definite", scene, nesting=True)[1]] == ["m::tip.inertial.inertia"]


def test_a_link_without_mass_gets_a_tensor_that_the_target_takes() -> None:
    """MuJoCo asks for A + B >= C of a welded body without mass, too, and takes one of zeros."""
    for stated, raised in ((Inertia(2.0, 0.7, 10.0), True), (Inertia(0.0, 0.0, 0.0), False)):
        tip = ir.Link(id="tip", name="tip", model="m", inertial=ir.Inertial(mass=0.0, inertia=stated))
        scene = mechanism(tip, body("base"), joint("j", "base", "tip", type="fixed"))
        after, findings = adapted("inertias_to_definite", scene, triangle=True, nesting=True, weightless=True)
        assert [each.code for each in findings] == ["link-inertia-unbalanced-approximated"] * raised
        assert tensor(after).entries == pytest.approx((5.65, 4.35, 10, 0, 0, 0) if raised else stated.entries)
        assert adapted("inertias_to_definite", scene, triangle=True)[0] is scene


def test_numbers_of_a_raised_tensor_have_no_noise() -> None:
    """A rod along x, turned into y and back: what computing leaves in the last place is not printed."""
    after, _ = adapted("inertias_to_definite", rod(Inertia(0.3, 0.0, 0.3)))
    assert tensor(after).entries[3:] == (0.0, 0.0, 0.0)


def in_single_precision(inertia: Inertia) -> Inertia:
    return Inertia(*(float(np.float32(entry)) for entry in inertia.entries))


@pytest.mark.parametrize("seed", range(20))
def test_single_precision_leaves_a_tensor_definite_and_balanced(seed: int) -> None:
    """SimRobot reads entries by strtof: of a plate or rod that stands askew, rounding takes the last bits that were on the right side."""
    chance = random.Random(seed)
    turned = Rotation.from_rpy(*(chance.uniform(-3, 3) for _ in range(3)))
    a, b = chance.uniform(0.1, 1), chance.uniform(0.1, 1)
    for moments in ((a, b, a + b), (a, a, 0.0), (a, a, 1e-9 * a)):
        stated = rotated(Inertia(*moments), turned)
        after, [finding] = adapted("inertias_to_definite", rod(stated), triangle=True, single=True)
        small, middle, large = sorted(map(float, principal(in_single_precision(tensor(after)))[0]))
        assert small > 0 and small + middle > large
        assert tensor(after).entries == pytest.approx(stated.entries, abs=2e-6)
        assert finding.level == "note"
        assert adapted("inertias_to_definite", after, triangle=True, single=True)[0] is after


def test_single_precision_keeps_small_moments_of_a_tensor_without_products() -> None:
    """Each moment is rounded by itself."""
    scene = rod(Inertia(1.0, 1.0, 1e-8))
    assert adapted("inertias_to_definite", scene, single=True)[0] is scene


def test_a_scene_for_the_targets_engine_stays_as_it_is() -> None:
    world = ir.World(id="w", profiles=(ir.PhysicsProfile(engine="mujoco"),))
    scene = replace(rod(Inertia(1.0, 1.0, 3.0)), worlds=(world,))
    assert adapted("inertias_to_definite", scene, triangle=True, native_engine="mujoco")[0] is scene
    assert adapted("inertias_to_definite", scene, triangle=True, native_engine="ode")[0] is not scene


@pytest.mark.parametrize("excess", [1e-15, 1e-12, 1e-10])
def test_a_tensor_that_is_beyond_its_limit_by_the_last_digits_is_raised_where_the_target_compares_exactly(excess: float) -> None:
    """As the grippers of a robot whose largest moment exceeds the others by 1.3e-12 of itself: MuJoCo refuses the file."""
    flat = ir.Inertia(0.5, 0.5, 1.0 + excess)
    after, [finding] = adapted("inertias_to_definite", rod(flat), triangle=True)
    raised = after.links[0].inertial
    assert raised is not None and raised.inertia is not None and raised.inertia.ixx + raised.inertia.iyy > raised.inertia.izz
    assert (finding.code, finding.level) == ("link-inertia-unbalanced-approximated", "note")
    assert adapted("inertias_to_definite", rod(ir.Inertia(0.5, 0.5, 1.0)), triangle=True)[1] == []
    assert bool(adapted("inertias_to_definite", rod(flat), triangle=True, slack=5e-13)[1]) == (excess > 5e-13)
