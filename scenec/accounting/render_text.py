"""The report as plain text: in full, or as one screen; worst first."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.advice import NOTHING
from scenec.accounting.finding import LEVELS, LOSSY_FATES, SUMMED_FATES, Finding, Level

if TYPE_CHECKING:
    from scenec.accounting.report import Report, Side
    from scenec.source import Source

WIDTH, HEIGHT = 118, 23
"""One screen, with a line left for the prompt."""
LONGEST_PLACE = 42

Line = tuple[str, str]
"""What a line is about (a level, ``head``, ``total`` or ``""``) and its text."""


def summary_line(report: Report) -> str:
    """``0 lost, 1,214 values accounted for`` and what was lost, in one line."""
    totals = report.totals
    lost = report.lost
    counts = {fate: totals.get(fate, 0) for fate in SUMMED_FATES if fate in LOSSY_FATES}
    counts["dropped"] -= report.idle  # values without effect are dropped, but not lost
    parts = [f"{count:,} {fate}" for fate, count in counts.items() if count]
    invented = f"; {totals['defaulted']:,} defaulted" if totals.get("defaulted") else ""
    without = f"; {report.idle:,} without effect" if report.idle else ""
    detail = f" ({', '.join(parts)})" if lost else ""
    return f"{lost:,} lost{detail}, {totals['values']:,} values accounted for{without}{invented}"


def header(report: Report, folder: str = "", target_folder: str = "") -> str:
    """``nao.ros2 (simrobot) -> nao.sdf (sdformat 1.7)``."""
    sides = ((report.source, folder), (report.target, target_folder))
    return safe(" -> ".join(_side(side, place) for side, place in sides if side.files))


def plain_text(report: Report, *, folder: str = "") -> str:
    """All findings with consequences and hints, a block per level. folder: prefix of file names (see `placed`)."""
    lines = [header(report, folder)]
    for level in reversed(LEVELS):
        chosen = [finding for finding in report.findings if finding.level == level]
        if chosen:
            many = sum(finding.count for finding in chosen)
            lines += ["", f"{level}s: {many:,}" + (f" in {len(chosen):,} kind{'s' * (len(chosen) > 1)}" if many != len(chosen) else "")]
            for finding in chosen:
                lines += finding_lines(finding, folder)
    lines += ["", summary_line(report)]
    return "\n".join(lines) + "\n"


def finding_lines(finding: Finding, folder: str = "") -> list[str]:
    """A finding: code, count, place and subject in one line, then why, what it means, and what to do."""
    times = f" x{finding.count:,}" if finding.count > 1 else ""
    place = f"{placed(finding.source, folder)}: " if finding.source else ""
    value = f" = {finding.value}" if finding.value and len(finding.value) < 30 else ""
    target = f" -> {finding.target}" if finding.target else ""
    lines = [f"  {finding.code}{times}: {place}{finding.subject}{value}{target}".rstrip(": ")]
    because = "; ".join(part for part in (finding.because, finding.consequence) if part)
    if because:
        lines.append(f"      {because}")
    if finding.hint and not finding.hint.startswith(NOTHING):
        lines.append(f"      hint: {finding.hint}")
    return [safe(line) for line in lines]


def screen(
    report: Report, *, title: str = "", folder: str = "", width: int = WIDTH, height: int = HEIGHT, more: str = "--verbose lists all"
) -> list[Line]:
    """The report in at most `height` lines of `width` columns: findings of one code are one line, what does not fit is counted.

    title: the first line, by default the two sides. more: where the rest can be seen.
    """
    groups = {level: _by_code(report.findings, level) for level in reversed(LEVELS)}
    groups = {level: codes for level, codes in groups.items() if codes}
    title = title or header(report, folder)
    lines: list[Line] = [("head", title if len(title) <= width else header(report))]
    free = height - 2 - 2 * len(groups)  # beside title, totals, and two lines per level: its heading and at least one more
    for level, codes in groups.items():
        many = sum(count for _, count in codes.values())
        lines.append((level, f"{level}s: {many:,}"))
        room = len(codes) if len(codes) <= free + 1 else free
        shown = list(codes.values())[:room]
        free -= max(room, 1) - 1
        wide = max((len(finding.code) for finding, _ in shown), default=0)
        lines += [(level, _group_line(finding, count, wide, folder)) for finding, count in shown]
        if room < len(codes):
            free -= 1 if shown else 0
            lines.append(("", f"       and {len(codes) - room:,} more kinds of {level}s ({more})"))
    lines.append(("total", summary_line(report)))
    return [(what, shortened(safe(text), width)) for what, text in lines]


def _by_code(findings: Sequence[Finding], level: Level) -> dict[str, tuple[Finding, int]]:
    """Code -> its first finding and how many values or things its findings stand for, most frequent first."""
    found: dict[str, tuple[Finding, int]] = {}
    for finding in findings:
        if finding.level == level:
            first, count = found.get(finding.code, (finding, 0))
            found[finding.code] = first, count + finding.count
    return dict(sorted(found.items(), key=lambda item: -item[1][1]))


def _group_line(finding: Finding, count: int, wide: int, folder: str) -> str:
    place = placed(finding.source, folder) + "  " if finding.source else ""
    if len(place) > LONGEST_PLACE:  # the reason matters more than the folder
        place = f".../{os.path.basename(place)}"
    return f"{count:7,}  {finding.code:<{wide}}  {place}{finding.because or finding.consequence or finding.subject}"


def placed(source: Source, folder: str) -> str:
    """Where something is, seen from where `folder` (the entry file's) is seen from; reports name files relative to that folder."""
    if not folder:
        return str(source)
    return str(msgspec.structs.replace(source, file=os.path.normpath(os.path.join(folder, source.file))))


def _side(side: Side, folder: str) -> str:
    """``nao.ros2 and 3 more files (simrobot core2)``."""
    name, others = os.path.join(folder, side.files[0]), side.files[1:]
    more = f" and {len(others):,} more files" if len(others) > 1 else "".join(f" and {other}" for other in others)
    said = f"{side.format} {side.version}".strip()
    return f"{name}{more}" + (f" ({said})" if said else "")


def shortened(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 3].rstrip() + "..."


def safe(text: str) -> str:
    """Untrusted text that cannot steer a terminal: control, direction-changing and other invisible characters are spelled out."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
