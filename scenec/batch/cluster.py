"""Conversions on a dask.distributed cluster, as an executor like any other."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from typing import Any

from scenec.batch.shipping import Package, convert_shipped, pack, sees
from scenec.batch.worker import Task, file_sha
from scenec.errors import ReadError, UsageError
from scenec.files import Boundary, within
from scenec.source import Source

PATIENCE = 10
"""Seconds to wait for a scheduler."""


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
        try:
            self._client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as problem:
            raise UsageError(f"no scheduler answers at {address}: {problem}", None, "an address like tcp://host:8786") from None
        self.workers = len(self._client.nthreads())
        if not self.workers:
            self.shutdown()
            raise UsageError(f"the scheduler at {address} has no workers", None, "", "", "start some with `dask worker`")
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

    def _shipped(self, task: Task) -> Any:
        """The library on the cluster; None if every worker sees it anyway."""
        try:
            seen = self._client.run(sees, task.source, file_sha(task.source))
            if all(seen.values()):
                return None
            with within(self._limit):
                package: Package = pack(self._roots)
        except OSError as problem:
            raise ReadError(f"cannot be read: {(problem.strerror or str(problem)).lower()}", Source(str(problem.filename))) from None
        return self._client.scatter(package, broadcast=True, hash=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; its workers go on for others."""
        self._client.close()
