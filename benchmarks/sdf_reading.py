"""``python -m benchmarks.sdf_reading`` measures how long SDFormat files take to read, side by side, in one process each.

CPU time per file, warm, start of the process excluded, the best of several passes over the whole set: scenec with full accounting
and resolved poses of all frames; a bare lxml parse; rod and libsdformat where they are there (rod: ``pip install rod``; libsdformat:
Debian's libsdformat-dev with g++). rod takes no version before 1.7, so it is measured with the same set converted to 1.9, as is scenec
beside it.
"""

from __future__ import annotations

import argparse
import logging
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import scenec

ROOT = Path(__file__).parents[1]
REAL = ROOT.parent / "shared" / "corpus" / "sdformat" / "models"
FIXTURES = ROOT / "fixtures" / "sdformat"
PASSES = 5


class Reading(NamedTuple):
    """Milliseconds of CPU time per file, how many times scenec takes that, and how many times it may at most."""

    what: str
    milliseconds: float
    scenec: float
    at_most: float

    def cells(self) -> list[str]:
        return [self.what, f"{self.milliseconds:.3f}", f"{self.scenec:.3f}", f"{self.scenec / self.milliseconds:.2f}", f"{self.at_most:g}"]


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".sdf", ".world"))


def measure(folder: Path) -> list[Reading]:
    files = files_of(folder)
    ours = best(_scenec(folder), files)
    readings = [Reading("lxml.etree.parse", best(_lxml(), files), ours, 25)]
    libsdformat = _libsdformat(folder, files)
    if libsdformat is not None:
        readings.append(Reading("libsdformat", libsdformat, ours, 0.1))
    rod = _rod()
    if rod is not None:
        with tempfile.TemporaryDirectory() as modern:
            newer = [path for path in _converted(files, folder, Path(modern)) if _reads(rod, path)]
            readings.append(Reading("rod (1.9)", best(rod, newer), best(_scenec(folder), newer), 2))
    return readings


def best(read: Callable[[str], object], files: Sequence[Path]) -> float:
    """Milliseconds of CPU time per file; files that are refused count too."""
    seconds = []
    for _ in range(PASSES + 1):
        start = time.process_time()
        for path in files:
            _reads(read, path)
        seconds.append(time.process_time() - start)
    return 1000 * min(seconds[1:]) / len(files)


def _reads(read: Callable[[str], object], path: Path) -> bool:
    try:
        read(str(path))
    except Exception:
        return False
    return True


def _scenec(folder: Path) -> Callable[[str], object]:
    def read(path: str) -> object:
        scene, report = scenec.read(path, search_path=[folder])
        return scene, report.totals

    return read


def _lxml() -> Callable[[str], object]:
    from lxml import etree  # noqa: TID251 - what scenec is measured against

    return etree.parse


def _rod() -> Callable[[str], object] | None:
    os.environ.setdefault("ROD_SKIP_SDFORMAT_CHECK", "1")
    try:
        import rod  # type: ignore[import-not-found]  # only here, and only if it is installed
    except ImportError:
        return None
    logging.disable(logging.CRITICAL)
    load: Any = rod.Sdf.load
    return lambda path: load(path)


def _converted(files: Sequence[Path], folder: Path, target: Path) -> list[Path]:
    """The files in version 1.9, as far as they can be read."""
    made = []
    for path in files:
        new = target / path.relative_to(folder)
        new.parent.mkdir(parents=True, exist_ok=True)
        try:
            scenec.convert(path, new, to="sdformat@1.9", search_path=[folder], assets="keep", flatten=True)
        except scenec.ScenecError:
            continue
        made.append(new)
    return made


def _libsdformat(folder: Path, files: Sequence[Path]) -> float | None:
    if shutil.which("g++") is None or shutil.which("pkg-config") is None:
        return None
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "sdformat12"], capture_output=True, text=True, check=False)
    if flags.returncode:
        return None
    with tempfile.TemporaryDirectory() as place:
        clock = str(Path(place) / "clock")
        subprocess.run(
            ["g++", "-std=c++17", "-O2", str(ROOT / "benchmarks" / "libsdformat_clock.cpp"), "-o", clock, *flags.stdout.split()], check=True
        )
        names = "\n".join(map(str, files)) + "\n"
        run = subprocess.run([clock, str(folder)], input=names, capture_output=True, text=True, check=True)
    return 1000 * float(run.stdout) / len(files)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=REAL if REAL.exists() else FIXTURES, help="a model library")
    options = parser.parse_args()
    from benchmarks.speed import table

    print(table(HEAD, [reading.cells() for reading in measure(options.folder)]))


HEAD = ["read with", "ms per file", "scenec", "ratio", "at most"]


if __name__ == "__main__":
    main()
