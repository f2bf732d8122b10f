"""Variables of one execution of a file: parameters and definitions."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import msgspec

from scenec.converters.rsg.findings import program as rows
from scenec.converters.rsg.read.program.remarks import Remarks, StoppedError
from scenec.errors import nearest
from scenec.source import Origin
from scenec.syntax.sexp import SexpDocument
from scenec.syntax.tree import SourceNode
from scenec.trace import ids_of

if TYPE_CHECKING:
    from scenec.converters.rsg.read.program.interpreter import Program
    from scenec.converters.rsg.read.program.nodes import Given, Node


class Import(msgspec.Struct):
    """One import. file: its name as written. shown: its name in reports. parent: the import that the call stands in. document, source:
    where it is called. names: of the parameters that the file declares."""

    file: str
    shown: str
    parent: Import | None
    parameters: tuple[str, ...]
    document: SexpDocument
    source: SourceNode
    names: list[str]


class Environment:
    """The variables of one execution of a file.

    As in SimSpark's importer, parameters and definitions share one list of values. The n-th declared name stands for the n-th value, and
    a definition appends its value at the end. With as many parameters as names the two agree.

    deferred: calls that run at the end of the file. given, expected: numbers of parameters. appended: whether a definition added a value.
    """

    def __init__(self, document: SexpDocument, use: Import | None, depth: int, values: list[str], source: SourceNode | None) -> None:
        self.document = document
        self.use = use
        self.depth = depth
        self.values = values
        self.places: dict[str, int] = {}
        self.named_by: dict[str, list[int]] = {}
        self.deferred: deque[tuple[Node, int, Given]] = deque()
        self.given = len(values)
        self.expected = 0
        self.source = source
        self.appended = False

    def declare(self, items: list[SourceNode], program: Program) -> None:
        """Declare the names of parameters (``templ``)."""
        for item in items:
            if item.tag:
                break
            if not item.text:
                continue
            name = item.text[1:]
            if not item.text.startswith("$") or not name:
                raise StoppedError(rows.TEMPLATE_INVALID, item, (item.text_id,), name=item.text)
            if name in self.places:
                raise StoppedError(rows.TEMPLATE_INVALID, item, (item.text_id,), name=item.text)
            program.remarks.live(item.text_id)
            self.named_by[name] = [item.text_id]
            self.places[name] = len(self.places)
            self.expected += 1
            if self.use is not None:
                self.use.names.append(name)

    def define(self, atom: SourceNode, value: str, source: SourceNode) -> None:
        """Give a variable a value (``def``). atom: its name; source: where the value stands."""
        name = atom.text[1:]
        self.named_by.setdefault(name, []).append(atom.text_id)
        if name not in self.places:
            self.places[name] = len(self.places)
            self.values.append(value)
            self.appended = True
            return
        place = self.places[name]
        if place >= len(self.values):
            raise StoppedError(rows.VARIABLE_WITHOUT_VALUE, source, ids_of(value), name=atom.text, given=self.given, expected=self.expected)
        self.values[place] = value

    def look_up(self, item: SourceNode, program: Program) -> str:
        """Return the value of ``$name``."""
        name = item.text[1:]
        program.keyword(item)
        if name not in self.places:
            near = nearest(name, list(self.places))
            fix = f"Did you mean ${near}?" if near else "Define it in this file. A file sees only its own definitions and parameters."
            raise StoppedError(rows.VARIABLE_UNKNOWN, item, (item.text_id,), name=item.text, fix=fix)
        program.remarks.consumed(*self.named_by[name])
        place = self.places[name]
        if place >= len(self.values):
            raise StoppedError(rows.VARIABLE_WITHOUT_VALUE, item, (item.text_id,), name=item.text, given=self.given, expected=self.expected)
        return self.values[place]

    def settle(self, remarks: Remarks) -> None:
        """Report a wrong number of parameters, and note all values and names, of which some may be unused."""
        for value in self.values:
            remarks.offered(ids_of(value))
        for atoms in self.named_by.values():
            remarks.offered(tuple(atoms))
        if self.given == self.expected or not self.places or not (self.appended or self.given > self.expected):
            return
        effect = "Definitions in the file read the surplus parameters instead of their own values."
        if self.given < self.expected:
            effect = "Parameters without a value read the values of definitions instead."
        remarks.report_once(
            ("parameters", (self.source.text_id if self.source is not None else -1,)),
            rows.PARAMETER_COUNT_DIFFERS,
            origin=Origin(self.use.document, self.use.source) if self.use is not None else None,
            value=f"{self.given} parameters for {self.expected} names",
            document=self.document.name,
            given=self.given,
            expected=self.expected,
            consequence_of_count=effect if self.appended else "The surplus parameters are ignored.",
        )
