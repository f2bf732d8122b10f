"""Judging a scene: what no body, joint or reference can be like, whatever format says so.

The rules are few and true: each names something that a simulator refuses, or that cannot be what its author meant. They never
change the scene.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from scenec.errors import ScenecError
from scenec.ir.base import WORLD, Id
from scenec.ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, MeshShape, Sphere, Torus
from scenec.ir.inertia import plausible, principal
from scenec.ir.joint import Axis, Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.names import frame_paths, joint_paths, link_paths, model_paths
from scenec.ir.pose import ORIGIN, Vec3, norm, sub
from scenec.ir.scene import Scene
from scenec.ir.walk import is_node, is_nodes
from scenec.source import Origin

DEEPEST = 1000
"""Models that stand inside each other further down are taken for a mistake: no file nests deeper."""

UNLIKE = 5.0
"""A body whose radius of gyration is so many times the reach of its shapes is not made of them."""


class Problem(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """code: stable, kebab-case. subject: the path of what it is about. text: a whole sentence. hint: what to do.
    value: what stands there. origin: where."""

    code: str
    level: Literal["error", "warning", "note"]
    category: Literal["physics", "geometry", "metadata"]
    subject: str
    text: str
    hint: str = ""
    value: str = ""
    origin: Origin | None = None


def check(scene: Scene) -> list[Problem]:
    """What is wrong with a scene, in document order within each rule. Never raises."""
    names = {**model_paths(scene), **link_paths(scene), **joint_paths(scene), **frame_paths(scene)}
    return [*structure(scene, names), *implausible(scene, names), *_unused_meshes(scene)]


def structure(scene: Scene, names: dict[Id, str]) -> list[Problem]:
    """Ids that repeat, references that lead nowhere or round in a circle. names: of the things, for people."""
    problems = [*_repeated_ids(scene, names), *_references(scene, names)]
    return problems or [*_circles(scene, names), *_poses(scene, names)]  # which need references that lead somewhere


def implausible(scene: Scene, names: dict[Id, str] | None = None) -> Iterator[Problem]:
    """The part of `check` that is about single bodies and joints: impossible masses and inertia, reversed limits."""
    names = names or {**link_paths(scene), **joint_paths(scene)}
    static = static_models(scene)
    for link in scene.links:
        yield from _link(link, names[link.id], link.model in static)
    for joint in scene.joints:
        for i, axis in enumerate(joint.axes):
            yield from _axis(joint, axis, names[joint.id] + (f".axes[{i}]" if len(joint.axes) > 1 else ""))


# ---------------------------------------------------------------- bodies


def _link(link: Link, path: str, static: bool) -> Iterator[Problem]:
    inertial = link.inertial
    if inertial is None or inertial.mass is None or inertial.auto:
        return
    mass, origin = float(inertial.mass), inertial.origin or link.origin
    if not math.isfinite(mass) or mass < 0 or (mass == 0 and not static):
        yield Problem(
            code="link-mass-implausible",
            level="warning" if mass == 0 else "error",
            category="physics",
            subject=path,
            text=f"a moving body has a mass of {mass:g} kg",
            hint="simulators refuse it or never stop accelerating it",
            value=f"{mass:g}",
            origin=origin,
        )
        return
    if static or inertial.inertia is None:
        return
    why = plausible(inertial.inertia, mass)
    if why is not None:
        yield Problem(
            code="link-inertia-implausible",
            level="warning",
            category="physics",
            subject=path,
            text=f"no body can have this mass distribution: {why}",
            hint="check units, signs and the order of the entries",
            origin=origin,
        )
        return
    reach = _reach(link, inertial.pose.position if inertial.pose else ORIGIN)
    largest = max(principal(inertial.inertia)[0])
    if reach and mass and math.sqrt(largest / mass) > UNLIKE * reach:
        yield Problem(
            code="link-inertia-unlike-shape",
            level="warning",
            category="physics",
            subject=path,
            text=f"its inertia is that of a body {math.sqrt(largest / mass) / reach:,.0f} times as far-reaching as its shapes",
            hint="check the units of the inertia tensor",
            value=f"{largest:g}",
            origin=origin,
        )


def _reach(link: Link, com: Vec3) -> float | None:
    """How far the shapes of a link reach from its centre of mass (m, never too little); None if that is not known."""
    shapes: tuple[Collision | Visual, ...] = link.collisions or link.visuals
    reach = 0.0
    for each in shapes:
        radius = _radius(each.geometry)
        if radius is None or (each.relative_to is not None and each.relative_to != link.id):
            return None
        reach = max(reach, radius + norm(sub(each.pose.position if each.pose else ORIGIN, com)))
    return reach or None


def _radius(shape: object) -> float | None:
    """Of a ball around the shape's own origin that holds it; None: not known without looking into files, or infinite."""
    match shape:
        case Box(size=size):
            return norm(size) / 2
        case Sphere(radius=radius):
            return float(radius)
        case Cylinder(radius=radius, length=length) | Cone(radius=radius, length=length):
            return math.hypot(radius, length / 2)
        case Capsule(radius=radius, length=length):
            return radius + length / 2
        case Ellipsoid(radii=radii):
            return max(radii)
        case Torus(major_radius=major, minor_radius=minor):
            return major + minor
        case _:
            return None


# ---------------------------------------------------------------- joints


def _axis(joint: Joint, axis: Axis, path: str) -> Iterator[Problem]:
    limits, origin = axis.limits, axis.origin or joint.origin
    if not any(axis.xyz) or not all(math.isfinite(v) for v in axis.xyz):
        yield Problem(
            code="joint-axis-implausible",
            level="error",
            category="physics",
            subject=path,
            text=f"the axis {' '.join(f'{v:g}' for v in axis.xyz)} has no direction",
            origin=origin,
        )
    if limits is None or (limits.active is not None and not limits.active):
        return
    lower = -math.inf if limits.lower is None else float(limits.lower)
    upper = math.inf if limits.upper is None else float(limits.upper)
    if lower > upper:
        yield Problem(
            code="joint-limits-reversed",
            level="warning",
            category="physics",
            subject=path,
            text=f"the lower limit {lower:g} is above the upper limit {upper:g}",
            hint="simulators ignore such limits or refuse them",
            value=f"{lower:g} {upper:g}",
            origin=limits.origin or origin,
        )
    elif axis.initial is not None and not lower <= axis.initial <= upper:
        yield Problem(
            code="joint-initial-outside-limits",
            level="warning",
            category="physics",
            subject=path,
            text=f"the joint starts at {float(axis.initial):g}, outside its limits {lower:g} to {upper:g}",
            hint="simulators push it back at the first step",
            value=f"{float(axis.initial):g}",
            origin=origin,
        )


# ---------------------------------------------------------------- ids


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
    ("Gripper", "model"): ("models",),
    ("Gripper", "palm"): _POSED,
    ("Gripper", "fingers"): _POSED,
    ("Actor", "world"): ("worlds",),
    ("Actor", "relative_to"): _POSED,
    ("Use", "asset"): ("assets",),
    ("Use", "parent"): ("uses",),
}
"""(class, field) -> the groups of the scene in which its id is looked up. `WORLD` is the world wherever a pose may refer to it."""


def _repeated_ids(scene: Scene, names: dict[Id, str]) -> Iterator[Problem]:
    seen: set[Id] = {WORLD}
    for group in ("worlds", "models", "links", "joints", "frames", "meshes", "assets", "uses"):
        for node in getattr(scene, group):
            if node.id in seen:
                yield Problem(
                    code="id-repeated",
                    level="error",
                    category="metadata",
                    subject=names.get(node.id, str(node.id)),
                    text=f"{node.id!r} identifies two things",
                    origin=node.origin,
                )
            seen.add(node.id)


def _references(scene: Scene, names: dict[Id, str]) -> Iterator[Problem]:
    known = {group: {node.id for node in getattr(scene, group)} for groups in set(LEADS_TO.values()) for group in groups}
    for owner, node, origin in walk_nodes(scene):
        for name in node.__struct_fields__:
            groups = LEADS_TO.get((type(node).__name__, name))
            value = getattr(node, name) if groups else None
            if not groups or value is None:
                continue
            for target in value if isinstance(value, tuple) else (value,):
                if any(target in known[group] for group in groups) or (target == WORLD and "worlds" in groups):
                    continue
                yield Problem(
                    code="reference-dangling",
                    level="error",
                    category="metadata",
                    subject=f"{names.get(owner, owner)}.{name}" if owner else name,
                    text=f"{type(node).__name__.lower()}.{name} refers to {target!r}, which is not in the scene",
                    value=str(target),
                    origin=origin,
                )


def walk_nodes(scene: Scene) -> Iterator[tuple[Id, msgspec.Struct, Origin | None]]:
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


def _circles(scene: Scene, names: dict[Id, str]) -> Iterator[Problem]:
    """Models inside each other, or deeper than any syntax can say."""
    parents = {model.id: model.parent for model in scene.models if model.parent is not None}
    sound: set[Id] = set()
    for model in scene.models:
        above: dict[Id, None] = {}
        at: Id | None = model.id
        while at is not None and at not in sound:
            if at in above or len(above) > DEEPEST:
                text = "the model is part of itself" if at in above else f"models nest deeper than {DEEPEST:,}"
                yield Problem(code="pose-unresolved", level="error", category="metadata", subject=names[at], text=text, origin=model.origin)
                return
            above[at] = None
            at = parents.get(at)
        sound |= above.keys()


def _poses(scene: Scene, names: dict[Id, str]) -> Iterator[Problem]:
    """Poses that refer to each other in a circle; one finding, since everything on the circle has the same fault."""
    kinematics = Kinematics(scene)
    for group in (scene.models, scene.links, scene.joints, scene.frames):
        for node in group:
            try:
                kinematics.at_zero(node.id)
            except ScenecError as problem:
                yield Problem(
                    code="pose-unresolved", level="error", category="physics", subject=names[node.id], text=problem.what, origin=node.origin
                )
                return


def _unused_meshes(scene: Scene) -> Iterator[Problem]:
    used: set[Id] = set()
    for link in scene.links:
        shapes: tuple[Collision | Visual, ...] = (*link.collisions, *link.visuals)
        used |= {each.geometry.mesh for each in shapes if isinstance(each.geometry, MeshShape)}
    for mesh in scene.meshes:
        if mesh.id not in used:
            yield Problem(
                code="mesh-unused",
                level="note",
                category="geometry",
                subject=f"meshes[{mesh.name or mesh.id}]",
                text="no shape uses this mesh",
                origin=mesh.origin,
            )
