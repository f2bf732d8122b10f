"""Expressions: parsed by Python's own parser, checked against a list of syntax nodes, and evaluated here. Nothing is compiled or run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec

from scenec.xacro.limits import DEEPEST_EXPRESSION, LONGEST_EXPRESSION, Budget, ExpressionError, close_name, refuse_more
from scenec.xacro.operations import METHODS, OPERATORS, DottedMap, Function
from scenec.xacro.scopes import Scope


def parsed(text: str) -> ast.expr:
    """Return the syntax tree of an expression. Raises ExpressionError for what is not allowed, SyntaxError for what is none."""
    refuse_more(len(text), LONGEST_EXPRESSION, "characters of an expression")
    with warnings.catch_warnings():  # of escapes that mean nothing, and of numbers that touch a word
        warnings.simplefilter("ignore")
        tree = ast.parse(text.strip(), "<expression>", "eval").body
    level: list[ast.AST] = [tree]
    for _ in range(DEEPEST_EXPRESSION + 1):  # with the nodes that say how a name is used
        for node in level:
            if type(node) not in ALLOWED or not ALLOWED[type(node)](node) or (node is tree and isinstance(node, ast.Starred)):
                shown = ast.unparse(node).strip()[:60] or type(node).__name__
                raise ExpressionError(f"{shown!r} is not allowed in expressions")
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        if not level:
            return tree
    raise ExpressionError(f"an expression nested deeper than {DEEPEST_EXPRESSION}")


class Evaluator(msgspec.Struct):
    """Evaluates syntax trees. budget: what it may take."""

    budget: Budget

    def value(self, node: ast.expr, scope: Scope) -> Any:
        """The value of a node. Raises ExpressionError, and what Python's operators and functions raise."""
        self.budget.take(1 + (scope.depth >> 4))
        return _VISITORS[type(node)](self, node, scope)

    def values(self, nodes: Iterable[Any], scope: Scope) -> list[Any]:
        """The values of nodes in a list or call, where a star stands for what a value holds."""
        held: list[Any] = []
        for each in nodes:
            if isinstance(each, ast.Starred):
                held.extend(self.budget.weigh(self.value(each.value, scope)))
                self.budget.take(2 * len(held))
            else:
                held.append(self.value(each, scope))
        return held

    def made(self, kind: type, held: list[Any]) -> Any:
        """A list, tuple, set or map of values."""
        if kind is set or kind is dict:
            self.budget.weigh_keys([self.budget.weigh(each[0]) for each in held] if kind is dict else held)
        return self.budget.weigh(held if kind is list else kind(held))

    def attribute(self, node: ast.Attribute, scope: Scope) -> Any:
        value, name = self.value(node.value, scope), node.attr
        if isinstance(value, Scope):
            return value.lookup(name)
        methods = next((METHODS[kind] for kind in METHODS if isinstance(value, kind)), {})
        if name in methods:
            return Function(self.budget, name, methods[name], value)
        if isinstance(value, DottedMap) and not hasattr(dict, name):
            return value[name]
        raise ExpressionError(f"{type(value).__name__} has no {name!r} that expressions may use", "", close_name(name, methods))

    def subscript(self, node: ast.Subscript, scope: Scope) -> Any:
        value, index = self.value(node.value, scope), self.budget.weigh(self.value(node.slice, scope))
        return self.budget.weigh(value[index]) if isinstance(index, slice) else value[index]

    def both(self, node: ast.BoolOp, scope: Scope) -> Any:
        value: Any = None
        for each in node.values:
            value = self.value(each, scope)
            if bool(value) is isinstance(node.op, ast.Or):
                break
        return value

    def comparison(self, node: ast.Compare, scope: Scope) -> Any:
        first, result = self.value(node.left, scope), True
        for operation, right in zip(node.ops, node.comparators, strict=True):
            second = self.value(right, scope)
            self.budget.weigh(first)
            self.budget.weigh(second)
            result = OPERATORS[type(operation)](first, second)
            if not result:
                break
            first = second
        return result

    def call(self, node: ast.Call, scope: Scope) -> Any:
        function = self.value(node.func, scope)
        if not isinstance(function, Function):
            raise ExpressionError(f"a value of type {type(function).__name__} is no function")
        values, named = self.values(node.args, scope), {}
        for keyword in node.keywords:
            value = self.value(keyword.value, scope)
            named.update({keyword.arg: value} if keyword.arg is not None else {**value})
        return function(*values, **named)

    def function(self, node: ast.Lambda, scope: Scope) -> Any:
        parameters = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]

        def call(*values: Any) -> Any:
            if len(values) != len(parameters):
                raise ExpressionError(f"a lambda of {len(parameters)} parameters gets {len(values)} values")
            return self.value(node.body, scope.inner(dict(zip(parameters, values, strict=True))))

        return Function(self.budget, "lambda", call)

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, scope: Scope) -> Any:
        held: list[Any] = []
        for bound in self._bindings(node.generators, scope):
            if isinstance(node, ast.DictComp):
                held.append((self.value(node.key, bound), self.value(node.value, bound)))
            else:
                held.append(self.value(node.elt, bound))
        return self.made({ast.DictComp: dict, ast.SetComp: set}.get(type(node), list), held)

    def _bindings(self, generators: list[ast.comprehension], scope: Scope) -> Iterator[Scope]:
        if not generators:
            yield scope
            return
        first, *others = generators
        for item in self.budget.weigh(self.value(first.iter, scope)):
            self.budget.take(3)
            bound = scope.inner()
            _bind(first.target, item, bound.values)
            if all(self.value(test, bound) for test in first.ifs):
                yield from self._bindings(others, bound)


def _bind(target: ast.expr, value: Any, values: dict[str, Any]) -> None:
    if isinstance(target, ast.Name):
        values[target.id] = value
    else:
        assert isinstance(target, (ast.Tuple, ast.List))  # others are not allowed
        parts = [*value]
        if len(parts) != len(target.elts):
            raise ExpressionError(f"{len(parts)} values for {len(target.elts)} names")
        for each, part in zip(target.elts, parts, strict=True):
            _bind(each, part, values)


_VISITORS: Mapping[type[ast.AST], Callable[[Evaluator, Any, Scope], Any]] = {
    ast.Constant: lambda self, node, _scope: self.budget.weigh(node.value),
    ast.Name: lambda _self, node, scope: scope.lookup(node.id),
    ast.Attribute: Evaluator.attribute,
    ast.Subscript: Evaluator.subscript,
    ast.Slice: lambda self, node, scope: slice(*(each and self.value(each, scope) for each in (node.lower, node.upper, node.step))),
    ast.List: lambda self, node, scope: self.made(list, self.values(node.elts, scope)),
    ast.Tuple: lambda self, node, scope: self.made(tuple, self.values(node.elts, scope)),
    ast.Set: lambda self, node, scope: self.made(set, self.values(node.elts, scope)),
    ast.Dict: lambda self, node, scope: self.made(
        dict, [*zip(self.values(node.keys, scope), self.values(node.values, scope), strict=True)]
    ),
    ast.UnaryOp: lambda self, node, scope: OPERATORS[type(node.op)](self.value(node.operand, scope)),
    ast.BinOp: lambda self, node, scope: self.budget.weigh(OPERATORS[type(node.op)](*self.values((node.left, node.right), scope))),
    ast.BoolOp: Evaluator.both,
    ast.Compare: Evaluator.comparison,
    ast.IfExp: lambda self, node, scope: self.value(node.body if self.value(node.test, scope) else node.orelse, scope),
    ast.Call: Evaluator.call,
    ast.Lambda: Evaluator.function,
    **dict.fromkeys((ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp), Evaluator.comprehension),
}
"""The syntax nodes that have values, and what evaluates each."""
ALLOWED: Mapping[type[ast.AST], Callable[[Any], bool]] = {
    **dict.fromkeys((*_VISITORS, *OPERATORS, ast.And, ast.Or, ast.Load, ast.Store, ast.keyword, ast.arg), lambda node: True),
    ast.Starred: lambda node: isinstance(node.ctx, ast.Load),
    ast.Subscript: lambda node: isinstance(node.ctx, ast.Load),
    ast.Constant: lambda node: isinstance(node.value, (str, int, float, complex, type(None))),
    ast.Name: lambda node: not node.id.startswith("__"),
    ast.Attribute: lambda node: isinstance(node.ctx, ast.Load) and not node.attr.startswith("__"),
    ast.Dict: lambda node: None not in node.keys,
    ast.arguments: lambda node: not (node.vararg or node.kwarg or node.kwonlyargs or node.defaults),
    ast.comprehension: lambda node: not node.is_async,
}
"""The syntax nodes that expressions may have, and whether one of them may be as it is: nothing with the names of Python's own parts."""
