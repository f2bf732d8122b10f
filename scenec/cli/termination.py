"""Being told to end (SIGTERM, as `kill`, a service manager or a CI job that is cancelled does) is an interruption like Ctrl-C: temporary
files go, what is there stays whole. Without this the process would be gone at once and leave them to the next run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Terminated(KeyboardInterrupt):
    """Raised where the process is when it is told to end."""


@contextmanager
def told_to_end() -> Iterator[None]:
    """Within, SIGTERM raises `Terminated`. Only in the main thread, and where nobody else handles or ignores the signal."""
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
