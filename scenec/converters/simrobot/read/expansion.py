"""From templates to one tree: `ref` is replaced by what it names, placeholders by the values of `Set`.

The instantiation starts at the Scene and goes depth first in document order, as SimRobot does it, so that `Set` is seen by
what follows it and by everything instantiated there (dynamic scoping). Own attributes and children come before those of
the template; what may occur only once replaces the template's as a whole. No recursion: depth is only limited by the text layer.
Source of the rules: Src/SimRobotCommon/Parser/Parser.cpp of SimRobot 5710337; its cache of shared instances, which can freeze
a placeholder at its first value, is not reproduced.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import msgspec

from scenec.accounting.code import Code
from scenec.converters.common import growth
from scenec.converters.simrobot.findings.reading import (
    ATTRIBUTE_OVERRIDDEN_INEFFECTIVE,
    ELEMENT_REPLACED_INEFFECTIVE,
    NAME_INEFFECTIVE,
    PLACEHOLDER_TEXT_DROPPED,
    PLACEHOLDER_UNDEFINED,
    SET_INEFFECTIVE,
)
from scenec.converters.simrobot.read.placeholders import Scope, Substitution, substitute
from scenec.converters.simrobot.read.templates import MAXIMUM_ATTRIBUTES, Library, Part, Template, refusal
from scenec.converters.simrobot.vocabulary import (
    GRAMMAR,
    PATH_ATTRIBUTES,
    Grammar,
    attribute_names,
    element,
    folder_of,
    is_absolute,
    tags_of_class,
)
from scenec.errors import ReadError
from scenec.syntax.vocabulary import nearest
from scenec.trace import Ids, TracedStr, merge, traced


class Expanded:
    """An element of the instantiated scene.

    attributes: own and inherited ones, placeholders replaced; each has the ids it was made from. parts: the elements that it is made of,
    its own first, then those of the templates it refers to. templates: the names of these. children: without `Set`. arguments: the values
    that it sets for the templates. outer: the element around it.
    """

    __slots__ = ("arguments", "attributes", "children", "element_class", "outer", "parts", "tag", "templates")

    def __init__(self, tag: str, parts: tuple[Part, ...], templates: tuple[str, ...], attributes: dict[str, TracedStr]) -> None:
        self.tag = tag
        self.element_class = GRAMMAR[tag].element_class
        self.parts = parts
        self.templates = templates
        self.attributes = attributes
        self.children: list[Expanded] = []
        self.arguments: dict[str, str] = {}
        self.outer: Expanded | None = None

    def text_parts(self) -> Iterator[Part]:
        """Return the parts that have text: own text first, then inherited text."""
        return (part for part in self.parts if part.node.text)

    def home(self, attribute: str) -> Part:
        """Return the part that an attribute was taken from."""
        return next((part for part in self.parts if attribute in part.node.attributes), self.parts[0])

    def refusal(self, what: str, attribute: str | None = None, *, expected: str = "", nearest: str = "", hint: str = "") -> ReadError:
        """Return the error that SimRobot raises at this element or attribute. One at an inherited attribute also names the heir."""
        part = self.home(attribute) if attribute else self.parts[0]
        if part is not self.parts[0] and not hint:
            hint = f"instantiated at {refusal('', self.parts[0]).source}"
        return refusal(what, part, attribute, expected=expected, nearest=nearest, hint=hint)


def break_cycles(root: Expanded) -> None:
    """Cut the references between elements that were read. Elements refer to each other in circles, which would keep them until the garbage
    collector comes; in a big file they take more memory than the scene. All at once, when the scene is there: it would fill the holes that
    elements leave which are freed while it is made, and keep all others of their kind from being used for anything else."""
    stack = [root]
    while stack:
        each = stack.pop()
        stack.extend(each.children)
        each.outer = None
        each.children = []


class Ignored(msgspec.Struct, frozen=True):
    """The finding about a value that another one hides: its row, and what the row's texts leave open."""

    row: Code
    slots: dict[str, Any] = {}


OVERRIDDEN = Ignored(ATTRIBUTE_OVERRIDDEN_INEFFECTIVE)


@cache
def unused_name(tag: str) -> Ignored:
    """Return the finding about the name of an element that has no use for one."""
    return Ignored(NAME_INEFFECTIVE, {"why": f"SimRobot uses no name of <{tag}>."})


class Note(msgspec.Struct):
    """The finding about an attribute whose text SimRobot changes: its row, and what the row's texts leave open."""

    row: Code
    part: Part
    attribute: str
    slots: dict[str, Any]


class Expansion(msgspec.Struct):
    """The instantiated scene, with everything that did not get into it.

    consumed: ids of values that steered the instantiation, with how. ineffective: ids of values that another value hides wherever they
    could count. unused: templates that nothing instantiates. notes: see Note, once per attribute.
    """

    scene: Expanded
    library: Library
    consumed: dict[int, str] = msgspec.field(default_factory=dict)
    ineffective: dict[int, Ignored] = msgspec.field(default_factory=dict)
    unused: list[Template] = msgspec.field(default_factory=list)
    notes: list[Note] = msgspec.field(default_factory=list)


def expand(library: Library, *, core3: bool = False, lenient: bool = False) -> Expansion:
    """Return the instantiated scene. core3: the attributes of the MuJoCo core are known, too; lenient: unknown attributes are kept (for
    findings) instead of refused. Raises ReadError for a scene that SimRobot refuses to instantiate."""
    assert library.scene is not None
    return _Expander(library, core3=core3, lenient=lenient).run(library.scene)


def expand_alone(library: Library, template: Template) -> Expanded:
    """Return a template that nothing refers to, instantiated. Raises ReadError as `expand` does."""
    return _Expander(library, core3=False, lenient=True).run(template).scene


class _Frame(msgspec.Struct):
    """An element whose children are being instantiated. layer, position: how far. seen: the classes that occurred in this layer, before:
    in
    the layers ahead of it. scope: the variables that its children have. active: the templates to release."""

    expanded: Expanded
    grammar: Grammar
    scope: Scope
    outer: Scope
    active: list[Template]
    layers: list[list[Part]]
    layer: int = 0
    position: int = 0
    seen: set[str] = msgspec.field(default_factory=set)
    before: set[str] = msgspec.field(default_factory=set)


class _Expander:
    def __init__(self, library: Library, *, core3: bool, lenient: bool) -> None:
        self.library = library
        self.core3 = core3
        self.lenient = lenient
        self.active: set[int] = set()
        self.stack: list[_Frame] = []
        self.reached: set[int] = set()
        self.hidden: dict[int, Ignored] = {}
        self.consumed: dict[int, str] = dict.fromkeys(library.includes, "names an included file")
        self.notes: dict[tuple[str, int], Note] = {}
        self.count = 0
        self.characters = 0
        values = sum(document.count for document in library.documents)
        self.most, self.most_characters = growth.most_elements(values), growth.most_characters(values)

    def run(self, scene: Template) -> Expansion:
        self.start(scene.part, Scope(), scene)
        root = self.stack[0].expanded
        while self.stack:
            self.step(self.stack[-1])
        hidden = {value: ignored for value, ignored in self.hidden.items() if value not in self.reached and value not in self.consumed}
        unused = [template for template in self.library.templates.values() if not template.used]
        return Expansion(root, self.library, self.consumed, hidden, unused, list(self.notes.values()))

    def step(self, frame: _Frame) -> None:
        """Go on by one child or one layer, or finish."""
        layer = frame.layers[frame.layer]
        if frame.position < len(layer):
            child = layer[frame.position]
            frame.position += 1
            self.child(frame, child)
            return
        frame.before |= frame.seen
        if frame.layer + 1 < len(frame.layers):
            frame.layer, frame.position, frame.seen = frame.layer + 1, 0, set()
            return
        self.finish(frame)

    def child(self, frame: _Frame, part: Part) -> None:
        child_class = GRAMMAR[part.node.tag].element_class
        once = child_class not in frame.grammar.many
        if once and child_class in frame.before and child_class not in frame.seen:
            frame.seen.add(child_class)
            self.hide_tree(part, "motor" if child_class == "motor" else part.node.tag)
            return
        if not frame.grammar.allows(child_class) or (once and child_class in frame.seen):
            why = f"{frame.expanded.tag} takes only one" if once and child_class in frame.seen else ""
            raise refusal(f'Unexpected element "{part.node.tag}"', part, hint=why)
        frame.seen.add(child_class)
        self.start(part, frame.scope, None)

    def start(self, part: Part, scope: Scope, template: Template | None) -> None:
        """Instantiate an element: resolve what it refers to, merge attributes, define variables."""
        self.count += 1
        if self.count > self.most:
            raise refusal(f"The scene has more than {self.most:,} elements", part, hint="templates use each other too often")
        active = [template] if template else []
        if template:
            self.activate(template, part)
        ref = self.value(part, "ref", scope, "chooses a template") if "ref" in part.node.attributes else ""
        active += self.templates(part, ref, scope) if ref else []
        inherited = active[1:] if template else active
        parts = (part, *(one.part for one in inherited))
        expanded = Expanded(part.node.tag, parts, tuple(one.name for one in inherited), self.attributes(parts, scope))
        self.check_attributes(expanded)
        if part.node.tag == "Set":
            self.define(expanded, self.stack[-1])
        else:
            self.reach(expanded)
            if self.stack:
                self.stack[-1].expanded.children.append(expanded)
                expanded.outer = self.stack[-1].expanded
        layers = [self.library.children(one) for one in parts]
        self.stack.append(_Frame(expanded, GRAMMAR[expanded.tag], scope, scope, active, layers))

    def finish(self, frame: _Frame) -> None:
        for required in frame.grammar.required:
            if required not in frame.before:
                tags = tags_of_class(required)
                what = f'Expected element "{tags[0]}"' if len(tags) == 1 else f'Expected one of the elements "{", ".join(tags)}"'
                raise refusal(f"{what} as child", frame.expanded.parts[0])
        for template in frame.active:
            self.active.discard(id(template))
        self.stack.pop()

    def activate(self, template: Template, referrer: Part) -> None:
        if id(template) in self.active:
            raise refusal(f'Looping reference "{template.name}"', referrer, "ref")
        self.active.add(id(template))
        template.used = True
        if "name" in template.part.node.attributes:
            self.consumed[template.part.node.attribute_id("name")] = "names a template that is instantiated"

    def templates(self, part: Part, ref: str, scope: Scope) -> list[Template]:
        """Return the templates that a reference names, directly and through each other."""
        chain: list[Template] = []
        while ref:
            found = self.library.templates.get((ref, part.node.tag))
            if found is None:
                raise self.unresolvable(ref, chain[-1].part if chain else part)
            self.activate(found, chain[-1].part if chain else part)
            chain.append(found)
            ref = self.value(found.part, "ref", scope, "chooses a template") if "ref" in found.part.node.attributes else ""
        return chain

    def unresolvable(self, ref: str, part: Part) -> ReadError:
        tag = part.node.tag
        others = [other for name, other in self.library.templates if name == ref]
        hint = f'"{ref}" is a {others[0]}, not a {tag}' if others else ""
        if "$" in ref:
            hint = "a placeholder is not defined there"
        names = [name for name, other in self.library.templates if other == tag]
        return refusal(f'Unresolvable reference "{ref}"', part, "ref", nearest="" if hint else nearest(ref, names), hint=hint)

    def attributes(self, parts: tuple[Part, ...], scope: Scope) -> dict[str, TracedStr]:
        """Return the values of all attributes. The first part that has one wins."""
        result: dict[str, TracedStr] = {}
        count = len(parts[0].node.attributes)
        for part in parts:
            own = part is parts[0]
            for name in part.node.attributes:
                if name == "ref":
                    continue
                if name in result:
                    value_id = part.node.attribute_id(name)
                    self.hidden.setdefault(value_id, OVERRIDDEN)
                    continue
                count += not own
                if count > MAXIMUM_ATTRIBUTES:
                    raise refusal(f"Macro attribute combination results in more than {MAXIMUM_ATTRIBUTES} attributes", parts[0])
                result[name] = self.value(part, name, scope)
        return result

    def value(self, part: Part, attribute: str, scope: Scope, consumed: str = "") -> TracedStr:
        document, node = part.document, part.node
        text, value_id = node.attributes[attribute], node.attribute_id(attribute)
        ids: Ids = (value_id,)
        folder = folder_of(document.name) if attribute in PATH_ATTRIBUTES and text and not is_absolute(text) else ""
        if "$" in text:
            found = substitute(text, scope)
            if found is None:
                raise refusal("Invalid attribute format", part, attribute, hint="a bracket after $ is not closed")
            self.note(found, part, attribute, value_id)
            self.characters += len(found.text)
            if self.characters > self.most_characters:
                raise refusal(f"The placeholders make more than {self.most_characters:,} characters", part, attribute)
            text, ids = found.text, merge(ids, found.ids)
        text = folder + text
        if consumed:
            self.consumed.update(dict.fromkeys(ids, consumed))
        return cast(TracedStr, traced(text, ids))

    def reach(self, expanded: Expanded) -> None:
        """Mark the values of an element as used, except a name that SimRobot has no use for."""
        nameless = element(expanded.tag).row("name") is None
        for name, value in expanded.attributes.items():
            if name == "name" and nameless:
                for value_id in value.ids:
                    self.hidden.setdefault(value_id, unused_name(expanded.tag))
            else:
                self.reached.update(value.ids)
            if name == "name" and not value:
                self.consumed.update(dict.fromkeys(value.ids, "says that the element has no name"))
        for part in expanded.text_parts():
            self.reached.add(part.node.text_id)

    def note(self, found: Substitution, part: Part, attribute: str, value_id: int) -> None:
        if found.dropped:
            note = Note(PLACEHOLDER_TEXT_DROPPED, part, attribute, {"text": found.dropped})
            self.notes.setdefault((note.row.code, value_id), note)
        if found.undefined:
            note = Note(PLACEHOLDER_UNDEFINED, part, attribute, {"variable": found.undefined})
            self.notes.setdefault((note.row.code, value_id), note)

    def check_attributes(self, expanded: Expanded) -> None:
        known = attribute_names(expanded.tag, core3=self.core3, lenient=self.lenient)
        if not self.lenient:
            for name in expanded.attributes:
                if name not in known:
                    raise self.unexpected(expanded, name, known)
        for row in element(expanded.tag).rows:
            if row.required and row.name not in expanded.attributes:
                if self.core3 and row.name == "diffuseColor" and "albedo" in expanded.attributes:
                    continue
                raise refusal(f'Expected attribute "{row.name}"', expanded.parts[0])

    def unexpected(self, expanded: Expanded, name: str, known: frozenset[str]) -> ReadError:
        leniently = name in attribute_names(expanded.tag, core3=self.core3, lenient=True)
        newer = name in attribute_names(expanded.tag, core3=True)
        hint = "--lenient accepts it" if leniently else "simrobot@core3 has it" if newer else ""
        return refusal(
            f'Unexpected attribute "{name}"',
            expanded.home(name),
            name,
            of_name=True,
            nearest="" if hint else nearest(name, sorted(known)),
            hint=hint,
        )

    def define(self, expanded: Expanded, parent: _Frame) -> None:
        """Define a variable of the surrounding element's scope. The first definition there wins."""
        name, value = expanded.attributes["name"], expanded.attributes["value"]
        ids = merge(value.ids, name.ids)
        if parent.scope is parent.outer:
            parent.scope = Scope(parent.outer)
        variables = parent.scope.variables
        ignored = Ignored(SET_INEFFECTIVE, {"variable": str(name)})
        for value_id in ids:
            self.hidden.setdefault(value_id, ignored)
        if str(name) not in variables:
            if parent.layer == 0 and parent.expanded.templates:
                parent.expanded.arguments[str(name)] = str.__str__(value)
            variables[str(name)] = cast(TracedStr, traced(str(value), ids))

    def hide_tree(self, part: Part, element: str) -> None:
        """Ignore a part of a template and all below it. element: what the referring elements have instead."""
        stack, ignored = [part], Ignored(ELEMENT_REPLACED_INEFFECTIVE, {"element": element})
        while stack:
            part = stack.pop()
            for value_id in range(part.node.first_id, part.node.first_id + part.node.value_count):
                self.hidden.setdefault(value_id, ignored)
            stack.extend(self.library.children(part))
