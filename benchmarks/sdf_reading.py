"""``python -m benchmarks.sdf_reading`` measures how long SDFormat files take to read, beside other programs, in one process each.

CPU time per file, warm, start of the process excluded, the best of several passes: scenec with full accounting and resolved poses of all
frames; a bare lxml parse; and the programs of `others`. Each is measured on the files it reads, and scenec beside it on the same ones.
rod takes no version before 1.7, so it is measured on the set converted to 1.9.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import scenec
from benchmarks.others import DRAKE, LXML, MJCF, NOT_MEASURED, PYSDF, ROD, SCENEC, Clocked, libsdformat
from benchmarks.tables import table

ROOT = Path(__file__).parents[1]
REAL = ROOT.parent / "shared" / "corpus" / "sdformat" / "models"
FIXTURES = ROOT / "fixtures" / "sdformat"
HEAD = ["read with", "files", "ms per file", "scenec", "ratio", "asked"]


class Reading(NamedTuple):
    """A program, what it took, what scenec took for the same files, and how many times that scenec may take (0 = nothing is asked)."""

    what: str
    theirs: Clocked
    ours: Clocked
    asked: float

    def cells(self) -> list[str]:
        if self.theirs.why or self.ours.why:
            return [f"{self.what}: {self.theirs.why or self.ours.why}", "", "", "", "", ""]
        ratio = self.ours.milliseconds / self.theirs.milliseconds
        asked = f"<= {self.asked:g}" if self.asked else ""
        files = f"{len(self.theirs.read):,}"
        return [self.what, files, f"{self.theirs.milliseconds:.3f}", f"{self.ours.milliseconds:.3f}", f"{ratio:.2f}", asked]


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".sdf", ".world"))


def measure(folder: Path) -> list[Reading]:
    files = files_of(folder)
    readable = [Path(path) for path in SCENEC.clocked(files, folder, passes=1).read]
    readings = [Reading(LXML.name, LXML.clocked(readable, folder), SCENEC.clocked(readable, folder), 12)]
    with tempfile.TemporaryDirectory() as modern:
        newer = _converted(readable, folder, Path(modern))
        readings.append(_beside(f"{ROD.name} (set as 1.9)", ROD.clocked(newer, folder), folder, 1))
    readings.append(_beside("libsdformat 12 (C++)", libsdformat(readable, folder), folder, 0))
    readings += [_beside(each.name, each.clocked(readable, folder), folder, 0) for each in (DRAKE, PYSDF, MJCF)]
    return [*readings, *(Reading(name, Clocked(why=why), Clocked(), 0) for name, why in NOT_MEASURED.items())]


def _beside(what: str, theirs: Clocked, folder: Path, asked: float) -> Reading:
    return Reading(what, theirs, Clocked() if theirs.why else SCENEC.clocked([Path(path) for path in theirs.read], folder), asked)


def _converted(files: Sequence[Path], folder: Path, target: Path) -> list[Path]:
    """The files in version 1.9, as far as they can be written so."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=REAL if REAL.exists() else FIXTURES, help="a model library")
    options = parser.parse_args()
    print(table(HEAD, [reading.cells() for reading in measure(options.folder)]))


if __name__ == "__main__":
    main()
