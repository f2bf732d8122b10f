"""What the user wants of a report: levels, codes to ignore, a baseline, what fails. From the options and `[tool.scenec]`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import msgspec

from scenec.accounting.finding import LEVELS, Finding, Level
from scenec.accounting.report import Report, Side
from scenec.errors import UsageError
from scenec.source import Source
from scenec.syntax.vocabulary import nearest

_KEYS = ("severity", "ignore", "baseline")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """severity: code -> level; ignore: codes; baseline: findings that are known; fail_on: levels and categories."""

    severity: dict[str, Level]
    ignore: tuple[str, ...]
    baseline: tuple[Finding, ...]
    fail_on: tuple[str, ...]

    def adjusted(self, report: Report) -> Report:
        if not (self.severity or self.ignore or self.baseline):
            return report
        return report.adjusted(self.severity, self.ignore, self.baseline)


def settings(
    *,
    severity: Iterable[str] = (),
    ignore: Iterable[str] = (),
    baseline: str | None = None,
    fail_on: Iterable[str] = (),
    strict: bool = False,
) -> Settings:
    """The settings of a run: the project's, overridden (severity, baseline) or extended (ignore) by the options.

    Raises UsageError for an unknown code, level or category, and for a baseline that is no report.
    """
    place, project = _project()
    levels = dict(_levels(project.get("severity", {}).items(), place))
    levels.update(_levels((_split(each) for each in severity), None))
    ignored = [*project.get("ignore", ()), *ignore]
    _require(ignored)
    if baseline is None and project.get("baseline"):
        baseline = os.path.join(os.path.dirname(place), project["baseline"])
    failing = (*fail_on, *(["warning"] if strict else [])) or ("error",)
    Report(Side(), Side(), {}, ()).failed(failing)  # says so now, not after the conversion
    return Settings(severity=levels, ignore=tuple(ignored), baseline=_findings(baseline) if baseline else (), fail_on=failing)


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


def _findings(path: str) -> tuple[Finding, ...]:
    """The findings of an earlier report."""
    try:
        with open(path, "rb") as file:
            report = msgspec.json.decode(file.read())
        if report["schema"] != "scenec.report/1":
            raise ValueError
        return tuple(msgspec.convert(finding, Finding) for finding in report["findings"])
    except OSError as problem:
        raise UsageError(f"the baseline cannot be read: {(problem.strerror or str(problem)).lower()}", Source(path)) from None
    except (msgspec.MsgspecError, ValueError, KeyError, TypeError):
        raise UsageError("the baseline is no report", Source(path), "a file that --report wrote as .json") from None


def _project() -> tuple[str, Mapping[str, Any]]:
    """The nearest pyproject.toml with a ``[tool.scenec]``, from the working directory upwards, and that table."""
    folder = os.getcwd()
    while True:
        path = os.path.join(folder, "pyproject.toml")
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            data = b""
        if b"[tool.scenec" in data and (table := _table(path, data)) is not None:
            return path, table
        above = os.path.dirname(folder)
        if above == folder:
            return "", {}
        folder = above


def _table(path: str, data: bytes) -> Mapping[str, Any] | None:
    try:
        tool = msgspec.toml.decode(data).get("tool", {})
    except msgspec.DecodeError as problem:
        raise UsageError(f"is no TOML: {problem}", Source(path)) from None
    table = tool.get("scenec") if isinstance(tool, dict) else None
    if table is None:
        return None
    kinds = {"severity": dict, "ignore": list, "baseline": str}
    for key, value in table.items():
        if key not in kinds:
            raise UsageError(f"unknown key {key!r} in [tool.scenec]", Source(path), f"one of {', '.join(_KEYS)}", nearest(key, _KEYS))
        if not isinstance(value, kinds[key]):
            raise UsageError(f"{key} in [tool.scenec] is of the wrong type", Source(path), _EXAMPLES[key])
    return cast("Mapping[str, Any]", table)


_EXAMPLES = {
    "severity": 'a table like severity = {"light-dropped" = "error"}',
    "ignore": 'a list like ignore = ["comments-dropped"]',
    "baseline": "a file name",
}
