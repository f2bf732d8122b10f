"""Where a library's files go: its own layout, in the target's own conventions. Decided before anything is written."""

from __future__ import annotations

import os
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import count

import msgspec

from scenec.batch.entries import Entry, Skipped
from scenec.converters import layout_of, resolve, suffix_of


class Place(msgspec.Struct, frozen=True, gc=False):
    """An entry and its main output, from the target's root with ``/``. layout: as `WriteOptions` has it."""

    entry: Entry
    target: str
    layout: str


def places(root: str, found: Iterable[Entry], to: str, layout: str = "") -> list[Place]:
    """Each entry with its place. Folders stay as they are and suffixes change.

    A folder in a layout of the source's format (SDFormat's model directories have a model.config) stays such where the target has that
    layout, and becomes one file called like the folder elsewhere. layout: makes such a folder of every entry. Of entries that would be
    written to one place (on a file system of any case rule), one keeps its name, and the name of each other one tells its suffix:
    ``gripper_urdf``. The one is that whose suffix stays as well, else the first. Only the names of sources decide. Raises UsageError if
    the target lacks the layout.
    """
    return _Names(root, to, layout).settled(list(found))


def reserved(plan: Iterable[Place], to: str) -> frozenset[str]:
    """Return the main outputs that no other scene may bring along: of scenes of other formats, and of renamed ones. Another scene that
    includes one of its own format, though, brings the same file."""
    name = resolve(to)[0].name
    return frozenset(each.target for each in plan if each.entry.record.name != name or _stem(each.entry.path) != _stem(each.target))


def without_expansions(
    root: str, found: Iterable[Entry], to: str, is_same: Callable[[Entry, Entry], bool]
) -> tuple[list[Entry], list[Skipped]]:
    """Return the entries without those that another one of the same place makes as well: a program wins over its own output.

    is_same: whether a program makes the robot of another file; asked only where both would have the same name.
    """
    entries = list(found)
    groups: dict[str, list[Entry]] = {}
    names = _Names(root, to, "")
    for entry in entries:
        groups.setdefault(_folded(names.natural(entry, as_folder=False).target), []).append(entry)
    skipped: dict[str, Skipped] = {}
    for group in groups.values():
        programs = [each for each in group if each.is_program]
        for entry in group:
            if not entry.is_program:
                makers = (each for each in programs if each.spec == entry.spec and is_same(each, entry))
                maker = next(makers, None)
                if maker is not None:
                    skipped[entry.path] = Skipped(entry.path, f"expansion of {os.path.basename(maker.path)}")
    return [entry for entry in entries if entry.path not in skipped], list(skipped.values())


class _Names:
    """Names of main outputs in one target. layout: that every entry gets, "" for none."""

    def __init__(self, root: str, to: str, layout: str) -> None:
        self._root, self._layout = root, layout
        self._record, version = resolve(to)
        self._main = layout_of(self._record, layout).main if layout else ""
        self._suffix = self._record.suffix(version)

    def settled(self, entries: list[Entry]) -> list[Place]:
        """Return the places, in the order of the entries."""
        crowded = {folder for folder, count in Counter(map(self._folder_in_layout, entries)).items() if folder and count > 1}
        natural = [self.natural(entry, as_folder=self._folder_in_layout(entry) not in crowded) for entry in entries]
        owners: dict[str, str] = {}
        for place in sorted(natural, key=lambda each: each.target != each.entry.path):  # what keeps its name is included by it
            owners.setdefault(_folded(place.target), place.entry.path)
        taken = set(owners)
        settled = []
        for place in natural:
            if owners[_folded(place.target)] != place.entry.path:
                place = next(each for each in self._others(place.entry) if _folded(each.target) not in taken)
                taken.add(_folded(place.target))
            settled.append(place)
        return settled

    def natural(self, entry: Entry, *, as_folder: bool = True) -> Place:
        """Return the place of an entry that has its name for itself. as_folder: a folder in a layout stands for the entry."""
        folder, _, name = entry.path.rpartition("/")
        theirs = self._layout_of(entry) if as_folder else ""
        if theirs in self._record.layouts:
            return Place(entry, f"{folder}/{self._record.layouts[theirs].main}", theirs)
        return self._at(entry, folder if theirs else _in(folder, _stem(name)))

    def _others(self, entry: Entry) -> Iterator[Place]:
        """Yield further places for an entry, close to its name."""
        folder, _, name = entry.path.rpartition("/")
        stem = _stem(name)
        marked = stem + name[len(stem) :].replace(".", "_")
        yield self._at(entry, _in(folder, marked))
        for number in count(2):
            yield self._at(entry, _in(folder, f"{marked}-{number}"))

    def _at(self, entry: Entry, stem: str) -> Place:
        return Place(entry, f"{stem}/{self._main}", self._layout) if self._layout else Place(entry, stem + self._suffix, "")

    def _layout_of(self, entry: Entry) -> str:
        """Return the layout that the folder of an entry has, "" for none."""
        folder = entry.path.rpartition("/")[0]
        layouts = entry.record.layouts.items() if folder else ()
        return next((each for each, layout in layouts if os.path.isfile(os.path.join(self._root, folder, layout.marker))), "")

    def _folder_in_layout(self, entry: Entry) -> str:
        """Return the folder that stands for an entry, "" for none."""
        return entry.path.rpartition("/")[0] if self._layout_of(entry) else ""


def _in(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name


def _folded(target: str) -> str:
    """Equal for paths that some file system takes for one."""
    return unicodedata.normalize("NFC", target).casefold()


def _stem(name: str) -> str:
    suffix = suffix_of(name) or os.path.splitext(name)[1]
    return name[: -len(suffix)] if suffix and name != suffix else name
