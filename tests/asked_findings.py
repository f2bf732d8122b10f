"""Fail a test on findings that it did not ask for.

While a test runs, the report of each `scenec.read`, `write`, `convert` and `scenec.api.prepare` is noted. At the end of the test every
warning and error in these reports must be asked for, in one of three ways:

- The test looks at the report: findings, `failed()`, `lost`, totals, ledger, a printed or saved form. The assertions of the test count.
- The test states the code: `@pytest.mark.findings("actuator-dropped", "texture-*")`, on a function, a parameter or, as `pytestmark`, on a
  module. A code that a function without parameters states must occur. The pattern `"*"` needs a reason, which says what the test judges
  instead of findings; the reports of such a test are not noted, so that nothing holds them.
- The test takes the code: `findings.take("actuator-dropped")` fails if the code did not occur.

Notes need not be asked for: they tell of appearance, names, metadata and harmless changes, and nearly every conversion has some. Codes that
end in `-ineffective` need not either: the value had no effect in the source.

Not noted are:

- reports that the own modules of scenec ask for. A command prints its report, or (``--quiet``) returns its exit status, which tests read.
- reports of `scenec.check`. A test that asks for a verdict looks at it.
- conversions in other processes. A test sees what they print.
- conversions in fixtures of a class, module or session. The selection of tests decides which test uses them first.

All examples of a Hypothesis test count as one test.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterable, Iterator
from fnmatch import fnmatchcase
from functools import wraps
from typing import Any
from weakref import WeakKeyDictionary

import pytest

from scenec import api
from scenec.accounting.finding import Finding
from scenec.accounting.report import Report, ReportOnDemand
from scenec.conversion import Origin, Target, write_target
from scenec.output import Output

START = os.getcwd() + os.sep
PACKAGE = os.path.dirname(os.path.abspath(api.__file__)) + os.sep
VERBS = {os.path.abspath(api.__file__), os.path.abspath(__file__)}
MOST_PENDING = 16
"""Scenes that were read and wait for their reports, which are worked out late: each holds its file."""
MOST_SHOWN, MOST_STATED = 20, 12
ABSENT = "findings that the test states, but that did not occur"
HOW = """\
Is one wrong? Then that is the fault. Else look at the report, or state the codes:
  @pytest.mark.findings({codes})"""


class Asked:
    """The reports that a test got, which of them it looked at, and the codes that it took."""

    def __init__(self) -> None:
        self._taken: list[str] = []
        self._reports: WeakKeyDictionary[Report, int] = WeakKeyDictionary()
        self._callers: list[str] = []
        self._findings: dict[int, tuple[Finding, ...]] = {}
        self._pending: dict[int, ReportOnDemand] = {}
        self._looked: set[int] = set()

    def note(self, report: Report, caller: str) -> None:
        """Note a report that a verb returns. caller: file and line that called the verb."""
        number = len(self._callers)
        self._callers.append(caller)
        self._reports[report] = number
        if isinstance(report, ReportOnDemand):
            self._pending[number] = report
            if len(self._pending) > MOST_PENDING:
                self._work_out(next(iter(self._pending)))
        else:
            self._findings[number] = report.__dict__["findings"]

    def look(self, report: Report) -> None:
        """Count a report as looked at."""
        number = self._reports.get(report)
        if number is not None:
            self._looked.add(number)

    def _work_out(self, number: int) -> None:
        report = self._pending.pop(number)
        looked = number in self._looked
        self._findings[number] = report.findings  # which counts as a look
        if not looked:
            self._looked.discard(number)

    def _all(self) -> Iterator[tuple[int, Finding]]:
        for number in list(self._pending):
            self._work_out(number)
        return ((number, finding) for number, found in self._findings.items() for finding in found)

    def take(self, *codes: str) -> None:
        """Ask for findings that occurred. Fails if a code, or pattern, did not occur."""
        absent = self.absent(codes)
        if absent:
            pytest.fail(f"{ABSENT}: {', '.join(absent)}")
        self._taken += codes

    def absent(self, codes: Iterable[str]) -> list[str]:
        """Return the codes and patterns that no report has."""
        found = {finding.code for _, finding in self._all()}
        return [code for code in codes if not any(fnmatchcase(each, code) for each in found)]

    def unasked(self, stated: Iterable[str]) -> list[tuple[str, Finding]]:
        """Return the findings that the test did not ask for, with the callers of their verbs."""
        codes = [*stated, *self._taken]
        left: list[tuple[str, Finding]] = []
        for number, finding in self._all():
            if number in self._looked or finding.level == "note" or finding.ineffective:
                continue
            if not any(fnmatchcase(finding.code, code) for code in codes):
                left.append((self._callers[number], finding))
        return left


_current: Asked | None = None


class _Looked:
    """An attribute of reports that says what was found: who reads it looks at the report."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, report: Report | None, owner: type) -> Any:
        if report is None:
            return self
        if _current is not None:
            _current.look(report)
        try:
            return report.__dict__[self.name]
        except KeyError:
            raise AttributeError(self.name) from None  # a report on demand works itself out then

    def __set__(self, report: Report, value: object) -> None:
        report.__dict__[self.name] = value


def _caller() -> str:
    """Return the place that called a verb; "" where that is scenec itself."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename in VERBS:
        frame = frame.f_back
    file = frame.f_code.co_filename
    if file.startswith(PACKAGE):
        return ""
    return f"{file.removeprefix(START)}:{frame.f_lineno}"


def _note(report: Report) -> None:
    if _current is not None:
        caller = _caller()
        if caller:
            _current.note(report, caller)


def _watch() -> None:
    """Note each report where the verbs get it: of a scene that was read, and of one that was written."""
    report_of = Origin.report

    @wraps(report_of)
    def report(origin: Origin) -> Report:
        made = report_of(origin)
        _note(made)
        return made

    @wraps(write_target)
    def write(origin: Origin, target: Target) -> tuple[Output, Report]:
        output, made = write_target(origin, target)
        _note(made)
        return output, made

    attributes = {name: _Looked(name) for name in ("findings", "totals", "ledger")}
    for owner, watched in ((Origin, {"report": report}), (api, {"write_target": write}), (Report, attributes)):
        for name, each in watched.items():
            setattr(owner, name, each)


_watch()


@pytest.fixture(autouse=True)
def _asked(request: pytest.FixtureRequest) -> Generator[Asked, None, None]:
    global _current
    asked = Asked()
    _current = None if "*" in stated(request.node) else asked
    yield asked
    _current = None


@pytest.fixture
def findings(_asked: Asked) -> Asked:
    """Return the findings of this test, of which it takes some: `findings.take(CODE)`."""
    return _asked


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Fail a test that passes, but did not ask for its findings, or states some that do not occur."""
    result = yield
    message = fault(pyfuncitem, _current)
    if message:
        pytest.fail(message, pytrace=False)
    return result


def fault(test: pytest.Function, asked: Asked | None) -> str:
    """Return what is wrong with what a test asked for; "" if nothing is. asked: None where nothing is noted."""
    if any("*" in mark.args and not mark.kwargs.get("reason") for mark in test.iter_markers("findings")):
        return 'findings("*") needs a reason: what the test judges instead'
    if asked is None:
        return ""
    left = asked.unasked(stated(test))
    if left:
        shown = left[:MOST_SHOWN]
        lines = [f"  {each.level} {each.code}: {each.subject} at {each.source or 'no file'}, of {caller}" for caller, each in shown]
        more = [f"  and {len(left) - MOST_SHOWN} more"] if len(left) > MOST_SHOWN else []
        codes = sorted({f'"{each.code}"' for _, each in left})
        few = codes if len(codes) <= MOST_STATED else ['"*"', 'reason="what the test judges instead"']
        return "\n".join(["findings that the test did not ask for:", *lines, *more, HOW.format(codes=", ".join(few))])
    varies = hasattr(test, "callspec") or hasattr(test.obj, "hypothesis")
    own = [] if varies else [code for mark in test.own_markers if mark.name == "findings" for code in mark.args]
    absent = asked.absent(own)
    return f"{ABSENT}: {', '.join(absent)}" if absent else ""


def stated(test: pytest.Item) -> list[str]:
    """Return the codes and patterns that a test states, or its parameters or module."""
    return [code for mark in test.iter_markers("findings") for code in mark.args]
