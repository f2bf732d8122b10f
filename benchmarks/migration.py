"""``python -m benchmarks.migration`` measures migrating a generated library of many small models; ``--write`` keeps the table.

Each line is of several runs of the whole command in processes of their own, the fastest of which counts; one process and two take turns.
A repeat of the large library runs once.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
TABLE = Path(__file__).with_name("migration.md")

AGAIN = 300
"""Models of a library that is migrated again."""
PART = '<Simulation><Hinge name="joint"><Axis y="1"><Deflection min="-90degree" max="90degree"/></Axis></Hinge></Simulation>\n'


def model(number: int) -> str:
    """An arm of three to nine bodies with shapes and masses of its own; every tenth takes a part from an included file."""
    bodies, closing = [], []
    for depth in range(3 + number % 7):
        mass, length = 0.1 + number % 13 / 10, 0.05 + depth / 100
        size = f'width="{length:g}m" height="0.05m" depth="0.05m"'
        look = f'<BoxAppearance {size}><Surface diffuseColor="rgb({number % 256}, {depth * 20}, 90)"/></BoxAppearance>'
        deflection = f'<Deflection min="-{30 + depth}degree" max="{40 + depth}degree"/>'
        bodies += [
            f'<Body name="b{depth}"><Translation z="{length:g}m"/><BoxMass value="{mass:g}kg" {size}/><BoxGeometry {size}/>{look}',
            f'<Hinge name="h{depth}"><Axis y="1">{deflection}</Axis>',
        ]
        closing.append("</Hinge></Body>")
    tip = f'<Body name="tip"><SphereMass value="{0.1 + math.sin(number) ** 2:g}kg" radius="0.03m"/><SphereGeometry radius="0.03m"/></Body>'
    include = '<Include href="../parts/joint.rsi2"/>' if number % 10 == 0 else ""
    return (
        f'<Simulation>{include}<Scene name="arm{number}" stepLength="0.01">{"".join(bodies)}{tip}{"".join(closing)}</Scene></Simulation>\n'
    )


def library(folder: Path, models: int) -> Path:
    """A library of so many models, a hundred in a folder."""
    (folder / "parts").mkdir(parents=True)
    (folder / "parts/joint.rsi2").write_text(PART)
    for number in range(models):
        place = folder / f"{number // 100:03}" / f"arm{number}.ros2"
        place.parent.mkdir(exist_ok=True)
        place.write_text(model(number))
    return folder


class Run(NamedTuple):
    seconds: float
    peak: float
    """Most memory of the command's own process, in MB (its workers apart)."""


def run(source: Path, target: Path, jobs: int) -> Run:
    """One migration, as a user starts it."""
    command = [sys.executable, "-m", "benchmarks.migration", "--measure", str(source), str(target), str(jobs)]
    done = subprocess.run(command, check=True, cwd=ROOT, capture_output=True, text=True)
    seconds, peak = done.stdout.split()
    return Run(float(seconds), float(peak))


def measure(source: str, target: str, jobs: str) -> None:
    """In a process of its own: how long the command takes, and what its process needs at most."""
    from scenec.cli.main import main as scenec

    start = time.perf_counter()
    status = scenec(["migrate", source, target, "--to", "sdformat", "--jobs", jobs, "--quiet", "--fail-on", "never"])
    if status:
        raise SystemExit(f"the migration ended with {status}")
    print(time.perf_counter() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6)


def best(source: Path, fresh: Callable[[], Path], jobs: int, rounds: int) -> Run:
    return fastest(run(source, fresh(), jobs) for _ in range(rounds))


def fastest(runs: Iterable[Run]) -> Run:
    """The least time and the most memory of several runs."""
    seconds, peaks = zip(*runs, strict=True)
    return Run(min(seconds), max(peaks))


def start_up(folder: Path) -> float:
    """Seconds of a migration that has nothing to do: what every run takes."""
    empty = library(folder / "empty", 0)
    return best(empty, lambda: folder / "nothing", 1, 5).seconds


def repeated(folder: Path, models: int) -> list[str]:
    """A row about the repeat of a small library that has not changed: beyond start-up it is to cost next to nothing. The first run
    converts with one process."""
    source, target = library(folder / "small-again", models), folder / "again"
    first = run(source, target, 1)
    time.sleep(2.5)  # files that have just changed are read once more (`scenec.batch.file_changes.GRAIN`)
    run(source, target, 1)
    again = min(run(source, target, 1).seconds for _ in range(5))
    beyond = again - start_up(folder)
    name = f"again, {models} models, beyond start-up / first run"
    return [name, f"{beyond:.3f} s", f"{first.seconds:.1f} s", f"{100 * beyond / first.seconds:.1f} %", "<= 3 %"]


def table(many: int, few: int) -> str:
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as name:
        folder, made = Path(name), 0

        def fresh() -> Path:
            nonlocal made
            shutil.rmtree(folder / f"out{made}", ignore_errors=True)
            made += 1
            return folder / f"out{made}"

        large, small = library(folder / "large", many), library(folder / "small", few)
        one_small = best(small, fresh, 1, 5)
        one, two = map(fastest, zip(*((run(large, fresh(), 1), run(large, fresh(), 2)) for _ in range(2)), strict=True))
        again = run(large, folder / f"out{made}", 2)
        small_again = repeated(folder, AGAIN)
    per_file, per_file_of_few = 1000 * one.seconds / many, 1000 * one_small.seconds / few
    repeat = 100 * again.seconds / two.seconds
    rows = [
        ("time a file, of many / of few", f"{per_file:.2f} ms", f"{per_file_of_few:.2f} ms", f"{per_file / per_file_of_few:.2f}", "<= 1.2"),
        ("one process / two", f"{one.seconds:.1f} s", f"{two.seconds:.1f} s", f"{one.seconds / two.seconds:.2f}", ">= 1.7"),
        ("again, nothing changed / first run", f"{again.seconds:.2f} s", f"{two.seconds:.1f} s", f"{repeat:.1f} %", "<= 3 %"),
        small_again,
        ("memory of the command, many / few", f"{one.peak:.0f} MB", f"{one_small.peak:.0f} MB", f"{one.peak / one_small.peak:.2f}", "flat"),
    ]
    lines = ["| measured | | | ratio | asked |", "|---|---:|---:|---:|---|", *("| " + " | ".join(row) + " |" for row in rows)]
    return "\n".join([*lines, "", f"{many:,} and {few:,} small models; Python {platform.python_version()}, {cores} cores."])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--many", type=int, default=10_000, help="models in the large library (default 10,000)")
    parser.add_argument("--few", type=int, default=100, help="models in the small one (default 100)")
    parser.add_argument("--write", action="store_true", help="put the table into benchmarks/migration.md")
    parser.add_argument("--measure", nargs=3, metavar=("SRC", "DST", "JOBS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(*options.measure)
        return
    found = table(options.many, options.few)
    print(found)
    if options.write:
        TABLE.write_text(
            f"# How fast a library is migrated\n\n`python -m benchmarks.migration --write` measures and writes this.\n\n{found}\n"
        )


if __name__ == "__main__":
    main()
