"""The JSON form of each node of the scene: derived from the types of `scenec.ir`, so that nothing can be forgotten.

A field that says nothing (None, empty) is left out. A node is an object; where several kinds of nodes may stand (shapes), its member
``type`` says which. A rotation is ``{"rpy": [roll, pitch, yaw]}`` as written by its source, or ``{"quat": [w, x, y, z]}``; a table of
numbers is a list of rows. `origin` and `found` are no part of a file: they say where something lies on one machine.
"""

from __future__ import annotations

import types
import typing
from functools import cache
from typing import Any, Literal

import msgspec

from scenec import ir
from scenec.ir.blocks import Block
from scenec.ir.pose import Rotation
from scenec.source import Origin

SCHEMA = "scenec.scene/2"
"""The schema that is written."""
READABLE = ("scenec.scene/1", SCHEMA)
"""The schemas that are read: a later version has more fields, and those of earlier ones keep their meaning."""
GIVEN = {**dict.fromkeys(("World", "Model", "Joint", "Frame", "Mesh"), ("id",)), "Link": ("id", "model")}
"""Fields that a scene built in Python may leave to `Scene.add`; a file has to state them."""
LEFT_OUT = frozenset({"origin", "found"})

Kind = Literal["value", "node", "nodes", "rotation", "block"]


class Field(msgspec.Struct, frozen=True):
    """One field. kind: how it is written. type: of a value, as `msgspec.convert` takes it. classes: the kinds of node that may
    stand here, by name; several are distinguished by a member ``type``. required: it has no default; default: what it is if nothing is
    said."""

    name: str
    kind: Kind
    type: Any
    classes: dict[str, Any]
    required: bool
    default: Any = None

    @property
    def typed(self) -> bool:
        return len(self.classes) > 1


@cache
def fields_of(cls: type[msgspec.Struct]) -> dict[str, Field]:
    """The fields of a node in the order in which they are written."""
    hints = typing.get_type_hints(cls, None, {**vars(ir), "Origin": Origin})
    found = {}
    for info in msgspec.structs.fields(cls):
        if info.name not in LEFT_OUT:
            required = (info.default is msgspec.NODEFAULT and info.default_factory is msgspec.NODEFAULT) or info.name in GIVEN.get(
                cls.__name__, ()
            )
            field = _field(info.name, hints[info.name], required)
            found[info.name] = field if required else msgspec.structs.replace(field, default=info.default)
    return found


def _field(name: str, hint: Any, required: bool) -> Field:
    options = [each for each in _options(hint) if each is not type(None)]
    classes = _classes(options)
    if classes:
        return Field(name, "node", None, classes, required)
    if len(options) == 1:
        (only,) = options
        if only is Rotation:
            return Field(name, "rotation", None, {}, required)
        if only is Block:
            return Field(name, "block", None, {}, required)
        if typing.get_origin(only) is tuple and typing.get_args(only)[1:] == (...,):
            classes = _classes(_options(typing.get_args(only)[0]))
            if classes:
                return Field(name, "nodes", None, classes, required)
    return Field(name, "value", hint, {}, required)


def _options(hint: Any) -> list[Any]:
    """The members of a union, or the type itself."""
    return list(typing.get_args(hint)) if typing.get_origin(hint) in (typing.Union, types.UnionType) else [hint]


def _classes(options: list[Any]) -> dict[str, type[msgspec.Struct]]:
    """Node classes by name, if the options are nothing else; of a base class, those derived from it."""
    if not all(isinstance(each, type) and issubclass(each, msgspec.Struct) for each in options):
        return {}
    found: dict[str, type[msgspec.Struct]] = {}
    for each in options:
        for cls in each.__subclasses__() or [each]:
            found[cls.__name__] = cls
    return found
