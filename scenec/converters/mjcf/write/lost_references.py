"""References to parts that were removed, in elements that a scene keeps of its MJCF file: MuJoCo refuses a file with such a reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from scenec.converters.mjcf import vocabulary
from scenec.converters.mjcf.findings.writing import REFERENCE_DROPPED
from scenec.converters.mjcf.write.context import Writing
from scenec.syntax.element import Element
from scenec.syntax.xml_printing import Out
from scenec.trace import Sources

SECTIONS = ("contact", "tendon", "equality", "actuator", "sensor", "custom")
"""Sections whose elements name parts."""
GENERATING = frozenset(("attach", "composite", "flexcomp", "flex", "plugin", "replicate"))
"""Elements that make parts whose names the file does not state."""

Name = tuple[str, str]
"""A kind and a name."""


def drop_what_names_lost_parts(writing: Writing, root: Out) -> None:
    """Take out the elements that name parts which are not there, and then what names those. Reports `mjcf-reference-lost-dropped`."""
    if any(each.tag in GENERATING for each, _ in _below(root, "")):
        return
    called = {id(child): name for section in root.children if section.tag in SECTIONS for child, name in _numbered(section.children)}
    is_complete = False
    while not is_complete:
        known, is_complete = {("body", "world"), *_names(root)}, True
        for section in (each for each in root.children if each.tag in SECTIONS):
            kept = []
            for child in section.children:
                missing = next((name for name in _references(child, f"{section.tag}/{child.tag}") if name not in known), None)
                if missing is None:
                    kept.append(child)
                else:
                    _report(writing, child, called[id(child)], missing)
            is_complete = is_complete and len(kept) == len(section.children)
            section.children = kept
    root.children = [each for each in root.children if each.tag not in SECTIONS or each.has_children]


def _numbered(children: Iterable[Out]) -> Iterator[tuple[Out, str]]:
    """Yield elements of a section with what reports call them: their names, else their tags with a number, as ``pair[2]``."""
    counts = Counter[str]()
    for child in children:
        counts[child.tag] += 1
        yield child, child.attributes.get("name") or f"{child.tag}[{counts[child.tag]}]"


def _report(writing: Writing, out: Out, subject: str, missing: Name) -> None:
    about = Sources(tuple(out.claims().leaves)) if isinstance(out, Element) else None
    writing.report(REFERENCE_DROPPED, writing.scene, about=about, subject=subject, value=f"{missing[0]} {missing[1]}")


def _names(root: Out) -> Iterator[Name]:
    """Yield what the elements of a file are called."""
    for out, path in _below(root, ""):
        if "name" in out.attributes:
            yield vocabulary.kind_of(path.partition("/")[0], out.tag), out.attributes["name"]


def _references(out: Out, path: str) -> Iterator[Name]:
    """Yield what an element, and those in it, name."""
    for each, place in _below(out, path):
        for name, text in each.attributes.items():
            if kind := vocabulary.kind_named(place, name, each.attributes):
                yield kind, text


def _below(root: Out, path: str) -> Iterator[tuple[Out, str]]:
    """Yield an element and all in it, each with its path in the vocabulary. path: of the element, "" for the root of a file."""
    stack = [(root, path)]
    while stack:
        out, place = stack.pop()
        yield out, place
        if out.has_children:
            stack += [(child, f"{place}/{child.tag}" if place else child.tag) for child in out.children if child.tag]
