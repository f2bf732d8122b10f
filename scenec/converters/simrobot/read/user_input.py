"""Values that a user sets in SimRobot's window."""

from __future__ import annotations

from scenec import ir
from scenec.converters.simrobot import kinds as k
from scenec.converters.simrobot.read.cursor import SceneCursor

_KINDS = {
    "length": k.LENGTH,
    "velocity": k.VELOCITY,
    "acceleration": k.ACCELERATION,
    "angle": k.ANGLE,
    "angularVelocity": k.ANGULAR_VELOCITY,
}


def read_user_inputs(owner: SceneCursor) -> list[ir.UserInput]:
    return [read_user_input(one) for one in owner.of_class("user input")]


def read_user_input(one: SceneCursor) -> ir.UserInput:
    """Return a user input. Its type decides the units of the other attributes."""
    kind = one.string("type")
    number = _KINDS[str.__str__(kind)]
    default: float | None = one.number("default", number) if one.written("default") else None
    return ir.UserInput(
        name=one.called,
        type=kind,
        lower=one.number("min", number),
        upper=one.number("max", number),
        default=0.0 if default is None else default,  # it may be written and no number
        origin=one.origin,
    )
