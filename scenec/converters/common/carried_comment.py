"""What a file carries, as a comment at its end: a line that says what it is, then one line per row, ``word {attributes} = JSON``.

In syntaxes whose comments are no values. Every row is one line of text that a person can read and edit.
"""

from __future__ import annotations

import json
import re

from scenec.converters.format import Carried, CarriedRow

HEAD = "scenec carries what this format cannot say; `scenec convert --carry` puts it back; version 1, from "
_HEAD = re.compile(re.escape(HEAD) + r"([\w.@-]*)[ \t]*$", re.MULTILINE)


def lines_of(carried: Carried) -> list[str]:
    """Without a double hyphen and without line breaks, so that they can stand in any comment."""
    lines = [HEAD + carried.source]
    for row in carried.rows:
        line = f"{row.word} {json.dumps(row.attributes, ensure_ascii=False)}" + (f" = {row.text}" if row.text else "")
        lines.append(line.replace("--", "-\\u002d"))
    return lines


def rows_in(text: str, prefix: str = "") -> Carried | None:
    """The last record that a text holds; lines that are no rows end it. prefix: what every line starts with."""
    heads = list(_HEAD.finditer(text))
    if not heads:
        return None
    rows = []
    for line in text[heads[-1].end() :].splitlines()[1:]:
        row = _row(line.removeprefix(prefix).strip())
        if row is None:
            break
        rows.append(row)
    return Carried(heads[-1].group(1), tuple(rows))


def _row(line: str) -> CarriedRow | None:
    word, _, rest = line.partition(" ")
    if not word.isalpha() or not rest.startswith("{"):
        return None
    try:
        attributes, end = json.JSONDecoder().raw_decode(rest)
    except (ValueError, RecursionError):
        return None
    if not all(isinstance(value, str) for value in attributes.values()):
        return None
    return CarriedRow(word, attributes, rest[end:].removeprefix(" = ").strip())


def without_record(data: bytes, start: bytes) -> bytes:
    """A file's content up to the record it ends with, if it has one. start: how the line before the head starts."""
    at = data.rfind(start + HEAD.encode())
    return data if at < 0 else data[:at]
