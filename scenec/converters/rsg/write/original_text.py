"""RubySceneGraph to RubySceneGraph: reuses the text of the source files if it gives the same scene.

The files are copied with their templates, definitions and imports. Parameters of the entry file, and expressions that use Ruby constants,
are replaced by their values, because readers of the result do not have them. The original text is reused only if it gives an identical
scene. An edited scene is therefore never written as its source.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Mapping

import msgspec

from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadOptions, ReadRequest, WriteResult
from scenec.converters.rsg.findings import writing as rows
from scenec.converters.rsg.read.program.execution_record import Execution
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.mesh import library_of
from scenec.converters.rsg.write.same_format_findings import adjust_findings_of_kept_text
from scenec.errors import ScenecError
from scenec.files import first
from scenec.ir.scene import Scene
from scenec.syntax.sexp import SexpDocument, end_of, read_sexp, text_of
from scenec.syntax.sexp_printing import atom
from scenec.syntax.splice import Edit, spliced
from scenec.syntax.tree import Document, SourceNode
from scenec.trace import traced


class NotKeptError(Exception):
    """The original text cannot be reused."""


def write_original_text(writing: Writing, main: str) -> WriteResult | None:
    """Return the source files, None if there are none or they do not give the same scene."""
    entry = entry_of(writing)
    if entry is None:
        return None
    try:
        sources = Sources(writing, entry)
        result = sources.laid(main)
        if not sources.give(writing.scene):
            return None
    except (ScenecError, OSError, ValueError, NotKeptError):
        return None
    writing.request.uses.claim_all()
    adjust_findings_of_kept_text(writing.request.ledger, sources.idle)
    sources.report_written_out()
    return result


def entry_of(writing: Writing) -> SexpDocument | None:
    """Return the entry file of the source, if the result has the same format and version and no option that changes the text."""
    request = writing.request
    options = request.options
    if not writing.says_what_was_written or writing.version != request.source_version:
        return None
    if options.split or options.flatten or options.motors:  # asked for in other words
        return None
    return next((each for each in request.ledger.documents if isinstance(each, SexpDocument) and each.execution is not None), None)


class Sources:
    """The files of the source and their changes. edits: file (as reports name it) -> its changes."""

    def __init__(self, writing: Writing, entry: SexpDocument) -> None:
        self.writing = writing
        self.entry = entry
        self.execution: Execution = entry.execution
        self.documents = {each.name: each for each in writing.request.ledger.documents if isinstance(each, SexpDocument)}
        self.bytes: dict[str, bytes] = {}
        self.edits: dict[str, list[Edit]] = {}
        self.idle: list[tuple[int, str]] = []
        self.written_out: list[tuple[Code, str, tuple[int, ...], str]] = []
        self.found = {**self.execution.found, **self._mentioned()}
        self._declared()
        self._constants()
        self.renamed = self._renamed()

    # -- what is never executed

    def _mentioned(self) -> dict[str, str]:
        """Return files that only text names which was not executed, like a case that was not taken. They belong to the source, too."""
        found = dict[str, str]()
        executed = {(each.document, each.number) for each in self.execution.imports}
        waiting = list(self.documents.values())
        while waiting:
            document = waiting.pop()
            for node in nodes_of(document) if document.has_word("importScene", "load") else ():
                words = node.children[:2]
                if len(words) < 2 or words[0].text not in ("importScene", "load") or words[1].tag:
                    continue
                name, imports = words[1].text, words[0].text == "importScene"
                if imports and document.name in self.documents and (document.name, document.number_of(words[0])) not in executed:
                    self.idle.append((words[1].text_id, name))
                if name in self.execution.found or name in found or (path := self._find(name)) is None:
                    continue
                found[name] = path
                if imports:
                    waiting.append(read_sexp(self.writing.request.open(path), path))
                elif (library := library_of(path, name)) is not None:
                    found[f"materials/{library[0]}"] = library[1]
        return found

    def _find(self, name: str) -> str | None:
        if not name or "$" in name or "\0" in name or posixpath.isabs(name) or ".." in name.split("/"):
            return None
        return first([os.path.join(root, name) for root in self.execution.roots], name)

    # -- what must be spelled out

    def data(self, name: str) -> bytes:
        """Return the bytes of a file."""
        if name not in self.bytes:
            path = self.documents[name].path
            content = self.execution.data if path is None else self.writing.request.open(path)
            if content is None:
                raise NotKeptError
            self.bytes[name] = content
        return self.bytes[name]

    def replace(self, name: str, number: int, text: str) -> None:
        """Replace the list or atom of that number."""
        document = self.documents[name]
        start = document.start_of(number)
        self.edits.setdefault(name, []).append(Edit(start, end_of(text_of(self.data(name))[0], start), text))

    def _declared(self) -> None:
        """Replace ``(templ $a $b)`` of an entry file with parameters by definitions of their values."""
        values = list(self.execution.parameters)
        if not values:
            return
        for node in nodes_of(self.entry):
            words = [child.text for child in node.children]
            if not words or words[0] not in ("templ", "template") or any(child.tag for child in node.children):
                continue
            if len(words) - 1 > len(values):
                raise NotKeptError
            given, values = values[: len(words) - 1], values[len(words) - 1 :]
            text = " ".join(f"(def {atom(name)} {atom(value)})" for name, value in zip(words[1:], given, strict=True))
            self.replace(self.entry.name, self.entry.number_of(node), text)
            ids = tuple(child.text_id for child in node.children)
            self.written_out.append((rows.PARAMETERS_WRITTEN_OUT, " ".join(words), ids, text))
        if values:
            raise NotKeptError

    def _constants(self) -> None:
        """Replace expressions with Ruby constants by their value. Raises NotKeptError if one had several values."""
        for (name, number), results in self.execution.by_constants.items():
            if len(results) > 1:
                raise NotKeptError
            document, value = self.documents[name], atom(next(iter(results)))
            self.replace(name, number, value)
            children = document.node_at(number).children
            ids = tuple(child.text_id for child in children if not child.tag)
            self.written_out.append((rows.CONSTANT_WRITTEN_OUT, " ".join(child.text for child in children if not child.tag), ids, value))

    def _renamed(self) -> dict[str, str]:
        """Return imported files that are changed -> their names in the result. They get a place in the folder of the result, so that no
        source file is overwritten. Files that import them are changed, too."""
        renamed: dict[str, str] = {}
        folder = self.writing.request.assets
        changed = [name for name in self.edits if name != self.entry.name]
        while changed:
            name = changed.pop()
            if name in renamed or name == self.entry.name:
                continue
            uses = [each for each in self.execution.imports if each.shown == name]
            if not uses or posixpath.isabs(folder):
                raise NotKeptError
            renamed[name] = posixpath.join(folder, _inside(uses[0].file))
            for use in dict.fromkeys(uses):
                file = self.documents[use.document].node_at(use.number + 1)
                if file.tag or file.text.startswith("$") or file.text != use.file:
                    raise NotKeptError
                self.replace(use.document, use.number + 1, atom(renamed[name]))
                changed.append(use.document)
        if len(set(renamed.values())) < len(renamed):
            raise NotKeptError
        return renamed

    # -- the result

    def edited(self, name: str) -> bytes:
        text, encoding = text_of(self.data(name))
        return spliced(text, self.edits.get(name, ())).encode(encoding)

    def laid(self, main: str) -> WriteResult:
        """Return the files at the places where SimSpark finds them from the folder of the result."""
        files, copies = {main: self.edited(self.entry.name)}, dict[str, str]()
        for name, new in self.renamed.items():
            files[new] = self.edited(name)
        of_path = {each.path: each.name for each in self.documents.values() if each.path is not None}
        for name, path in sorted(self.found.items()):
            document = of_path.get(path)
            if document in self.renamed or posixpath.isabs(name):
                continue
            if document is None and ".." in name.split("/"):
                continue
            place = self._place_of(_inside(name), path)
            if place == main or (document == self.entry.name):
                raise NotKeptError
            copies[place] = path
        comments = sum(document.comments for document in self.documents.values())
        kept: dict[str, Document] = {
            name: self.documents[document] for name, path in copies.items() if (document := of_path.get(path)) is not None
        }
        placed = {main: self.placed(self.entry.name), **{new: self.placed(name) for name, new in self.renamed.items()}}
        return WriteResult(main, files, self.writing.version, copies, comments, read_back=read_sexp, kept=kept, placed=placed)

    def placed(self, name: str) -> list[tuple[int, int, int]]:
        """Return ledger id, line and column of the values of a file in its changed text. Those of a replaced list stand where it stood."""
        document, edits = self.documents[name], {edit.start: edit.text for edit in self.edits.get(name, ())}
        if not edits:
            return list(document.places_of_atoms())
        printed = read_sexp(self.edited(name), name)
        found: list[tuple[int, int, int]] = []
        waiting = [(document.root, printed.root)]
        while waiting:
            before, after = waiting.pop()
            twins = iter(after.children)
            for child in before.children:
                twin, text = next(twins), edits.get(document.start_of(document.number_of(child)))
                if text is not None:
                    found += [(each, *printed.place_of(twin)) for each in _atoms(child)]
                    for _ in read_sexp(text.encode(), name).root.children[1:]:
                        next(twins)
                elif child.tag:
                    waiting.append((child, twin))
                else:
                    found.append((child.text_id, *printed.place_of(twin)))
        return found

    def _place_of(self, name: str, path: str) -> str:
        """Return the place of a file. In a migrated library it stays in place, if its name still finds it."""
        place_of = self.writing.request.place_of
        there = place_of(path) if place_of is not None else None
        if there is None:
            return name
        tail = there
        while tail.startswith("../"):
            tail = tail[3:]
        if not (f"/{name}".endswith(f"/{tail}") or f"/{tail}".endswith(f"/{name}")):
            raise NotKeptError
        return there

    def give(self, scene: Scene) -> bool:
        """Return whether the files, brought into the range of the format as the scene was, say what it says. Files without changes say what
        was read of them."""
        request = self.writing.request
        as_read: Scene = self.read_again() if self.edits else request.ledger.kept
        return bool(request.in_range(as_read) == scene)

    def read_again(self) -> Scene:
        """Read the files again, with nothing but the search path of the source, and return the scene."""
        from scenec.converters.rsg.read.scene import read

        changed: Mapping[str, bytes] = {self.documents[name].path or "": self.edited(name) for name in self.renamed}
        back = {new: self.documents[name] for name, new in self.renamed.items()}

        def opened(path: str) -> bytes:
            return changed[path] if path in changed else self.writing.request.open(path)

        request = ReadRequest(
            data=self.edited(self.entry.name),
            name=self.entry.name,
            shown=self.execution.shown,
            path=self.entry.path,
            folder=self.execution.folder,
            version="",
            options=ReadOptions(search_path=self.execution.search_path),
            ledger=Ledger(),
            open=opened,
        )
        again = read(request, {new: document.path or "" for new, document in back.items()}).scene
        names = {use.shown: use.file for use in reversed(self.execution.imports)}  # as the first import has it
        assets = tuple(msgspec.structs.replace(each, name=names.get(str(each.file), each.name)) for each in again.assets)
        return msgspec.structs.replace(again, assets=assets)

    def report_written_out(self) -> None:
        """Report parameters and constants that were replaced by their values."""
        for row, before, ids, after in self.written_out:
            self.writing.request.ledger.report(row, about=traced("", ids), value=before, target=after)


def nodes_of(document: SexpDocument) -> list[SourceNode]:
    """Return all lists of a file, in document order."""
    return [node for _, node in document.walk() if node.tag]


def _atoms(node: SourceNode) -> Iterator[int]:
    """Yield the ids of the atoms in a list, or of an atom itself."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if each.tag:
            waiting += each.children
        else:
            yield each.text_id


def _inside(name: str) -> str:
    """Return the name of a file below the folder of the result. Raises NotKeptError for names outside."""
    clean = posixpath.normpath(name)
    if posixpath.isabs(clean) or clean.startswith(".."):
        raise NotKeptError
    return clean
