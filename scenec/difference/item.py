"""One difference between two scenes."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from scenec.accounting.finding import Category
from scenec.source import Source

Change = Literal["removed", "added", "moved", "changed", "renamed", "restructured"]
CHANGES: tuple[Change, ...] = ("removed", "added", "moved", "changed", "renamed", "restructured")
"""Worst first. restructured: said in another way, to the same physics."""

Value = str | float | bool | tuple[float, ...] | tuple[str, ...] | None


class Item(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One difference between two scenes.

    kind: what it is about (``link``, ``joint``, ``collision``, ``sensor``...). a, b: its path in each scene, None where it is not.
    owner: the path of the link, joint or model (in A, else in B) under which people look for it. aspect: what of it differs, in words;
    before, after: in A and in B, in SI units (`unit`). distance (m), angle (rad): how far something moved. along: paths (in A) of the
    links that move with it. source_a, source_b: where it stands in the files.
    """

    change: Change
    kind: str
    category: Category
    a: str | None = None
    b: str | None = None
    owner: str = ""
    aspect: str = ""
    before: Value = None
    after: Value = None
    unit: str = ""
    distance: float | None = None
    angle: float | None = None
    along: tuple[str, ...] = ()
    source_a: Source | None = None
    source_b: Source | None = None

    @property
    def path(self) -> str:
        """Return what it is called: in A, else in B."""
        return self.a if self.a is not None else self.b or ""

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {name: getattr(self, name) for name in self.__struct_fields__}
        for side in ("source_a", "source_b"):
            place = data[side]
            data[side] = {"file": place.file, "line": place.line, "column": place.column, "path": place.path} if place else None
        return data
