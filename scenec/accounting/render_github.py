"""Findings as workflow commands of GitHub Actions, which show them on the lines of a pull request.

The form is that of https://docs.github.com/actions/reference/workflow-commands-for-github-actions: ``::error file=...,line=...::text``.
"""

from __future__ import annotations

from collections.abc import Iterable

from scenec.accounting.finding import Finding
from scenec.accounting.render_text import safe
from scenec.accounting.spoken import who

COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def github(findings: Iterable[Finding], entry: str) -> str:
    """Return one command a line. File names are those of the findings, from the folder the workflow runs in; entry: the file of findings
    without a place."""
    return "".join(f"{_command(finding, entry)}\n" for finding in findings)


def _command(finding: Finding, entry: str) -> str:
    source = finding.source
    properties = {"file": (source.file if source is not None else entry).replace("\\", "/")}
    if source is not None and source.line:
        properties |= {"line": str(source.line), "col": str(max(source.column, 1))}
    properties["title"] = finding.code
    times = f" (x{finding.count:,})" if finding.count > 1 else ""
    what = ": ".join(each for each in (who(finding.subject), finding.headline) if each) or finding.code
    message = "\n".join(each for each in (what + times, finding.because, finding.consequence, finding.hint) if each)
    shown = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{COMMANDS[finding.level]} {shown}::{_text(message)}"


def _text(value: str) -> str:
    """A message: a line end would end the command."""
    lines = [safe(line).replace("%", "%25") for line in value.split("\n")]
    return "%0A".join(lines)


def _property(value: str) -> str:
    """A value in the list of properties, which commas separate."""
    return _text(value).replace(":", "%3A").replace(",", "%2C")
