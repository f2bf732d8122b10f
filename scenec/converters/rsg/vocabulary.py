"""What a RubySceneGraph file can say: node classes and their script methods, with what each method takes.

A signature is a text: ``x:m y:m z:m`` is three lengths; the word behind the colon is a key of `kinds.KINDS`, none is a bare number.
SimSpark calls a method with the strings as written, and the method itself says whether it takes them: one that does not has no
effect, silently. ``[name]`` may be left out; a trailing ``...`` says that surplus parameters are ignored, without it they reject the call.

Facts from SimSpark-SPL 825634cb: `spark/lib/oxygen/**/<class>_c.cpp`, `spark/lib/kerosin/sceneserver/*_c.cpp`, `spark/plugin/*`,
`rcssserver3d/plugin/soccer/*` (cited short, by class file).
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import msgspec

from scenec.converters.rsg.kinds import KINDS
from scenec.errors import nearest
from scenec.syntax.kinds import Kind
from scenec.syntax.vocabulary import Place

Group = Literal[
    "node", "transform", "space", "world", "body", "stub", "drive", "collider", "handler", "joint", "motor", "visual", "light", "camera",
    "perceptor", "effector", "record",
]  # fmt: skip
"""What a class is to a reader. transform: carries a pose. stub: known to SimSpark, without function. drive: acts on the body beside it.
record: soccer bookkeeping."""

CURRENT, OLD = "current", "2007"

PULLED = "unset"
"""Key of the extra of a fixed joint without setFixed."""
UNEVEN_SCALE = "scale"
"""Key of the extra of a cylinder or capsule with the scale that leaves it none."""

OLD_CLASSES = {"Body": "RigidBody", "CCylinder": "Capsule", "CCylinderCollider": "CapsuleCollider"}
"""Classes of the 2007 manual and the releases up to 2009 -> today's name."""

OLD_METHODS = {
    "setCappedCylinder": "setCapsule",
    "setCappedCylinderTotal": "setCapsuleTotal",
    "addCappedCylinder": "addCapsule",
    "addCappedCylinderTotal": "addCapsuleTotal",
    "setJointMaxSpeed": "setJointMaxSpeed1",
}
"""Methods of the 2007 manual -> today's name."""

ABBREVIATIONS = {
    "node": "nd", "select": "sel", "template": "templ", "define": "def", "att": "attach", "RubySceneGraph": "RSG", "RubyDeltaScene": "RDS",
    "SLT": "setLocalTransform", "sSc": "setScale", "sMat": "setMaterial", "BN": "BaseNode", "SMN": "SingleMatNode", "TRF": "Transform",
}  # fmt: skip
"""Word -> the one spelling the reader works with (rubysceneimporter.cpp, table of abbreviations). Not applied to parameters."""

IMMEDIATE = frozenset(
    {
        "setName",
        "importScene",
        "unlinkChildren",
        "unlinkLeaf",
        "setLocalPos",
        "setLocalRotation",
        "setLocalTransform",
        "getName",
        "getFullPath",
    }
)
"""Methods that class Transform knows: they run at once, all others at the end of their file, in order."""


class Argument(msgspec.Struct, frozen=True, gc=False):
    """One parameter of a method. `kind` parses and prints it; `optional`: it may be left out."""

    name: str
    kind: Kind[Any]
    optional: bool = False


class Form(msgspec.Struct, frozen=True, gc=False):
    """One list of parameters that a method takes. surplus: more are ignored instead of rejecting the call."""

    arguments: tuple[Argument, ...]
    surplus: bool = False

    @property
    def minimum(self) -> int:
        return sum(not argument.optional for argument in self.arguments)

    def takes(self, count: int) -> bool:
        return count >= self.minimum and (self.surplus or count <= len(self.arguments))


class Method(msgspec.Struct, frozen=True, gc=False):
    """A script method: the lists of parameters it takes (the first that fits counts), where a reader puts them."""

    name: str
    forms: tuple[Form, ...]
    place: Place = "ir"
    reason: str = ""


class NodeClass(msgspec.Struct, frozen=True, gc=False):
    """A class of nodes with its own methods and those of its base."""

    name: str
    group: Group
    methods: dict[str, Method]
    base: str = ""
    cite: str = ""
    place: Place = "ir"
    reason: str = ""


def form(signature: str) -> Form:
    words = signature.split()
    surplus = bool(words) and words[-1] == "..."
    arguments = []
    for word in words[: len(words) - surplus]:
        name, _, kind = word.strip("[]").partition(":")
        arguments.append(Argument(name, KINDS[kind], word.startswith("[")))
    return Form(tuple(arguments), surplus)


def node_class(name: str) -> NodeClass | None:
    """A class by its name as files write it (`oxygen/Name` and `kerosin/Name` too), None if SimSpark does not know it."""
    name = name.removeprefix("oxygen/").removeprefix("kerosin/")
    name = ABBREVIATIONS.get(name, name)
    return vocabulary().get(OLD_CLASSES.get(name, name))


def method_of(cls: NodeClass, name: str) -> Method | None:
    name = ABBREVIATIONS.get(name, name)
    return cls.methods.get(OLD_METHODS.get(name, name))


def nearest_class(name: str) -> str:
    return nearest(name, [*vocabulary(), *OLD_CLASSES])


@cache
def vocabulary() -> dict[str, NodeClass]:
    """Every class by its current name."""
    from scenec.converters.rsg.classes import CLASSES

    found: dict[str, NodeClass] = {}
    for row in CLASSES:
        inherited = found[row.base].methods if row.base else {}
        methods = dict(inherited)
        for line in row.methods:
            name, _, rest = line.partition(" ")
            forms = tuple(form(signature) for signature in rest.split("|"))
            methods[name] = Method(name, forms)
        found[row.name] = NodeClass(row.name, row.group, methods, row.base, row.cite, row.place, row.reason)
    return found
