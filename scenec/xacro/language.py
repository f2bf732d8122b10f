"""Evaluation of texts: ``${expressions}`` and ``$(substitutions)`` in it are evaluated, and a lone one keeps its type."""

from __future__ import annotations

import os
import re
from ast import expr
from collections.abc import Callable, Mapping
from typing import Any

from scenec.xacro.expressions import Evaluator, parsed
from scenec.xacro.limits import DEEPEST_EXPRESSION, Budget, ExpressionError, close_name, refuse_more
from scenec.xacro.operations import MATH, PYTHON, functions_of
from scenec.xacro.scopes import Scope

_PIECE = re.compile(
    r"\$(?P<escaped>\$+[{(])|\$\{(?P<expression>[^}]*)\}|\$\((?P<command>[^)]*)\)|(?P<text>[^$]+|\$[^{($]+|\$$)|(?P<incomplete>.+)",
    re.DOTALL,
)
_NESTED = re.compile(r"\$\(find\s+([^\s)]+)\s*\)")
_NO_PACKAGE = re.compile(r"\.\.?$|.*[/\\:\0]", re.DOTALL)
"""Names of packages that would be paths."""
_STEPS_OF_PACKAGE = 100
_REMEMBERED = 10_000
"""Expressions whose syntax trees are kept, in case they are evaluated again."""


class Language:
    """Evaluates the texts of one expansion.

    budget: what it may take. arguments: those given and those that ``xacro:arg`` has declared. environment: the variables that may be read.
    find: the folder of a package, None for one that is unknown. warn: takes what is worth a remark.
    """

    def __init__(
        self, budget: Budget, arguments: dict[str, str], environment: Mapping[str, str | None], find: Callable[[str], str | None]
    ) -> None:
        self.budget = budget
        self.arguments = arguments
        self.environment = environment
        self.find = find
        self.warn: Callable[[str], None] = lambda text: None
        self.evaluator = Evaluator(budget)
        self._pieces: dict[str, list[tuple[str, str]]] = {}
        self._parsed: dict[str, expr] = {}
        self._depth = 0
        self.used_arguments: set[str] = set()
        self._commands: dict[str, Callable[..., str]] = {
            "arg": self.argument,
            "env": self._variable,
            "find": self._folder,
            "optenv": lambda name, *otherwise: self._variable(name, " ".join(otherwise)),
        }
        plain = {name: PYTHON[name] for name in ("list", "dict", "map", "str", "float", "int")} | {"true": True, "false": False}
        self._names_of_eval = functions_of(budget, {**MATH, **plain, **self._commands, "arg": lambda name: _typed(self.argument(name))})

    def text(self, text: str, scope: Scope) -> str:
        """Return what a text gives, as text."""
        if "$" not in text:
            return text
        value = self.value(text, scope)
        if type(value) is not str:
            value = str(self.budget.weigh(value))
        self.budget.weigh_text(len(value))
        return value

    def value(self, text: str, scope: Scope) -> Any:
        """Return what a text gives; a lone expression may give a number, a list or a map."""
        if "$" not in text:
            return text
        pieces = self._pieces.get(text)
        if pieces is None:
            self.budget.weigh_text(len(text))
            self.budget.take(len(text) >> 3)
            pieces = self._pieces[text] = [(each.lastgroup or "", each[each.lastgroup or 0]) for each in _PIECE.finditer(text)]
            kind, last = pieces[-1]
            if kind == "incomplete":
                raise ExpressionError(
                    f"{last[:40]!r} is not a complete expression", "${...} or $(...)", "", "write $${ for a ${ that is text"
                )
        self.budget.take(len(pieces) - 1)
        values: list[Any] = []
        for kind, piece in pieces:
            if kind == "expression":
                values.append(self.expression(piece, scope))
            else:
                values.append(self._command(self.text(piece, scope)) if kind == "command" else piece)
        if len(values) == 1:
            return values[0]
        texts = [str(self.budget.weigh(each)) for each in values]
        self.budget.weigh_text(sum(map(len, texts)))
        return "".join(texts)

    def expression(self, text: str, scope: Scope, *, is_resolved: bool = False) -> Any:
        """Return what an expression gives. text: between the braces. is_resolved: a ``$`` in it means nothing any more."""
        self._depth += 1
        try:
            refuse_more(self._depth, DEEPEST_EXPRESSION, "properties that are defined by each other")
            inner = text if is_resolved else self.text(text, scope)
            tree = self._parsed.get(inner)
            if tree is None:
                self.budget.take(len(inner) >> 1)
                tree = parsed(inner)
                if len(self._parsed) < _REMEMBERED:
                    self._parsed[inner] = tree
            return self.evaluator.value(tree, scope)
        except ExpressionError as problem:
            error = problem
        except SyntaxError as problem:
            error = ExpressionError(f"invalid syntax: {problem.msg}")
        except (RecursionError, MemoryError):
            error = ExpressionError("the expression is nested too deep")
        except KeyError as problem:
            error = ExpressionError(f"the map has no key {str(problem)[:60]}")
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as problem:  # values that Python does not take
            error = ExpressionError((str(problem) or type(problem).__name__).replace("\n", " ")[:200])
        finally:
            self._depth -= 1
        error.expression = error.expression or text.strip()
        raise error

    # -- substitutions

    def _command(self, text: str) -> str:
        """Return what ``$(...)`` gives. text: between the parentheses."""
        if text == "cwd":
            return os.path.abspath(os.curdir)
        if text.startswith("eval "):
            return self._eval(text[5:])
        command, *given = [word for word in text.split(" ") if word] or [""]
        if command not in self._commands:
            every = ("eval", *self._commands)
            raise ExpressionError(f"unknown substitution $({text[:60]})", f"one of {', '.join(every)}", close_name(command, every))
        if "$" in text or "(" in text or not given or (len(given) > 1 and command != "optenv"):
            raise ExpressionError(f"$({text[:60]}) holds other than one name", f"$({command} NAME)")
        result = self._commands[command](*given)
        return _NESTED.sub(lambda found: self._folder(found[1]), result) if "$(find" in result else result

    def unknown_arguments(self) -> list[tuple[str, str]]:
        """The arguments that were given and that nothing has declared or used, each with the nearest name of another, "" for none."""
        known = sorted(self.used_arguments)  # so that the nearest of several is always the same
        return [(name, close_name(name, known)) for name in self.arguments if name not in known]

    def argument(self, name: str) -> str:
        """The value of an argument. Raises ExpressionError."""
        self.used_arguments.add(name)
        if name not in self.arguments:
            hint = f'give --parameter {name}:=VALUE, or declare <xacro:arg name="{name}" default="..."/> before'
            raise ExpressionError(f"the argument {name!r} has no value", "", close_name(name, self.arguments), hint)
        return self.arguments[name]

    def _variable(self, name: str, otherwise: str | None = None) -> str:
        value = self.environment.get(name)
        if value is None and otherwise is None:
            is_allowed = name in self.environment
            what = f"the environment variable {name!r} {'is not set' if is_allowed else 'may not be read'}"
            raise ExpressionError(what, hint="" if is_allowed else f"allow it by --allow-env {name}")
        if name not in self.environment:
            self.warn(f"$(optenv {name}) gives its default: --allow-env {name} lets the variable be read")
        return value if value is not None else otherwise or ""

    def _folder(self, package: str) -> str:
        self.budget.take(_STEPS_OF_PACKAGE)
        found = None if _NO_PACKAGE.match(package) else self.find(package)
        if found is None:
            raise ExpressionError(f"the package {package[:60]!r} is not found", hint="name the folder that holds it by --search-path")
        return found

    def _eval(self, text: str) -> str:
        """Return what ``$(eval ...)`` gives: an expression that knows arguments by their names, but no properties."""
        if "__" in text:
            raise ExpressionError(f"$(eval {text.strip()[:60]}) contains __, which is not allowed")
        self.used_arguments.update(name for name in self.arguments if name in text)
        arguments = {name: _typed(value) for name, value in self.arguments.items()}
        return str(self.expression(text, Scope({**arguments, **self._names_of_eval}), is_resolved=True))


def _typed(value: str) -> Any:
    """An argument as ``$(eval ...)`` sees it: a number or flag where it looks like one."""
    try:
        return float(value) if "." in value else int(value)
    except ValueError:
        return {"true": True, "false": False}.get(value.lower(), value)
