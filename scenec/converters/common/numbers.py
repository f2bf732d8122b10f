"""Numbers that a writer worked out are printed differently from those that came as they are: with 15 digits, without the noise
that computing leaves in the last place."""

from __future__ import annotations

from scenec.syntax.kinds import computed, shown
from scenec.trace import Computed


def is_computed(value: object) -> bool:
    """Whether a number was worked out rather than read."""
    return isinstance(value, Computed)


def finite(value: float) -> str:
    """A number: as short as it reads back, or with 15 digits if it is computed. Infinity, which few formats have, is ``inf``."""
    return computed(value) if isinstance(value, Computed) else shown(value)
