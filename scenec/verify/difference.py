"""One thing that two readings of a file do not agree on."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["link", "joint", "collision", "visual", "sensor", "light", "world"]


class Difference(msgspec.Struct, frozen=True, gc=False):
    """kind, aspect: of what (``joint``, ``limit``). names: its paths on either side. ours, theirs: what either reads, in words."""

    kind: Kind
    aspect: str
    names: tuple[str, ...]
    ours: str
    theirs: str

    @property
    def text(self) -> str:
        return f"{self.kind} {self.names[0]}: {self.aspect} is {self.theirs}, not {self.ours}"


def shown(value: object) -> str:
    """A value for people."""
    if value is None:
        return "none"
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, dict):
        return ", ".join(f"{key} {shown(each)}" for key, each in value.items())
    if isinstance(value, (tuple, list)):
        if len(value) == 1:
            return shown(value[0])
        return f"({', '.join(shown(each) for each in value)})"
    return str(value)
