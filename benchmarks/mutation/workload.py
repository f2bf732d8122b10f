"""The scenes and targets that mutants are tried on: the fixtures and, where it is there, a sample of the shared corpus."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.mutation.conversions import ROOT, SHARED, Job
from scenec.converters import BUILT_IN, NEUTRAL, load, suffixes

LARGEST = 300_000
"""Larger scenes of the corpus are left out (bytes)."""
WAYS: Mapping[str, Sequence[tuple[str, Mapping[str, Any]]]] = {
    "simrobot": (
        (".ros2", {}),
        (".ros3", {}),
        (".ros2", {"adapt_joints": True}),
        (".ros2", {"motors": "servo"}),
        (".ros2", {"flatten": True}),
    ),
    "sdformat": (
        (".sdf", {}),
        (".sdf", {"to": "sdformat@1.5"}),
        (".sdf", {"to": "sdformat@1.4"}),
        (".sdf", {"flatten": True}),
        (".sdf", {"joint_zero": "shift"}),
    ),
    "mars": ((".scene", {}), (".scene", {"poses": "absolute"}), (".scn", {})),
    "rsg": ((".rsg", {}), (".rsg", {"materials": "generate"})),
    "urdf": ((".urdf", {}), (".urdf", {"adapt_joints": True}), (".urdf", {"layout": "package"})),
    "mjcf": ((".xml", {}), (".xml", {"motors": "servo"})),
}
"""Suffixes and options by which much of each writer runs; of other formats the first suffix."""


def formats() -> list[str]:
    """Return the formats of simulators whose writers are folders of modules."""
    return [name for name in BUILT_IN if name != NEUTRAL and any((ROOT / "scenec" / "converters" / name).glob("write/*.py"))]


def jobs(targets: Sequence[str], scenes_per_format: int, seed: int) -> list[Job]:
    """Return all conversions to some formats. scenes_per_format: of the corpus; seed: which."""
    found = []
    for name, path, source, reading in scenes(scenes_per_format, seed):
        for target in targets:
            for suffix, writing in WAYS.get(target, ((_first_suffix(target), {}),)):
                label = " ".join([name, "->", suffix, *(f"{key}={value}" for key, value in writing.items())])
                found.append(Job(label, str(path), source, target, suffix, False, reading, dict(writing)))
                if source == target:
                    found.append(Job(f"{label} through the neutral scene", str(path), source, target, suffix, True, reading, dict(writing)))
    return found


def scenes(per_format: int, seed: int) -> Iterator[tuple[str, Path, str, dict[str, Any]]]:
    """Yield name, file, format and reading options of all fixtures, and of some scenes of the corpus. per_format: how many; seed: which."""
    yield from _fixtures()
    yield from _corpus(per_format, seed)


def _first_suffix(name: str) -> str:
    return load(name).suffix()


def _fixtures() -> Iterator[tuple[str, Path, str, dict[str, Any]]]:
    folder = ROOT / "fixtures"
    for path in sorted(folder.rglob("*")):
        suffix = max((each for each in suffixes() if path.name.endswith(each)), key=len, default=None)
        if suffix is not None and path.is_file():
            yield path.relative_to(folder).as_posix(), path, suffixes()[suffix].partition("@")[0], {}


def _corpus(count: int, seed: int) -> Iterator[tuple[str, Path, str, dict[str, Any]]]:
    if not count or not (SHARED / "tools").is_dir():
        return
    if str(SHARED / "tools") not in sys.path:
        sys.path.insert(0, str(SHARED / "tools"))
    common = import_module("probe_common")
    readable = [name for name in common.SUFFIX if name in BUILT_IN]
    for entry in common.corpus(readable, count=count, seed=seed):
        reading = dict(entry.options)
        if "search_path" in reading:
            reading["search_path"] = [str(entry.root / folder) for folder in reading["search_path"]]
        if entry.path.stat().st_size <= LARGEST:
            yield entry.name, entry.path, entry.format, reading
