"""Apply the changes that an include makes in its model: <experimental:params>, as in libsdformat (src/ParamPassing.cc).

Each child names an element of the included model by the names that lead to it (``element_id="arm::camera::image"``) and an action: `add` a
new child to it, `remove`, `replace` or `modify` it. Without an action each grandchild has one of its own. An impossible change is reported
as an error and skipped, and the rest of the model stays.
"""

from __future__ import annotations

from scenec.accounting.ledger import Ledger
from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.findings.reading import INCLUDE_OVERRIDE_INEFFECTIVE, INCLUDE_PARAMETER_INVALID
from scenec.converters.sdformat.read.element import Element, sourced
from scenec.converters.sdformat.read.extras import validate
from scenec.converters.sdformat.versions import LATEST
from scenec.errors import ReadError
from scenec.syntax.tree import READ
from scenec.trace import Ids, traced

PARAMS = "experimental:params"
ACTIONS = ("add", "modify", "remove", "replace")
STEERING = ("element_id", "action")


class _ImpossibleError(Exception):
    """A change that cannot be made. element: the one that states it."""

    def __init__(self, because: str, element: Element) -> None:
        super().__init__(because)
        self.element = element


def apply_params(top: Element, include: Element, ledger: Ledger) -> None:
    """Change an included model, whose own includes are expanded, by the parameters of its include."""
    for params in include.all(PARAMS):
        ledger.consumed(*(params.raw(name) for name in params.attributes if name.startswith("xmlns:")))  # declares the prefix
        for what in params.children:
            try:
                todo = _apply(top, what, ledger)
            except _ImpossibleError as problem:
                _report_impossible(problem, ledger)
                continue
            for element, child in todo:
                try:
                    _apply_to_child(element, child, ledger)
                except _ImpossibleError as problem:
                    _report_impossible(problem, ledger)


def _report_impossible(problem: _ImpossibleError, ledger: Ledger) -> None:
    element = problem.element
    ledger.report(
        INCLUDE_PARAMETER_INVALID,
        about=traced("", element.all_ids()),
        origin=element.origin,
        subject=f"<{element.tag}>",
        tag=element.tag,
        why=str(problem),
    )


def _sentence(problem: ReadError) -> str:
    return f"{problem.what[:1].upper()}{problem.what[1:]}."


def _without_steering(element: Element, ledger: Ledger) -> Element:
    """Return the element without the attributes that steer the change."""
    steering = [name for name in STEERING if name in element.attributes]
    if steering:
        ledger.consumed(*(element.raw(name) for name in steering))
        element.leave_out(*STEERING)
    return element


def _apply(top: Element, what: Element, ledger: Ledger) -> list[tuple[Element, Element]]:
    """Apply one child of the parameters. Return the targets of its own children, if they have actions of their own."""
    path, action = what.attributes.get("element_id"), what.attributes.get("action", "")
    if path is None:
        raise _ImpossibleError("The change has no attribute element_id, which names the element to change.", what)
    if path.endswith("::"):
        raise _ImpossibleError("The element_id ends with ::, so the last name is missing.", what)
    if action and action not in ACTIONS:
        raise _ImpossibleError(f"There is no action {str(action)!r}. The actions are {', '.join(ACTIONS)}.", what)
    if action == "add":
        _add_named(top, path, what, ledger)
        return []
    found = _find(top, path, what.tag)
    if found is None:
        raise _ImpossibleError(f"The included model has no <{what.tag}> {str(path)!r}.", what)
    element, parent = found
    if not action:
        _without_steering(what, ledger)
        return [(element, child) for child in what.children]
    _act(action, element, parent, what, ledger)
    return []


def _act(action: str, element: Element, parent: Element, what: Element, ledger: Ledger) -> None:
    if action == "remove":
        _remove(what, element, parent, ledger)
    elif action == "replace":
        _exchange(parent, element, _checked(_without_steering(what, ledger), parent), ledger)
    else:
        _modify(element, _without_steering(what, ledger), ledger)


def _checked(added: Element, parent: Element) -> Element:
    """Return a new element after checking that it is allowed there and its values are valid."""
    path = f"{parent.tag}/{added.tag}"
    if not vocabulary.available(path, LATEST) and ":" not in added.tag:
        raise _ImpossibleError(f"SDFormat has no <{added.tag}> in <{parent.tag}>.", added)
    try:
        validate(added, path)
    except ReadError as problem:
        raise _ImpossibleError(_sentence(problem), added) from None
    return added


def _add_named(top: Element, path: str, what: Element, ledger: Ledger) -> None:
    name = what.attributes.get("name")
    if not name:
        raise _ImpossibleError("An added element needs a name.", what)
    if _find(top, f"{path}::{name}" if path else name, what.tag) is not None:
        raise _ImpossibleError(f"The included model already has a <{what.tag}> {str(name)!r} there.", what)
    found = _find(top, path, "") if path else (top, top)
    if found is None:
        raise _ImpossibleError(f"The included model has no {str(path)!r}.", what)
    added = _checked(_without_steering(what, ledger), found[0])
    found[0].children = [*found[0].children, added]


def _apply_to_child(element: Element, child: Element, ledger: Ledger) -> None:
    """Apply one grandchild of the parameters, with an action of its own."""
    action = child.attributes.get("action")
    if action not in ACTIONS:
        raise _ImpossibleError("The change has no attribute action." if action is None else f"There is no action {str(action)!r}.", child)
    if action == "add":
        added = _checked(_without_steering(child, ledger), element)
        element.children = [*element.children, added]
        return
    _act(action, _child_like(element, child), element, child, ledger)


def _remove(what: Element, element: Element, parent: Element, ledger: Ledger) -> None:
    """Remove the element, or only the children that the change names."""
    _without_steering(what, ledger)
    ledger.consumed(traced("", what.all_ids()))
    if not what.children:
        _take_out(parent, element, ledger)
    for child in what.children:
        _take_out(element, _child_like(element, child), ledger)


def _take_out(parent: Element, element: Element, ledger: Ledger) -> None:
    parent.children = [each for each in parent.children if each is not element]
    _report_overridden(element.all_ids(), element, ledger)


def _exchange(parent: Element, old: Element, new: Element, ledger: Ledger) -> None:
    children = [new if each is old else each for each in parent.children]
    _take_out(parent, old, ledger)
    parent.children = children


def _modify(element: Element, what: Element, ledger: Ledger) -> None:
    """Modify an element: attributes and texts of the change replace its own. Children are modified in turn and must exist."""
    stack = [(element, what, element.tag)]
    while stack:
        old, new, path = stack.pop()
        new.marks |= READ
        for name in new.attributes:
            if name == "name":
                ledger.consumed(new.raw(name))
            elif name not in old.attributes:
                raise _ImpossibleError(f"The <{old.tag}> has no attribute {name}.", new)
            else:
                _report_overridden(old.attribute_ids(name), old, ledger)
                old.set(name, str(new.attributes[name]), new.attribute_ids(name))
        if new.text:
            try:
                validate(new, path)
            except ReadError as problem:
                raise _ImpossibleError(_sentence(problem), new) from None
            _report_overridden(old.text_ids if old.text else (), old, ledger)
            old.text = sourced(str(new.text), new.text_ids)
        stack.extend((_child_like(old, child), child, f"{path}/{child.tag}") for child in reversed(new.children))


def _report_overridden(ids: Ids, element: Element, ledger: Ledger) -> None:
    if ids:
        ledger.report(INCLUDE_OVERRIDE_INEFFECTIVE, about=traced("", ids), origin=element.origin, subject=f"<{element.tag}>")


def _child_like(element: Element, like: Element) -> Element:
    """Return the child of the same tag, and of the same name if `like` has one."""
    name = like.attributes.get("name")
    for each in element.children:
        if each.tag == like.tag and (name is None or each.attributes.get("name") == name):
            return each
    raise _ImpossibleError(f"The <{element.tag}> has no such <{like.tag}>.", like)


def _find(top: Element, path: str, tag: str) -> tuple[Element, Element] | None:
    """Return the element that a path of names leads to, and its parent. tag: of the element, "" for any. Names may contain ``::``, and the
    longest one matches. A path that starts with a name of one character leads nowhere (libsdformat 12.3).
    """
    if path.partition("::")[0] == path[:1]:
        return None
    parent, rest = top, str(path)
    while True:
        best: Element | None = None
        for child in parent.children:
            name = child.attributes.get("name")
            if not name:
                continue
            if name == rest and tag in ("", child.tag):
                return child, parent
            if rest.startswith(f"{name}::") and (best is None or len(name) > len(best.attributes["name"])):
                best = child
        if best is None:
            return None
        parent, rest = best, rest[len(best.attributes["name"]) + 2 :]
