"""Inputs that failed once, as files: a scene, a broken asset (which every format's scene uses), or a folder with a file called `main`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from benchmarks.fuzz.broken_assets import SUFFIXES_OF_ASSETS, carried
from benchmarks.fuzz.case import FORMATS, LOOKED_INTO, Case
from benchmarks.fuzz.sound_assets import ARCHIVE
from scenec.converters import by_content, by_suffix


def cases_of(path: Path, source: str | None = None) -> Iterator[Case]:
    """The file to every format. source: its format, where the suffix does not say it."""
    if path.is_dir():
        entry = next(each for each in sorted(path.iterdir()) if each.name.startswith("main."))
        beside = {
            each.relative_to(path).as_posix(): each.read_bytes() for each in sorted(path.rglob("*")) if each.is_file() and each != entry
        }
        yield from _converted(entry, source, beside)
    elif path.suffix in SUFFIXES_OF_ASSETS and path.suffix != ARCHIVE:
        for format_ in FORMATS:
            for target in FORMATS:
                yield carried(path.read_bytes(), path.suffix, format_, target, path.name)
    else:
        yield from _converted(path, source, {})


def _converted(path: Path, source: str | None, beside: dict[str, bytes]) -> Iterator[Case]:
    data = path.read_bytes()
    spec = source or by_suffix(path.name) or by_content(data) or LOOKED_INTO[path.suffix]
    for target in FORMATS:
        yield Case(spec, target, path.name, data, beside, made=path.name)
