"""How much an expansion may do, and the errors of expressions. An untrusted file ends in an error before it takes much time or memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import msgspec

from scenec.errors import ScenecError, nearest

STEPS = 1_000_000
"""Steps of a whole expansion: about one for each node of an expression that is evaluated, each item of a list that is made or looked
through, and 32 characters of text. The largest robots of the corpus take 20,000."""
STEPS_OF_ELEMENT = 15
"""Steps of an element that is copied or executed."""
MOST_ITEMS = 100_000
"""Items of one value, with those of the lists in it."""
MOST_CHARACTERS = 1_000_000
"""Characters of one text."""
MOST_BITS = 10_000
"""Of a whole number: 3,000 digits."""
LONGEST_EXPRESSION = 20_000
"""Characters. Parameters of a macro: half as many."""
DEEPEST_EXPRESSION = 60
"""Nodes of the syntax tree of an expression, one in the other; and properties that are evaluated for each other's sake."""
DEEPEST_CALL = 400
"""Macros that call each other or themselves."""
DEEPEST_INCLUDE = 50
"""Files that include each other."""


class ExpressionError(ScenecError):
    """A fault of an expression, text or element, which `expand` raises as a ReadError. source: where its text stands, None where that
    stands which is being evaluated. expression: the innermost one."""

    def __init__(self, what: str, expected: str = "", nearest: str = "", hint: str = "") -> None:
        super().__init__(what if len(what) <= _LONGEST_MESSAGE else f"{what[:_LONGEST_MESSAGE]}...", None, expected, nearest, hint)
        self.expression = ""


def refuse_more(amount: int, most: int, what: str, hint: str = "") -> None:
    """Raise ExpressionError where an amount exceeds its limit."""
    if amount > most:
        raise ExpressionError(f"more than {most:,} {what}", hint=hint)


class Budget(msgspec.Struct):
    """Steps left in an expansion."""

    left: int = STEPS

    def take(self, steps: int) -> None:
        """Raises ExpressionError where nothing is left."""
        self.left -= steps
        if self.left < 0:
            raise ExpressionError(f"the expansion takes more than {STEPS:,} steps", hint="expand smaller parts, or use fewer repetitions")

    def weigh(self, value: Any) -> Any:
        """Return the value. Raises ExpressionError for one that is too large, also where a list that is in it many times makes it so."""
        if type(value) in _LIGHT:
            return value
        waiting: list[Any] = [value]
        count = characters = 0
        while waiting:
            each = waiting.pop()
            if type(each) is str or type(each) is bytes:
                characters += len(each)
            elif type(each) is int:
                refuse_more(each.bit_length(), MOST_BITS, "bits of a number")
                characters += each.bit_length() >> 2
            elif isinstance(each, _HOLDING):
                count += len(each)
                refuse_more(count, MOST_ITEMS, "items of a value")
                waiting.extend(each if type(each) is not range else ())
                waiting.extend(each.values() if isinstance(each, dict) else ())
        self.take(count)
        self.weigh_text(characters)
        return value

    def weigh_text(self, characters: int) -> None:
        """Count the characters of a text. Raises ExpressionError for too many."""
        refuse_more(characters, MOST_CHARACTERS, "characters of a text")
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


_LONGEST_MESSAGE = 300
_LONGEST_NAME = 60
_MOST_NAMES = 2000
_LIGHT = frozenset({float, bool, type(None), complex})
_HOLDING = (list, tuple, dict, set, frozenset, range)
