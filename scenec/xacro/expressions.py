"""Expressions: parsed by Python's own parser, checked against a list of syntax nodes, and evaluated here. Nothing is compiled or run."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from scenec.xacro.functions import METHODS, items_of
from scenec.xacro.limits import DEEPEST_EXPRESSION, LONGEST_EXPRESSION, Budget, ExpressionError, close_name
from scenec.xacro.operators import BINARY, COMPARISONS, UNARY, weigh_keys
from scenec.xacro.scopes import Table
from scenec.xacro.values import DottedMap, Function, Functions, text_of

_MAY_WARN = re.compile(r"\\|\d\.?[A-Za-z_]")
"""What Python's parser may warn about: escapes that mean nothing, and numbers that touch a word."""


class Names(Protocol):
    """Where names of an expression are looked up. depth: in how many scopes at most."""

    depth: int

    def lookup(self, name: str) -> Any:
        """The value. Raises KeyError."""
        ...

    def known(self) -> tuple[list[str], list[str]]:
        """The names of the file, and the others, for an error that names the nearest one."""
        ...


class Bound:
    """The variables of a comprehension or lambda, and the names around it."""

    __slots__ = ("around", "depth", "values")

    def __init__(self, around: Names, values: dict[str, Any]) -> None:
        self.around = around
        self.depth = around.depth + 4
        self.values = values

    def lookup(self, name: str) -> Any:
        return self.values[name] if name in self.values else self.around.lookup(name)

    def known(self) -> tuple[list[str], list[str]]:
        own, others = self.around.known()
        return [*self.values, *own], others


def parsed(text: str) -> ast.expr:
    """Return the syntax tree of an expression. Raises ExpressionError for what is none, and for nodes that are not allowed."""
    if len(text) > LONGEST_EXPRESSION:
        raise ExpressionError(f"an expression of more than {LONGEST_EXPRESSION:,} characters")
    try:
        if _MAY_WARN.search(text):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(text.strip(), "<expression>", "eval").body
        else:
            tree = ast.parse(text.strip(), "<expression>", "eval").body
    except SyntaxError as problem:
        raise ExpressionError(f"invalid syntax: {problem.msg}") from None
    except (ValueError, MemoryError, RecursionError, OverflowError):
        raise ExpressionError("an expression that is nested too deep or holds no text") from None
    level: list[Any] = [tree]
    for _ in range(DEEPEST_EXPRESSION):
        below: list[Any] = []
        for node in level:
            fields = _BELOW.get(type(node))
            if fields is None:
                raise ExpressionError(f"{_word(node)} is not allowed in expressions")
            for field in fields:
                each = getattr(node, field)
                if type(each) is list:
                    below += each
                elif each is not None:
                    below.append(each)
        if not below:
            return tree
        level = below
    raise ExpressionError(f"an expression nested deeper than {DEEPEST_EXPRESSION}")


def _word(node: ast.expr) -> str:
    return {"JoinedStr": "an f-string", "NamedExpr": "an assignment", "Starred": "a star", "Await": "await", "NoneType": "**"}.get(
        type(node).__name__, type(node).__name__
    )


class Evaluator:
    """Evaluates syntax trees. budget: what it may take."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def value(self, node: ast.expr, names: Names) -> Any:
        """The value of a node. Raises ExpressionError, and what Python's operators and functions raise."""
        budget = self.budget
        budget.left -= 1
        if budget.left < 0:
            budget.take(1)
        return _VISITORS[type(node)](self, node, names)

    # -- literals and names

    def constant(self, node: ast.Constant, _names: Names) -> Any:
        if not isinstance(node.value, (str, int, float, complex, type(None))):
            raise ExpressionError(f"{node.value!r} is not allowed in expressions")
        return self.budget.weigh(node.value)

    def name(self, node: ast.Name, names: Names) -> Any:
        if node.id.startswith("__"):
            raise ExpressionError(f"the name {node.id} is not allowed", hint="names of expressions do not begin with __")
        self.budget.left -= names.depth >> 4
        try:
            return names.lookup(node.id)
        except KeyError:
            own, others = names.known()
            close = close_name(node.id, own) or close_name(node.id, others)
            raise ExpressionError(f"{node.id[:60]!r} is not defined", "", close) from None

    def sequence(self, node: ast.List | ast.Tuple | ast.Set, names: Names) -> Any:
        held = []
        for each in node.elts:
            if isinstance(each, ast.Starred):
                held.extend(items_of(self.value(each.value, names)))
                self.budget.take(len(held))
            else:
                held.append(self.value(each, names))
        if isinstance(node, ast.Set):
            weigh_keys(held, self.budget)
            return self.budget.weigh(set(held))
        return self.budget.weigh(held if isinstance(node, ast.List) else tuple(held))

    def starred(self, node: ast.Starred, _names: Names) -> Any:
        raise ExpressionError("a star where no list or call is")

    def map(self, node: ast.Dict, names: Names) -> Any:
        pairs = {}
        for key, value in zip(node.keys, node.values, strict=True):
            assert key is not None  # ** is refused by `parsed`
            pairs[self.budget.weigh(self.value(key, names))] = self.value(value, names)
        return self.budget.weigh(pairs)

    # -- operators

    def binary(self, node: ast.BinOp, names: Names) -> Any:
        first, second = self.value(node.left, names), self.value(node.right, names)
        operation = BINARY.get(type(node.op))
        if operation is None:
            raise ExpressionError(f"the operator {type(node.op).__name__} is not allowed in expressions")
        return self.budget.weigh(operation(first, second))

    def unary(self, node: ast.UnaryOp, names: Names) -> Any:
        return UNARY[type(node.op)](self.value(node.operand, names))

    def both(self, node: ast.BoolOp, names: Names) -> Any:
        stops = isinstance(node.op, ast.Or)
        value: Any = None
        for each in node.values:
            value = self.value(each, names)
            if bool(value) is stops:
                break
        return value

    def comparison(self, node: ast.Compare, names: Names) -> Any:
        first, result = self.value(node.left, names), True
        for operation, right in zip(node.ops, node.comparators, strict=True):
            second = self.value(right, names)
            if isinstance(first, _LARGE) or isinstance(second, _LARGE):
                self.budget.weigh(first)
                self.budget.weigh(second)
            result = COMPARISONS[type(operation)](first, second)
            if not result:
                break
            first = second
        return result

    def choice(self, node: ast.IfExp, names: Names) -> Any:
        return self.value(node.body if self.value(node.test, names) else node.orelse, names)

    # -- parts of values

    def subscript(self, node: ast.Subscript, names: Names) -> Any:
        value, index = self.value(node.value, names), self.budget.weigh(self.value(node.slice, names))
        if isinstance(value, DottedMap):
            return _of_map(value, index)
        if not isinstance(value, (str, list, tuple, dict, range)):
            raise ExpressionError(f"{_called(value)} has no parts to be taken by []")
        found = value[index]
        return self.budget.weigh(found) if isinstance(index, slice) else found

    def slice(self, node: ast.Slice, names: Names) -> Any:
        bounds = (node.lower, node.upper, node.step)
        return slice(*(None if bound is None else self.value(bound, names) for bound in bounds))

    def attribute(self, node: ast.Attribute, names: Names) -> Any:
        value, name = self.value(node.value, names), node.attr
        if name.startswith("__"):
            raise ExpressionError(f"the attribute {name} is not allowed", hint="names of expressions do not begin with __")
        if isinstance(value, Functions):
            if name not in value.members:
                raise ExpressionError(f"{value.name} has no {name!r}", "", close_name(name, list(value.members)))
            return value.members[name]
        if isinstance(value, Table):
            try:
                return value.lookup(name)
            except KeyError:
                raise ExpressionError(f"{name!r} is not defined", "", close_name(name, value.known()[0])) from None
        kind: type = next((kind for kind in METHODS if isinstance(value, kind)), type(None))
        method = METHODS.get(kind, {}).get(name)
        if method is not None:
            return Function(name, self._bound(value, method))
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

    def call(self, node: ast.Call, names: Names) -> Any:
        function = self.value(node.func, names)
        if not isinstance(function, Function):
            raise ExpressionError(f"{_called(function)} is no function")
        values = []
        for each in node.args:
            if isinstance(each, ast.Starred):
                values.extend(items_of(self.budget.weigh(self.value(each.value, names))))
                self.budget.take(2 * len(values))
            else:
                values.append(self.value(each, names))
        named = {}
        for keyword in node.keywords:
            value = self.value(keyword.value, names)
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

    def function(self, node: ast.Lambda, names: Names) -> Any:
        given = node.args
        if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
            raise ExpressionError("a lambda with other than plain parameters is not allowed in expressions")
        parameters = [each.arg for each in (*given.posonlyargs, *given.args)]

        def call(*values: Any) -> Any:
            if len(values) != len(parameters):
                raise ExpressionError(f"a lambda of {len(parameters)} parameters gets {len(values)} values")
            return self.value(node.body, Bound(names, dict(zip(parameters, values, strict=True))))

        return Function("lambda", call)

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp, names: Names) -> Any:
        held = [self.value(node.elt, bound) for bound in self._bindings(node.generators, names)]
        if isinstance(node, ast.SetComp):
            weigh_keys(held, self.budget)
            return self.budget.weigh(set(held))
        return self.budget.weigh(held)

    def map_comprehension(self, node: ast.DictComp, names: Names) -> Any:
        pairs = [(self.value(node.key, bound), self.value(node.value, bound)) for bound in self._bindings(node.generators, names)]
        weigh_keys([key for key, _ in pairs], self.budget)
        return self.budget.weigh(dict(pairs))

    def _bindings(self, generators: list[ast.comprehension], names: Names) -> Iterator[Names]:
        if not generators:
            yield names
            return
        first, *others = generators
        if first.is_async:
            raise ExpressionError("async is not allowed in expressions")
        for item in items_of(self.budget.weigh(self.value(first.iter, names))):
            self.budget.take(3)
            bound = Bound(names, {})
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
    shown = "" if isinstance(value, (*_CONTAINERS, Table)) else f" {text_of(value)[:40]!r}"
    return f"{type(value).__name__.replace('DottedMap', 'map')}{shown}"


_CONTAINERS = (list, tuple, dict, set, frozenset)
_LARGE = (*_CONTAINERS, str, range)

_NODES: Mapping[type[Any], tuple[Callable[[Evaluator, Any, Names], Any] | None, tuple[str, ...]]] = {
    ast.Constant: (Evaluator.constant, ()),
    ast.Name: (Evaluator.name, ()),
    ast.List: (Evaluator.sequence, ("elts",)),
    ast.Tuple: (Evaluator.sequence, ("elts",)),
    ast.Set: (Evaluator.sequence, ("elts",)),
    ast.Starred: (Evaluator.starred, ("value",)),
    ast.Dict: (Evaluator.map, ("keys", "values")),
    ast.BinOp: (Evaluator.binary, ("left", "right")),
    ast.UnaryOp: (Evaluator.unary, ("operand",)),
    ast.BoolOp: (Evaluator.both, ("values",)),
    ast.Compare: (Evaluator.comparison, ("left", "comparators")),
    ast.IfExp: (Evaluator.choice, ("test", "body", "orelse")),
    ast.Subscript: (Evaluator.subscript, ("value", "slice")),
    ast.Slice: (Evaluator.slice, ("lower", "upper", "step")),
    ast.Attribute: (Evaluator.attribute, ("value",)),
    ast.Call: (Evaluator.call, ("func", "args", "keywords")),
    ast.keyword: (None, ("value",)),
    ast.Lambda: (Evaluator.function, ("body",)),
    ast.ListComp: (Evaluator.comprehension, ("elt", "generators")),
    ast.SetComp: (Evaluator.comprehension, ("elt", "generators")),
    ast.GeneratorExp: (Evaluator.comprehension, ("elt", "generators")),
    ast.DictComp: (Evaluator.map_comprehension, ("key", "value", "generators")),
    ast.comprehension: (None, ("target", "iter", "ifs")),
}
"""The syntax nodes that are allowed: what evaluates each, and the fields in which others stand."""
_BELOW = {kind: fields for kind, (_, fields) in _NODES.items()}
_VISITORS = {kind: visit for kind, (visit, _) in _NODES.items() if visit is not None}
