"""A scene on its way through another format and back, as the tests of carrying walk it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import scenec
from scenec.accounting.report import Report
from scenec.converters import by_suffix
from tests.formats import SIMULATED

SUFFIXES = SIMULATED
WAY_BACK = pytest.mark.findings("*", reason="all that the format in between lacks must come back, which the test judges")


class Way(msgspec.Struct):
    """source -> there -> back, with the reports of both conversions."""

    source: Path
    there: Path
    back: Path
    out: Report
    home: Report


def walked(source: Path, target: str, folder: Path) -> Way:
    suffix = source.suffix if scenec_format(source) == target else SUFFIXES[target]
    way = Way(source, folder / "there" / (source.stem + suffix), folder / "back" / source.name, Report(*_NOBODY), Report(*_NOBODY))
    way.out = scenec.convert(source, way.there, carry=True)
    return returned(way)


def returned(way: Way) -> Way:
    """The way back, from the file there as it is now."""
    way.home = scenec.convert(way.there, way.back, carry=True, search_path=[str(way.source.parent)])
    return way


_NOBODY: Any = (None, None, {}, ())


def edited(path: Path, old: str, new: str, count: int = 1) -> None:
    text = path.read_text()
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, count))


def scenec_format(path: Path) -> str | None:
    return (by_suffix(path.name) or "").partition("@")[0]


def physics(path: Path, resources: Path | None = None) -> dict[str, Any]:
    """resources: a folder in which the source's own simulator finds what is not beside the file."""
    return scenec.read(path, search_path=[str(resources)] if resources else [])[0].physics().to_json()


def codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def _shown(part: dict[str, Any]) -> str:
    """Return the words that identify a shape, without the number behind its name."""
    bounds = [[f"{x:.5f}" for x in corner] for corner in part["bounds"] or ()]
    return f"{part['type']} {bounds} {part['path'].rpartition('::')[2] if part['type'] != 'mesh' else ''}"


def differences(one: Any, other: Any, where: str = "") -> Iterator[str]:
    """Where two physics summaries differ by more than rounding; the file and the names of mesh files do not count."""
    if isinstance(one, dict) and isinstance(other, dict):
        for name in dict.fromkeys([*one, *other]):
            if name not in ("source", "uri") and not (one.get("type") == "mesh" and name in ("pose", "path")):  # the bounds tell
                yield from differences(one.get(name), other.get(name), f"{where}.{name}")
    elif isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            yield f"{where}: {len(one)} became {len(other)}"
        if where.endswith(("visuals", "collisions")):  # which comes first means nothing
            one, other = sorted(one, key=_shown), sorted(other, key=_shown)
        for number, (a, b) in enumerate(zip(one, other, strict=False)):
            yield from differences(a, b, f"{where}[{a.get('path', number) if isinstance(a, dict) else number}]")
    elif isinstance(one, float | int) and isinstance(other, float | int) and not isinstance(one, bool):
        loose = ".bounds" in where  # files of meshes often hold 32 bit numbers
        if not math.isclose(one, other, rel_tol=1e-6 if loose else 1e-9, abs_tol=1e-7 if loose else 1e-9):
            yield f"{where}: {one} became {other}"
    elif one != other:
        yield f"{where}: {one} became {other}"
