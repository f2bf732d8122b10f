"""Child processes of tests: how long to wait for them, how to interrupt them, and how to end them with the test.

No time is fixed. A machine that is slow, or busy with other work, is slow in everything: what may take long is bounded by a multiple of
what the same machine needs for one conversion. Children are started with the signals of a terminal, so that tests pass in the
background too, where a shell lets its commands ignore SIGINT.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), *sys.path))}
"""For children that import scenec or tests as this process does."""
SCENEC = [sys.executable, "-m", "scenec"]
SMALL = ROOT / "fixtures" / "shapes.ros2"


@cache
def one_conversion() -> float:
    """Return how long this machine needs for a small conversion in a process of its own (s): the slower of two."""
    times = []
    for _ in range(2):
        began = time.monotonic()
        subprocess.run([*SCENEC, "inspect", str(SMALL)], capture_output=True, env=ENVIRONMENT, check=True)
        times.append(time.monotonic() - began)
    return max(times)


def patience(conversions: int = 300) -> float:
    """Return the time (s) that so many conversions would take, one after the other: what takes longer hangs."""
    return conversions * one_conversion()


def until(condition: Callable[[], object], what: str) -> None:
    """Wait until a condition holds. Fails with what was waited for when patience ends."""
    end = time.monotonic() + patience()
    while not condition():
        assert time.monotonic() < end, f"waited in vain until {what}"
        time.sleep(0.02)


def as_in_a_terminal() -> None:
    """Restore what SIGINT does by default. For `preexec_fn`: a child of a background job ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def started(command: Sequence[str | bytes], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a process as in a terminal, in a session of its own. It and all that it started are killed at the end, also of a test that
    fails. options: of Popen."""
    given: dict[str, Any] = {"text": True, "env": ENVIRONMENT, "start_new_session": True, "preexec_fn": as_in_a_terminal, **options}
    with TemporaryDirectory() as temporary:  # what a killed process leaves there goes with it
        if given["env"].get("TMPDIR") == os.environ.get("TMPDIR"):
            given["env"] = {**given["env"], "TMPDIR": temporary}
        process = subprocess.Popen(command, **given)
        try:
            yield process
        finally:
            end_group(process.pid)
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream is not None:
                    stream.close()
            process.wait()


def end_group(pid: int) -> None:
    """Kill a process that leads a session, and what it started there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def end(pid: int) -> None:
    """Kill a child, and wait for its end."""
    with suppress(ProcessLookupError, ChildProcessError):
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


# ---------------------------------------------------------------- what is left


def adopt_orphans() -> None:
    """Make this process the parent of what its children leave behind (Linux; prctl(2), PR_SET_CHILD_SUBREAPER)."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)


LASTING = ("multiprocessing.resource_tracker", "multiprocessing.forkserver", "execnet", "sys.stdin.readline")
"""Words in the commands of processes that end with this one."""


def children() -> dict[int, str]:
    """Return the running processes that this one has to wait for: number -> command. Empty where there is no /proc."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except (AttributeError, ChildProcessError):  # there are none, and most tests end here
        return {}
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
        except OSError:  # it has ended
            continue
        if int(parent) == os.getpid() and state != "Z" and not any(each in command for each in LASTING):
            found[int(folder.name)] = command
    return found
