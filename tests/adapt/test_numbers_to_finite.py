"""Infinite numbers are dropped with a finding; infinite limits, which limit nothing, stay."""

from __future__ import annotations

import math

from scenec import ir
from scenec.adapt.numbers_to_finite import _NUMBERS, _PLAIN, _plan
from scenec.ir.magnitude import words_of_types
from tests.adapt.jointed import adapted, body, joint, mechanism
from tests.ir.test_kitchen_sink import every_class


def test_an_infinite_damping_is_left_out_and_an_infinite_limit_stays() -> None:
    limits = ir.Limits(lower=-math.inf, upper=math.inf, effort=1e308)
    hinge = joint("hinge", "a", "b", ir.Axis(xyz=(0.0, 0.0, 1.0), limits=limits, dynamics=ir.Dynamics(damping=math.inf, friction=0.5)))
    after, [finding] = adapted("numbers_to_finite", mechanism(body("a"), body("b"), hinge))
    (axis,) = after.joints[0].axes
    assert axis.limits == limits
    assert axis.dynamics == ir.Dynamics(damping=None, friction=0.5)
    assert (finding.code, finding.fate, finding.subject) == ("number-infinite-dropped", "dropped", "m::hinge.dynamics.damping")


def test_no_number_is_no_limit_either() -> None:
    hinge = joint("hinge", "a", "b", ir.Axis(xyz=(0.0, 0.0, 1.0), limits=ir.Limits(lower=math.nan, upper=1.0)))
    after, [finding] = adapted("numbers_to_finite", mechanism(body("a"), body("b"), hinge))
    assert after.joints[0].axes[0].limits == ir.Limits(lower=None, upper=1.0)
    assert finding.subject == "m::hinge.limits.lower"


def test_what_is_nothing_without_its_number_goes_with_it() -> None:
    follows = ir.Mimic(joint="lead", multiplier=math.inf, offset=0.0, reference=0.0)
    after, findings = adapted(
        "numbers_to_finite",
        mechanism(body("a"), body("b"), joint("lead", "a", "b"), joint("hinge", "a", "b", ir.Axis(xyz=(0.0, 0.0, 1.0), mimic=follows))),
    )
    assert (after.joints[1].axes[0].mimic, [each.code for each in findings]) == (None, ["number-infinite-dropped"])


def test_a_number_whose_square_is_infinite_has_no_angle_in_degrees() -> None:
    camera = ir.Sensor(name="eye", type="camera", cameras=(ir.Camera(horizontal_fov=1e308, far=math.inf),))
    after, [finding] = adapted("numbers_to_finite", mechanism(body("a", sensors=(camera,))))
    assert after.links[0].sensors[0].cameras == (ir.Camera(horizontal_fov=None, far=math.inf),)
    assert finding.value == "1e+308"


def test_finite_scenes_are_left_alone() -> None:
    scene = mechanism(body("a"), body("b"), joint("hinge", "a", "b"))
    after, findings = adapted("numbers_to_finite", scene)
    assert after is scene and findings == []


def test_the_quick_check_covers_all_that_the_thorough_one_covers() -> None:
    """The walk reads types as they are written, and does not resolve them."""
    for kind in every_class():
        plan, words = _plan(kind), words_of_types(kind)
        assert {name for name, *_ in plan.numbers} <= {name for name, said in words.items() if said & _NUMBERS}, kind
        assert set(plan.holders) <= {name for name, said in words.items() if not said <= _PLAIN}, kind
