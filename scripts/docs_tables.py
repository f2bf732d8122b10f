"""Markdown tables and tab-separated data, for the pages that `generate_docs.py` makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent / "docs"


def read_tsv(name: str) -> list[dict[str, str]]:
    """The rows of a table below docs/, by the names in its first line. ValueError for a row of another length."""
    lines = (DOCS / name).read_text(encoding="utf-8").splitlines()
    columns = lines[0].split("\t")
    rows = []
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        if len(cells) != len(columns):
            raise ValueError(f"docs/{name}:{number}: {len(cells)} cells, not {len(columns)}")
        rows.append(dict(zip(columns, cells, strict=True)))
    return rows


def cell(text: object) -> str:
    """A text as a table's cell: one line, no bar that would end it."""
    return " ".join(str(text).split()).replace("|", "\\|").replace("<", "&lt;")


def code(text: object) -> str:
    return f"`{text}`" if str(text) else ""


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; columns that are empty in every row are left out."""
    filled = [[cell(value) for value in row] for row in rows]
    keep = [i for i in range(len(head)) if any(row[i] for row in filled)]
    lines = [[head[i] for i in keep], ["---"] * len(keep), *([row[i] for i in keep] for row in filled)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def sentence(docstring: str | None) -> str:
    """A docstring as a paragraph, its indentation removed."""
    import inspect

    return inspect.cleandoc(docstring or "").strip()


def generated_by(sources: str) -> str:
    return f"<!-- Made by scripts/generate_docs.py from {sources}; edit those. -->\n\n"
