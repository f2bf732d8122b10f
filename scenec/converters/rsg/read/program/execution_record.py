"""Record of how the files of a scene were executed, for a writer that reuses their text."""

from __future__ import annotations

from typing import Any, NamedTuple

from scenec.converters.format import ReadRequest
from scenec.converters.rsg.read.program.environment import Import
from scenec.converters.rsg.read.program.interpreter import Program
from scenec.converters.rsg.read.program.resources import Resources
from scenec.syntax.sexp import SexpDocument


class Imported(NamedTuple):
    """One executed import. document: name of the importing file. number: of the word importScene in it. file: as written. shown: name of
    the imported file."""

    document: str
    number: int
    file: str
    shown: str


class Execution:
    """One execution of an entry file. found: file name -> path, of all files that the scene uses. roots: the folders that are searched.
    by_constants: see `Program`."""

    __slots__ = ("by_constants", "constants", "data", "folder", "found", "imports", "parameters", "roots", "search_path", "shown")

    def __init__(self, request: ReadRequest, resources: Resources, program: Program) -> None:
        self.parameters = request.options.parameters
        self.search_path = request.options.search_path
        self.constants: dict[str, Any] = request.options.constants
        self.data = request.data if request.path is None else None
        self.folder = request.folder
        self.shown = request.shown
        self.roots = tuple(resources.roots)
        self.found = {name: path for name, path in resources.found.items() if path is not None}
        self.by_constants = program.by_constants
        self.imports = tuple(map(_imported, program.imports))


def _imported(made: Import) -> Imported:
    assert isinstance(made.document, SexpDocument)
    return Imported(made.document.name, made.document.number_of(made.source), made.file, made.shown)
