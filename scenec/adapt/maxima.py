"""Maxima that motors and joints state, and which of two counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from scenec.accounting.code import Code
from scenec.adapt.control_findings import (
    ACTUATOR_EFFORT_DEFAULTED,
    ACTUATOR_EFFORT_DROPPED,
    ACTUATOR_EFFORTS_ADDED,
    ACTUATOR_SPEEDS_MERGED,
    ACTUATOR_VELOCITY_DEFAULTED,
    ACTUATOR_VELOCITY_DROPPED,
    JOINT_EFFORT_INEFFECTIVE,
    JOINT_VELOCITY_INEFFECTIVE,
)
from scenec.ir.joint import Joint
from scenec.syntax.kinds import shown
from scenec.trace import ids_of, merge, traced

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

UNLIMITED = 1e16
"""A maximum of this size or more bounds nothing."""


class Maximum(NamedTuple):
    """A maximum of motors: its fields in motor and limits, its unit for a slider and for others, how several motors make one, and what is
    reported of it."""

    of_motor: str
    of_joint: str
    units: tuple[str, str]
    together: Callable[[Iterable[float]], float]
    combined: Code
    dropped: Code
    ineffective: Code
    defaulted: Code

    def unit(self, joint: Joint) -> str:
        return self.units[0 if joint.type == "prismatic" else 1]


EFFORT = Maximum(
    "max_effort",
    "effort",
    ("N", "N m"),
    math.fsum,
    ACTUATOR_EFFORTS_ADDED,
    ACTUATOR_EFFORT_DROPPED,
    JOINT_EFFORT_INEFFECTIVE,
    ACTUATOR_EFFORT_DEFAULTED,
)
VELOCITY = Maximum(
    "max_velocity",
    "velocity",
    ("m/s", "rad/s"),
    max,
    ACTUATOR_SPEEDS_MERGED,
    ACTUATOR_VELOCITY_DROPPED,
    JOINT_VELOCITY_INEFFECTIVE,
    ACTUATOR_VELOCITY_DEFAULTED,
)
MAXIMA = (EFFORT, VELOCITY)


def bounds(value: float | None) -> bool:
    """Whether a maximum is stated and bounds something. Negative ones mean that there is none, as in SDFormat."""
    return value is not None and 0 <= value < UNLIMITED


def smaller(own: float | None, cap: float, maximum: Maximum, joint: Joint, axis: int, ledger: Ledger) -> float:
    """The smaller of the maxima of a joint and of its motors; one number says both where they are equal. Reports the larger one."""
    if own is None or not bounds(own):
        return traced(cap, merge(ids_of(cap), ids_of(own)))
    if own == cap:
        return traced(own, merge(ids_of(own), ids_of(cap)))
    low, high = sorted((own, cap))
    at = f"axes[{axis}].limits.{maximum.of_joint}"
    ledger.report(maximum.ineffective, joint, at=at, about=high, value=shown(float(high)), target=shown(float(low)))
    return low
