"""The texts that an expression of xacro takes its values from: arguments of calls, properties, arguments of the file.

A value that a macro made stands as ``${mass}`` in its body, and as a number in the call. The call is where it is changed for one use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scenec.source import Source
from scenec.syntax.splice import NotFoundError, SourceText, Span

_EXPRESSION = re.compile(r"\$\{([^}]*)\}|\$\(arg\s+([\w-]+)\s*\)")
_NAME = re.compile(r"[A-Za-z_]\w*")
_CALL = re.compile(r"called at (.+):(\d+):(\d+)$")
_STATED = re.compile(r"<\w+:(property|arg)\s[^<>]*>")


class Stated(NamedTuple):
    """A text of a file. file: its name in places."""

    file: str
    span: Span
    text: str


def names_in(text: str) -> set[str]:
    """The names that the expressions of a text use."""
    return {name for inner, argument in _EXPRESSION.findall(text) for name in ([argument] if argument else _NAME.findall(inner))}


def is_expression(text: str) -> bool:
    return _EXPRESSION.search(text) is not None


def calls_of(trail: Sequence[str]) -> list[Source]:
    """Where macros were called, the innermost call first: of a trail that is cut short, those that it names."""
    found = [_CALL.search(each) for each in trail]
    return [Source(each[1], int(each[2]), int(each[3])) for each in found if each is not None]


def stated_behind(raw: str, trail: Sequence[str], texts: Iterable[tuple[str, SourceText]]) -> Iterator[Stated]:
    """Yield the texts that an expression is worked out of, the innermost call first. raw: the text with the expression; trail: see
    `scenec.source.Source`; texts: the files, by the name that places call them."""
    files, names = dict(texts), names_in(raw)
    calls = calls_of(trail)
    for call in calls:
        if call.file not in files:
            return
        text = files[call.file]
        passed = set[str]()
        for name in sorted(names):
            try:
                span = text.value(call.line, call.column, name)
            except NotFoundError:
                passed.add(name)  # a property
                continue
            content = text.text[slice(*span)]
            if is_expression(content):
                passed |= names_in(content)
            else:
                yield Stated(call.file, span, content)
        names = passed
    if len(calls) < len(trail):
        return
    for file, text in files.items():
        for name in sorted(names):
            yield from _definitions(file, text, name)


def _definitions(file: str, text: SourceText, name: str) -> Iterator[Stated]:
    """Yield the value of a property, or the default of an argument of the file, where it is stated once."""
    found = [each for each in _STATED.finditer(text.text) if re.search(rf"\sname\s*=\s*[\"']{re.escape(name)}[\"']", each[0])]
    if len(found) != 1:
        return
    place = text.place(found[0].start())
    try:
        span = text.value(*place, "value" if found[0][1] == "property" else "default")
    except NotFoundError:
        return
    content = text.text[slice(*span)]
    if not is_expression(content):
        yield Stated(file, span, content)


def words_of(raw: str) -> list[str]:
    """Return the words of a text, expressions whole."""
    found, depth, start = [], 0, None
    for i, letter in enumerate(raw):
        depth += (letter == "{") - (letter == "}")
        if letter.isspace() and not depth:
            if start is not None:
                found.append(raw[start:i])
            start = None
        elif start is None:
            start = i
    return [*found, raw[start:]] if start is not None else found
