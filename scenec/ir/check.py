"""Problems of a scene, for checks: the problems they find, and which fields refer to which parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from scenec.ir.base import Id
from scenec.ir.scene_data import SceneData
from scenec.ir.walk import is_node, is_nodes
from scenec.source import Origin, Source

Category = Literal["physics", "geometry", "appearance", "sensing", "control", "naming", "metadata"]
"""Category of a problem, in the words of `scenec.accounting.finding.Category`, which this room does not know."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """code: stable, kebab-case. subject: the path of what it is about. headline: what is wrong, in few words. text: why, a whole sentence.
    effect: what simulators make of it. hint: what to do. value: what stands there. origin: where. row: the row that it was made of (a
    `scenec.accounting.code.Code`)."""

    code: str
    level: Literal["error", "warning", "note"]
    category: Category
    subject: str
    text: str
    headline: str = ""
    effect: str = ""
    hint: str = ""
    value: str = ""
    origin: Origin | Source | None = None
    row: Any = None


_POSED = ("models", "links", "joints", "frames", "worlds")
LEADS_TO: dict[tuple[str, str], tuple[str, ...]] = {
    ("Model", "world"): ("worlds",),
    ("Model", "parent"): ("models",),
    ("Model", "relative_to"): _POSED,
    ("Model", "placement_frame"): _POSED,
    ("Model", "canonical_link"): ("links",),
    ("Frame", "model"): ("models",),
    ("Frame", "world"): ("worlds",),
    ("Frame", "attached_to"): _POSED,
    ("Frame", "relative_to"): _POSED,
    ("Link", "model"): ("models",),
    ("Link", "relative_to"): _POSED,
    ("Joint", "model"): ("models",),
    ("Joint", "world"): ("worlds",),
    ("Joint", "parent"): _POSED,
    ("Joint", "child"): _POSED,
    ("Joint", "relative_to"): _POSED,
    ("Joint", "gear_reference"): ("links",),
    ("Joint", "series"): ("links",),
    ("Axis", "expressed_in"): _POSED,
    ("Mimic", "joint"): ("joints",),
    ("Collision", "relative_to"): _POSED,
    ("Collision", "excluded"): ("links",),
    ("Visual", "relative_to"): _POSED,
    ("ParticleEmitter", "relative_to"): _POSED,
    ("Sensor", "relative_to"): _POSED,
    ("Sensor", "targets"): ("links", "joints"),
    ("Camera", "relative_to"): _POSED,
    ("Light", "relative_to"): _POSED,
    ("Light", "world"): ("worlds",),
    ("MeshShape", "mesh"): ("meshes",),
    ("ExcludedPair", "links"): ("links",),
    ("JointPosition", "joint"): ("joints",),
    ("LinkPlacement", "link"): ("links",),
    ("NamedPose", "model"): ("models",),
    ("Gripper", "model"): ("models",),
    ("Gripper", "palm"): _POSED,
    ("Gripper", "fingers"): _POSED,
    ("Actor", "world"): ("worlds",),
    ("Actor", "relative_to"): _POSED,
    ("Use", "asset"): ("assets",),
    ("Use", "parent"): ("uses",),
}
"""(class, field) -> the groups of the scene in which its id is looked up. `WORLD` is the world wherever a pose may refer to it."""


def walk_nodes(scene: SceneData) -> Iterator[tuple[Id, msgspec.Struct, Origin | None]]:
    """Every node with the id of the nearest node around it that has one, and the nearest origin."""
    stack: list[tuple[Id, msgspec.Struct, Origin | None]] = [("", scene, None)]
    while stack:
        owner, node, origin = stack.pop()
        own = getattr(node, "id", None)
        owner = own if isinstance(own, str) else owner
        origin = getattr(node, "origin", None) or origin
        yield owner, node, origin
        inner: list[tuple[Id, msgspec.Struct, Origin | None]] = []
        for name in node.__struct_fields__:
            value: Any = getattr(node, name)
            if is_node(value):
                inner.append((owner, value, origin))
            elif is_nodes(value):
                inner.extend((owner, each, origin) for each in value)
        stack.extend(reversed(inner))
