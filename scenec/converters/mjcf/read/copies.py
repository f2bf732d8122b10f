"""Elements of sections that refer to bodies which stand several times: once for each replica and attached part.

MuJoCo copies an element if what it refers to is in the part, and drops the one in the file if that refers to what only replicas have
(src/user/user_model.cc, `CopyList` and `RemoveFromList`; src/user/user_objects.cc, `ResolveReferences`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scenec.converters.mjcf import vocabulary
from scenec.converters.mjcf.read.elements import Element
from scenec.converters.mjcf.read.relations import WORLD, Section, elements_of
from scenec.converters.mjcf.read.tree import Copy, Tree
from scenec.trace import ids_of, traced

SECTIONS = ("contact", "tendon", "equality", "actuator", "sensor")
"""Sections that refer to what stands in bodies, in the order in which they refer to each other."""
ALL_INSIDE = ("equality", "actuator")
"""Sections whose elements are copied only if all that they refer to is in the part; of others one reference is enough."""

Name = tuple[str, str]
"""A kind and a name."""


def sections_of(tree: Tree, left_behind: Callable[[Element], None]) -> dict[str, Section]:
    """Return the elements of each section, of the model and of all parts. left_behind: called with elements that no part has."""
    root = tree.home.root
    found: dict[str, Section] = {name: [(each, tree.home) for each in elements_of(root, name)] for name in SECTIONS}
    whole, *parts = tree.copies.values()
    if not parts:
        return found
    known = _named(tree)
    taken: set[int] = set()
    for part in parts:
        for section in SECTIONS:
            for each in elements_of(part.home.root, section):
                made = _in_part(each, section, part, whole, known)
                if made is not None:
                    taken.add(id(each))
                    part.taken.append(made)
                    found[section].append((made, part.home))
                    known.add(_own_name(made))
    known |= {_own_name(each) for section in SECTIONS for each, _ in found[section]}
    _drop_the_replicated(found, tree, known, taken, left_behind)
    for home in {id(part.home): part.home for part in parts if part.home is not tree.home}.values():
        for each in (each for name in SECTIONS for each in elements_of(home.root, name)):
            if id(each) not in taken:
                left_behind(each)
    return found


def _named(tree: Tree) -> set[Name]:
    """The names of all that is in bodies."""
    found: set[Name] = {("body", WORLD)}
    for body in (tree.world, *tree.bodies):
        parts = [each.entry.element for each in (*body.joints, *body.geoms, *body.sites, *body.cameras)]
        found |= {_own_name(each) for each in ([body.entry.element] if body.entry is not None else []) + parts}
    return found


def _own_name(element: Element) -> Name:
    return vocabulary.kind_of(element.path.partition("/")[0], element.tag), str(element.name)


def _references(element: Element) -> Iterator[tuple[Element, str, str, str]]:
    """Yield each element, attribute, kind and name of what an element and those in it refer to."""
    for each in element.below():
        for name, text in each.attributes.items():
            if kind := vocabulary.kind_named(each.path, name, each.attributes):
                yield each, name, kind, str(text)


def _in_part(element: Element, section: str, part: Copy, whole: Copy, known: set[Name]) -> Element | None:
    """Return an element of a section as it is for a part; None if the part does not take it along."""
    around = [(part.prefix, suffix) for suffix in part.suffixes] + ([("", "")] if part.home is whole.home and part.prefix else [])
    texts: dict[tuple[int, str], str] = {}
    inside = references = 0
    for each, name, kind, text in _references(element):
        if kind == "body" and text == WORLD:
            continue
        names = [f"{prefix}{text}{suffix}" for prefix, suffix in around]
        at = next((i for i, called in enumerate(names) if (kind, called) in known), None)
        if at is None or (at > 0 and section in ALL_INSIDE):
            return None
        texts[id(each), name] = names[at]
        inside, references = inside + (at == 0), references + 1
    if not inside and (references or part.home is whole.home):
        return None
    return _renamed(element, part, texts)


def _renamed(element: Element, part: Copy, texts: dict[tuple[int, str], str]) -> Element:
    """Return a copy in which names are those of a part. texts: of the references, by the element and attribute that state them."""
    made = element.copied()
    stack = [(element, made)]
    while stack:
        old, new = stack.pop()
        new.attributes = dict(old.attributes)
        for name, text in old.attributes.items():
            row = vocabulary.element(old.path).attributes[name]
            said = texts.get((id(old), name))
            if row.type == "id":
                said = f"{part.prefix}{text}{part.suffixes[0]}"
            elif said is None and row.type == "ref" and row.refers_to not in ("default", *vocabulary.PARTS):
                said = f"{part.prefix}{text}"
            if said is not None:
                new.attributes[name] = traced(said, ids_of(text))
        stack.extend(zip(old.children, new.children, strict=True))
    return made


def _drop_the_replicated(
    found: dict[str, Section], tree: Tree, known: set[Name], taken: set[int], left_behind: Callable[[Element], None]
) -> None:
    """Take out the elements of the model itself that refer to what only replicas have."""
    inside = {_own_name(each) for section in tree.home.root.each("worldbody") for each in _below_replicates(section)}
    if not inside:
        return
    for section in SECTIONS:
        kept: Section = []
        for each, home in found[section]:
            if any(_is_gone((kind, text), known, inside) for _, _, kind, text in _references(each)):
                inside.add(_own_name(each))
                known.discard(_own_name(each))
                if id(each) not in taken:
                    left_behind(each)
            else:
                kept.append((each, home))
        found[section] = kept


def _is_gone(name: Name, known: set[Name], inside: set[Name]) -> bool:
    return name in inside and name not in known


def _below_replicates(section: Element) -> Iterator[Element]:
    return (each for outer in section.below() if outer.tag == "replicate" for each in outer.below())
