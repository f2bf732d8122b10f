"""The support matrix of formats, and what is lost in principle from one format to another.

`matrix.json` holds it: ``python scripts/generate_docs.py`` computes it anew by writing a small scene for each concept.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

FILE = os.path.join(os.path.dirname(__file__), "matrix.json")
SUPPORT = {
    "full": "means the same in it",
    "adapted": "is there in part, or as something else",
    "carried": "travels with --carry, and is not simulated",
    "no": "has no place in it",
}
"""Meaning of the words of the matrix."""
WIDTH = 110


def support() -> dict[str, Any]:
    """The whole file: `formats`, `concepts` with a cell per format, `pairs` with a row per concept of the source format."""
    import msgspec

    with open(FILE, "rb") as file:
        data: dict[str, Any] = msgspec.json.decode(file.read())
    return data


def matrix_data() -> dict[str, Any]:
    """The matrix for programs, schema ``scenec.matrix/1``."""
    data = support()
    return {key: data[key] for key in ("schema", "formats", "concepts")}


def matrix_text() -> str:
    """The matrix as a table of text, a block per group."""
    data = support()
    names = [each["name"] for each in data["formats"]]
    wide = max(len(row["concept"]) for row in data["concepts"]) + 2
    widths = [max(len(name), 7) + 2 for name in names]
    lines, group = [], ""
    for row in data["concepts"]:
        if row["group"] != group:
            group = row["group"]
            heads = "".join(name.ljust(width) for name, width in zip(names, widths, strict=True))
            lines += ["", f"{group:<{wide + 2}}{heads}".rstrip()]
        cells = "".join(row["cells"][name]["support"].ljust(width) for name, width in zip(names, widths, strict=True))
        lines.append(f"  {row['concept']:<{wide}}{cells}".rstrip())
    legend = [f"{word}: {meaning}" for word, meaning in SUPPORT.items()]
    return "\n".join([*lines[1:], "", *legend, "scenec explain A B gives the reasons, from one format to another."]) + "\n"


def pair_lines(source: str, target: str, titles: tuple[str, str]) -> list[str]:
    """Return what becomes of each concept of one format in another, lost things first. source, target: names of formats."""
    data = support()
    rows = data["pairs"].get(f"{source} {target}", [])
    found: dict[str, list[Mapping[str, str]]] = {}
    for row in rows:
        found.setdefault(row["support"], []).append(row)
    counts = {word: len(found.get(word, ())) for word in SUPPORT}
    lost = counts["no"] + counts["carried"]
    every, known = len(data["concepts"]), len(rows)
    total = (
        f"{titles[0]} can say {known} of the {every} things that were tried. In {titles[1]} {counts['full']} of these mean the same, "
        f"{_are(counts['adapted'])} there in part or as something else, {_are(lost)} lost."
    )
    lines = [f"{titles[0]} to {titles[1]}", "", *textwrap.wrap(total, WIDTH, break_on_hyphens=False)]
    for word, title in (("no", "lost"), ("carried", "lost without --carry"), ("adapted", "adapted")):
        if counts[word]:
            lines += ["", title]
            for row in found[word]:
                lines += _row_lines(row)
    if counts["full"]:
        lines += ["", "the same"]
        lines += _listed(found["full"])
    there = {(row["group"], row["concept"]) for row in rows}
    without = [row for row in data["concepts"] if (row["group"], row["concept"]) not in there]
    if without:
        lines += ["", f"not in {titles[0]} to begin with"]
        lines += _listed(without)
    return lines


def _are(count: int) -> str:
    return f"{count} is" if count == 1 else f"{count} are"


def _row_lines(row: Mapping[str, str]) -> list[str]:
    said = " ".join(each for each in (row.get("because", ""), row.get("consequence", "")) if each)
    lines = [f"  {row['group'].lower()}: {row['concept']}"]
    lines += wrapped(f"{said} [{row['code']}]" if row.get("code") else said, indent=6)
    if row.get("example"):
        example = row["example"]
        lines.append(f"      e.g. {example if len(example) <= WIDTH - 10 else example[: WIDTH - 13] + '...'}")
    if row.get("hint"):
        lines += wrapped(f"What to do: {row['hint']}", indent=6)
    return lines


def _listed(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    groups: dict[str, list[str]] = {}
    for row in rows:
        groups.setdefault(row["group"], []).append(row["concept"])
    lines = []
    for group, names in groups.items():
        lines += wrapped(f"{group}: {', '.join(names)}")
    return lines


def wrapped(text: str, indent: int = 2) -> list[str]:
    """A paragraph of lines that fit; words with hyphens, as codes have, stay whole."""
    return textwrap.wrap(text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * 6, break_on_hyphens=False)
