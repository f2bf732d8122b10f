"""Names of files that writers make up: from names in scenes, which may be anything, to what any file system takes."""

from __future__ import annotations

import re

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


def free_name(stem: str, suffix: str, taken: set[str]) -> str:
    """A name that no other file has, close to the given one: ``stem``, ``stem-2``, ``stem-3``... taken: `folded` names; it is added."""
    stem, suffix = file_stem(stem), re.sub(_UNFIT, "_", suffix).rstrip(".")[:_LONGEST_SUFFIX]
    name, count = f"{stem}{suffix}", 1
    while folded(name) in taken:
        count += 1
        name = f"{stem}-{count}{suffix}"
    taken.add(folded(name))
    return name


def folded(name: str) -> str:
    """Equal for names that some file system takes for one."""
    from unicodedata import normalize

    return normalize("NFC", name).casefold()
