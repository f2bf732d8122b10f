"""Amounts as findings show them: angles in degrees, lengths in metres."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenec.converters.mars.profile import FAR


def in_degrees(angle: float) -> str:
    """Return an angle (rad) as people read it: ``-88.5°``."""
    return f"{math.degrees(float(angle)):.6g}°"


def displacement(value: float, *, is_linear: bool) -> str:
    """Return the displacement of a joint (rad or, if `is_linear`, m) with its unit; "no limit" for one that is never reached."""
    if not abs(value) < FAR:
        return "no limit"
    return f"{float(value):.6g} m" if is_linear else in_degrees(value)


def displacement_range(low: float, high: float, *, is_linear: bool) -> str:
    """Return a range of a joint's displacement with its unit: ``-90° to 90°``."""
    return f"{displacement(low, is_linear=is_linear)} to {displacement(high, is_linear=is_linear)}"


def edges(size: Sequence[float]) -> str:
    """Return the edges of a box (m): ``0.1 x 0.2 x 0.3 m``."""
    return " x ".join(f"{float(edge):g}" for edge in size) + " m"
