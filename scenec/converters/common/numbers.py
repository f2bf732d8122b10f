"""Numbers that a writer worked out are printed differently from those that came as they are: with 15 digits, without the noise
that computing leaves in the last place."""

from __future__ import annotations

from scenec.syntax.kinds import computed, shown
from scenec.trace import ids_of


class Computed(float):
    """A number that the writer worked out itself."""

    __slots__ = ()


def is_computed(value: float) -> bool:
    """Whether the writer made the number, or somebody before out of several source values."""
    return type(value) is Computed or len(ids_of(value)) > 1


def finite(value: float) -> str:
    """A finite number: as short as it reads back, or with 15 digits if it is computed."""
    return computed(value) if is_computed(value) else shown(value)
