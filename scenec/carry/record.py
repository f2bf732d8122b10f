"""Carried values, as rows: each a word, a few attributes and one JSON value, so that a person can read and edit them in any format.

``value``  what the source says and is lost in the file: `of` which part, which `field`, and as attribute `was` what the file itself says
           of it (missing: nothing). The text ``null``: the source says nothing where the file says something.
``told``   the same for what is no loss: the file says it in another way (friction of pairs as coefficients) or need not say it.
``part``   a part that the file lacks altogether: `of` its key, `in` its owner, `field` where it stands in it.
``made``   a part that the file has and the source has not; the text is its fingerprint: it is taken out again unless it was edited.
``name``   the file calls the part `of` otherwise: the text is its key there. With `in` and `field`: it belongs to another owner.
``form``   how the source tells what the file tells too: the frame, the digits. It counts only while both mean the same.
``order``  the order of the parts in the `field` of `of`.

Where `was` is about a shape with a mesh, it has a word for what is in the mesh (`scenec.carry.showing`); the numbers of a carried mesh may
be told by those of one that the file has (`scenec.carry.mesh_matching`), and its file lies where the field `found` says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import msgspec

from scenec.carry.values import parsed, written
from scenec.converters.format import Carried, CarriedRow

SCHEMA = "scenec.carried/1"
WORDS = ("value", "told", "part", "made", "name", "form", "order")
LONG = 160
"""Characters; a longer value is named by its fingerprint where only its being the same matters."""


def fingerprint(data: Any) -> str:
    """A short word for some JSON data, the same if only last digits of numbers differ."""
    data = _rounded(data)
    return "#" + hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


def _rounded(data: Any) -> Any:
    if isinstance(data, list):
        return [_rounded(each) for each in data]
    if isinstance(data, dict):
        return {name: _rounded(each) for name, each in data.items()}
    return float(f"{data:.12g}") + 0.0 if type(data) in (int, float) else data


def remembered(data: Any) -> str:
    """A value as it is compared with later: itself, or the fingerprint of a long one."""
    text = written(data)
    return text if len(text) <= LONG else written(fingerprint(data))


def is_remembered(data: Any, text: str) -> bool:
    """Whether a value is the one that was remembered."""
    if remembered(data) == text:
        return True
    try:
        return _close(parsed(text), data)
    except ValueError:
        return False


def _close(a: Any, b: Any) -> bool:
    """Equal up to the last digits, which a file may have been rewritten with. However small a number is, a twelfth digit counts."""
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(_close(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_close(a[name], b[name]) for name in a)
    if type(a) in (int, float) and type(b) in (int, float):
        return bool(abs(a - b) <= 1e-12 * max(abs(a), abs(b)))
    return bool(a == b)


def row(word: str, attributes: Mapping[str, str], data: Any = None) -> CarriedRow:
    """A row; no data, no text."""
    return CarriedRow(word, dict(attributes), "" if word == "part" else written(data))


def to_json(carried: Carried, about: str) -> bytes:
    """A record as a file of its own. about: the name of the file that it belongs to."""
    head = f'{{"schema": "{SCHEMA}", "file": {written(about)}, "source": {written(carried.source)}, "rows": [\n'
    lines = [written([each.word, each.attributes, each.text]) for each in carried.rows]
    return (head + ",\n".join(lines) + "\n]}\n").encode("utf-8", "replace")


def from_json(data: bytes) -> tuple[Carried | None, str]:
    """Return what `to_json` wrote, and of which file; None for anything else."""
    try:
        content = parsed(data.decode())
        if content["schema"] != SCHEMA:
            return None, ""
        rows = msgspec.convert(content["rows"], list[tuple[str, dict[str, str], str]])
        return Carried(str(content["source"]), tuple(CarriedRow(*each) for each in rows)), str(content["file"])
    except (ValueError, KeyError, TypeError, msgspec.ValidationError):
        return None, ""
