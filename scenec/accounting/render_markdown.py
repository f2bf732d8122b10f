"""The report as Markdown: totals, then one table per level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenec.accounting.finding import LEVELS, SUMMED_FATES

if TYPE_CHECKING:
    from scenec.accounting.report import Report


def markdown(report: Report) -> str:
    """Findings worst first; every text escaped so that nothing in a model can become markup."""
    from scenec.accounting.render_text import header, summary_line

    lines = [f"# {_cell(header(report))}", "", f"**{summary_line(report)}**", ""]
    lines += ["| " + " | ".join(["values", *SUMMED_FATES, "defaulted"]) + " |", "|" + "---:|" * (len(SUMMED_FATES) + 2)]
    lines += ["| " + " | ".join(f"{report.totals.get(name, 0):,}" for name in ["values", *SUMMED_FATES, "defaulted"]) + " |"]
    for level in reversed(LEVELS):
        chosen = [finding for finding in report.findings if finding.level == level]
        if not chosen:
            continue
        lines += ["", f"## {level.capitalize()}s", "", "| code | where | what | became | why | consequence | what to do | count |"]
        lines.append("|---|---|---|---|---|---|---|---:|")
        for finding in chosen:
            what = finding.subject + (f" = {finding.value}" if finding.value else "")
            cells = [finding.code, str(finding.source or ""), what, finding.target or finding.fate, finding.because, finding.consequence, finding.hint]
            lines.append("| " + " | ".join(_cell(cell) for cell in cells) + f" | {finding.count:,} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    from scenec.accounting.render_text import safe

    escaped = safe(text.replace("\n", " "))
    for mark in "\\`*_[]<>|#":
        escaped = escaped.replace(mark, "\\" + mark if mark not in "<>" else {"<": "&lt;", ">": "&gt;"}[mark])
    return escaped
