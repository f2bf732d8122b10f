"""Values of expressions that are not plain Python ones: maps with dotted access, functions, and namespaces of functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scenec.xacro.limits import Budget, ExpressionError


class DottedMap(dict[Any, Any]):
    """A map of a YAML file: ``robot.arm.mass`` is ``robot['arm']['mass']``."""


class Function:
    """A function that expressions may call. budget: what it may take. name: as errors call it. call: gets values that were weighed. kind:
    the type of which it is the name, for ``isinstance``."""

    __slots__ = ("budget", "call", "kind", "name")

    def __init__(self, budget: Budget, name: str, call: Callable[..., Any], kind: type | None = None) -> None:
        self.budget = budget
        self.name = name
        self.call = call
        self.kind = kind

    def __call__(self, *values: Any) -> Any:
        """Call it for one of many values: what Python's ``map`` and ``sorted(key=...)`` do, unseen by the evaluator."""
        self.budget.take(5)
        return self.budget.weigh(self.call(*values))


def functions_of(budget: Budget, calls: Mapping[str, Callable[..., Any]]) -> dict[str, Function]:
    """The functions of some names."""
    return {name: Function(budget, name, call) for name, call in calls.items()}


class Functions:
    """A namespace of functions and numbers: ``math``, ``python``, ``xacro``."""

    __slots__ = ("members", "name")

    def __init__(self, name: str, members: Mapping[str, Any]) -> None:
        self.name = name
        self.members = members


def text_of(value: Any) -> str:
    """What a value is in an attribute or text. The caller has weighed it. Raises ExpressionError for functions."""
    if type(value) is str:
        return value
    if isinstance(value, (Function, Functions)):
        raise ExpressionError(f"{value.name} is a function, not a value", hint="call it with ()" if isinstance(value, Function) else "")
    try:
        return str(value)
    except ValueError as problem:  # a number of too many digits
        raise ExpressionError(str(problem)) from None


def literal(value: Any) -> Any:
    """What a property or parameter is when its text is a number, a flag or quoted; else the text."""
    if type(value) is not str:
        return value
    if len(value) >= 2 and value[0] == "'" and value[-1] == "'":
        return value[1:-1]
    if "_" in value:
        return value
    if value[:1] in _BEGIN_NUMBERS or not value.isascii():
        for kind in (int, float):
            try:
                return kind(value)
            except ValueError:
                continue
    return {"true": True, "True": True, "false": False, "False": False}.get(value, value)


_BEGIN_NUMBERS = frozenset("0123456789+-.iInN \t\r\n\f\v")
"""What a number, ``inf`` and ``nan`` begin with."""


def truth(value: Any, condition: str) -> bool:
    """Whether a condition holds. condition: as written. Raises ExpressionError for a text that is not true, false or a whole
    number."""
    if type(value) is not str:
        return bool(value)
    if value in ("true", "True"):
        return True
    if value in ("false", "False"):
        return False
    try:
        return bool(int(value))
    except ValueError:
        raise ExpressionError(f"the condition {condition[:80]!r} gives {value[:80]!r}", "true, false, or a whole number") from None
