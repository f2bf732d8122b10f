"""Which files of a library are converted by themselves: scenes and models, not the fragments that these include."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from scenec import files
from scenec.converters import by_content, by_suffix, is_shared, load, suffix_of, suffixes_by_content
from scenec.errors import ReadError
from scenec.source import Source

ALSO_BY_CONTENT = (".yaml",)
"""Suffixes that are looked into beside those that formats name (`scenec.converters.suffixes_by_content`)."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A file to convert. path: from the library's root, with ``/``. spec: its format, ``name`` or ``name@version``."""

    path: str
    spec: str


def entries(root: str, include: Sequence[str] = (), exclude: Sequence[str] = (), outside: str | None = None) -> list[Entry]:
    """The entry files below a folder, sorted by path.

    include: patterns of paths from the root (``*`` stays within a folder, ``**`` does not; a pattern without ``/`` is one for
    file names); only what fits one is taken, and a fragment that fits is taken too: it was asked for. exclude: what fits one of
    these is not. outside: a folder that is not looked into (the target, where it lies in the source). Hidden files and folders
    are not looked at; links to folders are not followed. Raises ReadError for a root that is no folder.
    """
    if not os.path.isdir(root):
        raise ReadError("is not a folder", Source(root), "the folder of a model library", "", "one file is converted with `scenec convert`")
    wanted, unwanted = [_pattern(each) for each in include], [_pattern(each) for each in exclude]
    found: list[Entry] = []
    for path in _files(root, outside):
        if any(pattern.fullmatch(path) for pattern in unwanted):
            continue
        if wanted and not any(pattern.fullmatch(path) for pattern in wanted):
            continue
        spec = _spec(os.path.join(root, path))
        if spec is not None:
            found.append(Entry(path, spec))
    return sorted(found if wanted else _without_fragments(root, found), key=lambda entry: entry.path)


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


def _without_fragments(root: str, found: list[Entry]) -> list[Entry]:
    """Leave out what its format says is no scene of its own, and what another file names as its part."""
    named: set[str] = set()
    kept = []
    for entry in found:
        record = load(entry.spec.partition("@")[0])
        path = os.path.join(root, entry.path)
        if record.is_entry is not None and not record.is_entry(path):
            continue
        kept.append(entry)
        if record.mentions is not None:
            named |= {_file_name(each) for each in record.mentions(_content(path))} - {os.path.basename(entry.path).lower()}
    return [entry for entry in kept if os.path.basename(entry.path).lower() not in named]


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
