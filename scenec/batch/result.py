"""The result of one file of a migration."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import msgspec

from scenec.accounting.report import Report, Side
from scenec.batch.worker import BareReport

Status = Literal["converted", "unchanged", "skipped", "failed", "held", "stale", "pruned"]
STATUSES: tuple[Status, ...] = ("converted", "unchanged", "skipped", "failed", "held", "stale", "pruned")
"""converted: now. unchanged: earlier, and nothing it depends on has changed. skipped: it is a part of another file, or
what another one makes, so that nothing is missing. failed: it could not be read or written. held: it was
converted, but a file it would replace was edited by hand. stale: an output whose source is gone. pruned: such a file, removed."""


@dataclass(frozen=True)
class Migrated:
    """One file. source: path from the library's root, "" for stale and pruned ones. target: path of the main output from the
    target's root, "" for skipped ones. error: why it failed or was held, one line; code: the exit status that error stands for. files:
    what it became, from the target's root. size: bytes of the files that were read. report: what became of its values (without ledger).
    note: why it was skipped."""

    source: str
    target: str
    status: Status
    error: str = ""
    code: int = 0
    files: tuple[str, ...] = ()
    size: int = 0
    report: Report = field(default_factory=lambda: Report(Side(), Side(), {}, ()))
    note: str = ""


def report_of(data: bytes) -> Report:
    """The report that travelled in an outcome."""
    try:
        found = msgspec.json.decode(data, type=BareReport)
    except msgspec.DecodeError:  # a byte of a file name that is no text
        import json

        found = msgspec.convert(json.loads(data), BareReport)
    return Report(Side(*found.source), Side(*found.result), found.totals, found.findings, None, found.idle)
