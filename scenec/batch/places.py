"""Where a library's files go: its own layout, in the target's own conventions. Decided, and refused, before anything is written."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable

import msgspec

from scenec.batch.entries import Entry
from scenec.converters import layout_of, resolve, suffix_of
from scenec.converters.format import Format
from scenec.errors import UsageError


class Place(msgspec.Struct, frozen=True, gc=False):
    """An entry and its main output, from the target's root with ``/``. layout: as `WriteOptions` has it."""

    entry: Entry
    target: str
    layout: str


def places(root: str, found: Iterable[Entry], to: str, layout: str = "") -> list[Place]:
    """Each entry with its place. Folders stay as they are and suffixes change.

    A folder in a layout of the source's format (SDFormat's model directories have a model.config) stays such where the target has that
    layout, and becomes one file called like the folder elsewhere. layout: makes such a folder of every entry. Raises UsageError if two
    entries would be written to one place (on a file system of any case rule), or if the target lacks the layout.
    """
    record, version = resolve(to)
    main = layout_of(record, layout).main if layout else ""
    planned = [_place(root, entry, record.suffix(version), layout, main, record) for entry in found]
    taken: dict[str, str] = {}
    for place in planned:
        other = taken.setdefault(unicodedata.normalize("NFC", place.target).casefold(), place.entry.path)
        if other != place.entry.path:
            raise UsageError(
                f"{other!r} and {place.entry.path!r} would both be written as {place.target!r}",
                None,
                "",
                "",
                "leave one out with --exclude, or rename it",
            )
    return planned


def _place(root: str, entry: Entry, suffix: str, layout: str, main: str, record: Format) -> Place:
    folder, _, name = entry.path.rpartition("/")
    found = resolve(entry.spec)[0].layouts.items() if folder else ()
    theirs = next((each for each, layout in found if os.path.isfile(os.path.join(root, folder, layout.marker))), "")
    if theirs in record.layouts:
        return Place(entry, f"{folder}/{record.layouts[theirs].main}", theirs)
    stem = folder if theirs else (f"{folder}/" if folder else "") + _stem(name)
    return Place(entry, f"{stem}/{main}", layout) if layout else Place(entry, stem + suffix, "")


def _stem(name: str) -> str:
    suffix = suffix_of(name) or os.path.splitext(name)[1]
    return name[: -len(suffix)] if suffix and name != suffix else name
