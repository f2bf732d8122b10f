"""``python -m benchmarks.speed`` measures scenec side by side with what it is compared with, in one run.

All processes are started in turn, round after round, so that a busy moment hits all alike; ratios are of the fastest runs (the
least disturbed ones), medians stand beside them. ``--write`` puts the table into benchmarks/README.md. Nothing here is a test:
a slow machine is no failure.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
NAO = ROOT.parent / "shared" / "corpus" / "simrobot" / "bhuman-2024" / "Scenes"
NAO_INCLUDES = ("NaoV6H25", "1vsDummies", "Ball2016SPL", "Field2020SPL")
MEGABYTE = 1e6


# An installed package has its bytecode; an environment that forbids writing it would measure the compiler.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def write_scene(path: Path, robots: int) -> Path:
    """See `benchmarks.scenes`. In a process of its own: a child's peak memory counts what its parent had when it was started."""
    subprocess.run([sys.executable, "-m", "benchmarks.scenes", str(path), str(robots)], check=True, cwd=ROOT)
    return path


class Runs:
    """One command, run again and again."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self.command = list(command)
        self.seconds: list[float] = []
        self.peak = 0.0
        """Most memory the process ever had resident, in bytes, of all runs."""

    def run(self) -> None:
        with open(os.devnull, "wb") as nowhere:
            actions = [(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1), (os.POSIX_SPAWN_DUP2, nowhere.fileno(), 2)]
            start = time.perf_counter()
            child = os.posix_spawn(self.command[0], self.command, ENVIRONMENT, file_actions=actions)
            _, status, usage = os.wait4(child, 0)
            self.seconds.append(time.perf_counter() - start)
        if status:
            raise SystemExit(f"failed with {os.waitstatus_to_exitcode(status)}: {' '.join(self.command)}")
        self.peak = max(self.peak, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))

    @property
    def best(self) -> float:
        return min(self.seconds)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


class Line(NamedTuple):
    """What is measured, what it is measured against, and how many times that it may be at most."""

    measured: Runs
    against: Runs
    at_most: float

    def cells(self) -> list[str]:
        ratio = self.measured.best / self.against.best
        return [self.measured.name, self.against.name, *_times(self.measured), *_times(self.against), f"{ratio:.2f}", f"{self.at_most:g}"]


def _times(runs: Runs) -> list[str]:
    return [f"{1000 * runs.best:.0f}", f"{1000 * runs.median:.0f}"]


class Memory(NamedTuple):
    """A conversion and the bytes it read."""

    runs: Runs
    read: int

    def cells(self) -> list[str]:
        allowed = 12 * self.read + 80 * MEGABYTE
        return [self.runs.name, f"{self.read / MEGABYTE:.1f}", f"{self.runs.peak / MEGABYTE:.0f}", f"{allowed / MEGABYTE:.0f}"]


class Benchmark:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        script = Path(sys.executable).with_name("scenec")
        self.scenec = [str(script)] if script.exists() else [sys.executable, "-m", "scenec"]
        self.lines: list[Line] = []
        self.memory: list[Memory] = []

    def start_up(self) -> None:
        """Commands that have little to do, against an interpreter that has nothing to do."""
        bare = Runs("python3 -c pass", [sys.executable, "-c", "pass"])
        pendulum = write_scene(self.folder / "pendulum.ros2", 0)
        self.lines += [
            Line(Runs("scenec --version", [*self.scenec, "--version"]), bare, 2),
            Line(Runs("scenec --help", [*self.scenec, "--help"]), bare, 5),
            Line(self._conversion("pendulum", pendulum), bare, 9),
        ]

    def against_floor(self, name: str, scene: Path, files: Sequence[Path]) -> None:
        """A whole conversion against reading the same files and writing as many bytes."""
        conversion = self._conversion(name, scene)
        conversion.run()  # also tells how much it writes
        conversion.seconds.clear()
        written = [path.stat().st_size for path in (self.folder / name).rglob("*") if path.is_file()]
        floor_folder = self.folder / f"{name}-floor"
        floor_folder.mkdir()
        sizes = ",".join(map(str, written))
        floor = [sys.executable, str(ROOT / "benchmarks" / "floor.py"), str(floor_folder), sizes, *map(str, files)]
        self.lines.append(Line(conversion, Runs(f"floor of {name}", floor), 4))
        self.memory.append(Memory(conversion, sum(file.stat().st_size for file in files)))

    def growth(self, robots: int) -> None:
        """Twice as much to convert against once as much."""
        once, twice = (write_scene(self.folder / f"{n}-humanoids.ros2", n) for n in (robots, 2 * robots))
        half, whole = (self._conversion(path.stem, path) for path in (once, twice))
        self.lines.append(Line(whole, half, 2.5))
        self.memory += [Memory(half, once.stat().st_size), Memory(whole, twice.stat().st_size)]

    def _conversion(self, name: str, scene: Path) -> Runs:
        target = self.folder / name / "out.sdf"
        target.parent.mkdir(exist_ok=True)
        return Runs(name, [*self.scenec, "convert", str(scene), "-o", str(target), "--fail-on", "never"])

    def run(self, rounds: int) -> None:
        # The same process stands in several lines; it runs once a round.
        everything = {id(runs): runs for line in self.lines for runs in (line.measured, line.against)}
        for runs in everything.values():
            runs.run()  # warms the disk cache
            runs.seconds.clear()
        for done in range(rounds):
            for runs in everything.values():
                if done < 3 or runs.seconds[0] < 1:  # long runs are steady enough after three
                    runs.run()

    def tables(self) -> str:
        head = ["measured", "against", "ms", "median", "ms", "median", "ratio", "at most"]
        memory_head = ["conversion", "MB read", "MB peak", "at most"]
        return f"{table(head, [line.cells() for line in self.lines])}\n\n{table(memory_head, [line.cells() for line in self.memory])}"


def table(head: list[str], rows: list[list[str]]) -> str:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    text = [column for column in range(len(head)) if column < (2 if "against" in head else 1)]

    def line(row: list[str]) -> str:
        cells = [
            cell.ljust(width) if column in text else cell.rjust(width) for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "| " + " | ".join(cells) + " |"

    rule = ["-" * width if column in text else "-" * (width - 1) + ":" for column, width in enumerate(widths)]
    return "\n".join([line(head), line(rule), *map(line, rows)])


README = """# How fast scenec is

`python -m benchmarks.speed` prints these tables, `--write` puts them here. Whole processes, started in turn in one run; times in
milliseconds, ratios of the fastest runs. `nao` is a real humanoid with its ball and field ({nao}), `humanoid` one generated by
`scenes.py`. Their floor (`floor.py`) starts Python, parses the same files with expat and their numbers with numpy, and writes as many
bytes.

{tables}

Reading SDFormat (`python -m benchmarks.sdf_reading`): CPU time per file within one process, warm, over a library of {models}.

{reading}

Python {python}, {cores} cores, {rounds} rounds.

What happens to files that nobody would write, and how much work they may ask for: [fuzz/README.md](fuzz/README.md).
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=11, help="runs of each process (default 11)")
    parser.add_argument("--write", action="store_true", help="put the tables into benchmarks/README.md")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        benchmark = Benchmark(Path(folder))
        benchmark.start_up()
        scene = write_scene(Path(folder) / "humanoid.ros2", 1)
        benchmark.against_floor("humanoid", scene, [scene])
        if (NAO / "BH.ros2").exists():
            files = [NAO / "BH.ros2", *(NAO / "Includes" / f"{name}.rsi2" for name in NAO_INCLUDES)]
            benchmark.against_floor("nao", NAO / "BH.ros2", files)
        benchmark.growth(4)
        benchmark.run(options.rounds)
        tables = benchmark.tables()
    from benchmarks.sdf_reading import FIXTURES, HEAD, REAL, files_of, measure

    library = REAL if REAL.exists() else FIXTURES
    reading = table(HEAD, [each.cells() for each in measure(library)])
    print(tables, reading, sep="\n\n")
    if options.write:
        nao = "2.8 MB in five files" if (NAO / "BH.ros2").exists() else "not measured here"
        models = f"{len(files_of(library))} {'real files' if library == REAL else 'fixtures'}"
        text = README.format(
            tables=tables,
            reading=reading,
            models=models,
            nao=nao,
            python=platform.python_version(),
            cores=os.cpu_count(),
            rounds=options.rounds,
        )
        (ROOT / "benchmarks" / "README.md").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
