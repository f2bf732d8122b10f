"""Parts of scenes that cannot be read by themselves (SimRobot's .rsi2 and .rsi3): which scenes include one, and how it is checked.

A fragment is checked through the scenes that include it, found in its git checkout or else two folders up; of their reports counts what
is about the fragment. Without such a scene it is checked by itself, included by a scene that is made for it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import cast

import msgspec

from scenec.accounting.finding import LEVELS, SUMMED_FATES, Finding
from scenec.accounting.findings import FRAGMENT_ALONE, FRAGMENT_IN_SCENES
from scenec.accounting.problem import finding_of_row
from scenec.accounting.report import LedgerLine, LedgerLines, Report, Side
from scenec.converters import by_suffix, load, resolve, suffix_of
from scenec.converters.format import Format, FragmentRules
from scenec.files import boundary, read_file
from scenec.source import Source

MOST_FILES = 20_000
"""Files that are looked at, by name, for scenes."""
MOST_SCENES = 3
"""Scenes that a fragment is checked through: the nearest ones."""
LEVELS_UP = 2
"""Folders above a fragment that are searched where there is no git checkout."""

CheckScene = Callable[[str, bytes | None], Report]
"""Checks a scene (absolute path); the bytes stand for a file that is not there."""


class Fragment(msgspec.Struct, frozen=True, gc=False):
    """A file that only scenes can include. path: absolute; data: its bytes; record: its format."""

    path: str
    data: bytes
    record: Format

    @property
    def rules(self) -> FragmentRules:
        return cast("FragmentRules", import_module(self.record.fragments))


def fragment_at(path: str, spec: str | None = None) -> Fragment | None:
    """Return the fragment that a file is; None for a scene, and for what cannot be read. spec: the format
    that was asked for."""
    known = by_suffix(os.path.basename(path))
    record = load(known.partition("@")[0]) if known is not None else None
    if record is None or not record.fragments or record.is_entry is None or record.is_entry(path):
        return None
    if spec is not None and resolve(spec)[0].name != record.name:
        return None
    try:
        fragment = Fragment(os.path.abspath(path), read_file(path), record)
    except OSError:
        return None
    return fragment if fragment.rules.is_fragment(fragment.data) else None


def scenes_including(fragment: Fragment) -> tuple[list[str], str]:
    """Return the scenes (absolute paths) that include a fragment, directly or through others, the nearest first; and the folder that was
    searched."""
    folder, includes = _search_folder(fragment.path), _Includes(fragment)
    found = []
    for path in _files(folder, tuple(fragment.record.suffixes)):
        if fragment.record.is_entry is not None and fragment.record.is_entry(path) and includes.reach(path):
            found.append(path)
    start = os.path.dirname(fragment.path)
    found.sort(key=lambda each: (os.path.relpath(each, start).count(os.sep), each))
    return found, folder


class _Includes:
    """Which files lead to a fragment. Each file is read once."""

    def __init__(self, fragment: Fragment) -> None:
        self._fragment = fragment
        self._target = os.path.realpath(fragment.path)
        self._named: dict[str, list[str]] = {}

    def reach(self, path: str) -> bool:
        waiting, seen = [os.path.realpath(path)], set[str]()
        while waiting:
            each = waiting.pop()
            if each in seen:
                continue
            seen.add(each)
            named = self._of(each)
            if self._target in named:
                return True
            waiting += named
        return False

    def _of(self, path: str) -> list[str]:
        if path not in self._named:
            try:
                names = self._fragment.rules.included(read_file(path))
            except OSError:
                names = []
            self._named[path] = [os.path.realpath(os.path.join(os.path.dirname(path), name)) for name in names if "\0" not in name]
        return self._named[path]


def _search_folder(path: str) -> str:
    """Return the git checkout that a file is in, else the folder two levels up; never the root of the disk or a user's home."""
    start = folder = os.path.dirname(os.path.abspath(path))
    while not os.path.exists(os.path.join(folder, ".git")):
        above = os.path.dirname(folder)
        if above == folder:
            break
        folder = above
    else:
        return folder if boundary().allows(folder) else start
    folder = start
    for _ in range(LEVELS_UP):
        above = os.path.dirname(folder)
        if above in (os.path.dirname(above), os.path.expanduser("~")) or not boundary().allows(above):
            break
        folder = above
    return folder


def _files(folder: str, suffixes: tuple[str, ...]) -> Iterator[str]:
    looked_at = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            looked_at += 1
            if looked_at > MOST_FILES:
                return
            if name.lower().endswith(suffixes):
                yield os.path.join(place, name)


# ---------------------------------------------------------------- checking


def checked_fragment(fragment: Fragment, check: CheckScene) -> Report:
    """Return the report of a fragment: what its scenes' reports say about it, and a note through which scenes that was found."""
    scenes, folder = scenes_including(fragment)
    if scenes:
        reports = [(check(path, None), os.path.dirname(path)) for path in scenes[:MOST_SCENES]]
        note = _through(fragment, scenes, [report.refused for report, _ in reports])
    else:
        scene = fragment.rules.scene_around(fragment.data, os.path.basename(fragment.path))
        reports = [(check(fragment.path + _scene_suffix(fragment), scene), os.path.dirname(fragment.path))]
        note = _alone(fragment, folder)
    return _about(fragment, reports, note)


def _scene_suffix(fragment: Fragment) -> str:
    """Return the suffix of scenes in the dialect of a fragment."""
    record, is_entry = fragment.record, fragment.record.is_entry
    version = record.suffixes[suffix_of(os.path.basename(fragment.path))]
    fitting = [suffix for suffix, other in record.suffixes.items() if other == version and is_entry is not None and is_entry(suffix)]
    return fitting[0]


def _about(fragment: Fragment, reports: list[tuple[Report, str]], note: Finding) -> Report:
    """Return the part of some reports that is about a fragment. Values are those of the first report; equal findings are listed once."""
    name = os.path.basename(fragment.path)
    unique: dict[tuple[object, ...], Finding] = {}
    for report, folder in reports:
        for finding in report.findings:
            place = finding.source
            if place is not None and os.path.normpath(os.path.join(folder, place.file)) == fragment.path:
                moved = msgspec.structs.replace(finding, source=Source(name, place.line, place.column, place.path))
                unique.setdefault((finding.code, place.line, place.column, finding.because), moved)
    findings = sorted([*unique.values(), note], key=lambda each: -LEVELS.index(each.level))
    first, folder = reports[0]
    lines = [line for line in first.ledger if os.path.normpath(os.path.join(folder, line.file)) == fragment.path]
    fates = Counter[str](line.fate for line in lines)
    totals: dict[str, int] = {"values": len(lines), "defaulted": 0}
    totals.update((fate, fates[fate]) for fate in SUMMED_FATES)
    idle = sum(line.finding is not None and first.findings[line.finding].ineffective for line in lines)
    ledger = tuple(LedgerLine(name, line.line, line.column, line.path, line.value, line.fate) for line in lines)
    report = Report(Side((name,), first.source.format, first.source.version), Side(), totals, findings, LedgerLines(None, ledger), idle)
    report.folder = os.path.dirname(fragment.path)
    return report


def _through(fragment: Fragment, scenes: list[str], refused: list[bool]) -> Finding:
    start = os.path.dirname(fragment.path)
    shown = [os.path.relpath(path, start).replace(os.sep, "/") for path in scenes]
    more = len(scenes) - len(refused)
    others = f" ({more:,} more include it)" if more else ""
    faulty = [name for name, faults in zip(shown, refused, strict=False) if faults]
    return finding_of_row(
        FRAGMENT_IN_SCENES,
        source=Source(os.path.basename(fragment.path)),
        scenes=f"{', '.join(shown[: len(refused)])}{others}",
        fix=f"Check {faulty[0]} as well: it cannot be read." if faulty else "",
    )


def _alone(fragment: Fragment, folder: str) -> Finding:
    shown = os.path.relpath(folder, os.path.dirname(fragment.path)).replace(os.sep, "/")
    return finding_of_row(FRAGMENT_ALONE, source=Source(os.path.basename(fragment.path)), folder=shown)
