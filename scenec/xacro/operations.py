"""Operations allowed in expressions: operators, functions and methods of Python, and ``math``. Nothing else of Python can be reached.

An operation whose result can be far larger than its values has limits here. Others are used as they are, since values are weighed
before and after (`scenec.xacro.expressions`). What Python returns as an iterator is a list here.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from functools import reduce
from itertools import islice
from typing import Any

import msgspec

from scenec.xacro.limits import MOST_BITS, MOST_CHARACTERS, MOST_ITEMS, Budget, ExpressionError, close_name, refuse_more

Call = Callable[..., Any]


class DottedMap(dict[Any, Any]):
    """A map of a YAML file: ``robot.arm.mass`` is ``robot['arm']['mass']``."""

    def __missing__(self, key: Any) -> Any:
        raise ExpressionError(f"the map has no key {str(key)[:60]!r}", "", close_name(key, self))


class Function(msgspec.Struct, frozen=True, eq=False):
    """A function that expressions may call, or Python's ``map`` and ``sorted(key=...)`` for them: each call is counted and weighed.

    name: as errors call it. of: the value whose method it is, None for none.
    """

    budget: Budget
    name: str
    call: Call
    of: Any = None

    def __call__(self, *values: Any, **named: Any) -> Any:
        weigh, given = self.budget.weigh, values if self.of is None else (self.of, *values)
        self.budget.take(5)
        for each in (*values, *named.values(), None if isinstance(self.of, dict) else self.of):  # looking into a large map is little work
            weigh(each)
        place, largest = LARGEST.get(self.call, (0, 0))
        if largest and any(isinstance(each, int) and abs(each) > largest for each in given[place : place + 1]):
            raise ExpressionError(f"the number {given[place]} is too large for {self.name}()", f"at most {largest}")
        if self.call in _HASHING and values:
            has_pairs = self.call is dict and not isinstance(values[0], dict)
            self.budget.weigh_keys([(*each, None)[0] if has_pairs else each for each in values[0]])
        try:
            return weigh(self.call(*given, **named))
        except TypeError as problem:
            is_internal = "<l" in str(problem) or "_" in str(problem)
            raise ExpressionError(f"{self.name}() does not take these values" if is_internal else str(problem)) from None

    def __repr__(self) -> str:
        raise ExpressionError(f"{self.name} is a function, not a value", hint="call it with ()")


# ---------------------------------------------------------------- operators


def _multiply(first: Any, second: Any) -> Any:
    for count, repeated in ((first, second), (second, first)):
        if isinstance(count, int) and isinstance(repeated, (str, bytes, list, tuple)):  # bytes: of a YAML file
            refuse_more(len(repeated) * count, MOST_CHARACTERS, "characters or items of a value")
    return first * second


def _limited(operation: Call, bits: Callable[[int, int], int]) -> Call:
    """An operation on two values. bits: how large its result is at least if they are whole numbers."""

    def limited(first: Any, second: Any) -> Any:
        if isinstance(first, int) and isinstance(second, int):
            refuse_more(bits(first, second), MOST_BITS, "bits of a number")
        return operation(first, second)

    return limited


def _remainder(first: Any, second: Any) -> Any:
    if isinstance(first, bytes) or (isinstance(first, str) and _WIDE.search(first)):
        raise ExpressionError(f"the format {first[:60]!r}", "widths and precisions of one or two digits, and no names")
    return first % second


_WIDE = re.compile(r"%[-#0 +]*(?:\*|\d{3,}|\d*\.(?:\*|\d{3,}))|%\(")

OPERATORS: Mapping[type[ast.AST], Call] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: _limited(_multiply, lambda first, second: first.bit_length() + second.bit_length() - 1),
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: _remainder,
    ast.Pow: _limited(operator.pow, lambda base, exponent: base.bit_length() * exponent if abs(base) > 1 else 0),
    ast.LShift: _limited(operator.lshift, lambda number, places: number.bit_length() + places),
    ast.RShift: operator.rshift,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
    ast.UAdd: operator.pos,
    ast.USub: operator.neg,
    ast.Not: operator.not_,
    ast.Invert: operator.invert,
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

# ---------------------------------------------------------------- functions


def _listed(call: Call) -> Call:
    return lambda *values, **named: list(islice(call(*values, **named), MOST_ITEMS + 1))


def _sum(values: Any, start: Any = 0) -> Any:
    if not all(isinstance(each, (int, float, complex)) for each in (*values, start)):
        raise ExpressionError("sum() of what are no numbers", hint="join lists with +")
    return sum(values, start)


def _isinstance(value: Any, kinds: Any) -> bool:
    types: Any = (kind.call if isinstance(kind, Function) else kind for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
    return isinstance(value, tuple(types))


def _joined(text: str, values: Any) -> str:
    pieces = [*values]
    characters = sum(len(each) for each in pieces if isinstance(each, str)) + len(text) * len(pieces)
    refuse_more(characters, MOST_CHARACTERS, "characters of a text")
    return text.join(pieces)


def _replaced(text: str, old: str, new: str, count: int = -1) -> str:
    if isinstance(old, str) and isinstance(new, str):
        refuse_more(len(text) + text.count(old) * len(new), MOST_CHARACTERS, "characters of a text")
    return text.replace(old, new, count)


def tokens(text: str, separators: str = ",; ", skip_empty: bool = True) -> list[str]:
    """The parts of a text between any of some characters (``xacro.tokenize``)."""
    refuse_more(len(separators), 50, "separators for tokenize()")
    parts = re.split(f"[{re.escape(separators)}]", text) if separators else [text]
    return [part for part in parts if part or not skip_empty]


def dotted(value: Any) -> Any:
    """A value whose maps have dotted access (``xacro.dotify``)."""
    if isinstance(value, dict):
        return DottedMap((key, dotted(each)) for key, each in value.items())
    return [dotted(each) for each in value] if isinstance(value, list) else value


PYTHON: Mapping[str, Call] = {
    **{kind.__name__: kind for kind in (list, tuple, dict, set, frozenset, str, int, float, bool, complex, slice, range)},
    **{call.__name__: call for call in (len, min, max, abs, divmod, ord, round, repr, all, any, sorted)},
    **{call.__name__: _listed(call) for call in (enumerate, filter, map, reversed, zip)},
    "sum": _sum,
    "isinstance": _isinstance,
}
# Rows of this table take a line or two each: a formatter would give every word a line.
# fmt: off
_OF_MATH = (
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "comb", "copysign", "cos", "cosh", "degrees", "dist", "e",
    "erf", "erfc", "exp", "exp2", "expm1", "fabs", "factorial", "floor", "fmod", "frexp", "fsum", "gamma", "gcd", "hypot", "inf", "isclose",
    "isfinite", "isinf", "isnan", "isqrt", "ldexp", "lgamma", "log", "log10", "log1p", "log2", "modf", "nan", "nextafter", "perm", "pi",
    "pow", "radians", "remainder", "sin", "sinh", "sqrt", "tan", "tanh", "tau", "trunc", "ulp",
)
# fmt: on
MATH: Mapping[str, Any] = {
    **{name: getattr(math, name) for name in _OF_MATH if hasattr(math, name)},  # some are not in every version of Python
    "prod": lambda values, *, start=1: reduce(OPERATORS[ast.Mult], values, start),
    "lcm": lambda *numbers: reduce(lambda first, second: OPERATORS[ast.Mult](math.lcm(first, second), 1), numbers, 1),
}


def functions_of(budget: Budget, table: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the names of a table mean in expressions."""
    return {name: Function(budget, name, each) if callable(each) else each for name, each in table.items()}


# ---------------------------------------------------------------- methods

# Rows of this table, too.
# fmt: off
_OF_TEXT = (
    "capitalize", "casefold", "center", "count", "endswith", "find", "index", "isalnum", "isalpha", "isdecimal", "isdigit", "islower",
    "isnumeric", "isspace", "isupper", "ljust", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "rfind", "rindex", "rjust",
    "rpartition", "rsplit", "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "upper", "zfill",
)
# fmt: on
METHODS: Mapping[type, Mapping[str, Call]] = {
    str: {**{name: getattr(str, name) for name in _OF_TEXT}, "join": _joined, "replace": _replaced},
    list: {"count": list.count, "copy": list.copy, "index": list.index},
    tuple: {"count": tuple.count, "index": tuple.index},
    dict: {"copy": dict.copy, "get": dict.get, "items": _listed(dict.items), "keys": _listed(dict.keys), "values": _listed(dict.values)},
    float: {"is_integer": float.is_integer},
    int: {"bit_length": int.bit_length},
}
"""Type -> the methods that expressions may call: none changes the value."""
LARGEST: Mapping[Call, tuple[int, int]] = {
    **dict.fromkeys((math.factorial, math.comb, math.perm), (0, 170)),
    **dict.fromkeys((round, str.center, str.ljust, str.rjust, str.zfill), (1, 1000)),
}
"""Functions whose results grow with a whole number among their values -> which value it is, and how large it may be."""
_HASHING = (dict, set, frozenset)
