"""Expressions: parsed by Python's own parser, checked against a list of syntax nodes, and evaluated here. Nothing is compiled or run."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scenec.xacro.functions import METHODS, items_of
from scenec.xacro.limits import DEEPEST_EXPRESSION, LONGEST_EXPRESSION, Budget, ExpressionError, close_name
from scenec.xacro.operators import BINARY, COMPARISONS, UNARY
from scenec.xacro.scopes import Scope
from scenec.xacro.values import DottedMap, Function, Functions, text_of


def parsed(text: str) -> ast.expr:
    """Return the syntax tree of an expression. Raises ExpressionError for what is none, and for nodes that are not allowed."""
    if len(text) > LONGEST_EXPRESSION:
        raise ExpressionError(f"an expression of more than {LONGEST_EXPRESSION:,} characters")
    try:
        with warnings.catch_warnings():  # of escapes that mean nothing, and of numbers that touch a word
            warnings.simplefilter("ignore")
            tree = ast.parse(text.strip(), "<expression>", "eval").body
    except SyntaxError as problem:
        raise ExpressionError(f"invalid syntax: {problem.msg}") from None
    except (ValueError, MemoryError, RecursionError, OverflowError):
        raise ExpressionError("an expression that is nested too deep or holds no text") from None
    level: list[ast.AST] = [tree]
    for _ in range(DEEPEST_EXPRESSION):
        for node in level:
            if type(node) not in _VISITORS and type(node) not in _PARTS:
                raise ExpressionError(f"{_word(node)} is not allowed in expressions")
        level = [child for node in level for child in ast.iter_child_nodes(node) if not isinstance(child, _WORDS)]
        if not level:
            return tree
    raise ExpressionError(f"an expression nested deeper than {DEEPEST_EXPRESSION}")


def _word(node: ast.AST) -> str:
    return {"JoinedStr": "an f-string", "NamedExpr": "an assignment", "Starred": "a star", "Await": "await"}.get(
        type(node).__name__, type(node).__name__
    )


class Evaluator:
    """Evaluates syntax trees. budget: what it may take."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def value(self, node: ast.expr, scope: Scope) -> Any:
        """The value of a node. Raises ExpressionError, and what Python's operators and functions raise."""
        budget = self.budget
        budget.left -= 1
        if budget.left < 0:
            budget.take(1)
        return _VISITORS[type(node)](self, node, scope)

    # -- literals and names

    def constant(self, node: ast.Constant, _scope: Scope) -> Any:
        if not isinstance(node.value, (str, int, float, complex, type(None))):
            raise ExpressionError(f"{node.value!r} is not allowed in expressions")
        return self.budget.weigh(node.value)

    def name(self, node: ast.Name, scope: Scope) -> Any:
        if node.id.startswith("__"):
            raise ExpressionError(f"the name {node.id} is not allowed", hint="names of expressions do not begin with __")
        self.budget.left -= scope.depth >> 4
        try:
            return scope.lookup(node.id)
        except KeyError:
            raise ExpressionError(f"{node.id[:60]!r} is not defined", "", scope.close(node.id)) from None

    def sequence(self, node: ast.List | ast.Tuple | ast.Set, scope: Scope) -> Any:
        return self._made({ast.List: list, ast.Tuple: tuple, ast.Set: set}[type(node)], self._values(node.elts, scope))

    def _values(self, nodes: list[ast.expr], scope: Scope) -> list[Any]:
        """The values of nodes in a list or call, where a star stands for what a value holds."""
        held: list[Any] = []
        for each in nodes:
            if isinstance(each, ast.Starred):
                held.extend(items_of(self.budget.weigh(self.value(each.value, scope))))
                self.budget.take(2 * len(held))
            else:
                held.append(self.value(each, scope))
        return held

    def _made(self, kind: Callable[[list[Any]], Any], held: list[Any]) -> Any:
        """A list, tuple, set or map of values."""
        if kind is set or kind is dict:
            self.budget.weigh_keys([pair[0] for pair in held] if kind is dict else held)
        return self.budget.weigh(held if kind is list else kind(held))

    def starred(self, node: ast.Starred, _scope: Scope) -> Any:
        raise ExpressionError("a star where no list or call is")

    def map(self, node: ast.Dict, scope: Scope) -> Any:
        pairs = []
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                raise ExpressionError("** is not allowed in a map")
            pairs.append((self.budget.weigh(self.value(key, scope)), self.value(value, scope)))
        return self._made(dict, pairs)

    # -- operators

    def binary(self, node: ast.BinOp, scope: Scope) -> Any:
        first, second = self.value(node.left, scope), self.value(node.right, scope)
        operation = BINARY.get(type(node.op))
        if operation is None:
            raise ExpressionError(f"the operator {type(node.op).__name__} is not allowed in expressions")
        return self.budget.weigh(operation(first, second))

    def unary(self, node: ast.UnaryOp, scope: Scope) -> Any:
        return UNARY[type(node.op)](self.value(node.operand, scope))

    def both(self, node: ast.BoolOp, scope: Scope) -> Any:
        stops = isinstance(node.op, ast.Or)
        value: Any = None
        for each in node.values:
            value = self.value(each, scope)
            if bool(value) is stops:
                break
        return value

    def comparison(self, node: ast.Compare, scope: Scope) -> Any:
        first, result = self.value(node.left, scope), True
        for operation, right in zip(node.ops, node.comparators, strict=True):
            second = self.value(right, scope)
            if isinstance(first, _LARGE) or isinstance(second, _LARGE):
                self.budget.weigh(first)
                self.budget.weigh(second)
            result = COMPARISONS[type(operation)](first, second)
            if not result:
                break
            first = second
        return result

    def choice(self, node: ast.IfExp, scope: Scope) -> Any:
        return self.value(node.body if self.value(node.test, scope) else node.orelse, scope)

    # -- parts of values

    def subscript(self, node: ast.Subscript, scope: Scope) -> Any:
        value, index = self.value(node.value, scope), self.budget.weigh(self.value(node.slice, scope))
        if isinstance(value, DottedMap):
            return _of_map(value, index)
        if not isinstance(value, (str, list, tuple, dict, range)):
            raise ExpressionError(f"{_called(value)} has no parts to be taken by []")
        found = value[index]
        return self.budget.weigh(found) if isinstance(index, slice) else found

    def slice(self, node: ast.Slice, scope: Scope) -> Any:
        bounds = (node.lower, node.upper, node.step)
        return slice(*(None if bound is None else self.value(bound, scope) for bound in bounds))

    def attribute(self, node: ast.Attribute, scope: Scope) -> Any:
        value, name = self.value(node.value, scope), node.attr
        if name.startswith("__"):
            raise ExpressionError(f"the attribute {name} is not allowed", hint="names of expressions do not begin with __")
        if isinstance(value, Functions):
            if name not in value.members:
                raise ExpressionError(f"{value.name} has no {name!r}", "", close_name(name, list(value.members)))
            return value.members[name]
        if isinstance(value, Scope):
            try:
                return value.lookup(name)
            except KeyError:
                raise ExpressionError(f"{name!r} is not defined", "", value.close(name)) from None
        kind: type = next((kind for kind in METHODS if isinstance(value, kind)), type(None))
        method = METHODS.get(kind, {}).get(name)
        if method is not None:
            return Function(self.budget, name, self._bound(value, method))
        if isinstance(value, DottedMap) and not hasattr(dict, name):
            return _of_map(value, name)
        refused = "is not allowed in expressions" if hasattr(kind, name) else "does not exist"
        hint = "use '%.3f' % value" if name == "format" else ""
        raise ExpressionError(
            f"the attribute {name!r} of {_called(value)} {refused}", "", close_name(name, list(METHODS.get(kind, {}))), hint
        )

    def _bound(self, value: Any, method: Callable[..., Any]) -> Callable[..., Any]:
        """A method of a value. What it looks through is counted each time: it may be called for many values by another function."""

        def call(*values: Any, **named: Any) -> Any:
            self.budget.weigh(value if isinstance(value, (str, list, tuple)) else None)
            return self.budget.weigh(method(value, *values, **named))

        return call

    # -- calls and repetitions

    def call(self, node: ast.Call, scope: Scope) -> Any:
        function = self.value(node.func, scope)
        if not isinstance(function, Function):
            raise ExpressionError(f"{_called(function)} is no function")
        values = self._values(node.args, scope)
        named = {}
        for keyword in node.keywords:
            value = self.value(keyword.value, scope)
            if keyword.arg is not None:
                named[keyword.arg] = value
            elif isinstance(value, dict) and all(isinstance(key, str) for key in value):
                named.update(value)
            else:
                raise ExpressionError("** of what is no map of names")
        weigh = self.budget.weigh
        for value in values:
            weigh(value)
        for value in named.values():
            weigh(value)
        try:
            return weigh(function.call(*values, **named))
        except TypeError as problem:
            what = str(problem)
            raise ExpressionError(f"{function.name}() does not take these values" if "<l" in what or "_" in what else what) from None

    def function(self, node: ast.Lambda, scope: Scope) -> Any:
        given = node.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
            raise ExpressionError("a lambda with other than plain parameters is not allowed in expressions")
        parameters = [each.arg for each in (*given.posonlyargs, *given.args)]

        def call(*values: Any) -> Any:
            if len(values) != len(parameters):
                raise ExpressionError(f"a lambda of {len(parameters)} parameters gets {len(values)} values")
            return self.value(node.body, scope.inner(dict(zip(parameters, values, strict=True))))

        return Function(self.budget, "lambda", call)

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, scope: Scope) -> Any:
        held = [self.value(node.elt, bound) for bound in self._bindings(node.generators, scope)]
        return self._made(set if isinstance(node, ast.SetComp) else list, held)

    def map_comprehension(self, node: ast.DictComp, scope: Scope) -> Any:
        bindings = self._bindings(node.generators, scope)
        return self._made(dict, [(self.value(node.key, bound), self.value(node.value, bound)) for bound in bindings])

    def _bindings(self, generators: list[ast.comprehension], scope: Scope) -> Iterator[Scope]:
        if not generators:
            yield scope
            return
        first, *others = generators
        if first.is_async:
            raise ExpressionError("async is not allowed in expressions")
        for item in items_of(self.budget.weigh(self.value(first.iter, scope))):
            self.budget.take(3)
            bound = scope.inner()
            _bind(first.target, item, bound.values)
            if all(self.value(test, bound) for test in first.ifs):
                yield from self._bindings(others, bound)


def _bind(target: ast.expr, value: Any, values: dict[str, Any]) -> None:
    if isinstance(target, ast.Name):
        values[target.id] = value
    elif isinstance(target, (ast.Tuple, ast.List)):
        parts = items_of(value)
        if len(parts) != len(target.elts):
            raise ExpressionError(f"{len(parts)} values for {len(target.elts)} names")
        for each, part in zip(target.elts, parts, strict=True):
            _bind(each, part, values)
    else:
        raise ExpressionError(f"{_word(target)} is not allowed as the variable of a comprehension")


def _of_map(value: DottedMap, key: Any) -> Any:
    try:
        return value[key]
    except KeyError:
        close = close_name(key, value)
        raise ExpressionError(f"the map has no key {str(key)[:60]!r}", "", close) from None


def _called(value: Any) -> str:
    """A value as errors call it."""
    if isinstance(value, (Function, Functions)):
        return value.name
    shown = "" if isinstance(value, (*_CONTAINERS, Scope)) else f" {text_of(value)[:40]!r}"
    return f"{type(value).__name__.replace('DottedMap', 'map')}{shown}"


_CONTAINERS = (list, tuple, dict, set, frozenset)
_LARGE = (*_CONTAINERS, str, range)

_VISITORS: Mapping[type[ast.AST], Callable[[Evaluator, Any, Scope], Any]] = {
    ast.Constant: Evaluator.constant,
    ast.Name: Evaluator.name,
    ast.List: Evaluator.sequence,
    ast.Tuple: Evaluator.sequence,
    ast.Set: Evaluator.sequence,
    ast.Starred: Evaluator.starred,
    ast.Dict: Evaluator.map,
    ast.BinOp: Evaluator.binary,
    ast.UnaryOp: Evaluator.unary,
    ast.BoolOp: Evaluator.both,
    ast.Compare: Evaluator.comparison,
    ast.IfExp: Evaluator.choice,
    ast.Subscript: Evaluator.subscript,
    ast.Slice: Evaluator.slice,
    ast.Attribute: Evaluator.attribute,
    ast.Call: Evaluator.call,
    ast.Lambda: Evaluator.function,
    ast.ListComp: Evaluator.comprehension,
    ast.SetComp: Evaluator.comprehension,
    ast.GeneratorExp: Evaluator.comprehension,
    ast.DictComp: Evaluator.map_comprehension,
}
"""The syntax nodes that are allowed, and what evaluates each."""
_PARTS = frozenset({ast.keyword, ast.arguments, ast.arg, ast.comprehension})
"""Allowed, too: parts of calls, lambdas and comprehensions, which evaluate them."""
_WORDS = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)
"""What syntax trees have for operators, which `scenec.xacro.operators` lists, and for how a name is used."""
