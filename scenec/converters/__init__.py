"""The registry of formats: names and suffixes here, everything else loaded when a format is used.

A format that is not built in is looked up among the entry points of the group ``scenec.formats`` (each a `Format` record).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from scenec.errors import UnknownFormatError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from scenec.accounting.codes import Code
    from scenec.converters.format import Format

BUILT_IN: dict[str, str] = {
    "simrobot": "scenec.converters.simrobot",
    "sdformat": "scenec.converters.sdformat",
    "mars": "scenec.converters.mars",
    "rsg": "scenec.converters.rsg",
    "ir": "scenec.converters.ir",
}
"""name -> package whose `FORMAT` is the record."""

ALIASES: dict[str, str] = {"ros2": "simrobot", "ros3": "simrobot@core3", "sdf": "sdformat"}

SUFFIXES: dict[str, str] = {
    ".ros2": "simrobot",
    ".rsi2": "simrobot",
    ".ros3": "simrobot@core3",
    ".rsi3": "simrobot@core3",
    ".sdf": "sdformat",
    ".world": "sdformat",
    ".scene": "mars",
    ".scn": "mars",
    ".rsg": "rsg",
    ".scene.json": "ir",
}
"""suffix -> ``name`` or ``name@version``; the longest matching suffix of a file wins."""


REFUSED: dict[str, str] = {".ros2d": "simrobot", ".rsi2d": "simrobot"}
"""Suffixes of dialects that a format knows and refuses in its own words."""


_LONGEST_FIRST = sorted((*SUFFIXES, *REFUSED), key=len, reverse=True)


def load(name: str) -> Format:
    """The record of a format. Raises UnknownFormatError with the nearest known name."""
    from importlib import import_module

    if name in BUILT_IN:
        record: Format = import_module(BUILT_IN[name]).FORMAT
        return record
    plugins = _plugins()
    if name in plugins:
        record = plugins[name].load()
        return record
    from scenec.syntax.vocabulary import nearest

    known = [*BUILT_IN, *ALIASES, *plugins]
    raise UnknownFormatError(f"unknown format {name!r}", None, f"one of {', '.join(BUILT_IN)}", nearest(name, known))


@cache
def codes_of(name: str) -> Mapping[str, Code]:
    """The finding codes that a built-in format reports by name; none for others."""
    from importlib import import_module

    found: Mapping[str, Code] = import_module(f"{BUILT_IN[name]}.codes").CODES if name in BUILT_IN else {}
    return found


def format_called(name: str) -> tuple[str, str, Mapping[str, Code]]:
    """What a format and its simulator are called in sentences, and the codes that it explains; of one that is not known, its name."""
    try:
        record = load(name)
    except UnknownFormatError:
        return name, "", {}
    return record.title, record.simulator, codes_of(name)


def resolve(spec: str) -> tuple[Format, str]:
    """``sdf@1.9`` -> (the record, "1.9"). Raises UnknownFormatError for an unknown name or version."""
    name, _, version = spec.partition("@")
    name, _, implied_version = ALIASES.get(name, name).partition("@")
    record = load(name)
    version = version or implied_version
    if version and record.versions and version not in record.versions:
        from scenec.syntax.vocabulary import nearest

        raise UnknownFormatError(
            f"unknown version {version!r} of {record.name}", None, f"one of {', '.join(record.versions)}", nearest(version, record.versions)
        )
    return record, version


@lru_cache(256)
def suffix_of(file_name: str) -> str:
    """The longest suffix of a format that a file name has, in lower case; "" for `-` and names without one."""
    lowered = file_name.lower()
    for suffix in _LONGEST_FIRST:
        if lowered.endswith(suffix):
            return suffix
    return ""


def by_suffix(file_name: str) -> str | None:
    """The format spec a file name stands for, None if its suffix is unknown."""
    suffix = suffix_of(file_name)
    return SUFFIXES.get(suffix) or REFUSED.get(suffix)


def by_content(data: bytes) -> str | None:
    """The format whose `sniff` accepts these bytes, None if no or several do."""
    found = [name for name in BUILT_IN if (sniff := load(name).sniff) is not None and sniff(data)]
    return found[0] if len(found) == 1 else None


def _plugins() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group="scenec.formats")}
