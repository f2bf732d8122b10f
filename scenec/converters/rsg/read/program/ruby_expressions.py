"""Evaluates the expressions of `(eval ...)`: Ruby arithmetic, constants and indices. It is no Ruby interpreter.

Every text gives a value or a RubyError, in linear time except for powers, whose size is limited. SimSpark (gcvalue.cpp) passes on an
Integer of 32 bits or a String as its text, and a Float as float32 with six significant digits. Any other value fails.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Mapping, Sequence
from typing import Any

from scenec.converters.rsg.read.program.ruby_arithmetic import BINARY, METHODS, binary, functions_of_math
from scenec.converters.rsg.read.program.ruby_tokens import RubyError, Token, tokens_of
from scenec.converters.rsg.read.program.trampoline import Steps, run
from scenec.errors import nearest

HINT = "Give the application's Ruby constants with --constants FILE.json."


def evaluate(text: str, constants: Mapping[str, Any]) -> str:
    """Return the value of an expression as text. constants: name -> number, text, list or mapping. Raises RubyError."""
    return as_parameter(run(_Parser(tokens_of(text), constants).expression()))


def requires_constants(text: str) -> bool:
    """Return whether the expression has a value only with the constants of the application."""
    try:
        evaluate(text, {})
    except RubyError:
        return True
    return False


def factors_of_zero(parts: Sequence[str], result: str, constants: Mapping[str, Any]) -> list[int]:
    """Return which parts of an expression with a result of 0 are numbers that could be any other: it multiplies them by 0, or divides 0."""
    if result not in _ZEROS or len(parts) > MOST_PARTS or not ("*" in parts or "/" in parts):
        return []
    return [at for at, part in enumerate(parts) if _NUMERAL.fullmatch(part) and _is_any(parts, at, constants)]


MOST_PARTS = 32
"""Of an expression whose numbers are looked at one by one: each takes as long as the whole."""
_ZEROS = ("0", "-0")
_NUMERAL = re.compile(r"-?\d+(\.\d+)?")


def _is_any(parts: Sequence[str], at: int, constants: Mapping[str, Any]) -> bool:
    number = float(parts[at])
    for other in (number * 1.7 + 0.3, -number - 1.9):
        try:
            if evaluate(" ".join([*parts[:at], repr(other), *parts[at + 1 :]]), constants) not in _ZEROS:
                return False
        except RubyError:
            return False
    return True


def lost_digits(result: str) -> bool:
    """Return whether digits before the decimal point were lost by rounding to six digits."""
    return result.endswith(tuple(f"e+{exponent:02d}" for exponent in range(6, 39)))


def as_parameter(value: Any) -> str:
    """Return a Ruby value as the text of a parameter."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        return _float32(value)
    if isinstance(value, int) and not isinstance(value, bool):
        if not -(2**31) <= value < 2**31:
            raise RubyError(f"the value {_short(value)} is beyond 32 bits, on which SimSpark crashes")
        return str(value)
    raise RubyError(f"the value is {_described(value)}; SimSpark takes only numbers and strings")


def _float32(value: float) -> str:
    """Return a float as C++ streams print it: single precision, six significant digits."""
    if not math.isfinite(value):
        return f"{value:g}"
    try:
        (single,) = struct.unpack("f", struct.pack("f", value))
    except OverflowError:
        single = math.copysign(math.inf, value)
    return f"{single:.6g}"


def _short(value: int) -> str:
    return str(value) if abs(value) < 10**30 else f"of {value.bit_length()} bits"


def _described(value: Any) -> str:
    words = {bool: "true or false", list: "a list", dict: "a table"}
    return "nil" if value is None else next((text for kind, text in words.items() if isinstance(value, kind)), "neither")


class _Parser:
    """Recursive descent by precedence, on a trampoline (see `trampoline`), so that brackets may nest to any depth."""

    def __init__(self, tokens: list[Token], constants: Mapping[str, Any]) -> None:
        self.tokens = tokens
        self.at = 0
        self.constants = constants

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def sees(self, *signs: str) -> bool:
        return self.token.kind == "sign" and self.token.text in signs

    def expect(self, sign: str) -> None:
        if not self.sees(sign):
            raise RubyError(f"{self.token.text!r} where {sign!r} is due")
        self.at += 1

    def expression(self) -> Steps[Any]:
        if len(self.tokens) == 1:
            raise RubyError("the expression is empty")
        value = yield self.level(0)
        if self.token.kind != "end":
            raise RubyError(f"{self.token.text!r} is not expected here")
        return value

    def level(self, level: int) -> Steps[Any]:
        """Parse binary operators of one precedence, and all with a higher one."""
        if level == len(BINARY):
            return (yield self.signed())
        left = yield self.level(level + 1)
        while self.sees(*BINARY[level]):
            sign = self.take().text
            left = binary(sign, left, (yield self.level(level + 1)))
        return left

    def signed(self) -> Steps[Any]:
        """Parse signs, which have a higher precedence than products and a lower one than powers: -2 ** 2 is -4."""
        if self.sees("-"):
            self.at += 1
            return binary("-", 0, (yield self.signed()), sign_only=True)
        if self.sees("+"):
            self.at += 1
            return (yield self.signed())
        base = yield self.primary()
        if self.sees("**"):
            self.at += 1
            return binary("**", base, (yield self.signed()))
        return base

    def primary(self) -> Steps[Any]:
        token = self.take()
        if token.kind in ("number", "string"):
            value: Any = token.value
        elif token.kind == "name":
            value = yield self.named(token.text)
        elif token.kind == "sign" and token.text == "(":
            value = yield self.level(0)
            self.expect(")")
        elif token.kind == "sign" and token.text == "[":
            value = yield self.listed("]")
        else:
            raise RubyError(
                f"{token.text!r} where a value is due" + (" (Ruby requires a digit before the point)" if token.text == "." else "")
            )
        while self.sees("[", ".", "::") and not (self.sees("[") and self.token.spaced and isinstance(value, (int, float))):
            value = yield self.after(value)
        return value

    def listed(self, end: str) -> Steps[list[Any]]:
        values: list[Any] = []
        while not self.sees(end):
            values.append((yield self.level(0)))
            if not self.sees(","):
                break
            self.at += 1
        self.expect(end)
        return values

    def after(self, value: Any) -> Steps[Any]:
        """Parse ``[index]``, ``.member``, ``::Member`` or ``.method`` behind a value."""
        if self.take().text == "[":
            (index,) = _one((yield self.listed("]")))
            return _element(value, index)
        name = self.take()
        if name.kind != "name":
            raise RubyError(f"{name.text!r} where a name is due")
        if isinstance(value, Mapping):
            if name.text not in value:
                raise RubyError(f"no constant {name.text!r}", _did_you_mean(name.text, value))
            return value[name.text]
        if name.text not in METHODS:
            raise RubyError(f"no method {name.text!r} here", "scenec evaluates arithmetic only.")
        if self.sees("(") and not self.token.spaced:
            self.at += 1
            if (yield self.listed(")")):
                raise RubyError(f"{name.text} takes no parameters here")
        return METHODS[name.text](value)

    def named(self, name: str) -> Steps[Any]:
        if name in self.constants:
            return self.constants[name]
        if name == "Math" and self.sees(".", "::"):
            return (yield self.mathematics())
        if name in ("true", "false", "nil"):
            return {"true": True, "false": False, "nil": None}[name]
        raise RubyError(f"unknown constant {name!r}", _did_you_mean(name, self.constants))

    def mathematics(self) -> Steps[Any]:
        self.at += 1
        name = self.take().text
        if name in ("PI", "E"):
            return math.pi if name == "PI" else math.e
        function = functions_of_math().get(name)
        if function is None:
            raise RubyError(f"no function Math.{name}", _did_you_mean(name, functions_of_math()))
        if self.sees("(") and not self.token.spaced:
            self.at += 1
            arguments = yield self.listed(")")
        else:  # without brackets the rest of the expression is the argument
            arguments = [(yield self.level(0))]
        return function(*arguments)


def _one(values: list[Any]) -> list[Any]:
    if len(values) != 1:
        raise RubyError(f"{len(values)} indices where one is due")
    return values


def _element(value: Any, index: Any) -> Any:
    if isinstance(value, Mapping):
        if index not in value if isinstance(index, str) else True:
            raise RubyError(f"no key {index!r}", _did_you_mean(str(index), value))
        return value[index]
    if isinstance(value, (list, tuple)):
        if not isinstance(index, (int, float)) or not math.isfinite(index) or not -len(value) <= int(index) < len(value):
            raise RubyError(f"no element {index!r} in a list of {len(value)}")
        return value[int(index)]
    raise RubyError(f"{_described(value)} of a number or text has no elements" if value is None else "a number or text has no elements")


def _did_you_mean(name: str, known: Mapping[str, Any]) -> str:
    near = nearest(name, list(known))
    return f"Did you mean {near}? Otherwise: {HINT}" if near else HINT
