"""``arm::upper.inertial.mass=1.2``: a part of a scene by its path, a field in it, and a value with its unit."""

from __future__ import annotations

import math
import re
import types
import typing
from collections.abc import Iterator, Sequence
from typing import Any

from scenec.errors import UsageError, nearest
from scenec.ir.build import check_type
from scenec.ir.names import frame_paths, joint_paths, link_paths, model_paths
from scenec.ir.pose import Pose, Rotation
from scenec.ir.scene import Scene
from scenec.ir.walk import at_path, is_node, with_value
from scenec.source import Origin

UNITS = {
    "mm": 1e-3,
    "cm": 1e-2,
    "dm": 1e-1,
    "m": 1.0,
    "km": 1e3,
    "degree": math.pi / 180,
    "degrees": math.pi / 180,
    "deg": math.pi / 180,
    "°": math.pi / 180,
    "rad": 1.0,
    "radian": 1.0,
    "g": 1e-3,
    "kg": 1.0,
    "t": 1e3,
    "ms": 1e-3,
    "s": 1.0,
    "N": 1.0,
    "kN": 1e3,
    "Nm": 1.0,
    "Hz": 1.0,
    "m/s": 1.0,
    "km/h": 1 / 3.6,
    "rad/s": 1.0,
    "degree/s": math.pi / 180,
    "deg/s": math.pi / 180,
    "rpm": 2 * math.pi / 60,
    "%": 1e-2,
}
"""Units of values; the scene has SI units and radians."""
_NUMBER = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(\S*)\s*")
_STEP = re.compile(r"([A-Za-z_]\w*)((?:\[[^\]]*\])*)")
_INDEX = re.compile(r"\[([^\]]*)\]")

Steps = tuple[str | int, ...]


def assigned(scene: Scene, assignments: Sequence[str]) -> Scene:
    """The scene with all values of ``PATH.field=VALUE``. Raises UsageError for what is no part, field or value."""
    for each in assignments:
        left, mark, right = each.partition("=")
        if not mark:
            raise UsageError(f"{each!r} assigns nothing", None, "PATH.field=VALUE, such as arm::upper.inertial.mass=1.2")
        scene, path = resolved(scene, left.strip())
        scene = with_value(scene, path, value_of(scene, path, right.strip()))
    return scene


def resolved(scene: Scene, text: str) -> tuple[Scene, Steps]:
    """The steps from the scene to what ``PATH.field`` names, and the scene, in which a pose that is not stated and is set is there. Raises
    UsageError, with the nearest name."""
    parts = _parts(scene)
    fitting = [path for path in parts if text.startswith(f"{path}.")]
    if not fitting:
        head = text.partition(".")[0]
        raise UsageError(f"no part of the scene is called {head!r}", None, "PATH.field", nearest(head, list(parts)))
    problem: UsageError | None = None
    for place in parts[max(fitting, key=len)]:
        try:
            return _walked(scene, place, text[len(max(fitting, key=len)) + 1 :])
        except UsageError as error:
            problem = problem or error
    assert problem is not None
    raise problem


def _parts(scene: Scene) -> dict[str, list[Steps]]:
    """Path -> where parts of that path are in the scene; a link and a joint can have the same."""
    found: dict[str, list[Steps]] = {}
    groups = {"links": link_paths(scene), "joints": joint_paths(scene), "models": model_paths(scene), "frames": frame_paths(scene)}
    for group, paths in groups.items():
        for i, node in enumerate(getattr(scene, group)):
            found.setdefault(paths[node.id], []).append((group, i))
    for group, word in (("worlds", "world"), ("lights", "light")):
        for i, node in enumerate(getattr(scene, group)):
            found.setdefault(str(node.name or word), []).append((group, i))
    return found


def _walked(scene: Scene, place: Steps, fields: str) -> tuple[Scene, Steps]:
    at = place
    for step in _steps(fields):
        node = at_path(scene, at)
        if node is None and at[-1] == "pose":
            node, scene = Pose(), with_value(scene, at, Pose())
        if isinstance(step, str):
            known = [name for name in getattr(type(node), "__struct_fields__", ()) if name not in ("id", "origin")]
            if step not in known:
                what = type(node).__name__ if is_node(node) else "a value"
                raise UsageError(f"{what} has no field {step!r}", None, ", ".join(known[:6]), nearest(step, known))
            at = (*at, step)
        elif not isinstance(node, tuple) or not 0 <= step < len(node):
            size = len(node) if isinstance(node, tuple) else 0
            raise UsageError(f"{fields!r} has no number {step}", None, f"0 to {size - 1}" if size else "no index")
        else:
            at = (*at, step)
        if at_path(scene, at) is None and at[-1] != "pose" and not fields.endswith(str(step)):
            raise UsageError(f"{step} of {fields!r} is not stated, so that nothing in it can be set")
    return scene, at


def _steps(fields: str) -> Iterator[str | int]:
    for part in fields.split("."):
        found = _STEP.fullmatch(part)
        if found is None:
            raise UsageError(f"{part!r} is no field", None, "a name such as inertial or axes[0]")
        yield found[1]
        for index in _INDEX.finditer(found[2]):
            if not index[1].isdigit():
                raise UsageError(f"[{index[1]}] is no number", None, "which one, from 0 on")
            yield int(index[1])


def value_of(scene: Scene, path: Steps, text: str) -> Any:
    """The value that a text states for a place. Raises UsageError if it cannot stand there."""
    owner, name = at_path(scene, path[:-1]), path[-1]
    old = at_path(scene, path)
    if isinstance(name, int):
        value = _number(text) if isinstance(old, float) else text
        if type(value) is not type(old) and not (isinstance(old, float) and isinstance(value, float)):
            raise UsageError(f"{text!r} cannot be set there")
        return value
    hint = typing.get_type_hints(type(owner), None, {"Origin": Origin})[name]
    kinds = _kinds(hint)
    if Rotation in kinds:
        return Rotation.from_rpy(*_numbers(text, 3))
    if Pose in kinds:
        x, y, z, *turn = _numbers(text, 6)
        return Pose((x, y, z), Rotation.from_rpy(*turn))
    value = _plain(text, kinds)
    check_type(type(owner).__name__, name, value, hint)
    if is_node(old) or is_node(value):
        raise UsageError(f"{name} is a part, not a value", None, f"a field in it, such as {name}.name")
    return value


def _kinds(hint: Any) -> list[Any]:
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return [kind for each in typing.get_args(hint) for kind in _kinds(each)]
    return [hint]


def _plain(text: str, kinds: Sequence[Any]) -> Any:
    if bool in kinds and text.lower() in ("true", "false"):
        return text.lower() == "true"
    numbers = [kind for kind in kinds if typing.get_origin(kind) is tuple]
    if numbers and typing.get_args(numbers[0])[0] is float:
        size = len(typing.get_args(numbers[0]))
        return tuple(_numbers(text, None if typing.get_args(numbers[0])[-1] is ... else size))
    if float in kinds:
        return _number(text)
    if int in kinds and re.fullmatch(r"[+-]?\d+", text):
        return int(text)
    if type(None) in kinds and text in ("", "none"):
        return None
    return text


def _number(text: str) -> float:
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise UsageError(f"{text!r} is no number", None, "a number, with a unit if need be: 1.2, 30degree, 5mm")
    if found[2] and found[2] not in UNITS:
        raise UsageError(f"unknown unit {found[2]!r}", None, "SI units, or one of these", nearest(found[2], list(UNITS)))
    if not found[2]:
        return float(found[1])
    value = float(found[1]) * UNITS[found[2]]
    return float(f"{value:.15g}") if UNITS[found[2]] in (1e-3, 1e-2, 1e-1) else value


def _numbers(text: str, count: int | None) -> list[float]:
    pieces = [each for each in re.split(r"[\s,;]+", text.strip("()[] ")) if each]
    if count is not None and len(pieces) != count:
        raise UsageError(f"{text!r} has {len(pieces)} numbers", None, f"{count} numbers, between blanks or commas")
    return [_number(each) for each in pieces]


__all__ = ["UNITS", "assigned", "resolved", "value_of"]
