"""The formats that tests run over: all that the registry knows, plug-ins included."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from scenec.converters import NEUTRAL, by_suffix, load, resolve, suffix_of, suffixes, suffixes_by_content, written_formats

SUFFIXES = {record.name: record.suffix() for record in written_formats()}
"""Format -> the suffix of a file that is written; of those that are."""
SIMULATED = {name: suffix for name, suffix in SUFFIXES.items() if name != NEUTRAL}
"""The same without the neutral scene."""
DIALECTS = tuple(dict.fromkeys(record.suffix(version) for record in written_formats() for version in ("", *record.suffixes.values())))
"""The suffix of a file of each format, and of each version that has a suffix of its own."""

READ_LENIENTLY = "fork_attributes.ros2"
"""The one fixture that is refused without --lenient. Tests leave it out by name, so that any other refusal fails."""


def swept(value: object, is_swept: bool = True) -> object:
    """Return a parameter of a test for the sweeps (`pytest -m sweep`), or if not `is_swept` for the default run."""
    return pytest.param(value, marks=pytest.mark.sweep) if is_swept else value


def others(*names: str) -> list[str]:
    """Return the formats that simulators load, without some."""
    return [name for name in SIMULATED if name not in names]


def package_folder(name: str) -> Path:
    """Return the folder of a format's package; a plug-in may have a folder ``fixtures`` in it."""
    file = import_module(load(name).package).__file__
    assert file is not None
    return Path(file).parent


def scene_files(folder: Path) -> list[Path]:
    """Return the files below a folder that are scenes by their suffix, sorted; not those that their format knows to be parts of others."""
    return sorted(path for path in folder.rglob("*") if is_scene(path))


def is_scene(path: Path) -> bool:
    """Return whether a file is a scene by its name, and no part of others."""
    if path.name.endswith(suffixes_by_content()):
        return True
    spec = by_suffix(path.name)
    if spec is None or suffix_of(path.name) not in suffixes():
        return False
    is_entry = resolve(spec)[0].is_entry
    return is_entry is None or is_entry(str(path))
