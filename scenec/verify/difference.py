"""One thing that two readings of a file do not agree on, and what is near enough to agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import msgspec

Kind = Literal["link", "joint", "collision", "visual", "sensor", "light", "world"]

RELATIVE = 1e-9
"""Of quantities: relative to their size, absolute below 1 m or 1 rad."""
BOUNDS = 1e-6
"""Of the bounds of meshes, whose files may hold single precision."""
COLOUR = 0.5 / 255 + 1e-6
"""Of colours: half a step of 8 bits."""


class Difference(msgspec.Struct, frozen=True, gc=False):
    """kind, aspect: of what (``joint``, ``limit``). names: paths it goes by, on either side. ours, theirs: what either reads, in words."""

    kind: Kind
    aspect: str
    names: tuple[str, ...]
    ours: str
    theirs: str

    @property
    def text(self) -> str:
        return f"{self.kind} {self.names[0]}: {self.aspect} is {self.theirs}, not {self.ours}"


def far(ours: Sequence[float] | float | None, theirs: Sequence[float] | float | None, scale: float = 1.0, limit: float = RELATIVE) -> bool:
    """Whether numbers differ by more than `limit` times the largest of them (at least `scale`). None differs from any number."""
    if ours is None or theirs is None:
        return (ours is None) != (theirs is None)
    a = [ours] if isinstance(ours, (int, float)) else list(ours)
    b = [theirs] if isinstance(theirs, (int, float)) else list(theirs)
    if len(a) != len(b):
        return True
    size = max([scale, *(abs(x) for x in a), *(abs(x) for x in b)])
    return not all(abs(x - y) <= limit * size for x, y in zip(a, b, strict=True))


def size_of(numbers: Sequence[float]) -> float:
    return math.hypot(*numbers)


def shown(value: object) -> str:
    """A value for people."""
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, (tuple, list)):
        if len(value) == 1:
            return shown(value[0])
        return f"({', '.join(shown(each) for each in value)})"
    return str(value)
