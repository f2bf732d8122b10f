"""The files beside a scene: what is written with it, and what it refers to and is copied."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from scenec.converters.common.file_names import FileNames, file_stem
from scenec.converters.format import WriteRequest

SCHEME = r"^[A-Za-z][A-Za-z0-9+.-]*://"


class FilesBeside:
    """The files of one output. files: name relative to the main file -> content; copies: such a name -> absolute path of the file to
    copy. Names are unique on file systems of any case rule, and given in the order in which they are asked for."""

    def __init__(self, request: WriteRequest, *, folder: str | None = None, taken: Iterable[str] = (), packed: bool = False) -> None:
        """folder: instead of the request's; "" = beside the main file. taken: names that are not free. packed: all go into one archive,
        which refers to nothing outside and shares nothing."""
        self.folder = request.assets if folder is None else folder
        self.mode = "copy" if packed else request.options.assets
        self.files: dict[str, bytes] = {}
        self.copies: dict[str, str] = {}
        self._place_of, self._shared = (None, None) if packed else (request.place_of, request.shared)
        self._names = FileNames(taken)
        self._folders: dict[tuple[str, ...], int] = {}
        self.known: dict[str, str] = {}
        """Absolute path -> name of every file that is copied."""

    def refer(self, uri: str, found: str | None, *, link: str = "{}", companions: Callable[[str], Sequence[str]] | None = None) -> str:
        """How the scene refers to a file. One that is there and named relatively is copied, with its `companions`, or, with
        ``--assets link``, pointed at (`link`: how its absolute path is written); every other reference stays as written."""
        if found is None or self.mode == "keep" or re.match(SCHEME, uri) or os.path.isabs(uri):
            return uri
        if self.mode == "link":
            return link.format(found.replace(os.sep, "/"))
        return self.copy(found) if companions is None else self.copy_with(found, companions(found))

    def place_of(self, found: str) -> str | None:
        """Where a file of a library that is migrated goes; None for any other."""
        return self._place_of(found) if self._place_of is not None else None

    def copy(self, found: str) -> str:
        """Take a file along; once, however often it is asked for. In a library that is migrated it keeps its place there."""
        if found not in self.known:
            name = self.place_of(found)
            if name is None:
                stem, suffix = os.path.splitext(os.path.basename(found))
                name = self.free(stem, suffix)
            self.known[found] = name
            self.copies[name] = found
        return self.known[found]

    def copy_with(self, found: str, companions: Sequence[str]) -> str:
        """Take a file along with those that it names itself (a mesh's materials and images), as they lie to each other."""
        together = [found, *companions]
        if found in self.known or not companions or any(self.place_of(path) is not None for path in together):
            for path in companions:
                self.copy(path)
            return self.copy(found)
        top = os.path.commonpath([os.path.dirname(path) for path in together])
        names = [os.path.relpath(path, top).replace(os.sep, "/") for path in together]
        stem, below = file_stem(os.path.splitext(os.path.basename(found))[0]), names
        if not all(map(self.is_free, names)):
            key = (stem, *names)
            count = self._folders.get(key, 1)  # those up to here are taken, and stay so
            while not all(map(self.is_free, below)):
                count += 1
                below = [f"{stem}-{count}/{name}" for name in names]
            self._folders[key] = count
        for path, name in zip(together, below, strict=True):
            self.take(name)
            self.known[path] = f"{self.folder}/{name}" if self.folder else name
            self.copies[self.known[path]] = path
        return self.known[found]

    def add(self, stem: str, suffix: str, content: bytes) -> str:
        """One more file that is written; its name."""
        name = self.free(stem, suffix)
        self.files[name] = content
        return name

    def made(self, stem: str, suffix: str, make: Callable[[str], Mapping[str, bytes]]) -> str:
        """Files that belong together and may name each other (a mesh and its materials), made for the stem they get: suffix ->
        content. Returns the name of the one with the given suffix.

        In a library that is migrated they go to its common folder, called after their content too, so that equal ones of several
        scenes are one file.
        """
        if self._shared is None:
            folder, stem = self.folder, posixpath.basename(self.free(stem, suffix)).removesuffix(suffix)
        else:
            folder, stem = self._shared, f"{file_stem(stem)}-{digest(*make(file_stem(stem)).values())}"
        start = f"{folder}/{stem}" if folder else stem
        self.files.update((start + end, piece) for end, piece in make(stem).items())
        return start + suffix

    @property
    def made_folder(self) -> str:
        """Where made files lie."""
        return self.folder if self._shared is None else self._shared

    @property
    def top(self) -> str | None:
        """Where the library that is migrated starts, from the main file, with a ``/`` behind it; None if there is none."""
        return None if self._shared is None else self._shared[: len(self._shared) - len(posixpath.basename(self._shared))]

    def free(self, stem: str, suffix: str) -> str:
        """A name in the folder that no other file has, close to the given one: ``stem``, ``stem-2``, ``stem-3``..."""
        name = self._names.free(stem, suffix)
        return f"{self.folder}/{name}" if self.folder else name

    def is_free(self, name: str) -> bool:
        """Whether no other file has that name (from the folder)."""
        return not self._names.has(name)

    def take(self, name: str) -> None:
        self._names.take(name)


def digest(*content: bytes) -> str:
    """Return what tells contents apart in names."""
    import hashlib  # loads a cryptography library, for what few conversions need

    return hashlib.sha256(b"".join(content)).hexdigest()[:12]
