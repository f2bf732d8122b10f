"""How much an expansion may do, and the errors of expressions. A file that nobody trusts ends in an error before it takes long or much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from scenec.errors import nearest
from scenec.source import Source

STEPS = 1_000_000
"""What a whole expansion may take: about one for each node of an expression that is evaluated, each item of a list that is made or looked
through, and 32 characters of text. The largest robots of the corpus take 20,000."""
STEPS_OF_ELEMENT = 15
"""What an element takes that is copied or carried out."""
MOST_ITEMS = 100_000
"""Items of one value, with those of the lists in it."""
MOST_CHARACTERS = 1_000_000
"""Characters of one text."""
MOST_BITS = 10_000
"""Of a whole number: 3,000 digits."""
LONGEST_EXPRESSION = 20_000
"""Characters."""
DEEPEST_EXPRESSION = 60
"""Nodes of the syntax tree of an expression, one in the other."""
DEEPEST_PROPERTY = 60
"""Properties that are evaluated for each other's sake."""
DEEPEST_CALL = 400
"""Macros that call each other or themselves."""
DEEPEST_INCLUDE = 50
"""Files that include each other."""


class ExpressionError(Exception):
    """What is wrong with an expression or text. expression: the innermost one. place: where its text stands, None where that stands which
    is being evaluated."""

    def __init__(self, what: str, expected: str = "", nearest: str = "", hint: str = "") -> None:
        super().__init__(what)
        self.what = what if len(what) <= _LONGEST_TOLD else f"{what[:_LONGEST_TOLD]}..."
        self.expected = expected
        self.nearest = nearest
        self.hint = hint
        self.expression = ""
        self.place: Source | None = None


def refuse_bits(bits: int) -> None:
    """Raise ExpressionError where a whole number of this size would be too large."""
    if bits > MOST_BITS:
        raise ExpressionError(f"a number of more than {MOST_BITS:,} bits")


def refuse_length(length: int, kind: type = list) -> None:
    """Raise ExpressionError where a text, or a list, map or range of this length would be too long."""
    if kind in (str, bytes):
        if length > MOST_CHARACTERS:
            raise ExpressionError(f"a text of more than {MOST_CHARACTERS:,} characters")
    elif length > MOST_ITEMS:
        raise ExpressionError(f"a value of more than {MOST_ITEMS:,} items")


class Budget:
    """What is left of the steps of an expansion."""

    __slots__ = ("left",)

    def __init__(self, steps: int = STEPS) -> None:
        self.left = steps

    def take(self, steps: int) -> None:
        """Raises ExpressionError where nothing is left."""
        self.left -= steps
        if self.left < 0:
            raise ExpressionError(f"the expansion takes more than {STEPS:,} steps", hint="expand smaller parts, or use fewer repetitions")

    def weigh(self, value: Any) -> Any:
        """Return the value. Raises ExpressionError for one that is too large, also where a list that is in it many times makes it so."""
        kind = type(value)
        if kind in _LIGHT:
            return value
        if kind is int:
            refuse_bits(value.bit_length())
            return value
        if kind is str:
            self.weigh_text(len(value))
            return value
        waiting: list[Any] = [value]
        count = characters = 0
        while waiting:
            each = waiting.pop()
            kind = type(each)
            if kind is str or kind is bytes:
                characters += len(each)
            elif kind is int:
                characters += each.bit_length() >> 2
            elif isinstance(each, (list, tuple, dict, set, frozenset, range)):
                count += len(each)
                refuse_length(count)
                if kind is not range:
                    waiting.extend(each)
                if isinstance(each, dict):
                    waiting.extend(each.values())
        self.take(count)
        self.weigh_text(characters)
        return value

    def weigh_text(self, characters: int) -> None:
        """Count the characters of a text. Raises ExpressionError for too many."""
        refuse_length(characters, str)
        self.take(characters >> 5)

    def weigh_keys(self, keys: Sequence[Any]) -> None:
        """Count the keys of a map or set. Numbers whose hashes are equal can be made at will, and then take time with their square."""
        count = sum(type(key) is not str for key in keys)
        self.take((count * count >> 7) + len(keys))


def close_name(word: object, names: Iterable[object]) -> str:
    """The name nearest to a misspelt one, "" for none. Looks at few and short names only: a file can have any."""
    if not isinstance(word, str) or len(word) > _LONGEST_NAME:
        return ""
    return nearest(word, [name for name in islice(names, _MOST_NAMES) if isinstance(name, str) and len(name) <= _LONGEST_NAME])


_LONGEST_TOLD = 300
_LONGEST_NAME = 60
_MOST_NAMES = 2000
_LIGHT = frozenset({float, bool, type(None), complex})
