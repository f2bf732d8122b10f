"""A plugin of pytest that notes which lines of the writers each test runs, how long it takes and whether it passes."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mutation.conversions import is_writer

OUTPUT = "SCENEC_COVERING_TESTS"
"""The environment variable that names the file to write."""


class Recorder:
    def __init__(self) -> None:
        self.tests: dict[str, dict[str, Any]] = {}
        self.lines: dict[str, set[int]] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Trace one test with its fixtures."""
        self.lines = {}
        before = sys.gettrace()
        sys.settrace(self._calls)
        try:
            result = yield
        finally:
            sys.settrace(before)
        test = self.tests.setdefault(item.nodeid, {"passed": True, "seconds": 0.0})
        test["lines"] = {_below_root(name): sorted(numbers) for name, numbers in self.lines.items()}
        test["lane"] = "sweeps" if item.get_closest_marker("sweep") else "tests"
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        test = self.tests.setdefault(report.nodeid, {"passed": True, "seconds": 0.0})
        test["seconds"] += report.duration
        test["passed"] = test["passed"] and report.passed

    def pytest_sessionfinish(self) -> None:
        Path(os.environ[OUTPUT]).write_text(json.dumps(self.tests))

    def _calls(self, frame: Any, event: str, argument: Any) -> Any:
        return self._line if is_writer(frame.f_code.co_filename) else None

    def _line(self, frame: Any, event: str, argument: Any) -> Any:
        if event == "line":
            self.lines.setdefault(frame.f_code.co_filename, set()).add(frame.f_lineno)
        return self._line


def _below_root(name: str) -> str:
    return "scenec/converters/" + name.replace(os.sep, "/").rpartition("scenec/converters/")[2]


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get(OUTPUT):
        config.pluginmanager.register(Recorder(), "covering-tests")
