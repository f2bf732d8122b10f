"""The workers: a pool of processes of our own, or an executor that the caller brings."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType

from scenec.batch.undisturbed import undisturbed
from scenec.batch.worker import Outcome, Task, prepare_process

Work = Callable[[Task], Outcome]


class LocalPool:
    """Runs tasks. Its processes are started when the first task comes, and ended with it; a caller's executor is left alone."""

    def __init__(self, jobs: int, memory: int, tasks: int, executor: Executor | None = None) -> None:
        self.workers = max(1, min(getattr(executor, "workers", jobs), tasks or 1))
        self._memory = memory
        self._foreign = executor
        self._own: ProcessPoolExecutor | None = None

    def submit(self, work: Work, task: Task) -> Future[Outcome]:
        if self._foreign is not None:
            return self._foreign.submit(work, task)
        with undisturbed():
            if self._own is None:
                self._own = self._new(self.workers)
            return self._own.submit(work, task)

    def alone(self, work: Work, task: Task) -> Outcome:
        """Do one task in a process of its own: it, or a neighbour, killed the one before."""
        pool = self._new(1)
        try:
            with undisturbed():
                future = pool.submit(work, task)
            return future.result()
        except BrokenProcessPool:
            what = "the process that converted it died (was it killed, or out of memory?)"
            return Outcome(error=f"{task.source}: {what}", status=3)
        finally:
            pool.shutdown()

    def renew(self) -> None:
        if self._own is not None:
            self._own.shutdown(wait=False, cancel_futures=True)
            self._own = None

    def _new(self, workers: int) -> ProcessPoolExecutor:
        from multiprocessing import get_context

        return ProcessPoolExecutor(workers, get_context("spawn"), prepare_process, (self._memory,))

    def __enter__(self) -> LocalPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        if self._own is not None:
            self._own.shutdown(wait=True, cancel_futures=True)


def worker_died(problem: Exception) -> bool:
    """Whether a future failed because the process behind it is gone (anything else is a bug of ours)."""
    return isinstance(problem, BrokenProcessPool) or type(problem).__name__ == "KilledWorker"
