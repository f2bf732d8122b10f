"""Amounts as findings show them to people: angles in degrees, lengths in metres, with six digits unless more are asked for."""

from __future__ import annotations

import math
from collections.abc import Iterable

from scenec.syntax.kinds import shown

UNLIMITED = 1e16
"""m or rad; a bound from here on is none."""
_TURNING = ("revolute", "continuous", "universal", "revolute2", "ball", "gearbox", "screw")


def angle_text(angle: float, digits: int = 6) -> str:
    """Return an angle (rad) as people read it: ``-88.5°``."""
    return f"{_rounded(math.degrees(float(angle)), digits)}°"


def position_text(position: float | None, joint_type: str | None, digits: int = 6, *, unlimited: float = UNLIMITED) -> str:
    """Return a position of a joint or a bound of it: degrees of joints that turn, metres of those that slide. unlimited: m or rad
    from which on a bound is none."""
    if position is None or not abs(position) < unlimited:
        return "no limit"
    if joint_type in _TURNING:
        return angle_text(position, digits)
    return f"{_rounded(position, digits)} m" if joint_type == "prismatic" else _rounded(position, digits)


def range_text(lower: float | None, upper: float | None, joint_type: str | None, digits: int = 6, *, unlimited: float = UNLIMITED) -> str:
    """Return the range of a joint: ``-90° to 90°``. See `position_text`."""
    return " to ".join(position_text(each, joint_type, digits, unlimited=unlimited) for each in (lower, upper))


def edges_text(size: Iterable[float]) -> str:
    """Return the edges of a box (m): ``0.1 x 0.2 x 0.3 m``."""
    return " x ".join(f"{float(edge):g}" for edge in size) + " m"


def _rounded(value: float, digits: int) -> str:
    return shown(float(f"{float(value):.{digits}g}"))
