"""Amounts as findings show them."""

from __future__ import annotations

import math

import pytest

from scenec.accounting.amounts import angle_text, edges_text, position_text, range_text


@pytest.mark.parametrize(
    ("position", "joint_type", "text"),
    [
        (math.pi / 2, "revolute", "90°"),
        (-0.0, "universal", "0°"),
        (0.1234567, "prismatic", "0.123457 m"),
        (0.5, "planar", "0.5"),
        (None, "revolute", "no limit"),
        (math.inf, "prismatic", "no limit"),
        (1e16, None, "no limit"),
    ],
)
def test_a_position_has_the_unit_of_its_joint(position: float | None, joint_type: str | None, text: str) -> None:
    assert position_text(position, joint_type) == text


def test_a_range_has_as_many_digits_as_distinguish_its_ends() -> None:
    assert range_text(1.0, 1.0 + 1e-9, "prismatic", 10) == "1 m to 1.000000001 m"
    assert range_text(-1e15, math.pi, "revolute", unlimited=1e15) == "no limit to 180°"


def test_angles_and_edges() -> None:
    assert angle_text(math.radians(-88.5)) == "-88.5°"
    assert edges_text((0.1, 0.2, 0.3)) == "0.1 x 0.2 x 0.3 m"
