"""Tokens of the part of Ruby that scene files use in `eval`."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

LONGEST = 10_000
"""Largest length of an expression, in characters."""


class RubyError(Exception):
    """An expression without a value. what: the reason, as a clause. hint: what to do, as a sentence."""

    def __init__(self, what: str, hint: str = "") -> None:
        super().__init__(what, hint)
        self.what = what
        self.hint = hint


class Token(msgspec.Struct, frozen=True, gc=False):
    """spaced: there is whitespace before it."""

    kind: Literal["number", "string", "name", "sign", "end"]
    text: str
    spaced: bool
    value: int | float | str = 0


_TOKEN = re.compile(
    r"""(?P<blank>[ \t\r\n]*)(?:
      (?P<float>(?:0|[1-9](?:_?\d)*)(?:\.\d(?:_?\d)*(?:[eE][+-]?\d+)?|[eE][+-]?\d+))
    | (?P<hex>0[xX][0-9a-fA-F](?:_?[0-9a-fA-F])*)
    | (?P<binary>0[bB][01](?:_?[01])*)
    | (?P<octal>0[oO]?(?:_?[0-7])+)
    | (?P<whole>0|[1-9](?:_?\d)*)
    | (?P<single>'(?:[^'\\]|\\.)*')
    | (?P<double>"(?:[^"\\#]|\\.|\#(?!\{))*")
    | (?P<name>[A-Za-z_][A-Za-z_0-9]*[?!]?)
    | (?P<sign>\*\*|::|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%^&|~()\[\],.<>!?:])
    )""",
    re.VERBOSE | re.DOTALL,
)

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "s": " ", "0": "\0", "e": "\x1b"}


def tokens_of(text: str) -> list[Token]:
    """Split an expression into tokens. Raises RubyError for invalid tokens (`.5`) and for text beyond arithmetic."""
    if len(text) > LONGEST:
        raise RubyError(f"the expression has {len(text):,} characters; {LONGEST:,} are read")
    text = text.strip(" \t\r\n")
    tokens, at = [], 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise RubyError(f"{text[at : at + 20]!r} is no arithmetic")
        tokens.append(_token(found))
        at = found.end()
        last = tokens[-1]
        if last.kind == "number" and at < len(text) and (text[at].isalnum() or text[at] == "_"):
            raise RubyError(f"{last.text + text[at : at + 20]!r} is no number")
    tokens.append(Token("end", "the end", True))
    return tokens


def _token(found: re.Match[str]) -> Token:
    kind = str(found.lastgroup)
    word = found[kind]
    spaced = bool(found["blank"])
    digits = word.replace("_", "")
    match kind:
        case "float":
            return Token("number", word, spaced, float(digits))
        case "hex" | "binary":
            return Token("number", word, spaced, int(digits, 0))
        case "octal":
            return Token("number", word, spaced, int(digits.lstrip("0oO") or "0", 8))
        case "whole":
            if len(digits) > 400:
                raise RubyError("a number of more than 400 digits")
            return Token("number", word, spaced, int(digits))
        case "single":
            return Token("string", word, spaced, re.sub(r"\\([\\'])", r"\1", word[1:-1]))
        case "double":
            return Token("string", word, spaced, re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), word[1:-1], flags=re.DOTALL))
        case "name":
            return Token("name", word, spaced)
        case _:
            return Token("sign", word, spaced)
