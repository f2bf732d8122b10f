"""The registry of formats. A format is a folder in this package and a row of `BUILT_IN`, or a plug-in.

A row holds the few words that must be known before a format is loaded; a test compares it with the format's record. A plug-in is a
distribution with an entry point of the group ``scenec.formats`` (each a `Format` record). Plug-ins are looked up only where the built-in
formats do not suffice (an unknown name or suffix, content, lists), because the look-up takes longer than a small conversion.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from scenec.errors import UnknownFormatError, UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from scenec.accounting.code import Code
    from scenec.converters.format import Format, Layout


class Row(msgspec.Struct, frozen=True, gc=False):
    """Facts about a format that need no import of it; see `Format` for the meaning of each field."""

    suffixes: Mapping[str, str]
    aliases: Mapping[str, str] = {}
    refused: tuple[str, ...] = ()
    by_content: tuple[str, ...] = ()


BUILT_IN: dict[str, Row] = {
    "simrobot": Row({".ros2": "", ".rsi2": "", ".ros3": "core3", ".rsi3": "core3"}, {"ros2": "", "ros3": "core3"}, (".ros2d", ".rsi2d")),
    "sdformat": Row({".sdf": "", ".world": ""}, {"sdf": ""}),
    "mars": Row({".scene": "", ".scn": ""}, by_content=(".yml",)),
    "rsg": Row({".rsg": ""}),
    "urdf": Row({".urdf": "", ".xacro": "", ".urdf.xacro": ""}),
    "mjcf": Row({".xml": ""}, refused=(".mjb",), by_content=(".xml",)),
    "ir": Row({".scene.json": ""}),
}
"""name -> row. The record is `FORMAT` of the package ``scenec.converters.<name>``."""

NEUTRAL = "ir"
"""The format of the neutral scene: it can say everything, and nothing simulates it."""

GROUP = "scenec.formats"
"""The group of entry points that plug-ins use."""


# ---------------------------------------------------------------- lists


def format_names() -> tuple[str, ...]:
    """Return the names of all formats: the built-in ones, then plug-ins by name. A plug-in that cannot be loaded is left out."""
    return (*BUILT_IN, *_plugin_records())


def all_formats() -> tuple[Format, ...]:
    """Return the records of all formats, in the order of `format_names`."""
    return tuple(load(name) for name in format_names())


def written_formats() -> tuple[Format, ...]:
    """Return the records of those that can be written, likewise."""
    return tuple(record for record in all_formats() if record.write is not None)


def suffixes() -> dict[str, str]:
    """Return suffix -> ``name`` or ``name@version``, of all formats."""
    return {**_specs("suffixes"), **_plugin_specs("suffixes")}


def aliases() -> dict[str, str]:
    """Return alias -> ``name`` or ``name@version``, of all formats."""
    return {**_specs("aliases"), **_plugin_specs("aliases")}


def suffixes_by_content() -> tuple[str, ...]:
    """Return the suffixes that files of other kinds have, too, so that a file is looked into; of all formats."""
    built_in = (suffix for row in BUILT_IN.values() for suffix in row.by_content)
    return tuple(dict.fromkeys((*built_in, *(suffix for record in _plugin_records().values() for suffix in record.by_content))))


def known_suffixes() -> str:
    """Return the formats with their suffixes, for people: ``simrobot (.ros2 .rsi2 .ros3 .rsi3), sdformat (.sdf .world), ...``."""
    listed = {name: row.suffixes for name, row in BUILT_IN.items()} | {name: record.suffixes for name, record in _plugin_records().items()}
    return ", ".join(f"{name} ({' '.join(own)})" for name, own in listed.items())


# ---------------------------------------------------------------- one format


def load(name: str) -> Format:
    """Return the record of a format. Raises UnknownFormatError, with the nearest known name, for an unknown name and for a plug-in that
    cannot be loaded."""
    if name in BUILT_IN:
        return _built_in(name)
    point = _plugins().get(name)
    if point is not None:
        return _loaded(point)
    from scenec.syntax.vocabulary import nearest

    names = format_names()
    raise UnknownFormatError(f"unknown format {name!r}", None, f"one of {', '.join(names)}", nearest(name, [*names, *aliases()]))


def resolve(spec: str) -> tuple[Format, str]:
    """``sdf@1.9`` -> (the record, "1.9"). Raises UnknownFormatError for an unknown name or version."""
    name, _, version = spec.partition("@")
    name, implied_version = _without_alias(name)
    record = load(name)
    version = version or implied_version
    if version and record.versions and version not in record.versions:
        from scenec.syntax.vocabulary import nearest

        raise UnknownFormatError(
            f"unknown version {version!r} of {record.name}", None, f"one of {', '.join(record.versions)}", nearest(version, record.versions)
        )
    return record, version


@cache
def codes_of(name: str) -> Mapping[str, Code]:
    """Return the finding codes that a format reports by name: the ``CODES`` of the module ``findings`` in its package."""
    from importlib import import_module
    from importlib.util import find_spec

    try:
        package = load(name).package
    except UnknownFormatError:
        return {}
    found: dict[str, Code] = {}
    if package and find_spec(f"{package}.findings") is not None:
        found |= import_module(f"{package}.findings").CODES
    return found


def format_called(name: str) -> tuple[str, str, Mapping[str, Code]]:
    """Return the names of a format and its simulator, and the codes that it explains; of an unknown format, its name."""
    try:
        record = load(name)
    except UnknownFormatError:
        return name, "", {}
    return record.title, record.simulator, codes_of(name)


def layout_of(record: Format, name: str) -> Layout:
    """Return a layout of a format. Raises UsageError if the format lacks it."""
    if name not in record.layouts:
        owners = " and ".join(each.title for each in all_formats() if name in each.layouts)
        raise UsageError(f"--layout {name} is a layout of {owners}, not of {record.title}")
    return record.layouts[name]


# ---------------------------------------------------------------- files


@lru_cache(256)
def suffix_of(file_name: str) -> str:
    """The longest suffix of a format that a file name has, in lower case; "" for `-` and names without one. Built-in formats come first."""
    lowered = file_name.lower()
    return _longest(lowered, _owners()) or ("" if "." not in lowered.rpartition("/")[2] else _longest(lowered, _plugin_owners()))


def by_suffix(file_name: str) -> str | None:
    """The format spec a file name stands for, None if its suffix is unknown. A suffix that a format refuses is its own, too: the format
    has the words for it."""
    suffix = suffix_of(file_name)
    return (_owners().get(suffix) or _plugin_owners().get(suffix)) if suffix else None


def is_shared(suffix: str) -> bool:
    """Return whether files of other kinds have a suffix of a format, too, so that what is read is looked into."""
    return suffix in _shared() or (suffix not in _owners() and suffix in suffixes_by_content())


def format_within(file_name: str, data: bytes) -> str | None:
    """Return the format spec of a file that is read: by its suffix; by its content where files of other kinds have the suffix, too, or
    where no format has it. None if neither tells."""
    known = by_suffix(file_name)
    if known is not None and not is_shared(suffix_of(file_name)):
        return known
    return by_content(data) or known


def by_content(data: bytes) -> str | None:
    """The format whose `sniff` accepts these bytes, None if no or several do."""
    found = [record.name for record in all_formats() if record.sniff is not None and record.sniff(data)]
    return found[0] if len(found) == 1 else None


def _longest(lowered: str, owners: Mapping[str, str]) -> str:
    """The longest suffix of a name, "" if it has none. Each starts with a dot."""
    at = lowered.find(".")
    while at >= 0 and lowered[at:] not in owners:
        at = lowered.find(".", at + 1)
    return lowered[at:] if at >= 0 else ""


# ---------------------------------------------------------------- rows and records


@cache
def _specs(field: str) -> dict[str, str]:
    """Suffix or alias -> spec, of the built-in formats."""
    return {word: _spec(name, version) for name, row in BUILT_IN.items() for word, version in getattr(row, field).items()}


@cache
def _shared() -> frozenset[str]:
    """The suffixes of built-in formats that files of other kinds have, too."""
    return frozenset(suffix for row in BUILT_IN.values() for suffix in row.by_content)


@cache
def _owners() -> dict[str, str]:
    """Suffix -> spec of the built-in format that reads or refuses it."""
    return _specs("suffixes") | {suffix: name for name, row in BUILT_IN.items() for suffix in row.refused}


@cache
def _built_in(name: str) -> Format:
    from importlib import import_module

    record: Format = import_module(f"{__name__}.{name}").FORMAT
    return record


def _plugin_specs(field: str) -> dict[str, str]:
    records = _plugin_records().items()
    return {word: _spec(name, version) for name, record in records for word, version in getattr(record, field).items()}


@cache
def _plugin_owners() -> dict[str, str]:
    return _plugin_specs("suffixes") | {suffix: name for name, record in _plugin_records().items() for suffix in record.refused}


def _spec(name: str, version: str) -> str:
    return f"{name}@{version}" if version else name


def _without_alias(name: str) -> tuple[str, str]:
    """The name of a format and the version that an alias stands for."""
    if name in BUILT_IN:
        return name, ""
    found = _specs("aliases").get(name) or _plugin_specs("aliases").get(name, name)
    known, _, version = found.partition("@")
    return known, version


@cache
def _plugins() -> dict[str, EntryPoint]:
    """The entry points of plug-ins by name. A plug-in cannot replace a built-in format."""
    from importlib.metadata import entry_points

    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda point: point.name) if point.name not in BUILT_IN}


@cache
def _plugin_records() -> dict[str, Format]:
    """The records of the plug-ins that can be loaded, by name."""
    found = {}
    for name, point in _plugins().items():
        try:
            found[name] = _loaded(point)
        except UnknownFormatError:  # asked for by name, the error says why
            continue
    return found


def broken_plugins() -> dict[str, str]:
    """Return the plug-ins that cannot be loaded, each with the reason."""
    found = {}
    for name, point in _plugins().items():
        try:
            _loaded(point)
        except UnknownFormatError as problem:
            found[name] = str(problem)
    return found


def _loaded(point: EntryPoint) -> Format:
    """The record that an entry point names. Raises UnknownFormatError if there is none."""
    from scenec.converters.format import Format

    try:
        record = point.load()
    except Exception as problem:  # a plug-in may raise any exception
        raise UnknownFormatError(f"the format {point.name!r} cannot be loaded from {point.value!r}: {problem}") from problem
    if not isinstance(record, Format) or record.name != point.name:
        raise UnknownFormatError(f"the entry point {point.name!r} does not name a format of this name", None, "a Format with this name")
    return record


def forget_plugins() -> None:
    """Look plug-ins up again when they are asked for: for programs that install one while they run."""
    for cached in (_plugins, _plugin_records, _plugin_owners, codes_of, suffix_of):
        cached.cache_clear()
