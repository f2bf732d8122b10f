"""Findings as SARIF 2.1.0 (OASIS), which code hosts show on the lines of the source."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from scenec.accounting.finding import Finding
from scenec.accounting.spoken import who

if TYPE_CHECKING:
    from scenec.accounting.report import Report

VERSION = "2.1.0"
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
BASE = "SRCROOT"
"""Base of file names: the folder in which the tool ran. The program that shows the file resolves it."""
MOST = 5000
"""Code hosts refuse more results; the worst come first, the rest is counted in a notification."""


def sarif(report: Report) -> dict[str, Any]:
    """The report as a SARIF log with one run. File names are those of the report, relative."""
    return log(report.findings)


def log(findings: Iterable[Finding], errors: Iterable[str] = ()) -> dict[str, Any]:
    """A log with one run. errors: what stopped a file; each is a notification, and the run then counts as failed."""
    from scenec import __version__

    every = list(findings)
    results = [_result(finding) for finding in every[:MOST]]
    rules = {finding.code: finding for finding in reversed(every[:MOST])}
    notifications = [{"level": "error", "message": {"text": error}} for error in errors]
    successful = not notifications
    if len(every) > MOST:
        notifications.append({"level": "note", "message": {"text": f"{len(every) - MOST:,} more findings"}})
    driver = {
        "name": "scenec",
        "version": __version__,
        "rules": [_rule(rules[code]) for code in dict.fromkeys(finding.code for finding in every[:MOST])],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {BASE: {"description": {"text": "The folder in which scenec ran."}}},
        "invocations": [{"executionSuccessful": successful, "toolExecutionNotifications": notifications}],
        "results": results,
    }
    return {"version": VERSION, "$schema": SCHEMA, "runs": [run]}


def _rule(finding: Finding) -> dict[str, Any]:
    """The rule of a code: its row, or what one of its findings says where the row is not known."""
    row = finding.row
    title = row.title if row is not None else finding.headline.partition(":")[0]
    why, effect, advice = (
        (row.general(row.because), row.general(row.effect), row.general(row.advice))
        if row is not None
        else (finding.because, finding.consequence, finding.hint)
    )
    rule = {"id": finding.code, "shortDescription": {"text": f"{title or finding.code}."}}
    if why:
        rule["fullDescription"] = {"text": why}
    said = " ".join(each for each in (effect, advice, f"See also: scenec explain {finding.code}") if each)
    return rule | {"help": {"text": said}}


def _result(finding: Finding) -> dict[str, Any]:
    value = f" = {finding.value}" if finding.value else ""
    sentences = (f"{who(finding.subject) or finding.code}{value}: {finding.description() or finding.fate}", finding.hint)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "kind": "informational" if finding.ineffective else "fail",
        "level": "none" if finding.ineffective else finding.level,
        "message": {"text": " ".join(text for text in sentences if text)},
        "properties": {"fate": finding.fate, "category": finding.category, "target": finding.target},
    }
    if finding.count > 1:
        result["occurrenceCount"] = finding.count
    location: dict[str, Any] = {}
    if finding.source is not None:
        place: dict[str, Any] = {"artifactLocation": {"uri": _uri(finding.source.file), "uriBaseId": BASE}}
        if finding.source.line:
            place["region"] = {"startLine": finding.source.line, "startColumn": max(finding.source.column, 1)}
        location["physicalLocation"] = place
    if finding.subject:
        location["logicalLocations"] = [{"fullyQualifiedName": each} for each in finding.subjects or (finding.subject,)]
    if location:
        result["locations"] = [location]
    return result


def _uri(file: str) -> str:
    """A file name as a relative reference: what could be taken for a scheme, a host or a query is escaped."""
    return quote(file.replace("\\", "/").lstrip("/").encode("utf-8", "surrogateescape"), safe="/")
