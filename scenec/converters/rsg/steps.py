"""Functions that call each other as deep as the input nests, without Python's stack: each is a generator that yields the call it
waits for and gets its result back.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")
Steps = Generator["Steps[Any]", Any, T]


def run(steps: Steps[T]) -> T:
    """The result of the outermost call. What one raises goes to the one that waits for it, as with ordinary calls."""
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
        except Exception as problem:  # whoever waits for it may handle it; nobody: it leaves at the end
            stack.pop()
            value, error = None, problem
        else:
            stack.append(called)
            value = None
    if error is not None:
        raise error
    result: T = value
    return result
