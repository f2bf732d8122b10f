"""Parts of docs/behaviour.md that other programs make than the one that makes the page."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "behaviour.md"
ARRIVAL = "Results that load and move"
ENGINES = "Robots in DART and in MuJoCo"
OWN_PROGRAMS = (ARRIVAL, ENGINES)
"""Headings of the parts, in the order of the page. Each is a part of level 2, behind all others."""


def part(page: str, heading: str) -> str:
    """Return the text below a heading of a page, without the heading; nothing if there is no such part."""
    _, found, rest = page.partition(f"\n## {heading}\n")
    return rest.partition("\n## ")[0].strip("\n") if found else ""


def with_parts(page: str, parts: dict[str, str]) -> str:
    """Return a page with these texts for its parts of other programs. Parts that are not named stay."""
    texts = {heading: parts.get(heading, part(page, heading)) for heading in OWN_PROGRAMS}
    own = min((page.find(f"\n## {heading}\n") for heading in OWN_PROGRAMS if f"\n## {heading}\n" in page), default=len(page))
    return page[:own].rstrip("\n") + "\n" + "".join(f"\n## {heading}\n\n{text}\n" for heading, text in texts.items() if text)


def write_part(heading: str, text: str) -> None:
    """Write one part into docs/behaviour.md."""
    PAGE.write_text(with_parts(PAGE.read_text(encoding="utf-8"), {heading: text}), encoding="utf-8")


def with_parts_of(page: str, before: str) -> str:
    """Return a page with the parts of other programs that an earlier page had."""
    return with_parts(page, {heading: part(before, heading) for heading in OWN_PROGRAMS})
