"""The functions that expressions may call: Python's and those of ``math``.

A function whose result can be far larger than its values has limits. Others are called as they are, since values are weighed before
and after a call (`scenec.xacro.expressions`). What Python returns as an iterator is a list here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from scenec.xacro.limits import MOST_ITEMS, Budget, ExpressionError, refuse_bits, refuse_length
from scenec.xacro.values import DottedMap, Function, Functions, functions_of, text_of

_ITERABLE = (list, tuple, str, dict, set, frozenset, range)
_WIDEST = 1000
_MOST_SEPARATORS = 50
_LARGEST_FACTORIAL = 170

OF_MATH = (
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh", "degrees", "dist", "erf", "erfc",
    "exp", "exp2", "expm1", "fabs", "floor", "fmod", "frexp", "fsum", "gamma", "gcd", "hypot", "isclose", "isfinite", "isinf", "isnan",
    "isqrt", "ldexp", "lgamma", "log", "log10", "log1p", "log2", "modf", "nextafter", "pow", "radians", "remainder", "sin", "sinh", "sqrt",
    "tan", "tanh", "trunc", "ulp",
)  # fmt: skip
NUMBERS = {"pi": math.pi, "e": math.e, "tau": math.tau, "inf": math.inf, "nan": math.nan}


def items_of(value: Any) -> list[Any]:
    """What a list, text, map or range holds. Raises ExpressionError for anything else, and for too many."""
    if not isinstance(value, _ITERABLE):
        is_plain = isinstance(value, (int, float, type(None)))
        raise ExpressionError(f"{type(value).__name__} {str(value)[:40]!r} holds no items" if is_plain else "a function holds no items")
    refuse_length(len(value))
    return list(value)


def math_functions(budget: Budget) -> dict[str, Any]:
    """Names in ``math`` -> functions and numbers."""
    calls = {name: getattr(math, name) for name in OF_MATH if hasattr(math, name)}
    calls |= {name: _of_small(getattr(math, name)) for name in ("factorial", "comb", "perm")} | {"prod": _prod, "lcm": _lcm}
    return functions_of(budget, calls) | NUMBERS


def _of_small(call: Callable[..., int]) -> Callable[..., int]:
    """A function whose result grows like the factorial of its first value."""

    def limited(number: int, *others: int) -> int:
        if isinstance(number, int) and number > _LARGEST_FACTORIAL:
            raise ExpressionError(f"the number {number} is too large", f"at most {_LARGEST_FACTORIAL}")
        return call(number, *others)

    return limited


def _prod(values: Any, *, start: Any = 1) -> Any:
    numbers = items_of(values)
    refuse_bits(sum(each.bit_length() for each in (*numbers, start) if isinstance(each, int)))
    if any(not isinstance(each, (int, float)) for each in (*numbers, start)):
        raise ExpressionError("prod() of what are no numbers")
    return math.prod(numbers, start=start)


def _lcm(*numbers: int) -> int:
    refuse_bits(sum(each.bit_length() for each in numbers if isinstance(each, int)))
    return math.lcm(*numbers)


def _range(*bounds: int) -> range:
    found = range(*bounds)
    try:
        is_long = len(found) > MOST_ITEMS
    except OverflowError:
        is_long = True
    if is_long:
        raise ExpressionError(f"a range of more than {MOST_ITEMS:,} numbers")
    return found


def _round(number: Any, digits: int | None = None) -> Any:
    if isinstance(digits, int) and abs(digits) > _WIDEST:
        raise ExpressionError(f"round() to {digits} digits")
    return round(number, digits)


def _sum(values: Any, start: Any = 0) -> Any:
    numbers = items_of(values)
    if any(not isinstance(each, (int, float, complex)) for each in (*numbers, start)):
        raise ExpressionError("sum() of what are no numbers", hint="join lists with +")
    return sum(numbers, start)


def _isinstance(value: Any, kinds: Any) -> bool:
    every = kinds if isinstance(kinds, tuple) else (kinds,)
    if not all(isinstance(kind, Function) and kind.kind for kind in every):
        raise ExpressionError("isinstance() of no type", "str, int, float, bool, list, dict, tuple or set")
    return isinstance(value, tuple(kind.kind for kind in every))


def python_functions(budget: Budget) -> dict[str, Function]:
    """Names in ``python`` -> functions."""

    def new_map(*given: Any, **named: Any) -> dict[Any, Any]:
        pairs: list[Any]
        if given and isinstance(given[0], dict):
            pairs = list(given[0].items())
        else:
            pairs = [items_of(pair) for each in given for pair in items_of(each)]
        budget.weigh_keys([pair[0] for pair in pairs if pair])
        return dict(pairs, **named)

    def new_set(values: Any = ()) -> set[Any]:
        held = items_of(values)
        budget.weigh_keys(held)
        return set(held)

    types: dict[str, tuple[Callable[..., Any], type]] = {
        "list": (lambda values=(): items_of(values), list),
        "tuple": (lambda values=(): tuple(items_of(values)), tuple),
        "dict": (new_map, dict),
        "set": (new_set, set),
        "frozenset": (lambda values=(): frozenset(new_set(values)), frozenset),
        "str": (lambda value="": text_of(value), str),
        "int": (int, int),
        "float": (float, float),
        "bool": (bool, bool),
        "complex": (complex, complex),
        "slice": (slice, slice),
    }
    others: dict[str, Callable[..., Any]] = {
        "len": len, "min": min, "max": max, "abs": abs, "divmod": divmod, "ord": ord, "round": _round, "range": _range, "sum": _sum,
        "isinstance": _isinstance, "repr": lambda value: repr(value) if isinstance(value, str) else text_of(value),
        "all": lambda values: all(items_of(values)), "any": lambda values: any(items_of(values)),
        "filter": lambda call, values: list(filter(call, items_of(values))),
        "sorted": lambda values, **named: sorted(items_of(values), **named),
        "reversed": lambda values: items_of(values)[::-1],
        "map": lambda call, *values: list(map(call, *map(items_of, values))),
        "enumerate": lambda values, start=0: list(enumerate(items_of(values), start)),
        "zip": lambda *values: list(zip(*map(items_of, values), strict=False)),
    }  # fmt: skip
    return {name: Function(budget, name, call, kind) for name, (call, kind) in types.items()} | functions_of(budget, others)


def global_names(budget: Budget, xacro: Mapping[str, Any]) -> dict[str, Any]:
    """Names of expressions -> what they mean unless a property has the name. xacro: the members of the namespace of that name."""
    python, math_names = python_functions(budget), math_functions(budget)
    direct = ("list", "dict", "map", "len", "str", "float", "int", "bool", "min", "max", "round", "sorted", "range")
    return {
        **{name: python[name] for name in direct},
        **math_names,
        **{name: xacro[name] for name in ("load_yaml", "abs_filename", "dotify")},
        "python": Functions("python", python),
        "math": Functions("math", math_names),
        "xacro": Functions("xacro", xacro),
    }


def names_of_eval(budget: Budget) -> dict[str, Any]:
    """Names in ``$(eval ...)``, beside the arguments and what asks for files and variables."""
    python = python_functions(budget)
    return {
        **math_functions(budget),
        **{name: python[name] for name in ("list", "dict", "map", "str", "float", "int")},
        "true": True,
        "false": False,
    }


# ---------------------------------------------------------------- methods


def _joined(text: str, values: Any) -> str:
    pieces = items_of(values)
    refuse_length(sum(len(each) for each in pieces if isinstance(each, str)) + len(text) * len(pieces), str)
    return text.join(pieces)


def _replaced(text: str, old: str, new: str, count: int = -1) -> str:
    if isinstance(old, str) and isinstance(new, str):
        refuse_length(len(text) + text.count(old) * len(new), str)
    return text.replace(old, new, count)


def _padded(name: str) -> Callable[..., str]:
    def pad(text: str, width: int, *fill: str) -> str:
        if isinstance(width, int) and width > _WIDEST:
            raise ExpressionError(f"{name}() to {width} characters", f"at most {_WIDEST}")
        padded: str = getattr(text, name)(width, *fill)
        return padded

    return pad


_OF_TEXT = (
    "capitalize", "casefold", "count", "endswith", "find", "index", "isalnum", "isalpha", "isdecimal", "isdigit", "islower", "isnumeric",
    "isspace", "isupper", "lower", "lstrip", "partition", "removeprefix", "removesuffix", "rfind", "rindex", "rpartition", "rsplit",
    "rstrip", "split", "splitlines", "startswith", "strip", "swapcase", "title", "upper",
)  # fmt: skip
METHODS: Mapping[type, Mapping[str, Callable[..., Any]]] = {
    str: {
        **{name: getattr(str, name) for name in _OF_TEXT},
        **{name: _padded(name) for name in ("center", "ljust", "rjust", "zfill")},
        "join": _joined,
        "replace": _replaced,
    },
    list: {"count": list.count, "copy": list.copy, "index": list.index},
    tuple: {"count": tuple.count, "index": tuple.index},
    dict: {
        "copy": dict.copy,
        "get": dict.get,
        "items": lambda held: list(held.items()),
        "keys": lambda held: list(held.keys()),
        "values": lambda held: list(held.values()),
    },
    float: {"is_integer": float.is_integer},
    int: {"bit_length": int.bit_length},
}
"""Type -> the methods that expressions may call: none changes the value."""


def tokens(text: str, separators: str = ",; ", skip_empty: bool = True) -> list[str]:
    """The parts of a text between any of some characters (``xacro.tokenize``)."""
    if len(separators) > _MOST_SEPARATORS:
        raise ExpressionError(f"tokenize() with more than {_MOST_SEPARATORS} separators")
    first = separators[:1]
    for other in separators[1:]:
        text = text.replace(other, first)
    parts = text.split(first) if first else [text]
    return [part for part in parts if part or not skip_empty]


def dotted(value: Any) -> Any:
    """A value whose maps have dotted access (``xacro.dotify``)."""
    if isinstance(value, dict):
        return DottedMap((key, dotted(each)) for key, each in value.items())
    return [dotted(each) for each in value] if isinstance(value, list) else value
