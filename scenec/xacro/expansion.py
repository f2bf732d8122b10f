"""Expanding a xacro file: one pass over its elements in document order, as ROS's xacro goes, attributes before content.

What waits to be done is a stack of `Pass`es, not of Python's calls, so that macros may call themselves hundreds of times.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.xml_mixed import MixedElement, MixedFile, MixedText, place_in
from scenec.xacro.document import ExpandedDocument, MadeElement
from scenec.xacro.functions import dotted, global_names, tokens
from scenec.xacro.language import Language
from scenec.xacro.limits import STEPS_OF_ELEMENT, Budget, ExpressionError
from scenec.xacro.passes import PREFIX, Item, Pass
from scenec.xacro.scopes import Scope
from scenec.xacro.source_files import SourceFiles
from scenec.xacro.steps import perform
from scenec.xacro.values import Function, functions_of, text_of


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
    budget = Budget()
    main = MixedFile(name, shown or name, path, data)
    folder = folder if folder is not None else os.path.dirname(path) if path else None
    environment = {each: os.environ.get(each) for each in allowed_environment}
    expansion = Expansion(SourceFiles(main, folder, opener, budget), budget, dict(arguments or {}), environment, find)
    try:
        root = expansion.run()
    except ExpressionError as problem:
        raise expansion.error(problem) from None
    except RecursionError:
        raise expansion.error(ExpressionError("nested too deep")) from None
    read = expansion.files
    document = ExpandedDocument(root, main, files=read.names, comments=read.comments, warnings=expansion.warnings)
    document.unknown_arguments = expansion.language.unknown_arguments()
    return document


class Expansion:
    """One file that is being expanded. item, attribute: what is being evaluated, for errors."""

    def __init__(
        self,
        files: SourceFiles,
        budget: Budget,
        arguments: dict[str, str],
        environment: Mapping[str, str | None],
        find: Callable[[str], str | None],
    ) -> None:
        self.files = files
        self.budget = budget
        self.language = Language(budget, arguments, environment, find, self.warn)
        self.warnings: list[tuple[Source, str]] = []
        self.stack: list[Pass] = []
        self.item: Item | None = None
        self.attribute: str | None = None
        names = global_names(budget, self._own_functions())
        self.outermost = Scope(self.language.resolve, names=names)
        without_properties = Scope(self.language.resolve, names=names)
        files.number = lambda text: self.language.expression(text, without_properties)

    def _own_functions(self) -> dict[str, Function]:
        def file_path(name: str) -> str:
            return self.files.path_from(text_of(name), self.stack[-1].file)

        def message(*_values: Any, **_named: Any) -> str:
            self.warn(" ".join(text_of(each) for each in _values))
            return ""

        def fatal(*values: Any) -> str:
            raise ExpressionError(" ".join(text_of(each) for each in values)[:200] or "xacro.fatal()")

        every: dict[str, Callable[..., Any]] = {
            "load_yaml": lambda name: self.files.yaml(file_path(name)),
            "abs_filename": file_path,
            "dotify": dotted,
            "arg": self.language._argument,
            "tokenize": tokens,
            "fatal": fatal,
            "message": message,
            "warning": message,
            "error": message,
            "print_location": lambda: "",
        }
        return functions_of(self.budget, every)

    def run(self) -> MadeElement:
        """The outermost element of the expanded file."""
        root = self.files.root()
        self.item = root
        made = MadeElement(root.tag, {}, root.file, root.index, [])
        self.stack.append(Pass([*root.content], made.content, made, made, self.files.main, self.outermost))
        made.attributes = self._attributes(root, self.outermost)
        namespace = root.attributes.get("xacro:targetNamespace")
        if namespace:
            made.attributes["xmlns"] = self.language.text(namespace, self.outermost)
        self._work()
        return made

    def _work(self) -> None:
        stack, budget = self.stack, self.budget
        while stack:
            current = stack[-1]
            if current.at == len(current.items):
                stack.pop()
                if current.end is not None:
                    current.end()
                continue
            item = current.items[current.at]
            current.at += 1
            self.item, self.attribute = item, None
            budget.take(STEPS_OF_ELEMENT)
            if isinstance(item, MixedText):
                self._text(item, current)
            elif item.tag.startswith(PREFIX):
                current.does_comments = False
                perform(self, item, current)
            else:
                current.does_comments = False
                self.copy(item, current)

    def _text(self, item: MixedText, current: Pass) -> None:
        if item.is_comment:
            if "xacro:eval-comments" in item.text:
                current.does_comments = "xacro:eval-comments:off" not in item.text
            elif current.does_comments:
                self.language.text(item.text, current.scope)
            return
        text = self.language.text(item.text, current.scope)
        self.budget.weigh_text(len(text))
        if text.strip():
            current.does_comments = False
        current.made.append(item if text is item.text else MixedText(text, item.file, item.index))

    def copy(self, item: MixedElement, current: Pass) -> None:
        """Copy an element of the result, with what its content gives."""
        attributes = self._attributes(item, current.scope)
        moved = dict(item.moved) if isinstance(item, MadeElement) and item.moved is not None else None
        self.budget.take(2 * len(attributes))
        self.budget.weigh_text(sum(map(len, attributes.values())))
        made = MadeElement(item.tag, attributes, item.file, item.index, [], current.call, moved)
        current.made.append(made)
        if item.content:
            self.stack.append(current.inner(item.content, made, made=made.content))

    def _attributes(self, item: MixedElement, scope: Scope) -> dict[str, str]:
        """The attributes of an element, evaluated, without those of xacro."""
        evaluated = {}
        for name, value in item.attributes.items():
            if not name.startswith(PREFIX):
                self.attribute = name
                evaluated[name] = self.language.text(value, scope)
        evaluated.pop("xmlns:xacro", None)
        self.attribute = None
        return evaluated

    # -- what is told

    def place(self) -> Source:
        """Where that stands which is being evaluated."""
        if self.item is None:
            return Source(self.files.main.shown)
        if isinstance(self.item, MixedText):
            return place_in(self.item.file, self.item.file.index_of_text(self.item.index))
        return place_in(*self.item.place_of(self.attribute))

    @property
    def is_remarking(self) -> bool:
        """Whether remarks are still kept: the first hundred are."""
        return len(self.warnings) < _MOST_WARNINGS

    def warn(self, text: str) -> None:
        """Remark on what is being evaluated."""
        if self.is_remarking:
            self.warnings.append((self.place(), " ".join(text.split())[:_LONGEST_WARNING]))

    def error(self, problem: ExpressionError) -> ReadError:
        """The error that ends the expansion."""
        used, call = self.place(), self.stack[-1].call if self.stack else None
        what = f"{problem.what}, in the expression {problem.expression[:120]!r}" if problem.expression else problem.what
        hints = [problem.hint] if problem.hint else []
        if problem.place is not None and problem.place != used:
            hints.append(f"used at {used}")
        if call is not None:
            hints.append(f"in {', in '.join(call.trail(shown=True))}")
        return ReadError(what, problem.place or used, problem.expected, problem.nearest, "; ".join(hints))


_MOST_WARNINGS = 100
_LONGEST_WARNING = 300
