"""Expanding a xacro file: its elements in document order, as ROS's xacro goes, attributes before content.

What waits to be done is a list, not Python's calls, so that macros may call themselves hundreds of times.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from keyword import iskeyword
from typing import Any

import msgspec

from scenec.errors import ReadError, ScenecError, UsageError
from scenec.source import Source
from scenec.syntax.xml_mixed import MixedElement, MixedFile, MixedText, place_in
from scenec.xacro.document import ExpandedDocument, MadeElement
from scenec.xacro.language import Language
from scenec.xacro.limits import DEEPEST_CALL, DEEPEST_INCLUDE, STEPS_OF_ELEMENT, Budget, ExpressionError, close_name, refuse_more
from scenec.xacro.operations import MATH, PYTHON, dotted, functions_of, tokens
from scenec.xacro.scopes import Call, Lazy, Macro, Scope, literal, parameters_of, truth
from scenec.xacro.source_files import SourceFiles

PREFIX = "xacro:"
_LONGEST_NAME = 200
_LONGEST_WARNING = 300
_MOST_WARNINGS = 100
_STEPS_OF_FILE = 200

Work = Iterator["Work"]
"""Work that is going on. It gives other work that is to be done before it goes on."""


def expand(
    data: bytes,
    name: str,
    *,
    opener: Callable[[str], bytes],
    shown: str = "",
    path: str | None = None,
    folder: str | None = None,
    arguments: Mapping[str, str] | None = None,
    allowed_environment: Iterable[str] = (),
    find: Callable[[str], str | None] = lambda package: None,
) -> ExpandedDocument:
    """Return the tree of a xacro file, expanded, as `scenec.syntax.xml.read_xml` returns that of plain XML.

    data: the main file. name: as reports call it. opener: reads another file, absolute path -> bytes; raises OSError. shown: as errors call
    the main file. path: its absolute path, None for a stream. folder: absolute, where relative names start from, if not at the path's
    folder. arguments: for ``$(arg name)``. allowed_environment: names of variables that ``$(env name)`` may read. find: the absolute folder
    of a package, for ``$(find package)``.

    Raises ReadError, at the text that is wrong, with the macro and the calls that led there in its hint: for what ROS's xacro refuses, for
    expressions that are more than values (`scenec.xacro.expressions`), and where limits are exceeded (`scenec.xacro.limits`).
    """
    main = MixedFile(name, shown or name, path, data)
    folder = folder if folder is not None else os.path.dirname(path) if path else None
    environment = {each: os.environ.get(each) for each in allowed_environment}
    budget = Budget()
    files = SourceFiles(main, folder, opener, budget)
    expansion = Expansion(files, Language(budget, dict(arguments or {}), environment, find))
    try:
        root = expansion.run()
    except ScenecError as problem:
        raise expansion.error(problem) from None
    except RecursionError:
        raise expansion.error(ExpressionError("nested too deep")) from None
    document = ExpandedDocument(root, main, files=files.names, comments=files.comments, warnings=expansion.warnings)
    document.unknown_arguments = expansion.language.unknown_arguments()
    return document


def arguments_of(parameters: Iterable[str]) -> dict[str, str]:
    """Return name -> value of texts like ``name:=value``; the last one of a name counts, as with ROS's xacro. Blanks around both do not.

    Raises UsageError for a text of another form.
    """
    found = {}
    for given in parameters:
        name, separator, value = given.partition(":=")
        if not separator or not name.strip():
            raise UsageError(f"the parameter {given!r} has no name", None, "NAME:=VALUE", "", "for example --parameter prefix:=left_")
        found[name.strip()] = value.strip()
    return found


class Around(msgspec.Struct, frozen=True, eq=False):
    """Where elements stand that are being expanded.

    owner: its content gets what they make, and it itself what ``xacro:attribute`` adds. declaring: gets the prefixes of macros and files
    that are used. file: the one that is being read, from which relative names start. includes: how many files include each other here.
    """

    owner: MadeElement
    declaring: MadeElement
    file: MixedFile
    scope: Scope
    call: Call | None = None
    includes: int = 0

    def inside(self, owner: MadeElement) -> Around:
        """Return what is around the content of an element, in the same scope."""
        return msgspec.structs.replace(self, owner=owner, declaring=owner)

    def without(self, element: MixedElement) -> Around:
        """The same for an element whose content alone is kept: what adds attributes to it is lost with it, as with ROS's xacro."""
        return self.inside(MadeElement(element.tag, {}, element.file, element.index, self.owner.content))

    def in_use(self, element: MixedElement, **changed: Any) -> Around:
        """The same for a macro, or for the outermost element of an included file: its prefixes are declared where it is used."""
        for name in element.attributes:
            if name.startswith("xmlns:") and name != "xmlns:xacro" and name not in self.declaring.attributes:
                self.declaring.put(name, element.attributes[name], element.place_of(name))
        return msgspec.structs.replace(self.without(element), declaring=self.declaring, **changed)


class Expansion:
    """One file that is being expanded. around, item, attribute: what is being evaluated, for its values and for errors."""

    def __init__(self, files: SourceFiles, language: Language) -> None:
        self.files = files
        self.language = language
        self.language.warn = self.warn
        self.budget = language.budget
        self.warnings: list[tuple[Source, str]] = []
        self.item: Any = None
        self.attribute: str | None = None
        python, maths, own = (functions_of(self.budget, each) for each in (PYTHON, MATH, self._own_functions()))
        names = "list dict map len str float int bool min max round sorted range".split()
        direct = {name: python[name] for name in names} | {name: own[name] for name in ("load_yaml", "abs_filename", "dotify")}
        known = Scope({**direct, **maths, "python": Scope(python), "math": Scope(maths), "xacro": Scope(own)})
        nothing = MadeElement("", {}, files.main, 0, [])
        self.around = Around(nothing, nothing, files.main, known)
        self.files.number = lambda text: self.language.expression(text, known)

    def _own_functions(self) -> dict[str, Callable[..., Any]]:
        def file_path(name: str) -> str:
            return self.files.path_from(str(name), self.around.file)

        def message(*values: Any, **_named: Any) -> str:
            self.warn(" ".join(map(str, values)))
            return ""

        def fatal(*values: Any) -> str:
            raise ExpressionError(" ".join(map(str, values))[:200] or "xacro.fatal()")

        return {
            "load_yaml": lambda name: self.files.yaml(file_path(name)),
            "abs_filename": file_path,
            "dotify": dotted,
            "arg": self.language.argument,
            "tokenize": tokens,
            "fatal": fatal,
            **dict.fromkeys(("message", "warning", "error"), message),
            "print_location": lambda: "",
        }

    def run(self) -> MadeElement:
        """The outermost element of the expanded file."""
        self.item = root = self.files.read(self.files.main)
        made = MadeElement(root.tag, {}, root.file, root.index, [])
        around = msgspec.structs.replace(self.around.inside(made), scope=self.around.scope.inner())
        made.attributes = self.attributes(root, around.scope)
        namespace = root.attributes.get("xacro:targetNamespace")
        if namespace:
            made.attributes["xmlns"] = self.language.text(namespace, around.scope)
        waiting: list[Work] = [self.content(root, around)]
        while waiting:
            inner = next(waiting[-1], None)
            if inner is None:
                waiting.pop()
            else:
                waiting.append(inner)
        return made

    def content(self, element: MixedElement, around: Around) -> Work:
        """Expand what an element holds."""
        for item in element.content:
            self.at(item, around)
            self.budget.take(STEPS_OF_ELEMENT)
            if isinstance(item, MixedText):
                text = self.language.text(item.text, around.scope)
                self.budget.weigh_text(len(text))
                around.owner.content.append(item if text is item.text else MixedText(text, item.file, item.index))
                continue
            inner = perform(self, item, around) if item.tag.startswith(PREFIX) else self.copy(item, around)
            if inner is not None:
                yield inner

    def at(self, item: MixedElement | MixedText, around: Around) -> None:
        """Return what is evaluated from now on stands there."""
        self.item, self.attribute, self.around = item, None, around

    def copy(self, item: MixedElement, around: Around) -> Work | None:
        """Copy an element of the result, with what its content gives."""
        attributes = self.attributes(item, around.scope)
        self.budget.take(2 * len(attributes))
        self.budget.weigh_text(sum(map(len, attributes.values())))
        moved = dict(item.moved) if isinstance(item, MadeElement) else {}
        made = MadeElement(item.tag, attributes, item.file, item.index, [], around.call, moved)
        around.owner.content.append(made)
        return self.content(item, around.inside(made)) if item.content else None

    def attributes(self, item: MixedElement, scope: Scope) -> dict[str, str]:
        """The attributes of an element, evaluated, without those of xacro."""
        evaluated = {}
        for name, value in item.attributes.items():
            if not name.startswith(PREFIX) and name != "xmlns:xacro":
                self.attribute = name
                evaluated[name] = self.language.text(value, scope)
        self.attribute = None
        return evaluated

    def value(self, name: str, default: str = "") -> Any:
        """Return what an attribute of the element that is being carried out gives. default: its text where it is not there."""
        self.attribute = name
        value = self.language.value(self.item.attributes.get(name, default), self.around.scope)
        self.attribute = None
        return value

    # -- findings

    def place(self) -> Source:
        """Where that stands which is being evaluated."""
        if self.item is None:
            return Source(self.files.main.shown)
        if isinstance(self.item, MixedText):
            return place_in(self.item.file, self.item.file.index_of_text(self.item.index))
        return place_in(*self.item.place_of(self.attribute))

    def warn(self, text: str) -> None:
        """Remark on what is being evaluated. The first hundred remarks are kept."""
        if len(self.warnings) < _MOST_WARNINGS:
            self.warnings.append((self.place(), " ".join(text.split())[:_LONGEST_WARNING]))

    def error(self, problem: ScenecError) -> ReadError:
        """The error that ends the expansion: of a text that is evaluated, or of a file that is used."""
        used, call, hints = self.place(), self.around.call, [problem.hint]
        expression = problem.expression[:120] if isinstance(problem, ExpressionError) else ""
        what = f"{problem.what}, in the expression {expression!r}" if expression else problem.what
        if problem.source is not None and problem.source != used and self.item is not None:
            hints.append(f"used at {used}")
        if call is not None:
            hints.append(f"in {', in '.join(call.trail(shown=True))}")
        return ReadError(what, problem.source or used, problem.expected, problem.nearest, "; ".join(filter(None, hints)))


def perform(expansion: Expansion, element: MixedElement, around: Around) -> Work | None:
    """Carry out an element whose name begins with ``xacro:``. Returns what is to be done next."""
    given = element.attributes
    if element.tag not in STEPS:
        return call_macro(expansion, element, around, element.tag.removeprefix(PREFIX), given)
    step, required, optional = STEPS[element.tag]
    for name in required:
        if name not in given:
            raise ExpressionError(f"<{element.tag}> lacks the attribute {name}", f"{name}=")
    for name in given if optional is not None else ():
        if (
            name not in required
            and name not in (optional or ())
            and not name.startswith("xmlns:")
            and len(expansion.warnings) < _MOST_WARNINGS
        ):
            close = close_name(name, (*required, *(optional or ())))
            expansion.warn(f"unknown attribute {name} of <{element.tag}>{f', did you mean {close}?' if close else ''}")
    return step(expansion, element, around)


# ---------------------------------------------------------------- properties, arguments, conditions


def define_property(expansion: Expansion, element: MixedElement, around: Around) -> None:
    given, scope = element.attributes, around.scope
    *scopes, built_in = scope.chain()
    name = str(expansion.value("name"))
    if not name.isidentifier() or iskeyword(name) or name.startswith("__") or len(name) > _LONGEST_NAME:
        expansion.attribute = "name"
        raise ExpressionError(f"{name[:60]!r} cannot be the name of a property", "a Python identifier without leading __")
    is_removed = truth(expansion.value("remove", "false"), given.get("remove", ""))
    if ("value" in given) + ("default" in given) + is_removed > 1:
        raise ExpressionError(f"the property {name!r} has several of value, default and remove", "one of them")
    if name in built_in.values:
        expansion.warn(f"the property {name!r} hides a function or constant of this name")
    if name in scope and (is_removed or "default" in given):
        for each in scopes if is_removed else ():
            each.values.pop(name, None)
        return
    is_lazy = truth(expansion.value("lazy_eval", "true"), given.get("lazy_eval", ""))
    target, where = scope, given.get("scope")
    if where == "global":
        target, is_lazy = scopes[-1], False
    elif where == "parent":  # in a macro that of the call, not the namespace that the macro stands in
        target, is_lazy = next((each for each in scopes[1:] if scope.is_namespace or not each.is_namespace), built_in), False
        if target is built_in:
            raise ExpressionError('scope="parent" where no macro is called', hint='use scope="global" or no scope')
    elif where is not None:
        expansion.warn(f'scope="{where}" has no effect: a scope is global or parent')
    attribute = "default" if "default" in given else "value"
    if attribute not in given:
        target.values[f"**{name}"] = element
        return
    value = literal(given[attribute] if is_lazy else expansion.value(attribute))
    if is_lazy and isinstance(value, str):
        value = Lazy(value, expansion.language.value, lambda: place_in(*element.place_of(attribute)))
    target.values[name] = value


def declare_argument(expansion: Expansion, element: MixedElement, _around: Around) -> None:
    name, language = element.attributes["name"], expansion.language
    language.used_arguments.add(name)
    if name not in language.arguments:
        language.arguments[name] = str(expansion.value("default"))


def choose(expansion: Expansion, element: MixedElement, around: Around) -> Work | None:
    value = expansion.value("value")
    expansion.attribute = "value"
    is_kept = truth(value, element.attributes["value"]) is (element.tag == "xacro:if")
    return expansion.content(element, around.without(element)) if is_kept and element.content else None


# ---------------------------------------------------------------- elements and attributes


def make_element(expansion: Expansion, element: MixedElement, around: Around) -> Work | None:
    tag = str(expansion.value("xacro:name"))
    if tag in ("", element.tag):
        raise ExpressionError(f"<xacro:element> cannot make an element with the name {tag!r}")
    attributes = {name: value for name, value in element.attributes.items() if name != "xacro:name"}
    named = msgspec.structs.replace(element, tag=tag, attributes=attributes)
    expansion.at(named, around)
    return perform(expansion, named, around) if tag.startswith(PREFIX) else expansion.copy(named, around)


def make_attribute(expansion: Expansion, element: MixedElement, around: Around) -> None:
    name, value = str(expansion.value("name")), expansion.value("value")
    if not name:
        raise ExpressionError("<xacro:attribute> has an empty name")
    expansion.attribute = "value"
    expansion.budget.take(STEPS_OF_ELEMENT)
    around.owner.put(name, str(expansion.budget.weigh(value)), element.place_of("value"))
    if around.owner.tag.startswith(PREFIX):
        expansion.warn(f"<xacro:attribute> adds to <{around.owner.tag}>, which is not in the result: {name} is lost")


# ---------------------------------------------------------------- macros and blocks


def define_macro(expansion: Expansion, element: MixedElement, around: Around) -> None:
    name, params = element.attributes["name"], element.attributes.get("params", "")
    expansion.attribute = "name"
    if name == "call" or "." in name:
        raise ExpressionError(f"a macro cannot have the name {name!r}", "another than call, without a dot")
    if name.startswith(PREFIX):
        expansion.warn(f"the macro name {name!r} needs no {PREFIX}")
        name = name.removeprefix(PREFIX)
    expansion.attribute = "params"
    expansion.budget.take(len(params))
    around.scope.macros[name] = Macro(name, element, parameters_of(params))


def call_by_name(expansion: Expansion, element: MixedElement, around: Around) -> Work:
    given = {name: value for name, value in element.attributes.items() if name != "macro"}
    return call_macro(expansion, element, around, str(expansion.value("macro")), given)


def call_macro(expansion: Expansion, element: MixedElement, around: Around, name: str, given: Mapping[str, str]) -> Work:
    """Evaluate the parameters of a call, then its blocks, then the macro."""
    macro, scope = around.scope.macro(name)
    call = Call(macro, element, around.call, 1 if around.call is None else around.call.depth + 1)
    refuse_more(call.depth, DEEPEST_CALL, f"calls in each other, of the macro {macro.name!r}", "a macro that calls itself needs an end")
    scope = scope.inner()
    expansion.budget.take((call.depth >> 4) + 2 * (len(macro.parameters) + len(given)))
    for parameter in given:
        if parameter not in macro.parameters:
            expansion.attribute = parameter
            raise ExpressionError(f"the macro {name!r} has no parameter {parameter!r}", "", close_name(parameter, macro.parameters))
        scope.values[parameter] = literal(expansion.budget.weigh(expansion.value(parameter)))
    blocks = MadeElement(element.tag, {}, element.file, element.index, [])
    yield expansion.content(element, around.inside(blocks))
    expansion.at(element, around)
    contents = [each for each in blocks.content if isinstance(each, MadeElement)]
    wanted = [name for name in macro.parameters if name.startswith("*") and name not in given]
    if len(contents) != len(wanted):
        tags = f" ({', '.join(f'<{each.tag}>' for each in contents)})" if contents else ""
        expected = f"{len(wanted)}{': ' if wanted else ''}{', '.join(wanted)}"
        raise ExpressionError(f"the macro {macro.name!r} gets {len(contents)} blocks{tags}", expected)
    scope.values.update(zip(wanted, contents, strict=True))
    for parameter, (is_outer, default) in macro.parameters.items():
        if parameter in scope.values:
            continue
        if is_outer and parameter in around.scope:
            scope.values[parameter] = literal(around.scope.lookup(parameter))
        elif default is not None:
            scope.values[parameter] = literal(expansion.budget.weigh(expansion.language.value(default, around.scope)))
        else:
            raise ExpressionError(f"the macro {macro.name!r} lacks its parameter {parameter!r}", f"{parameter}=")
    yield expansion.content(macro.element, around.in_use(macro.element, scope=scope, call=call))


def insert_block(expansion: Expansion, element: MixedElement, around: Around) -> Work | None:
    name, scope = element.attributes["name"], around.scope
    if f"**{name}" in scope:
        block: MixedElement = scope.lookup(f"**{name}")
        return expansion.content(block, around.without(block))
    if f"*{name}" in scope:
        return expansion.copy(scope.lookup(f"*{name}"), around)
    known = [each.lstrip("*") for every in scope.chain() for each in every.values if each[:1] == "*"]
    raise ExpressionError(f"unknown block {name!r}", "a parameter *NAME of the macro, or a property with content", close_name(name, known))


# ---------------------------------------------------------------- includes


def include(expansion: Expansion, element: MixedElement, around: Around) -> Work:
    given, scope, files = element.attributes, around.scope, expansion.files
    if given.get("ns"):
        name, scope = str(expansion.value("ns")), around.scope.inner(is_namespace=True)
        around.scope.values[name] = scope
    is_optional = "optional" in given and truth(given["optional"], given["optional"])
    if any(isinstance(each, MixedElement) for each in element.content):
        expansion.warn("the content of <xacro:include> is ignored")
    pattern = str(expansion.value("filename"))
    expansion.attribute = "filename"
    refuse_more(around.includes + 1, DEEPEST_INCLUDE, "files that include each other", f"{pattern!r} includes itself")
    paths = files.matching(files.path_from(pattern, around.file))
    expansion.budget.take(_STEPS_OF_FILE * len(paths))
    if not paths:
        expansion.warn(f"{pattern!r} matches no file")
    for path in paths:
        expansion.at(element, around)
        expansion.attribute = "filename"
        try:
            root = files.included(path)
        except ExpressionError as problem:
            if is_optional and isinstance(problem.__cause__, (OSError, ValueError)):
                continue
            raise
        expansion.item = root
        expansion.attributes(root, scope)  # they are not in the result, but may be wrong
        yield expansion.content(root, around.in_use(root, scope=scope, file=root.file, includes=around.includes + 1))


Step = Callable[[Expansion, MixedElement, Around], Work | None]
STEPS: Mapping[str, tuple[Step, tuple[str, ...], tuple[str, ...] | None]] = {
    "xacro:arg": (declare_argument, ("name", "default"), ()),
    "xacro:attribute": (make_attribute, ("name", "value"), ()),
    "xacro:call": (call_by_name, ("macro",), None),
    "xacro:element": (make_element, ("xacro:name",), None),
    "xacro:if": (choose, ("value",), ()),
    "xacro:include": (include, ("filename",), ("ns", "optional")),
    "xacro:insert_block": (insert_block, ("name",), ()),
    "xacro:macro": (define_macro, ("name",), ("params",)),
    "xacro:property": (define_property, ("name",), ("value", "default", "remove", "scope", "lazy_eval")),
    "xacro:unless": (choose, ("value",), ()),
}
"""Element -> its function, the attributes that it requires, and those that it may have, None for any."""
