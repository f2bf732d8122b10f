"""Collect values without a field in the scene, so that SDFormat can be written with them again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.findings.reading import (
    ATTRIBUTE_MISSPELT,
    ATTRIBUTE_UNKNOWN,
    ELEMENT_MISSPELT,
    ELEMENT_REPEATED_INEFFECTIVE,
    ELEMENT_TEXT_INEFFECTIVE,
    ELEMENT_UNKNOWN,
)
from scenec.converters.sdformat.kinds import kind_named
from scenec.converters.sdformat.read.element import NO_DEFAULT, Element
from scenec.converters.sdformat.versions import LATEST
from scenec.errors import nearest
from scenec.ir.base import Extra, Plugin, RawItem
from scenec.syntax.kinds import KindError
from scenec.trace import traced

FORMAT_NAME = "sdformat"
OPAQUE = ("plugin",)


def collect(element: Element, path: str) -> tuple[Extra, ...]:
    """Return everything in an element that no part of the reader read and that belongs to no other node.

    path: of the element in the specification. Afterwards the element is whole, so that later calls skip it.
    """
    element.whole = True
    found: list[Extra] = []
    below: list[tuple[Element, str]] = []
    current, key = element, ""
    while True:
        if current.attributes and len(current.taken) < len(current.attributes):
            found.extend(_attributes(current, key, f"{path}/{key}" if key else path))
        if current.text and current.children:
            _report_stray_text(current, f"{path}/{key}" if key else path)
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
    _report_unknown_attributes(element, missing, path)
    return [
        Extra(format=FORMAT_NAME, key=f"{key}@{name}", value=traced(str(element.attributes[name]), element.attribute_ids(name)),
              origin=element.origin)
        for name in missing
    ]  # fmt: skip


def _rest(child: Element, key: str, path: str, holder: Element) -> list[Extra]:
    child.used = child.whole = True
    if _is_repeated(child, holder, f"{path}/{key}"):
        child.file.ledger.report(
            ELEMENT_REPEATED_INEFFECTIVE, about=traced("", child.all_ids()), origin=child.origin, subject=f"<{child.tag}>",
            tag=child.tag, holder=holder.tag,
        )  # fmt: skip
        validate(child, f"{path}/{key}")
        return []
    place = f"{path}/{key}"
    validate(child, place)
    if ":" not in child.tag and vocabulary.fact(place) is None:
        _report_unknown(child, holder, place)
    return [Extra(format=FORMAT_NAME, key=key, content=raw_items(child), origin=child.origin)]


def _report_unknown_attributes(element: Element, names: Sequence[str], path: str) -> None:
    """Report unknown attributes, which libsdformat drops with a warning. Prefixes mark custom ones, and plugins may have any."""
    if element.tag in OPAQUE or ":" in element.tag or vocabulary.fact(path) is None:
        return
    for name in names:
        if ":" in name or vocabulary.available(f"{path}/@{name}", LATEST):
            continue
        gone = vocabulary.removed(f"{path}/@{name}")
        near = "" if gone else nearest(name, [*vocabulary.attributes(path), *vocabulary.children(path)])
        about, subject, value = traced("", element.attribute_ids(name)), f"{element.tag}@{name}", str(element.attributes[name])
        if near:
            element.file.ledger.report(
                ATTRIBUTE_MISSPELT, about=about, origin=element.origin, subject=subject, value=value,
                attribute=name, tag=element.tag, nearest=near,
            )  # fmt: skip
        else:
            element.file.ledger.report(
                ATTRIBUTE_UNKNOWN, about=about, origin=element.origin, subject=subject, value=value,
                attribute=name, tag=element.tag, version=_versions_from(gone),
            )  # fmt: skip


def _report_unknown(child: Element, holder: Element, path: str) -> None:
    """Report an unknown element, which libsdformat keeps and ignores."""
    gone = vocabulary.removed(path)
    known = vocabulary.children(path.rpartition("/")[0])
    near = "" if gone else nearest(child.tag, known)
    about, subject = traced("", child.all_ids()), f"<{child.tag}>"
    if near:
        child.file.ledger.report(
            ELEMENT_MISSPELT, about=about, origin=child.origin, subject=subject, tag=child.tag, holder=holder.tag, nearest=near
        )
    else:
        child.file.ledger.report(
            ELEMENT_UNKNOWN, about=about, origin=child.origin, subject=subject,
            tag=child.tag, holder=holder.tag, version=_versions_from(gone),
        )  # fmt: skip


def _versions_from(version: str) -> str:
    """Return what findings call all versions from one on, or all that there are."""
    return f"SDFormat {version} or newer" if version else "SDFormat"


def _report_stray_text(element: Element, path: str) -> None:
    """Report text between elements, which no reader looks at."""
    fact = vocabulary.fact(path)
    if fact is not None and not fact.type and not fact.free:
        element.file.ledger.report(
            ELEMENT_TEXT_INEFFECTIVE, about=traced("", element.text_ids), origin=element.origin, subject=f"<{element.tag}>",
            value=str(element.text), tag=element.tag,
        )  # fmt: skip


def _is_repeated(child: Element, holder: Element, path: str) -> bool:
    """Return whether the specification allows one such element at most, and one was read."""
    if next(each for each in holder.children if each.tag == child.tag) is child:
        return False
    fact = vocabulary.fact(path)
    return fact is not None and fact.required in ("0", "1")


def raw_items(element: Element) -> tuple[RawItem, ...]:
    """Return an element with its content, flattened."""
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
    """Return plugins with their content, except those that were read. use_of: given where an include may have added some."""
    if not element.has("plugin"):
        return ()
    left = [each for each in element.all("plugin") if not each.whole]
    return tuple(read_plugin(each, use_of(each) if use_of is not None else None) for each in left)


def read_plugin(element: Element, use: str | None = None) -> Plugin:
    element.whole = True
    filename = element.required("filename")
    content = tuple(RawItem(item.depth, item.tag, item.attributes, item.text) for child in element.children for item in raw_items(child))
    return Plugin(
        name=element.raw("name"), filename=None if filename == NO_DEFAULT else filename, content=content, use=use, origin=element.origin
    )


# ---------------------------------------------------------------- what is wrong with it


@cache
def _facts(path: str) -> tuple[str, tuple[str, ...], bool]:
    """Return (type, required attributes, whether any content is allowed) of a known element; ("", (), True) of others."""
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
    """Raise ReadError for what libsdformat refuses: a missing attribute, a text of the wrong kind.

    Unknown and custom elements may hold anything.
    """
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
