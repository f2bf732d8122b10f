"""Convert files of SDFormat 1.0 (2011), where values were attributes, to 1.2, where they are elements (sdf/1.2/1_0.convert)."""

from __future__ import annotations

from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.read.element import Element, new_element, sourced

TEXTS = ("pose", "angle", "link", "rgba", "xyz", "enabled")
"""Attributes that became the text of their element."""

RENAMED_ELEMENTS = {"origin": "pose", "damping": "velocity_decay"}
RENAMED_ATTRIBUTES = {("heightmap", "origin"): "pos", ("fog", "rgba"): "color"}
FIRST_KNOWN = "1.4"
"""The oldest version in the vocabulary. Attributes of 1.0 that are elements there are elements since 1.2."""


def attributes_to_elements(root: Element) -> None:
    """Convert a file. root: its root element, changed in place."""
    stack: list[tuple[Element, str]] = [(root, "sdf")]
    while stack:
        element, path = stack.pop()
        if element.tag == "plugin" or ":" in element.tag:
            continue
        if element.tag in RENAMED_ELEMENTS and not vocabulary.available(path, FIRST_KNOWN):
            element.tag = RENAMED_ELEMENTS[element.tag]
            path = f"{path.rpartition('/')[0]}/{element.tag}"
        _convert(element, path)
        stack.extend((child, f"{path}/{child.tag}") for child in element.children)


def _convert(element: Element, path: str) -> None:
    fact = vocabulary.fact(path, FIRST_KNOWN)
    element.hold_ids()
    made: list[Element] = []
    gone: set[str] = set()
    for name, text in element.attributes.items():
        if vocabulary.available(f"{path}/@{name}", FIRST_KNOWN):
            continue
        tag = RENAMED_ATTRIBUTES.get((element.tag, name), name)
        value = sourced(text, element.attribute_ids(name))
        if vocabulary.available(f"{path}/{tag}", FIRST_KNOWN):
            made.append(new_element(tag, element, value))
        elif name in TEXTS and fact is not None and fact.type and not element.text:
            element.text = value
        else:
            continue
        gone.add(name)
    if gone:
        element.leave_out(*gone)
        element.children = [*made, *element.children]
