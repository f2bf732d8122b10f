"""The task of a worker: one conversion, up to the bytes to be written, and what it read for them.

Everything here travels between processes and machines: tasks and outcomes are plain data, errors are text.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.accounting.finding import Finding
from scenec.api import prepare
from scenec.batch.file_changes import NO_FILE, Stamp, file_sha, sha, stamp_of
from scenec.errors import PartError, ReadError, ScenecError
from scenec.files import read_file
from scenec.library import Library

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


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
    """A file as it was read. sha: of its content, "" if it was not there. stamp: shows quickly that the file is the same."""

    path: str
    sha: str
    stamp: Stamp


class BareReport(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A report without its ledger. source, result: its sides."""

    totals: dict[str, int] = {}
    idle: int = 0
    findings: tuple[Finding, ...] = ()
    source: tuple[tuple[str, ...], str, str] = ((), "", "")
    result: tuple[tuple[str, ...], str, str] = ((), "", "")


class Outcome(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Result of a task. error: one line, "" if all went well; status: the exit status of that error; is_refused: the file cannot be read;
    is_part: because it makes no scene by itself. shas: of the files.
    report: a `BareReport` as JSON, in which form it travels and is stored: a caller that waits for many workers does little for each."""

    error: str = ""
    status: int = 0
    is_part: bool = False
    is_refused: bool = False
    inputs: tuple[Input, ...] = ()
    main: str = ""
    files: dict[str, bytes] = {}
    copies: dict[str, str] = {}
    shas: dict[str, str] = {}
    report: bytes = b"{}"


class Inputs:
    """Opens files for a conversion and remembers them."""

    def __init__(self) -> None:
        self.seen: dict[str, Input] = {}

    def open(self, path: str) -> bytes:
        try:
            stamp = stamp_of(os.stat(path))
            data = read_file(path)
        except FileNotFoundError:
            self.seen[path] = Input(path, "", NO_FILE)
            raise
        self.seen[path] = Input(path, sha(data), stamp)
        return data

    def add(self, path: str) -> None:
        """A file that is copied without being read."""
        if path not in self.seen:
            stamp = stamp_of(os.stat(path))
            self.seen[path] = Input(path, file_sha(path), stamp)


class OverTimeError(Exception):
    """The time for one file is over."""


def convert_task(task: Task) -> Outcome:
    """Do a task. Never raises, except on an interrupt."""
    inputs = Inputs()
    try:
        with _at_most(task.timeout):
            return _converted(task, inputs)
    except ScenecError as problem:
        return Outcome(
            error=str(problem),
            status=_status(problem),
            is_refused=isinstance(problem, ReadError),
            is_part=isinstance(problem, PartError),
            inputs=tuple(inputs.seen.values()),
        )
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
    bare = BareReport(
        totals=report.totals,
        idle=report.idle,
        findings=tuple(msgspec.structs.replace(each, row=None) for each in report.findings),
        source=(report.source.files, report.source.format, report.source.version),
        result=(report.target.files, report.target.format, report.target.version),
    )
    return Outcome(
        inputs=tuple(inputs.seen.values()),
        main=output.main,
        files=output.files,
        copies=output.copies,
        shas={name: sha(data) for name, data in output.files.items()},
        report=_as_json(bare),
    )


def _as_json(report: BareReport) -> bytes:
    try:
        return msgspec.json.encode(report)
    except UnicodeEncodeError:  # a byte of a file name that is no text
        import json

        return json.dumps(msgspec.to_builtins(report)).encode()


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


def prepare_process(memory: int, begun: Connection, parent: int) -> None:
    """Set up a worker process of our own pool: an interrupt is the parent's business, memory (bytes, 0 = any) is bounded, and the process
    ends with its parent. begun: hears that the worker has begun. parent: the process to end with at once, 0 = as soon as possible."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if memory:
        _limit_memory(memory)
    _end_with_parent(parent)
    begun.send_bytes(b"begun")


def _limit_memory(memory: int) -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    most = resource.getrlimit(resource.RLIMIT_AS)[1]
    limit = memory if most == resource.RLIM_INFINITY else min(memory, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def _end_with_parent(parent: int) -> None:
    """End the worker when its parent was killed: it would go on without a reader and keep the parent's pipes open."""
    from multiprocessing import parent_process

    if parent and sys.platform == "linux":  # also in the middle of a long computation of a library
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
    living = parent_process()

    def watch() -> None:
        if living is not None:
            living.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


_PR_SET_PDEATHSIG = 1
