"""Numbers that are infinite, none at all, or so large that their squares are infinite, where only a finite one means something: a
simulator that reads them has no gain, no damping and no direction left, and some refuse the file. They are left out.

Where something is, how large and how heavy it is, has been refused before (`scenec.ir.magnitude`). Limits, ranges and frictions may be
infinite: they then limit nothing, and writers print them as their format does.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.adapt.findings import NUMBER_INFINITE_DROPPED
from scenec.ir.magnitude import Fields, getter_of, measures_of, words_of_types
from scenec.ir.scene import Scene
from scenec.ir.walk import is_nodes
from scenec.source import Origin

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

ENDLESS: dict[str, frozenset[str]] = {
    "Limits": frozenset({"lower", "upper", "effort", "velocity", "stiffness"}),
    "Range": frozenset({"lower", "upper"}),
    "Camera": frozenset({"near", "far", "depth_near", "depth_far"}),
    "Attenuation": frozenset({"range"}),
    "Surface": frozenset({"mu", "mu2", "bullet_friction", "bullet_friction2", "max_correcting_velocity"}),
    "FrictionPair": frozenset({"mu"}),
    "Scene": frozenset({"friction_default"}),
    "Actuator": frozenset({"max_effort", "max_velocity", "max_acceleration", "command_lower", "command_upper"}),
    "SolverSettings": frozenset({"max_correcting_velocity"}),
    "Sensor": frozenset({"update_rate"}),
}
"""Class -> fields in which infinity means that there is no bound."""

EITHER_WAY = frozenset({"lower", "upper", "command_lower", "command_upper"})
"""Those of them that may be below everything as well."""


LARGEST_SQUARED = 1e150
"""Bound of numbers: a larger one has no square, and no angle in degrees or time in milliseconds to be relied on."""

LARGEST_WHOLE = 2**64
"""No count, mask or index of any format is larger."""


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """Return the scene without infinite numbers that have no meaning. Reports `number-infinite-dropped` for each."""
    return scene if _all_usable(scene) else _Step(scene, ledger, target).cleaned(scene, None, "") or scene


def _all_usable(scene: Scene) -> bool:
    """Whether every number is finite and of a reasonable size, also those that need not be: a quick look that nearly every scene passes."""
    stack: list[Any] = [scene]
    while stack:
        node = stack.pop()
        numbers, holders = _LOOKS[node.__class__]
        for value in numbers(node) if numbers is not None else ():
            if value is not None and not _is_usable(value):
                return False
        for value in holders(node) if holders is not None else ():
            if value is not None and value != ():
                stack.extend(value) if value.__class__ is tuple else stack.append(value)
    return True


class _Looks(dict[type, "tuple[Fields | None, Fields | None]"]):
    """Class of node -> what gets its numbers, and what gets the fields that may hold nodes."""

    def __missing__(self, kind: type) -> tuple[Fields | None, Fields | None]:
        words = words_of_types(kind)
        numbers = [name for name, said in words.items() if said & _NUMBERS and name not in measures_of(kind)]
        holders = [name for name, said in words.items() if not said <= _PLAIN and name not in measures_of(kind)]
        found = self[kind] = getter_of(kind, numbers), getter_of(kind, holders)
        return found


_LOOKS = _Looks()
_NUMBERS = frozenset({"int", "float", "Vec2", "Vec3", "Color"})
_PLAIN = _NUMBERS | {"None", "bool", "str", "tuple", "Id", "Block", "Rotation", "Origin"}
"""The words in types of fields that hold no nodes."""


class _Plan(msgspec.Struct, frozen=True):
    """Of a class of node. numbers: (field, what it is without one, whether it may be endless); required: those without which the node is
    none; holders: the fields with nodes in them."""

    numbers: tuple[tuple[str, Any, bool], ...]
    required: tuple[str, ...]
    holders: tuple[str, ...]


class _Step:
    def __init__(self, scene: Scene, ledger: Ledger, target: str) -> None:
        self.scene, self.ledger, self.target = scene, ledger, target

    def cleaned(self, node: Any, around: Origin | None, owner: str) -> Any:
        """The node itself if all its numbers are finite; None if it is nothing without one that is not."""
        plan = _plan(node.__class__)
        around, owner = getattr(node, "origin", None) or around, getattr(node, "id", owner)
        changes: dict[str, Any] = {}
        for name, default, endless in plan.numbers:
            value = getattr(node, name)
            if value is not None and not _is_usable(value) and not (endless and (value > 0 or (value < 0 and name in EITHER_WAY))):
                self._report(node, name, value, around, owner)
                if name in plan.required:
                    return None
                changes[name] = default
        for name in plan.holders:
            value = getattr(node, name)
            if value is None or value == ():
                continue
            if not is_nodes(value):
                inner = self.cleaned(value, around, owner)
            else:
                inner = tuple(each for item in value if (each := self.cleaned(item, around, owner)) is not None)
                if len(inner) == len(value) and all(map(_is_identical, inner, value)):
                    continue
            if inner is not value:
                changes[name] = inner
        return msgspec.structs.replace(node, **changes) if changes else node

    def _report(self, node: Any, name: str, value: Any, origin: Origin | None, owner: str) -> None:
        above, kind = self.ledger.path(owner), type(node).__name__.lower()
        self.ledger.report(
            NUMBER_INFINITE_DROPPED,
            about=value,
            origin=origin,
            value=value,
            subject=f"{above}.{kind}.{name}" if above else f"{kind}.{name}",
        )


def _is_identical(one: object, other: object) -> bool:
    return one is other


def _is_usable(value: Any) -> bool:
    if isinstance(value, float):
        return -LARGEST_SQUARED <= value <= LARGEST_SQUARED
    if isinstance(value, tuple):
        return all(map(_is_usable, value))
    return not isinstance(value, int) or abs(value) <= LARGEST_WHOLE


@cache
def _plan(kind: type[msgspec.Struct]) -> _Plan:
    left_out = ("origin", *measures_of(kind))
    fields = [field for field in msgspec.structs.fields(kind) if field.name not in left_out]
    numbers = [field for field in fields if _holds_numbers(str(field.type))]
    endless = ENDLESS.get(kind.__name__, frozenset())
    required = tuple(field.name for field in numbers if field.default is msgspec.NODEFAULT)
    return _Plan(
        tuple((field.name, None if field.default is msgspec.NODEFAULT else field.default, field.name in endless) for field in numbers),
        required,
        tuple(field.name for field in fields if "scenec." in str(field.type) and "Block" not in str(field.type)),
    )


def _holds_numbers(hint: str) -> bool:
    """Whether a field is a number or a vector, as its type is spelled."""
    return "scenec." not in hint and re.search(r"\b(int|float)\b", hint) is not None
