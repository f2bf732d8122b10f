"""A scene of SimRobot in one file without templates: every element as SimRobot instantiates it, with the name it had.

Controllers look objects up by their paths, which go through compounds; so the compounds stay. Lists of numbers stay definitions, as the
vertices of a robot are long and used many times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

from scenec.converters.simrobot.read.expansion import Expanded, Expansion
from scenec.converters.simrobot.vocabulary import GRAMMAR
from scenec.converters.simrobot.write.source_layout import element_of
from scenec.ir.names import Unique
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.syntax.tree import SourceNode
from scenec.trace import ids_of

if TYPE_CHECKING:
    pass

CONTAINERS = ("Geometry", "Appearance")


class Respelling(Protocol):
    """The spelling of an element in a target."""

    def respelled(self, expanded: Expanded, out: Element) -> Element | None:
        """Return the element to write for `out`, which has everything of `expanded` but its children; None: it is left out."""


def flattened(expansion: Expansion, respelling: Respelling) -> Element:
    """Return the `Simulation`. Never recurses, however deep the scene."""
    simulation = Element("Simulation")
    lists = Lists(expansion, simulation)
    stack: list[tuple[Expanded, Element]] = [(expansion.scene, simulation)]
    while stack:
        expanded, holder = stack.pop()
        out = respelling.respelled(expanded, lists.reference(expanded) or written_out(expanded))
        if out is not None:
            holder.children.append(out)
            stack.extend((child, out) for child in reversed(expanded.children))
    scene = next(child for child in simulation.children if child.tag == "Scene")
    simulation.children = [*(child for child in simulation.children if child is not scene), scene]
    return simulation


def values_of(out: Element, values: Iterable[tuple[str, str]]) -> None:
    """Write attributes of the source."""
    for name, value in values:
        out.set(name, Said(str.__str__(value), ids_of(value)))


def written_out(expanded: Expanded) -> Element:
    """Return an element with all that it inherits, except a name that only chose the template."""
    parts = list(expanded.text_parts())
    text = "\n".join(line.strip() for part in parts for line in part.node.text.splitlines())
    out = Element(expanded.tag)
    if text:
        out.say(Said(text, tuple(part.node.text_id for part in parts)))
    values_of(out, ((name, value) for name, value in expanded.attributes.items() if value or name != "name"))
    unused = expanded.tag in CONTAINERS and expanded.home("name") is not expanded.parts[0] and not names_something(expanded)
    if unused and "name" in out.attributes:
        out.remove("name")
    return out


def names_something(container: Expanded) -> bool:
    """Return whether a shape in a container uses its name, or the container exists for its name alone."""
    stack = [child for child in container.children if child.element_class == container.element_class]
    if not stack:
        return True
    while stack:
        shape = stack.pop()
        if not shape.attributes.get("name"):
            if shape.tag not in CONTAINERS:
                return True
            stack.extend(child for child in shape.children if child.element_class == container.element_class)
    return False


class Lists:
    """The definitions of lists of numbers, which stand before their uses: those of the source, and those in parts that are used several
    times."""

    def __init__(self, expansion: Expansion, simulation: Element) -> None:
        self.library = expansion.library
        self.simulation = simulation
        self._defined: set[str] = set()
        self._uses = Counter(id(each.parts[0].node) for each in elements_of(expansion.scene) if GRAMMAR[each.tag].text)
        self._called: dict[int, str] = {}
        self._names: dict[str, Unique] = {}
        for name, tag in self.library.templates:
            self._names.setdefault(tag, Unique())(name)

    def reference(self, expanded: Expanded) -> Element | None:
        """Return a reference to a defined list; None for other elements, and for lists that depend on their user."""
        if not GRAMMAR[expanded.tag].text:
            return None
        return self._to_definition(expanded) if expanded.templates else self._to_inner(expanded)

    def _to_definition(self, expanded: Expanded) -> Element | None:
        tag = expanded.tag
        templates = [self.library.templates[name, tag] for name in expanded.templates]
        own = expanded.parts[0].node
        if own.text or any("$" in text for template in templates for text in template.part.node.attributes.values()):
            return None
        for template in reversed(templates):
            self._define(template.part.node, template.name)
        out = Element(tag, ref=constant(expanded.templates[0]))
        values_of(out, ((name, expanded.attributes[name]) for name in own.attributes if name != "ref"))
        return out

    def _to_inner(self, expanded: Expanded) -> Element | None:
        node = expanded.parts[0].node
        if self._uses[id(node)] < 2 or any("$" in text for text in node.attributes.values()):
            return None
        if id(node) not in self._called:
            around = expanded.outer
            while around is not None and not around.attributes.get("name"):
                around = around.outer
            wanted = node.attributes.get("name") or (around.attributes["name"] if around is not None else node.tag)
            name = self._called[id(node)] = self._names.setdefault(node.tag, Unique())(str.__str__(wanted))
            self._define(node, name)
        return Element(expanded.tag, ref=constant(self._called[id(node)]))

    def _define(self, node: SourceNode, name: str) -> None:
        key = f"{node.tag} {name}"
        if key not in self._defined:
            self._defined.add(key)
            out = element_of(node, text="\n".join(line.strip() for line in node.text.splitlines()) or None)
            others = {key: text for key, text in out.attributes.items() if key != "name"}
            out.attributes = {"name": name} | others
            self.simulation.children.append(out)


def elements_of(scene: Expanded) -> Iterator[Expanded]:
    stack = [scene]
    while stack:
        expanded = stack.pop()
        yield expanded
        stack.extend(expanded.children)
