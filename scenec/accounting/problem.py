"""Problems of a scene or file, made of rows like findings, as `scenec check` and the lints of formats report them."""

from __future__ import annotations

from typing import Any

from scenec.accounting.code import RESERVED, RESULT, SUBJECT, VALUE, Code, rendered
from scenec.accounting.finding import Finding, Level, excerpt
from scenec.ir.check import Problem
from scenec.source import Origin, Source
from scenec.trace import plain


def problem_of(
    row: Code,
    *,
    subject: str,
    value: object = "",
    origin: Origin | Source | None = None,
    level: Level | None = None,
    **slots: Any,
) -> Problem:
    """Make a problem of a row. subject: the path or name of what it is about; value: as written; slots: what the row's texts leave open.

    Rows of problems speak of one format, so they have no slots that only a conversion can fill. ValueError where they do.
    """
    said = value if type(value) is str else excerpt(plain(value))
    headline, because, effect, advice = rendered(row, {**slots, "value": said, "result": "", "subject": subject})
    if any(mark in text for mark in RESERVED.values() for text in (headline, because, effect, advice)):
        raise ValueError(f"the row of {row.code} speaks of a conversion")
    return Problem(
        code=row.code,
        level=level or row.level,
        category=row.category,
        subject=plain(subject),
        headline=headline,
        text=because,
        effect=effect,
        hint=advice,
        value=said,
        origin=origin,
        row=row,
    )


def finding_of(problem: Problem, level: Level | None = None) -> Finding:
    """A problem as a finding, without its place. It loses nothing: the values are kept as they are. level: another than the problem's."""
    return Finding(
        code=problem.code,
        fate="kept",
        level=level or problem.level,
        category=problem.category,
        subject=problem.subject,
        value=problem.value,
        headline=problem.headline,
        because=problem.text,
        consequence=problem.effect,
        hint=problem.hint,
        many=problem.row.many if problem.row is not None else "",
        row=problem.row,
    )


def finding_of_row(
    row: Code, *, source: Source | None = None, subject: str = "", value: str = "", target: str = "", **slots: Any
) -> Finding:
    """Make a finding of a row. target: what became of the value; slots: what the row's texts leave open."""
    filled = {**slots, VALUE: value, RESULT: target, SUBJECT: subject}
    headline, because, effect, advice = rendered(row, filled)
    return Finding(
        code=row.code,
        fate=row.fate,
        level=row.level,
        category=row.category,
        source=source,
        subject=subject,
        value=value,
        target=target,
        headline=headline,
        because=because,
        consequence=effect,
        hint=advice,
        many=row.many,
        row=row,
    )
