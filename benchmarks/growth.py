"""``python -m benchmarks.growth`` measures how time and memory grow with the scene: a straight line is what is asked.

Scenes of `large_scenes`, each twice as large as the one before; CPU time of each step in a process of its own (the collector paused, as
in a conversion), the least of several runs. The exponent is that of the power law through the measured points: 1 is linear, 2 is quadratic.
The largest scenes that are promised are converted once, beside a tenth of them.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.large_scenes import SCENES, write_large
from benchmarks.tables import MEGABYTE, costs_of, peak_of, table
from scenec.converters import NEUTRAL, written_formats

ROOT = Path(__file__).parents[1]
SUFFIXES = {record.name: record.suffix() for record in written_formats() if record.name != NEUTRAL}
CURVES = tuple(name for name in SCENES if name.endswith(" links"))
DOUBLINGS = 4
LARGEST = 8000
ROUNDS = 2
FORMS = ("json", "md", "html", "sarif", "txt")
HEAD = ("scene", "step", "exponent", "asked")

NUMBERS = {"simrobot mesh": 400_000}
MARKUP = {"simrobot links": 8000, "sdformat links": 8000, "sdformat models": 8000, "mars links": 8000, "rsg links": 8000}


# ---------------------------------------------------------------- time


def steps_of(path: str) -> dict[str, float]:
    """CPU seconds of each step of the conversions of a scene to every format; the report is that of the first of them."""
    from scenec.accounting.report import Report
    from scenec.collector import collector_paused
    from scenec.conversion import Target, adapted, read_source, write_target
    from scenec.converters import resolve
    from scenec.converters.format import ReadOptions, WriteOptions

    seconds: dict[str, float] = {}

    def timed(step: str, work: Callable[[], Any]) -> Any:
        start = time.process_time()
        found = work()
        seconds[step] = time.process_time() - start
        return found

    with collector_paused():
        timed("read", lambda: read_source(path, None, None, None, ReadOptions()))
        first: Report | None = None
        for target, suffix in SUFFIXES.items():
            record, _ = resolve(target)
            origins = [read_source(path, None, None, None, ReadOptions()) for _ in range(2)]
            timed(f"adapt to {target}", partial(adapted, origins[0], record, WriteOptions(), restored=""))
            written = timed(
                f"adapt, write {target}, settle", partial(write_target, origins[1], Target(target, f"out{suffix}", WriteOptions()))
            )
            first = first or written[1]
        assert first is not None
        report = first
        timed("report in five forms", lambda: [report.text(form) for form in FORMS])
        timed("ledger", lambda: sum(1 for _ in report.ledger))
    return seconds


def measured(name: str, count: int) -> dict[str, float]:
    """The least of several runs of each step, each run in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        path = write_large(Path(folder), name, count)
        small = write_large(Path(folder) / "small", name, 50)
        command = [sys.executable, "-m", "benchmarks.growth", "--measure", str(small), str(path)]
        runs = [
            json.loads(subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, env=here()).stdout)
            for _ in range(ROUNDS)
        ]
    return {step: min(run[step] for run in runs) for step in runs[0]}


def here() -> dict[str, str]:
    """The environment for processes that shall load this scenec."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))}


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """Return the exponent of the power law nearest to the points (least squares of the logarithms)."""
    xs, ys = [math.log(size) for size in sizes], [math.log(max(each, 1e-6)) for each in seconds]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True)) / sum((x - mean_x) ** 2 for x in xs)


def curves(largest: int) -> tuple[list[str], list[list[str]]]:
    """Head and rows of the table of times."""
    sizes = [largest >> shift for shift in reversed(range(DOUBLINGS))]
    rows = []
    for name in CURVES:
        found = [measured(name, size) for size in sizes]
        for step in found[0]:
            seconds = [each[step] for each in found]
            shown = [f"{1000 * each:.0f}" for each in seconds]
            if seconds[-1] >= 0.02:  # less is noise
                rows.append([name, step, *shown, f"{exponent(sizes, seconds):.2f}", "1"])
    return [*HEAD[:2], *(f"{size:,}" for size in sizes), *HEAD[2:]], rows


# ---------------------------------------------------------------- memory


def memory() -> Iterator[list[str]]:
    """Rows: what a conversion of a large scene to each other format needs at most."""
    for scenes, factor, base in ((NUMBERS, 8, 60), (MARKUP, 30, 80)):
        for name, count in scenes.items():
            with tempfile.TemporaryDirectory() as folder:
                path = write_large(Path(folder), name, count)
                size = path.stat().st_size / MEGABYTE
                for target, suffix in SUFFIXES.items():
                    if name.startswith(target):
                        continue
                    out = Path(folder) / "out" / f"out{suffix}"
                    peak = peak_of([sys.executable, "-m", "scenec", "convert", str(path), "-o", str(out), "--fail-on", "never"], here())
                    asked = factor * size + base
                    yield [f"{name} to {target}", f"{size:.1f}", f"{peak / MEGABYTE:.0f}", f"{asked:.0f}", f"{factor} x + {base}"]


# ---------------------------------------------------------------- as large as is promised

PROMISED = {"simrobot mesh": (2_400_000, "sdformat"), "sdformat links": (100_000, "mars")}
"""100 MB of numbers; 100,000 links, which are 2,200,000 elements."""
PROMISED_HEAD = ["conversion", "MB read", "s", "MB peak", "MB of a tenth", "s of a tenth", "s / 10 x s of a tenth", "asked"]


def promised() -> Iterator[list[str]]:
    """Rows: what a conversion of the largest scenes takes, beside one of a tenth of it; a process each."""
    for name, (count, target) in PROMISED.items():
        found = []
        for each in (count // 10, count):
            with tempfile.TemporaryDirectory() as folder:
                path = write_large(Path(folder), name, each)
                out = Path(folder) / "out" / f"out{SUFFIXES[target]}"
                command = [sys.executable, "-m", "scenec", "convert", str(path), "-o", str(out), "--fail-on", "never"]
                found.append((path.stat().st_size / MEGABYTE, *costs_of(command, here())))
        (_, seconds, peak), (size, whole_seconds, whole_peak) = found
        row = [f"{size:.0f}", f"{whole_seconds:.1f}", f"{whole_peak / MEGABYTE:,.0f}", f"{peak / MEGABYTE:.0f}", f"{seconds:.2f}"]
        yield [f"{count:,} {name} to {target}", *row, f"{whole_seconds / seconds / 10:.2f}", "1"]


MEMORY_HEAD = ["conversion", "MB read", "MB peak", "asked", "that is"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=int, default=LARGEST, help=f"links of the largest scene (default {LARGEST})")
    parser.add_argument("--measure", nargs=2, metavar=("SMALL", "SCENE"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        small, scene = options.measure
        steps_of(small)  # loads everything
        print(json.dumps(steps_of(scene)))
        return
    print(table(*curves(options.largest), text=2), table(MEMORY_HEAD, list(memory())), table(PROMISED_HEAD, list(promised())), sep="\n\n")


if __name__ == "__main__":
    main()
