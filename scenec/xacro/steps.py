"""What each element of xacro does when it is met."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from keyword import iskeyword
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.errors import ReadError
from scenec.syntax.xml_mixed import MixedElement, place_in
from scenec.xacro.document import MadeElement
from scenec.xacro.limits import DEEPEST_CALL, DEEPEST_INCLUDE, STEPS_OF_ELEMENT, ExpressionError, close_name
from scenec.xacro.macros import Call, Macro, parameters_of
from scenec.xacro.passes import PREFIX, Pass, dissolved
from scenec.xacro.scopes import Scope
from scenec.xacro.source_files import cannot_read
from scenec.xacro.values import text_of, truth

if TYPE_CHECKING:
    from scenec.xacro.expansion import Expansion


def perform(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    """Carry out an element whose name begins with ``xacro:``."""
    given = element.attributes
    if element.tag not in STEPS:
        call_macro(expansion, element, current, element.tag.removeprefix(PREFIX), given)
        return
    step, required, optional = STEPS[element.tag]
    for name in required:
        if name not in given:
            raise ExpressionError(f"<{element.tag}> lacks the attribute {name}", f"{name}=")
    for name in given if optional is not None else ():
        if name not in required and name not in (optional or ()) and not name.startswith("xmlns:") and expansion.is_remarking:
            close = close_name(name, (*required, *(optional or ())))
            expansion.warn(f"unknown attribute {name} of <{element.tag}>{f', did you mean {close}?' if close else ''}")
    step(expansion, element, current)


def _value(expansion: Expansion, element: MixedElement, current: Pass, name: str, default: str = "") -> Any:
    """What an attribute of the element that is being carried out gives. default: its text where it is not there."""
    expansion.attribute = name
    value = expansion.language.value(element.attributes.get(name, default), current.scope)
    expansion.attribute = None
    return value


# ---------------------------------------------------------------- properties, arguments, conditions


def define_property(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    given, scope = element.attributes, current.scope
    name = text_of(_value(expansion, element, current, "name"))
    if not _is_name(name):
        expansion.attribute = "name"
        raise ExpressionError(f"{name[:60]!r} cannot be the name of a property", "a Python identifier without leading __")
    is_removed = truth(_value(expansion, element, current, "remove", "false"), given.get("remove", ""))
    if ("value" in given) + ("default" in given) + is_removed > 1:
        raise ExpressionError(f"the property {name!r} has several of value, default and remove", "one of them")
    if name in scope.names:
        expansion.warn(f"the property {name!r} hides what expressions know by this name")
    if is_removed and name in scope:
        scope.remove(name)
        return
    if "default" in given and name in scope:
        return
    is_lazy = truth(_value(expansion, element, current, "lazy_eval", "true"), given.get("lazy_eval", ""))
    target = scope
    where = given.get("scope")
    if where in _SCOPES:
        target, is_lazy = _SCOPES[where](scope), False
    elif where is not None:
        expansion.warn(f'scope="{where}" has no effect: a scope is global or parent')
    attribute = "default" if "default" in given else "value"
    if attribute not in given:
        target.put(f"**{name}", element)
    elif is_lazy:
        target.put(name, given[attribute], lambda: place_in(*element.place_of(attribute)))
    else:
        target.put(name, _value(expansion, element, current, attribute))


def _is_name(name: str) -> bool:
    return name.isidentifier() and not iskeyword(name) and not name.startswith("__") and len(name) <= _LONGEST_NAME


_LONGEST_NAME = 200


def _outermost(scope: Scope) -> Scope:
    return [*scope.chain()][-1]


def _of_call(scope: Scope) -> Scope:
    """The scope around: for that of a macro the one of its call, not the namespace that the macro stands in."""
    around = scope.chain()
    found = next((each for each in around if each is not scope and (scope.is_namespace or not each.is_namespace)), None)
    if found is None:
        raise ExpressionError('scope="parent" where no macro is called', hint='use scope="global" or no scope')
    return found


_SCOPES: Mapping[str | None, Callable[[Scope], Scope]] = {"global": _outermost, "parent": _of_call}


def declare_argument(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    name = element.attributes["name"]
    expansion.language.used_arguments.add(name)
    if name not in expansion.language.arguments:
        expansion.language.arguments[name] = text_of(_value(expansion, element, current, "default"))


def choose(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    value = _value(expansion, element, current, "value")
    expansion.attribute = "value"
    if truth(value, element.attributes["value"]) is (element.tag == "xacro:if") and element.content:
        expansion.stack.append(current.inner(element.content, dissolved(element)))


# ---------------------------------------------------------------- elements and attributes


def make_element(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    tag = text_of(_value(expansion, element, current, "xacro:name"))
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
    name = text_of(_value(expansion, element, current, "name"))
    value = _value(expansion, element, current, "value")
    if not name:
        raise ExpressionError("<xacro:attribute> has an empty name")
    expansion.attribute = "value"
    text = text_of(expansion.budget.weigh(value))
    owner = current.owner
    expansion.budget.take(STEPS_OF_ELEMENT)
    owner.put(name, text, element.place_of("value"))
    if owner.tag.startswith(PREFIX):
        expansion.warn(f"<xacro:attribute> adds to <{owner.tag}>, which is not in the result: {name} is lost")


# ---------------------------------------------------------------- macros and blocks


def define_macro(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    name, params = element.attributes["name"], element.attributes.get("params", "")
    expansion.attribute = "name"
    if name == "call":
        raise ExpressionError("a macro cannot have the name 'call'")
    if "." in name:
        raise ExpressionError(f"the macro name {name!r} holds a dot, which separates namespaces")
    if name.startswith(PREFIX):
        expansion.warn(f"the macro name {name!r} needs no {PREFIX}")
        name = name.removeprefix(PREFIX)
    expansion.attribute = "params"
    expansion.budget.take(len(params))
    current.scope.macros[name] = Macro(name, element, parameters_of(params))


def call_by_name(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    name = text_of(_value(expansion, element, current, "macro"))
    call_macro(expansion, element, current, name, {name: value for name, value in element.attributes.items() if name != "macro"})


def call_macro(expansion: Expansion, element: MixedElement, current: Pass, name: str, given: Mapping[str, str]) -> None:
    """Begin a call: its parameters are evaluated, then its blocks, then the macro."""
    macro, around = current.scope.macro(name)
    call = Call(macro, element, current.call, 1 if current.call is None else current.call.depth + 1)
    if call.depth > DEEPEST_CALL:
        raise ExpressionError(
            f"the macro {macro.name!r} is called more than {DEEPEST_CALL} deep", hint="a macro that calls itself needs an end"
        )
    scope = around.inner()
    expansion.budget.take((call.depth >> 4) + 2 * (len(macro.parameters) + len(given)))
    names = {parameter.name for parameter in macro.parameters}
    for parameter in given:
        if parameter not in names:
            expansion.attribute = parameter
            raise ExpressionError(f"the macro {macro.name!r} has no parameter {parameter!r}", "", close_name(parameter, names))
        scope.put(parameter, expansion.budget.weigh(_value(expansion, element, current, parameter)))
    blocks = dissolved(element)

    def enter() -> None:
        expansion.item, expansion.attribute = element, None
        _fill(expansion, macro, given, [each for each in blocks.content if isinstance(each, MadeElement)], current.scope, scope)
        expansion.stack.append(current.dissolving(macro.element, scope=scope, file=current.file, call=call))

    if element.content:
        evaluating = current.inner(element.content, blocks, made=blocks.content)
        evaluating.end = enter
        expansion.stack.append(evaluating)
    else:
        enter()


def _fill(expansion: Expansion, macro: Macro, given: Mapping[str, str], blocks: list[MadeElement], outside: Scope, scope: Scope) -> None:
    """Set the parameters of a macro that its call does not give as attributes. outside: the scope of the call, scope: that of the macro."""
    left = [parameter for parameter in macro.parameters if parameter.name not in given]
    wanted = [parameter for parameter in left if parameter.is_block]
    if len(blocks) < len(wanted):
        raise ExpressionError(
            f"the macro {macro.name!r} gets {len(blocks)} blocks", f"{len(wanted)}: {', '.join(each.name for each in wanted)}"
        )
    if len(blocks) > len(wanted):
        extra = blocks[len(wanted)].tag
        raise ExpressionError(f"the macro {macro.name!r} has no use for the block <{extra}>", f"{len(wanted)} blocks")
    for parameter, block in zip(wanted, blocks, strict=True):
        scope.put(parameter.name, block)
    for parameter in left:
        if parameter.is_block:
            continue
        if parameter.is_outer and parameter.name in outside:
            scope.put(parameter.name, outside.lookup(parameter.name))
        elif parameter.default is not None:
            scope.put(parameter.name, expansion.budget.weigh(expansion.language.value(parameter.default, outside)))
        else:
            where = "; no property of that name is known here" if parameter.is_outer else ""
            raise ExpressionError(f"the macro {macro.name!r} lacks its parameter {parameter.name!r}{where}", f"{parameter.name}=")


def insert_block(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    name = element.attributes["name"]
    if f"**{name}" in current.scope:
        block: MixedElement = current.scope.lookup(f"**{name}")
        expansion.stack.append(current.inner(block.content, dissolved(block)))
    elif f"*{name}" in current.scope:
        expansion.copy(current.scope.lookup(f"*{name}"), current)
    else:
        known = [each.lstrip("*") for scope in current.scope.chain() for each in scope.values if each[:1] == "*"]
        raise ExpressionError(
            f"unknown block {name!r}", "a parameter *NAME of the macro, or a property with content", close_name(name, known)
        )


# ---------------------------------------------------------------- includes


def include(expansion: Expansion, element: MixedElement, current: Pass) -> None:
    given, scope = element.attributes, current.scope
    if given.get("ns"):
        name = text_of(_value(expansion, element, current, "ns"))
        scope = current.scope.inner(is_namespace=True)
        current.scope.values[name] = current.scope.macros[name] = scope
    is_optional = "optional" in given and truth(given["optional"], given["optional"])
    if any(isinstance(each, MixedElement) for each in element.content):
        expansion.warn("what stands in <xacro:include> is ignored")
    pattern = text_of(_value(expansion, element, current, "filename"))
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
            raise cannot_read(f"included file {pattern!r}", problem, _WHERE) from None
        except ReadError as problem:
            calls = current.call.trail(shown=True) if current.call else ()
            told = f"included at {', in '.join([str(expansion.place()), *calls])}"
            hint = f"{problem.hint}; {told}" if problem.hint else told
            raise ReadError(problem.what, problem.source, problem.expected, problem.nearest, hint) from None
        _evaluate_root(expansion, root, scope)
        inside = current.dissolving(root, scope=scope, file=root.file, call=current.call)
        inside.is_file = True
        expansion.stack.append(inside)


def _evaluate_root(expansion: Expansion, root: MixedElement, scope: Scope) -> None:
    """Evaluate the attributes of an included file's outermost element, which is not in the result: they may be wrong."""
    included = expansion.item
    for name, value in root.attributes.items():
        if "$" in value:
            expansion.item, expansion.attribute = root, name
            expansion.language.text(value, scope)
    expansion.item = included


_STEPS_OF_FILE = 200
_WHERE = "names are relative to the file that is being read; $(find PACKAGE) looks in the folders of --search-path"

Step = Callable[[Any, MixedElement, Pass], None]
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
"""What each element does, the attributes that it needs, and those that it may have, None for any."""
