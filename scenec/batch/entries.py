"""Which files of a library are converted by themselves: scenes and models, not the fragments that these include."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from scenec import files
from scenec.batch.parts import Candidate, Parts
from scenec.converters import by_content, by_suffix, is_shared, load, suffix_of, suffixes_by_content
from scenec.converters.format import Format
from scenec.errors import ReadError
from scenec.source import Source

ALSO_BY_CONTENT = (".yaml",)
"""Suffixes that are looked into beside those that formats name (`scenec.converters.suffixes_by_content`)."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A file to convert. path: from the library's root, with ``/``. spec: its format, ``name`` or ``name@version``. part_of: the file
    that includes it, perhaps, or as one of several uses: then it is no fault that it cannot be read by itself. is_program: another file may
    be its output."""

    path: str
    spec: str
    part_of: str = ""
    is_program: bool = False

    @property
    def record(self) -> Format:
        return load(self.spec.partition("@")[0])


class Skipped(msgspec.Struct, frozen=True, gc=False):
    """A file that looks like a scene and is not converted by itself. path: from the library's root, with ``/``. why: for its row."""

    path: str
    why: str


class Survey(msgspec.Struct, frozen=True, gc=False):
    """The files of a library, sorted by path."""

    entries: list[Entry]
    skipped: list[Skipped]


def survey(
    root: str,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    outside: str | None = None,
    search_path: Sequence[str] = (),
    inside: Sequence[str] = (),
) -> Survey:
    """Return the entry files below a folder, and what looks like one.

    include: patterns of paths from the root (``*`` stays within a folder, ``**`` does not; a pattern without ``/`` is one for
    file names); only what fits one is taken, and a fragment that fits is taken too: it was asked for. exclude: what fits one of
    these is not. outside: a folder that is not looked into (the target, where it lies in the source). Hidden files and folders
    are not looked at; links to folders are not followed. search_path, inside: folders that hold packages (see
    `Parts`). Raises ReadError for a root that is no folder.
    """
    if not os.path.isdir(root):
        raise ReadError("is not a folder", Source(root), "the folder of a model library", "", "one file is converted with `scenec convert`")
    chosen, others = _chosen(root, include, exclude, outside)
    kept, skipped = (chosen, []) if include else _without_fragments(root, chosen)
    related = [each for each in sorted([*kept, *others], key=lambda each: each.path) if each.record.relations]
    candidates = [Candidate(each.path, each.record.name) for each in related]
    parts = Parts(os.path.abspath(root), candidates, tuple(search_path), tuple(inside))
    scenes: list[Entry] = []
    for entry in kept:
        if not entry.record.relations:
            scenes.append(entry)
            continue
        why = ("" if include else parts.why_part(entry.path)) or parts.why_empty(Candidate(entry.path, entry.record.name))
        if why:
            skipped.append(Skipped(entry.path, why))
        else:
            scenes.append(Entry(entry.path, entry.spec, parts.possible_includer(entry.path), parts.is_program(entry.path)))
    return Survey(scenes, sorted(skipped, key=lambda each: each.path))


def _chosen(root: str, include: Sequence[str], exclude: Sequence[str], outside: str | None) -> tuple[list[Entry], list[Entry]]:
    """Return the files that a user takes, and those that he leaves out and that may still include one of them."""
    wanted, unwanted = [_pattern(each) for each in include], [_pattern(each) for each in exclude]
    chosen: list[Entry] = []
    others: list[Entry] = []
    for path in sorted(_files(root, outside)):
        is_left_out = any(pattern.fullmatch(path) for pattern in unwanted)
        if is_left_out or (wanted and not any(pattern.fullmatch(path) for pattern in wanted)):
            known = by_suffix(path)
            if known is not None and load(known.partition("@")[0]).relations:
                others.append(Entry(path, known))
            continue
        spec = _spec(os.path.join(root, path))
        if spec is not None:
            chosen.append(Entry(path, spec))
    return chosen, others


def entries(root: str, include: Sequence[str] = (), exclude: Sequence[str] = (), outside: str | None = None) -> list[Entry]:
    """Return the entry files alone."""
    return survey(root, include, exclude, outside).entries


def _files(root: str, outside: str | None) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and os.path.abspath(os.path.join(folder, name)) != outside)
        inside = os.path.relpath(folder, root).replace(os.sep, "/")
        for name in names:
            if not name.startswith("."):
                yield name if inside == "." else f"{inside}/{name}"


def _spec(path: str) -> str | None:
    """Return the format of a file by its suffix, or by its content where the suffix is not enough."""
    lowered = path.lower()
    known = by_suffix(path)
    if known is not None and not is_shared(suffix_of(path)):
        return known
    if lowered.endswith((*suffixes_by_content(), *ALSO_BY_CONTENT)) and files.is_file(path):
        try:
            return by_content(files.read_file(path))
        except OSError:
            return None
    return None


def _without_fragments(root: str, found: list[Entry]) -> tuple[list[Entry], list[Skipped]]:
    """Leave out what its format says is no scene of its own, and what another file names as its part."""
    named: dict[str, str] = {}
    kept = []
    for entry in found:
        record = entry.record
        path = os.path.join(root, entry.path)
        if record.is_entry is not None and not record.is_entry(path):
            continue
        kept.append(entry)
        if record.mentions is not None:
            for name in sorted({_file_name(each) for each in record.mentions(_content(path))} - {_file_name(entry.path)}):
                named.setdefault(name, entry.path)
    parts = {entry.path: named[_file_name(entry.path)] for entry in kept if _file_name(entry.path) in named}
    return [entry for entry in kept if entry.path not in parts], [Skipped(path, f"part of {by}") for path, by in parts.items()]


def _file_name(mention: str) -> str:
    return mention.replace("\\", "/").rpartition("/")[2].lower()


def _content(path: str) -> bytes:
    try:
        return files.read_file(path)
    except OSError:  # its conversion will say so
        return b""


def _pattern(text: str) -> re.Pattern[str]:
    """A glob for paths with ``/`` as a regular expression."""
    pieces: Iterable[str] = re.split(r"(\*\*/|\*\*|\*|\?)", text if "/" in text else f"**/{text}")
    spelled = {"**/": r"(?:.*/)?", "**": r".*", "*": r"[^/]*", "?": r"[^/]"}
    return re.compile("".join(spelled.get(piece) or re.escape(piece) for piece in pieces))
