"""Inertia tensors, judged against what defines them: sums over point masses."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.ir.inertia import (
    NO_INERTIA,
    Inertia,
    about_com,
    compose,
    plausible,
    principal,
    rotated,
    shifted,
    solid_box,
    solid_capsule,
    solid_cone,
    solid_cylinder,
    solid_ellipsoid,
    solid_sphere,
)
from scenec.ir.pose import IDENTITY, Rotation, Vec3, add
from scenec.trace import ids_of

angles = st.floats(-math.pi, math.pi)
rotations = st.builds(Rotation.from_rpy, angles, angles, angles)
lengths = st.floats(0.01, 10)
offsets = st.tuples(*[st.floats(-5, 5)] * 3)
bodies = st.builds(lambda m, size, turn: (m, rotated(solid_box(m, size), turn)), lengths, st.tuples(lengths, lengths, lengths), rotations)
placed = st.tuples(bodies, offsets).map(lambda pair: (pair[0][0], pair[1], pair[0][1]))

Points = list[tuple[float, Vec3]]


def close(a: Inertia, b: Inertia, tolerance: float = 1e-12) -> bool:
    limit = tolerance * max(map(abs, (*a.entries, *b.entries)))
    return all(abs(p - q) <= limit for p, q in zip(a.entries, b.entries, strict=True))


def of_points(points: Points) -> Inertia:
    """The definition, about the origin."""
    xx, yy, zz = (sum(m * p[i] * p[i] for m, p in points) for i in range(3))
    xy, xz, yz = (-sum(m * p[i] * p[j] for m, p in points) for i, j in ((0, 1), (0, 2), (1, 2)))
    return Inertia(yy + zz, xx + zz, xx + yy, xy, xz, yz)


def filled(half: Vec3, inside: Callable[[float, float, float], bool], steps: int = 40) -> Points:
    """A solid as a grid of equal points: centres of the cells of its bounding box that `inside` accepts; 1 kg in all."""
    cells = [(2 * i + 1) / steps - 1 for i in range(steps)]
    grid = [(half[0] * x, half[1] * y, half[2] * z) for x in cells for y in cells for z in cells]
    kept = [p for p in grid if inside(*p)]
    return [(1 / len(kept), p) for p in kept]


@pytest.mark.parametrize(
    ("solid", "half", "inside", "com"),
    [
        (solid_box(1, (2.0, 1.0, 0.5)), (1.0, 0.5, 0.25), lambda x, y, z: True, 0),
        (solid_sphere(1, 0.7), (0.7, 0.7, 0.7), lambda x, y, z: math.hypot(x, y, z) <= 0.7, 0),
        (solid_ellipsoid(1, (1.0, 2.0, 0.5)), (1.0, 2.0, 0.5), lambda x, y, z: x * x + y * y / 4 + z * z * 4 <= 1, 0),
        (solid_cylinder(1, 0.5, 3.0), (0.5, 0.5, 1.5), lambda x, y, z: math.hypot(x, y) <= 0.5, 0),
        (solid_capsule(1, 0.5, 1.0), (0.5, 0.5, 1.0), lambda x, y, z: math.hypot(x, y, max(abs(z) - 0.5, 0)) <= 0.5, 0),
        (solid_cone(1, 1.0, 2.0), (1.0, 1.0, 1.0), lambda x, y, z: math.hypot(x, y) <= (1 - z) / 2, -0.5),
    ],
    ids=["box", "sphere", "ellipsoid", "cylinder", "capsule", "cone"],
)
def test_solids_are_what_summing_over_their_volume_gives(
    solid: Inertia, half: Vec3, inside: Callable[[float, float, float], bool], com: float
) -> None:
    points = [(m, (x, y, z - com)) for m, (x, y, z) in filled(half, inside)]
    assert close(of_points(points), solid, 0.01)  # the grid's own error


def test_limits_of_the_capsule() -> None:
    assert close(solid_capsule(3, 0.2, 0), solid_sphere(3, 0.2))
    assert close(solid_capsule(3, 1e-9, 2), solid_cylinder(3, 1e-9, 2), 1e-8)
    assert solid_capsule(3, 0, 0) == NO_INERTIA


@given(st.lists(st.tuples(lengths, offsets), min_size=1, max_size=6), rotations)
def test_turning_the_tensor_is_turning_the_body(points: Points, rotation: Rotation) -> None:
    turned = [(m, rotation.apply(p)) for m, p in points]
    assert close(rotated(of_points(points), rotation), of_points(turned))


@given(bodies, rotations)
def test_turning_keeps_what_turning_cannot_change(body: tuple[float, Inertia], rotation: Rotation) -> None:
    tensor = body[1]
    turned = rotated(tensor, rotation)
    assert math.isclose(turned.ixx + turned.iyy + turned.izz, tensor.ixx + tensor.iyy + tensor.izz, rel_tol=1e-12)
    assert close(rotated(turned, rotation.inverse()), tensor)


def test_no_turn_and_no_shift_keep_every_digit_and_id() -> None:
    tensor = Inertia(0.1, 0.2, 0.3, 0.01, 0.02, 0.03).with_ids((5,))
    assert rotated(tensor, IDENTITY) is tensor
    assert shifted(tensor, 2, (0, 0, 0)) is tensor
    assert ids_of(tensor) == (5,)
    assert compose([(1.1, (0.1, 0, 0), tensor), (0, (9, 9, 9), NO_INERTIA)])[2] is tensor


def test_a_quarter_turn_only_swaps_entries() -> None:
    turned = rotated(Inertia(0.1, 0.2, 0.3, 0.01, 0.02, 0.03), Rotation.from_rpy(0, 0, math.pi / 2))
    assert turned == Inertia(0.2, 0.1, 0.3, -0.01, -0.03, 0.02)


@given(bodies, offsets)
def test_about_com_undoes_shifted(body: tuple[float, Inertia], offset: Vec3) -> None:
    mass, tensor = body
    away = shifted(tensor, mass, offset)
    back = about_com(away, mass, offset)
    scale = max(away.entries)
    assert all(abs(p - q) < 1e-14 * scale for p, q in zip(back.entries, tensor.entries, strict=True))


@given(st.lists(st.tuples(lengths, offsets), min_size=1, max_size=8), offsets)
def test_a_composition_is_the_sum_over_all_points(points: Points, place: Vec3) -> None:
    mass, com, tensor = compose([(m, add(p, place), NO_INERTIA) for m, p in points])
    assert math.isclose(mass, sum(m for m, _ in points), rel_tol=1e-14)
    assert close(shifted(tensor, mass, com), of_points([(m, add(p, place)) for m, p in points]))


@given(placed, placed, placed)
def test_a_composition_may_be_made_in_steps_and_in_any_order(a: Any, b: Any, c: Any) -> None:
    at_once = compose([a, b, c])
    in_steps = compose([compose([c, a]), b])
    assert math.isclose(at_once[0], in_steps[0], rel_tol=1e-14)
    assert all(abs(p - q) < 1e-12 for p, q in zip(at_once[1], in_steps[1], strict=True))
    assert close(at_once[2], in_steps[2])


def test_small_bodies_far_away_keep_their_inertia() -> None:
    far = 1e6
    _, com, tensor = compose([(1.0, (far, 0.0, 0.0), NO_INERTIA), (1.0, (far + 0.5, 0.0, 0.0), NO_INERTIA)])
    assert com == (far + 0.25, 0.0, 0.0)
    assert tensor == Inertia(0, 0.125, 0.125)


def test_nothing_at_all_is_a_massless_point() -> None:
    assert compose([]) == (0, (0, 0, 0), NO_INERTIA)


@given(bodies)
def test_principal_axes_give_the_tensor_back(body: tuple[float, Inertia]) -> None:
    moments, axes = principal(body[1])
    assert close(rotated(Inertia(*moments), axes), body[1])


def test_principal_axes_of_a_diagonal_tensor_are_its_own() -> None:
    assert principal(Inertia(3, 1, 2)) == ((3, 1, 2), IDENTITY)


def test_small_principal_moments_beside_large_ones_keep_their_digits() -> None:
    moments, _ = principal(rotated(Inertia(1e-6, 1.0, 1.0), Rotation.from_rpy(0.3, 0.5, 0.7)))
    assert math.isclose(min(moments), 1e-6, rel_tol=1e-9)


@given(bodies)
def test_every_solid_is_plausible(body: tuple[float, Inertia]) -> None:
    assert plausible(body[1], body[0]) is None


@given(rotations)
def test_flat_bodies_are_plausible_in_every_orientation(rotation: Rotation) -> None:
    assert plausible(rotated(solid_box(1, (1.0, 2.0, 0.0)), rotation), 1) is None
    assert plausible(rotated(solid_box(1, (1.0, 0.0, 0.0)), rotation), 1) is None


@pytest.mark.parametrize(
    ("tensor", "mass", "complaint"),
    [
        (Inertia(1, 1, 3), 1, "exceeds the sum"),
        (Inertia(1, 1, 1, ixy=1.5), 1, "negative principal moment"),
        (Inertia(1, 1, -1), 1, "negative principal moment"),
        (Inertia(1, 1, 1), -1, "mass -1 kg is negative"),
        (Inertia(1, 1, math.nan), 1, "not a finite number"),
    ],
)
def test_impossible_bodies_are_named(tensor: Inertia, mass: float, complaint: str) -> None:
    assert complaint in (plausible(tensor, mass) or "")


def test_a_massless_body_passes_as_gz_math_has_it() -> None:
    assert plausible(Inertia(1, 1, 1), 0) is None
    assert plausible(NO_INERTIA, 0) is None
