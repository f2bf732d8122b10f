"""Conversions on a dask.distributed cluster, as an executor like any other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent import futures
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

from scenec.batch.file_changes import file_sha
from scenec.batch.shipping import Package, convert_shipped, pack, sees
from scenec.batch.worker import Task
from scenec.errors import ReadError, UsageError
from scenec.files import Boundary, within
from scenec.source import Source

PATIENCE = 10
"""Seconds to wait for a scheduler, or for workers."""
LOOK_EVERY = 1.0
"""Seconds between two looks at whether the cluster is still there."""


class Cluster(Executor):
    """Workers behind a scheduler, for the library in the folders `roots`. Workers that see its files read them; otherwise the
    library is sent to them, once, as far as it lies within `limit`."""

    def __init__(self, address: str, roots: tuple[str, ...], limit: Boundary) -> None:
        """Raises UsageError if distributed is not installed or no scheduler with workers answers there."""
        from importlib import import_module

        try:
            distributed: Any = import_module("distributed")  # it has no types
        except ImportError:
            raise UsageError("a cluster needs more libraries", None, "", "", "pip install 'scenec[cluster]'") from None
        self._silence = ExitStack()
        self._silence.enter_context(_silent("distributed", "tornado"))
        try:
            self._client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as problem:
            self._silence.close()
            raise UsageError(f"no scheduler answers at {address}: {problem}", None, "an address like tcp://host:8786") from None
        self.workers = len(self._client.nthreads())
        if not self.workers:
            self.shutdown()
            raise UsageError(f"the scheduler at {address} has no workers", None, "", "", "start some with `dask worker`")
        self.name = f"the cluster at {address}"
        self._executor = self._client.get_executor(pure=False)
        self._roots, self._limit = roots, limit
        self._package: Any = None

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        (task,) = arguments
        if self._package is None:
            self._package = self._shipped(task) or False
        if self._package is False:
            future: Future[Any] = self._executor.submit(work, task)
        else:
            future = self._executor.submit(convert_shipped, task, self._package)
        return future

    def result(self, future: Future[Any]) -> Any:
        """Return the result of a task. Raises ConnectionError when the scheduler, or every worker, has been gone for a while: the future of
        a task would wait for them without end."""
        gone_since: float | None = None
        while True:
            try:
                return future.result(timeout=LOOK_EVERY)
            except (TimeoutError, futures.TimeoutError):
                if future.done():
                    raise
            except BaseException as problem:  # asyncio's is no Exception
                if type(problem).__name__.endswith("CancelledError"):
                    raise ConnectionError(self._missing() or "it has cancelled the work") from None
                raise
            missing = self._missing()
            gone_since = (gone_since or time.monotonic()) if missing else None
            if gone_since is not None and time.monotonic() - gone_since > PATIENCE:
                raise ConnectionError(missing)

    def _missing(self) -> str:
        """Which part of the cluster is not there; "" if all is well."""
        if self._client.status != "running":
            return "its scheduler does not answer"
        try:
            return "" if self._client.sync(self._client.scheduler.ncores, callback_timeout=PATIENCE) else "it has no workers any more"
        except (OSError, TimeoutError, futures.TimeoutError):
            return "its scheduler does not answer"

    def _shipped(self, task: Task) -> Any:
        """The library on the cluster; None if every worker sees it anyway."""
        with _readable():
            content = file_sha(task.source)
        seen = self._client.run(sees, task.source, content)
        if all(seen.values()):
            return None
        with _readable(), within(self._limit):
            package: Package = pack(self._roots)
        return self._client.scatter(package, broadcast=True, hash=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; its workers go on for others. One that is gone does not hold us up."""
        with suppress(Exception):
            self._client.close(timeout=PATIENCE)
        self._silence.close()


@contextmanager
def _silent(*names: str) -> Iterator[None]:
    """Libraries that log what they raise as well are silent: one error is one line."""
    import logging

    known = [logging.getLogger(name) for name in [*logging.root.manager.loggerDict] if name.partition(".")[0] in names]
    before = [(logger, logger.level) for logger in known]
    for logger in known:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)


@contextmanager
def _readable() -> Iterator[None]:
    """A file that cannot be read as a ReadError: what a lost connection raises is an OSError, too."""
    try:
        yield
    except OSError as problem:
        raise ReadError(f"cannot be read: {(problem.strerror or str(problem)).lower()}", Source(str(problem.filename))) from None
