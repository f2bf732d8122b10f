"""The report as Markdown: totals, then one table per level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenec.accounting.finding import LEVELS, Finding
from scenec.accounting.render_text import header, safe, summary_line
from scenec.accounting.spoken import about

if TYPE_CHECKING:
    from scenec.accounting.report import Report

_FINDING_COLUMNS = ("code", "where", "what happened", "part", "became", "why", "effect", "what to do")


def markdown(report: Report) -> str:
    """Findings worst first; every text escaped so that nothing in a model can become markup."""
    totals = report.shown_totals
    lines = [f"# {cell(header(report))}", "", f"**{summary_line(report)}**", ""]
    lines += [_row([*totals]), "|" + "---:|" * len(totals), _row([f"{count:,}" for count in totals.values()])]
    for level in reversed(LEVELS):
        chosen = [finding for finding in report.findings if finding.level == level]
        if chosen:
            lines += ["", f"## {level.capitalize()}s", ""]
            lines += [_row([*_FINDING_COLUMNS, "count"]), "|" + "---|" * len(_FINDING_COLUMNS) + "---:|"]
            lines += [_row(_cells(finding)) for finding in chosen]
    return "\n".join(lines) + "\n"


def _cells(finding: Finding) -> list[str]:
    what = about(finding)
    texts = [
        finding.code,
        str(finding.source or ""),
        finding.headline,
        what,
        finding.target or finding.fate,
        finding.because,
        finding.consequence,
        finding.hint,
    ]
    return [*(cell(text) for text in texts), f"{finding.count:,}"]


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return "| " + " | ".join(cells) + " |"


_MARKUP = str.maketrans({mark: "\\" + mark for mark in "\\`*_[]|#~"} | {"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"})
"""``@`` too: a code host would notify the user of that name."""


def cell(text: str) -> str:
    """Escape a text for a Markdown table."""
    marked = safe(text.replace("\n", " ")).translate(_MARKUP)
    return marked.replace("://", ":&#47;/").replace("www.", "www&#46;")  # code hosts make links of addresses
