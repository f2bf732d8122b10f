"""Outlines become triangles that cover them exactly."""

from __future__ import annotations

import math

import pytest

from scenec.meshes.ears import Point, ears, twice_area

COUNT = 600


def around(radius: float, turns: float, count: int = COUNT) -> list[Point]:
    """A spiral from the inside to the outside, or with one turn and no growth, a circle."""
    return [
        (
            (radius + i / count * (turns - 1)) * math.cos(2 * math.pi * turns * i / count),
            (radius + i / count * (turns - 1)) * math.sin(2 * math.pi * turns * i / count),
        )
        for i in range(count)
    ]


OUTLINES: dict[str, list[Point]] = {
    "triangle": [(0, 0), (1, 0), (0, 1)],
    "l": [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)],
    "circle": around(1, 1),
    "gear": [(x * (1 + i % 2), y * (1 + i % 2)) for i, (x, y) in enumerate(around(1, 1))],
    "comb": [*((float(i), 0.0 if i % 2 else 100.0) for i in reversed(range(COUNT))), (0.0, -1.0), (COUNT - 1.0, -1.0)],
    "spiral": [*around(1.5, 6), *reversed(around(1, 6))],
    "points on straight edges": [
        *((float(i), 0.0) for i in range(99)),
        *((99.0, float(i)) for i in range(99)),
        (99.0, 99.0),
        (0.0, 99.0),
        (0.0, 50.0),
    ],
}


@pytest.mark.parametrize("name", OUTLINES)
def test_triangles_cover_the_outline_and_nothing_else(name: str) -> None:
    points = OUTLINES[name]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True))
    assert area > 0, "outlines are counter-clockwise"
    found = ears(points)
    assert found is not None
    assert len(found) == len(points) - 2
    areas = [twice_area(points[a], points[b], points[c]) for a, b, c in found]
    assert min(areas) >= 0, "a triangle is turned over, so that another covers too much"
    assert sum(areas) == pytest.approx(area)


def test_an_outline_that_crosses_itself_still_gives_as_many_triangles() -> None:
    bow_tie: list[Point] = [(0, 0), (2, 2), (2, 0), (0, 2)]
    found = ears(bow_tie)
    assert found is not None
    assert len(found) == 2


def test_endless_work_is_refused() -> None:
    star = [(x * (1 + i * i % 97), y * (1 + i * i % 97)) for i, (x, y) in enumerate(around(1, 1))]
    assert ears(star) is not None
    assert ears(star, most=1) is None
