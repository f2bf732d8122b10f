"""Many inputs over several processes, watched: a process that dies or does not answer is a failure of the input it had, and is replaced."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[2]
PATIENCE = 120.0
"""Seconds on the clock without an answer until a worker is ended: processor time is limited inside of it. One that would go on but
gets no processor, on a machine with more to do, is waited for until it has had that much."""


class Tally:
    """Results so far. inputs, outcomes: per pair; failures: signature -> numbers of the inputs; digests: of inputs that another
    process repeats; slowest: (seconds, number); largest: (megabytes, number)."""

    def __init__(self) -> None:
        self.inputs: Counter[tuple[str, str]] = Counter()
        self.outcomes: Counter[tuple[str, str, str]] = Counter()
        self.failures: dict[str, list[tuple[int, str]]] = {}
        self.digests: dict[int, str] = {}
        self.slowest = self.largest = (0.0, -1)

    def add(self, line: dict[str, Any], every: int) -> None:
        number, pair = line["ends"], (line["source"], line["target"])
        self.inputs[pair] += 1
        self.outcomes[pair[0], pair[1], line["outcome"]] += 1
        for kind, where, detail in line["failures"]:
            self.fail(f"{kind}: {where}", number, detail)
        if number % every == 0 and not line["failures"]:
            self.digests[number] = line["digest"]
        self.slowest = max(self.slowest, (line["seconds"], number))
        self.largest = max(self.largest, (line["megabytes"], number))

    def fail(self, signature: str, number: int, detail: str = "") -> None:
        self.failures.setdefault(signature, []).append((number, detail))

    @property
    def total(self) -> int:
        return sum(self.inputs.values())


class Worker:
    """A process that judges numbers `first`, `first + step`, ... See `benchmarks.fuzz.worker`. at: what it is about, None while it starts;
    next: the first it is to judge; is_another: it has taken the place of one that died;
    is_given_up: it was ended, since it did not answer."""

    def __init__(self, seed: int, first: int, step: int, count: int, hash_seed: str) -> None:
        self.seed, self.first, self.step, self.count, self.hash_seed = seed, first, step, count, hash_seed
        self.at: int | None = None
        self.next, self.is_another, self.is_given_up = first, False, False
        self.heard = time.monotonic()
        self._silent_since = self._used_then = 0.0
        self.process = self._start(first, count)

    def _start(self, first: int, count: int) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "benchmarks.fuzz.worker", *map(str, (self.seed, first, self.step, count))]
        threads = {"OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": self.hash_seed}
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env={**os.environ, **threads})

    @property
    def out(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    def go_on(self) -> bool:
        """After a death: a new process for what comes after the input that it died of. False if nothing is left."""
        at = self.at if self.at is not None else self.first - self.step
        done = (at - self.first) // self.step + 1
        if self.count and done >= self.count:
            return False
        self.heard, self.at = time.monotonic(), None
        self.next, self.is_another, self.is_given_up = at + self.step, True, False
        self.process = self._start(self.next, self.count - done if self.count else 0)
        return True

    def is_starved(self) -> bool:
        """Whether the process is ready to run but hardly gets CPU time (known only on Linux)."""
        try:
            with open(f"/proc/{self.process.pid}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()  # what follows the name: state, ..., user and system time as 12th and 13th
        except OSError:
            return False
        used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        if self._silent_since != self.heard:
            self._silent_since, self._used_then = self.heard, used
        return fields[0] == "R" and used - self._used_then < PATIENCE

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self.out.close()


def run(seed: int, *, inputs: int = 0, seconds: float = 0.0, jobs: int = 1, twins: int = 50, start: int = 0) -> Iterator[Tally]:
    """Judge numbers from `start` on: `inputs` of them, or as many as `seconds` allow. Gives the growing tally from time to time, at last
    the whole. Every `twins`-th input is repeated by a process with another seed for hashes, which must find the same."""
    tally, until = Tally(), time.monotonic() + seconds
    workers = [Worker(seed, start + job, jobs, -(-(inputs - job) // jobs) if inputs else 0, "1") for job in range(jobs)]
    for _ in _watch(workers, tally, until if seconds else None, twins):
        yield tally
    if tally.digests:
        first, last = min(tally.digests), max(tally.digests)
        again = Tally()
        for _ in _watch([Worker(seed, first, twins, (last - first) // twins + 1, "2")], again, None, 1):
            yield tally
        for number, digest in tally.digests.items():
            if again.digests.get(number, digest) != digest:
                tally.fail("another process gives other bytes", number)
        for signature, found in again.failures.items():
            for number, detail in found:
                if number in tally.digests:  # else it has failed the first time
                    tally.fail(f"only in another process: {signature}", number, detail)
    yield tally


def _watch(workers: list[Worker], tally: Tally, until: float | None, every: int) -> Iterator[None]:
    selector = selectors.DefaultSelector()
    for worker in workers:
        selector.register(worker.out, selectors.EVENT_READ, worker)
    printed = time.monotonic()
    try:
        while selector.get_map() and (until is None or time.monotonic() < until):
            for key, _ in selector.select(timeout=1.0):
                _hear(key.data, selector, tally, every)
            for worker in [key.data for key in selector.get_map().values()]:
                if time.monotonic() - worker.heard > PATIENCE and not worker.is_starved():
                    worker.is_given_up = True
                    worker.process.kill()  # its end of the pipe says so next
            if time.monotonic() - printed > 10:
                printed = time.monotonic()
                yield
    finally:
        for worker in workers:
            worker.end()
        selector.close()


def _hear(worker: Worker, selector: selectors.BaseSelector, tally: Tally, every: int) -> None:
    line = worker.out.readline()
    if line:
        answer = json.loads(line)
        worker.heard = time.monotonic()
        if "begins" in answer:
            worker.at = answer["begins"]
        else:
            tally.add(answer, every)
        return
    selector.unregister(worker.out)
    status = worker.process.wait()
    if status == 0:
        return
    worker.out.close()
    if worker.at is None and not worker.is_another:
        raise SystemExit(f"a worker cannot start (exit status {status})")
    if worker.at is None:  # what was found so far counts all the same
        tally.fail(f"a worker cannot start again (exit status {status})", worker.next)
        return
    tally.fail("no answer" if worker.is_given_up else f"the process died with status {status}", worker.at)
    if worker.go_on():
        selector.register(worker.out, selectors.EVENT_READ, worker)
