"""What a worker does: one conversion, up to the bytes to be written, and what it read for them.

Everything here travels between processes and machines: tasks and outcomes are plain data, errors are text.
"""

from __future__ import annotations

import hashlib
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import msgspec

from scenec.accounting.finding import Finding
from scenec.api import prepare
from scenec.errors import ScenecError
from scenec.files import read_file, read_pieces
from scenec.library import Library


class Task(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One conversion. source, target: absolute paths. library: what they are part of. options: those of `scenec.convert`.
    timeout: seconds, 0 = none."""

    source: str
    target: str
    from_: str
    to: str
    options: dict[str, Any]
    timeout: float = 0.0
    library: Library | None = None


class Input(msgspec.Struct, frozen=True, gc=False):
    """A file as it was read. sha: of its content, "" if it was not there. size, mtime: to see quickly that it is the same."""

    path: str
    sha: str
    size: int
    mtime: int


class Told(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A report without its ledger. source, result: its sides."""

    totals: dict[str, int] = {}
    idle: int = 0
    findings: tuple[Finding, ...] = ()
    source: tuple[tuple[str, ...], str, str] = ((), "", "")
    result: tuple[tuple[str, ...], str, str] = ((), "", "")


class Outcome(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What came of a task. error: one line, "" if all went well; status: the exit status of that error. shas: of the files.
    told: its report (`Told`) as JSON, as it travels and is remembered: whoever waits for many workers has to do little with each."""

    error: str = ""
    status: int = 0
    inputs: tuple[Input, ...] = ()
    main: str = ""
    files: dict[str, bytes] = {}
    copies: dict[str, str] = {}
    shas: dict[str, str] = {}
    told: bytes = b"{}"


class Inputs:
    """Opens files for a conversion and remembers them."""

    def __init__(self) -> None:
        self.seen: dict[str, Input] = {}

    def open(self, path: str) -> bytes:
        try:
            state = os.stat(path)
            data = read_file(path)
        except FileNotFoundError:
            self.seen[path] = Input(path, "", 0, 0)
            raise
        self.seen[path] = Input(path, sha(data), state.st_size, state.st_mtime_ns)
        return data

    def add(self, path: str) -> None:
        """A file that is copied without being read."""
        if path not in self.seen:
            state = os.stat(path)
            self.seen[path] = Input(path, file_sha(path), state.st_size, state.st_mtime_ns)


class OverTimeError(Exception):
    """The time for one file is over."""


def convert_task(task: Task) -> Outcome:
    """Do a task. Never raises, but for an interrupt."""
    inputs = Inputs()
    try:
        with _at_most(task.timeout):
            return _converted(task, inputs)
    except ScenecError as problem:
        return Outcome(error=str(problem), status=_status(problem), inputs=tuple(inputs.seen.values()))
    except OverTimeError:
        return _failed(task, f"took longer than {task.timeout:g} s and was stopped", 3, inputs)
    except MemoryError:
        return _failed(task, "needs more memory than it may have", 3, inputs)
    except RecursionError:
        return _failed(task, "bug: nests too deeply", 70, inputs)
    except OSError as problem:
        return _failed(task, f"cannot be read: {(problem.strerror or str(problem)).lower()}", 3, inputs)
    except Exception as problem:
        return _failed(task, f"bug: {type(problem).__name__}: {problem}", 70, inputs)


def _failed(task: Task, what: str, status: int, inputs: Inputs) -> Outcome:
    return Outcome(error=f"{task.source}: {what}", status=status, inputs=tuple(inputs.seen.values()))


def _status(problem: ScenecError) -> int:
    from scenec.errors import UsageError, WriteError

    return 2 if isinstance(problem, UsageError) else 4 if isinstance(problem, WriteError) else 3


def _converted(task: Task, inputs: Inputs) -> Outcome:
    output, report = prepare(
        task.source, task.target, from_=task.from_, to=task.to, opener=inputs.open, library=task.library, **task.options
    )
    for path in output.copies.values():
        inputs.add(path)
    told = Told(
        totals=report.totals,
        idle=report.idle,
        findings=report.findings,
        source=(report.source.files, report.source.format, report.source.version),
        result=(report.target.files, report.target.format, report.target.version),
    )
    return Outcome(
        inputs=tuple(inputs.seen.values()),
        main=output.main,
        files=output.files,
        copies=output.copies,
        shas={name: sha(data) for name, data in output.files.items()},
        told=_as_json(told),
    )


def _as_json(told: Told) -> bytes:
    try:
        return msgspec.json.encode(told)
    except UnicodeEncodeError:  # a byte of a file name that is no text
        import json

        return json.dumps(msgspec.to_builtins(told), ensure_ascii=False).encode("utf-8", "replace")


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Raise OverTimeError inside when the time is over. Only a main thread can be interrupted; elsewhere there is no limit."""
    if not seconds or threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def over(signum: int, frame: FrameType | None) -> None:
        raise OverTimeError

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def prepare_process(memory: int) -> None:
    """Set up a worker process of our own pool: an interrupt is the parent's business, memory (bytes, 0 = any) is bounded."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if memory:
        try:
            import resource
        except ImportError:  # not on Windows
            return
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def file_sha(path: str) -> str:
    """The hash of a file's content, read in pieces. Raises OSError."""
    digest = hashlib.sha256()
    for piece in read_pieces(path):
        digest.update(piece)
    return digest.hexdigest()
