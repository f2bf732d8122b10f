"""What each element of xacro does when it is met."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.errors import ReadError
from scenec.syntax.xml_mixed import MixedElement
from scenec.xacro.document import MadeElement
from scenec.xacro.limits import DEEPEST_CALL, DEEPEST_INCLUDE, ExpressionError, close_name
from scenec.xacro.macros import Call, Macro, MacroTable, Parameter, parameters_of
from scenec.xacro.passes import PREFIX, Pass
from scenec.xacro.scopes import Table
from scenec.xacro.values import text_of, truth

if TYPE_CHECKING:
    from scenec.xacro.expansion import Expansion


def perform(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    """Carry out an element whose name begins with ``xacro:``."""
    step = STEPS.get(element.tag)
    if step is not None:
        step(expansion, element, current)
    else:
        call_macro(expansion, element, current, element.tag.removeprefix(PREFIX), element.attributes)


def _given(expansion: Expansion, element: MixedElement, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> list[str | None]:
    """The attributes of an element as written, None for an optional one that is not there. Remarks on others."""
    attributes = element.attributes
    for name in required:
        if name not in attributes:
            raise ExpressionError(f"<{element.tag}> lacks the attribute {name}", f"{name}=")
    for name in attributes:
        if name not in required and name not in optional and not name.startswith("xmlns:") and expansion.is_remarking:
            close = close_name(name, (*required, *optional))
            expansion.warn(f"unknown attribute {name} of <{element.tag}>{f', did you mean {close}?' if close else ''}")
    return [attributes.get(name) for name in (*required, *optional)]


def _evaluated(expansion: Expansion, name: str, text: str, current: Pass) -> Any:
    """What an attribute of the element that is being carried out gives."""
    expansion.attribute = name
    value = expansion.language.value(text, current.table)
    expansion.attribute = None
    return value


def _dissolved(element: MixedElement) -> MadeElement:
    """Stands for an element whose content alone is kept: what adds attributes to it is lost with it, as with ROS's xacro."""
    return MadeElement(element.tag, {}, element.file, element.index, [])


# ---------------------------------------------------------------- properties, arguments, conditions


def define_property(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    required = _given(expansion, element, ("name",), ("value", "default", "remove", "scope", "lazy_eval"))
    written, value, default, remove, scope, lazy = required
    name = text_of(_evaluated(expansion, "name", written or "", current))
    expansion.attribute = "name"
    if not _is_name(name):
        raise ExpressionError(f"{name[:60]!r} cannot be the name of a property", "a Python identifier without leading __")
    is_removed = truth(_evaluated(expansion, "remove", remove or "false", current), remove or "")
    expansion.attribute = None
    if (value is not None) + (default is not None) + is_removed > 1:
        raise ExpressionError(f"the property {name!r} has several of value, default and remove", "one of them")
    table = current.table
    if name in table.names:
        expansion.warn(f"the property {name!r} hides what expressions know by this name")
    if is_removed and name in table:
        table.remove(name)
        return
    if default is not None:
        if name in table:
            return
        value = default
    is_lazy = truth(_evaluated(expansion, "lazy_eval", lazy or "true", current), lazy or "")
    target = table
    if scope not in (None, "global", "parent"):
        expansion.warn(f'scope="{scope}" has no effect: a scope is global or parent')
    if scope == "global":
        target, is_lazy = table.top(), False
    elif scope == "parent":
        target, is_lazy = _parent(table), False
    attribute = "default" if default is not None else "value"
    expansion.attribute = attribute
    if value is None:
        target.put(f"**{name}", element)
    elif is_lazy:
        target.put(name, value, lambda: expansion.place_of(element, attribute))
    else:
        target.put(name, expansion.language.value(value, table))
    expansion.attribute = None


def _is_name(name: str) -> bool:
    if not name.isidentifier() or name.startswith("__") or len(name) > _LONGEST_NAME:
        return False
    try:
        return isinstance(ast.parse(name, "<name>", "eval").body, ast.Name)
    except SyntaxError:
        return False


_LONGEST_NAME = 200


def _parent(table: Table) -> Table:
    parent = table.parent
    if not table.is_namespace:  # that of a macro: the scope of its call, not the namespace it stands in
        while parent is not None and parent.is_namespace:
            parent = parent.parent
    if parent is None:
        raise ExpressionError('scope="parent" where no macro is called', hint='use scope="global" or no scope')
    return parent


def declare_argument(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    name, default = _given(expansion, element, ("name", "default"))
    if name is not None and default is not None and name not in expansion.language.arguments:
        expansion.language.arguments[name] = text_of(_evaluated(expansion, "default", default, current))


def choose(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    (condition,) = _given(expansion, element, ("value",))
    expansion.attribute = "value"
    holds = truth(expansion.language.value(condition or "", current.table), condition or "")
    if holds is (element.tag == "xacro:if") and element.content:
        expansion.stack.append(current.inner(element.content, owner=_dissolved(element)))


# ---------------------------------------------------------------- elements and attributes


def make_element(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    written = element.attributes.get("xacro:name")
    if written is None:
        raise ExpressionError("<xacro:element> lacks the attribute xacro:name", "xacro:name=")
    tag = text_of(_evaluated(expansion, "xacro:name", written, current))
    if not tag:
        raise ExpressionError("<xacro:element> has an empty name")
    attributes = {name: value for name, value in element.attributes.items() if name != "xacro:name"}
    named = msgspec.structs.replace(element, tag=tag, attributes=attributes)
    expansion.item = named
    if tag.startswith(PREFIX):
        if tag == element.tag:
            raise ExpressionError("<xacro:element> makes an <xacro:element>")
        perform(expansion, named, current)
    else:
        expansion.copy(named, current)


def make_attribute(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    for name in ("name", "value"):
        if name not in element.attributes:
            raise ExpressionError(f"<xacro:attribute> lacks the attribute {name}", f"{name}=")
    name = text_of(_evaluated(expansion, "name", element.attributes["name"], current))
    value = _evaluated(expansion, "value", element.attributes["value"], current)
    if not name:
        raise ExpressionError("<xacro:attribute> has an empty name")
    expansion.attribute = "value"
    text = text_of(expansion.budget.weigh(value))
    owner = current.owner
    owner.put(name, text, (element.file, element.file.index_of_attribute(element.index, "value")))
    if owner.tag.startswith(PREFIX):
        expansion.warn(f"<xacro:attribute> adds to <{owner.tag}>, which is not in the result: {name} is lost")


# ---------------------------------------------------------------- macros and blocks


def define_macro(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    name, params = _given(expansion, element, ("name",), ("params",))
    assert name is not None
    expansion.attribute = "name"
    if name == "call":
        raise ExpressionError("a macro cannot have the name 'call'")
    if "." in name:
        raise ExpressionError(f"the macro name {name!r} holds a dot, which separates namespaces")
    if name.startswith(PREFIX):
        expansion.warn(f"the macro name {name!r} needs no {PREFIX}")
        name = name.removeprefix(PREFIX)
    expansion.attribute = "params"
    expansion.budget.take(len(params or ""))
    current.macros.values[name] = Macro(name, element, parameters_of(params or ""))


def call_by_name(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    written = element.attributes.get("macro")
    if not written:
        raise ExpressionError("<xacro:call> lacks the attribute macro", "macro=")
    name = text_of(_evaluated(expansion, "macro", written, current))
    call_macro(expansion, element, current, name, {name: value for name, value in element.attributes.items() if name != "macro"})


def call_macro(expansion: Expansion, element: MixedElement, current: Pass, name: str, given: Mapping[str, str]) -> None:
    """Begin a call: its parameters are evaluated, then its blocks, then the macro."""
    macro, macros, table = _found(name, current)
    depth = 1 if current.call is None else current.call.depth + 1
    if depth > DEEPEST_CALL:
        raise ExpressionError(
            f"the macro {macro.name!r} is called more than {DEEPEST_CALL} deep", hint="a macro that calls itself needs an end"
        )
    own = Table(expansion.language.resolve, table)
    expansion.budget.take((depth >> 4) + 2 * (len(macro.parameters) + len(given)))
    left = [parameter for parameter in macro.parameters if parameter.name not in given]
    names = {parameter.name for parameter in macro.parameters}
    for parameter, text in given.items():
        if parameter not in names:
            expansion.attribute = parameter
            raise ExpressionError(f"the macro {macro.name!r} has no parameter {parameter!r}", "", close_name(parameter, names))
        own.put(parameter, expansion.budget.weigh(_evaluated(expansion, parameter, text, current)))
    call = Call(macro, element, current.call, depth)
    holder = _dissolved(element)

    def go_on() -> None:
        expansion.item, expansion.attribute = element, None
        _enter(expansion, call, left, holder, current, own, MacroTable(macros))

    if element.content:
        blocks = current.inner(element.content, made=holder.content, owner=holder)
        blocks.end = go_on
        expansion.stack.append(blocks)
    else:
        go_on()


def _found(name: str, current: Pass) -> tuple[Macro, MacroTable, Table]:
    """A macro, and where what it uses is looked up: around its call, or in the namespace that the call names."""
    found = current.macros.find(name)
    if isinstance(found, Macro):
        return found, current.macros, current.table
    macros: MacroTable = current.macros
    table = current.table
    *namespaces, last = name.split(".")
    for namespace in namespaces:
        inner = macros.find(namespace)
        scope = table.values.get(namespace) if isinstance(inner, MacroTable) and namespace in table.values else None
        if scope is None and isinstance(inner, MacroTable) and namespace in table:
            scope = table.lookup(namespace)
        if not isinstance(inner, MacroTable) or not isinstance(scope, Table):
            break
        macros, table = inner, scope
    else:
        found = macros.find(last)
        if namespaces and isinstance(found, Macro):
            return found, macros, table
    raise ExpressionError(
        f"unknown macro {name[:60]!r}", "", close_name(name, current.macros.known()), "define it, or include its file, before"
    )


def _enter(
    expansion: Expansion, call: Call, left: list[Parameter], holder: MadeElement, current: Pass, table: Table, macros: MacroTable
) -> None:
    """Go on with a call whose blocks are evaluated. left: the parameters without a value; holder: has the blocks."""
    macro = call.macro
    blocks = [each for each in holder.content if isinstance(each, MadeElement)]
    wanted = [parameter for parameter in left if parameter.is_block]
    if len(blocks) < len(wanted):
        raise ExpressionError(
            f"the macro {macro.name!r} gets {len(blocks)} blocks", f"{len(wanted)}: {', '.join(each.name for each in wanted)}"
        )
    if len(blocks) > len(wanted):
        extra = blocks[len(wanted)].tag
        raise ExpressionError(f"the macro {macro.name!r} has no use for the block <{extra}>", f"{len(wanted)} blocks")
    for parameter, block in zip(wanted, blocks, strict=True):
        table.put(parameter.name, block)
    for parameter in left:
        if parameter.is_block:
            continue
        if parameter.is_outer and parameter.name in current.table:
            table.put(parameter.name, current.table.lookup(parameter.name))
        elif parameter.default is not None:
            table.put(parameter.name, expansion.budget.weigh(expansion.language.value(parameter.default, current.table)))
        else:
            where = "; no property of that name is known here" if parameter.is_outer else ""
            raise ExpressionError(f"the macro {macro.name!r} lacks its parameter {parameter.name!r}{where}", f"{parameter.name}=")
    element = macro.element
    owner, declare = _declaring(element, current)
    body = Pass(current, element.content, made=current.made, owner=owner, file=current.file, table=table, macros=macros)
    body.end = declare
    body.call = call
    expansion.stack.append(body)


def _declaring(element: MixedElement, current: Pass) -> tuple[MadeElement, Callable[[], None]]:
    """Stands for a macro or an included file, whose content alone is kept, and declares its prefixes where it is used: what is to be done
    when its content is complete, which may declare others."""
    inner, outer = _dissolved(element), current.owner
    for name in element.attributes:
        if name.startswith("xmlns:") and name != "xmlns:xacro":
            inner.put(name, element.attributes[name], (element.file, element.file.index_of_attribute(element.index, name)))

    def declare() -> None:
        for name, place in (inner.moved or {}).items():
            if name.startswith("xmlns:") and name not in outer.attributes:
                outer.put(name, inner.attributes[name], place)

    return inner, declare


def insert_block(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    (name,) = _given(expansion, element, ("name",))
    if f"**{name}" in current.table:
        block: MixedElement = current.table.lookup(f"**{name}")
        expansion.stack.append(current.inner(block.content, owner=_dissolved(block)))
    elif f"*{name}" in current.table:
        expansion.copy(current.table.lookup(f"*{name}"), current)
    else:
        known = [each.lstrip("*") for table in current.table.chain() for each in table.values if each[:1] == "*"]
        raise ExpressionError(
            f"unknown block {name!r}", "a parameter *NAME of the macro, or a property with content", close_name(name, known)
        )


# ---------------------------------------------------------------- includes


def include(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    filename, namespace, optional = _given(expansion, element, ("filename",), ("ns", "optional"))
    table, macros = current.table, current.macros
    if namespace:
        name = text_of(_evaluated(expansion, "ns", namespace, current))
        table = Table(expansion.language.resolve, current.table, is_namespace=True)
        macros = MacroTable()
        current.table.values[name] = table
        current.macros.values[name] = macros
    is_optional = optional is not None and truth(optional, optional)
    if any(isinstance(each, MixedElement) for each in element.content):
        expansion.warn("what stands in <xacro:include> is ignored")
    pattern = text_of(_evaluated(expansion, "filename", filename or "", current))
    expansion.attribute = "filename"
    if sum(1 for each in expansion.stack if each.is_file) >= DEEPEST_INCLUDE:
        raise ExpressionError(f"files include each other more than {DEEPEST_INCLUDE} deep", hint=f"{pattern!r} includes itself")
    paths = expansion.files.matching(expansion.files.path_from(pattern, current.file))
    expansion.budget.take(_STEPS_OF_FILE * len(paths))
    if not paths:
        expansion.warn(f"{pattern!r} matches no file")
    for path in reversed(paths):
        try:
            root = expansion.files.included(path)
        except (OSError, ValueError) as problem:
            if is_optional:
                continue
            reason = getattr(problem, "strerror", None) or "no such name"
            raise ExpressionError(f"the included file {pattern!r} cannot be read: {reason.lower()}", hint=_WHERE) from None
        except ReadError as problem:
            call = current.call
            told = f"included at {expansion.place()}{''.join(f', in {each}' for each in call.trail(shown=True)) if call else ''}"
            hint = f"{problem.hint}; {told}" if problem.hint else told
            raise ReadError(problem.what, problem.source, problem.expected, problem.nearest, hint) from None
        _evaluate_root(expansion, root, table)
        owner, declare = _declaring(root, current)
        inside = Pass(current, root.content, made=current.made, owner=owner, file=root.file, table=table, macros=macros)
        inside.end = declare
        inside.is_file = True
        expansion.stack.append(inside)


def _evaluate_root(expansion: Expansion, root: MixedElement, table: Table) -> None:
    """Evaluate the attributes of an included file's outermost element, which is not in the result: they may be wrong."""
    included = expansion.item
    for name, value in root.attributes.items():
        if "$" in value:
            expansion.item, expansion.attribute = root, name
            expansion.language.text(value, table)
    expansion.item = included


_STEPS_OF_FILE = 50
_WHERE = "names are relative to the file that is being read; $(find PACKAGE) looks in the folders of --search-path"

STEPS: Mapping[str, Callable[[Any, MixedElement, Pass], None]] = {
    "xacro:arg": declare_argument,
    "xacro:attribute": make_attribute,
    "xacro:call": call_by_name,
    "xacro:element": make_element,
    "xacro:if": choose,
    "xacro:include": include,
    "xacro:insert_block": insert_block,
    "xacro:macro": define_macro,
    "xacro:property": define_property,
    "xacro:unless": choose,
}
