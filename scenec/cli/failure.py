"""Failing politely: exit statuses, and every error as one line on stderr."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from errno import EBADF, EMFILE, ENFILE
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from scenec.errors import ScenecError

DONE, LOSSY, USAGE, UNREADABLE, UNWRITABLE, BATCH, BUG, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 4, 5, 70, 130, 143
"""Exit statuses. LOSSY: done and written, but a finding at or above --fail-on. BATCH: some of several inputs failed. BUG: EX_SOFTWARE."""

REPORT_BUGS = "please report this line and the input to the project's issue tracker; SCENEC_DEBUG=1 shows the traceback"


def report_failure(problem: BaseException) -> int:
    """Say on stderr what went wrong, in one line, and give the exit status. Control flow (help, a closed pipe) is silent."""
    if isinstance(problem, click.exceptions.Exit):
        return flushed(problem.exit_code)
    if isinstance(problem, SystemExit):
        return flushed(problem.code if isinstance(problem.code, int) else USAGE)
    if isinstance(problem, BrokenPipeError):
        _forget_output()
        return DONE
    if isinstance(problem, (KeyboardInterrupt, click.exceptions.Abort)):
        from scenec.cli.termination import Terminated

        say("scenec: interrupted")
        return TERMINATED if isinstance(problem, Terminated) else INTERRUPTED
    if isinstance(problem, click.ClickException):
        say(f"scenec: error: {_usage(problem)}")
        return USAGE
    return _report_error(problem)


def _report_error(problem: BaseException) -> int:
    from scenec.errors import ExecutorError, ReadError, ScenecError, UsageError, WriteError

    if isinstance(problem, ScenecError):
        say(f"scenec: error: {problem}")
        for kind, status in ((UsageError, USAGE), (ReadError, UNREADABLE), (WriteError, UNWRITABLE), (ExecutorError, BATCH)):
            if isinstance(problem, kind):
                return status
        return UNREADABLE
    if isinstance(problem, MemoryError):
        say("scenec: error: not enough memory")
        return BUG
    if isinstance(problem, FileNotFoundError) and _is_nowhere():
        return _report_error(ReadError("the working directory does not exist any more", hint="change to another folder"))
    if isinstance(problem, OSError) and problem.errno in (EMFILE, ENFILE):
        return _report_error(ReadError("too many files are open for this process", hint="raise the limit: `ulimit -n`"))
    if isinstance(problem, OSError) and problem.filename is None:  # click prints help itself
        return _report_error(_stdout_error(problem))
    if os.environ.get("SCENEC_DEBUG"):
        from traceback import format_exception

        for part in format_exception(type(problem), problem, problem.__traceback__):
            for line in part.rstrip("\n").split("\n"):
                say(line)
    say(f"scenec: error: bug: {type(problem).__name__}: {problem} ({_innermost(problem)}); {REPORT_BUGS}")
    return BUG


def _is_nowhere() -> bool:
    """Whether the working directory was removed: every relative name fails then."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _innermost(problem: BaseException) -> str:
    """Where it happened, as far as it is our code: ``scenec/api.py:120``."""
    place, step = "?", problem.__traceback__
    while step is not None:
        name = step.tb_frame.f_code.co_filename.replace(os.sep, "/")
        if "/scenec/" in name:
            place = f"scenec/{name.rpartition('/scenec/')[2]}:{step.tb_lineno}"
        step = step.tb_next
    return place


def _usage(problem: click.ClickException) -> str:
    """A complaint of the option parser in our words."""
    context = getattr(problem, "ctx", None)
    path = context.command_path if context else "scenec"
    if isinstance(problem, click.NoSuchOption):
        known = [name for parameter in context.command.params for name in parameter.opts] if context else []
        text = f"no option {problem.option_name}{nearest_hint(problem.option_name, [*known, '--help'])}"
    else:
        text = problem.format_message().strip().rstrip(".")
        text = text[:1].lower() + text[1:]
    return f"{text}; see {path} --help"


def nearest_hint(word: str, known: list[str]) -> str:
    """``; did you mean 'convert'?``, or nothing where no known word is near."""
    from scenec.syntax.vocabulary import nearest

    found = nearest(word, known)
    return f"; did you mean {found}?" if found else ""


def say(text: str) -> None:
    """A line for people, on stderr, safe to show: what comes from a file cannot steer the terminal. A closed stderr is no error."""
    if not text.isprintable():
        from scenec.accounting.render_text import safe

        text = safe(text)
    with suppress(OSError, ValueError, AttributeError):
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def put(data: bytes | str) -> None:
    """Data for programs, on stdout, in UTF-8. Raises BrokenPipeError where the reader is gone, WriteError for a full disk."""
    encoded = data.encode("utf-8", "backslashreplace") if isinstance(data, str) else data
    stream = getattr(sys.stdout, "buffer", None)
    try:
        if stream is None:
            raise OSError(EBADF, "it is closed")
        stream.write(encoded)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise _stdout_error(problem) from None


def flushed(status: int) -> int:
    """The status, after what click has printed has gone out."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as problem:
        return report_failure(problem)
    return status


def _stdout_error(problem: OSError) -> ScenecError:
    from scenec.errors import WriteError

    _forget_output()
    return WriteError(f"standard output cannot be written: {(problem.strerror or str(problem)).lower()}")


def _forget_output() -> None:
    """Keep buffered output from failing a second time when the interpreter ends."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
