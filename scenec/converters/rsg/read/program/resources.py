"""Search for files as SimSpark does: never beside the importing file, always below a resource location (fileserver.cpp)."""

from __future__ import annotations

import os
from collections.abc import Callable

from scenec import files
from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadRequest
from scenec.syntax.sexp import SexpDocument, read_sexp

_INSTALLED = ("", "share/simspark", "share/rcssserver3d")


class Resources:
    """Finds files below the resource locations: those of --search-path, the installed ones (SPARK_DIR), and the folders above the entry
    file, of which one often is a resource location. found: name -> absolute path, None if it was not found."""

    def __init__(self, request: ReadRequest) -> None:
        self.folder = request.folder
        self.ledger: Ledger = request.ledger
        self._open: Callable[[str], bytes] = request.open
        self._shown_folder = os.path.dirname(request.shown)
        self._documents: dict[str, SexpDocument] = {}
        spark = os.environ.get("SPARK_DIR")
        self.roots = [os.path.abspath(path) for path in request.options.search_path]
        self.roots += [os.path.join(spark, each) for each in _INSTALLED] if spark else []
        self.roots += _folders_above(request.folder)
        self.roots = [root for root in self.roots if files.boundary().allows(root)]
        self.found: dict[str, str | None] = {}

    def find(self, name: str) -> str | None:
        """Return the absolute path of a file, None if no location has it."""
        if name not in self.found:
            candidates = [name] if os.path.isabs(name) else [os.path.join(root, name) for root in self.roots]
            usable = "\0" not in name and name
            self.found[name] = files.first(candidates, name) if usable else None
        return self.found[name]

    def read(self, path: str) -> bytes:
        return self._open(path)

    def document(self, path: str) -> SexpDocument:
        """Return a scene file, parsed once however often it is imported. Raises OSError or ReadError."""
        if path not in self._documents:
            name = self.relative(path)
            shown = os.path.normpath(os.path.join(self._shown_folder, name))
            self._documents[path] = self.ledger.add(read_sexp(self.read(path), name, shown=shown, path=path))
        return self._documents[path]

    def relative(self, path: str) -> str:
        """Return the name of a file in reports: relative to the entry file's folder."""
        if self.folder is None:
            return path.replace(os.sep, "/")
        try:
            return os.path.relpath(path, self.folder).replace(os.sep, "/")
        except ValueError:  # another drive
            return path.replace(os.sep, "/")


def _folders_above(folder: str | None) -> list[str]:
    folders = []
    while folder:
        folders.append(folder)
        above = os.path.dirname(folder)
        folder = above if above != folder else None
    return folders
