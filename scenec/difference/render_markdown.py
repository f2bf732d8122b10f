"""A comparison as Markdown, for a pull request or a wiki."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenec.accounting.render_markdown import cell
from scenec.difference.item import CHANGES
from scenec.difference.render_text import Names, called, sentence, summary_line

if TYPE_CHECKING:
    from scenec.difference.result import Difference


def markdown(difference: Difference, names: Names | None = None) -> str:
    """Totals in a table, then the differences under what they are about. names: what to call the two files."""
    a, b = names or (None, None)
    totals = difference.totals
    lines = [
        f"# {cell(called(difference.a, a))} and {cell(called(difference.b, b))}",
        "",
        f"**{cell(summary_line(difference))}**",
        "",
        "| " + " | ".join(CHANGES) + " |",
        "|" + " --: |" * len(CHANGES),
        "| " + " | ".join(f"{totals[change]:,}" for change in CHANGES) + " |",
    ]
    owner: str | None = None
    for item in difference.items:
        if item.owner != owner:
            owner = item.owner
            lines += ["", f"## {cell(owner or 'the scene')}", ""]
        _, _, words = sentence(item).partition(" ")
        lines.append(f"- {item.change}: {cell(words)}")
    return "\n".join(lines) + "\n"
