"""Facts of the specification about the value at a place: whether a version has it, its default, and the values that readers accept."""

from __future__ import annotations

from functools import cache
from typing import Any

from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.versions import LATEST
from scenec.converters.sdformat.write.values import show_text
from scenec.syntax.kinds import Kind, KindError

_ORDINARY = 1e300
"""Smaller real numbers can always be written and read."""


class ValueFacts:
    """is_known: whether the version has the element or attribute. default, default_text: what an absent one stands for, None and "" if
    nothing; of what only later versions have, theirs."""

    __slots__ = ("_high", "_is_attribute", "_kind", "_low", "default", "default_text", "is_known")

    def __init__(self, path: str, version: str, as_was: bool) -> None:
        spoken = vocabulary.spoken(path, version, as_was)
        self.is_known = spoken is not None
        row = vocabulary.row(path, spoken or LATEST)
        self.default: Any = None if row is None else row.default
        self.default_text = "" if row is None else vocabulary.default(path, spoken or LATEST) or ""
        self._is_attribute = "@" in path
        self._kind, self._low, self._high = _range(path, spoken or version)

    def is_default(self, value: object) -> bool:
        """Return whether a (plain) value is what an absent one stands for."""
        if self.default is None or value is None:
            return False
        if isinstance(self.default, str):
            return show_text(value) == self.default_text
        return bool(value == self.default)

    def allows(self, value: object) -> bool:
        """Return whether readers accept a (plain) value: numbers in the range of the specification, no empty attributes."""
        if type(value) is float:
            if self._kind is None or (not self._low and not self._high and abs(value) < _ORDINARY):  # as most are
                return True
        elif self._is_attribute and isinstance(value, str) and not value.strip():
            return False
        elif type(value) not in (int, tuple) or value == () or self._kind is None:
            return True
        parts = value if isinstance(value, tuple) else (value,)
        if not all(isinstance(part, (int, float)) for part in parts):
            return True
        if self._low and any(part < least for part, least in zip(parts, self._low, strict=False)):
            return False
        if self._high and any(part > most for part, most in zip(parts, self._high, strict=False)):
            return False
        return all(isinstance(part, float) and abs(part) < _ORDINARY for part in parts) or _is_parsed(self._kind, show_text(value))


@cache
def value_facts(above: str, path: str, version: str, as_was: bool = False) -> ValueFacts:
    """Return the facts of the element or attribute at a path below another one. as_was: or in the first newer version that has it."""
    return ValueFacts(f"{above}/{path}", version, as_was)


def _is_parsed(kind: Kind[Any], text: str) -> bool:
    try:
        kind.parse(text)
    except KindError:
        return False
    return True


def _range(path: str, version: str) -> tuple[Kind[Any] | None, tuple[float, ...], tuple[float, ...]]:
    """Return the kind of a value and the bounds of its parts, by the newest specification, which readers follow."""
    row, fact = vocabulary.row(path) or vocabulary.row(path, version), vocabulary.fact(path) or vocabulary.fact(path, version)
    if row is None or fact is None:
        return None, (), ()
    low, high = (tuple(float(word) for word in (text or "").split()) for text in (fact.minimum, fact.maximum))
    return row.kind, low, high
