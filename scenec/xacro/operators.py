"""The operators of expressions, which refuse what would be too large before it is computed."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from scenec.xacro.limits import MOST_BITS, MOST_CHARACTERS, MOST_ITEMS, Budget, ExpressionError

_SEQUENCES = (str, list, tuple, bytes)
_WIDE = re.compile(r"%[-#0 +]*(?:\*|\d{3,}|\d*\.(?:\*|\d{3,}))|%\(")


def multiply(first: Any, second: Any) -> Any:
    if isinstance(first, int) and isinstance(second, int):
        refuse_bits(first.bit_length() + second.bit_length())
    elif isinstance(first, int) and isinstance(second, _SEQUENCES):
        refuse_length(second, len(second) * first)
    elif isinstance(second, int) and isinstance(first, _SEQUENCES):
        refuse_length(first, len(first) * second)
    return first * second


def add(first: Any, second: Any) -> Any:
    if isinstance(first, _SEQUENCES) and isinstance(second, _SEQUENCES):
        refuse_length(first, len(first) + len(second))
    return first + second


def power(first: Any, second: Any) -> Any:
    if isinstance(first, int) and isinstance(second, int) and second > 0:
        refuse_bits(first.bit_length() * second if abs(first) > 1 else 0)
    return first**second


def shift_left(first: Any, second: Any) -> Any:
    if isinstance(first, int) and isinstance(second, int):
        refuse_bits(first.bit_length() + max(second, 0))
    return first << second


def remainder(first: Any, second: Any) -> Any:
    if isinstance(first, str) and _WIDE.search(first):
        raise ExpressionError(f"the format {first[:60]!r}", "widths and precisions of one or two digits, and no names")
    return first % second


def refuse_bits(bits: int) -> None:
    if bits > MOST_BITS:
        raise ExpressionError(f"a number of more than {MOST_BITS:,} bits")


def refuse_length(value: Any, length: int) -> None:
    """Raise ExpressionError where a text or list of this length would be too long. value: of its type."""
    if isinstance(value, (str, bytes)):
        if length > MOST_CHARACTERS:
            raise ExpressionError(f"a text of more than {MOST_CHARACTERS:,} characters")
    elif length > MOST_ITEMS:
        raise ExpressionError(f"a list of more than {MOST_ITEMS:,} items")


BINARY: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: add,
    ast.Sub: operator.sub,
    ast.Mult: multiply,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: remainder,
    ast.Pow: power,
    ast.LShift: shift_left,
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}
UNARY: Mapping[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
}


def _in(first: Any, second: Any) -> bool:
    return first in second


COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: _in,
    ast.NotIn: lambda first, second: first not in second,
}


def weigh_keys(keys: Any, budget: Budget) -> None:
    """Count the keys of a map or set. Numbers whose hashes are equal can be made at will, and then take time with their square."""
    count = sum(type(key) is not str for key in keys)
    budget.take((count * count >> 7) + len(keys))
