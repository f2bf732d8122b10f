"""Running a foreign program on a file: for a limited time, with limited output, and with nothing of it left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import IO

import msgspec

TIMEOUT = 120.0
"""Seconds a consumer may take for one file."""
MOST_OUTPUT = 64 << 20
"""Bytes a consumer may write to one stream: a summary of a hundred thousand links is smaller."""
KEPT = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PYTHONPATH", "GZ_CONFIG_PATH", "IGN_CONFIG_PATH", "SYSTEMROOT", "COMSPEC")
"""Variables of our environment that a consumer gets: only those that name folders of programs and libraries."""

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?")
_ABSOLUTE = re.compile(r"/[^\s:'\"\[\],;<>()]+/[^\s:'\"\[\],;<>()]+")


class Answer(msgspec.Struct, frozen=True, gc=False):
    """Output of a program. status: its exit status. trouble: why there is none ("took longer than 120 s"), else ""."""

    status: int
    out: str
    err: str
    trouble: str = ""


def ask(
    command: Sequence[str],
    folder: str,
    variables: Mapping[str, str] | None = None,
    *,
    timeout: float | None = None,
    most: int = MOST_OUTPUT,
) -> Answer:
    """Run a program, without a shell and without input. folder: its working directory, home and place for temporary files.

    variables: more of its environment. A program that takes longer than `timeout` seconds (TIMEOUT if not said) or writes more than
    `most` bytes is killed, with all it has started. Raises OSError if it cannot be started.
    """
    limit = TIMEOUT if timeout is None else timeout
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    environment = {**kept, "HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8", **(variables or {})}
    process = subprocess.Popen(
        list(command),
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout is not None and process.stderr is not None
    streams = [_Stream(process, process.stdout, most), _Stream(process, process.stderr, most)]
    trouble = ""
    try:
        process.wait(limit)
    except subprocess.TimeoutExpired:
        trouble = f"took longer than {limit:g} s"
    finally:  # also when we are interrupted
        _kill(process)
        out, err = (stream.finish() for stream in streams)
    if any(stream.overflown for stream in streams):
        trouble = f"wrote more than {most >> 20} MB"
    elif not trouble and process.returncode < 0:
        trouble = f"was ended by {_signal(-process.returncode)}"
    return Answer(process.returncode, out, err, trouble)


class _Stream:
    """Takes in what a program writes, in a thread of its own; kills the program if it is too much."""

    def __init__(self, process: subprocess.Popen[bytes], pipe: IO[bytes], most: int) -> None:
        self._process, self._pipe, self._most = process, pipe, most
        self._pieces: list[bytes] = []
        self.overflown = False
        self._thread = threading.Thread(target=self._drain, daemon=True)
        self._thread.start()

    def _drain(self) -> None:
        size = 0
        with suppress(OSError, ValueError):
            while piece := os.read(self._pipe.fileno(), 1 << 16):
                size += len(piece)
                if size > self._most:
                    self.overflown = True
                    _kill(self._process)
                    return
                self._pieces.append(piece)

    def finish(self) -> str:
        """All of it, once the program is dead; what a stray child of it still writes is not waited for."""
        self._thread.join(1.0)
        if not self._thread.is_alive():
            self._pipe.close()
        return b"".join(self._pieces).decode("utf-8", "replace")


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and all it has started. Its own end is awaited, so that no zombie stays."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(10)


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def cleaned_output(text: str, folders: Sequence[str], limit: int = 400) -> str:
    """A program's words as one line of a report: without colours and control characters, and without paths of this machine.

    folders: where it was run; what lies below them is named from there, any other file that is there by its name.
    """
    plain = _ESCAPES.sub("", text)
    for place in sorted(
        {each for folder in folders for each in (folder, os.path.realpath(folder)) if len(each) > 1}, key=len, reverse=True
    ):
        plain = plain.replace(place + os.sep, "").replace(place, ".")
    plain = _ABSOLUTE.sub(lambda found: os.path.basename(found[0]) if os.path.isdir(os.path.dirname(found[0])) else found[0], plain)
    words = " ".join("".join(letter if letter.isprintable() else " " for letter in plain).split())
    return words if len(words) <= limit else words[:limit].rstrip() + "..."
