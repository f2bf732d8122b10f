"""Collect values without a field in the scene, so that SDFormat can be written with them again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.accounting.rest import Rest, nearest_name, raw_items
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
from scenec.ir.base import Plugin, RawItem
from scenec.source import Origin
from scenec.syntax.kinds import KindError
from scenec.syntax.tree import WHOLE

FORMAT_NAME = "sdformat"
OPAQUE = ("plugin",)


class SdfRest(Rest[Element]):
    """Values of an SDFormat file that no reader took. Prefixes mark custom elements and attributes, and plugins may have any."""

    format = FORMAT_NAME
    repeated = ELEMENT_REPEATED_INEFFECTIVE
    stray_text = ELEMENT_TEXT_INEFFECTIVE
    misspelt_attribute = ATTRIBUTE_MISSPELT
    unknown_attribute = ATTRIBUTE_UNKNOWN
    misspelt_element = ELEMENT_MISSPELT
    unknown_element = ELEMENT_UNKNOWN

    def home_of(self, node: Element) -> tuple[Ledger, Origin]:
        return node.file.ledger, node.origin

    def said_of(self, row: Code, node: Element, name: str | None) -> tuple[str, str]:
        if name:
            return f"{node.tag}@{name}", str(node.attributes[name])
        return f"<{node.tag}>", "" if name is None else str(node.text)

    def near_attribute(self, node: Element, name: str, path: str) -> str | None:
        if node.tag in OPAQUE or ":" in node.tag or ":" in name or vocabulary.fact(path) is None:
            return None
        place = f"{path}/@{name}"
        if vocabulary.available(place, LATEST):
            return None
        return "" if vocabulary.removed(place) else nearest_name(name, (*vocabulary.attributes(path), *vocabulary.children(path)))

    def near_element(self, holder: Element, child: Element, path: str) -> str | None:
        if ":" in child.tag or vocabulary.fact(path) is not None:
            return None
        return "" if vocabulary.removed(path) else nearest_name(child.tag, vocabulary.children(path.rpartition("/")[0]))

    def versions(self, path: str) -> str:
        gone = vocabulary.removed(path)
        return f"SDFormat {gone} or newer" if gone else "SDFormat"

    def is_single(self, holder: Element, child: Element, path: str) -> bool:
        fact = vocabulary.fact(path)
        return fact is not None and fact.required in ("0", "1")

    def is_stray(self, node: Element, path: str) -> bool:
        fact = vocabulary.fact(path) if node.children else None
        return fact is not None and not fact.type and not fact.free

    def check(self, node: Element, path: str) -> None:
        validate(node, path)


collect = SdfRest().of
"""Return everything in an element that no part of the reader read and that belongs to no other node. Asked with the element's path."""


def read_plugins(element: Element, use_of: Callable[[Element], str | None] | None = None) -> tuple[Plugin, ...]:
    """Return plugins with their content, except those that were read. use_of: given where an include may have added some."""
    if not element.has("plugin"):
        return ()
    left = [each for each in element.all("plugin") if not each.marks & WHOLE]
    return tuple(read_plugin(each, use_of(each) if use_of is not None else None) for each in left)


def read_plugin(element: Element, use: str | None = None) -> Plugin:
    element.mark_all()
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
