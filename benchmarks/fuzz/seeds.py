"""The files that are mutated: fixtures, and small scenes of the shared corpus where it is there (read in place, never copied)."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.fuzz.case import FORMATS
from scenec.converters import by_suffix

ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
LARGEST = 12_000
"""Bytes: with larger ones there are fewer inputs, and not other ones."""


class Seed(NamedTuple):
    format: str
    path: Path

    @property
    def data(self) -> bytes:
        return self.path.read_bytes()


@cache
def seeds(format: str) -> tuple[Seed, ...]:  # noqa: A002 - the word users expect
    """The files of a format, in the same order everywhere."""
    return tuple(seed for seed in _all() if seed.format == format)


@cache
def _all() -> tuple[Seed, ...]:
    found = []
    for base in (ROOT / "fixtures", CORPUS):
        for path in sorted(base.rglob("*")):
            name = (by_suffix(path.name) or "").partition("@")[0] or ("mars" if path.suffix == ".yml" else "")
            if name in FORMATS and path.is_file() and path.stat().st_size <= LARGEST:
                found.append(Seed(name, path))
    return tuple(found)
