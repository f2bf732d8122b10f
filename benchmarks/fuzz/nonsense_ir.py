"""Neutral scenes from the types of their fields."""

from __future__ import annotations

import json
import typing
from types import UnionType
from typing import Any

import msgspec

from benchmarks.fuzz.values import EXTREME, NAMES, TEXTS, WORDS, Maker, Wild
from scenec.ir.check import LEADS_TO
from scenec.ir.fields import SCHEMA, Field, fields_of
from scenec.ir.scene import Scene

_GROUPS = ("worlds", "models", "links", "joints", "frames", "meshes", "lights", "assets")
_WORDS = {
    ("Joint", "type"): (
        "prismatic",
        "revolute",
        "fixed",
        "ball",
        "universal",
        "revolute2",
        "floating",
        "planar",
        "continuous",
        "screw",
        "gearbox",
    ),
    ("Light", "type"): ("point", "spot", "directional"),
    ("Actuator", "command"): ("position", "velocity", "effort"),
    ("Actuator", "output"): ("velocity", "effort"),
    ("Damping", "law"): ("rate", "force"),
    ("Beam", "shape"): ("cone", "sphere"),
    ("Pbr", "workflow"): ("metal", "specular"),
    ("Scene", "friction_law"): ("mean", "min", "max", "table"),
    ("Scene", "framing"): ("world", "model"),
    ("Sensor", "type"): ("camera", "lidar", "imu", "contact", "force_torque", "distance", "sonar", "other:a", "joint_state"),
}
_OUTWARD = frozenset({"parent", "relative_to", "attached_to", "placement_frame"})
_MOST = 60


class _Maker:
    def __init__(self, wild: Wild) -> None:
        self.wild, self.count = wild, 0
        self.ids = {group: [f"{group[:-1]}{number}" for number in range(wild.rng.randint(0, 4))] for group in _GROUPS}
        if not self.ids["models"]:
            self.ids |= {"models": ["model0"]}

    def node(self, cls: type[msgspec.Struct], typed: bool, depth: int, given: dict[str, Any] | None = None) -> dict[str, Any]:
        self.count += 1
        found: dict[str, Any] = {"type": cls.__name__} if typed else {}
        for field in fields_of(cls).values():
            chance = 1.0 if field.required else 0.35 if depth < 3 and self.count < _MOST else 0.1
            if not field.required and not self.wild.wild and not self._may_be_stated(cls, field.name):
                continue
            if self.wild.rng.random() < chance:
                found[field.name] = self._member(cls, field, depth)
        return found | (given or {})

    def _may_be_stated(self, cls: type, name: str) -> bool:
        """Not what leads nowhere; and seldom that by which poses and models may go round in circles, or few scenes would be sound."""
        groups = LEADS_TO.get((cls.__name__, name))
        if name in _OUTWARD and self.wild.rng.random() < 0.9:
            return False
        return groups is None or "worlds" in groups or any(self.ids.get(group) for group in groups)

    def scene(self) -> dict[str, Any]:
        fields = fields_of(Scene)
        scene = self.node(Scene, False, 2)
        for group in _GROUPS:
            (cls,) = fields[group].classes.values()
            scene[group] = [self.node(cls, False, 1, {"id": name} if "id" in fields_of(cls) else None) for name in self.ids[group]]
        return scene

    def _member(self, cls: type, field: Field, depth: int) -> Any:
        wild = self.wild
        if wild.wild:
            return wild.pick(([], {}, None, True, -1, 0.5, "", [1, 2, 3], [[1, 2], [3]], "Infinity", "-Infinity", 10**400, *TEXTS[:9]))
        if field.kind == "node":
            return self._one(field, depth)
        if field.kind == "nodes":
            return [self._one(field, depth) for _ in range(wild.rng.choice((1, 1, 2)) if self.count < _MOST else 0)]
        if field.kind == "rotation":
            name, count = wild.pick((("rpy", 3), ("quat", 4)))
            return {name: [self._number() for _ in range(count)]}
        if field.kind == "block":
            return self._block(cls.__name__, field.name)
        return self._value(cls.__name__, field.name, field.type)

    def _one(self, field: Field, depth: int) -> dict[str, Any]:
        return self.node(field.classes[str(self.wild.pick(list(field.classes)))], field.typed, depth + 1)

    def _block(self, owner: str, name: str) -> list[Any]:
        """A table of numbers; faces have corners that exist, except wild ones."""
        rng, wild = self.wild.rng, self.wild.wild
        if owner == "Faces":
            return [[rng.randint(-1 if wild else 0, 9 if wild else 4) for _ in range(3)] for _ in range(rng.randint(0, 4))]
        columns = 2 if name == "texcoords" else 3
        return [[self._number() for _ in range(columns + wild)] for _ in range(5)]

    def _number(self) -> Any:
        text = self.wild.number()
        try:
            return json.loads(text)
        except ValueError:
            return "Infinity"

    def _value(self, owner: str, name: str, hint: Any) -> Any:
        wild = self.wild
        groups = LEADS_TO.get((owner, name))
        if groups:
            known = [each for group in groups for each in self.ids.get(group, ())]
            known = known if known and not wild.wild else [*known, "world"]
            one = wild.pick(known)
            return [one] if "tuple" in str(hint) else one
        if name == "id":
            return f"{owner}{self.count}" if not wild.wild else wild.name()
        if (owner, name) == ("RawItem", "depth"):
            return 0 if not wild.wild else wild.rng.randint(-1, 3)
        if (owner, name) in _WORDS:
            return wild.pick(_WORDS[owner, name])
        return self._of_type(hint, name)

    def _of_type(self, hint: Any, name: str) -> Any:
        wild, kind, arguments = self.wild, typing.get_origin(hint), typing.get_args(hint)
        if kind in (typing.Union, UnionType):
            return self._of_type(wild.pick([each for each in arguments if each is not type(None)]), name)
        if kind is typing.Literal:
            return wild.pick(arguments)
        if kind is tuple:
            if arguments[-1:] == (...,):
                return [self._of_type(arguments[0], name) for _ in range(wild.rng.randint(0, 3))]
            return [self._of_type(each, name) for each in arguments]
        if hint is bool:
            return wild.rng.random() < 0.5
        if hint is int:
            return wild.pick((0, 1, 2, 3, -1)) if not wild.wild else wild.pick((10**9, -(10**9), 10**30))
        if hint is float:
            return self._number()
        return wild.name() if name in ("name", "id") else str(wild.pick((*NAMES, *WORDS) if not wild.wild else (*TEXTS, *EXTREME)))


SOURCES = ("", "", "simrobot@core2", "simrobot@core3", "sdformat@1.7", "mars@0.2", "rsg@current", "ir@2", "x@")


def scene_json(wild: Wild) -> str:
    said = wild.pick(SOURCES)
    scene = {"schema": SCHEMA, **({"source": said} if said else {}), "scene": _Maker(wild).scene()}
    return json.dumps(scene, ensure_ascii=wild.rng.random() < 0.5, indent=wild.pick((None, 1)))


MAKERS = (Maker(scene_json),)
