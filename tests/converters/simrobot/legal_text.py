"""Judges SimRobot files as its own reader does, without using ours: text, values, elements, references (`legal_grammar` is what is known).

`refusals` gives what SimRobot would refuse, [] for a scene that it loads. Run it over files with
``python -m tests.converters.simrobot.legal_text FILE...``: prints what is wrong; the exit status is the number of files that are.
"""

from __future__ import annotations

import math
import posixpath
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.converters.simrobot.legal_grammar import ATTRIBUTES, ATTRIBUTES_OF_CORE3, CHILDREN, CLASS_OF, GONE_IN_CORE3, UNITS

TEXT = {"Vertices": 3, "Normals": 3, "TexCoords": 2, "Triangles": 0, "Quads": 0}
_NUMBER = r"[+-]?(?:0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|inf(?:inity)?|nan)"
_NAME = re.compile(r"[A-Za-z_:][A-Za-z0-9._:-]*")
_PLACEHOLDER = re.compile(r"\$(?:\(([^)]*)\)|\{([^}]*)\}|([A-Za-z0-9]+))")


class RefusedError(Exception):
    """Messages of SimRobot about a file."""


@dataclass
class Element:
    tag: str
    attributes: dict[str, str]
    file: str
    text: str = ""
    children: list[Element] = field(default_factory=list)


# ---------------------------------------------------------------- text (Reader.cpp)


def parsed(data: bytes, file: str) -> Element:
    """The one outermost element."""
    text = data.decode("utf-8")
    if text.startswith("\ufeff"):
        raise RefusedError("Unexpected text (a byte order mark)")
    top = Element("", {}, file)
    open_elements, at = [top], 0
    while (start := text.find("<", at)) >= 0:
        add_text(open_elements[-1], text[at:start])
        if text.startswith("<!--", start):
            end = text.find("-->", start + 4)
            if end < 0:
                raise RefusedError("Unterminated comment")
            if open_elements[-1].text:
                raise RefusedError("a comment inside a text")
            at = end + 3
            continue
        at = tag(text, start, open_elements, file)
    if text[at:].strip(" \t\r\n") or len(open_elements) > 1 or len(top.children) != 1:
        raise RefusedError("Unterminated data block, or elements that are not closed")
    return top.children[0]


def add_text(element: Element, text: str) -> None:
    text = text.strip(" \t\r\n")
    if text:
        if element.tag not in TEXT:
            raise RefusedError(f'Unexpected text in <{element.tag}>: "{text[:30]}"')
        element.text = f"{element.text} {text}".strip()


def tag(text: str, start: int, open_elements: list[Element], file: str) -> int:
    """Read one tag; returns where it ends."""
    closing = text.startswith("</", start)
    name = _NAME.match(text, start + 1 + closing)
    if name is None:
        raise RefusedError("A name must begin with an alphabetic letter, underscore or colon")
    at = name.end()
    if closing:
        end = re.compile(r"[ \t\r\n]*>").match(text, at)
        if end is None or open_elements.pop().tag != name.group():
            raise RefusedError(f"End tag does not match: </{name.group()}>")
        return end.end()
    attributes: dict[str, str] = {}
    one = re.compile(r'[ \t\r\n]+([A-Za-z_:][A-Za-z0-9._:-]*)[ \t\r\n]*=[ \t\r\n]*"([^"]*)"')
    while found := one.match(text, at):
        if "\\" in found[2]:
            raise RefusedError(f"a backslash in {found[1]}")
        attributes.setdefault(found[1], found[2])
        at = found.end()
    end = re.compile(r"[ \t\r\n]*(/?)>").match(text, at)
    if end is None:
        raise RefusedError(f"A string must begin with a double quote character, in <{name.group()}>")
    if len(attributes) > 32:
        raise RefusedError("Only up to 32 attributes per element are supported")
    element = Element(name.group(), attributes, file)
    open_elements[-1].children.append(element)
    if not end[1]:
        open_elements.append(element)
    return end.end()


# ---------------------------------------------------------------- values (Parser.cpp)


def number(text: str) -> float:
    if not re.fullmatch(rf"[ \t\r\n]*{_NUMBER}", text, re.IGNORECASE):
        raise RefusedError("Expected float")
    return float.fromhex(text) if "x" in text.lower() else float(text)


def plain(text: str) -> None:
    if text:
        number(text)


def with_unit(quantity: str, *, above: float | None = None) -> Callable[[str], None]:
    def check(text: str) -> None:
        found = re.fullmatch(rf"[ \t\r\n]*({_NUMBER})[ \t\r\n]*(.*)", text, re.IGNORECASE | re.DOTALL)
        if found is None:
            raise RefusedError("Expected float")
        if found[2] and found[2] not in UNITS[quantity].split():
            raise RefusedError(f'Unexpected unit "{found[2]}" (expected one of "{UNITS[quantity]}")')
        if above is not None and not number(found[1]) > above:
            raise RefusedError("Expected a positive non-zero value")

    return check


def between(low: float, high: float) -> Callable[[str], None]:
    def check(text: str) -> None:
        if text and not low <= number(text) <= high:
            raise RefusedError(f"Expected a value between {low:g} and {high:g} instead of {text}")

    return check


def one_of(*words: str) -> Callable[[str], None]:
    def check(text: str) -> None:
        if text not in words:
            raise RefusedError(f"Unexpected {text}, expected one of {', '.join(words)}")

    return check


def colour(text: str) -> None:
    if re.fullmatch(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", text):
        return
    part = r"[ \t]*[+-]?[0-9]+%?[ \t]*"
    if not re.fullmatch(rf"rgb\({part},{part},{part}\)|rgba\({part},{part},{part},[ \t]*{_NUMBER}[ \t]*\)", text):
        raise RefusedError(f"Invalid color format {text}")


def opaque(text: str) -> None:
    colour(text)
    if text.startswith("rgba") or (text.startswith("#") and len(text) in (5, 9) and text[-1:].lower() != "f"):
        raise RefusedError("Color has alpha")


def count(text: str) -> None:
    if not re.fullmatch(r"[ \t\r\n]*[+-]?[0-9]+", text) or int(text) <= 0:
        raise RefusedError("Expected a positive non-zero value")


CHECKS: dict[str, Callable[[str], None]] = {
    "text": lambda text: None,
    "float": plain,
    "length": with_unit("length"),
    "size": with_unit("length", above=0.0),
    "angle": with_unit("angle"),
    "opening": with_unit("angle", above=0.0),
    "acceleration": with_unit("acceleration"),
    "time": with_unit("time", above=0.0),
    "mass": with_unit("mass", above=0.0),
    "inertia": with_unit("inertia"),
    "force": with_unit("force"),
    "fraction": between(0.0, 1.0),
    "direction": between(-1.0, 1.0),
    "shininess": between(0.0, 128.0),
    "positive": between(0.0, math.inf),
    "colour": colour,
    "opaque": opaque,
    "count": count,
    "bool": one_of("true", "1", "on", "false", "0", "off"),
    "unit": one_of("mm", "cm", "dm", "m", "km"),
    "projection": one_of("", "perspective", "spherical"),
    "inputtype": one_of("", "length", "velocity", "acceleration", "angle", "angularVelocity"),
}
OF_JOINT = {
    "Hinge": {"limit": with_unit("angle"), "start": with_unit("angle"), "speed": with_unit("angular velocity")},
    "Slider": {"limit": with_unit("length"), "speed": with_unit("velocity")},
}


def check_numbers(element: Element, text: str) -> None:
    numbers = re.sub(r"#[^\n\r]*", "", text).split()
    width = TEXT[element.tag]
    if not width:
        if not all(re.fullmatch(r"[+-]?[0-9]+", each) for each in numbers):
            raise RefusedError("Invalid index text (must be a space separated list of integers)")
    elif len(numbers) % width or not numbers:
        raise RefusedError(f"Invalid vertex text of {len(numbers)} numbers")
    else:
        for each in numbers:
            number(each)


# ---------------------------------------------------------------- elements and references (Parser.cpp, ParserCore2.cpp)


@dataclass
class Judge:
    """One scene. files: name -> content, names relative to the main file."""

    files: Mapping[str, bytes]
    core3: bool
    templates: dict[tuple[str, str], Element] = field(default_factory=dict)

    def judge(self, main: str) -> None:
        root = self.load(main)
        self.record(root)
        scenes = [element for (_, name), element in self.templates.items() if name == "Scene"]
        if len(scenes) != 1:
            raise RefusedError('Expected element "Scene" as child')
        for element in self.templates.values():
            self.known(element)
        self.instantiate(scenes[0], [{}], (), "")

    def load(self, name: str) -> Element:
        if name not in self.files:
            raise RefusedError(f'Could not include file "{name}"')
        root = parsed(self.files[name], name)
        if root.tag != "Simulation" or set(root.attributes) - {"name"}:
            raise RefusedError("Unexpected outermost element or attribute")
        root.children = [each for child in root.children for each in self.resolved(child, name)]
        return root

    def resolved(self, element: Element, name: str) -> Iterator[Element]:
        """The element, with includes in and around it replaced by what they hold."""
        if element.tag == "Include":
            if set(element.attributes) - {"href", "name"}:
                raise RefusedError("Unexpected attribute of Include")
            href = element.attributes.get("href")
            if href is None:
                raise RefusedError('Expected attribute "href"')
            if href:
                yield from self.load(posixpath.normpath(posixpath.join(posixpath.dirname(name), href.replace("\\", "/")))).children
            return
        element.children = [each for child in element.children for each in self.resolved(child, name)]
        yield element

    def record(self, root: Element) -> None:
        for element in root.children:
            if "name" not in element.attributes:
                raise RefusedError(f'Expected attribute "name" of {element.tag}')
            key = (element.attributes["name"], element.tag)
            if key in self.templates:
                raise RefusedError(f'Duplicated name "{key[0]}"')
            self.templates[key] = element

    def known(self, element: Element) -> None:
        """Elements are known even where nothing uses them."""
        stack = [element]
        while stack:
            one = stack.pop()
            if one.tag not in CLASS_OF or (self.core3 and one.tag in GONE_IN_CORE3):
                raise RefusedError(f'Unexpected element "{one.tag}"')
            stack.extend(one.children)

    def instantiate(self, element: Element, scopes: list[dict[str, str]], active: tuple[int, ...], joint: str) -> None:
        layers = self.layers(element, scopes, active)
        attributes: dict[str, str] = {}
        for layer in layers:
            for name, text in layer.attributes.items():
                if name != "ref":
                    attributes.setdefault(name, self.filled(text, scopes))
        if len(attributes) > 32:
            raise RefusedError("Macro attribute combination results in more than 32 attributes")
        self.check_attributes(element.tag, attributes, joint)
        if element.tag in TEXT:
            check_numbers(element, " ".join(layer.text for layer in layers))
        if element.tag == "Set":
            scopes[-1].setdefault(attributes["name"], attributes["value"])
            return
        own = [*scopes, {}]
        inner = (*active, *(id(layer) for layer in layers))
        joint = element.tag if element.tag in OF_JOINT else joint
        self.check_children(element.tag, layers, own, inner, joint)

    def layers(self, element: Element, scopes: list[dict[str, str]], active: tuple[int, ...]) -> list[Element]:
        layers, ref = [element], element.attributes.get("ref")
        while ref:
            found = self.templates.get((self.filled(ref, scopes), element.tag))
            if found is None:
                raise RefusedError(f'Unresolvable reference "{ref}" of {element.tag}')
            if id(found) in active or found in layers[1:]:
                raise RefusedError(f'Looping reference "{ref}"')
            layers.append(found)
            ref = found.attributes.get("ref")
        return layers

    def filled(self, text: str, scopes: list[dict[str, str]]) -> str:
        def value(found: re.Match[str]) -> str:
            name = found[1] or found[2] or found[3] or ""
            return next((scope[name] for scope in reversed(scopes) if name in scope), found[0])

        if re.search(r"\$(?:\([^)]*|\{[^}]*)$", text):
            raise RefusedError("Invalid attribute format")
        return _PLACEHOLDER.sub(value, text)

    def check_attributes(self, tag: str, attributes: dict[str, str], joint: str) -> None:
        said = ATTRIBUTES_OF_CORE3.get(tag, ATTRIBUTES.get(tag, "")) if self.core3 else ATTRIBUTES.get(tag, "")
        rows = {name.rstrip("!"): (name.endswith("!"), kind) for name, _, kind in (row.partition(":") for row in said.split())}
        for name, (needed, _) in rows.items():
            if needed and name not in attributes:
                raise RefusedError(f'Expected attribute "{name}" of {tag}')
        for name, text in attributes.items():
            if name not in rows:
                if name != "name":
                    raise RefusedError(f'Unexpected attribute "{name}" of {tag}')
                continue
            kind = rows[name][1]
            check = CHECKS.get(kind) or OF_JOINT[joint].get(kind)
            if check is None:
                raise RefusedError(f'Unexpected attribute "{name}" of {tag} in {joint}')
            try:
                check(text)
            except RefusedError as problem:
                raise RefusedError(f'{tag} {name}="{text}": {problem}') from None
        if attributes.get("projection") == "spherical" and attributes.get("imageHeight", "1") != "1":
            raise RefusedError("Spherical projection is currently only supported for 1-D sensors")

    def check_children(self, tag: str, layers: list[Element], scopes: list[dict[str, str]], active: tuple[int, ...], joint: str) -> None:
        allowed = {row.rstrip("!*"): ("!" in row, row.endswith("*")) for row in CHILDREN.get(tag, "").split()}
        if self.core3 and tag == "Material":
            allowed = {}
        before: set[str] = set()
        for layer in layers:
            seen: set[str] = set()
            for child in layer.children:
                kind = CLASS_OF[child.tag]
                if kind not in allowed or (kind in seen and not allowed[kind][1]):
                    raise RefusedError(f'Unexpected element "{child.tag}" in {tag}')
                seen.add(kind)
                if kind in before and not allowed[kind][1]:
                    continue  # an own one replaces it
                self.instantiate(child, scopes, active, joint)
            before |= seen
        for kind, (needed, _) in allowed.items():
            if needed and kind not in before:
                raise RefusedError(f"Expected a {kind} as child of {tag}")


def refusals(files: Mapping[str, bytes], main: str) -> list[str]:
    """Return what SimRobot would say, [] if it loads the scene. The suffix says for which core it is."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, 30_000))
    try:
        Judge(files, main.endswith("3")).judge(main)
    except (RefusedError, UnicodeDecodeError, RecursionError) as problem:
        return [f"{main}: {problem}"]
    finally:
        sys.setrecursionlimit(limit)
    return []


def refusals_of(path: Path) -> list[str]:
    """Of a scene on the disk with the files below its folder."""
    folder = path.parent
    files = {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*.r[os][si][23]")}
    return refusals(files, path.name)


def main() -> int:
    bad = 0
    for name in sys.argv[1:]:
        said = refusals_of(Path(name))
        bad += bool(said)
        print("\n".join(said) or f"{name}: legal")
    return min(bad, 100)


if __name__ == "__main__":
    sys.exit(main())
