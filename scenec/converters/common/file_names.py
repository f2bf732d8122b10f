"""Names of files that writers make up: from names in scenes, which may be anything, to what any file system takes."""

from __future__ import annotations

import re
from collections.abc import Iterable

_RESERVED = r"^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])$"
"""No file may be called so on Windows, nor so with anything behind a dot."""
_UNFIT = r"[^\w.+-]+"
_LONGEST_STEM, _LONGEST_SUFFIX = 80, 20


def file_stem(name: str, otherwise: str = "file") -> str:
    """A file name without suffix that any file system takes, close to the given one."""
    from unicodedata import normalize

    stem = re.sub(_UNFIT, "_", normalize("NFC", name)).strip("._").lstrip("-")[:_LONGEST_STEM]
    while len(stem.encode()) > 2 * _LONGEST_STEM:  # file systems count bytes
        stem = stem[:-1]
    stem = stem.rstrip("._") or otherwise
    head, dot, rest = stem.partition(".")
    return f"{head}_{dot}{rest}" if re.match(_RESERVED, head, re.IGNORECASE) else stem


class FileNames:
    """Names of the files in one folder, each unlike all others for any file system."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(map(folded, taken))
        self._last: dict[str, int] = {}

    def free(self, stem: str, suffix: str) -> str:
        """A name that no other file has, close to the given one: ``stem``, ``stem-2``, ``stem-3``... It is taken then."""
        stem, suffix = file_stem(stem), re.sub(_UNFIT, "_", suffix).rstrip(".")[:_LONGEST_SUFFIX]
        name = f"{stem}{suffix}"
        wanted, count = folded(name), 1
        if wanted in self._taken:  # those between are taken: names are never released
            count = self._last.get(wanted, 1) + 1
            while folded(name := f"{stem}-{count}{suffix}") in self._taken:
                count += 1
        self._last[wanted] = count
        self.take(name)
        return name

    def has(self, name: str) -> bool:
        return folded(name) in self._taken

    def take(self, name: str) -> None:
        self._taken.add(folded(name))


def folded(name: str) -> str:
    """Equal for names that some file system takes for one."""
    from unicodedata import normalize

    return normalize("NFC", name).casefold()
