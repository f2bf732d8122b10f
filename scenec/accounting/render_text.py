"""The report as plain text: one screen, grouped by level, worst first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenec.accounting.finding import LEVELS, LOSSY_FATES

if TYPE_CHECKING:
    from scenec.accounting.finding import Finding
    from scenec.accounting.report import Report

WIDTH = 118


def summary_line(report: Report) -> str:
    """``0 lost, 1,214 values accounted for`` and what was lost, in one line."""
    totals = report.totals
    lost = report.lost
    parts = [f"{totals[fate]:,} {fate}" for fate in ("approximated", "carried", "dropped", "unresolved", "invalid") if totals.get(fate)]
    invented = f"; {totals['defaulted']:,} defaulted" if totals.get("defaulted") else ""
    idle = sum(totals.get(fate, 0) for fate in LOSSY_FATES) - lost
    without = f"; {idle:,} without effect" if idle else ""
    detail = f" ({', '.join(parts)})" if lost else ""
    return f"{lost:,} lost{detail}, {totals['values']:,} values accounted for{without}{invented}"


def plain_text(report: Report, *, verbose: bool = True) -> str:
    """All findings, a block per level. Not verbose: one line each, notes only counted."""
    lines = [header(report)]
    for level in reversed(LEVELS):
        chosen = [finding for finding in report.findings if finding.level == level]
        if not chosen:
            continue
        many = sum(finding.count for finding in chosen)
        lines.append("")
        lines.append(f"{level}s: {many:,}" + (f" in {len(chosen):,} kinds" if many != len(chosen) else ""))
        for finding in chosen:
            lines.extend(finding_lines(finding, verbose))
    lines += ["", summary_line(report)]
    return "\n".join(lines) + "\n"


def header(report: Report) -> str:
    side = f"{report.source.files[0] if report.source.files else '-'} ({report.source.format} {report.source.version})".replace(" )", ")")
    if report.target.format:
        target = report.target.files[0] if report.target.files else "-"
        side += f" -> {target} ({report.target.format} {report.target.version})".replace(" )", ")")
    return side


def finding_lines(finding: Finding, verbose: bool) -> list[str]:
    """A finding as one line (place, count, code, because), or with its consequence and hint below."""
    times = f" x{finding.count:,}" if finding.count > 1 else ""
    place = f"{finding.source}: " if finding.source else ""
    value = f" {finding.value!r}" if finding.value and len(finding.value) < 30 else ""
    target = f" -> {finding.target}" if finding.target else ""
    line = f"  {finding.code}{times}: {place}{finding.subject}{value}{target}"
    lines = [safe(line)]
    if verbose:
        because = "; ".join(part for part in (finding.because, finding.consequence) if part)
        if because:
            lines.append(safe(f"      {because}"))
        if finding.hint:
            lines.append(safe(f"      hint: {finding.hint}"))
    return lines


def safe(text: str) -> str:
    """Control characters of untrusted input made visible, so that a report cannot steer a terminal."""
    return "".join(letter if letter >= " " and not "\x7f" <= letter <= "\x9f" else f"\\x{ord(letter):02x}" for letter in text)
