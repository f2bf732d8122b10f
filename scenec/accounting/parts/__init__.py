"""Findings of parts of a scene that the target has no place for: one table of rows, per kind of node and per field.

Settling makes these findings for every node and value that a writer did not read. A code is made of the prefix of the node, the field and
``-dropped``. Formats that must report such a part by name use the row from `scenec.accounting.findings` or from here (`row_at`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from scenec.accounting.code import Code
from scenec.accounting.finding import Category
from scenec.accounting.findings import (
    JOINT_DAMPING_DROPPED,
    JOINT_FRICTION_DROPPED,
    JOINT_SPRING_DROPPED,
    JOINT_TYPE_DROPPED,
    MESH_GROUP_NAME_DROPPED,
)
from scenec.accounting.parts import bodies, joints, looks, sensors, worlds
from scenec.accounting.parts.table import ADVICE, EFFECT, WORDS, Field, Kind, plural
from scenec.accounting.spoken import element_of, word_of_field

KINDS: Mapping[str, Kind] = {kind.of: kind for module in (worlds, bodies, joints, looks, sensors) for kind in module.KINDS}
"""Name of a class of the scene -> its kind."""
FIELDS: Mapping[str, Field] = {field.of: field for module in (worlds, bodies, joints, looks, sensors) for field in module.FIELDS}
"""``Class.field`` -> its row, where more can be said than of the whole kind."""
REPORTED_BY_NAME: Mapping[str, Code] = {
    "Dynamics.damping": JOINT_DAMPING_DROPPED,
    "Dynamics.friction": JOINT_FRICTION_DROPPED,
    "Dynamics.spring_stiffness": JOINT_SPRING_DROPPED,
    "Dynamics.spring_reference": JOINT_SPRING_DROPPED,
    "Joint.type": JOINT_TYPE_DROPPED,
    "MeshGroup.name": MESH_GROUP_NAME_DROPPED,
}
"""``Class.field`` -> a row that formats use as well."""
SHAPE = "shape"
"""The slot of rows about shapes."""
PLACED = ("pose", "texture")
"""Prefixes of nodes whose code says where they stand: ``joint-pose-dropped``."""


def kebab(name: str) -> str:
    """``rolling_deceleration`` -> ``rolling-deceleration``, ``SelfCollide`` -> ``self-collide``, ``PT2Motor`` -> ``pt2-motor``,
    ``gz:sky/@time`` -> ``gz-sky-time``."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name)
    return "-".join(word for word in re.split(r"[^0-9a-zA-Z]+", parted) if word).lower()


def row_for(node: msgspec.Struct, field: str, inner: Any = None) -> Code:
    """Return the row of a finding about a dropped field of a node. inner: the node in that field, where it is dropped as a whole; of a
    shape, the row has the slot `shape`."""
    return row_at(type(node).__name__, field, "" if inner is None else type(inner).__name__)


@cache
def row_at(owner: str, field: str, inner: str = "") -> Code:
    """`row_for` by the names of classes."""
    if not inner:
        return _of_field(owner, field)
    if inner not in KINDS:
        return _of_shape(owner)
    kind = KINDS[inner]
    if kind.prefix not in PLACED:
        return kind.row(f"{kind.prefix}-dropped")
    holder, named = _prefix(owner), FIELDS.get(f"{owner}.{field}")
    code = f"{holder}-{kebab(field)}-dropped"
    if named is not None:
        return _row(code, named, kind)
    word = f"{KINDS[owner].word if owner in KINDS else holder.replace('-', ' ')} {word_of_field(field).removesuffix(' map')}"
    return msgspec.structs.replace(kind, word=word, words="").row(code)


def _of_field(owner: str, field: str) -> Code:
    if (row := REPORTED_BY_NAME.get(f"{owner}.{field}")) is not None:
        return row
    kind = KINDS.get(owner) or Kind(owner, _prefix(owner), kebab(owner).replace("-", " "), "geometry", "error", "error")
    named = FIELDS.get(f"{owner}.{field}")
    if named is None:
        named = Field(f"{owner}.{field}", f"{kind.owner or kind.word} {WORDS.get(field) or word_of_field(field)}", "")
    return _row(f"{kind.prefix}-{kebab(field)}-dropped", named, kind)


def _row(code: str, field: Field, kind: Kind) -> Code:
    category = field.category or kind.category
    speaking: Category = "naming" if field.of.endswith(".name") else category
    general = speaking != kind.category
    words = field.words or plural(field.word)
    return Code(
        code,
        "dropped",
        field.level or kind.field_level,
        category,
        headline=f"{capital(field.word)} dropped",
        because=field.because or f"{{target}} has no element for {words}.",
        effect=field.effect or (not general and kind.field_effect) or EFFECT[speaking],
        advice=field.advice or (not general and kind.field_advice) or ADVICE[speaking],
        many=f"{words} dropped",
        together=field.together,
    )


def _of_shape(owner: str) -> Code:
    kind = KINDS.get(owner)
    word = kind.word if kind else "part"
    return Code(
        f"{_prefix(owner)}-shape-dropped",
        "dropped",
        "error",
        kind.category if kind else "geometry",
        headline=f"{capital(word)} shape dropped: {{shape}}",
        because="{target} has no shape of this type.",
        effect="The shape is missing.",
        advice="Use a box, a sphere, a cylinder or a mesh in the source.",
        many=f"{word} shapes dropped",
    )


def of_one_format(name: str, key: str, title: str = "", simulator: str = "", at_home: bool = False) -> Code:
    """Return the row of a value that only one format has. key: of the `Extra`, or as its code spells it. title, simulator: of that format.
    at_home: the target is that format, in another version."""
    key = element_of(key)
    title = title or name
    word = word_in_file(key)
    return Code(
        f"{name}-{kebab(key)}-dropped",
        "dropped",
        "note",
        "metadata",
        headline=f"Extension of {title} dropped: {_literal(word)}",
        because="{target} has no such element." if at_home else f"Only {title} has this value.",
        effect="The result lacks it." if at_home else f"{simulator or title} acts on it, and the result does not.",
        advice="Use --carry, so that converting back restores it. Check whether a program of yours reads it.",
        many=f"extensions of {title} dropped: {_literal(word)}",
    )


def word_in_file(key: str) -> str:
    """Return what a file calls a value that only its format has: ``ServoMotor/isNaoMotor`` is ``isNaoMotor of ServoMotor``. key: of the
    `Extra`."""
    key = element_of(key)
    steps = [step for step in key.replace("@", "/").split("/") if step]
    return " of ".join(steps[:-3:-1]) if steps else key


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def capital(text: str) -> str:
    """A text with a capital first letter."""
    return text[:1].upper() + text[1:]


def _prefix(owner: str) -> str:
    kind = KINDS.get(owner)
    return kind.prefix if kind else "shape-" + kebab(owner)


def rows(*, whole: Collection[str] = ()) -> Iterator[Code]:
    """Yield each row of the table that settling can make, once: of every node and field of a scene. whole: classes without whose fields."""
    made = set()
    for _, row in rows_of_fields(whole=whole):
        if row.code not in made:
            made.add(row.code)
            yield row


def rows_of_fields(*, whole: Collection[str] = ()) -> Iterator[tuple[str, Code]]:
    """Yield ``Class.field`` and its row, of every node and field of a scene. whole: see `rows`."""
    from typing import get_type_hints

    import scenec.ir
    from scenec.ir.base import UNACCOUNTED

    classes = {each.__name__: each for each in vars(scenec.ir).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)}
    for generic in ("Node", "Extra"):
        classes.pop(generic)
    for name, each in classes.items():
        if name in whole:
            continue
        hints = get_type_hints(each)
        for field in each.__struct_fields__:
            if field in UNACCOUNTED or field == "extras":
                continue
            inner = sorted(_names_in(hints[field]) & classes.keys())
            yield f"{name}.{field}", row_at(name, field, inner[0] if inner else "")


def _names_in(hint: object) -> set[str]:
    """The names of all classes in a type."""
    from typing import get_args

    waiting, names = [hint], set()
    while waiting:
        each = waiting.pop()
        names.add(getattr(each, "__name__", ""))
        waiting.extend(get_args(each))
    return names
