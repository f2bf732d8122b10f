"""Whether two values of a scene mean the same: numbers but for rounding, files whatever they are called."""

from __future__ import annotations

from typing import Any

import msgspec

from scenec import ir
from scenec.carry.placing import CLOSE
from scenec.ir.blocks import Block


def same_value(a: Any, b: Any) -> bool:
    if isinstance(a, ir.Texture) and isinstance(b, ir.Texture):
        return bool(a.uri == b.uri) or (a.found is not None and b.found is not None)
    if isinstance(a, msgspec.Struct):
        if type(a) is not type(b):
            return False
        names = [name for name in a.__struct_fields__ if name not in ("origin", "found")]
        return all(same_value(getattr(a, name), getattr(b, name)) for name in names)
    if isinstance(a, tuple):
        return isinstance(b, tuple) and len(a) == len(b) and (_near(a, b) if _numbers(a) and _numbers(b) else all(map(same_value, a, b)))
    if isinstance(a, Block) or isinstance(b, Block):
        return _same_blocks(a, b)
    if isinstance(a, float | int) and isinstance(b, float | int):
        return _near((a,), (b,))
    return bool(a == b)


def _numbers(value: tuple[Any, ...]) -> bool:
    return all(isinstance(each, float | int) for each in value)


def _near(a: tuple[Any, ...], b: tuple[Any, ...]) -> bool:
    size = max((abs(each) for each in (*a, *b) if abs(each) != float("inf")), default=0.0)
    return all(x == y or abs(x - y) <= CLOSE * size for x, y in zip(a, b, strict=True))


def _same_blocks(a: Any, b: Any) -> bool:
    if not (isinstance(a, Block) and isinstance(b, Block)) or a.array.shape != b.array.shape:
        return False
    import numpy as np

    return bool(np.allclose(a.array, b.array, rtol=CLOSE, atol=1e-12))
