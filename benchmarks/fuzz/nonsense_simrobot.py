"""SimRobot scenes from its grammar: all elements, with what they must have, and attributes of their kinds."""

from __future__ import annotations

from benchmarks.fuzz.values import TEXTS, Maker, Wild
from benchmarks.fuzz.xml_text import Tag, xml_text
from scenec.converters.simrobot.vocabulary import GONE, GRAMMAR, element, tags_of_class
from scenec.syntax.vocabulary import Row

_SHAPES = ("BoxGeometry", "SphereGeometry", "CylinderGeometry", "CapsuleGeometry", "BoxAppearance", "SphereAppearance", "ComplexAppearance")
_NUMBER_LISTS = {"Vertices": (9, 12), "Normals": (9, 12), "TexCoords": (6, 8), "Triangles": (3, 6, 12), "Quads": (4, 8)}
_MOST = 60


class _Scene:
    """templates: the names that can be referred to, by tag."""

    def __init__(self, wild: Wild, core3: bool) -> None:
        self.wild, self.core3, self.count = wild, core3, 0
        self.templates: dict[str, list[str]] = {}

    def fill(self, tag: Tag, depth: int) -> None:
        """The attributes and children of an element."""
        self.count += 1
        grammar = GRAMMAR[tag.name]
        for row in element(tag.name).rows:
            self._attribute(tag, row)
        if grammar.text:
            self._numbers(tag)
        classes = list(grammar.required)
        if depth < 7 and self.count < _MOST:
            classes += self.wild.some(grammar.optional, 2) + self.wild.some(grammar.many, 3)
        if self.wild.wild:
            classes = self.wild.some(classes, 3)
        for each in classes:
            self.fill(tag.add(self._tag_of(each)), depth + 1)
        if self.wild.wild:
            self.fill(tag.add(self.wild.pick(list(GRAMMAR))), depth + 4)

    def _tag_of(self, element_class: str) -> str:
        tags = tags_of_class(element_class)
        plain = [tag for tag in tags if tag not in GONE or (not self.core3 and self.wild.rng.random() < 0.3)]
        return str(self.wild.pick(plain or tags))

    def _attribute(self, tag: Tag, row: Row[object]) -> None:
        wild = self.wild
        odd = row.since == "fork" or (row.since == "core3" and not self.core3)
        if row.name == "ref":
            known = self.templates.get(tag.name, ())
            if wild.wild or (known and wild.rng.random() < 0.3):
                tag.attributes["ref"] = wild.pick(known) if known else wild.name()
        elif row.name == "name" and not row.required:
            if wild.rng.random() < 0.6:
                tag.attributes["name"] = wild.name()
        elif wild.wild != (row.required or (not odd and wild.rng.random() < 0.4)):
            tag.attributes[row.name] = "$a" if wild.wild else self._value(tag.name, row)

    def _value(self, tag: str, row: Row[object]) -> str:
        if tag == "UserInput" and row.name in ("min", "max", "default"):
            return self.wild.number()
        if self.core3 and row.name in ("color", "albedo") and not self.wild.wild:
            return "#aabbcc"
        return self.wild.value(row.kind)

    def _numbers(self, tag: Tag) -> None:
        count = self.wild.pick(_NUMBER_LISTS.get(tag.name, (3,)))
        if tag.name in ("Triangles", "Quads"):
            most = 4 if self.wild.wild else 2
            words = [self.wild.number() if self.wild.wild else str(self.wild.rng.randint(0, most)) for _ in range(count)]
        else:
            words = [self.wild.number() for _ in range(count - 1 if self.wild.wild else count)]
        tag.text = " ".join(words)


def simrobot_scene(wild: Wild) -> str:
    return _text(wild, core3=False)


def core3_scene(wild: Wild) -> str:
    return _text(wild, core3=True)


def _text(wild: Wild, core3: bool) -> str:
    root = Tag("Simulation")
    scene = _Scene(wild, core3)
    for number in range(wild.rng.randint(0, 4)):  # templates
        name = str(wild.pick([tag for tag in GRAMMAR if tag not in ("Simulation", "Include", "Scene", "Set")]))
        template = root.add(name)
        scene.fill(template, 3)
        template.attributes["name"] = f"t{number}" if not wild.wild else wild.name()
        scene.templates.setdefault(name, []).append(template.attributes["name"])
        if wild.wild:
            root.add("Include", {"href": str(wild.pick(TEXTS))})
    top = root.add("Scene", {"name": wild.name()})
    scene.fill(top, 0)
    for _ in range(wild.rng.randint(1, 3)):
        body = top.add(wild.pick(("Body", "Body", "Compound")))
        scene.fill(body, 1)
        scene.fill(body.add(wild.pick(_SHAPES)), 4)
    return xml_text(root, wild)


MAKERS = (Maker(simrobot_scene), Maker(simrobot_scene), Maker(core3_scene, "simrobot@core3"))
