"""Prints SimRobot's text, which looks like XML and is not: see `scenec.syntax.simrobot_text` for the rules it obeys.

Same tree, same bytes: UTF-8 without a byte order mark or declaration, LF, two blanks a level (of 64), attributes in the order given,
long texts as a block of lines of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from scenec.assembly import Lines
from scenec.errors import WriteError
from scenec.syntax.simrobot_text import MAXIMUM_ATTRIBUTES, MAXIMUM_DEPTH
from scenec.syntax.xml_printing import Out

_UNSPEAKABLE = re.compile(r'["\\\0]')
"""Characters that no attribute can hold: SimRobot has neither entities nor escapes."""

_INDENTED = 64
"""Elements around a line that its indentation shows: with a thousand around each, a file would be blanks."""

_NAME = re.compile(r"[A-Za-z_:][A-Za-z0-9._:-]*", re.ASCII)


def print_simrobot(root: Out, before: Sequence[Out] = (), after: Sequence[Out] = ()) -> bytes:
    """The file. Never recurses, however deep the tree; the values are those of `Out`, as they shall be read back.

    before, after: comments outside the root.

    Raises WriteError for a value or text that SimRobot cannot read: quotes, backslashes, characters that are no text, more than 32
    attributes, elements nested too deep.
    """
    lines = Lines()
    try:
        _print((*before, root, *after), lines)
        return lines.finished()
    except UnicodeEncodeError:
        raise WriteError("a name holds a character that is no text (a lone surrogate)", hint="change it in the source") from None


def _print(parts: Sequence[Out], lines: Lines) -> None:
    stack: list[tuple[Out | str, int]] = [(each, 0) for each in reversed(parts)]
    while stack:
        out, depth = stack.pop()
        indent = "  " * min(depth, _INDENTED)
        if isinstance(out, str):
            lines.append(f"{indent}{out}")
            continue
        if not out.tag:
            _print_comment(out, indent, lines)
            continue
        if depth >= MAXIMUM_DEPTH:
            raise WriteError(f"<{out.tag}> would be nested deeper than {MAXIMUM_DEPTH:,} elements", hint="shorten the chain of joints")
        start = start_of(out)
        if out.text is None and not out.has_children:
            lines.append(f"{indent}<{start}/>")
            continue
        lines.append(f"{indent}<{start}>")
        if out.text is not None:
            for line in _text(out).split("\n"):
                lines.append(f"{indent}  {line}".rstrip())
        stack.append((f"</{out.tag}>", depth))
        stack.extend((child, depth + 1) for child in reversed(out.children))


def start_of(out: Out) -> str:
    """The start tag of an element without its brackets. Raises WriteError for values that SimRobot cannot read."""
    attributes = out.attributes
    if len(attributes) > MAXIMUM_ATTRIBUTES:
        raise WriteError(f"<{out.tag}> has more than {MAXIMUM_ATTRIBUTES} attributes, which SimRobot refuses")
    start = out.tag
    for name, value in attributes.items():
        if not _NAME.fullmatch(name) or _UNSPEAKABLE.search(value):
            what = f'the attribute {name} of <{out.tag}> cannot be "{value}"'
            raise WriteError(f"{what}: SimRobot has no spelling for quotes and backslashes", hint="change the name in the source")
        start += f' {name}="{value}"'
    return start


def _text(out: Out) -> str:
    text = out.text or ""
    if "<" in text:
        raise WriteError(f"the text of <{out.tag}> holds a <, which SimRobot takes for a tag")
    return text


def _print_comment(out: Out, indent: str, lines: Lines) -> None:
    """On lines of its own, or (with an attribute `beside`) on the line before. `-->` ends a comment wherever it stands."""
    text = (out.text or "").replace("-->", "-- >").replace("<!--", "< !--")
    said = [line.strip() for line in text.strip().splitlines()] or [""]
    if len(said) == 1:
        comment = f"<!-- {said[0]} -->" if said[0] else "<!-- -->"
        if "beside" in out.attributes and lines:
            lines.lengthen(f" {comment}")
        else:
            lines.append(f"{indent}{comment}")
        return
    lines.append(f"{indent}<!-- {said[0]}")
    for line in said[1:-1]:
        lines.append(f"{indent}     {line}".rstrip())
    lines.append(f"{indent}     {said[-1]} -->")
