"""Variables of one execution of a file, and what is remarked while files are executed."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.finding import Category, Level
from scenec.accounting.id_set import IdSet
from scenec.accounting.ledger import Ledger
from scenec.source import Origin
from scenec.syntax.sexp import SexpDocument
from scenec.syntax.tree import Document, SourceNode
from scenec.trace import Ids, ids_of, traced

if TYPE_CHECKING:
    from scenec.converters.rsg.nodes import Given, Node
    from scenec.converters.rsg.program import Program

NOTHING_LOST = "nothing: it has no effect in SimSpark either"


class Import(msgspec.Struct):
    """One import: the file as written, as reports name it, the import it stands in, its parameters, where it is called.
    names: what the file calls its parameters."""

    file: str
    shown: str
    parent: Import | None
    parameters: tuple[str, ...]
    document: Document
    source: SourceNode
    names: list[str]


class Environment:
    """The variables of one execution of a file.

    As in the importer, parameters and definitions share one list of values: a name stands for the place it was the how-manieth
    to be declared at, while a definition appends its value at the end. With as many parameters as names the two agree.
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
        """``templ``: names for the parameters."""
        from scenec.converters.rsg.program import StoppedError

        for item in items:
            if item.tag:
                break
            if not item.text:
                continue
            name = item.text[1:]
            if not item.text.startswith("$") or not name:
                raise StoppedError(
                    "template-invalid", f"{item.text!r} is no name of a parameter", item, (item.text_id,), "names start with $"
                )
            if name in self.places:
                raise StoppedError("template-invalid", f"the parameter {item.text!r} is declared twice", item, (item.text_id,))
            program.remarks.live(item.text_id)
            self.named_by[name] = [item.text_id]
            self.places[name] = len(self.places)
            self.expected += 1
            if self.use is not None:
                self.use.names.append(name)

    def define(self, atom: SourceNode, value: str, source: SourceNode) -> None:
        from scenec.converters.rsg.program import StoppedError

        name = atom.text[1:]
        self.named_by.setdefault(name, []).append(atom.text_id)
        if name not in self.places:
            self.places[name] = len(self.places)
            self.values.append(value)
            self.appended = True
            return
        place = self.places[name]
        if place >= len(self.values):
            raise StoppedError("variable-without-value", f"${name} has no value to replace", source, ids_of(value))
        self.values[place] = value

    def look_up(self, item: SourceNode, program: Program) -> str:
        """The value of ``$name``."""
        from scenec.converters.rsg.program import StoppedError
        from scenec.errors import nearest

        name = item.text[1:]
        program.keyword(item)
        if name not in self.places:
            near = nearest(name, list(self.places))
            hint = f"did you mean ${near}?" if near else "files see only their own definitions and parameters"
            raise StoppedError("variable-unknown", f"unknown variable {item.text!r}", item, (item.text_id,), hint)
        program.remarks.consumed(*self.named_by[name])
        place = self.places[name]
        if place >= len(self.values):
            raise StoppedError(
                "variable-without-value",
                f"no value for {item.text}: {self.given} parameters were given where {self.expected} are declared",
                item,
                (item.text_id,),
                "pass as many parameters as the file declares" + ("" if self.use else " (--parameter)"),
            )
        return self.values[place]

    def settle(self, remarks: Remarks) -> None:
        """Say what a wrong number of parameters did, and remember what nobody looked up."""
        for value in self.values:
            remarks.offered(ids_of(value))
        for atoms in self.named_by.values():
            remarks.offered(tuple(atoms))
        if self.given == self.expected or not self.places or not (self.appended or self.given > self.expected):
            return
        shifted = "definitions in the file read the surplus ones instead of their own values"
        if self.given < self.expected:
            shifted = "parameters without a value read the values of definitions instead"
        remarks.count_differs(
            self, f"{self.given} parameters for {self.expected} names", shifted if self.appended else "the surplus ones are ignored"
        )


class Remarks:
    """Collects what files do without effect. One place in a file may be executed many times: it is told once, and a value that had no
    effect is only one if it never had any."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.live_ids = IdSet()
        self.used_ids = IdSet()
        self.offered_ids = IdSet()
        self._told: set[tuple[str, Ids]] = set()
        self._idle: dict[tuple[str, Ids], tuple[str, Origin]] = {}

    def live(self, *ids: int) -> None:
        self.live_ids.update(ids)

    def used(self, *ids: int) -> None:
        self.used_ids.update(ids)

    def offered(self, ids: Ids) -> None:
        self.offered_ids.update(ids)

    def consumed(self, *ids: int) -> None:
        self.ledger.consumed_ids.update(ids)

    def idle(self, code: str, ids: Ids, because: str, source: SourceNode, document: Document) -> None:
        """Not executed this time; told at the end if never."""
        self._idle.setdefault((code, ids), (because, Origin(document, source)))

    def report(
        self, code: str, ids: Ids, because: str, *, fate: str, level: Level, category: Category, origin: Origin | None, hint: str
    ) -> None:
        if (code, ids) in self._told:
            return
        self._told.add((code, ids))
        self.live_ids.update(ids)
        self.ledger.report(
            code,
            fate,  # type: ignore[arg-type]  # one of the fates
            level,
            category,
            about=traced("", ids) if ids else None,
            origin=origin,
            because=because,
            consequence=NOTHING_LOST if code.endswith("-ineffective") else "",
            hint=hint,
        )

    def ineffective(
        self,
        code: str,
        ids: Ids,
        because: str,
        *,
        level: Level = "note",
        category: Category = "metadata",
        origin: SourceNode | None = None,
        document: Document | None = None,
    ) -> None:
        """Values that have no effect under SimSpark's own rules."""
        if not ids:
            return
        where = Origin(document, origin) if origin is not None and document is not None else None
        self.report(f"{code}-ineffective", ids, because, fate="dropped", level=level, category=category, origin=where, hint="")

    def stopped(self, document: Document, code: str, what: str, node: SourceNode, ids: Ids, hint: str) -> None:
        """The rest of a file is skipped."""
        self.report(code, ids, f"{what}; SimSpark skips the rest of the file", fate="invalid", level="error", category="geometry",
                    origin=Origin(document, node), hint=hint)  # fmt: skip

    def rounded(self, document: Document, node: SourceNode, ids: Ids, text: str, result: str) -> None:
        what = f"{text[:80]!r} becomes {str.__str__(result)}: Ruby's numbers reach SimSpark with six digits"
        self.report("expression-rounded", ids, what, fate="approximated", level="warning", category="geometry",
                    origin=Origin(document, node), hint="write the number itself")  # fmt: skip

    def import_failed(self, document: Document, atom: SourceNode, arguments: tuple[str, ...], name: str, why: str, hint: str = "") -> None:
        ids = tuple(value_id for argument in arguments for value_id in ids_of(argument))
        self.live(*ids)
        self.report("import-failed", ids, f"{name!r} is not imported: {why}", fate="unresolved", level="error", category="geometry",
                    origin=Origin(document, atom), hint=hint)  # fmt: skip

    def count_differs(self, environment: Environment, what: str, effect: str) -> None:
        origin = Origin(environment.use.document, environment.use.source) if environment.use is not None else None
        key = ("parameters", (environment.source.text_id if environment.source is not None else -1,))
        if key in self._told:
            return
        self._told.add(key)
        self.ledger.report(
            "parameter-count-differs",
            "converted",
            "warning",
            "metadata",
            origin=origin,
            value=what,
            because=f"{environment.document.name} gets {what}: {effect}",
            consequence="the scene is what SimSpark makes of it, which is hardly what was meant",
            hint="pass as many parameters as the file declares",
        )

    def settle(self) -> None:
        """Tell at the end what never had an effect."""
        for (code, ids), (because, origin) in self._idle.items():
            never = tuple(value_id for value_id in ids if value_id not in self.live_ids)
            if never:
                self.report(
                    f"{code}-ineffective", never, because, fate="dropped", level="note", category="metadata", origin=origin, hint=""
                )
        needed = (self.used_ids, self.ledger.consumed_ids)
        unused = [value_id for value_id in self.offered_ids if not any(value_id in ids for ids in needed)]
        for run in runs(unused):
            self.report("variable-unused-ineffective", run, "no expression uses this value", fate="dropped", level="note",
                        category="metadata", origin=None, hint="")  # fmt: skip
        for document in self.ledger.documents:
            if document.syntax == "sexp":
                every = range(document.first_id, document.first_id + document.count)
                for run in runs([value_id for value_id in every if value_id not in self.live_ids]):
                    self.report("text-not-executed-ineffective", run, "SimSpark never gets here", fate="dropped", level="note",
                                category="metadata", origin=None, hint="")  # fmt: skip


def runs(ids: list[int]) -> list[Ids]:
    """Neighbouring ids together."""
    result: list[list[int]] = []
    for value_id in ids:
        if result and result[-1][-1] == value_id - 1:
            result[-1].append(value_id)
        else:
            result.append([value_id])
    return [tuple(each) for each in result]
