"""Angles of setLocalRotation: about x, then the turned y, then the turned z, in degrees."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.converters.rsg.angles import from_degrees, to_radians, turn_text
from scenec.ir.pose import IDENTITY, Rotation

UNIT = st.floats(-1, 1)


def test_the_matrix_is_that_of_simspark() -> None:
    """As observed in SimSpark for 30, 40 and 50 degrees."""
    assert [round(entry, 4) for row in from_degrees(30, 40, 50).matrix() for entry in row] == [
        0.4924,
        -0.5868,
        0.6428,
        0.8700,
        0.3105,
        -0.3830,
        0.0252,
        0.7478,
        0.6634,
    ]


@pytest.mark.parametrize(
    "angles", [("0", "0", "0"), ("90", "0", "0"), ("0", "-90", "0"), ("0", "0", "45"), ("0", "0", "0.1"), ("30", "40", "50")]
)
def test_angles_that_people_write_come_back(angles: tuple[str, str, str]) -> None:
    assert turn_text(from_degrees(*map(float, angles))) == angles


def test_no_rotation_is_three_zeros() -> None:
    assert turn_text(IDENTITY) == ("0", "0", "0")


def test_at_a_quarter_turn_about_y_the_last_angle_is_0() -> None:
    x, y, z = to_radians(from_degrees(20, 90, 30))
    assert [math.degrees(x), math.degrees(y), z] == pytest.approx([50, 90, 0])


@given(UNIT, UNIT, UNIT, UNIT)
def test_a_rotation_is_spelled_exactly_and_always_equally(w: float, x: float, y: float, z: float) -> None:
    rotation = Rotation.from_quat(w, x, y, z)
    escaped_name = turn_text(rotation)
    again = from_degrees(*map(float, escaped_name))
    sign = math.copysign(1.0, sum(a * b for a, b in zip(rotation, again, strict=True)))
    assert [sign * part for part in again] == pytest.approx(list(rotation), abs=1e-11)
    assert turn_text(again) == escaped_name
