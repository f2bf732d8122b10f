"""The words of findings: those of the source's file, of the target, and of what simulates it, instead of those of the neutral scene."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import msgspec

from scenec.accounting.finding import Finding
from scenec.syntax.tree import Document, SourceNode


class Names(NamedTuple):
    """What the two sides are called. simulator: what simulates the target's scenes; "" where nothing does."""

    source: str = ""
    target: str = ""
    simulator: str = ""


def in_words_of(finding: Finding, names: Names) -> Finding:
    """A finding whose general sentences name the target and its simulator."""
    if not names.target:
        return finding
    because, consequence, hint = (_named(text, names) for text in (finding.because, finding.consequence, finding.hint))
    if (because, consequence, hint) == (finding.because, finding.consequence, finding.hint):
        return finding
    return msgspec.structs.replace(finding, because=because, consequence=consequence, hint=hint)


def _named(text: str, names: Names) -> str:
    if "the target" in text:
        text = re.sub(r"\bthe target\b", lambda _: names.target, text)
    if names.simulator:
        text = text.replace("where the result is simulated", f"in {names.simulator}")
        text = text.replace("the simulator's own", f"{names.simulator}'s own")
    return text


# ---------------------------------------------------------------- the source's own words


def word_of_value(document: Document, value_id: int) -> str:
    """What the source calls a value: ``<roughness> in <metal>``, ``min of <Deflection>``, ``setMaxMotorForce of HingeEffector``."""
    chain = _way_to(document, value_id)
    owner = chain[-1]
    if document.syntax == "sexp":
        return _word_of_list(chain)
    above = [node for node in chain[1:-1] if node.tag]
    index = value_id - owner.first_id
    if index < len(owner.attributes):
        return f"{list(owner.attributes)[index]} of {_element(document, owner)}"
    return f"{_element(document, owner)} in {_element(document, above[-1])}" if above else _element(document, owner)


def word_of_element(document: Document, node: SourceNode) -> str:
    """What the source calls a node: its element; of a list, its class or method."""
    if document.syntax == "sexp":
        return _head(node)
    return _element(document, node) if node.tag else ""


def _element(document: Document, node: SourceNode) -> str:
    if document.name.endswith((".yml", ".yaml")):
        return f"{node.tag}:"
    return f'"{node.tag}"' if document.name.endswith(".json") else f"<{node.tag}>"


def _way_to(document: Document, value_id: int) -> list[SourceNode]:
    """The nodes from the root to the one that holds a value."""
    node, way = document.root, [document.root]
    while node.children and value_id >= node.first_id + node.value_count:
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


def _word_of_list(chain: list[SourceNode]) -> str:
    """The method whose parameter an atom is, and of what."""
    heads = [head for node in chain if (head := _head(node))]
    return " of ".join(heads[:-3:-1])


def _head(node: SourceNode) -> str:
    """The first word of a list; of ``(nd Class ...)`` the class."""
    atoms = [child.text for child in node.children[:2] if not child.tag and not child.children]
    if not atoms or node.tag != "(":
        return ""
    return atoms[1] if atoms[0] in ("nd", "node") and len(atoms) > 1 else atoms[0]


# ---------------------------------------------------------------- who a finding is about


SINGULAR = {
    "actuators": "motor", "axes": "axis", "batteries": "battery", "cameras": "camera", "channels": "channel", "collisions": "collision",
    "extras": "", "friction_pairs": "friction of", "lights": "light", "meshes": "mesh", "pbr": "workflow", "plugins": "plugin",
    "profiles": "physics", "sensors": "sensor", "user_inputs": "user input", "viewpoints": "view", "visuals": "visual", "worlds": "world",
}  # fmt: skip
_STEP = r"(?:^|\.)([a-z][a-z0-9_]*)(?:\[([^\[\]]*)\])?$"


@cache
def _fields() -> frozenset[str]:
    import scenec.ir as ir

    kinds = (kind for kind in vars(ir).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct))
    return frozenset(name for kind in kinds for name in kind.__struct_fields__)


def who(subject: str) -> str:
    """A subject for people: ``arm::hand.visuals[box].material.two_sided`` is ``arm::hand: visual box, material, two sided``."""
    rest, steps = subject, list[str]()
    while (found := re.search(_STEP, rest)) and found[1] in _fields():
        field, name = found[1], found[2]
        word = SINGULAR.get(field, field.replace("_", " "))
        number = str(int(name) + 1) if name is not None and name.isdecimal() else name or ""
        if word:
            steps.append(f"{word} {number}".rstrip())
        rest = rest[: found.start()]
    words = ", ".join(reversed(steps))
    return f"{rest}: {words}" if rest and words else rest or words or subject
