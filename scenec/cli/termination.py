"""SIGTERM (from `kill`, a service manager or a cancelled CI job) ends a command like Ctrl-C: temporary files are removed, finished files
stay whole. By default, the process would end at once and leave its temporary files to the next run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Terminated(KeyboardInterrupt):
    """Raised at the current line when the process gets SIGTERM."""


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Raise `Terminated` for SIGTERM inside the block. Only in the main thread, and only if the signal has its default handler."""
    import signal
    import threading

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: what cleans up is not to be interrupted
        raise Terminated

    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
