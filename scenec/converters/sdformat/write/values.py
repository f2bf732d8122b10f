"""How values of the scene are spelled in an SDF file: untouched numbers as short as they read back, computed ones with 15 digits."""

from __future__ import annotations

from collections.abc import Sequence

from scenec.syntax.kinds import computed, shown
from scenec.syntax.said import Said
from scenec.trace import Computed, ids_of, is_flag


def show(value: object) -> Said:
    """A value of any kind."""
    return Said(show_text(value), ids_of(value))


def number(value: float) -> Said:
    return Said(number_text(value), ids_of(value))


def numbers(values: Sequence[float]) -> Said:
    return Said(" ".join(map(number_text, values)), ids_of(values))


def computed_number(value: float, *sources: object) -> Said:
    """A number that the writer worked out. sources: of what."""
    return Said(computed(value), ids_of(sources))


def computed_numbers(values: Sequence[float], *sources: object) -> Said:
    """Numbers that the writer worked out. sources: of what."""
    return Said(" ".join(map(computed, values)), ids_of(sources))


def name(value: str | None) -> Said:
    """A name, empty where there is none."""
    return Said(str.__str__(value or ""), ids_of(value))


def flag(value: object) -> Said:
    return Said("true" if value else "false", ids_of(value))


def show_text(value: object) -> str:
    """Return a value of any kind as text, for comparisons and findings."""
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, tuple):
        return " ".join(map(number_text, value))
    if is_flag(value):
        return "true" if value else "false"
    return str(int(value)) if isinstance(value, int) else str(value)


def number_text(value: float) -> str:
    """Return a number as text, for comparisons and findings."""
    return computed(value) if isinstance(value, Computed) else shown(value)
