"""References to parts that were removed, in elements that a scene keeps of its MJCF file: MuJoCo refuses a file with such a reference."""

from __future__ import annotations

from collections.abc import Iterator

from scenec.converters.mjcf import vocabulary
from scenec.converters.mjcf.findings.writing import REFERENCE_DROPPED
from scenec.converters.mjcf.write.context import Writing
from scenec.syntax.element import Element
from scenec.syntax.xml_printing import Out
from scenec.trace import Sources

SECTIONS = ("contact", "tendon", "equality", "actuator", "sensor", "custom")
"""Sections whose elements name parts."""
OBJECTS = {"objname": "objtype", "refname": "reftype"}
"""Attributes that name a part, and those that tell its kind."""
KINDS = ("body", "joint", "geom", "site", "camera", "tendon", "actuator")
KIND_OF_TAG = {"freejoint": "joint", "xbody": "body"}
GENERATING = frozenset(("attach", "composite", "flexcomp", "flex", "plugin", "replicate"))
"""Elements that make parts whose names the file does not state."""

Name = tuple[str, str]
"""A kind and a name."""


def drop_what_names_lost_parts(writing: Writing, root: Out) -> None:
    """Take out the elements that name parts which are not there, and then what names those. Reports `mjcf-reference-lost-dropped`."""
    if any(each.tag in GENERATING for each, _ in _below(root, "")):
        return
    lost = True
    while lost:
        known = {("body", "world"), *_names(root)}
        lost = False
        for section in root.children:
            for child in list(section.children) if section.tag in SECTIONS else ():
                missing = next((name for name in _references(child, f"{section.tag}/{child.tag}") if name not in known), None)
                if missing is not None:
                    lost = True
                    section.children = [each for each in section.children if each is not child]
                    _report(writing, child, missing)
    root.children = [each for each in root.children if each.tag not in SECTIONS or each.has_children]


def _report(writing: Writing, out: Out, missing: Name) -> None:
    about = Sources(tuple(out.claims().leaves)) if isinstance(out, Element) else None
    subject = out.attributes.get("name") or out.tag
    writing.report(REFERENCE_DROPPED, writing.scene, about=about, subject=subject, value=f"{missing[0]} {missing[1]}")


def _names(root: Out) -> Iterator[Name]:
    """Yield what the elements of a file are called."""
    for out, path in _below(root, ""):
        section = path.partition("/")[0]
        if "name" in out.attributes:
            yield section if section in ("tendon", "actuator") else KIND_OF_TAG.get(out.tag, out.tag), out.attributes["name"]


def _references(out: Out, path: str) -> Iterator[Name]:
    """Yield what an element, and those in it, name."""
    for each, place in _below(out, path):
        for name, text in each.attributes.items():
            if name in OBJECTS:
                kind = each.attributes.get(OBJECTS[name], "")
            else:
                row = vocabulary.attribute(place, name)
                kind = row.refers_to if row is not None and row.type == "ref" else ""
            if KIND_OF_TAG.get(kind, kind) in KINDS:
                yield KIND_OF_TAG.get(kind, kind), text


def _below(root: Out, path: str) -> Iterator[tuple[Out, str]]:
    """Yield an element and all in it, each with its path in the vocabulary. path: of the element, "" for the root of a file."""
    stack = [(root, path)]
    while stack:
        out, place = stack.pop()
        yield out, place
        if out.has_children:
            stack += [(child, f"{place}/{child.tag}" if place else child.tag) for child in out.children if child.tag]
