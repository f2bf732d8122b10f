"""The user's settings of a report: levels, codes to ignore, a baseline, what fails. From the options and `[tool.scenec]`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec

from scenec.accounting.finding import LEVELS, Finding, Level
from scenec.accounting.report import Report, Side
from scenec.cli.data_files import json_of_file, reason, toml_of
from scenec.errors import UsageError
from scenec.files import ANYWHERE, Boundary, RefusedError, read_file, within
from scenec.source import Source
from scenec.syntax.vocabulary import nearest

_KEYS = ("severity", "ignore", "baseline", "fail-on")

Fingerprints = Mapping[str, int]
"""Of findings (`Finding.fingerprint`): how many there were."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """severity: code -> level; ignore: codes; baseline: findings that are known; known: source file of a library -> its known findings;
    fail_on: levels and categories."""

    severity: dict[str, Level]
    ignore: tuple[str, ...]
    baseline: tuple[Finding, ...]
    known: Mapping[str, Fingerprints]
    fail_on: tuple[str, ...]

    def adjusted(self, report: Report, file: str | None = None) -> Report:
        """The report with the levels that are wanted. file: the source as the report of a migration names it, from the library's folder;
        by default it is recognised by the end of its path."""
        if not (self.severity or self.ignore or self.baseline or self.known):
            return report
        row = self.known.get(file, {}) if file is not None else self._row_of(report)
        return report.adjusted(self.severity, self.ignore, (*self.baseline, *_among(report, row)))

    def _row_of(self, report: Report) -> Fingerprints:
        if not self.known or not report.source.files:
            return {}
        path = "/" + os.path.abspath(os.path.join(report.folder or "", report.source.files[0])).replace(os.sep, "/").lstrip("/")
        fitting = [file for file in self.known if path.endswith("/" + file)]
        return self.known[max(fitting, key=len)] if fitting else {}


def _among(report: Report, known: Fingerprints) -> Iterator[Finding]:
    """The findings of a report that are known, as many times at least."""
    left = Counter(known)
    for finding in report.findings if known else ():
        name = finding.fingerprint()
        if left[name] >= finding.count:
            left[name] -= finding.count
            yield finding


def settings(
    *,
    severity: Iterable[str] = (),
    ignore: Iterable[str] = (),
    baseline: str | None = None,
    fail_on: Iterable[str] = (),
    strict: bool = False,
    default: str = "error",
    confine: str | None = None,
) -> Settings:
    """The settings of a run: the project's, overridden (severity, baseline, fail_on) or extended (ignore) by the options.

    default: the losses that fail without a setting. confine: a project's file in this folder may not lead out of it. Raises UsageError for
    an unknown code, level or category, and for a baseline that is no report.
    """
    place, project, limit = _project(confine)
    levels = dict(_levels(project.get("severity", {}).items(), place))
    levels.update(_levels((_split(each) for each in severity), None))
    ignored = [*project.get("ignore", ()), *ignore]
    _require(ignored)
    failing = (*fail_on, *(["warning"] if strict else [])) or _failing(project.get("fail-on", ()), place) or (default,)
    Report(Side(), Side(), {}, ()).failed(failing)  # says so now, not after the conversion
    findings: tuple[Finding, ...] = ()
    known: Mapping[str, Fingerprints] = {}
    if baseline is not None:
        findings, known = _baseline(baseline)
    elif project.get("baseline"):
        with within(limit):
            findings, known = _baseline(os.path.join(os.path.dirname(place), project["baseline"]))
    return Settings(severity=levels, ignore=tuple(ignored), baseline=findings, known=known, fail_on=failing)


def _failing(wanted: str | Sequence[str], place: str) -> tuple[str, ...]:
    words = (wanted,) if isinstance(wanted, str) else tuple(wanted)
    try:
        Report(Side(), Side(), {}, ()).failed(words)
    except UsageError as problem:
        raise UsageError(f"fail-on in [tool.scenec]: {problem.what}", Source(place), problem.expected, problem.nearest) from None
    return words


def _require(codes: Sequence[str]) -> None:
    """Raise UsageError for a code that no finding can have. Few runs name codes, so all there are is loaded only then."""
    if codes:
        from scenec.cli.codes import all_codes

        known = all_codes()
        for code in codes:
            known.require(code)


def _split(option: str) -> tuple[str, str]:
    code, equals, level = option.partition("=")
    if not equals:
        raise UsageError(f"--severity {option!r} has no level", None, "CODE=LEVEL, like joint-mimic-dropped=warning")
    return code, level


def _levels(pairs: Iterable[tuple[str, str]], place: str | None) -> Iterable[tuple[str, Level]]:
    for code, level in pairs:
        _require([code])
        if level not in LEVELS:
            expected = f"one of {', '.join(reversed(LEVELS))}"
            raise UsageError(f"unknown level {level!r} for {code}", Source(place) if place else None, expected, nearest(str(level), LEVELS))
        yield code, level


def _baseline(path: str) -> tuple[tuple[Finding, ...], Mapping[str, Fingerprints]]:
    """The findings of an earlier report, and those of each file of an earlier migration."""
    report = json_of_file(path, "the baseline", _WRITTEN)
    try:
        if report["schema"] == "scenec.migration/1":
            rows = msgspec.convert(report.get("rows"), list[_Row])
            return (), {row.file: row.fingerprints for row in rows}
        if report["schema"] == "scenec.report/1":
            return tuple(msgspec.convert(finding, Finding) for finding in report["findings"]), {}
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError, AttributeError):
        pass
    raise UsageError("the baseline is no report", Source(path), _WRITTEN) from None


_WRITTEN = "a file that --report wrote as .json"


class _Row(msgspec.Struct, gc=False):
    file: str
    fingerprints: dict[str, int]


def _project(confine: str | None) -> tuple[str, Mapping[str, Any], Boundary]:
    """The nearest pyproject.toml with a ``[tool.scenec]``, from the working directory upwards, that table, and what the file may lead
    to."""
    folder = os.getcwd()
    while True:
        path = os.path.join(folder, "pyproject.toml")
        limit = ANYWHERE
        if confine is not None and Boundary([confine]).allows(folder):
            limit = Boundary([confine])
        data = _content(path, limit)
        if b"[tool.scenec" in data and (table := _table(path, data)) is not None:
            return path, table, limit
        above = os.path.dirname(folder)
        if above == folder:
            return "", {}, ANYWHERE
        folder = above


def _content(path: str, limit: Boundary) -> bytes:
    """Return the content of a project's file, nothing if there is no readable one. Raises UsageError for a pipe, a device, a link that
    leads out of the boundary."""
    try:
        with within(limit):
            return read_file(path)
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return b""
    except OSError as problem:
        if isinstance(problem, PermissionError) and not isinstance(problem, RefusedError):
            return b""
        raise UsageError(f"cannot be read: {reason(problem)}", Source(path)) from None


def _table(path: str, data: bytes) -> Mapping[str, Any] | None:
    tool = toml_of(data, path).get("tool", {})
    table = tool.get("scenec") if isinstance(tool, dict) else None
    if table is None:
        return None
    if not isinstance(table, dict):
        raise UsageError("tool.scenec is not a table", Source(path), "one [tool.scenec], in single brackets")
    for key, value in table.items():
        if key not in _KEYS:
            raise UsageError(f"unknown key {key!r} in [tool.scenec]", Source(path), f"one of {', '.join(_KEYS)}", nearest(key, _KEYS))
        try:
            msgspec.convert(value, _KINDS[key])
        except msgspec.ValidationError:
            raise UsageError(f"{key} in [tool.scenec] is of the wrong type", Source(path), _EXAMPLES[key]) from None
    return cast("Mapping[str, Any]", table)


_KINDS: Mapping[str, Any] = {"severity": dict[str, str], "ignore": list[str], "baseline": str, "fail-on": str | list[str]}
_EXAMPLES = {
    "severity": 'a table like severity = {"light-dropped" = "error"}',
    "ignore": 'a list like ignore = ["comments-dropped"]',
    "baseline": "a file name",
    "fail-on": 'a word or a list like fail-on = ["warning", "naming"]',
}
