"""Waiting for a library to change."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from scenec.errors import UsageError


def require_watcher() -> None:
    """Raise UsageError if watchfiles is not installed: asked before anything is converted."""
    try:
        import watchfiles  # noqa: F401 - only whether it is installed
    except ImportError:
        raise UsageError("--watch needs another library", None, "", "", "pip install 'scenec[watch]'") from None


def changes(folders: Sequence[str], outside: str) -> Iterator[None]:
    """Comes back after each burst of changes below some folders; never ends by itself. outside: a folder whose changes do not count
    (the target, where it lies in the source). Raises UsageError if watchfiles is not installed."""
    require_watcher()
    from watchfiles import watch

    hidden = os.path.abspath(outside)

    def counts(change: object, path: str) -> bool:
        return not (path == hidden or path.startswith(hidden + os.sep) or os.path.basename(path).startswith("."))

    for _ in watch(*folders, watch_filter=counts, raise_interrupt=True):
        yield None
