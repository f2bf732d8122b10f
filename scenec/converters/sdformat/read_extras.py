"""What no part of the scene has a field for: kept as it stands, so that SDFormat can be written again with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.kinds import kind_named
from scenec.converters.sdformat.read_element import UNSAID, Element
from scenec.converters.sdformat.versions import LATEST
from scenec.errors import nearest
from scenec.ir.base import Extra, Plugin, RawItem
from scenec.syntax.kinds import KindError
from scenec.trace import traced

FORMAT_NAME = "sdformat"
OPAQUE = ("plugin",)


def collect(element: Element, path: str) -> tuple[Extra, ...]:
    """Everything in an element that nobody took and that belongs to no other node of the scene.

    path: of the element in the specification. Afterwards the element is whole: whoever collects around it passes it by.
    """
    element.whole = True
    found: list[Extra] = []
    below: list[tuple[Element, str]] = []
    current, key = element, ""
    while True:
        if current.attributes and len(current.taken) < len(current.attributes):
            found.extend(_attributes(current, key, f"{path}/{key}" if key else path))
        if current.text and current.children:
            _tell_stray_text(current, f"{path}/{key}" if key else path)
        at = len(below)
        for child in current.children:
            if not child.used:
                found.extend(_rest(child, f"{key}/{child.tag}" if key else child.tag, path, current))
            elif not child.whole and (child.children or (child.attributes and len(child.taken) < len(child.attributes))):
                below.append((child, f"{key}/{child.tag}" if key else child.tag))
        if not below:
            return tuple(found)
        if len(below) > at + 1:
            below[at:] = below[at:][::-1]
        current, key = below.pop()


def _attributes(element: Element, key: str, path: str) -> list[Extra]:
    missing = [name for name in element.attributes if name not in element.taken]
    _tell_unknown_attributes(element, missing, path)
    return [
        Extra(format=FORMAT_NAME, key=f"{key}@{name}", value=traced(str(element.attributes[name]), element.attribute_ids(name)),
              origin=element.origin)
        for name in missing
    ]  # fmt: skip


def _rest(child: Element, key: str, path: str, holder: Element) -> list[Extra]:
    child.used = child.whole = True
    if _is_repeated(child, holder, f"{path}/{key}"):
        child.file.ledger.report(
            "element-repeated-ineffective",
            "dropped",
            "warning",
            "metadata",
            about=traced("", child.all_ids()),
            origin=child.origin,
            subject=f"<{child.tag}>",
            because=f"<{holder.tag}> has another <{child.tag}> before it, and the first one counts",
            consequence="nothing: it has no effect in SDFormat either",
            hint="remove it",
        )
        validate(child, f"{path}/{key}")
        return []
    place = f"{path}/{key}"
    validate(child, place)
    if ":" not in child.tag and vocabulary.fact(place) is None:
        _tell_unknown(child, holder, place)
    return [Extra(format=FORMAT_NAME, key=key, content=raw_items(child), origin=child.origin)]


def _tell_unknown_attributes(element: Element, names: Sequence[str], path: str) -> None:
    """The reference reader warns of them and keeps none; those with a prefix are custom, and whatever stands in a plugin is its own."""
    if element.tag in OPAQUE or ":" in element.tag or vocabulary.fact(path) is None:
        return
    for name in names:
        if ":" in name or vocabulary.available(f"{path}/@{name}", LATEST):
            continue
        gone = vocabulary.removed(f"{path}/@{name}")
        near = "" if gone else nearest(name, [*vocabulary.attributes(path), *vocabulary.children(path)])
        element.file.ledger.report(
            "attribute-unknown", "kept", "note", "metadata", about=traced("", element.attribute_ids(name)), origin=element.origin,
            subject=f"{element.tag}@{name}", value=str(element.attributes[name]),
            because=f'SDFormat{f" {gone} and newer" if gone else ""} has no attribute "{name}" of <{element.tag}>',
            consequence="nothing looks at it; it is kept as it stands", hint=f"did you mean {near}?" if near else "",
        )  # fmt: skip


def _tell_unknown(child: Element, holder: Element, path: str) -> None:
    """The reference reader keeps such elements and does nothing with them."""
    gone = vocabulary.removed(path)
    known = vocabulary.children(path.rpartition("/")[0])
    near = "" if gone else nearest(child.tag, known)
    child.file.ledger.report(
        "element-unknown", "kept", "note", "metadata", about=traced("", child.all_ids()), origin=child.origin, subject=f"<{child.tag}>",
        because=f"SDFormat{f' {gone} and newer' if gone else ''} has no <{child.tag}> in <{holder.tag}>",
        consequence="nothing looks at it; it is kept as it stands", hint=f"did you mean <{near}>?" if near else "",
    )  # fmt: skip


def _tell_stray_text(element: Element, path: str) -> None:
    """Text between elements, where no value stands: no reader looks at it."""
    fact = vocabulary.fact(path)
    if fact is not None and not fact.type and not fact.free:
        element.file.ledger.report(
            "element-text-ineffective", "dropped", "warning", "metadata", about=traced("", element.text_ids), origin=element.origin,
            subject=f"<{element.tag}>", value=str(element.text), because=f"<{element.tag}> has no text of its own",
            consequence="nothing: it has no effect in SDFormat either", hint="make it a comment",
        )  # fmt: skip


def _is_repeated(child: Element, holder: Element, path: str) -> bool:
    """Whether the specification wants one at most, and one was read."""
    if next(each for each in holder.children if each.tag == child.tag) is child:
        return False
    fact = vocabulary.fact(path)
    return fact is not None and fact.required in ("0", "1")


def raw_items(element: Element) -> tuple[RawItem, ...]:
    """An element with all that is in it, flattened."""
    items = []
    stack = [(element, 0)]
    while stack:
        current, depth = stack.pop()
        attributes = tuple((name, traced(str(text), current.attribute_ids(name))) for name, text in current.attributes.items())
        text = traced(str(current.text), current.text_ids) if current.text else ""
        items.append(RawItem(depth, current.tag, attributes, text))
        stack.extend((child, depth + 1) for child in reversed(current.children))
    return tuple(items)


def read_plugins(element: Element, use_of: Callable[[Element], str | None] | None = None) -> tuple[Plugin, ...]:
    """Plugins with whatever stands in them. use_of: where an include may have added some."""
    if not element.has("plugin"):
        return ()
    return tuple(read_plugin(each, use_of(each) if use_of is not None else None) for each in element.all("plugin"))


def read_plugin(element: Element, use: str | None = None) -> Plugin:
    element.whole = True
    filename = element.required("filename")
    content = tuple(RawItem(item.depth, item.tag, item.attributes, item.text) for child in element.children for item in raw_items(child))
    return Plugin(
        name=element.raw("name"), filename=None if filename == UNSAID else filename, content=content, use=use, origin=element.origin
    )


# ---------------------------------------------------------------- what is wrong with it


@cache
def _facts(path: str) -> tuple[str, tuple[str, ...], bool]:
    """(type, attributes that must be there, whether anything may stand in it) of a known element; ("", (), True) of others."""
    fact = vocabulary.fact(path)
    if fact is None:
        return "", (), True
    required = []
    for name in vocabulary.attributes(path):
        of_attribute = vocabulary.fact(f"{path}/@{name}")
        if of_attribute is not None and of_attribute.required == "1":
            required.append(name)
    return fact.type, tuple(required), fact.free


def validate(element: Element, path: str) -> None:
    """Raise what the reference reader refuses: a missing attribute, a text that is no value of its kind. Unknown and custom
    elements may say anything."""
    stack = [(element, path)]
    while stack:
        current, place = stack.pop()
        if ":" in current.tag:
            continue
        kind, required, free = _facts(place)
        for name in required:
            current.required(name)
        if kind and current.text:
            try:
                kind_named(kind).parse(current.text)
            except KindError as problem:
                if kind != "pose" or "rotation_format" not in current.attributes:
                    raise current.error(f"<{current.tag}>: {problem.what}", expected=problem.expected) from None
        if not free and current.tag not in OPAQUE:
            stack.extend((child, f"{place}/{child.tag}") for child in reversed(current.children))
