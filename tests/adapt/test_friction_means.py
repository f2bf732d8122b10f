"""Coefficients of surfaces whose mean is what a table says of a pair, as SimSpark combines them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.accounting.ledger import Ledger
from scenec.adapt import load
from scenec.adapt.friction_means import solve_means
from tests.adapt.test_friction_table_to_surfaces import scene_of


def means(mus: dict[str, float], required: dict[tuple[str, str], float]) -> dict[tuple[str, str], float]:
    return {(a, b): (mus[a] + mus[b]) / 2 for a, b in required}


def test_a_surface_that_touches_its_own_kind_has_what_the_table_says() -> None:
    assert solve_means({("foot", "foot"): 0.6}, {}) == {"foot": 0.6}


def test_the_ground_makes_up_for_what_the_foot_is_short_of() -> None:
    assert solve_means({("foot", "foot"): 0.6, ("foot", "grass"): 0.9}, {}) == {"foot": 0.6, "grass": 1.2}


def test_two_surfaces_that_touch_only_each_other_get_the_same() -> None:
    assert solve_means({("ball", "grass"): 0.3}, {}) == {"ball": 0.3, "grass": 0.3}


def test_a_triangle_of_pairs_is_solved_exactly() -> None:
    required = {("a", "b"): 0.5, ("b", "c"): 0.7, ("c", "a"): 0.6}
    assert means(solve_means(required, {}), required) == pytest.approx(required, rel=1e-14)


def test_nothing_becomes_negative_where_no_coefficients_fit() -> None:
    required = {("a", "a"): 1.0, ("a", "b"): 0.2, ("b", "b"): 1.0}
    mus = solve_means(required, {("a", "b"): 4.0})
    assert min(mus.values()) >= 0
    assert (mus["a"] + mus["b"]) / 2 == pytest.approx(0.2)  # the pair that counts most


@given(st.dictionaries(st.sampled_from("abcdef"), st.floats(0, 2).map(lambda mu: round(mu, 3)), min_size=1))
def test_what_came_from_coefficients_is_found_again(mus: dict[str, float]) -> None:
    required = {(a, b): (mus[a] + mus[b]) / 2 for a in mus for b in mus if a <= b}
    assert solve_means(required, {}) == pytest.approx(mus, abs=1e-12)


def test_a_scene_is_reported_only_what_differs() -> None:
    ledger = Ledger()
    scene = scene_of(["foot"], ["grass"], [("foot", "grass", 0.9), ("grass", "foot", 0.7)])
    exact = load(("friction_table_to_surfaces", {"law": "mean"}))(scene, ledger, "RubySceneGraph")
    surfaces = [link.collisions[0].surface for link in exact.links]
    assert [surface.mu for surface in surfaces if surface] == [0.8, 0.8]
    assert exact.friction_law == "mean"
    assert [entry.template.code for entry in ledger.entries] == []


def test_surfaces_that_never_meet_are_solved_apart() -> None:
    """Two robots that collide with themselves only, one of rubber, one of rubber and foam that nothing fits."""
    required = {("rubber", "rubber"): 0.3, ("foam", "foam"): 1.0, ("foam", "felt"): 0.2, ("felt", "felt"): 1.0}
    mus = solve_means(required, {})
    assert mus["rubber"] == 0.3 and set(mus) == {"rubber", "foam", "felt"}
