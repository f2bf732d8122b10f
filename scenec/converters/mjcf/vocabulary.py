"""The vocabulary of MJCF: every element and attribute of MuJoCo 4.0, and those that a release before it had, as data.

`vocabulary.json` holds one entry per element, made from MuJoCo's own schema (`mj_printSchema` of 13 releases, src/xml/mjcf.schema).
Elements are named by their path from the root, except bodies: `body/geom` is a geom wherever it stands, `default/geom` its template in
a class.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

WORLD = "worldbody"
IN_BODY = ("body", WORLD, "frame", "replicate")
"""Elements whose children are those of a body."""
ITSELF = ("body", "default", "frame", "replicate")
"""Elements whose path is their own name, wherever they stand."""

LINK_AFTER = "link after "
"""With the name of a joint, the name of a `custom/text` whose data names the link between that joint and the next one of its body."""


class Attribute(msgspec.Struct, frozen=True, gc=False):
    """One attribute.

    type: ``double``, ``float``, ``int``, ``bool``, ``enum``, ``flags`` (words of `values`), ``chars``, ``id`` (a name, of the kind
    `names`), ``ref`` (a name, of the kind `refers_to`), ``file``, ``string``. length: how many numbers, as ``3``, ``1..3`` or ``any``.
    default: as written in MuJoCo's documentation, None where there is none. since, until: the first and last release that has it, "" =
    all that were compared. nodefault: a default class cannot set it. min, max, positive: what numbers are taken.
    """

    type: str
    length: str = "1"
    values: tuple[str, ...] = ()
    default: str | None = None
    refers_to: str = ""
    names: str = ""
    required: bool = False
    nodefault: bool = False
    positive: bool = False
    min: str = ""
    max: str = ""
    since: str = ""
    until: str = ""

    @property
    def lengths(self) -> tuple[int, int]:
        """The fewest and the most numbers; of any number -1 at most."""
        if self.length == "any":
            return 0, -1
        least, _, most = self.length.partition("..")
        return int(least), int(most or least)


class Element(msgspec.Struct, frozen=True, gc=False):
    """One element. cardinality: ``!`` exactly one, ``?`` at most one, ``*`` any number, ``R`` any number, inside each other. rules:
    attributes that exclude or need each other, in MuJoCo's words. children: of elements that hold what a body holds."""

    cardinality: str
    attributes: Mapping[str, Attribute]
    rules: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    children: tuple[str, ...] = ()


class _File(msgspec.Struct, frozen=True):
    version: str
    releases: tuple[str, ...]
    elements: dict[str, Element]


@cache
def _file() -> _File:
    with open(os.path.join(os.path.dirname(__file__), "vocabulary.json"), "rb") as file:
        return msgspec.json.decode(file.read(), type=_File)


def elements() -> Mapping[str, Element]:
    """Return every element by its path."""
    return _file().elements


def releases() -> tuple[str, ...]:
    """Return the releases that were compared, oldest first."""
    return _file().releases


@cache
def element(path: str) -> Element:
    """Return the element of a path. KeyError if there is none."""
    return _file().elements[path]


def attribute(path: str, name: str) -> Attribute | None:
    """Return an attribute of an element, None if it has none of that name."""
    return _file().elements[path].attributes.get(name)


NEW_NAMES = {
    "actuatorforcelimited": ("actuatorfrclimited",),
    "actuatorforcerange": ("actuatorfrcrange",),
    "mpr_iterations": ("ccd_iterations",),
    "mpr_tolerance": ("ccd_tolerance",),
    "passive": ("spring", "damper"),
}
"""Attributes that MuJoCo has no more under their old names, and what says the same now (its change log)."""


@cache
def gone() -> frozenset[tuple[str, str]]:
    """Return the attributes that MuJoCo has no more and refuses, each with the name of its element."""
    rows = [(path.rpartition("/")[2], name, row) for path, element in elements().items() for name, row in element.attributes.items()]
    return frozenset((tag, name) for tag, name, _ in rows) - {(tag, name) for tag, name, row in rows if not row.until}


OBJECTS = {"objname": "objtype", "refname": "reftype"}
"""Attributes that name a part, and those that tell its kind."""
PARTS = ("body", "joint", "site", "geom", "camera", "tendon", "actuator")
"""Kinds of parts that elements of sections name."""


def kind_of(section: str, tag: str) -> str:
    """Return the kind of thing that an element is. section: the outermost element that it stands in."""
    return section if section in ("tendon", "actuator") else "joint" if tag == "freejoint" else tag


def kind_named(path: str, name: str, attributes: Mapping[str, Any]) -> str:
    """Return the kind of part that an attribute of an element names, "" if it names none. attributes: all that the element has."""
    if name in OBJECTS:
        kind = str(attributes.get(OBJECTS[name], ""))
    else:
        row = attribute(path, name)
        kind = row.refers_to if row is not None else ""
    kind = "body" if kind == "xbody" else kind
    return kind if kind in PARTS else ""


class Checks:
    """The checks of an element, computed once. rows: attribute -> its row, and texts that were found right. required: attributes.
    turns: whether it can be turned. rules: word and groups of attributes. some: whether it has any of the last three. single: whether only
    one may stand in its parent. inside: checks of children that were found right, by their names."""

    __slots__ = ("inside", "path", "required", "rows", "rules", "single", "some", "turns")

    def __init__(self, path: str) -> None:
        known = element(path)
        self.path = path
        self.inside: dict[str, Checks] = {}
        self.rows: dict[str, tuple[Attribute, set[str]]] = {name: (row, set()) for name, row in known.attributes.items()}
        self.required = tuple(name for name, row in known.attributes.items() if row.required)
        self.turns = "euler" in known.attributes
        words = [rule.split() for rule in known.rules]
        self.rules = tuple((word, tuple(tuple(group.split("+")) for group in groups)) for word, *groups in words)
        self.some = bool(self.required or self.turns or self.rules)
        self.single = known.cardinality in ("?", "!")


@cache
def checks(path: str) -> Checks:
    """Return what an element of a path is checked for. KeyError if there is none."""
    return Checks(path)


@cache
def path_below(parent: str, tag: str) -> str:
    """Return the path of an element in one of that path, "" if none of that name may stand there."""
    known = _file().elements
    if parent in IN_BODY:
        allowed = known[parent].children if parent != "body" else (*known["frame"].children,)
        if tag not in allowed:
            return ""
        return tag if tag in ITSELF else f"body/{tag}"
    if parent == "mujoco":
        return tag if tag in known and "/" not in tag and tag not in ("frame", "replicate", "include", "mujoco") else ""
    if parent == tag == "default":
        return tag
    path = f"{parent}/{tag}"
    return path if path in known else ""


@cache
def tags_below(parent: str) -> tuple[str, ...]:
    """Return the names of the elements that may stand in one of that path, by name."""
    known = _file().elements
    if parent in IN_BODY:
        return tuple(sorted(known["frame" if parent == "body" else parent].children))
    tags = {path.partition("/")[0] for path in known} if parent == "mujoco" else {path.rpartition("/")[2] for path in known}
    return tuple(sorted(tag for tag in tags if path_below(parent, tag)))
