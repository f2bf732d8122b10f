"""Compares matched nodes field by field: the values that no physics summary has."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from scenec.accounting.parts import kebab
from scenec.comparison.pairing import paired
from scenec.comparison.tolerance import Tolerance, near_colour, seven_of
from scenec.difference.item import Value
from scenec.files import read_file
from scenec.ir.base import UNACCOUNTED, Extra, Id, Plugin, RawItem, Texture
from scenec.ir.blocks import Block
from scenec.ir.pose import Pose, Rotation
from scenec.ir.walk import fields_of, is_node, is_nodes
from scenec.trace import plain

Implied = Mapping[tuple[str, str], Any]
"""(class, field) -> the default of a format, or a test of a value; see `scenec.accounting.settle.Implied`."""

Skip = frozenset[tuple[str, str]]
"""(class, field) of what is not compared."""

ELSEWHERE: Skip = frozenset(
    {
        *(
            ("Link", field)
            for field in ("name", "model", "pose", "relative_to", "collisions", "visuals", "sensors", "lights", "self_collide")
        ),
        *(("Inertial", field) for field in ("mass", "pose", "inertia")),
        *((kind, field) for kind in ("Collision", "Visual") for field in ("name", "pose", "relative_to", "geometry")),
        *(
            ("Joint", field)
            for field in ("name", "model", "world", "type", "parent", "child", "pose", "relative_to", "screw_pitch", "gear_ratio")
        ),
        *(("Joint", field) for field in ("actuators", "sensors")),
        *(("Axis", field) for field in ("xyz", "expressed_in", "initial", "mimic")),
        *(("Limits", field) for field in ("lower", "upper", "active")),
        *(("Dynamics", field) for field in ("damping", "friction", "spring_stiffness", "spring_reference")),
        *(("Sensor", field) for field in ("name", "type", "pose", "relative_to")),
        *(("Light", field) for field in ("name", "type", "pose", "relative_to", "direction", "world")),
        *(("Model", field) for field in ("name", "world", "parent", "pose", "relative_to", "placement_frame", "canonical_link")),
        *(("Model", field) for field in ("static", "self_collide")),
        *(("Actor", field) for field in ("name", "world")),
        ("Gripper", "model"),
        ("Camera", "relative_to"),
        ("ParticleEmitter", "relative_to"),
        ("World", "name"),
        ("Material", "name"),
        ("Mesh", "extents"),
        ("MeshShape", "mesh"),
        ("Material", "diffuse"),
        ("Visual", "transparency"),
        ("Surface", "mu"),
        ("Surface", "mu2"),
    }
)
"""Fields that the physics of a scene tells better, or that say how it is written down, not what it is."""

OF_THE_DRIVE: Skip = frozenset(
    (kind, field) for kind in ("Limits", "Actuator") for field in ("effort", "velocity", "max_effort", "max_velocity")
)
"""Caps of a joint: formats differ in whether the joint or its motor has them."""

_KEYS: Mapping[str, tuple[Callable[[Any], Any], ...]] = {
    "Plugin": (lambda node: (node.name, node.filename), lambda node: node.filename, lambda node: node.name),
    "Extra": (lambda node: (node.format, node.key, node.value), lambda node: (node.format, node.key)),
    "Pbr": (lambda node: node.workflow,),
    "PhysicsProfile": (lambda node: (node.name, node.engine), lambda node: node.engine, lambda _: 0),
    "FrictionPair": (lambda node: (node.first, node.second),),
    "JointPosition": (lambda node: node.joint, lambda _: 0),
    "LinkPlacement": (lambda node: node.link, lambda _: 0),
    "ExcludedPair": (lambda node: node.links, lambda node: node.name, lambda _: 0),
    "Axis": (lambda _: 0,),
}
_BY_NAME: tuple[Callable[[Any], Any], ...] = (lambda node: getattr(node, "name", None), lambda _: 0)


class Leaf(msgspec.Struct, frozen=True, gc=False):
    """A value that differs. steps: fields that lead to it; owner: the class that has it; before, after: None where it is not said.
    node: whether it is a whole node (`owner` then is its own class) that only one side has."""

    steps: tuple[str, ...]
    owner: str
    before: Any
    after: Any
    node: bool = False


class Leaves:
    """Compares nodes of one pair of scenes.


    same_format: what one side states and the other does not is a difference; otherwise only if it is known what the silent one means
    (`implied`: of A and of B). ids: what ids of A are called in B. files: their names, for worlds that are called like them.
    unstated: counts what is therefore not compared.
    """

    def __init__(
        self, close: Tolerance, ids: Mapping[Id, Id], implied: tuple[Implied, Implied], files: tuple[str, str], *, same_format: bool
    ) -> None:
        self.close = close
        self.ids = ids
        self.implied = implied
        self.same_format = same_format
        self.stems = tuple(os.path.basename(file).partition(".")[0] for file in files)
        self.unstated = 0

    def differing(self, a: Any, b: Any, skip: Skip = ELSEWHERE) -> Iterator[Leaf]:
        """Yield what differs below two nodes of the same class, None for a node that is not there."""
        stack: list[tuple[tuple[str, ...], Any, Any]] = [((), a, b)]
        while stack:
            steps, left, right = stack.pop()
            owner = type(left if left is not None else right).__name__
            if left is not None and right is not None and type(left) is not type(right):
                yield Leaf(steps, owner, _shown(left), _shown(right))
                continue
            deeper = []
            for field in _fields(left, right):
                if (owner, field) in skip:
                    continue
                ours, theirs = getattr(left, field, None), getattr(right, field, None)
                path = (*steps, field)
                if ours is theirs or ours == theirs:
                    continue
                if isinstance(ours if ours is not None else theirs, (Pose, Texture)):
                    yield from self._value(path, owner, field, ours, theirs)
                elif is_node(ours) or is_node(theirs):
                    if ours is not None and theirs is not None:
                        deeper.append((path, ours, theirs))
                    else:
                        yield from self._alone(path, ours, theirs, skip)
                elif is_nodes(ours) or is_nodes(theirs):
                    found, inner = self._many(path, ours or (), theirs or (), skip)
                    yield from found
                    deeper.extend(inner)
                else:
                    yield from self._value(path, owner, field, ours, theirs)
            stack.extend(reversed(deeper))

    def of_the_file(self, ours: str | None, theirs: str | None) -> bool:
        """Whether two names are only those of the files: formats without a name for a world take the file's."""
        return (ours, theirs) == self.stems

    def stated_numbers_equal(self, ours: tuple[float, ...] | None, theirs: tuple[float, ...] | None) -> bool:
        """Of numbers that a simulator takes as they are; between formats only where both state them."""
        if ours is None or theirs is None:
            self.unstated += ours is not theirs and not self.same_format
            return ours is theirs or not self.same_format
        return self.close.all_close(ours, theirs)

    def colours_equal(self, ours: tuple[float, ...] | None, theirs: tuple[float, ...] | None) -> bool:
        """The same, but colours of different formats may differ by half a step of eight bits."""
        if ours is None or theirs is None or self.same_format:
            return self.stated_numbers_equal(ours, theirs)
        return near_colour(ours, theirs)

    # -- values

    def _value(self, path: tuple[str, ...], owner: str, field: str, ours: Any, theirs: Any) -> Iterator[Leaf]:
        if _silent(ours):
            if self._counts_alone(owner, field, theirs, True):
                yield Leaf(path, owner, self._meant(owner, field, 0), _shown(theirs))
        elif _silent(theirs):
            if self._counts_alone(owner, field, ours, False):
                yield Leaf(path, owner, _shown(ours), self._meant(owner, field, 1))
        elif not self._is_equal_value(owner, field, ours, theirs):
            other = _other_rows(ours, theirs) if isinstance(ours, Block) and isinstance(theirs, Block) else ""
            yield Leaf(path, owner, _shown(ours), f"{_shown(theirs)}{other}" if other else _shown(theirs))

    def _meant(self, owner: str, field: str, side: int) -> Value:
        """Return what a side means by saying nothing, None if that cannot be expressed by a value."""
        expected = self.implied[side].get((owner, field))
        return None if callable(expected) else _shown(expected)

    def _counts_alone(self, owner: str, field: str, stated: Any, by_b: bool) -> bool:
        """Whether a value that only one side states differs from what the other means by saying nothing."""
        implied = self.implied[0] if by_b else self.implied[1]
        key = (owner, field)
        if key in implied:
            expected = implied[key]
            return not (bool(expected(stated)) if callable(expected) else self._is_equal_value(owner, field, stated, expected))
        if not self.same_format:
            self.unstated += 1
        return self.same_format

    def _is_equal_value(self, owner: str, field: str, ours: Any, theirs: Any) -> bool:
        if isinstance(ours, Texture):
            return isinstance(theirs, Texture) and files_equal(ours.uri, ours.found, theirs.uri, theirs.found)
        if isinstance(ours, Pose):
            return isinstance(theirs, Pose) and self.close.poses_close(seven_of(ours), seven_of(theirs))
        if isinstance(ours, Rotation):
            return isinstance(theirs, Rotation) and self.close.rotations_close(ours, theirs)
        if isinstance(ours, str) and isinstance(theirs, str):
            return ours == theirs or self.ids.get(ours) == theirs
        if isinstance(ours, (int, float)) and isinstance(theirs, (int, float)):
            return self.close.numbers_close(float(ours), float(theirs), 1e-6)
        if isinstance(ours, tuple) and isinstance(theirs, tuple):
            return self._tuples_equal(owner, field, ours, theirs)
        return bool(ours == theirs)

    def _tuples_equal(self, owner: str, field: str, ours: tuple[Any, ...], theirs: tuple[Any, ...]) -> bool:
        if len(ours) != len(theirs):
            return False
        if all(isinstance(item, (int, float)) for item in (*ours, *theirs)):
            if len(ours) == 4 and not self.same_format and all(0 <= item <= 1 for item in (*ours, *theirs)):
                return near_colour(ours, theirs)
            return self.close.all_close(ours, theirs)
        if all(isinstance(item, str) for item in (*ours, *theirs)):  # ids and names of a set: their order says nothing
            return sorted(self.ids.get(item, item) for item in ours) == sorted(theirs) or sorted(ours) == sorted(theirs)
        return all(self._is_equal_value(owner, field, x, y) for x, y in zip(ours, theirs, strict=True))

    # -- nodes

    def _alone(self, path: tuple[str, ...], ours: Any, theirs: Any, skip: Skip) -> Iterator[Leaf]:
        """A node that only one side has; nothing, if all it says is what the other means anyway."""
        node, by_b = (theirs, True) if ours is None else (ours, False)
        if isinstance(node, (Extra, RawItem)) and not self.same_format:
            self.unstated += 1
            return
        owner = type(node).__name__
        stated = [(type(inner).__name__, field, value) for inner, field, value in _stated(node)]
        counted = [self._counts_alone(kind, field, value, by_b) for kind, field, value in stated if (kind, field) not in skip]
        if any(counted) or isinstance(node, Plugin):
            before, after = (None if each is None else brief(each) for each in (ours, theirs))
            yield Leaf(path, owner, before, after, node=True)

    def _many(
        self, path: tuple[str, ...], ours: tuple[Any, ...], theirs: tuple[Any, ...], skip: Skip
    ) -> tuple[list[Leaf], list[tuple[tuple[str, ...], Any, Any]]]:
        kind = type((ours or theirs)[0]).__name__
        pairing = paired(ours, theirs, *_KEYS.get(kind, _BY_NAME))
        found, inner = [], []
        for i, j in sorted(pairing.right_of.items()):
            if ours[i] == theirs[j]:
                continue
            if kind in ("Plugin", "RawItem"):
                found.append(Leaf((*path, _called(ours[i], i)), kind, brief(ours[i]), brief(theirs[j])))
            else:
                many = max(len(ours), len(theirs)) > 1
                inner.append(((*path, _called(ours[i], i)) if many else path, ours[i], theirs[j]))
        for i in pairing.unmatched_left():
            found.extend(self._alone((*path, _called(ours[i], i)), ours[i], None, skip))
        for j in pairing.unmatched_right():
            found.extend(self._alone((*path, _called(theirs[j], j)), None, theirs[j], skip))
        return found, inner


def files_equal(uri: str, found: str | None, other_uri: str, other_found: str | None) -> bool:
    """Whether two references lead to the same content; where one leads nowhere, whether they are called the same."""
    if found is None or other_found is None:
        return os.path.basename(uri) == os.path.basename(other_uri)
    if found == other_found:
        return True
    try:
        if os.path.getsize(found) != os.path.getsize(other_found):
            return False
        return read_file(found) == read_file(other_found)
    except OSError:
        return False


def brief(node: Any) -> str:
    """A node in a few words: its values, as far as they fit in a line."""
    if isinstance(node, Extra):
        text = _short(node.value) if node.value is not None else _content(node.content)
    elif isinstance(node, Plugin):
        text = ", ".join(each for each in (node.filename, _content(node.content)) if each)
    else:
        text = ", ".join(f"{field.replace('_', ' ')} {_short(value)}" for _, field, value in _stated(node))
    return text if len(text) <= 120 else text[:117].rstrip() + "..."


def _content(items: tuple[RawItem, ...]) -> str:
    said = [f"{item.tag} {item.text or ' '.join(value for _, value in item.attributes)}".strip() for item in items]
    return " ".join(said)


def _other_rows(ours: Block, theirs: Block) -> str:
    """How many rows of two tables of the same shape differ."""
    if ours.array.shape != theirs.array.shape:
        return ""
    return f", {int((ours.array != theirs.array).any(axis=1).sum()):,} of them other"


def _stated(node: Any) -> Iterator[tuple[Any, str, Any]]:
    """(node, field, value) of everything a node and those in it say."""
    stack = [node]
    while stack:
        at = stack.pop()
        inner = []
        for field, value in fields_of(at):
            if is_node(value) and not isinstance(value, (Pose, Texture)):
                inner.append(value)
            elif is_nodes(value):
                inner.extend(value)
            else:
                yield at, field, value
        stack.extend(reversed(inner))


def _fields(left: Any, right: Any) -> list[str]:
    node = left if left is not None else right
    return [field for field in node.__struct_fields__ if field not in UNACCOUNTED]


def _silent(value: Any) -> bool:
    return value is None or value == ()


def _called(node: Any, index: int) -> str:
    for field in ("name", "key", "workflow", "filename", "first"):
        if name := getattr(node, field, None):
            return str(name)
    word = kebab(type(node).__name__).replace("-", " ")
    return f"{word} {index + 1}"


def _short(value: Any) -> str:
    shown = _shown(value)
    if isinstance(shown, tuple):
        return " ".join(f"{item:.6g}" if isinstance(item, float) else str(item) for item in shown)
    return f"{shown:.6g}" if isinstance(shown, float) else str(shown)


def _shown(value: Any) -> Value:
    """A value as JSON can say it."""
    if value is None or value == ():
        return None
    if isinstance(value, Texture):
        return str(value.uri)
    if isinstance(value, Pose):
        return tuple(float(part) for part in seven_of(value))
    if isinstance(value, Block):
        return f"{len(value):,} rows"
    if isinstance(value, msgspec.Struct):
        return f"{type(value).__name__.lower()} {brief(value)}".strip()
    if isinstance(value, tuple):
        if value and all(isinstance(item, str) for item in value):
            return tuple(str(item) for item in value)
        if all(isinstance(item, (int, float)) for item in value):
            return tuple(float(item) for item in value)
        return f"{len(value):,} entries"
    found: Any = plain(value)
    if isinstance(found, float) and abs(found) == float("inf"):
        return str(found)
    return found if isinstance(found, (str, float, bool)) or found is None else float(found)
