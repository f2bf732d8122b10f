"""Findings that are made of a row without a ledger."""

from __future__ import annotations

from typing import Any

from scenec.accounting.code import RESULT, SUBJECT, VALUE, Code, rendered
from scenec.accounting.finding import Finding
from scenec.source import Source


def made_of(row: Code, *, source: Source | None = None, subject: str = "", value: str = "", target: str = "", **slots: Any) -> Finding:
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
