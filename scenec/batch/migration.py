"""A migration: planned at once, then converted file by file while its results are taken.

Workers only compute; this process alone writes, in the order of the plan, so that results do not depend on who was faster.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

import msgspec

from scenec.batch.delivery import Delivery, clear_leftovers
from scenec.batch.entries import Skipped, survey
from scenec.batch.file_changes import sha
from scenec.batch.places import Place, places, reserved, without_expansions
from scenec.batch.pool import LocalPool, allowed_memory
from scenec.batch.result import Migrated, report_of
from scenec.batch.robot_comparison import RobotComparison
from scenec.batch.state import State
from scenec.batch.worker import Outcome, Task, convert_task
from scenec.converters.common.package_folders import nearest_first, package_parents
from scenec.errors import UsageError
from scenec.files import Boundary, within
from scenec.library import Library

SAVE_EVERY = 0.5
"""Seconds between two saves of what is remembered."""
MOST_NAMES = 50
"""How many variants of one included file are tried."""
AHEAD = 16
"""How many files per worker are under way before the first of them is written."""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """How to migrate, beside the options of each conversion. jobs: worker processes. timeout: seconds for a file; memory: bytes
    for a worker; 0 = any. checksum: read every file to see whether it has changed."""

    jobs: int
    timeout: float
    memory: int
    force: bool
    prune: bool
    checksum: bool = False


class Migration:
    """The planned migration of a library. Iterating does it and gives a `Migrated` per file as it is done, in the order of the
    plan; a caller that stops iterating stops the migration, and the next one goes on from there."""

    def __init__(
        self,
        source: str,
        target: str,
        to: str,
        include: Sequence[str],
        exclude: Sequence[str],
        choice: Choice,
        options: dict[str, Any],
        executor: Executor | str | None = None,
    ) -> None:
        """Plans. Raises UsageError, ReadError, WriteError; nothing but the target's memory has been written then."""
        self.source, self.target, self.to = os.path.abspath(source), os.path.abspath(target), to
        if self.source == self.target:
            raise UsageError("the library and its migration need different folders")
        self._asked = tuple(os.path.abspath(path) for path in options.get("search_path", ()))
        self._inside = [self.source]  # models of a library refer to each other by its root
        if os.path.isdir(self.source):
            self._inside += [path for path in package_parents(self.source, outside=self.target) if path != self.source]
        self._choice, self._executor = choice, executor
        self._options = {**options, "search_path": (*self._asked, *self._inside)}
        if "confine" in options:
            self._options["confine"] = os.path.abspath(options["confine"])
        layout = options.get("layout") or ""
        self.limit = Boundary(None if "confine" not in options else [options["confine"]], (*self._asked, self.source))
        """The folders that may be read."""
        with within(self.limit):
            found = survey(self.source, include, exclude, self.target, self._asked, self._inside)
            same = RobotComparison(self.source, self._options, self._search_path)
            kept, expansions = without_expansions(self.source, found.entries, to, same)
            self.plan = places(self.source, kept, to, layout)
        self.skipped: list[Skipped] = sorted([*found.skipped, *expansions], key=lambda each: each.path)
        """Files that are not converted by themselves."""
        self._memory = choice.memory if executor is not None else allowed_memory(choice.memory)

    def __len__(self) -> int:
        """How many files there are: to convert, to find unchanged, or to skip."""
        return len(self.plan) + len(self.skipped)

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what is done otherwise than asked for, one line each."""
        if not 0 < self._memory < self._choice.memory:
            return ()
        return (f"a worker gets {self._memory >> 20:,} MB of memory, as `ulimit -v` says, not {self._choice.memory >> 20:,} MB (--memory)",)

    def __iter__(self) -> Iterator[Migrated]:
        state = State(self.target, checksum=self._choice.checksum)
        try:
            clear_leftovers(self.target)
            self._forget_gone(state)
            waiting = deque(self.skipped)
            for result in self._converted(state):
                while waiting and waiting[0].path < result.source:
                    yield _skipped(waiting.popleft())
                yield result
            yield from map(_skipped, waiting)
            yield from self._stale(state)
        finally:
            state.close()

    # ---------------------------------------------------------------- converting

    def _converted(self, state: State) -> Iterator[Migrated]:
        known = {} if self._choice.force else {place.target: place for place in self.plan}
        saved = time.monotonic()
        pending = {place.entry.path for place in self.plan if place.target not in known or not self._is_done(state, place)}
        made = {os.path.join(self.source, place.entry.path): place.target for place in self.plan}
        with (
            self._workers() as executor,
            LocalPool(self._choice.jobs, self._memory, len(pending), executor) as pool,
        ):
            delivery = Delivery(self.target, state, pending, made, reserved(self.plan, self.to), self._choice.force, self.limit)
            for place, outcome in self._outcomes(pool, pending):
                if outcome is None:
                    yield self._unchanged(state, place)
                    continue
                yield delivery.deliver(place, self._key(place), self._without_clashes(pool, delivery, place, outcome))
                if time.monotonic() - saved > SAVE_EVERY:
                    state.save()
                    saved = time.monotonic()

    @contextmanager
    def _workers(self) -> Iterator[Executor | None]:
        """The executor that does the work, None for a pool of our own."""
        if not isinstance(self._executor, str):
            yield self._executor
            return
        from scenec.batch.cluster import Cluster

        with Cluster(self._executor, (self.source, *self._asked), self.limit) as cluster:
            yield cluster

    def _outcomes(self, pool: LocalPool, pending: set[str]) -> Iterator[tuple[Place, Outcome | None]]:
        """Every place in order, with its outcome; None for what need not be converted. Keeps the workers busy ahead of the reader."""
        waiting: deque[tuple[Place, Future[Outcome] | None]] = deque()
        rest = iter(self.plan)
        busy, ahead = 0, AHEAD * max(pool.workers, 1)
        while True:
            while busy < ahead and (place := next(rest, None)) is not None:
                due = place.entry.path in pending
                waiting.append((place, pool.submit(convert_task, self._task(place)) if due else None))
                busy += due
                if not due and len(waiting) == 1:
                    break
            if not waiting:
                return
            place, future = waiting.popleft()
            if future is None:
                yield place, None
                continue
            busy -= 1
            outcome = pool.result(future)
            if outcome is None:
                self._resubmit(pool, waiting)
                outcome = pool.alone(convert_task, self._task(place))
            yield place, outcome

    def _without_clashes(self, pool: LocalPool, delivery: Delivery, place: Place, outcome: Outcome) -> Outcome:
        """The outcome, converted again with other names for files that another scene has with another content (what an included file
        becomes may depend on the scene)."""
        avoid: tuple[str, ...] = ()
        for _ in range(MOST_NAMES):
            clashes = delivery.clashes(place, outcome)
            if not clashes or set(clashes) <= set(avoid):
                break
            avoid += clashes
            outcome = pool.run(convert_task, self._task(place, avoid))
        return outcome

    def _resubmit(self, pool: LocalPool, waiting: deque[tuple[Place, Future[Outcome] | None]]) -> None:
        """A worker died and took the pool with it: what was not finished goes to a new one."""
        pool.renew()
        for index, (place, future) in enumerate(waiting):
            if future is not None and (not future.done() or future.cancelled() or future.exception() is not None):
                waiting[index] = place, pool.submit(convert_task, self._task(place))

    def _task(self, place: Place, avoid: tuple[str, ...] = ()) -> Task:
        search_path = self._search_path(os.path.dirname(os.path.join(self.source, place.entry.path)))
        options = {**self._options, "layout": place.layout or None, "search_path": search_path}
        return Task(
            source=os.path.join(self.source, place.entry.path),
            target=os.path.join(self.target, place.target),
            from_=place.entry.spec,
            to=self.to,
            options=options,
            timeout=self._choice.timeout,
            library=Library(self.source, self.target, avoid),
        )

    def _search_path(self, folder: str) -> tuple[str, ...]:
        """Return where the files of a folder look for packages and models."""
        return (*self._asked, *nearest_first(self._inside, folder))

    def _key(self, place: Place) -> str:
        """Return what besides the files decides the result."""
        from scenec import __version__

        return sha(repr((__version__, self.to, place.target, place.layout, place.entry.spec, sorted(self._options.items()))).encode())

    def _is_done(self, state: State, place: Place) -> bool:
        with within(self.limit):
            return state.is_unchanged(place.entry.path, self._key(place))

    def _unchanged(self, state: State, place: Place) -> Migrated:
        path = place.entry.path
        report = report_of(state.remembered_report(path))
        return Migrated(path, place.target, "unchanged", files=tuple(state.outputs_of(path)), report=report)

    # ---------------------------------------------------------------- what is left of what is gone

    def _forget_gone(self, state: State) -> None:
        """Forget sources that are gone or are no scenes any more, so that another one may write what they wrote."""
        present = {place.entry.path for place in self.plan}
        for path in state.sources():
            if path not in present:
                state.forget_source(path)

    def _stale(self, state: State) -> Iterator[Migrated]:
        """Outputs whose sources are gone: reported, with `prune` removed (unless edited since: then only with `force`)."""
        for path in state.stale():
            place = os.path.join(self.target, path)
            if not os.path.lexists(place):
                state.forget_output(path)
            elif not self._choice.prune:
                yield Migrated("", path, "stale", files=(path,))
            elif not self._choice.force and not state.ours(path):
                yield Migrated(
                    "", path, "held", error=f"{path}: no source makes it any more, but it was edited; remove it yourself or with --force"
                )
            else:
                os.unlink(place)
                _remove_empty(os.path.dirname(place), self.target)
                state.forget_output(path)
                yield Migrated("", path, "pruned", files=(path,))


def _skipped(file: Skipped) -> Migrated:
    return Migrated(file.path, "", "skipped", note=file.why)


def _remove_empty(folder: str, root: str) -> None:
    while folder != root and os.path.isdir(folder) and not os.listdir(folder):
        os.rmdir(folder)
        folder = os.path.dirname(folder)
