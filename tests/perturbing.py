"""Other values for what stands in a scene or in a file: legal ones, so that each must be noticed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from scenec import ir
from scenec.checks.scene import check
from scenec.ir.blocks import Block
from scenec.ir.check import LEADS_TO
from scenec.ir.walk import at_path, leaves, with_value
from scenec.trace import ids_of, traced
from tests.tracing import Path

WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("Joint", "type"): ("prismatic", "revolute", "fixed", "ball", "universal", "revolute2", "floating", "planar"),
    ("Sensor", "type"): ("altimeter", "magnetometer", "imu"),
    ("Light", "type"): ("point", "spot", "directional"),
    ("Actuator", "command"): ("position", "velocity", "effort"),
    ("Actuator", "output"): ("velocity", "effort"),
    ("Damping", "law"): ("rate", "force"),
    ("Beam", "shape"): ("cone", "sphere"),
    ("Pbr", "workflow"): ("metal", "specular"),
    ("Pbr", "normal_map_space"): ("tangent", "object"),
    ("Scene", "friction_law"): ("mean", "min"),
}
"""Fields that hold one of a few words."""

NO_OTHER = {
    ("Scene", "framing"),  # the content decides as well: a world does not become a model by being called one
    *(("MeshExtent", field) for field in ("submesh", "vertices", "faces", "lower", "upper")),  # measured in a file, not stated
}
"""Fields that cannot be changed alone."""


def other_leaves(scene: ir.Scene) -> Iterator[tuple[Path, tuple[int, ...], ir.Scene]]:
    """(path, ids, scene): the scene with one value of one leaf changed, for every value of every leaf."""
    for path, _ in leaves(scene):
        for ids, changed in others_of(scene, path):
            yield path, ids, changed


def others_of(scene: ir.Scene, path: Path) -> Iterator[tuple[tuple[int, ...], ir.Scene]]:
    """(ids, scene): the scene with one value of this leaf changed, for every value of it."""
    for ids, other in _others(scene, path, at_path(scene, path)):
        changed = with_value(scene, path, other)
        if path[-1] == "uri" and hasattr(at_path(scene, path[:-1]), "found"):  # another name does not lead to the same file
            changed = with_value(changed, (*path[:-1], "found"), None)
        yield ids, changed


def around(scene: ir.Scene, path: Path) -> tuple[object, ir.Scene]:
    """The scene without the other shapes and sensors of links that hold many, where a path leads to a part that has nothing to do with
    them; and a key that is the same for paths with the same surroundings. Writing that takes a fraction of the time."""
    if path[0] not in ("links", "joints", "meshes", "lights", "frames"):
        return None, scene
    kept: list[tuple[object, ...]] = []
    links = []
    for number, link in enumerate(scene.links):
        mine = path[2:4] if path[:2] == ("links", number) else ()
        parts: dict[str, tuple[Any, ...]] = {}
        for field in ("collisions", "visuals", "sensors"):
            all_of_them = getattr(link, field)
            if len(all_of_them) > 1:
                chosen = tuple(i for i, part in enumerate(all_of_them) if mine == (field, i) or _is_of_mesh(scene, path, part))
                parts[field] = tuple(all_of_them[i] for i in chosen)
                kept.append((number, field, chosen))
        links.append(msgspec.structs.replace(link, **parts) if parts else link)
    return tuple(kept), msgspec.structs.replace(scene, links=tuple(links))


def _is_of_mesh(scene: ir.Scene, path: Path, part: Any) -> bool:
    shape = getattr(part, "geometry", None)
    return path[0] == "meshes" and isinstance(shape, ir.MeshShape) and shape.mesh == scene.meshes[int(path[1])].id


def _others(scene: ir.Scene, path: Path, value: Any) -> Iterator[tuple[tuple[int, ...], Any]]:
    owner = type(at_path(scene, path[:-1])).__name__
    key = (owner, str(path[-1]))
    ids = ids_of(value)
    if key in NO_OTHER or (key == ("RawItem", "depth") and value == 0):
        return
    if key in LEADS_TO:
        other = _other_reference(scene, path, value)
        if other != value:
            yield ids, traced(other, ids)
    elif key in (("Mimic", "axis"), ("RawItem", "depth")):  # 0 or 1
        yield ids, traced(1 - int(value), ids)
    elif key in WORDS:
        yield ids, traced(next(word for word in WORDS[key] if word != value), ids)
    elif isinstance(value, ir.Rotation):
        roll, pitch, yaw = value.to_rpy()
        yield ids, ir.Rotation.from_rpy(roll + 0.3, pitch, yaw).with_ids(ids)
    elif type(value) is tuple and len(value) > 1 and isinstance(value[0], float):
        for i, item in enumerate(value):  # numbers of a vector have ids of their own
            yield ids_of(item), (*value[:i], traced(_other(item), ids_of(item)), *value[i + 1 :])
    else:
        yield ids, traced(_other(value), ids)


def _other(value: Any) -> Any:
    if isinstance(value, Block):
        array = value.array.copy()
        array[0, 0] = array[0, 0] - 1 if array[0, 0] else 1
        return Block(array)
    if isinstance(value, bool) or repr(value) in ("True", "False"):
        return not value
    if isinstance(value, int):
        return int(value) + 1
    if isinstance(value, float):
        return float(value) * 0.75 + 0.0437  # stays within 0 to 1
    if isinstance(value, str):
        return f"{value}x"
    if isinstance(value, tuple):
        return (_other(value[0]), *value[1:])
    raise AssertionError(f"no other value for {value!r}")


def _other_reference(scene: ir.Scene, path: Path, value: Any) -> Any:
    """Another id of the same kind, such that the scene stays legal."""
    owner = type(at_path(scene, path[:-1])).__name__
    groups = LEADS_TO[owner, str(path[-1])]
    old = value[0] if isinstance(value, tuple) else value
    own = next((at_path(scene, path[:i]).id for i in range(len(path), 0, -1) if hasattr(at_path(scene, path[:i]), "id")), None)
    for group in groups:
        for node in getattr(scene, group):
            if node.id not in (old, own):
                other = (node.id, *value[1:]) if isinstance(value, tuple) else str(node.id)
                if not [problem for problem in check(with_value(scene, path, other)) if problem.level == "error"]:
                    return other
    return ir.WORLD if "links" in groups and "worlds" in groups and old != ir.WORLD else value


# ---------------------------------------------------------------- text


_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_OPPOSITE = {"true": "false", "false": "true", "on": "off", "off": "on"}


def other_texts(text: str) -> Iterator[str]:
    """Other texts that mean another value of the same kind, if the reader takes them for such; the likeliest first."""
    if text.lower() in _OPPOSITE:
        yield _OPPOSITE[text.lower()]
    if re.fullmatch(r"#[0-9a-fA-F]+", text):
        yield text[:1] + ("1" if text[1] != "1" else "2") + text[2:]
    elif found := _NUMBER.search(text):
        number = found.group()
        before, after = text[: found.start()], text[found.end() :]
        if re.fullmatch(r"[-+]?\d+", number):
            yield f"{before}{int(number) + 1}{after}"
            yield f"{before}{int(number) - 1}{after}"
        yield f"{before}{float(number) * 0.75 + 0.0437:.6g}{after}"
        yield f"{before}{float(number) * 1.25 + 0.5:.6g}{after}"
    yield f"{text}x"
