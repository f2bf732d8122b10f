"""Rules that hold for every input.

Only a ScenecError comes out, on one line and with the place where it is an error of reading, or a conversion whose books balance. Work
and memory are bounded by the size of what was read. Files appear in the folder of the target only, and what was written can be read
again. The same input gives the same bytes. Reports of every form can be made, hold no control characters, and JSON is JSON. Nothing is
printed, nothing warns.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import scenec
from benchmarks.fuzz.case import SUFFIXES, Case
from scenec.accounting.finding import SUMMED_FATES
from scenec.accounting.report import FORMS, Report
from scenec.accounting.save import ledger_lines
from scenec.api import prepare
from scenec.errors import ReadError, ScenecError, UnknownFormatError, UsageError
from scenec.output import Output, commit

SECONDS, SECONDS_PER_BYTE = 10.0, 100e-6
"""Of processor time that one conversion may take. A small file may grow by the bounds on templates, imports and includes
(`scenec.converters.common.growth`), which takes a few seconds."""
MEMORY, MEMORY_PER_BYTE = 200e6, 30
"""Bytes that may be resident on top of what was before."""


class Failure(NamedTuple):
    """kind: which promise is broken; where: what tells this failure from others (an exception and the function it came from)."""

    kind: str
    where: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.where}"


class Verdict(NamedTuple):
    """outcome: `converted` or the name of the error. digest: of everything that came out."""

    outcome: str
    failures: tuple[Failure, ...]
    digest: str
    seconds: float = 0.0
    megabytes: float = 0.0


class _TooSlowError(BaseException):
    """Not an Exception, so that no handler of the package catches it."""


def judge(case: Case, workplace: Path, *, thorough: bool = False) -> Verdict:
    """Convert a case and look at what came out. workplace: a folder for this alone. thorough: with every form of report, a second
    conversion to compare with, and the files of the output read again (otherwise each by turns, as the content falls)."""
    inside, outside = workplace / "in", workplace / "out"
    for folder in (inside, outside):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    entry = _placed(case, inside)
    conversion = _Conversion(case, entry, outside / f"converted{SUFFIXES[case.target]}")
    turn = sum(case.data[-64:]) + len(case.data)
    found: list[Failure] = []
    with _warnings_kept(found):
        outcome, digest = conversion.run(found)
        if conversion.report is not None and conversion.output is not None and not found:
            for form in FORMS if thorough else (FORMS[turn % len(FORMS)],):
                conversion.check(found, f"report as {form}", partial(_check_text, conversion.report, form))
            conversion.check(found, "ledger", lambda: _check_ledger(conversion.report))
            conversion.check(found, "written", lambda: conversion.read_again(outside, found))
        if thorough or turn % 8 == 0:
            again = _Conversion(case, entry, conversion.target)
            if again.run([]) != (outcome, digest):
                found.append(Failure("not the same twice", f"{case.source} to {case.target}"))
    return Verdict(outcome, tuple(found), digest, conversion.seconds, conversion.megabytes)


class _Conversion:
    def __init__(self, case: Case, entry: str, target: Path) -> None:
        self.case, self.entry, self.target = case, entry, target
        self.read_bytes = 0
        self.seconds = self.megabytes = 0.0
        self.report: Report | None = None
        self.output: Output | None = None

    def open(self, path: str) -> bytes:
        """The case's own content for its file, which need not be there."""
        from scenec.files import read_file

        data = self.case.data if path == self.entry else read_file(path)
        self.read_bytes += len(data)
        return data

    def run(self, found: list[Failure]) -> tuple[str, str]:
        """(what came out, its digest)."""
        outcome = ""
        with _memory_measured() as memory:
            problem = self.check(found, "convert", self._convert)
        self.megabytes = memory.peak / 1e6
        if problem is not None:
            outcome = type(problem).__name__
            text = str(problem)
            found += _complaints_about(problem)
        else:
            assert self.report is not None and self.output is not None
            outcome, text = "converted", self.report.text("json")
            totals = self.report.totals
            if totals["values"] != sum(totals[fate] for fate in SUMMED_FATES):
                found.append(Failure("books do not balance", f"{self.case.source} to {self.case.target}", str(totals)))
        allowed = MEMORY + MEMORY_PER_BYTE * max(self.read_bytes, self.case.size)
        if memory.peak > allowed:
            found.append(Failure("too much memory", self._route, f"{memory.peak / 1e6:.0f} MB of {allowed / 1e6:.0f} MB"))
        text = text.replace(str(self.target.parent.parent), "")  # not the same in another process
        digest = hashlib.sha256(text.encode("utf-8", "backslashreplace"))
        if self.output is not None:
            for name, content in sorted(self.output.files.items()):
                digest.update(name.encode("utf-8", "backslashreplace") + b"\0" + content)
        return outcome, digest.hexdigest()

    def _convert(self) -> None:
        case = self.case
        self.output, self.report = prepare(self.entry, self.target, from_=case.source, to=case.target, opener=self.open, **case.options)

    @property
    def _route(self) -> str:
        return f"{self.case.source} to {self.case.target}"

    def read_again(self, folder: Path, found: list[Failure]) -> None:
        """Put the output where it belongs, see that it is nowhere else, and read it."""
        output = self.output
        assert output is not None
        for name in {*output.files, *output.copies}:
            if os.path.isabs(name) or os.path.normpath(name).startswith("..") or "\0" in name:
                found.append(Failure("a file outside of the target's folder", self._route, repr(name)))
                return
        commit(output, self.target)
        there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        wanted = {self.target.name, *(os.path.normpath(name) for name in ({*output.files, *output.copies} - {output.main}))}
        if there != wanted:
            found.append(Failure("other files than reported", self._route, f"{sorted(there ^ wanted)}"))
        try:
            version = self.report.target.version if self.report is not None and self.case.target != "ir" else ""
            scenec.read(self.target, format=f"{self.case.target}@{version}" if version else self.case.target)
        except ReadError as problem:
            found.append(Failure("cannot be read again", f"{self.case.target}: {_first_words(problem)}", str(problem)))

    def check(self, found: list[Failure], doing: str, action: Any) -> ScenecError | None:
        """Do something within the time that the input's size allows. The error it ends with, if it is one of ours."""
        seconds = SECONDS + SECONDS_PER_BYTE * max(self.read_bytes, self.case.size)
        try:
            with _time_limited(seconds) as spent:
                action()
        except ScenecError as problem:
            if doing != "convert":
                found.append(Failure(f"{doing}: {type(problem).__name__}", _place(problem), str(problem)))
            return problem
        except _TooSlowError as problem:
            found.append(Failure(f"{doing} takes too long", _place(problem), f"more than {seconds:.1f} s; {_trace(problem)}"))
            return ScenecError("too slow")
        except Exception as problem:  # an exception of any type must not get here
            found.append(Failure(f"{doing}: {type(problem).__name__}", _place(problem), f"{problem}\n{_trace(problem)}"))
            return ScenecError("crashed")
        finally:
            self.seconds += spent.seconds
        return None


# ---------------------------------------------------------------- single promises


def _complaints_about(problem: ScenecError) -> Iterator[Failure]:
    text = str(problem)
    if not text.isprintable() and any(ord(letter) < 32 for letter in text):
        yield Failure("an error of several lines, or with control characters", _place(problem), repr(text))
    if isinstance(problem, UsageError) and not isinstance(problem, UnknownFormatError):
        yield Failure("an error of usage for a file", _place(problem), text)
    if isinstance(problem, ReadError) and problem.source is None:
        yield Failure("an error without a file", _place(problem), text)
    if isinstance(problem, ReadError) and problem.source is not None and not problem.source.line and not _is_about_the_file(problem):
        yield Failure("an error without a line", _place(problem), text)


_WHOLE_FILE = ("archive", "cannot be read", "unpack", "the mesh", "is a directory", "mesh file", "cannot be opened", "zip", "as large as")


def _is_about_the_file(problem: ReadError) -> bool:
    """Errors about a file as a whole, which have no line."""
    return any(word in str(problem) for word in _WHOLE_FILE)


def _check_text(report: Report, form: str) -> None:
    text = report.text(form)
    text.encode()
    odd = {letter for letter in text if ord(letter) < 32 and letter not in "\n\t"}
    if odd:
        raise ValueError(f"control characters in the report: {sorted(odd)!r}")
    if form in ("json", "sarif"):
        json.loads(text, parse_constant=_refuse)


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no JSON")


def _check_ledger(report: Report | None) -> None:
    assert report is not None
    lines = [json.loads(line, parse_constant=_refuse) for line in ledger_lines(report)]
    if len(lines) != report.totals["values"]:
        raise ValueError(f"{len(lines)} lines for {report.totals['values']} values")
    for fate in SUMMED_FATES:
        if sum(line["fate"] == fate for line in lines) != report.totals[fate]:
            raise ValueError(f"the ledger has another number of {fate} values than the totals")


# ---------------------------------------------------------------- places, limits


def _placed(case: Case, folder: Path) -> str:
    """The absolute path of the case's file. Only files beside it must lie there: its own content comes from the opener."""
    if case.folder is not None:
        return os.path.join(case.folder, case.name)
    for name, content in {case.name: case.data, **case.beside}.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return str(folder / case.name)


def _place(problem: BaseException) -> str:
    """The innermost function of ours that an exception came from."""
    place = "?"
    for frame in traceback.extract_tb(problem.__traceback__):
        name = frame.filename.replace(os.sep, "/")
        if "/scenec/" in name:
            place = f"scenec/{name.rpartition('/scenec/')[2]} {frame.name}"
    return place


def _trace(problem: BaseException) -> str:
    frames = traceback.extract_tb(problem.__traceback__)[-12:]
    return " < ".join(f"{os.path.basename(frame.filename)}:{frame.lineno} {frame.name}" for frame in reversed(frames))


def _first_words(problem: ScenecError) -> str:
    """The part of a complaint that is the same for other names and numbers."""
    words = [word for word in problem.what.split() if word.isalpha()]
    return " ".join(words[:6])


class _Spent:
    seconds = 0.0


@contextmanager
def _time_limited(seconds: float) -> Iterator[_Spent]:
    """Raises _TooSlowError after that much processor time. A loop inside a library's C code is not interrupted: for that there is the
    one who watches the process."""
    import time

    def stop(_signal: int, _frame: object) -> None:
        raise _TooSlowError

    spent, start = _Spent(), time.process_time()
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield spent
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        spent.seconds = time.process_time() - start


class _Memory:
    peak = 0.0


@contextmanager
def _memory_measured() -> Iterator[_Memory]:
    """How many more bytes were resident at most than at the start (Linux; elsewhere 0)."""
    memory, start = _Memory(), _resident("VmRSS:")
    try:
        with open("/proc/self/clear_refs", "w") as file:
            file.write("5")  # forget the high-water mark
    except OSError:
        yield memory
        return
    try:
        yield memory
    finally:
        memory.peak = max(0, _resident("VmHWM:") - start)


def _resident(line: str) -> int:
    try:
        with open("/proc/self/status", "rb") as file:
            return next(int(each.split()[1]) * 1024 for each in file if each.startswith(line.encode()))
    except (OSError, StopIteration):
        return 0


@contextmanager
def _warnings_kept(found: list[Failure]) -> Iterator[None]:
    """A warning would reach the user's terminal: it is a failure."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", ResourceWarning)
        yield
    for warning in caught:
        name = warning.filename.replace(os.sep, "/")
        place = f"scenec/{name.rpartition('/scenec/')[2]}:{warning.lineno}" if "/scenec/" in name else name
        found.append(Failure(f"warns: {warning.category.__name__}", place, str(warning.message)))
