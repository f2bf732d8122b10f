"""``python -m benchmarks.mjcf_reading`` measures how long MJCF files take to read, beside MuJoCo's own parser, in one process.

CPU time of each file, warm, the best of several rounds in which both take their turn. The ratio of a file is scenec's time through the
other's, and the median over the files is printed. `mujoco.MjSpec.from_file` only parses; poses, masses and meshes are left to its
compiler. dm_control is measured where it is installed.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import scenec
from benchmarks.tables import table

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus" / "mjcf"
FIXTURES = ROOT / "fixtures" / "mjcf"
HEAD = ["files", "read with", "files read", "median ms", "scenec", "median ratio", "asked"]
ROUNDS = 3
ASKED = 4.0
Load = Callable[[str], object]


class Reader(NamedTuple):
    """A program. asked: how many times its time scenec may take, 0 = nothing is asked."""

    name: str
    load: Load
    asked: float = 0


def others() -> list[Reader]:
    """The programs that are installed."""
    import mujoco

    found = [Reader("mujoco.MjSpec.from_file", mujoco.MjSpec.from_file, ASKED)]
    try:
        dm_control = importlib.import_module("dm_control.mjcf")
    except ImportError:
        return found
    return [*found, Reader("dm_control.mjcf.from_path", dm_control.from_path)]


def readable(load: Load, files: Sequence[Path]) -> list[Path]:
    """The files that a program reads."""
    found = []
    for path in files:
        try:
            load(str(path))
        except Exception:  # an exception of any type means that the program does not read the file
            continue
        found.append(path)
    return found


def best_times(loads: Sequence[Load], path: Path) -> list[float]:
    """The least CPU seconds of each program for a file, all in turn."""
    best = [float("inf")] * len(loads)
    for _ in range(ROUNDS):
        for i, load in enumerate(loads):
            start = time.process_time()
            load(str(path))
            best[i] = min(best[i], time.process_time() - start)
    return best


def rows(title: str, files: Sequence[Path]) -> list[list[str]]:
    """One row per program, over the files that it and scenec read."""
    ours = readable(scenec.read, files)
    made = []
    for other in others():
        both = readable(other.load, ours)
        times = [best_times((other.load, scenec.read), path) for path in both]
        if times:
            theirs, own = (statistics.median(column) * 1000 for column in zip(*times, strict=True))
            ratio = statistics.median(mine / other for other, mine in times)
            asked = f"<= {other.asked:g}" if other.asked else ""
            made.append([title, other.name, f"{len(both):,}", f"{theirs:.3f}", f"{own:.3f}", f"{ratio:.2f}", asked])
    return made


def measure() -> list[list[str]]:
    """The rows of the table: of all files together and, in the corpus, of real models and of probes of one rule each."""
    if not CORPUS.is_dir():
        return rows("fixtures", sorted(FIXTURES.rglob("*.xml")))
    real, probes = (sorted((CORPUS / folder).rglob("*.xml")) for folder in ("real", "probe"))
    return [*rows("all", [*real, *probes]), *rows("real models", real), *rows("probes", probes)]


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    print(table(HEAD, measure(), text=2))


if __name__ == "__main__":
    main()
