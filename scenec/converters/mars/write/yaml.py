"""The same scene as YAML: a map of lists of maps, with the keys that XML has as elements.

A key that is written several times is a list there. Every value is a text in double quotes, whose escapes are those of JSON.
"""

from __future__ import annotations

import json
from typing import Any

from scenec.syntax.xml_printing import Out


def print_yaml(scene: Out) -> bytes:
    lines = []
    for section in scene.children:
        if section.text is not None:
            lines.append(f"{section.tag}: {_quoted(section.text)}")
            continue
        lines.append(f"{section.tag}:")
        if section.tag == "graphicOptions":
            _print_map(lines, _as_map(section), "  ", "  ")
            continue
        for entry in section.children:
            _print_map(lines, _as_map(entry), "  - ", "    ")
    return ("\n".join(lines) + "\n").encode()


def _as_map(entry: Out) -> dict[str, Any]:
    """An entry's keys. Entries are never deeper than a vector in them."""
    found: dict[str, Any] = dict(entry.attributes)
    for child in entry.children:
        value: Any = {part.tag: part.text or "" for part in child.children} if child.children else child.text or ""
        if child.tag in found:
            known = found[child.tag]
            found[child.tag] = [*known, value] if isinstance(known, list) else [known, value]
        else:
            found[child.tag] = value
    return found


def _print_map(lines: list[str], values: dict[str, Any], first: str, other: str) -> None:
    for i, (key, value) in enumerate(values.items()):
        lead = first if i == 0 else other
        if isinstance(value, dict):
            shown = "{" + ", ".join(f"{name}: {_quoted(part)}" for name, part in value.items()) + "}"
        elif isinstance(value, list):
            shown = "[" + ", ".join(_quoted(part) for part in value) + "]"
        else:
            shown = _quoted(value)
        lines.append(f"{lead}{key}: {shown}")


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
