"""Where the values and parts of a scene stand in its files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from scenec.accounting.ledger import Ledger
from scenec.edits.archive_members import BEHIND
from scenec.edits.expressions import is_expression, stated_behind
from scenec.source import Source
from scenec.syntax.splice import NotFoundError, SourceText, Span
from scenec.syntax.tree import Document


class Place(NamedTuple):
    """A piece of a file. file: absolute path. name: of a value, that of its attribute or element; new: it is an attribute that is not
    there yet, and goes where the span is."""

    file: str
    span: Span
    name: str = ""
    new: bool = False


class Places:
    """The places in the files of a scene that was just read. entry: path of the entry file; syntax: of the files of its format, as
    `SourceText` takes it; open_: reads them."""

    def __init__(self, ledger: Ledger, entry: str, syntax: str, open_: Callable[[str], bytes]) -> None:
        self._ledger = ledger
        self._entry = entry
        self._folder = os.path.dirname(entry)
        self._syntax = syntax
        self._open = open_
        self._texts: dict[str, SourceText] = {}
        self._located: dict[int, tuple[Source, str]] = {}
        self._paths = {document.name: self._path_of(document) for document in ledger.documents}

    def _path_of(self, document: Document) -> str | None:
        """The path of a document: of a member of an archive, that of the archive and its name."""
        member = document.name.partition("/")[2]
        return f"{self._entry}{BEHIND}{member}" if document.packed else document.path

    def text(self, file: str) -> SourceText:
        """The text of a file, which is read once."""
        if file not in self._texts:
            self._texts[file] = SourceText(self._open(file), self._syntax_of(file))
        return self._texts[file]

    def file_of(self, text: SourceText) -> str:
        """The file that has a text."""
        return next(file for file, known in self._texts.items() if known is text)

    def _syntax_of(self, file: str) -> str:
        document = next((each for each in self._ledger.documents if self._paths[each.name] == file), None)
        return "yaml" if document is not None and document.root.tag == "yaml" else self._syntax

    def path(self, name: str) -> str:
        """The absolute path of a file by the name that places call it. Raises NotFoundError for a stream."""
        if name in self._paths:
            path = self._paths[name]
            if path is None:
                raise NotFoundError(f"{name} is no file")
            return path
        return os.path.normpath(os.path.join(self._folder, name))

    def locate(self, ids: Iterable[int]) -> None:
        """Look up where many values stand, in one walk."""
        self._located |= self._ledger.locate(set(ids) - self._located.keys())

    def values(self, ids: Iterable[int]) -> dict[int, tuple[Place, str]]:
        """Id -> where the value stands, and its text as it was read. Raises NotFoundError if one does not stand in one piece."""
        wanted = list(ids)
        if any(each not in self._located for each in wanted):
            self.locate(wanted)
        found = ((each, self._located[each]) for each in wanted if each in self._located)
        return {each: (self._value(source), text) for each, (source, text) in found}

    def _value(self, source: Source) -> Place:
        file = self.path(source.file)
        slot = source.path.rpartition("/@")[2] if "/@" in source.path else ""
        name = slot or source.path.removesuffix("/text()").rpartition("/")[2].partition("[")[0]
        return Place(file, self.text(file).value(source.line, source.column, slot), name)

    def behind(self, ids: Iterable[int]) -> list[tuple[Place, str]]:
        """The texts that the expressions of values are worked out of (`scenec.edits.expressions`)."""
        found: dict[Place, str] = {}
        for source, _ in (self._located[each] for each in ids if each in self._located):
            value = self._value(source)
            raw = self.text(value.file).text[slice(*value.span)]
            if is_expression(raw):
                for stated in stated_behind(raw, source.trail, self._named_texts()):
                    found.setdefault(Place(self.path(stated.file), stated.span, value.name), stated.text)
        return list(found.items())

    def _named_texts(self) -> list[tuple[str, SourceText]]:
        names = {name for document in self._ledger.documents for name in (getattr(document, "files", ()) or (document.name,))}
        return [(name, self.text(self.path(name))) for name in sorted(names)]

    def beside(self, place: Place, name: str) -> Place | None:
        """Where one more attribute goes, beside a value that is one; None if the value is none, or the attribute is there."""
        text = self.text(place.file)
        if text.syntax in ("sexp", "yaml"):
            return None
        start = text.start_of_tag(place.span.start)
        if start is None or text.has_attribute(start, name):
            return None
        at = text.behind_name(start)
        return Place(place.file, Span(at, at), name, new=True)

    def root(self, file: str = "") -> Place:
        """The outermost element of a file, the entry file if none is named (the last one, of lists). Raises NotFoundError for a file
        without any."""
        file = file or self._paths[self._ledger.documents[0].name] or ""
        outermost = self.text(file).outermost
        if not outermost:
            raise NotFoundError("the file has no element")
        return Place(file, outermost[-1])

    def element(self, node: Any) -> Place:
        """Where the element stands that a node of the scene was read from. Raises NotFoundError if that is not known."""
        if node.origin is None or node.origin.document is None:
            raise NotFoundError("it is not known where it was read from")
        source = node.origin.source
        file = self.path(source.file)
        return Place(file, self.text(file).element(source.line, source.column))
