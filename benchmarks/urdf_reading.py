"""``python -m benchmarks.urdf_reading`` measures how long URDF files take to read, beside yourdfpy with its default scene graph.

CPU time per file in one process, warm, the best of several passes, both in turn; meshes are not loaded. Files that either refuses are left
out. The ratio is the median of the ratios of all files. yourdfpy is what ``pip install yourdfpy`` gives, from the folder of `others` or
installed.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import scenec
from benchmarks.others import CACHE, PASSES, YOURDFPY, Clocked
from benchmarks.sdf_reading import HEAD
from benchmarks.tables import table

ROOT = Path(__file__).parents[1]
REAL = ROOT.parent / "shared" / "corpus" / "urdf" / "real"
FIXTURES = ROOT / "fixtures" / "urdf"
ASKED = 1.0
"""How many times as long scenec may take."""


def files_of(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.urdf"))


def seconds(load: Callable[[Path], object], path: Path) -> float:
    begun = time.process_time()
    load(path)
    return time.process_time() - begun


def measure(folder: Path, passes: int = PASSES) -> list[str]:
    """Return the row of the table."""
    theirs = loader()
    if isinstance(theirs, Clocked):
        return [f"{YOURDFPY}: {theirs.why}", "", "", "", "", ""]
    times: list[tuple[float, float]] = []
    for path in files_of(folder):
        try:
            scenec.read(path)
            theirs(path)
        except Exception:  # an exception of any type is a refusal
            continue
        runs = [(seconds(scenec.read, path), seconds(theirs, path)) for _ in range(passes)]
        times.append((min(ours for ours, _ in runs), min(other for _, other in runs)))
    return row(times)


def row(times: Sequence[tuple[float, float]]) -> list[str]:
    """Return the row of the table. times: of scenec and of yourdfpy, per file (s)."""
    ours, theirs = (f"{1000 * statistics.median(column):.3f}" for column in zip(*times, strict=True))
    ratio = statistics.median(mine / other for mine, other in times)
    return [YOURDFPY, f"{len(times):,}", theirs, ours, f"{ratio:.2f}", f"<= {ASKED:g}"]


def loader() -> Callable[[Path], object] | Clocked:
    """Return what reads a file with yourdfpy, or why there is nothing."""
    sys.path.append(str(CACHE / YOURDFPY))
    try:
        yourdfpy: Any = importlib.import_module(YOURDFPY)
    except ImportError:
        return Clocked(why="not installed here")
    logging.disable(logging.CRITICAL)
    return lambda path: yourdfpy.URDF.load(str(path), load_meshes=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=REAL if REAL.exists() else FIXTURES, help="a folder of robots")
    options = parser.parse_args()
    print(table(HEAD, [measure(options.folder)]))


if __name__ == "__main__":
    main()
