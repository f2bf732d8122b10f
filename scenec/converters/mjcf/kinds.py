"""Values as MuJoCo spells them: numbers apart by white space, words in small letters (src/xml/xml_util.cc)."""

from __future__ import annotations

import math
import re

from scenec.converters.mjcf.vocabulary import Attribute
from scenec.errors import nearest
from scenec.syntax.kinds import KindError

NUMBERS = ("double", "float")
_NOT_A_NUMBER = re.compile(r"[+-]?(?:inf(?:inity)?|nan(?:\(\w*\))?)", re.IGNORECASE)
_HEXADECIMAL = re.compile(r"[+-]?0[xX](?:[0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?|\.[0-9a-fA-F]+)(?:[pP][+-]?\d+)?")
_DECIMAL = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_PLAIN = re.compile(r"[-+\d. ]+", re.ASCII)
"""Texts without letters, which `float` reads if they are numbers."""
_WHOLE = re.compile(r"[+-]?\d+", re.ASCII)
_BLANKS = " \t\r\n\v\f"
_READ: dict[str, tuple[float, ...]] = {}
"""Numbers of short texts that were read: they stand in many attributes, and each is looked at several times."""
_SHORT, _MANY = 100, 10_000
_LARGEST = 2**31


def numbers(text: str) -> tuple[float, ...]:
    """Return the numbers of a text. Each must be one to its end, as C's strtod reads it. Raises KindError."""
    found = _READ.get(text)
    if found is None:
        found = _parsed(text)
        if len(text) <= _SHORT:
            if len(_READ) >= _MANY:
                _READ.clear()
            _READ[str.__str__(text)] = found
    return found


def _parsed(text: str) -> tuple[float, ...]:
    tokens = text.split()
    if _PLAIN.fullmatch(text):  # as with most
        try:
            found = tuple(map(float, tokens))
        except ValueError:
            found = ()
        if found and max(map(abs, found)) < math.inf:
            return found
    return tuple([_number(token) for token in tokens])


def _number(token: str) -> float:
    if _DECIMAL.fullmatch(token):
        value = float(token)
        if math.isinf(value):
            raise KindError(f"{token!r} is too large", "a number of double precision")
        return value
    if _HEXADECIMAL.fullmatch(token):
        try:
            return float.fromhex(token)
        except OverflowError:
            raise KindError(f"{token[:40]!r} is too large", "a number of double precision") from None
    if _NOT_A_NUMBER.fullmatch(token):
        return float(token.partition("(")[0])
    raise KindError(f"{token!r} is no number", "numbers apart by blanks")


def wholes(text: str) -> tuple[int, ...]:
    """Return the whole numbers of a text. Raises KindError, also for ``3.0``."""
    if len(text) == 1 and text in "0123456789":  # as with most
        return (int(text),)
    found = []
    for token in text.split():
        if not _WHOLE.fullmatch(token) or len(token) > 11 or not -_LARGEST <= int(token) < _LARGEST:
            raise KindError(f"{token!r} is no whole number", "whole numbers apart by blanks")
        found.append(int(token))
    return tuple(found)


def check(attribute: Attribute, text: str) -> None:
    """Raise KindError for a text that MuJoCo refuses in an attribute."""
    kind = attribute.type
    if kind in NUMBERS or kind == "int":
        _check_numbers(attribute, numbers(text) if kind in NUMBERS else wholes(text))
    elif kind == "bool":
        _check_word(text, ("true", "false"))
    elif kind == "enum":
        _check_word(text, attribute.values)
    elif kind == "flags":
        for word in text.split():
            _check_word(word, attribute.values)


def _check_numbers(attribute: Attribute, found: tuple[float, ...]) -> None:
    least, most = attribute.lengths
    if len(found) < least or len(found) > most >= 0:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise KindError(f"{len(found)} numbers", f"{wanted} number{'s' if wanted != '1' else ''}")
    if attribute.positive and any(each <= 0 for each in found):
        raise KindError("a number is not positive", "numbers above 0")
    if attribute.min and any(each < float(attribute.min) for each in found):
        raise KindError("a number is too small", f"numbers of at least {attribute.min}")
    if attribute.max and any(each > float(attribute.max) for each in found):
        raise KindError("a number is too large", f"numbers of at most {attribute.max}")


def _check_word(text: str, words: tuple[str, ...]) -> None:
    if text not in words:
        raise KindError(f"unknown word {text!r}", f"one of {', '.join(words)}", nearest(text, words))


def is_blank(text: str) -> bool:
    """Return whether an attribute counts as absent."""
    return not text.strip(_BLANKS)
