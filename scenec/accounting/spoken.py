"""The words of findings: those of the source's file, of the target, and of what simulates it, instead of those of the neutral scene."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import cast

import msgspec

from scenec.accounting.code import RESERVED, SIMULATOR, SOURCE, TARGET
from scenec.accounting.finding import Finding
from scenec.syntax.folded import Folded
from scenec.syntax.tree import Document, SourceNode


class Names(msgspec.Struct, frozen=True, gc=False):
    """Names of the two sides. simulator: what simulates the target's scenes; "" where nothing does."""

    source: str = ""
    target: str = ""
    simulator: str = ""


class ElementNames(msgspec.Struct, frozen=True):
    """How a format names what its files hold. named_by: where the name of an element stands, the first that is there: ``@name`` is an
    attribute, ``name`` the text of a child. makers: first words of lists whose second word is the class of what they make; definers: those
    of lists whose second word is what they define. is_program: one place of a file may make many things."""

    named_by: tuple[str, ...] = ("@name",)
    makers: frozenset[str] = frozenset()
    definers: frozenset[str] = frozenset()
    is_program: bool = False

    def of(self, element: SourceNode, *, below: bool = True) -> str:
        """The name of an element, "" for one without. below: a child may hold it."""
        for place in self.named_by:
            if place.startswith("@"):
                if place[1:] in element.attributes:
                    return element.attributes[place[1:]]
            elif below:
                child = next((each for each in element.children if each.tag == place), None)
                if child is not None:
                    return child.text
        return ""


def in_words_of(finding: Finding, names: Names) -> Finding:
    """A finding whose general sentences name the target and its simulator."""
    texts = finding.headline, finding.because, finding.consequence, finding.hint
    named = tuple(_named(text, names) for text in texts)
    if named == texts:
        return finding
    headline, because, consequence, hint = named
    return msgspec.structs.replace(finding, headline=headline, because=because, consequence=consequence, hint=hint)


def _named(text: str, names: Names) -> str:
    if not text.isascii():
        said = {
            RESERVED[TARGET]: names.target or "the target format",
            RESERVED[SIMULATOR]: names.simulator or "the simulator",
            RESERVED[SOURCE]: names.source or "the source",
        }
        begins = text[0] in said
        for mark, name in said.items():
            text = text.replace(mark, name)
        if begins:
            text = f"{text[:1].upper()}{text[1:]}"
    return text


def element_of(key: str) -> str:
    """Return the key of an `Extra` without its number or name among others: ``Compound[arena/left team]`` is a ``Compound``."""
    return (key.endswith("]") and key.partition("[")[0]) or key


# ---------------------------------------------------------------- the source's own words


def word_of_value(document: Document, value_id: int, names: ElementNames) -> str:
    """Return what the source calls a value: ``<roughness> in <metal>``, ``min of <Deflection>``, ``setMaxMotorForce of HingeEffector``."""
    chain = _way_to(document, value_id)
    owner = chain[-1]
    if document.syntax == "sexp":
        return _word_of_list(chain, names)
    above = [node for node in chain[1:-1] if node.tag]
    index = value_id - owner.first_id
    if index < len(owner.attributes):
        return f"{list(owner.attributes)[index]} of {_element(document, owner)}"
    return f"{_element(document, owner)} in {_element(document, above[-1])}" if above else _element(document, owner)


def word_of_element(document: Document, node: SourceNode, names: ElementNames) -> str:
    """Return what the source calls a node: its element; of a list, its class or method."""
    if document.syntax == "sexp":
        return _head(node, names)
    return _element(document, node) if node.tag else ""


def word_of_values(document: Document, first: int, last: int, names: ElementNames) -> str:
    """Return the source's name of the element around these values: their nearest common element, class or method."""
    ways = zip(_way_to(document, first), _way_to(document, last), strict=False)
    common = [node for node, other in ways if document.identity(node) == document.identity(other)]
    words = [word for node in common if (word := word_of_element(document, node, names))]
    return words[-1] if words else word_of_value(document, first, names)


def _element(document: Document, node: SourceNode) -> str:
    if document.name.endswith((".yml", ".yaml")):
        return f"{node.tag}:"
    return f'"{node.tag}"' if document.name.endswith(".json") else f"<{node.tag}>"


def _way_to(document: Document, value_id: int) -> list[SourceNode]:
    """The nodes from the root to the one that holds a value."""
    node, way = document.root, [document.root]
    while node.children and value_id >= node.first_id + node.value_count:
        if isinstance(children := cast("Sequence[SourceNode]", node.children), Folded):
            node = children.around_id(value_id)
            way.append(node)
            continue
        low, high = 0, len(node.children)
        while high - low > 1:
            middle = (low + high) // 2
            if node.children[middle].first_id <= value_id:
                low = middle
            else:
                high = middle
        node = node.children[low]
        way.append(node)
    return way


def _word_of_list(chain: list[SourceNode], names: ElementNames) -> str:
    """The method whose parameter an atom is, and of what."""
    heads = [head for node in chain if (head := _head(node, names))]
    return " of ".join(heads[:-3:-1])


def _head(node: SourceNode, names: ElementNames) -> str:
    """Return the first word of a list, the class of one that makes something, and definitions with their variable: ``def $Radius``."""
    atoms = [child.text for child in node.children[:2] if not child.tag and not child.children]
    if not atoms or node.tag != "(":
        return ""
    if len(atoms) > 1 and atoms[0] in names.definers:
        return " ".join(atoms)
    return atoms[1] if atoms[0] in names.makers and len(atoms) > 1 else atoms[0]


# ---------------------------------------------------------------- who a finding is about


SINGULAR = {
    "actors": "actor",
    "actuators": "motor",
    "axes": "axis",
    "batteries": "battery",
    "cameras": "camera",
    "channels": "channel",
    "collisions": "collision",
    "controllers": "controller",
    "excluded_pairs": "pair",
    "extras": "",
    "frames": "frame",
    "friction_pairs": "friction of",
    "grippers": "gripper",
    "joints": "joint",
    "lights": "light",
    "links": "link",
    "meshes": "mesh",
    "models": "model",
    "named_poses": "pose",
    "particle_emitters": "particle emitter",
    "pbr": "workflow",
    "placements": "placement",
    "plugins": "plugin",
    "positions": "joint position",
    "profiles": "physics",
    "sensors": "sensor",
    "user_inputs": "user input",
    "viewpoints": "view",
    "visuals": "visual",
    "worlds": "world",
}
_CALLED = {
    "framing": "kind of file",
    "extras": "",
    "cfm": "CFM",
    "erp": "ERP",
    "fov": "field of view",
    "mu": "coefficient",
    "mu2": "coefficient across",
    "imu": "IMU",
    "uri": "file",
}
"""Words within the name of a field that people say otherwise."""
_STEP = r"(?:^|\.)([a-z][a-z0-9_]*)(?:\[([^\[\]]*)\])?$"
_KEYED = rf"(?:^|\.)({'|'.join(SINGULAR)})\.([^.\[\]:]+)$"
"""The same, as records of carried values write it: ``visuals.board``."""
_PLACE = r"[0-9]{1,18}"
"""A place in a list. A text with more digits is a name: no link has so many visuals, and Python refuses to parse very long numbers."""


@cache
def _fields() -> frozenset[str]:
    import scenec.ir as ir

    kinds = (kind for kind in vars(ir).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct))
    return frozenset(name for kind in kinds for name in kind.__struct_fields__)


def word_of_field(field: str) -> str:
    """``contact_cfm`` is ``contact CFM``."""
    return " ".join(_CALLED.get(part, part) for part in field.split("_"))


def about(finding: Finding) -> str:
    """Return what a finding is about, for people, and the value as written."""
    return " = ".join(each for each in (who(finding.subject), finding.value) if each)


def who(subject: str) -> str:
    """A subject for people: ``arm::hand.visuals[box].material.two_sided`` is ``arm::hand: visual box, material, two sided``,
    ``Light@radius`` is ``radius of <Light>``."""
    if attribute := re.fullmatch(r"([\w:]+)@([\w:]+)", subject):
        return f"{attribute[2]} of <{attribute[1]}>"
    rest, steps = subject, list[str]()
    while ((found := re.search(_STEP, rest)) and found[1] in _fields()) or (found := re.search(_KEYED, rest)):
        field, name = found[1], found[2]
        word = SINGULAR[field] if name is not None and field in SINGULAR else word_of_field(field)
        number = str(int(name) + 1) if name is not None and re.fullmatch(_PLACE, name) else name or ""
        if field == "friction_pairs":
            number = number.replace(", ", " and ")
        if word:
            steps.append(f"{word} {number}".rstrip())
        rest = rest[: found.start()]
    words = ", ".join(reversed(steps))
    if subject and not rest and not words:
        return "the scene"
    return f"{rest}: {words}" if rest and words else rest or words
