"""The vocabulary of RubySceneGraph: node classes, their script methods, and the parameters of each method.

A signature is a text: ``x:m y:m z:m`` is three lengths. The word behind the colon is a key of `kinds.KINDS`; no word is a plain number.
SimSpark passes the strings as written, and the method checks them itself: a rejected call has no effect and gives no message. ``[name]`` is
optional. With a trailing ``...``, surplus parameters are ignored; without it, they reject the call.

Facts from SimSpark-SPL 825634cb: `spark/lib/oxygen/**/<class>_c.cpp`, `spark/lib/kerosin/sceneserver/*_c.cpp`, `spark/plugin/*`,
`rcssserver3d/plugin/soccer/*` (cited by class file).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.converters.rsg.kinds import KINDS
from scenec.errors import nearest
from scenec.syntax.kinds import Kind
from scenec.syntax.vocabulary import Place

if TYPE_CHECKING:
    from scenec.converters.rsg.classes import Group

CURRENT, OLD = "current", "2007"

UNSET_FIXED_JOINT = "unset"
"""Key of the extra of a fixed joint without setFixed."""
IN_BATTERY = "Battery["
"""Start of the key of an extra: the battery of its link that a perceptor stands in. ``Battery[0]`` is the first."""
CLASS = "class["
"""Start of the key of an extra: the class of the Transform of a link, like ``class[AgentAspect]``."""
UNEVEN_SCALE = "scale"
"""Key of the extra of a cylinder or capsule: the original scale, which was approximated."""

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
    "node": "nd",
    "select": "sel",
    "template": "templ",
    "define": "def",
    "att": "attach",
    "RubySceneGraph": "RSG",
    "RubyDeltaScene": "RDS",
    "SLT": "setLocalTransform",
    "sSc": "setScale",
    "sMat": "setMaterial",
    "BN": "BaseNode",
    "SMN": "SingleMatNode",
    "TRF": "Transform",
}
"""Word -> the spelling that the reader uses (rubysceneimporter.cpp, table of abbreviations). Not applied to parameters."""

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
"""Methods of class Transform, which run at once. All others run at the end of their file, in order."""


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
    """A script method. forms: the parameter lists that it accepts; the first that fits counts. place: where a reader puts it."""

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
    """Return the class of a name in a file (`oxygen/Name` and `kerosin/Name` too), None if SimSpark has no such class."""
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
    """Return every class by its current name."""
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
