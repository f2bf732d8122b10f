"""Find the printing statements of a writer and the ways to break each, by its syntax tree.

A construct is what prints: `add` (an element or list is added), `attribute`, `text`, `vector` (a function that prints components),
`line` (a piece of text is appended or yielded), `call` (a whole part is written by another function), `row` (a line of a table) and
`axes` (the order of components). A change is how it is broken: `deleted`, `forgotten` (the values are still computed but not printed),
`thrown away` (the element is made and never attached) or `swapped`.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

SPAN = tuple[int, int]
"""First and last line, from 1."""

ADDING = {"add", "child", "put", "comment"}
VECTORS = {"vector", "quaternion", "colour", "color", "placed_text", "numbers", "vec"}
WRITING = ("write", "put", "print", "place")
AXES = {"xyz", "xyzw", "wxyz", "rgba", "rgb"}
CONSTRUCTS = ("add", "attribute", "text", "vector", "line", "call", "row", "axes")


@dataclass(frozen=True)
class Mutant:
    """One broken statement. file: as it was given; start, end: what `replacement` replaces, in bytes; lines: the spans whose execution
    means that the statement was reached; tables: the names that lead to it, for a table of the module."""

    file: str
    construct: str
    change: str
    start: int
    end: int
    replacement: str
    lines: tuple[SPAN, ...]
    shown: str
    table: str = ""

    @property
    def place(self) -> str:
        return f"{self.file}:{self.lines[0][0]}"

    def apply(self, source: bytes) -> bytes:
        """Return the source with the statement broken."""
        return source[: self.start] + self.replacement.encode() + source[self.end :]


def mutants_of(source: bytes, file: str) -> list[Mutant]:
    """Return all mutants of a module, in the order of its lines. Those that are no Python any more are left out."""
    tree = ast.parse(source)
    found = sorted(_Finder(source, file, tree).mutants(), key=lambda each: (each.start, each.end, each.construct, each.change))
    return [each for each in found if each.apply(source) != source and _compiles(each.apply(source))]


def uses_of(source: bytes, name: str) -> list[SPAN]:
    """Return the lines inside functions that read a name."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            found += [
                (node.lineno, node.end_lineno or node.lineno)
                for node in ast.walk(function)
                if (isinstance(node, ast.Name) and node.id == name) or (isinstance(node, ast.Attribute) and node.attr == name)
            ]
    return sorted(set(found))


def _compiles(source: bytes) -> bool:
    try:
        compile(source, "mutant", "exec")
    except SyntaxError:
        return False
    return True


class _Finder:
    """The mutants of one module."""

    def __init__(self, source: bytes, file: str, tree: ast.Module) -> None:
        self.source, self.file, self.tree = source, file, tree
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        for node in ast.walk(self.tree):
            for _, block in ast.iter_fields(node):
                if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                    yield from self._of_block(block)
            if isinstance(node, ast.Call):
                yield from self._of_call(node)
            if isinstance(node, ast.FunctionDef):
                yield from self._of_defaults(node)
            if isinstance(node, ast.For | ast.comprehension):
                yield from self._of_rows(_rows_in(node.iter), "")
        for statement in self.tree.body:
            yield from self._of_table(statement)

    # -- statements

    def _of_block(self, block: Sequence[ast.stmt]) -> Iterator[Mutant]:
        for statement in block:
            yield from self._of_statement(statement)
        for one, other in pairwise(block):
            yield from self._exchanged(one, other)

    def _of_statement(self, statement: ast.stmt) -> Iterator[Mutant]:
        printed = _printed_by(statement)
        if printed is not None:
            construct, values = printed
            yield self._made(statement, construct, "deleted", "pass")
            computed = _computed(values)
            if computed and construct != "call":
                yield self._made(statement, construct, "forgotten", f"({computed})")
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call) and _is_element(statement.value):
            call = statement.value
            assert isinstance(call.func, ast.Attribute)
            yield self._made(call.func, "add", "thrown away", f"type({ast.unparse(call.func.value)})", shown=statement)
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Tuple):
            names = statement.targets[0].elts
            if len(names) in (3, 4) and all(isinstance(name, ast.Name) and name.id in AXES_NAMES for name in names):
                yield self._made(statement.targets[0], "axes", "swapped", _tuple_of(_exchanged_items(names)), shown=statement)

    def _exchanged(self, one: ast.stmt, other: ast.stmt) -> Iterator[Mutant]:
        """The names of two neighbours that print in the same way, each under the other's."""
        if type(one) is not type(other):
            return
        first, second = _name_of(one), _name_of(other)
        if first is None or second is None or first.value == second.value or _printed_by(one) is None:
            return
        if _without(one, first) == _without(other, second):  # only their order would change
            return
        start, end = self._span(first)[0], self._span(second)[1]
        between = self.source[self._span(first)[1] : self._span(second)[0]].decode()
        construct = (_printed_by(one) or ("",))[0]
        yield self._raw(construct, "swapped", (start, end), f"{second.value!r}{between}{first.value!r}", one, _lines_of(one, other))

    # -- calls

    def _of_call(self, call: ast.Call) -> Iterator[Mutant]:
        construct = _construct_of(call)
        if construct is None:
            return
        if construct in ("add", "attribute") and call.keywords:
            for keyword in call.keywords:
                less = copy.copy(call)
                less.keywords = [each for each in call.keywords if each is not keyword]
                if keyword.arg not in (None, "always"):
                    yield self._made(call, "attribute", "deleted", ast.unparse(less))
        for i in range(len(call.args) - 1):
            one, other = call.args[i : i + 2]
            if _are_equal_expressions(one, other):
                swapped = copy.copy(call)
                swapped.args = [*call.args[:i], other, one, *call.args[i + 2 :]]
                yield self._made(call, construct, "swapped", ast.unparse(swapped))
        for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
            yield from self._of_axes(argument)

    def _of_axes(self, node: ast.expr) -> Iterator[Mutant]:
        """Components in another order: a word of axes, or a tuple of values."""
        if isinstance(node, ast.Constant) and node.value in AXES:
            word = str(node.value)
            yield self._made(node, "axes", "swapped", repr(word[1] + word[0] + word[2:]))
        if isinstance(node, ast.Tuple) and len(node.elts) >= 2 and not any(isinstance(each, ast.Starred) for each in node.elts[:2]):
            yield self._made(node, "axes", "swapped", _tuple_of(_exchanged_items(node.elts)))

    def _of_defaults(self, function: ast.FunctionDef) -> Iterator[Mutant]:
        for default in function.args.defaults:
            for mutant in self._of_axes(default):
                body = function.body[0]
                yield self._raw("axes", "swapped", (mutant.start, mutant.end), mutant.replacement, default, (_line_span(body),))

    # -- tables

    def _of_table(self, statement: ast.stmt) -> Iterator[Mutant]:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            if isinstance(target, ast.Name):
                yield from self._of_rows(_rows_in(statement.value), target.id)

    def _of_rows(self, rows: Sequence[tuple[ast.expr, ast.expr]], table: str) -> Iterator[Mutant]:
        """Rows of a dict, or of a tuple: one is missing, or two have each other's last value."""
        if len(rows) < 2:
            return
        spans = [(self._span(first)[0], self._span(last)[1]) for first, last in rows]
        for i, (first, _) in enumerate(rows):
            following = spans[i + 1][0] if i + 1 < len(rows) else spans[i][1]
            left = "*(), " if len(rows) == 2 and i == 0 and rows[0][0] is rows[0][1] else ""  # (b) would be no tuple
            yield self._raw("row", "deleted", (spans[i][0], following), left, first, (_line_span(first),), table)
        for (_, row), (_, next_row) in pairwise(rows):
            one, other = _last_of(row), _last_of(next_row)
            if ast.dump(one) != ast.dump(other):
                (a, b), (c, d) = self._span(one), self._span(other)
                text = self.source[c:d] + self.source[b:c] + self.source[a:b]
                yield self._raw("row", "swapped", (a, d), text.decode(), row, (_line_span(one), _line_span(other)), table)

    # -- making

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def _made(self, node: ast.expr | ast.stmt, construct: str, change: str, text: str, shown: ast.stmt | None = None) -> Mutant:
        return self._raw(construct, change, self._span(node), text, shown or node, (_line_span(shown or node),))

    def _raw(
        self,
        construct: str,
        change: str,
        span: tuple[int, int],
        text: str,
        shown: ast.expr | ast.stmt,
        lines: tuple[SPAN, ...],
        table: str = "",
    ) -> Mutant:
        what = " ".join(ast.unparse(shown).split())
        return Mutant(self.file, construct, change, *span, text, lines, what if len(what) <= 100 else f"{what[:97]}...", table)


AXES_NAMES = {"x", "y", "z", "w", "r", "g", "b", "a", "red", "green", "blue", "_", "alpha"}


def _printed_by(statement: ast.stmt) -> tuple[str, Sequence[ast.expr]] | None:
    """The construct that a statement is, and the values it prints; None for a statement that prints nothing."""
    if isinstance(statement, ast.Expr):
        value = statement.value
        if isinstance(value, ast.Yield) and value.value is not None and _is_text(value.value):
            return "line", [value.value]
        if isinstance(value, ast.Call) and (construct := _construct_of(value)) is not None:
            return construct, [*value.args, *(keyword.value for keyword in value.keywords)]
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Attribute) and target.value.attr == "attributes":
            return "attribute", [target.slice, statement.value]
        if isinstance(target, ast.Attribute) and target.attr in ("text", "atoms"):
            return "text", [statement.value]
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add) and _is_lines(statement.value):
        return "line", [statement.value]
    return None


def _construct_of(call: ast.Call) -> str | None:
    """Return what a call prints as: its construct, None for a call that prints nothing by its name and arguments."""
    function, arguments = call.func, call.args
    name = function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    bare = name.lstrip("_")
    if name in VECTORS and isinstance(function, ast.Name):  # methods of these names return text
        return "vector"
    if isinstance(function, ast.Attribute):
        if name in ADDING and (len(arguments) > 1 or (arguments and _is_text(arguments[0]))):
            return "add"
        if name == "append" and arguments and (len(arguments) > 1 or call.keywords):  # of an element: tag and text
            return "add"
        if name == "set" and len(arguments) == 2:
            return "attribute"
        if (name == "text" and len(arguments) >= 2) or (name == "say" and len(arguments) == 1):
            return "text"
        if name == "append" and arguments and (_is_text(arguments[0]) or _is_made(arguments[0]) or _is_holder(function.value)):
            return "line"
        if name in ("extend", "update") and arguments and _is_holder(function.value):
            return "attribute" if ast.unparse(function.value).endswith("attributes") else "line"
    return "call" if bare.startswith(WRITING) and arguments and bare != "placed" else None


def _is_element(call: ast.Call) -> bool:
    """Whether a call adds an element and returns it."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("add", "append"):
        return False
    return _construct_of(call) in ("add", "line") and not _is_holder(call.func.value)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def _is_made(node: ast.expr) -> bool:
    """Whether an element or list is made here."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("Out", "SList")


def _is_holder(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in ("children", "lists", "attributes")


def _is_lines(node: ast.expr) -> bool:
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return _is_text(node.elt) or _is_made(node.elt)
    return isinstance(node, ast.List | ast.Tuple) and bool(node.elts) and all(map(_is_text, node.elts))


def _computed(values: Sequence[ast.expr]) -> str:
    """Return what replaces printed values in a mutant: the items of a tuple, "" where all are constants."""
    match values:
        case [ast.Name() | ast.Attribute() as node, ast.Constant(value=str(name)), *_] if name.isidentifier():  # a node and its field
            return f"getattr({ast.unparse(node)}, {name!r}, None), "
    return "".join(f"{ast.unparse(value)}, " for value in values if not isinstance(value, ast.Constant))


def _are_equal_expressions(one: ast.expr, other: ast.expr) -> bool:
    """Whether two arguments are values of one kind, as x and y of a size are; neither a name of what is printed nor where."""
    if type(one) is not type(other) or ast.dump(one) == ast.dump(other):
        return False
    if isinstance(one, ast.Name) and isinstance(other, ast.Name):
        return max(len(one.id), len(other.id)) <= 2
    return isinstance(one, ast.Attribute | ast.Call | ast.BinOp | ast.UnaryOp | ast.Subscript)


def _name_of(statement: ast.stmt) -> ast.Constant | None:
    """The constant under which a statement prints."""
    node: ast.expr | None = None
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) and _printed_by(statement) is not None:
        node = next((each for each in statement.value.args[:2] if isinstance(each, ast.Constant)), None)
    elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
        node = statement.targets[0].slice
    return node if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _without(statement: ast.stmt, name: ast.Constant) -> str:
    """Return a statement without the constant under which it prints."""
    return ast.dump(statement).replace(ast.dump(name), "", 1)


def _rows_in(node: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """The rows of a table, each from its first to its last expression; [] for what is no table."""
    if isinstance(node, ast.Dict):
        return [(key, value) for key, value in zip(node.keys, node.values, strict=True) if key is not None]
    if isinstance(node, ast.Tuple | ast.List) and all(_is_text(each) or isinstance(each, ast.Tuple) for each in node.elts):
        return [(each, each) for each in node.elts]
    return []


def _last_of(row: ast.expr) -> ast.expr:
    return row.elts[-1] if isinstance(row, ast.Tuple) and row.elts else row


def _exchanged_items(items: Sequence[ast.expr]) -> list[ast.expr]:
    return [items[1], items[0], *items[2:]]


def _tuple_of(items: Sequence[ast.expr]) -> str:
    return f"({', '.join(ast.unparse(each) for each in items)})"


def _line_span(node: ast.expr | ast.stmt) -> SPAN:
    return node.lineno, node.end_lineno or node.lineno


def _lines_of(*nodes: ast.expr | ast.stmt) -> tuple[SPAN, ...]:
    return tuple(map(_line_span, nodes))
