"""Which links joints lead back to."""

from __future__ import annotations

from scenec.ir.base import WORLD
from scenec.ir.circles import links_in_circles


def test_links_of_a_circle_are_found_and_those_before_and_behind_it_are_not() -> None:
    assert links_in_circles([("base", "a"), ("a", "b"), ("b", "c"), ("c", "a"), ("c", "tip")]) == {"a", "b", "c"}
    assert links_in_circles([("a", "b"), ("b", "c")]) == set()
    assert links_in_circles([("a", "a"), ("a", "b")]) == {"a"}


def test_links_between_two_circles_count_as_in_one() -> None:
    assert links_in_circles([("a", "b"), ("b", "a"), ("b", "way"), ("way", "c"), ("c", "d"), ("d", "c")]) == {"a", "b", "way", "c", "d"}


def test_two_joints_between_the_same_links_are_no_circle() -> None:
    assert links_in_circles([("a", "b"), ("a", "b")]) == set()


def test_the_world_is_in_no_circle() -> None:
    assert links_in_circles([(WORLD, "a"), ("a", WORLD)]) == set()
