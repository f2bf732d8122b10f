"""Folders of scenes that are converted together: where the files of each go, so that scenes share them."""

from __future__ import annotations

import os
from collections.abc import Callable

import msgspec

MADE = "meshes"
"""The folder of a migrated library for files that are made."""


class Library(msgspec.Struct, frozen=True, gc=False):
    """Folders of scenes that are converted together. source, target: absolute paths. Files that scenes refer to keep their place
    in it; files that are made for them go to one folder. avoid: places, from the target, that other scenes need for something else
    of that name: what would go there gets ``-2``, ``-3`` behind its name."""

    source: str
    target: str
    avoid: tuple[str, ...] = ()

    def place_for(self, dst: str) -> Callable[[str], str | None]:
        """Where a file of the library goes, from `dst`; None for one from elsewhere."""
        start = os.path.dirname(os.path.abspath(dst))
        avoided = {os.path.splitext(path)[0].casefold() for path in self.avoid}

        def place(found: str) -> str | None:
            inside = os.path.relpath(found, self.source)
            if inside.startswith(os.pardir) or os.path.isabs(inside):
                return None
            stem, suffix = os.path.splitext(inside.replace(os.sep, "/"))
            name, count = stem, 1
            while name.casefold() in avoided:
                count += 1
                name = f"{stem}-{count}"
            return os.path.relpath(os.path.join(self.target, name + suffix), start).replace(os.sep, "/")

        return place

    def shared_from(self, dst: str) -> str:
        """The folder for made files, from `dst`."""
        return os.path.relpath(os.path.join(self.target, MADE), os.path.dirname(os.path.abspath(dst))).replace(os.sep, "/")
