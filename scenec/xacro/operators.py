"""The operators of expressions, which refuse what would be too large before it is computed."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

from scenec.xacro.limits import ExpressionError, refuse_bits, refuse_length

_SEQUENCES = (str, list, tuple, bytes)
_WIDE = re.compile(r"%[-#0 +]*(?:\*|\d{3,}|\d*\.(?:\*|\d{3,}))|%\(")


def multiply(first: Any, second: Any) -> Any:
    if isinstance(first, int) and isinstance(second, int):
        refuse_bits(first.bit_length() + second.bit_length())
    for count, repeated in ((first, second), (second, first)):
        if isinstance(count, int) and isinstance(repeated, _SEQUENCES):
            refuse_length(len(repeated) * count, type(repeated))
    return first * second


def add(first: Any, second: Any) -> Any:
    if isinstance(first, _SEQUENCES) and isinstance(second, _SEQUENCES):
        refuse_length(len(first) + len(second), type(first))
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


COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda first, second: first in second,
    ast.NotIn: lambda first, second: first not in second,
}
