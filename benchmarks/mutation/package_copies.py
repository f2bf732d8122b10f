"""Copies of the checkout in which writers are broken, and the tests that are run there."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.mutation.constructs import SPAN, Mutant
from benchmarks.mutation.conversions import ROOT
from benchmarks.mutation.covering_tests import OUTPUT
from benchmarks.mutation.judging import Lane

COPIED = ("scenec", "tests", "fixtures", "benchmarks")
MOST_SECONDS = 60.0
"""The fastest tests that run a statement, up to so many seconds of them, are asked."""
_times = itertools.count(int(time.time()) - 10_000_000)
"""Times of changed files: Python takes a compiled file for that of a source of the same time and size."""


class PackageCopy:
    """A copy of the package and its tests in a folder. root: what is copied, a checkout or another copy."""

    def __init__(self, folder: Path, root: Path = ROOT) -> None:
        self.folder = folder
        folder.mkdir()
        for each in sorted(root.iterdir()):
            if each.name in COPIED:
                shutil.copytree(each, folder / each.name, ignore=shutil.ignore_patterns("__pycache__", ".git"))
            elif not each.name.startswith((".git", ".nox", ".venv")):
                (folder / each.name).symlink_to(each)

    @contextmanager
    def broken(self, mutant: Mutant) -> Iterator[None]:
        """Break one statement for a while."""
        path = self.folder / mutant.file
        whole = path.read_bytes()
        try:
            self._write(path, mutant.apply(whole))
            yield
        finally:
            self._write(path, whole)

    def _write(self, path: Path, source: bytes) -> None:
        path.write_bytes(source)
        at = next(_times)
        os.utime(path, (at, at))

    def pytest(self, arguments: Sequence[str], output: Path | None = None) -> tuple[int, list[str]]:
        """Run tests here: exit status and lines, those of a crash first. output: where to write which lines each test runs."""
        environment = {**os.environ, "PYTHONPATH": str(self.folder)}
        if output is not None:
            environment[OUTPUT] = str(output)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=line", "-rfE", *arguments]
        ended = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, errors="replace")
        return ended.returncode, [*ended.stderr.splitlines(), *ended.stdout.splitlines()]


class Tests:
    """The project's own tests of a format, with the lines of its writer that each runs. They are run once, when first asked for."""

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder, self.root = folder, root
        self._known: dict[str, dict[str, dict[str, Any]]] = {}
        self._lock = threading.Lock()

    def failing(self, copy: PackageCopy, name: str, spans: Iterable[tuple[str, SPAN]]) -> tuple[str, Lane]:
        """Return the test that fails in a copy whose writer is broken, of those that run its lines, and its lane; "" if all pass. The
        sweeps are asked where the default run notices nothing. name: the format."""
        known, places = self._of(name), list(spans)
        lanes: tuple[Lane, Lane] = ("tests", "sweeps")
        for lane in lanes:
            chosen = covering({test: each for test, each in known.items() if each.get("lane", "tests") == lane}, places)
            if not chosen:
                continue
            status, lines = copy.pytest(["-x", "-m", "", *chosen])
            if status in (0, 5):
                continue
            if status not in (1, 2):
                raise RuntimeError(f"the tests of {name} cannot be run, pytest ended with {status}: {lines[-1:]}")
            return next((line for line in lines if line.startswith(("FAILED", "ERROR"))), f"pytest ended with {status}")[:200], lane
        return "", "sweeps"

    def _files(self, copy: PackageCopy, name: str) -> list[str]:
        """Return the tests of a format: its own, and those of the fields that it keeps."""
        everywhere = "tests/test_kept_fields.py"
        return [f"tests/converters/{name}", *([everywhere] if (copy.folder / everywhere).exists() else [])]

    def _of(self, name: str) -> dict[str, dict[str, Any]]:
        with self._lock:
            if name not in self._known:
                whole, output = PackageCopy(self.folder / f"tests-{name}", self.root), self.folder / f"tests-{name}.json"
                status, lines = whole.pytest(["-p", "benchmarks.mutation.covering_tests", "-m", "", *self._files(whole, name)], output)
                if not output.exists():
                    raise RuntimeError(f"the tests of {name} ended with {status} before all were run: {lines[:6]}")
                self._known[name] = json.loads(output.read_text())
                shutil.rmtree(whole.folder)
            return self._known[name]


def covering(tests: dict[str, dict[str, Any]], spans: Sequence[tuple[str, SPAN]]) -> list[str]:
    """Return the tests that pass and run a line of some spans, the fastest first."""
    found = []
    for test, each in tests.items():
        if each["passed"] and any(is_run(each.get("lines", {}).get(file, ()), span) for file, span in spans):
            found.append((each["seconds"], test))
    seconds = 0.0
    chosen: list[str] = []
    for lasted, test in sorted(found):
        seconds += lasted
        if seconds > MOST_SECONDS and chosen:
            break
        chosen.append(test)
    return chosen


def is_run(lines: Iterable[int], span: SPAN) -> bool:
    return any(span[0] <= line <= span[1] for line in lines)
