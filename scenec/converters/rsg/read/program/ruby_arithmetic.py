"""Ruby's operators, and the few methods that scene files may use, on ints, floats and strings."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

from scenec.converters.rsg.read.program.ruby_tokens import RubyError

BINARY: tuple[tuple[str, ...], ...] = (("|", "^"), ("&",), ("<<", ">>"), ("+", "-"), ("*", "/", "%"))
"""Operators by precedence, lowest first. Powers and signs have a higher one."""

MOST_BITS = 4096
"""Largest size of any intermediate integer, in bits."""
LONGEST_TEXT = 10_000


def binary(sign: str, left: Any, right: Any, *, sign_only: bool = False) -> Any:
    """Return left sign right. sign_only: a minus in front of `right`. Raises RubyError."""
    if sign_only:
        return -_number(right)
    if isinstance(left, str) and sign == "+" and isinstance(right, str):
        if len(left) + len(right) > LONGEST_TEXT:
            raise RubyError(f"a text of more than {LONGEST_TEXT:,} characters")
        return left + right
    a, b = _number(left), _number(right)
    if sign in ("|", "^", "&", "<<", ">>") and not (isinstance(a, int) and isinstance(b, int)):
        raise RubyError(f"{sign} needs integers")
    try:
        result = _OPERATORS[sign](a, b)
    except OverflowError:
        raise RubyError("a number beyond what a float holds") from None
    if isinstance(result, int) and result.bit_length() > MOST_BITS:
        raise RubyError(f"an integer of more than {MOST_BITS} bits")
    return result


def _number(value: Any) -> int | float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        shown = repr(value)[:40] if isinstance(value, (str, bool)) else "nil" if value is None else "a list or table"
        raise RubyError(f"{shown} is no number")
    return value


def _divided(a: Any, b: Any) -> Any:
    """Return a / b as Ruby does: integers are rounded down, and a float may be divided by zero."""
    if isinstance(a, int) and isinstance(b, int):
        if not b:
            raise RubyError("divided by 0")
        return a // b
    if not b:
        return math.nan if not a or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1.0, b)
    return a / b


def _remainder(a: Any, b: Any) -> Any:
    if not b:
        if isinstance(a, int) and isinstance(b, int):
            raise RubyError("divided by 0")
        return math.nan
    if isinstance(a, float) and math.isinf(a):
        return math.nan
    return a % b


def _power(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int):
        if b < 0:
            raise RubyError("a fraction (an integer to a negative power); SimSpark takes only numbers and strings")
        if a.bit_length() * b > MOST_BITS and a not in (0, 1, -1):
            raise RubyError(f"an integer of more than {MOST_BITS} bits")
        return a ** (b if abs(a) > 1 else min(b, 2 + b % 2))
    if not a and b < 0:
        return math.inf
    try:
        result = a**b
    except OverflowError:
        return math.inf
    if isinstance(result, complex):
        raise RubyError("a complex number")
    return result


def _shifted(a: Any, b: Any) -> Any:
    if abs(b) > MOST_BITS:
        raise RubyError(f"a shift by more than {MOST_BITS} bits")
    return a << b if b >= 0 else a >> -b


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _divided,
    "%": _remainder,
    "**": _power,
    "|": lambda a, b: a | b,
    "&": lambda a, b: a & b,
    "^": lambda a, b: a ^ b,
    "<<": _shifted,
    ">>": lambda a, b: _shifted(a, -b),
}


def _rounded(value: Any, rounding: Callable[[float], int]) -> int:
    number = _number(value)
    if not math.isfinite(number):
        raise RubyError("no whole number: it is not finite")
    return rounding(number)


def _half_away(value: float) -> int:
    return math.floor(value + 0.5) if value >= 0 else -math.floor(0.5 - value)


def _extreme(choose: Callable[[list[Any]], Any]) -> Callable[[Any], Any]:
    def chosen(value: Any) -> Any:
        if not isinstance(value, list) or not value:
            raise RubyError("max and min need a list that holds something")
        return choose([_number(item) for item in value])

    return chosen


def _text(value: Any) -> str:
    if isinstance(value, str):
        return value
    return repr(_number(value))


METHODS: dict[str, Callable[[Any], Any]] = {
    "to_f": lambda value: float(_number(value)),
    "to_i": lambda value: _rounded(value, int),
    "to_s": _text,
    "abs": lambda value: abs(_number(value)),
    "floor": lambda value: _rounded(value, math.floor),
    "ceil": lambda value: _rounded(value, math.ceil),
    "round": lambda value: _rounded(value, _half_away),
    "max": _extreme(max),
    "min": _extreme(min),
}
"""Method name -> its function of the receiver."""


@cache
def functions_of_math() -> dict[str, Callable[..., float]]:
    one = ("sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log", "log10", "sinh", "cosh", "tanh")
    functions = {name: _function(getattr(math, name), 1) for name in one}
    return {**functions, "atan2": _function(math.atan2, 2), "hypot": _function(math.hypot, 2)}


def _function(function: Callable[..., float], count: int) -> Callable[..., float]:
    def called(*arguments: Any) -> float:
        if len(arguments) != count:
            raise RubyError(f"{len(arguments)} parameters where {count} are due")
        try:
            return function(*(float(_number(argument)) for argument in arguments))
        except (ValueError, OverflowError):
            raise RubyError("outside of what the function is defined for") from None

    return called
