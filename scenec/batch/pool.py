"""The workers: a pool of processes of our own, or an executor that the caller brings."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Protocol, runtime_checkable

from scenec.batch.undisturbed import undisturbed
from scenec.batch.worker import Outcome, Task, prepare_process
from scenec.errors import ExecutorError, ScenecError, UsageError

Work = Callable[[Task], Outcome]

NAME = "scenec-worker"
"""How the processes of our own pool are called."""
UNGUARDED = 78
"""Exit status of a worker that was about to start the migration again: it runs the calling script (EX_CONFIG)."""
MOST_TOGETHER = 8
"""Tasks that go to a worker in one message: each message costs this process a millisecond, a tenth of a small conversion."""
MESSAGES = 8
"""Each worker gets so many messages at least, so that all are busy to the end."""
AGAIN = "what was converted is kept, and the next run goes on from there"


@runtime_checkable
class Watchful(Protocol):
    """An executor that knows when a future will never be done."""

    def result(self, future: Future[Any]) -> Any:
        """The result of a future. Raises what tells that the executor is gone."""


class LocalPool:
    """Runs tasks. Its processes are started when the first task comes, and ended with it; a caller's executor is left alone.

    Our own processes get several tasks at a time, until one of them dies: then each gets its own, so that the one that kills is found.
    """

    def __init__(self, jobs: int, memory: int, tasks: int, executor: Executor | None = None) -> None:
        self.workers = max(1, min(getattr(executor, "workers", jobs), tasks or 1))
        self._memory = memory
        self._foreign = executor
        self._own: _Processes | None = None
        self._together = max(1, min(MOST_TOGETHER, tasks // (MESSAGES * self.workers)))
        self._waiting: list[tuple[Work, Task, Future[Outcome]]] = []

    def submit(self, work: Work, task: Task) -> Future[Outcome]:
        """Begin a task. Raises ExecutorError if that is not possible."""
        if self._foreign is not None:
            with self._executor_errors():
                return self._foreign.submit(work, task)
        future: Future[Outcome] = Future()
        self._waiting.append((work, task, future))
        if len(self._waiting) >= self._together:
            self._send()
        return future

    def _send(self) -> None:
        """Send the tasks that wait to a worker."""
        sent, self._waiting = self._waiting, []
        futures = [future for _, _, future in sent]
        try:
            with undisturbed():
                if self._own is None:
                    self._own = _Processes(self.workers, self._memory)
                done = self._own.submit(_done_together, [(work, task) for work, task, _ in sent])
        except BrokenProcessPool as problem:
            for future in futures:
                future.set_exception(problem)
        else:
            done.add_done_callback(lambda done: _pass_on(done, futures))

    def result(self, future: Future[Outcome]) -> Outcome | None:
        """Return the result of a task; None if the process that did it, or a neighbour, has died. Raises ExecutorError if there are no
        workers any more."""
        if any(each is future for _, _, each in self._waiting):
            self._send()
        try:
            with self._executor_errors():
                outcome: Outcome = self._foreign.result(future) if isinstance(self._foreign, Watchful) else future.result()
                return outcome
        except _DiedError:
            return None

    def run(self, work: Work, task: Task) -> Outcome:
        """Do one task now."""
        outcome = self.result(self.submit(work, task))
        return self.alone(work, task) if outcome is None else outcome

    def alone(self, work: Work, task: Task) -> Outcome:
        """Do one task in a process of its own: it, or a neighbour, killed the one before."""
        pool = _Processes(1, self._memory)
        try:
            with undisturbed():
                future = pool.submit(work, task)
            outcome: Outcome = future.result()
            return outcome
        except BrokenProcessPool:
            pool.close()
            what = "the process that converted it died (was it killed, or out of memory?)"
            return Outcome(error=f"{task.source}: {what}", status=3)
        finally:
            pool.end()

    def renew(self) -> None:
        """End the processes, and forget the tasks that wait; the next task gets new ones. Raises UsageError or ExecutorError if these could
        not even begin."""
        pool, self._own, self._together, self._waiting = self._own, None, 1, []
        if pool is not None:
            pool.close()

    def __enter__(self) -> LocalPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        if self._own is not None:
            self._own.end()

    @contextmanager
    def _executor_errors(self) -> Iterator[None]:
        """Yield what executors raise as an ExecutorError: tasks do not raise, so that it is never about one file."""
        try:
            yield
        except (KeyboardInterrupt, SystemExit, GeneratorExit, ScenecError):
            raise
        except BaseException as problem:  # a cancelled task of a cluster is not even an Exception
            if _worker_died(problem) and not (self._foreign is not None and isinstance(problem, BrokenProcessPool)):
                raise _DiedError from None
            name = getattr(self._foreign, "name", "the executor")
            kind = "" if type(problem) is ConnectionError else type(problem).__name__
            said = ": ".join(each for each in (kind, str(problem)) if each)
            raise ExecutorError(f"{name} is gone ({said})", hint=AGAIN) from None


def _done_together(tasks: Sequence[tuple[Work, Task]]) -> list[Outcome]:
    return [work(task) for work, task in tasks]


def _pass_on(done: Future[list[Outcome]], futures: Sequence[Future[Outcome]]) -> None:
    """Give each task its own part of what came of all that were sent together."""
    if done.cancelled():
        for future in futures:
            future.cancel()
    elif (problem := done.exception()) is not None:
        for future in futures:
            future.set_exception(problem)
    else:
        for future, outcome in zip(futures, done.result(), strict=True):
            future.set_result(outcome)


class _DiedError(Exception):
    """The process behind a future is gone."""


class _Processes:
    """A pool of processes, and how they ended."""

    def __init__(self, workers: int, memory: int) -> None:
        from multiprocessing.context import SpawnContext, SpawnProcess

        made: list[SpawnProcess] = []

        class Context(SpawnContext):
            """Starts processes that are known to us."""

            def Process(self, *arguments: Any, **named: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802 - a class attribute there, called the same way
                process = SpawnProcess(*arguments, **{**named, "name": NAME})
                made.append(process)
                return process

        self._made = made
        with _startable():
            context = Context()
            self._begun, begun = context.Pipe(duplex=False)
            tied = threading.current_thread() is threading.main_thread()
            self._pool = ProcessPoolExecutor(workers, context, prepare_process, (memory, begun, os.getpid() if tied else 0))
            self._begun_writer = begun

    def submit(self, work: Callable[[Any], Any], task: Any) -> Future[Any]:
        with _startable():
            return self._pool.submit(work, task)

    def end(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)
        self._begun_writer.close()
        self._begun.close()

    def close(self) -> None:
        """End the processes. Raises UsageError or ExecutorError if they died before the first of them could begin."""
        if self._begun.closed:
            return
        self._pool.shutdown(wait=True, cancel_futures=True)  # only then it is known how they ended
        begun = self._begun.poll()
        self.end()
        codes = {process.exitcode for process in self._made}
        if UNGUARDED in codes:
            what = "scenec.migrate() starts worker processes, and each of them runs this script from its beginning"
            raise UsageError(what, None, "", "", 'put the call under `if __name__ == "__main__":`, or pass an executor of threads')
        if self._made and not begun:
            ended = ", ".join(sorted({str(code) for code in codes}))
            hint = f"they may need more memory (--memory, ulimit -v), or fewer --jobs; {AGAIN}"
            raise ExecutorError(f"the worker processes end before they begin (exit status {ended})", hint=hint)


@contextmanager
def _startable() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool:  # reported by the future, too
        raise
    except (OSError, RuntimeError) as problem:
        said = (problem.strerror or str(problem)).lower() if isinstance(problem, OSError) else str(problem)
        hint = f"fewer --jobs need less, and `ulimit -a` shows what is allowed; {AGAIN}"
        raise ExecutorError(f"worker processes cannot be started: {said}", hint=hint) from None


def end_unguarded_worker() -> None:
    """End this process if it is a worker of a migration that has not begun yet: it runs the script that started the migration, which
    would start itself again."""
    multiprocessing = sys.modules.get("multiprocessing.process")
    if multiprocessing is None:
        return
    process = multiprocessing.current_process()
    if process.name == NAME and getattr(process, "_inheriting", False):
        os._exit(UNGUARDED)


def _worker_died(problem: BaseException) -> bool:
    """Whether a future failed because the process behind it is gone (anything else is a bug of ours)."""
    return isinstance(problem, BrokenProcessPool) or type(problem).__name__ == "KilledWorker"


def allowed_memory(memory: int) -> int:
    """The bytes of memory that a worker gets if `memory` is asked for: never more than this process itself may use; 0 = any."""
    try:
        import resource
    except ImportError:  # not on Windows
        return memory
    limits = [limit for limit in resource.getrlimit(resource.RLIMIT_AS) if limit != resource.RLIM_INFINITY]
    return min([*limits, *([memory] if memory else [])], default=0)
