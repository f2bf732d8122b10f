"""The files that are mutated: fixtures, and small scenes of the shared corpus where it is there (read in place, never copied)."""

from __future__ import annotations

import atexit
from functools import cache
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import NamedTuple

import scenec
from benchmarks.fuzz.case import FORMATS, LOOKED_INTO, SUFFIXES
from scenec.converters import by_suffix

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
LARGEST = 12_000
"""Bytes: with larger ones there are fewer inputs, and not other ones."""
CONVERTED = 12
"""Files that are made for a format without any."""


class Seed(NamedTuple):
    format: str
    path: Path

    @property
    def data(self) -> bytes:
        return self.path.read_bytes()


@cache
def seeds(format: str) -> tuple[Seed, ...]:  # noqa: A002 - the word users expect
    """The files of a format, in the same order everywhere; of a format without files, what small files of others are converted to."""
    return tuple(seed for seed in _all() if seed.format == format) or _converted(format)


def _converted(name: str) -> tuple[Seed, ...]:
    """The smallest files of other formats as files of a format, in a folder that lasts as long as the process."""
    folder = Path(mkdtemp(prefix="scenec-seeds-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    found: list[Seed] = []
    for seed in sorted(_all(), key=lambda seed: (seed.path.stat().st_size, str(seed.path))):
        target = folder / f"seed{len(found)}{SUFFIXES[name]}"
        try:
            scenec.convert(seed.path, target, to=name, from_=seed.format)
        except (scenec.ScenecError, OSError):
            continue
        found.append(Seed(name, target))
        if len(found) == CONVERTED:
            break
    return tuple(found)


@cache
def _all() -> tuple[Seed, ...]:
    found = []
    for base in (ROOT / "fixtures", CORPUS):
        for path in sorted(base.rglob("*")):
            name = (by_suffix(path.name) or LOOKED_INTO.get(path.suffix, "")).partition("@")[0]
            if name in FORMATS and path.is_file() and path.stat().st_size <= LARGEST:
                found.append(Seed(name, path))
    return tuple(found)
