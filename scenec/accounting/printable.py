"""Fields of the scene that a format can say, as its writer prints them for some part. A dropped value of such a field is no fault of the
format, so its finding must not say that the format has no element for it.

The table of a format is `printed.txt` in its package, which `tests/test_printed_values.py` compares with what the writer prints. Where a
format can say a field of some parts only, `UNWRITTEN` of its module `unwritten` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pkgutil import get_data

import msgspec

from scenec.accounting.code import Code

Printable = Mapping[str, str]
"""``Class.field`` -> why some values of it are not printed, "" = all can be."""
TABLE = "printed.txt"
NOTHING: Callable[[], Printable] = dict
"""Of a format without a table."""
GENERAL = "{target} has no element for "
"""How the reason of a row begins that holds for a format which never says the value."""
NOT_WRITTEN = "This value was not written."
"""Sentence of findings about values that their targets can say. Such a finding is a fault of scenec, which tests look for."""


def printable(package: str, unwritten: Mapping[str, str], version: str) -> Printable:
    """Return the table of a format. package: of the format, with the file. unwritten: reasons by ``Class.field``. version: written."""
    return {field: unwritten.get(field, "") for field, versions in parsed(_text_of(package)).items() if not versions or version in versions}


@cache
def _text_of(package: str) -> str:
    return (get_data(package, TABLE) or b"").decode()


def parsed(text: str) -> dict[str, tuple[str, ...]]:
    """Return ``Class.field`` -> the versions that print it, () = all. A line has a class and its fields, with versions behind @."""
    found = {}
    for line in text.splitlines():
        name, *fields = line.split()
        for each in fields:
            field, _, versions = each.partition("@")
            found[f"{name}.{field}"] = tuple(versions.split(",")) if versions else ()
    return found


def rendered_table(versions_of: Mapping[str, tuple[str, ...]]) -> str:
    """The text of a table, whose classes and fields are sorted; see `parsed`."""
    lines: dict[str, list[str]] = {}
    for key in sorted(versions_of):
        name, _, field = key.partition(".")
        lines.setdefault(name, []).append("@".join(each for each in (field, ",".join(versions_of[key])) if each))
    return "".join(f"{name} {' '.join(fields)}\n" for name, fields in lines.items())


def true_row(row: Code, key: str, table: Printable) -> Code:
    """Return a row whose reason is true of a format. key: ``Class.field`` that was dropped."""
    reason = table.get(key)
    if reason is None:
        return row
    words = row.because.removeprefix(GENERAL)
    return msgspec.structs.replace(row, because=reason or f"{{target}} has an element for {words} {NOT_WRITTEN}")
