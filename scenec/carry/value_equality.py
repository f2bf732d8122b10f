"""Equality of two values of a scene: numbers up to rounding (NaN equals NaN), files under any name."""

from __future__ import annotations

from typing import Any

from scenec import ir
from scenec.comparison.node_equality import NodeEquality
from scenec.comparison.tolerance import RELATIVE


class _ValueEquality(NodeEquality):
    def special(self, one: Any, other: Any) -> bool | None:
        if not isinstance(one, ir.Texture):
            return None
        return bool(one.uri == other.uri) or (one.found is not None and other.found is not None)


value_is_equal = _ValueEquality(tolerance=RELATIVE).equal
