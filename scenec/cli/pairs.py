"""The losses between two formats: the findings that the project's own fixtures, which hold every element, give.

`pairs.json` holds them; ``python scripts/generate_docs.py`` writes it anew.
"""

from __future__ import annotations

import os
from typing import Any

from scenec.errors import UsageError

FILE = os.path.join(os.path.dirname(__file__), "pairs.json")
LEVELS = ("error", "warning", "note")


def pair_text(source: str, target: str) -> str:
    """Return the fates of the concepts of one format in another, as text, and the codes of the losses. Raises UsageError for a format that
    does not exist, cannot be read or cannot be written."""
    import msgspec

    from scenec.accounting.render_text import safe
    from scenec.cli.support import pair_lines, wrapped
    from scenec.converters import resolve

    left, right = resolve(source)[0], resolve(target)[0]
    if left.read is None:
        raise UsageError(f"{left.title} cannot be read yet")
    if right.write is None:
        raise UsageError(f"{right.title} cannot be written yet")
    with open(FILE, "rb") as file:
        rows = msgspec.json.decode(file.read()).get(f"{left.name} {right.name}", [])
    lines = pair_lines(left.name, right.name, (left.title, right.title)) if left.name != right.name else [f"{left.title} to itself"]
    codes: dict[str, list[str]] = {level: [row["code"] for row in rows if row["level"] == level] for level in LEVELS}
    if rows:
        lines += ["", "what reports call the losses, as far as the project's example files have them (scenec explain CODE has more)"]
    for level, names in codes.items():
        if names:
            lines += wrapped(f"{level}s: {', '.join(names)}")
    return "".join(safe(line) + "\n" for line in lines)


def collected(folder: str) -> dict[str, list[dict[str, Any]]]:
    """Pair -> one row per code and level of loss that converting the fixtures to the newest version gives, worst first."""
    from scenec.api import prepare
    from scenec.converters import all_formats, by_suffix, resolve
    from scenec.errors import ReadError

    pairs: dict[str, dict[tuple[str, str], dict[str, Any]]] = {}
    for place, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            spec = by_suffix(name)
            source = resolve(spec)[0] if spec else None
            if source is None or source.read is None:
                continue
            for target in [each for each in all_formats() if each.name != source.name]:
                if target.write is None:
                    continue
                rows = pairs.setdefault(f"{source.name} {target.name}", {})
                newest = "@".join((target.name, *target.versions[-1:]))
                try:
                    _, report = prepare(os.path.join(place, name), "scene", to=newest, lenient=True)
                except ReadError:
                    continue  # a part of another file, or one that shows a refusal
                for finding in report.findings:
                    if finding.is_loss:
                        row = finding.to_json()
                        keep = {key: row[key] for key in ("code", "fate", "level", "category", "because", "consequence")}
                        rows.setdefault((finding.code, finding.level), keep)
    return {pair: sorted(rows.values(), key=lambda row: (LEVELS.index(row["level"]), row["code"])) for pair, rows in sorted(pairs.items())}
