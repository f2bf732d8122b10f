"""Executes a scene file as SimSpark's importer does (rubysceneimporter.cpp): it is a program that makes nodes and calls their methods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from scenec.converters.common import growth
from scenec.converters.rsg import HEADER
from scenec.converters.rsg.environment import Environment, Import, Remarks
from scenec.converters.rsg.evaluate import evaluate, is_cut
from scenec.converters.rsg.execution import execute
from scenec.converters.rsg.nodes import Call, Given, Node, as_written, collapse, ids_below, parameters_of, parsed
from scenec.converters.rsg.resources import Resources
from scenec.converters.rsg.ruby_tokens import RubyError
from scenec.converters.rsg.steps import Steps
from scenec.converters.rsg.vocabulary import ABBREVIATIONS, IMMEDIATE, OLD_CLASSES, OLD_METHODS, method_of, nearest_class, node_class
from scenec.errors import ReadError, nearest
from scenec.files import absence
from scenec.source import Source
from scenec.syntax.sexp import SexpDocument
from scenec.syntax.tree import Document, SourceNode
from scenec.trace import derived, ids_of, traced

MOST_IMPORTS_INSIDE_EACH_OTHER = 100


class StoppedError(Exception):
    """The rest of the file is skipped. code, what, ids: what to report; hint."""

    def __init__(self, code: str, what: str, node: SourceNode, ids: tuple[int, ...], hint: str = "") -> None:
        super().__init__(code, what)
        self.code = code
        self.what = what
        self.node = node
        self.ids = ids
        self.hint = hint


class EndlessError(ReadError):
    """The program does not come to an end."""


class Program(msgspec.Struct):
    """One execution. removed: nodes that paths lost; nodes: all ever made, in order; old: whether names of 2007 were met."""

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

    def forget_nodes(self) -> None:
        """The scene is made: nodes know each other in circles, which would keep them until the collector comes."""
        for node in (self.root, *self.nodes, *self.removed):
            node.parent = node.state = None
            node.children, node.calls = [], []
        self.nodes, self.removed = [], []

    # -- files

    def run_file(self, document: SexpDocument, root: Node, environment: Environment) -> Steps[bool]:
        """Execute a file's body, then its deferred calls. False if it was stopped."""
        self.read_header(document)
        body = document.root.children[1]
        complete = True
        try:
            yield self.run_list(body.children if body.tag else [body], root, environment)
        except StoppedError as stop:
            complete = False
            self.remarks.stopped(document, stop.code, stop.what, stop.node, stop.ids, stop.hint)
        while environment.deferred:
            self.call(*environment.deferred.popleft(), environment)
        environment.settle(self.remarks)
        return complete

    def read_header(self, document: Document) -> None:
        """``(RSG 0 1)``; anything else is refused."""
        expressions = document.root.children
        refuse_other_streams(document)
        head = expressions[0]
        words = [child.text for child in head.children]
        place = document.source(head, shown=True)
        expected = "(RubySceneGraph 0 1) or (RSG 0 1)"
        if not head.tag or not words or ABBREVIATIONS.get(words[0], words[0]) != "RSG":
            raise ReadError("no RubySceneGraph: the header is missing", place, expected)
        if len(words) < 3 or [_whole(word) for word in words[1:3]] != [0, 1]:
            raise ReadError(f"RubySceneGraph of version {' '.join(words[1:3]) or '(none)'}", place, expected)
        if len(expressions) < 2:
            raise ReadError("the scene is missing behind the header", place, "a list of nodes")
        self.remarks.live(*(child.text_id for child in head.children))
        self.remarks.consumed(*(child.text_id for child in head.children[:3]))
        for child in head.children[1:3]:
            if child.text != str(_whole(child.text)):
                self.remarks.ineffective(
                    "header-surplus", (child.text_id,), f"of a version, SimSpark reads the number {_whole(child.text)}"
                )
        for child in head.children[3:]:
            self.remarks.ineffective("header-surplus", (child.text_id,), "SimSpark reads two version numbers and nothing behind them")

    # -- lists

    def run_list(self, items: list[SourceNode], current: Node, environment: Environment) -> Steps[None]:
        """The atoms and lists of one list, from left to right; `nd` and `sel` change what the rest applies to."""
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
            raise StoppedError("node-class-missing", "nd without a class", keyword, (keyword.text_id,), "name the class behind nd")
        atom = items[at]
        cls = node_class(atom.text)
        if cls is None:
            near = nearest_class(atom.text)
            hint = f"did you mean {near}?" if near else "SimSpark itself does not know it either"
            raise StoppedError("node-class-unknown", f"unknown class {atom.text!r}", atom, (atom.text_id,), hint)
        self.keyword(atom)
        self.old = self.old or atom.text in OLD_CLASSES
        node = Node(cls, environment.document, atom, environment.use)
        current.link(node)
        self.nodes.append(node)
        execute(node, None, self.remarks)
        return node

    def select(self, items: list[SourceNode], at: int, current: Node, environment: Environment, keyword: SourceNode) -> Node:
        if at >= len(items) or items[at].tag:
            raise StoppedError("select-without-node", "sel without a name", keyword, (keyword.text_id,))
        atom = items[at]
        found = current.child(atom.text)
        if found is None:
            near = nearest(atom.text, [str(child.name) for child in current.children])
            raise StoppedError(
                "select-without-node", f"no node {atom.text!r} here", atom, (atom.text_id,), f"did you mean {near}?" if near else ""
            )
        self.keyword(atom)
        return found

    # -- values

    def value(self, item: SourceNode, environment: Environment) -> Steps[str]:
        """A parameter: an atom, a variable, or `(eval ...)`, `(join ...)`."""
        if not item.tag:
            if item.text.startswith("$"):
                return environment.look_up(item, self)
            return traced(item.text, (item.text_id,))
        if not item.children or item.children[0].tag:
            raise StoppedError("expression-invalid", "a list that is no expression", item, ids_below(item), "use (eval ...) or (join ...)")
        word = item.children[0]
        if word.text not in ("eval", "join"):
            raise StoppedError(
                "expression-invalid",
                f"{word.text!r} is no expression in a list of parameters",
                word,
                ids_below(item),
                "use eval or join; nodes cannot stand behind a bare method call",
            )
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
            result = derived(evaluate(text, self.constants), *parts)
            if is_cut(result):
                self.remarks.rounded(environment.document, item, ids_of(result), text.strip(), result)
            return result
        except RubyError as problem:
            raise StoppedError(
                "expression-invalid",
                f"the expression {text.strip()[:80]!r} cannot be evaluated: {problem.what}",
                item,
                ids_below(item),
                problem.hint,
            ) from None

    def define(self, items: list[SourceNode], environment: Environment, keyword: SourceNode) -> Steps[None]:
        if not items or items[0].tag or not items[0].text.startswith("$") or len(items[0].text) < 2:
            raise StoppedError(
                "define-invalid", "def without a variable", items[0] if items else keyword, (keyword.text_id,), "write (def $name value)"
            )
        if len(items) < 2:
            raise StoppedError("define-invalid", "def without a value", items[0], (items[0].text_id,), "write (def $name value)")
        value = yield self.value(items[1], environment)
        self.remarks.live(items[0].text_id, *ids_of(value))
        self.surplus(items[2:], "SimSpark reads one value of a definition")
        environment.define(items[0], value, items[1])

    def surplus(self, items: list[SourceNode], because: str) -> None:
        for item in items:
            self.remarks.ineffective("parameter-surplus", ids_below(item), because)

    def switch(self, items: list[SourceNode], current: Node, environment: Environment, keyword: SourceNode) -> Steps[None]:
        """The first case whose label is the value: of it, only the first list is executed, and what stops that stops nothing else."""
        if not items:
            raise StoppedError("switch-without-case", "switch without a value", keyword, (keyword.text_id,))
        wanted = yield self.value(items[0], environment)
        self.remarks.live(*ids_of(wanted))
        self.remarks.consumed(*ids_of(wanted))
        self.remarks.used(*ids_of(wanted))
        for index, case in enumerate(items[1:], 1):
            if not case.tag:
                self.surplus([case], "a case is a list")
                continue
            if not case.children:
                break
            label = yield self.value(case.children[0], environment)
            if str.__str__(label) != str.__str__(wanted):
                self.remarks.idle("switch-branch", ids_below(case), "this case was not the one", case, environment.document)
                continue
            self.remarks.live(*ids_of(label))
            self.remarks.consumed(*ids_of(label))
            for other in items[index + 1 :]:
                self.remarks.idle("switch-branch", ids_below(other), "an earlier case was the one", other, environment.document)
            yield self.run_case(case, current, environment)
            return
        if len(items) > 1:
            raise StoppedError(
                "switch-without-case",
                f"no case is {str.__str__(wanted)!r}",
                items[0],
                ids_of(wanted),
                "add a case; there is no default one",
            )

    def run_case(self, case: SourceNode, current: Node, environment: Environment) -> Steps[None]:
        rest = case.children[1:]
        if not rest:
            raise StoppedError("switch-without-case", "the case has nothing to execute", case, ids_below(case))
        for other in rest[1:]:
            why = "of a case, only the first list behind the label is executed"
            self.remarks.ineffective("switch-rest", ids_below(other), why, level="warning", origin=other, document=environment.document)
        if not rest[0].tag:
            value = yield self.value(rest[0], environment)
            self.remarks.ineffective("switch-rest", ids_of(value), "a case that is no list does nothing")
            return
        try:
            yield self.run_list(rest[0].children, current, environment)
        except StoppedError as stop:
            self.remarks.stopped(environment.document, stop.code, stop.what, stop.node, stop.ids, stop.hint)

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
        """Call a method; one that is unknown or does not take the parameters has no effect, as in SimSpark. number: of its name."""
        document = environment.document
        atom, arguments = document.node_at(number), as_written(parameters_of(document, number, given))
        name = atom.text
        ids = (atom.text_id, *(value_id for argument in arguments for value_id in ids_of(argument)))
        self.remarks.live(*ids)
        self.remarks.used(*ids)
        method = method_of(node.cls, name)
        if method is None:
            near = nearest(name, list(node.cls.methods))
            why = f"{node.cls.name} has no method {name!r}" + (f"; did you mean {near}?" if near else "")
            self.remarks.ineffective("method-unknown", ids, why, level="warning", origin=atom, document=document)
            return
        self.old = self.old or name in OLD_METHODS
        taken = parsed(method, arguments)
        if taken is None:
            why = f"{method.name} of {node.cls.name} {_wanted(method.forms)}; SimSpark ignores such a call without a word"
            self.remarks.ineffective("call-rejected", ids, why, level="warning", origin=atom, document=document)
            return
        form, values = taken
        if len(arguments) > len(form.arguments) and method.name not in ("load", "resetMaterials"):
            surplus = arguments[len(form.arguments) :]
            self.remarks.ineffective(
                "parameter-surplus",
                tuple(value_id for argument in surplus for value_id in ids_of(argument)),
                f"{method.name} reads {len(form.arguments)} parameters",
            )
        call = Call(method, form, given, values, document, number)
        node.calls.append(call)
        execute(node, call, self.remarks)

    # -- imports

    def import_scene(self, atom: SourceNode, arguments: tuple[str, ...], current: Node, environment: Environment) -> Steps[None]:
        """Execute another file below the current node, with variables of its own. A failure is logged, and this file goes on."""
        if not arguments:
            self.remarks.ineffective(
                "call-rejected", (atom.text_id,), "importScene needs a file", level="warning", origin=atom, document=environment.document
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
            self.remarks.import_failed(environment.document, atom, arguments, name, str(error))
            return
        if complete:
            collapse(current, self.removed)

    def open(self, name: str, atom: SourceNode, arguments: tuple[str, ...], current: Node, environment: Environment) -> SexpDocument | None:
        """The file to import; None, and a finding, if there is none. One that breaks off behind its header takes with it all that
        stands below the current node."""
        path = self.resources.find(name)
        try:
            if path is not None:
                return self.resources.document(path)
            why, hint = absence(name, f"no resource location has {name!r}"), "name the folder it is relative to with --search-path"
        except OSError as error:
            why, hint = error.strerror or "it cannot be read", ""
        except ReadError as error:
            why, hint = str(error), ""
            if path is not None and HEADER.match(self.resources.read(path)) and current.children:
                why += "; SimSpark then drops all that stands below the node it was imported to"
                self.removed += current.children
                current.keep([])
        self.remarks.import_failed(environment.document, atom, arguments, name, why, hint)
        return None


def refuse_other_streams(document: Document) -> None:
    """Raises ReadError for what looks like a scene and is none: changes of a scene, what a monitor gets."""
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


def shown_place(document: Document, node: SourceNode) -> Source:
    return document.source(node, shown=True)


def _is_plain(item: SourceNode) -> bool:
    """Whether a parameter is what it stands as: no variable, and no expression."""
    return not item.tag and not item.text.startswith("$")


def _whole(word: str) -> int:
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
    return f"takes {' or '.join(texts) or 'no parameters'}"
