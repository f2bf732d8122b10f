"""A trampoline: functions that call each other to any depth without Python's stack. Each is a generator that yields a call and receives its
result."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")
Steps = Generator["Steps[Any]", Any, T]


def run(steps: Steps[T]) -> T:
    """Return the result of the outermost call. An exception goes to the caller, as with ordinary calls."""
    stack: list[Steps[Any]] = [steps]
    value: Any = None
    error: Exception | None = None
    while stack:
        try:
            if error is None:
                called = stack[-1].send(value)
            else:
                raised, error = error, None
                called = stack[-1].throw(raised)
        except StopIteration as end:
            stack.pop()
            value = end.value
        except Exception as problem:  # a waiting generator may handle it; without one, it leaves at the end
            stack.pop()
            value, error = None, problem
        else:
            stack.append(called)
            value = None
    if error is not None:
        raise error
    result: T = value
    return result
