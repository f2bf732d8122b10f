"""Where a library's files go: its own layout, in the target's own conventions. Decided, and refused, before anything is written."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable

import msgspec

from scenec.batch.entries import Entry
from scenec.converters import resolve, suffix_of
from scenec.errors import UsageError

MODEL_FILE = "model.sdf"
"""What the file of one of SDFormat's model directories is called."""


class Place(msgspec.Struct, frozen=True, gc=False):
    """An entry and its main output, from the target's root with ``/``. layout: as `WriteOptions` has it."""

    entry: Entry
    target: str
    layout: str


def places(root: str, found: Iterable[Entry], to: str, layout: str = "") -> list[Place]:
    """Each entry with its place. Folders stay as they are and suffixes change.

    SDFormat's model directories (a folder with model.config) stay such for SDFormat and become one file called like the folder
    elsewhere; layout ``model`` makes one of every entry. Raises UsageError if two entries would be written to one place
    (whatever a file system makes of case).
    """
    record, version = resolve(to)
    fitting = [suffix for suffix, implied in record.suffixes.items() if implied == version]
    suffix = (fitting or list(record.suffixes))[0]
    if layout == "model" and record.name != "sdformat":
        raise UsageError(f"--layout model is a layout of SDFormat, not of {record.title}")
    planned = [_place(root, entry, suffix, layout, record.name == "sdformat") for entry in found]
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


def _place(root: str, entry: Entry, suffix: str, layout: str, to_sdformat: bool) -> Place:
    folder, _, name = entry.path.rpartition("/")
    directory = entry.spec.startswith("sdformat") and os.path.isfile(os.path.join(root, folder, "model.config"))
    if directory and to_sdformat and folder:
        return Place(entry, f"{folder}/{MODEL_FILE}", "model")
    stem = folder if directory and folder else (f"{folder}/" if folder else "") + _stem(name)
    if layout == "model":
        return Place(entry, f"{stem}/{MODEL_FILE}", "model")
    return Place(entry, stem + suffix, "")


def _stem(name: str) -> str:
    suffix = suffix_of(name) or os.path.splitext(name)[1]
    return name[: -len(suffix)] if suffix and name != suffix else name
