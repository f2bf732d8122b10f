"""Default classes, and elements with what their class says (src/xml/xml_native_reader.cc, `Default`).

A class holds one template per kind of element, and one for all actuators. It begins as a copy of the class around it, in any
order of the file. A vector that is shorter than that of the template replaces only its own numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.converters.mjcf import kinds, vocabulary
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.read.elements import ORIENTATIONS, TARGET, Element, renamed
from scenec.errors import nearest
from scenec.syntax.kinds import shown
from scenec.trace import Ids, ids_of, merge, traced, traced_each

MAIN = "main"
ACTUATORS = frozenset("general motor position velocity intvelocity orientation pid damper cylinder muscle adhesion dcmotor plugin".split())
"""Elements of a class that are the one template of all actuators."""
NEVER = frozenset(("name", "class"))
"""Attributes that say which element it is."""
NOTHING: Mapping[str, tuple[str, ...]] = {}
Stated = tuple[str, ...]
"""The texts that make the value of an attribute: later ones replace the first numbers of those before."""


_Asked = tuple[str, tuple[float, ...] | None]


class DefaultClass(msgspec.Struct, eq=False, gc=False):
    """One class. templates: kind -> attribute -> texts; looked_at: kind -> attributes that an element takes; values: kind -> attribute and
    default -> numbers that elements took of it. element: where it is written. referred: whether an element names it."""

    name: str
    parent: DefaultClass | None
    element: Element | None
    own: list[Element]
    templates: dict[str, dict[str, Stated]] = {}
    looked_at: dict[str, set[str]] = {}
    values: dict[str, dict[_Asked, tuple[float, ...]]] = {}
    referred: bool = False


@cache
def kind_of(path: str) -> str:
    """Return the template that an element of a path uses, "" for none."""
    section, _, tag = path.rpartition("/")
    if section == "actuator":
        return "actuator"
    if section in ("equality", "tendon"):
        return section
    return tag if section in ("body", "asset", "contact") and f"default/{tag}" in vocabulary.elements() else ""


@cache
def _row_and_kind(path: str) -> tuple[Mapping[str, vocabulary.Attribute], str]:
    """Return the attributes of an element of a path, and the template that it uses."""
    return vocabulary.element(path).attributes, kind_of(path)


class Classes:
    """The default classes of one model. used: ledger ids of values that an element has looked at."""

    def __init__(self, sections: list[Element], ledger: Ledger) -> None:
        self.ledger = ledger
        self.main = DefaultClass(MAIN, None, None, [])
        self.named: dict[str, DefaultClass] = {MAIN: self.main}
        self.used: set[int] = set()
        for section in sections:
            before = len(self.main.own)
            inner = self._collect(section)
            self._fill(self.main, self.main.own[before:])
            for each in inner:  # which a later section changes no more
                assert each.parent is not None
                each.templates = {kind: dict(template) for kind, template in each.parent.templates.items()}
                self._fill(each, each.own)

    def _collect(self, section: Element) -> list[DefaultClass]:
        """Return the nested classes of a section, each after the one around it."""
        name = section.attributes.get("class")
        if name is not None:
            self.ledger.consumed(name)
            if name != MAIN:
                self.ledger.report(findings.MAIN_CLASS_RENAMED, about=name, origin=section.origin, subject="default@class", value=name)
                self.named.setdefault(str(name), self.main)
        found: list[DefaultClass] = []
        stack = [(section, self.main)]
        while stack:
            element, owner = stack.pop()
            for child in element.children:
                if child.tag != "default":
                    owner.own.append(child)
                    continue
                name = child.attributes.get("class")
                if name is None:
                    raise child.error("a default class inside another has no name", None, "class")
                if name in self.named:
                    raise child.error(f"the default class {name!r} stands twice", "class", "names of their own")
                inner = DefaultClass(str(name), owner, child, [])
                self.named[str(name)] = inner
                found.append(inner)
                stack.append((child, inner))
        return found

    def _fill(self, each: DefaultClass, elements: list[Element]) -> None:
        for element in elements:
            kind = "actuator" if element.tag in ACTUATORS else element.tag
            template = each.templates.setdefault(kind, {})
            own = {name: text for name, text in element.attributes.items() if name not in NEVER}
            if not own.keys().isdisjoint(ORIENTATIONS):
                for name in ORIENTATIONS:
                    template.pop(name, None)
            rows = vocabulary.element(element.path).attributes
            for name, text in own.items():
                template[name] = combined(template.get(name, ()), text, rows[name])

    def get(self, name: str, element: Element, attribute: str) -> DefaultClass:
        """Return the class of a name. Raises ReadError for an unknown one."""
        found = self.named.get(str(name))
        if found is None:
            raise element.error(f"no default class is called {name!r}", attribute, "", nearest(str(name), list(self.named)))
        self.ledger.consumed(name)
        found.referred = True
        return found

    def report_unused(self) -> None:
        """Report values of templates that no element takes, and names of classes that no element states."""
        reported: set[int] = set()
        for each in (self.main, *self.named.values()):
            for kind, names in each.looked_at.items():
                self.used.update(i for name in names for text in each.templates[kind].get(name, ()) for i in ids_of(text))
        for each in (self.main, *self.named.values()):
            if each.element is not None:
                self._settle_name(each.element.attributes["class"], each)
            for element in each.own:
                for inner in element.below():
                    ids = [i for text in inner.attributes.values() for i in ids_of(text) if i not in self.used and i not in reported]
                    reported.update(ids)
                    if ids:
                        self.ledger.report(
                            findings.DEFAULT_INEFFECTIVE,
                            about=traced("", tuple(ids)),
                            origin=inner.origin,
                            subject=f"default {each.name}",
                            tag=inner.tag,
                            name=each.name,
                        )

    def _settle_name(self, name: str, of: DefaultClass) -> None:
        assert of.element is not None
        if of.referred:
            self.ledger.consumed(name)
        else:
            self.ledger.report(findings.CLASS_INEFFECTIVE, about=name, origin=of.element.origin, subject="default@class", value=name)


def combined(before: Stated, text: str, row: vocabulary.Attribute) -> Stated:
    """Return the texts of a value that replaces another, or only its first numbers."""
    if before and row.type in kinds.NUMBERS and row.length not in ("1", "any"):
        count = len(kinds.numbers(text))
        longer = tuple(each for each in before if len(kinds.numbers(each)) > count)
        return (*longer, text)
    return (text,)


def _numbers_of(found: Stated, default: tuple[float, ...] | None) -> tuple[float, ...]:
    """Return the numbers that texts make, each traced. default: those that they do not replace."""
    if len(found) == 1:
        numbers, ids = kinds.numbers(found[0]), ids_of(found[0])
        if default is None or len(numbers) >= len(default):
            return traced_each(numbers, ids)
    values = list(default or ())
    for text in found:
        own = kinds.numbers(text)
        ids = ids_of(text)
        values[: len(own)] = [traced(each, ids) for each in own]
    return tuple(values)


class Entry:
    """An element with what its class says. taken: names of attributes that were looked at."""

    __slots__ = ("classes", "element", "looked_at", "origin", "own", "rows", "taken", "template", "values")

    def __init__(self, element: Element, classes: Classes, inherited: DefaultClass | None) -> None:
        """inherited: the nearest `childclass` around it, None where that does not reach."""
        self.element, self.classes, self.own = element, classes, element.attributes
        self.origin = element.origin
        self.rows, kind = _row_and_kind(element.path)
        self.taken: set[str] = {"name", "class"}
        named = self.own.get("class")
        of = classes.get(named, element, "class") if named is not None else inherited or classes.main
        template: Mapping[str, Stated] = of.templates.get(kind, NOTHING)
        if template:
            self.looked_at = of.looked_at.setdefault(kind, set())
            self.values = of.values.setdefault(kind, {})
            if not ORIENTATIONS.keys().isdisjoint(self.own):
                template = {name: text for name, text in template.items() if name not in ORIENTATIONS}
        self.template = template

    @property
    def name(self) -> str | None:
        return self.element.name

    def reference(self, name: str) -> str | None:
        """Return the name that an attribute refers to, None if it is not stated."""
        text = self.text(name)
        return text if not self.element.prefix or text is None else traced(f"{self.element.prefix}{text}", ids_of(text))

    def stated(self, name: str) -> Stated:
        """Return the texts of an attribute, of the class and its own; () if neither states it."""
        self.taken.add(name)
        own = self.own.get(name)
        before = self.template.get(name)
        if before is None:  # as with most
            return () if own is None else (own,)
        row = self.rows.get(name)
        if row is None or row.nodefault:
            return () if own is None else (own,)
        if own is None:
            self.looked_at.add(name)
            return before
        found = combined(before, own, row)
        for text in found:
            self.classes.used.update(ids_of(text))
        return found

    def has(self, name: str) -> bool:
        """Return whether an attribute is stated. It does not count as looked at."""
        return name in self.own or (name in self.template and name in self.rows and not self.rows[name].nodefault)

    def peek(self, name: str) -> str | None:
        """Return the text of an attribute, None if it is not stated. It does not count as looked at."""
        own = self.own.get(name)
        return own if own is not None or not self.has(name) else self.template[name][-1]

    def text(self, name: str) -> str | None:
        """Return the text of an attribute, None if it is not stated."""
        if name not in self.template:  # as with most
            self.taken.add(name)
            return self.own.get(name)
        found = self.stated(name)
        return found[-1] if found else None

    def flag(self, name: str, default: bool = False) -> bool:
        """Return a switch, traced."""
        text = self.text(name)
        return default if text is None else traced(text == "true", ids_of(text))

    def word(self, name: str) -> str:
        """Return a word, its default if it is not stated."""
        return self.text(name) or self.rows[name].default or ""

    def integer(self, name: str, default: int = 0) -> int:
        """Return a whole number, traced."""
        if name not in self.template and name not in self.own:  # as with most
            self.taken.add(name)
            return default
        text = self.text(name)
        return default if text is None else traced(kinds.wholes(text)[0], ids_of(text))

    def number(self, name: str, default: float | None = None) -> float | None:
        """Return the first number of an attribute, traced."""
        if name not in self.template and name not in self.own:  # as with most
            self.taken.add(name)
            return default
        text = self.text(name)
        return default if text is None else traced(kinds.numbers(text)[0], ids_of(text))

    def vector(self, name: str, default: tuple[float, ...] | None = None) -> tuple[float, ...] | None:
        """Return the numbers of an attribute, each traced. default: those that a shorter text does not replace; None if not stated."""
        if name not in self.own:
            if name not in self.template:  # as with most
                self.taken.add(name)
                return default
            known = self.values.get((name, default))
            if known is not None:
                self.taken.add(name)
                self.looked_at.add(name)
                return known
        found = self.stated(name)
        if not found:
            return default
        made = _numbers_of(found, default)
        if name not in self.own:
            self.values[name, default] = made
        return made

    def together(self, name: str, default: tuple[float, ...] | None = None) -> tuple[float, ...] | None:
        """Return the numbers of an attribute as one value: a number taken out of it does not know where it came from. default: as in
        `vector`."""
        if name not in self.template and name not in self.own:  # as with most
            self.taken.add(name)
            return default
        found = self.stated(name)
        if not found:
            return default
        if len(found) == 1:
            numbers = kinds.numbers(found[0])
            if default is None or len(numbers) >= len(default):
                return traced(numbers, ids_of(found[0]))
        return self.vector(name, default)

    def is_turned(self) -> bool:
        """Return whether an orientation is stated."""
        turned = ORIENTATIONS.keys()
        return not (turned.isdisjoint(self.own) and (not self.template or turned.isdisjoint(self.template)))

    def ids(self, *names: str) -> Ids:
        """Return the ids of some attributes."""
        said = [name for name in names if name in self.own or name in self.template]
        self.taken.update(names)
        return merge(*[ids_of(text) for name in said for text in self.stated(name)]) if said else ()

    def consume(self, *names: str) -> None:
        """These attributes steer the reading, or say what the neutral scene says otherwise."""
        own, template = self.own, self.template
        self.taken.update(names)
        for name in names:
            if (name in own or name in template) and (found := self.stated(name)):
                self.classes.ledger.consumed(*found)

    def ineffective(self, name: str, why: str) -> None:
        """Report an attribute that something else makes meaningless. why: where MuJoCo does not look at it."""
        own = self.own.get(name)
        self.consume(name)
        if own is not None:
            self.classes.ledger.report(
                findings.ATTRIBUTE_INEFFECTIVE,
                about=own,
                origin=self.origin,
                subject=f"{self.element.tag}@{name}",
                value=own,
                name=name,
                why=why,
            )

    def joined_text(self, name: str) -> str | None:
        """Return an attribute as one text, as if all of it were written here; None if it is not stated."""
        if name not in self.template:  # as with most
            self.taken.add(name)
            return self.own.get(name)
        texts = self.stated(name)
        if len(texts) < 2:
            return texts[0] if texts else None
        return traced(" ".join(map(shown, self.vector(name) or ())), merge(*(ids_of(text) for text in texts)))

    def rest(self) -> Iterator[tuple[str, str]]:
        """Yield name and text of the attributes that were not read."""
        if not self.template:  # as with many
            for name, said in self.own.items():
                if name not in self.taken:
                    yield name, renamed(self.element, name, said) if name == TARGET else said
            return
        names = dict.fromkeys((*(name for name in self.template if name in self.rows), *self.own))
        for name in names:
            if name not in self.taken and self.has(name):
                text = self.joined_text(name)
                if text is not None:
                    yield name, renamed(self.element, name, text) if name == TARGET else text

    def extras(self) -> tuple[ir.Extra, ...]:
        """Return the attributes that were not read, for MJCF alone."""
        if self.taken.issuperset(self.own) and self.taken.issuperset(self.template):  # as with many
            return ()
        return tuple(ir.Extra(format="mjcf", key=f"@{name}", value=text, origin=self.origin) for name, text in self.rest())
