"""The report as plain text: in full, or as one screen; worst first."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.finding import LEVELS, LOSSY_FATES, Category, Finding, Level
from scenec.accounting.spoken import about, who

if TYPE_CHECKING:
    from scenec.accounting.report import Report, Side
    from scenec.source import Source

WIDTH, HEIGHT = 118, 23
"""One screen, with a line left for the prompt."""
LONGEST_TEXT = 60
"""Columns for what happened and why."""
GRAVITY: tuple[Category, ...] = ("physics", "geometry", "control", "sensing", "appearance", "naming", "metadata")
"""Categories, the most important first."""

Line = tuple[str, str]
"""Kind of a line (a level, ``head``, ``total`` or ``""``) and its text."""


def summary_line(report: Report) -> str:
    """``0 lost, 1,214 values accounted for`` and what was lost, in one line."""
    totals = report.totals
    lost = report.lost
    parts = [f"{count:,} {fate}" for fate, count in report.shown_totals.items() if fate in LOSSY_FATES and count]
    invented = f"; {totals['defaulted']:,} defaulted" if totals.get("defaulted") else ""
    without = f"; {report.idle:,} without effect" if report.idle else ""
    detail = f" ({', '.join(parts)})" if lost else ""
    return f"{lost:,} lost{detail}, {totals['values']:,} values accounted for{without}{invented}"


def _has_totals(report: Report) -> bool:
    """Whether values are accounted for: those of edits that come home are not."""
    return bool(report.totals["values"] or report.lost)


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
            many, kinds = sum(finding.count for finding in chosen), len({finding.code for finding in chosen})
            lines += ["", f"{level}s: {many:,}" + (f" of {kinds:,} kind{'s' * (kinds > 1)}" if many != kinds else "")]
            for finding in chosen:
                lines += finding_lines(finding, folder)
    if _has_totals(report):
        lines += ["", summary_line(report)]
    return "\n".join(lines) + "\n"


def finding_lines(finding: Finding, folder: str = "") -> list[str]:
    """A finding: code, count, place and subject in one line, then what happened, why, the effect, and what to do."""
    times = f" x{finding.count:,}" if finding.count > 1 else ""
    place = f"{placed(finding.source, folder)}: " if finding.source else ""
    what = about(finding) if len(finding.value) < 30 else who(finding.subject)
    target = f" -> {finding.target}" if finding.target else ""
    lines = [f"  {finding.code}{times}: {place}{what}{target}".rstrip(": ")]
    if description := finding.description():
        lines.append(f"      {description}")
    if finding.hint:
        lines.append(f"      What to do: {finding.hint}")
    return [safe(line) for line in lines]


def screen(
    report: Report, *, title: str = "", folder: str = "", width: int = WIDTH, height: int = HEIGHT, more: str = "--verbose lists all"
) -> list[Line]:
    """The report in at most `height` lines of `width` columns, worst first: how often what happened, why, its code, and where it happened
    first. A code is one line; what does not fit is counted.

    title: the first line, by default the two sides. more: where the rest can be seen.
    """
    levels = {level: _by_code(report.findings, level) for level in reversed(LEVELS)}
    levels = {level: groups for level, groups in levels.items() if groups}
    title = title or header(report, folder)
    lines: list[Line] = [("head", title if len(title) <= width else header(report))]
    free = height - 2 - 2 * len(levels)  # beside title, totals, and two lines per level: its heading and at least one more
    for level, groups in levels.items():
        lines.append((level, f"{level}s: {sum(group.count for group in groups):,}"))
        room = len(groups) if len(groups) <= free + 1 else free
        shown, hidden = groups[:room], groups[room:]
        free -= max(room, 1) - 1
        wide = min(max((len(_brief(group)) for group in shown), default=0), LONGEST_TEXT)
        lines += [(level, _group_line(group, wide, folder, width)) for group in shown]
        if hidden:
            free -= 1 if shown else 0
            lines.append(("", f"       and {len(hidden):,} more kinds of {level}s ({more})"))
    if _has_totals(report):
        lines.append(("total", summary_line(report)))
    return [(what, shortened(safe(text), width)) for what, text in lines]


class _Group(msgspec.Struct, frozen=True, gc=False):
    """Findings of one code and level. text: what happened. why: a reason that all of them have, else "". count: how many values or parts
    they stand for. first: one of them, for its place."""

    text: str
    why: str
    count: int
    first: Finding


def _by_code(findings: Sequence[Finding], level: Level) -> list[_Group]:
    """The findings of a level by code: losses first, what moves before what only looks different, then by number."""
    codes: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.level == level:
            codes.setdefault(finding.code, []).append(finding)
    groups: list[tuple[bool, int, _Group]] = []
    for several in codes.values():
        first, count = several[0], sum(finding.count for finding in several)
        reasons = {finding.reason for finding in several}
        why = reasons.pop() if len(reasons) == 1 and first.headline else ""
        rank = GRAVITY.index(first.category) if first.is_loss else 0
        groups.append(
            (not first.is_loss, rank, _Group(first.title(count) if first.headline else first.reason or first.code, why, count, first))
        )
    return [group for _, _, group in sorted(groups, key=lambda each: (each[0], each[1], -each[2].count))]


def _brief(group: _Group) -> str:
    """Return what happened, and why if there is room for it."""
    whole = f"{group.text}: {group.why}"
    return whole if group.why and len(whole) <= LONGEST_TEXT and ": " not in group.text else group.text


def _group_line(group: _Group, wide: int, folder: str, width: int) -> str:
    """``24  actuators dropped: SDFormat has no motors  actuator-dropped  head.rsi2:6:7``; the place only where there is room."""
    line = f"{group.count:7,}  {shortened(_brief(group), wide):<{wide}}  {group.first.code}"
    if group.first.source is None:
        return line
    places = (placed(group.first.source, folder), f".../{os.path.basename(placed(group.first.source, folder))}")
    return next((f"{line}  {place}" for place in places if len(line) + 2 + len(place) <= width), line)


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
