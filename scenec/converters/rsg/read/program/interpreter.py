"""Executes a scene file as SimSpark's importer does (rubysceneimporter.cpp). The file is a program that makes nodes and calls their
methods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from scenec.converters.common import growth
from scenec.converters.rsg import HEADER
from scenec.converters.rsg.findings import program as rows
from scenec.converters.rsg.read.program.environment import Environment, Import
from scenec.converters.rsg.read.program.node_methods import execute
from scenec.converters.rsg.read.program.nodes import Call, Given, Node, as_written, collapse, ids_below, parameters_of, parsed
from scenec.converters.rsg.read.program.remarks import Remarks, StoppedError
from scenec.converters.rsg.read.program.resources import Resources
from scenec.converters.rsg.read.program.ruby_expressions import evaluate, factors_of_zero, lost_digits, requires_constants
from scenec.converters.rsg.read.program.ruby_tokens import RubyError
from scenec.converters.rsg.read.program.trampoline import Steps
from scenec.converters.rsg.vocabulary import ABBREVIATIONS, IMMEDIATE, OLD_CLASSES, OLD_METHODS, method_of, nearest_class, node_class
from scenec.errors import ReadError, nearest
from scenec.files import absence
from scenec.source import Origin
from scenec.syntax.sexp import SexpDocument
from scenec.syntax.tree import Document, SourceNode
from scenec.trace import derived, ids_of, traced

MOST_IMPORTS_INSIDE_EACH_OTHER = 100

SKIPS_FILE = "SimSpark logs the error and goes on without the file."
REPAIR = "Repair the file."


class EndlessError(ReadError):
    """The program does not terminate."""


class Program(msgspec.Struct):
    """One execution. nodes: all nodes ever made, in order. removed: nodes that SimSpark removed. old: whether names of the 2007 manual were
    used. by_constants: expressions that use Ruby constants (file, number of the list), with their values."""

    resources: Resources
    remarks: Remarks
    constants: Mapping[str, Any]
    root: Node
    nodes: list[Node] = msgspec.field(default_factory=list)
    removed: list[Node] = msgspec.field(default_factory=list)
    imports: list[Import] = msgspec.field(default_factory=list)
    old: bool = False
    executed: int = 0
    characters: int = 0
    by_constants: dict[tuple[str, int], set[str]] = msgspec.field(default_factory=dict)

    def forget_nodes(self) -> None:
        """Free the nodes once the scene is made. They reference each other in cycles, which would stay until the garbage collector runs."""
        for node in (self.root, *self.nodes, *self.removed):
            node.parent = node.state = None
            node.children, node.calls = [], []
        self.nodes, self.removed = [], []

    # -- files

    def run_file(self, document: SexpDocument, root: Node, environment: Environment) -> Steps[bool]:
        """Execute the body of a file, then its deferred calls. False if it was stopped."""
        self.read_header(document)
        body = document.root.children[1]
        complete = True
        try:
            yield self.run_list(body.children if body.tag else [body], root, environment)
        except StoppedError as stop:
            complete = False
            stop.report(self.remarks, document)
        while environment.deferred:
            self.call(*environment.deferred.popleft(), environment)
        environment.settle(self.remarks)
        return complete

    def read_header(self, document: Document) -> None:
        """Check the header ``(RSG 0 1)``. Raises ReadError for anything else."""
        expressions = document.root.children
        refuse_other_streams(document)
        head = expressions[0]
        words = [child.text for child in head.children]
        place = document.source(head, shown=True)
        expected = "(RubySceneGraph 0 1) or (RSG 0 1)"
        if not head.tag or not words or ABBREVIATIONS.get(words[0], words[0]) != "RSG":
            raise ReadError("no RubySceneGraph: the header is missing", place, expected)
        if len(words) < 3 or [_parsed_int(word) for word in words[1:3]] != [0, 1]:
            raise ReadError(f"RubySceneGraph of version {' '.join(words[1:3]) or '(none)'}", place, expected)
        if len(expressions) < 2:
            raise ReadError("the scene is missing behind the header", place, "a list of nodes")
        self.remarks.live(*(child.text_id for child in head.children))
        self.remarks.consumed(*(child.text_id for child in head.children[:3]))
        for child in head.children[1:3]:
            if child.text != str(_parsed_int(child.text)):
                self.remarks.ineffective(rows.HEADER_SURPLUS, (child.text_id,), text=child.text)
        for child in head.children[3:]:
            self.remarks.ineffective(rows.HEADER_SURPLUS, (child.text_id,), text=child.text)

    # -- lists

    def run_list(self, items: list[SourceNode], current: Node, environment: Environment) -> Steps[None]:
        """Execute the atoms and lists of a list from left to right. `nd` and `sel` change the current node for the rest."""
        self.executed += 1
        if self.executed > growth.ELEMENTS and items:
            most = growth.most_elements(self.resources.ledger.value_count)
            if self.executed > most:
                place = environment.document.source(items[0], shown=True)
                raise EndlessError(f"the scene does not end within {most:,} expressions", place, hint="does a file import itself?")
        at = 0
        while at < len(items):
            item = items[at]
            at += 1
            if item.tag:
                yield self.run_list(item.children, current, environment)
                continue
            word = ABBREVIATIONS.get(item.text, item.text)
            self.keyword(item)
            if word == "nd":
                current = self.create(items, at, current, environment, item)
                at += 1
            elif word == "sel":
                current = self.select(items, at, current, environment, item)
                at += 1
            elif word == "pwd":
                continue
            elif word == "templ":
                environment.declare(items[at:], self)
                return
            elif word == "def":
                yield self.define(items[at:], environment, item)
                return
            elif word == "switch":
                yield self.switch(items[at:], current, environment, item)
                return
            else:
                yield self.read_call(item, items[at:], current, environment)
                return

    def keyword(self, item: SourceNode) -> None:
        self.remarks.live(item.text_id)
        self.remarks.consumed(item.text_id)

    def create(self, items: list[SourceNode], at: int, current: Node, environment: Environment, keyword: SourceNode) -> Node:
        if at >= len(items) or items[at].tag:
            raise StoppedError(rows.NODE_CLASS_MISSING, keyword, (keyword.text_id,))
        atom = items[at]
        cls = node_class(atom.text)
        if cls is None:
            near = nearest_class(atom.text)
            fix = f"Did you mean {near}?" if near else "Check the spelling. Names of classes are case-sensitive."
            raise StoppedError(rows.NODE_CLASS_UNKNOWN, atom, (atom.text_id,), name=atom.text, fix=fix)
        self.keyword(atom)
        self.old = self.old or atom.text in OLD_CLASSES
        node = Node(cls, environment.document, atom, environment.use)
        current.link(node)
        self.nodes.append(node)
        execute(node, None, self.remarks)
        return node

    def select(self, items: list[SourceNode], at: int, current: Node, environment: Environment, keyword: SourceNode) -> Node:
        if at >= len(items) or items[at].tag:
            raise StoppedError(rows.SELECT_WITHOUT_NODE, keyword, (keyword.text_id,), name="(no name)", fix="Write a name behind sel.")
        atom = items[at]
        found = current.child(atom.text)
        if found is None:
            near = nearest(atom.text, [str(child.name) for child in current.children])
            fix = f"Did you mean {near}?" if near else "Select a child of the current node."
            raise StoppedError(rows.SELECT_WITHOUT_NODE, atom, (atom.text_id,), name=atom.text, fix=fix)
        self.keyword(atom)
        return found

    # -- values

    def value(self, item: SourceNode, environment: Environment) -> Steps[str]:
        """Return the value of a parameter: an atom, a variable, or `(eval ...)` or `(join ...)`."""
        if not item.tag:
            if item.text.startswith("$"):
                return environment.look_up(item, self)
            return traced(item.text, (item.text_id,))
        if not item.children or item.children[0].tag:
            raise _no_expression(item, item)
        word = item.children[0]
        if word.text not in ("eval", "join"):
            raise _no_expression(item, word)
        self.keyword(word)
        parts = []
        for child in item.children[1:]:
            parts.append((yield self.value(child, environment)))
        self.characters += sum(map(len, parts))
        if self.characters > growth.CHARACTERS:
            most = growth.most_characters(self.resources.ledger.value_count)
            if self.characters > most:
                place = environment.document.source(item, shown=True)
                raise EndlessError(f"the expressions put together more than {most:,} characters", place)
        if word.text == "join":
            return derived("".join(str.__str__(part) for part in parts), *parts)
        text = "".join(f"{str.__str__(part)} " for part in parts)
        try:
            result = self.result_of(evaluate(text, self.constants), parts, item, environment)
            if self.constants and requires_constants(text):
                key = (environment.document.name, environment.document.number_of(item))
                self.by_constants.setdefault(key, set()).add(str.__str__(result))
            if lost_digits(result):
                self.remarks.report(
                    rows.EXPRESSION_ROUNDED,
                    ids_of(result),
                    origin=Origin(environment.document, item),
                    expression=text.strip()[:80],
                    rounded=str.__str__(result),
                )
            return result
        except RubyError as problem:
            fix = problem.hint or "Correct the expression. scenec evaluates arithmetic, constants and texts."
            raise StoppedError(
                rows.EXPRESSION_INVALID, item, ids_below(item), expression=text.strip()[:80], why=problem.what, fix=fix
            ) from None

    def result_of(self, result: str, parts: list[str], item: SourceNode, environment: Environment) -> str:
        """Return the result of an expression with what it comes from, which is not what it multiplies by 0. item: the expression."""
        atoms = item.children[1:]
        idle = [at for at in factors_of_zero(parts, result, self.constants) if not atoms[at].tag and not atoms[at].text.startswith("$")]
        for at in idle:
            self.remarks.idle(rows.FACTOR_OF_ZERO, ids_of(parts[at]), atoms[at], environment.document)
        return derived(result, *(part for at, part in enumerate(parts) if at not in idle))

    def define(self, items: list[SourceNode], environment: Environment, keyword: SourceNode) -> Steps[None]:
        if not items or items[0].tag or not items[0].text.startswith("$") or len(items[0].text) < 2:
            raise StoppedError(rows.DEFINE_INVALID, items[0] if items else keyword, (keyword.text_id,), missing="the variable")
        if len(items) < 2:
            raise StoppedError(rows.DEFINE_INVALID, items[0], (items[0].text_id,), missing="the value")
        value = yield self.value(items[1], environment)
        self.remarks.live(items[0].text_id, *ids_of(value))
        self.surplus(items[2:], "def", "one value")
        environment.define(items[0], value, items[1])

    def surplus(self, items: list[SourceNode], word: str, limit: str) -> None:
        """Report items that a keyword does not read. limit: what it reads."""
        for item in items:
            self.remarks.ineffective(rows.PARAMETER_SURPLUS, ids_below(item), method=word, limit=limit)

    def switch(self, items: list[SourceNode], current: Node, environment: Environment, keyword: SourceNode) -> Steps[None]:
        """Execute the first case whose label is the value: only the first list of it. If that list stops, the file goes on."""
        if not items:
            raise StoppedError(rows.SWITCH_WITHOUT_CASE, keyword, (keyword.text_id,), value="(no value)")
        wanted = yield self.value(items[0], environment)
        self.remarks.live(*ids_of(wanted))
        self.remarks.consumed(*ids_of(wanted))
        self.remarks.used(*ids_of(wanted))
        for index, case in enumerate(items[1:], 1):
            if not case.tag:
                self.surplus([case], "switch", "lists as cases")
                continue
            if not case.children:
                break
            label = yield self.value(case.children[0], environment)
            if str.__str__(label) != str.__str__(wanted):
                self.remarks.idle(rows.SWITCH_BRANCH, ids_below(case), case, environment.document)
                continue
            self.remarks.live(*ids_of(label))
            self.remarks.consumed(*ids_of(label))
            for other in items[index + 1 :]:
                self.remarks.idle(rows.SWITCH_BRANCH, ids_below(other), other, environment.document)
            yield self.run_case(case, current, environment)
            return
        if len(items) > 1:
            raise StoppedError(rows.SWITCH_WITHOUT_CASE, items[0], ids_of(wanted), value=str.__str__(wanted))

    def run_case(self, case: SourceNode, current: Node, environment: Environment) -> Steps[None]:
        rest = case.children[1:]
        if not rest:
            raise StoppedError(rows.SWITCH_WITHOUT_CASE, case, ids_below(case), value=case.children[0].text)
        for other in rest[1:]:
            self.remarks.ineffective(rows.SWITCH_REST, ids_below(other), origin=other, document=environment.document)
        if not rest[0].tag:
            value = yield self.value(rest[0], environment)
            self.remarks.ineffective(rows.SWITCH_REST, ids_of(value), level="note")
            return
        try:
            yield self.run_list(rest[0].children, current, environment)
        except StoppedError as stop:
            stop.report(self.remarks, environment.document)

    # -- calls

    def read_call(self, atom: SourceNode, items: list[SourceNode], current: Node, environment: Environment) -> Steps[None]:
        given: Given = len(items)
        try:
            if not all(map(_is_plain, items)):
                given = values = []
                for item in items:
                    values.append(item if _is_plain(item) else (yield self.value(item, environment)))
        except StoppedError as stop:
            stop.ids = (atom.text_id, *stop.ids)
            raise
        document = environment.document
        number = document.number_of(atom)
        if ABBREVIATIONS.get(atom.text, atom.text) == "importScene":
            yield self.import_scene(atom, as_written(parameters_of(document, number, given)), current, environment)
        elif ABBREVIATIONS.get(atom.text, atom.text) in IMMEDIATE:
            self.call(current, number, given, environment)
        else:
            environment.deferred.append((current, number, given))

    def call(self, node: Node, number: int, given: Given, environment: Environment) -> None:
        """Call a method. An unknown or rejected call has no effect, as in SimSpark. number: of the atom with its name."""
        document = environment.document
        atom, arguments = document.node_at(number), as_written(parameters_of(document, number, given))
        name = atom.text
        ids = (atom.text_id, *(value_id for argument in arguments for value_id in ids_of(argument)))
        self.remarks.live(*ids)
        self.remarks.used(*ids)
        method = method_of(node.cls, name)
        if method is None:
            near = nearest(name, list(node.cls.methods))
            fix = f"Did you mean {near}?" if near else "Check the spelling."
            self.remarks.ineffective(rows.METHOD_UNKNOWN, ids, origin=atom, document=document, method=name, node=node.cls.name, fix=fix)
            return
        self.old = self.old or name in OLD_METHODS
        taken = parsed(method, arguments)
        if taken is None:
            wanted = _wanted(method.forms)
            self.remarks.ineffective(
                rows.CALL_REJECTED, ids, origin=atom, document=document, method=method.name, node=node.cls.name, parameters=wanted
            )
            return
        form, values = taken
        if len(arguments) > len(form.arguments) and method.name not in ("load", "resetMaterials"):
            surplus = arguments[len(form.arguments) :]
            surplus_ids = tuple(value_id for argument in surplus for value_id in ids_of(argument))
            limit = f"{len(form.arguments)} parameters"
            self.remarks.ineffective(rows.PARAMETER_SURPLUS, surplus_ids, method=method.name, limit=limit)
        call = Call(method, form, given, values, document, number)
        node.calls.append(call)
        execute(node, call, self.remarks)

    # -- imports

    def import_scene(self, atom: SourceNode, arguments: tuple[str, ...], current: Node, environment: Environment) -> Steps[None]:
        """Execute another file below the current node, with variables of its own. After a failure, this file goes on."""
        if not arguments:
            self.remarks.ineffective(
                rows.CALL_REJECTED,
                (atom.text_id,),
                origin=atom,
                document=environment.document,
                method="importScene",
                node=current.cls.name,
                parameters="a file",
            )
            return
        name, parameters = str.__str__(arguments[0]), arguments[1:]
        self.remarks.live(*(value_id for argument in arguments for value_id in ids_of(argument)))
        self.remarks.consumed(*ids_of(arguments[0]))
        self.remarks.used(*ids_of(arguments[0]))
        document = self.open(name, atom, arguments, current, environment)
        if document is None:
            return
        if environment.depth == MOST_IMPORTS_INSIDE_EACH_OTHER:
            raise EndlessError(
                f"{name!r} is imported inside more than {MOST_IMPORTS_INSIDE_EACH_OTHER} imports",
                environment.document.source(atom, shown=True),
                hint="a file imports itself; SimSpark crashes on it",
            )
        made = Import(name, document.name, environment.use, parameters, environment.document, atom, [])
        self.imports.append(made)
        inner = Environment(document, made, environment.depth + 1, list(parameters), atom)
        try:
            complete = yield self.run_file(document, current, inner)
        except EndlessError:
            raise
        except ReadError as error:
            self.remarks.import_failed(
                environment.document, atom, arguments, file=name, why=str(error), consequence_of_failure=SKIPS_FILE, fix=REPAIR
            )
            return
        if complete:
            collapse(current, self.removed)

    def open(self, name: str, atom: SourceNode, arguments: tuple[str, ...], current: Node, environment: Environment) -> SexpDocument | None:
        """Return the file to import; None, after a finding, if there is none. A file that breaks off behind its header removes all nodes
        below the current one."""
        path = self.resources.find(name)
        effect, fix = SKIPS_FILE, REPAIR
        try:
            if path is not None:
                return self.resources.document(path)
            why, fix = absence(name, f"no resource location has {name!r}"), "Name the folder that it is relative to with --search-path."
        except OSError as error:
            why = error.strerror or "the system refuses it"
        except ReadError as error:
            why = str(error)
            if path is not None and HEADER.match(self.resources.read(path)) and current.children:
                effect = "SimSpark drops all nodes below the one that the file is imported to."
                self.removed += current.children
                current.keep([])
        self.remarks.import_failed(environment.document, atom, arguments, file=name, why=why, consequence_of_failure=effect, fix=fix)
        return None


def refuse_other_streams(document: Document) -> None:
    """Raise ReadError for files that look like scenes: changes of a scene, and streams for a monitor."""
    first: Iterator[str] = iter(child.text for child in document.root.children[0].children)
    word = next(first, "")
    if word in ("RDS", "RubyDeltaScene"):
        raise ReadError(
            "a RubyDeltaScene: it only says what changed in a scene that was sent before",
            document.source(document.root.children[0], shown=True),
            "a complete scene, (RSG 0 1)",
            hint="record the complete scene that the stream starts with",
        )
    for expression in document.root.children[1:]:
        if expression.tag and expression.children and expression.children[0].text in ("RSG", "RubySceneGraph", "RDS", "RubyDeltaScene"):
            raise ReadError(
                "a monitor stream: its scene stands behind a list of predicates",
                document.source(document.root.children[0], shown=True),
                "the scene alone, (RSG 0 1)",
                hint="remove the first list",
            )


def _no_expression(item: SourceNode, at: SourceNode) -> StoppedError:
    """Make the error for a list among parameters that is neither `(eval ...)` nor `(join ...)`. at: where it fails."""
    why = "a list among parameters starts with eval or join"
    fix = "Use (eval ...) or (join ...). Nodes cannot stand behind the parameters of a call."
    return StoppedError(rows.EXPRESSION_INVALID, at, ids_below(item), expression=f"({at.text or '(...)'} ...)", why=why, fix=fix)


def _is_plain(item: SourceNode) -> bool:
    """Return whether a parameter is a plain atom: no variable and no expression."""
    return not item.tag and not item.text.startswith("$")


def _parsed_int(word: str) -> int:
    digits = ""
    for character in word.strip():
        if character not in "0123456789" and not (character in "+-" and not digits):
            break
        digits += character
    return int(digits[:20]) if digits.strip("+-") else 0


def _wanted(forms: Any) -> str:
    texts = []
    for form in forms:
        words = " ".join(f"[{each.name}]" if each.optional else each.name for each in form.arguments)
        texts.append(words + (" ..." if form.surplus and words else ""))
    return " or ".join(texts) or "no parameters"
