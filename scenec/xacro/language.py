"""What a text gives: ``${expressions}`` and ``$(substitutions)`` in it are evaluated, and a lone one keeps its type."""

from __future__ import annotations

import os
import re
from ast import expr
from collections.abc import Callable, Mapping
from typing import Any

from scenec.xacro.expressions import Evaluator, parsed
from scenec.xacro.functions import names_of_eval
from scenec.xacro.limits import DEEPEST_PROPERTY, Budget, ExpressionError, close_name
from scenec.xacro.scopes import Scope
from scenec.xacro.values import functions_of, text_of

_PIECE = re.compile(r"(?P<escaped>\$\$+[{(])|\$\{(?P<expression>[^}]*)\}|\$\((?P<command>[^)]*)\)|(?P<text>[^$]+|\$[^{($]+|\$$)")
_COMMANDS = ("arg", "dirname", "env", "eval", "find", "optenv")
_NESTED = re.compile(r"\$\(find\s+([^\s)]+)\s*\)")

Piece = tuple[str, str]
"""The kind of a piece of text, as `_PIECE` names it, and its text."""


class Language:
    """Evaluates the texts of one expansion.

    budget: what it may take. arguments: those given and those that ``xacro:arg`` has declared. environment: the variables that may be read.
    find: the folder of a package, None for one that is unknown. warn: takes what is worth a remark.
    """

    def __init__(
        self,
        budget: Budget,
        arguments: dict[str, str],
        environment: Mapping[str, str | None],
        find: Callable[[str], str | None],
        warn: Callable[[str], None],
    ) -> None:
        self.budget = budget
        self.arguments = arguments
        self.environment = environment
        self.find = find
        self.warn = warn
        self.evaluator = Evaluator(budget)
        self._pieces: dict[str, tuple[Piece, ...]] = {}
        self._parsed: dict[str, expr] = {}
        self._depth = 0
        self.used_arguments: set[str] = set()
        asking: dict[str, Callable[..., Any]] = {
            "arg": lambda name: _typed(self._argument(name)),
            "env": self._variable,
            "optenv": lambda name, otherwise="": self._variable(name, otherwise),
            "find": self._folder,
        }
        self._names_of_eval = names_of_eval(budget) | functions_of(budget, asking)

    def resolve(self, text: str, scope: Scope) -> Any:
        """What the text of a property gives, that is used for the first time."""
        if self._depth >= DEEPEST_PROPERTY:
            raise ExpressionError(f"more than {DEEPEST_PROPERTY} properties that are defined by each other")
        self._depth += 1
        try:
            return self.value(text, scope)
        finally:
            self._depth -= 1

    def text(self, text: str, scope: Scope) -> str:
        """What a text gives, as text."""
        if "$" not in text:
            return text
        value = self.value(text, scope)
        if type(value) is not str:
            value = text_of(self.budget.weigh(value))
        self.budget.weigh_text(len(value))
        return value

    def value(self, text: str, scope: Scope) -> Any:
        """What a text gives; a lone expression may give a number, a list or a map."""
        if "$" not in text:
            return text
        pieces = self._pieces.get(text)
        if pieces is None:
            self.budget.weigh_text(len(text))
            self.budget.take(len(text) >> 3)
            pieces = self._pieces[text] = _pieces_of(text)
        if len(pieces) == 1:
            return self._value_of(*pieces[0], scope)
        self.budget.take(len(pieces))
        texts = [text_of(self.budget.weigh(self._value_of(kind, each, scope))) for kind, each in pieces]
        self.budget.weigh_text(sum(map(len, texts)))
        return "".join(texts)

    def _value_of(self, kind: str, text: str, scope: Scope) -> Any:
        if kind == "expression":
            return self.expression(text, scope)
        return self._command(self.text(text, scope), text) if kind == "command" else text

    def expression(self, text: str, scope: Scope, *, is_resolved: bool = False) -> Any:
        """What an expression gives. text: between the braces. is_resolved: a ``$`` in it means nothing any more."""
        try:
            inner = self.text(text, scope) if "$" in text and not is_resolved else text
            tree = self._parsed.get(inner)
            if tree is None:
                self.budget.take(len(inner) >> 1)
                tree = parsed(inner)
                if len(self._parsed) < _REMEMBERED:
                    self._parsed[inner] = tree
            return self.evaluator.value(tree, scope)
        except ExpressionError as problem:
            error = problem
        except _PROBLEMS as problem:
            error = ExpressionError(_explained(problem))
        error.expression = error.expression or text.strip()
        raise error

    # -- substitutions

    def _command(self, text: str, written: str) -> str:
        """What ``$(...)`` gives. text: between the parentheses."""
        if text == "cwd":
            return os.path.abspath(os.curdir)
        if text.startswith("eval "):
            return self._eval(text[5:])
        if "$" in text or "(" in text:
            raise ExpressionError(f"$({written[:60]}) holds another substitution", "a name")
        words = [word for word in text.split(" ") if word]
        if not words or words[0] not in _COMMANDS:
            close = close_name(words[0], _COMMANDS) if words else ""
            raise ExpressionError(f"unknown substitution $({text[:60]})", f"one of {', '.join(_COMMANDS)}", close)
        command, *given = words
        if command == "dirname":
            raise ExpressionError("$(dirname) has no meaning in a xacro file", hint="use $(find PACKAGE) or a path relative to the file")
        if len(given) != 1 and not (command == "optenv" and given):
            raise ExpressionError(f"$({text[:60]}) has {len(given)} names", f"one, as in $({command} name)")
        if command == "optenv":
            result = self._variable(given[0], " ".join(given[1:]))
        else:
            result = {"arg": self._argument, "env": self._variable, "find": self._folder}[command](given[0])
        return _NESTED.sub(lambda found: self._folder(found.group(1)), result) if "$(find" in result else result

    def unknown_arguments(self) -> list[tuple[str, str]]:
        """The arguments that were given and that nothing has declared or used, each with the nearest name of another, "" for none."""
        known = sorted(self.used_arguments)  # so that the nearest of several is always the same
        return [(name, close_name(name, known)) for name in self.arguments if name not in known]

    def _argument(self, name: str) -> str:
        self.used_arguments.add(name)
        if name not in self.arguments:
            hint = f'give --parameter {name}:=VALUE, or declare <xacro:arg name="{name}" default="..."/> before'
            raise ExpressionError(f"the argument {name!r} has no value", "", close_name(name, list(self.arguments)), hint)
        return self.arguments[name]

    def _variable(self, name: str, otherwise: str | None = None) -> str:
        if name not in self.environment:
            if otherwise is None:
                raise ExpressionError(f"the environment variable {name!r} may not be read", hint=f"allow it by --allow-env {name}")
            self.warn(f"$(optenv {name}) gives its default: --allow-env {name} lets the variable be read")
            return otherwise
        value = self.environment[name]
        if value is None and otherwise is None:
            raise ExpressionError(f"the environment variable {name!r} is not set")
        return value if value is not None else otherwise or ""

    def _folder(self, package: str) -> str:
        self.budget.take(_STEPS_OF_PACKAGE)
        found = self.find(package) if package not in (".", "..") and not _NO_PACKAGE.search(package) else None
        if found is None:
            hint = "name the folder that holds it by --search-path"
            raise ExpressionError(f"the package {package[:60]!r} is not found", hint=hint)
        return found

    def _eval(self, text: str) -> str:
        """What ``$(eval ...)`` gives: an expression that knows arguments by their names, but no properties."""
        if "__" in text:
            raise ExpressionError(f"$(eval {text.strip()[:60]}) contains __, which is not allowed")
        self.used_arguments.update(name for name in self.arguments if name in text)
        names = {name: _typed(value) for name, value in self.arguments.items()} | self._names_of_eval
        return text_of(self.expression(text, Scope(self.resolve, names=names), is_resolved=True))


_NO_PACKAGE = re.compile(r"[/\\:\0]")
"""What would make a path of the name of a package."""
_STEPS_OF_PACKAGE = 100
_REMEMBERED = 10_000
"""Expressions whose syntax trees are kept, in case they are evaluated again."""

_PROBLEMS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, UnicodeError, ValueError, MemoryError)
"""What Python's operators and functions raise for values that they do not take."""


def _pieces_of(text: str) -> tuple[Piece, ...]:
    """The pieces of a text. Raises ExpressionError for a ``${`` without end."""
    pieces, at = [], 0
    while at < len(text):
        found = _PIECE.match(text, at)
        if found is None:
            left = text[at : at + 40]
            raise ExpressionError(f"{left!r} is not a complete expression", "${...} or $(...)", hint="write $${ for a ${ that is text")
        kind = found.lastgroup or "text"
        pieces.append((kind, found.group(kind)[1:] if kind == "escaped" else found.group(kind)))
        at = found.end()
    return tuple(pieces)


def _explained(problem: BaseException) -> str:
    if isinstance(problem, RecursionError):
        return "the expression is nested too deep"
    if isinstance(problem, KeyError):
        return f"the map has no key {str(problem)[:60]}"
    return (str(problem) or type(problem).__name__).replace("\n", " ")[:200]


def _typed(value: str) -> Any:
    """An argument as ``$(eval ...)`` sees it: a number or flag where it looks like one."""
    try:
        return float(value) if "." in value else int(value)
    except ValueError:
        return {"true": True, "false": False}.get(value.lower(), value)
