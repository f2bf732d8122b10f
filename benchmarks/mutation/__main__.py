"""Break printing statements of the writers, one at a time, and see who notices: ``python -m benchmarks.mutation``.

The statements are chosen by the syntax tree (`constructs`), as many of each format and construct as the count allows, among those that a
fixture or a scene of the shared corpus reaches. Each is broken in a copy of the package, and the scenes that reach it are converted with
both. A mutant that changes no byte and no line of the ledger is equivalent, and listed. The others have to be noticed: by the report of
the conversion (told), by the differences between source and result read back and the rules of the shared checks (checks), or by the
format's own tests that run the statement (tests). A mutant that none of these notices is a silent survivor, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from queue import SimpleQueue

from benchmarks.mutation.constructs import CONSTRUCTS, SPAN, Mutant, mutants_of, uses_of
from benchmarks.mutation.conversions import ROOT, Converter, Job, Outcome
from benchmarks.mutation.judging import VERDICTS, Verdict, judge
from benchmarks.mutation.package_copies import PackageCopy, Tests
from benchmarks.mutation.workload import formats, jobs

MOST_RESULTS = 60
"""A mutant is tried on so many conversions that reach it before it is taken to change nothing."""

Reached = dict[str, dict[int, list[int]]]
"""File -> line -> numbers of the conversions that run it."""


class Check:
    """One run: the conversions with the whole package, what they reach, and the folders to break things in."""

    def __init__(self, folder: Path, workload: Sequence[Job], workers: int) -> None:
        self.folder, self.workers = folder, workers
        self.neutral = folder / "neutral"
        self.neutral.mkdir()
        self.copies: SimpleQueue[tuple[PackageCopy, Converter]] = SimpleQueue()
        whole = PackageCopy(folder / "whole")
        self.tests = Tests(folder, whole.folder)
        self._whole: SimpleQueue[Converter] = SimpleQueue()
        for i in range(workers):
            copy = PackageCopy(folder / f"copy{i}", whole.folder)
            self.copies.put((copy, Converter(copy.folder, self.neutral)))
            self._whole.put(Converter(whole.folder, self.neutral))
        with ThreadPoolExecutor(workers) as pool:
            outcomes = list(pool.map(lambda job: self._asked(job, "lines"), workload))
        self.jobs = [job for job, outcome in zip(workload, outcomes, strict=True) if not outcome.error]
        self.reached: Reached = {}
        for i, outcome in enumerate(each for each in outcomes if not each.error):
            for file, lines in outcome.lines.items():
                for line in lines:
                    self.reached.setdefault(file, {}).setdefault(line, []).append(i)
        self._before: dict[int, Outcome] = {}

    def close(self) -> None:
        for _ in range(self.workers):
            self._whole.get().close()
            self.copies.get()[1].close()

    def _asked(self, job: Job, *wanted: str) -> Outcome:
        converter = self._whole.get()
        try:
            return converter.ask(job, *wanted)
        finally:
            self._whole.put(converter)

    def before(self, number: int) -> Outcome:
        """The outcome of a conversion with the whole package."""
        if number not in self._before:
            self._before[number] = self._asked(self.jobs[number], "differences")
        return self._before[number]

    def reaching(self, spans: Sequence[tuple[str, SPAN]]) -> list[int]:
        """The conversions that run one of some lines."""
        found = {i for file, (first, last) in spans for line in range(first, last + 1) for i in self.reached.get(file, {}).get(line, ())}
        return sorted(found)

    def judged(self, mutant: Mutant, spans: Sequence[tuple[str, SPAN]], chance: random.Random) -> Verdict:
        """Try one mutant."""
        numbers = self.reaching(spans)
        chance.shuffle(numbers)
        copy, converter = self.copies.get()

        def pairs() -> Iterator[tuple[str, Outcome, Outcome]]:
            for i in numbers[:MOST_RESULTS]:
                yield self.jobs[i].name, self.before(i), converter.ask(self.jobs[i], "differences")

        try:
            with copy.broken(mutant):
                return judge(pairs(), lambda: self.tests.failing(copy, format_of(mutant), spans))
        finally:
            converter.close()
            self.copies.put((copy, converter))


def format_of(mutant: Mutant) -> str:
    return mutant.file.split("/")[2]


def writers(name: str) -> dict[str, bytes]:
    """The modules of a format's writer."""
    folder = ROOT / "scenec" / "converters" / name / "write"
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*.py"))}


def spans_of(mutant: Mutant, modules: Mapping[str, bytes]) -> list[tuple[str, SPAN]]:
    """The lines that run a broken statement; of a table of the module, those that look into it."""
    if not mutant.table:
        return [(mutant.file, span) for span in mutant.lines]
    return [(file, span) for file, source in modules.items() for span in uses_of(source, mutant.table)]


def chosen(mutants: Sequence[Mutant], count: int, chance: random.Random) -> list[Mutant]:
    """So many mutants, of every format, construct and change in turn."""
    kinds: dict[tuple[str, str, str], list[Mutant]] = defaultdict(list)
    for mutant in chance.sample(mutants, len(mutants)):
        kinds[format_of(mutant), mutant.construct, mutant.change].append(mutant)
    queues: dict[str, list[list[Mutant]]] = defaultdict(list)
    for (name, _, _), each in sorted(kinds.items(), key=lambda item: (CONSTRUCTS.index(item[0][1]), chance.random())):
        queues[name].append(each)
    turns = {name: _turns(each, chance) for name, each in queues.items()}
    found: list[Mutant] = []
    while turns and len(found) < count:
        for name in list(turns):
            following = next(turns[name], None)
            if following is None:
                del turns[name]
            elif len(found) < count:
                found.append(following)
    return found


def _turns(queues: list[list[Mutant]], chance: random.Random) -> Iterator[Mutant]:
    chance.shuffle(queues)
    while any(queues):
        for queue in queues:
            if queue:
                yield queue.pop()


def counts(verdicts: Sequence[Verdict]) -> str:
    found = Counter(verdict.verdict for verdict in verdicts)
    words = {
        "told": "told by the report",
        "checks": "found by checks",
        "tests": "found by tests",
        "sweeps": "found by sweeps",
        "survivor": "silent survivors",
    }
    return f"{len(verdicts)} mutants: " + ", ".join(f"{found[verdict]} {words.get(verdict, verdict)}" for verdict in VERDICTS)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--format", action="append", choices=formats(), help="only the writer of this format (repeatable)")
    parser.add_argument("--count", type=int, default=50, metavar="N", help="how many mutants (default: 50)")
    parser.add_argument("--seed", type=int, metavar="N", help="what is chosen (default: the number of commits)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (default: 2)")
    parser.add_argument("--corpus", type=int, default=6, metavar="N", help="scenes of the shared corpus per format (default: 6)")
    parser.add_argument("--verbose", action="store_true", help="list all mutants, not only equivalent ones and survivors")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all mutants and verdicts")
    options = parser.parse_args()
    seed = options.seed
    if seed is None:
        git = ("git", "rev-list", "--count", "HEAD")
        seed = int(subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    names = options.format or formats()
    modules = {name: writers(name) for name in names}
    every = [mutant for name in names for file, source in modules[name].items() for mutant in mutants_of(source, file)]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        check = Check(Path(folder), jobs(names, options.corpus, seed), options.jobs)
        spans = {mutant: spans_of(mutant, modules[format_of(mutant)]) for mutant in every}
        reached = [mutant for mutant in every if check.reaching(spans[mutant])]
        print(f"seed {seed}: {len(check.jobs)} conversions reach {len(reached)} of {len(every)} mutants", flush=True)
        tried = chosen(reached, options.count, random.Random(seed))
        with ThreadPoolExecutor(options.jobs) as pool:
            running = pool.map(lambda each: check.judged(each, spans[each], random.Random(seed)), tried)
            for mutant, verdict in zip(tried, running, strict=True):
                rows.append((mutant, verdict))
                if options.verbose or verdict.verdict in ("equivalent", "survivor"):
                    print(f"{verdict.verdict:10} {mutant.place}: {mutant.construct} {mutant.change}: {mutant.shown}", flush=True)
                    print(f"{'':10} {verdict.why}", flush=True)
        check.close()
    if options.json:
        options.json.write_text(json.dumps([{**asdict(mutant), **asdict(verdict)} for mutant, verdict in rows], indent=1) + "\n")
    for name in names:
        print(f"{name}: {counts([verdict for mutant, verdict in rows if format_of(mutant) == name])}")
    print(counts([verdict for _, verdict in rows]))
    return 1 if not rows or any(verdict.verdict == "survivor" for _, verdict in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
