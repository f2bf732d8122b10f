"""When two trees of nodes say the same, value by value: the test that a text may stand for a scene.

One walk, in which rules say what counts. Exact equality of two scenes, ids and names included, needs no rules: nodes compare by ``==``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from scenec.comparison.tolerance import near, near_turn
from scenec.ir.blocks import Block
from scenec.ir.pose import Rotation

Waiting = tuple[str, Any, Any]
"""The path of two values that are to be compared."""


class NodeEquality:
    """The rules of a comparison; formats and records derive their own. skipped: fields that do not count. tolerance: of numbers, relative
    to the largest of a vector, at least to `scale`; 0 for exact ones."""

    skipped: Collection[str] = frozenset({"origin", "found"})

    def __init__(self, *, tolerance: float = 0.0, scale: float = 0.0) -> None:
        self.tolerance = tolerance
        self.scale = scale

    def equal(self, one: Any, other: Any) -> bool:
        """Return whether two values say the same."""
        if isinstance(one, (msgspec.Struct, tuple)):
            return self.difference(one, other) == ""
        return self.value_is_equal(one, other, self.tolerance)

    def difference(self, one: Any, other: Any, path: str = "scene") -> str:
        """Return the path of the first difference, "" if there is none. Iterative, so that no scene is too deep."""
        stack: list[Waiting] = [(path, one, other)]
        while stack:
            here, a, b = stack.pop()
            if a is b:
                continue
            if isinstance(a, msgspec.Struct):
                if type(a) is not type(b):
                    return here
                verdict = self.special(a, b)
                if verdict is None:
                    stack.extend(reversed([(f"{here}.{name}", x, y) for name, x, y in self.fields(a, b)]))
                elif not verdict:
                    return here
            elif isinstance(a, tuple) and not is_vector(a):
                if not isinstance(b, tuple) or len(a) != len(b):
                    return here
                stack.extend(reversed([(f"{here}[{i}]", x, y) for i, (x, y) in enumerate(zip(a, b, strict=True))]))
            elif not self.value_is_equal(a, b, self.tolerance):
                return here
        return ""

    def special(self, one: Any, other: Any) -> bool | None:
        """Return whether two nodes of one type are equal, None where their fields decide."""
        return None

    def fields(self, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
        """Yield the fields of two nodes of one type that count, unless both are the same object, as None is in most."""
        for name in one.__struct_fields__:
            if name not in self.skipped:
                a, b = getattr(one, name), getattr(other, name)
                if a is not b:
                    yield name, a, b

    def value_is_equal(self, one: Any, other: Any, tolerance: float) -> bool:
        """Return whether two values that are no nodes agree."""
        if isinstance(one, Block) or isinstance(other, Block):
            return _blocks_equal(one, other, tolerance)
        if not tolerance:
            return bool(one == other)
        if isinstance(one, Rotation) and isinstance(other, Rotation):
            return near_turn(one, other)
        if isinstance(one, (int, float)) and isinstance(other, (int, float)):
            return near((one,), (other,), tolerance, self.scale)
        if is_vector(one) and is_vector(other):
            return near(one, other, tolerance, self.scale)
        return bool(one == other)


def is_vector(value: Any) -> bool:
    """Return whether a value is a tuple of numbers, which are compared together."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(each, (int, float)) for each in value)


def _blocks_equal(one: Any, other: Any, tolerance: float) -> bool:
    if not (isinstance(one, Block) and isinstance(other, Block)) or one.array.shape != other.array.shape:
        return False
    if not tolerance:
        return bool(one == other)
    import numpy as np

    return bool(np.allclose(one.array, other.array, rtol=tolerance, atol=1e-12, equal_nan=True))
