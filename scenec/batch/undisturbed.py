"""Moments in which an interruption has to wait."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C and SIGTERM come behind the block instead of within: a process whose parent goes while it is being started would say so with a
    traceback. Has an effect in the main thread alone: Python handles signals there, so that other threads are never interrupted."""
    import signal
    import threading

    numbers = [number for number in (signal.SIGINT, signal.SIGTERM) if signal.getsignal(number) is not None]
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    before = [(number, signal.signal(number, note)) for number in numbers]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])
