"""Carried values as a comment at the end of a file: a line that says what it is, then one line per row, ``word {attributes} = JSON``.

In syntaxes whose comments are no values. Every row is one line of text that a person can read and edit. `embed` and `found` are for
comments of XML, which SimRobot's text has, too.
"""

from __future__ import annotations

import json
import re

from scenec.accounting.ledger import Ledger
from scenec.converters.format import Carried, CarriedRow

START = "scenec carries what this format cannot say; `scenec convert --carry` puts it back; version "
HEAD = f"{START}1, from "
_HEAD = re.compile(re.escape(START) + r"(.*)$", re.MULTILINE)
_KNOWN = re.compile(r"1, from ([\w.@-]*)\s*")


def lines_of(carried: Carried) -> list[str]:
    """Without a double hyphen and without line breaks, so that they can stand in any comment."""
    lines = [HEAD + carried.source]
    for row in carried.rows:
        line = f"{row.word} {json.dumps(row.attributes, ensure_ascii=False)}" + (f" = {row.text}" if row.text else "")
        lines.append(line.replace("--", "-\\u002d").encode("utf-8", "replace").decode())
    return lines


def rows_in(text: str, prefix: str = "") -> Carried | None:
    """The last record that a text holds. prefix: what every line starts with; without one a comment's end ends it."""
    heads = list(_HEAD.finditer(text))
    if not heads:
        return None
    known = _KNOWN.fullmatch(heads[-1].group(1))
    if known is None:
        return Carried("", (), (heads[-1].group().strip(),))
    rows, damaged = [], []
    for line in text[heads[-1].end() :].split("\n")[1:]:
        if not line.startswith(prefix) or line.lstrip().startswith("-->"):
            break
        said = line.removeprefix(prefix).strip()
        row = _row(said)
        if row is not None:
            rows.append(row)
        elif said:
            damaged.append(said)
    return Carried(known.group(1), tuple(rows), tuple(damaged))


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
    at = data.rfind(start + START.encode())
    return data if at < 0 else data[:at]


def embed(data: bytes, carried: Carried) -> bytes:
    """Return a file with a record behind its root, instead of one that it has."""
    lines = "\n".join(lines_of(carried))
    return without_record(data, b"<!-- ") + f"<!-- {lines}\n-->\n".encode()


def found(data: bytes, ledger: Ledger) -> Carried | None:
    """Return the record of a file that was read, None without one. Its comment is then not counted as a comment."""
    carried = rows_in(data.decode("utf-8", "replace")) if START.encode() in data else None
    if carried is not None and ledger.documents:
        ledger.documents[0].comments = max(0, ledger.documents[0].comments - 1)
    return carried
