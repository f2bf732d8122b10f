"""Memory that a large conversion has freed, and that the process need not keep."""

from __future__ import annotations

import os
import sys

LARGE = 300_000
"""Of a file of so many bytes the conversion takes 30 MB and more."""

_MMAP_THRESHOLD = -3
"""M_MMAP_THRESHOLD of glibc's mallopt(3)."""
_BLOCK = 1 << 17
"""glibc's own threshold at first: blocks of so many bytes are mapped one by one."""


def give_back_freed_memory(source: str) -> None:
    """Return large blocks to the system as soon as they are freed, if a source is large. glibc begins so, but each large block that is
    freed raises the threshold up to its own size; those behind it then stand in one heap and leave holes there, up to a tenth of what the
    process takes. Without effect where there is no such file, or another allocator."""
    try:
        is_large = sys.platform == "linux" and os.stat(source).st_size > LARGE
    except (OSError, ValueError):  # reported when it is read
        return
    if is_large:
        import ctypes

        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(_MMAP_THRESHOLD, _BLOCK)
