"""``scenec.migrate``: a whole library from Python."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Any

from scenec.batch.migration import Choice, Migration
from scenec.batch.pool import end_unguarded_worker
from scenec.errors import UsageError

FilePath = str | os.PathLike[str]

TIMEOUT = 300.0
"""Seconds a file may take unless said otherwise."""
MEMORY = 4096
"""Megabytes of address space a worker may use unless said otherwise."""


def migrate(
    src: FilePath,
    dst: FilePath,
    *,
    to: str,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    jobs: int | None = None,
    executor: Executor | str | None = None,
    timeout: float = TIMEOUT,
    memory: int = MEMORY,
    force: bool = False,
    prune: bool = False,
    checksum: bool = False,
    **options: Any,
) -> Migration:
    """Convert a library of models, folder into folder, and go on where an earlier run stopped.

    Returns an iterable of `scenec.batch.result.Migrated`, one per file as it is done; its length is how many files there are.
    Iterate it to do the work. include, exclude: patterns of paths (see `scenec.batch.entries`). jobs: worker processes (default:
    one per core; the calling script needs the usual ``if __name__ == "__main__"``). executor: do the conversions there instead; the
    address of a dask.distributed scheduler (``tcp://host:8786``) is one too.
    timeout: seconds a file may take, memory: megabytes a worker may use; 0 = any. force: convert everything again and replace
    files that were edited. prune: remove outputs whose sources are gone. checksum: read every file to see whether it has changed, and
    ignore its times. options: those of `convert`.
    Raises ReadError for a library that is none; while it is iterated
    WriteError, ExecutorError if there are no workers (any more), and UsageError in a script without that ``if``.
    """
    from scenec.options import check_options

    end_unguarded_worker()
    check_options(options)
    if isinstance(executor, str) and options.get("assets") == "link":
        raise UsageError("links to file locations have no meaning on a cluster", None, "assets copy or keep")
    kept = {name: value for name, value in options.items() if value not in (None, False, "", ())}
    workers = jobs if jobs is not None else os.cpu_count() or 1
    choice = Choice(jobs=workers, timeout=timeout, memory=memory << 20, force=force, prune=prune, checksum=checksum)
    return Migration(os.fspath(src), os.fspath(dst), to, tuple(include), tuple(exclude), choice, kept, executor)
