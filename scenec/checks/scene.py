"""Checks of a scene that hold in every format: impossible bodies, joints and references.

The rules are few and true: each names something that a simulator refuses, or that cannot be what its author meant. They never
change the scene.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from scenec.accounting.amounts import position_text
from scenec.accounting.problem import problem_of
from scenec.checks.findings import (
    ID_REPEATED,
    JOINT_AXIS_IMPLAUSIBLE,
    JOINT_INITIAL_OUTSIDE_LIMITS,
    JOINT_LIMITS_REVERSED,
    LINK_INERTIA_IMPLAUSIBLE,
    LINK_INERTIA_UNLIKE_SHAPE,
    LINK_MASS_IMPLAUSIBLE,
    MESH_UNUSED,
    POSE_UNRESOLVED,
    REFERENCE_DANGLING,
)
from scenec.errors import ScenecError
from scenec.ir.base import WORLD, Id
from scenec.ir.check import LEADS_TO, Problem, walk_nodes
from scenec.ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, MeshShape, Sphere, Torus
from scenec.ir.inertia import plausible, principal
from scenec.ir.joint import Axis, Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.names import scene_paths
from scenec.ir.pose import ORIGIN, Vec3, norm, sub
from scenec.ir.scene import Scene

DEEPEST = 1000
"""Models that stand inside each other further down are taken for a mistake: no file nests deeper."""

UNLIKE = 5.0
"""A body whose radius of gyration is so many times the reach of its shapes is not made of them."""


def check(scene: Scene) -> list[Problem]:
    """Return what is wrong with a scene, in document order within each rule. Never raises."""
    names = scene_paths(scene)
    return [*structure(scene, names), *implausible(scene, names), *_unused_meshes(scene)]


def structure(scene: Scene, names: dict[Id, str]) -> list[Problem]:
    """Ids that repeat, references that lead nowhere or round in a circle. names: of the things, for people."""
    problems = [*_repeated_ids(scene, names), *_references(scene, names)]
    return problems or [*_circles(scene, names), *_poses(scene, names)]  # which need references that lead somewhere


def implausible(scene: Scene, names: dict[Id, str] | None = None) -> Iterator[Problem]:
    """The part of `check` that is about single bodies and joints: impossible masses and inertia, reversed limits."""
    names = names or scene_paths(scene)
    static = static_models(scene)
    between = {joint.child for joint in scene.joints if joint.series not in (None, joint.child)}
    for link in scene.links:
        if link.id not in between:  # links inside a chain that is one connection weigh nothing, as they should
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
        yield problem_of(LINK_MASS_IMPLAUSIBLE, subject=path, value=f"{mass:g}", origin=origin, level="warning" if mass == 0 else "error")
        return
    if static or inertial.inertia is None:
        return
    why = plausible(inertial.inertia, mass)
    if why is not None:
        yield problem_of(LINK_INERTIA_IMPLAUSIBLE, subject=path, origin=origin, why=why)
        return
    reach = _reach(link, inertial.pose.position if inertial.pose else ORIGIN)
    largest = max(principal(inertial.inertia)[0])
    if reach and mass and math.sqrt(largest / mass) > UNLIKE * reach:
        times = f"{math.sqrt(largest / mass) / reach:,.0f}"
        yield problem_of(LINK_INERTIA_UNLIKE_SHAPE, subject=path, value=f"{largest:g}", origin=origin, times=times)


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
        yield problem_of(JOINT_AXIS_IMPLAUSIBLE, subject=path, value=" ".join(f"{v:g}" for v in axis.xyz), origin=origin)
    if limits is None or (limits.active is not None and not limits.active):
        return
    lower = -math.inf if limits.lower is None else float(limits.lower)
    upper = math.inf if limits.upper is None else float(limits.upper)
    if lower > upper:
        yield problem_of(
            JOINT_LIMITS_REVERSED,
            subject=path,
            value=f"{lower:g} {upper:g}",
            origin=limits.origin or origin,
            lower=position_text(lower, joint.type),
            upper=position_text(upper, joint.type),
        )
    elif axis.initial is not None and not lower <= axis.initial <= upper:
        initial = float(axis.initial)
        yield problem_of(
            JOINT_INITIAL_OUTSIDE_LIMITS,
            subject=path,
            value=f"{initial:g}",
            origin=origin,
            initial=position_text(initial, joint.type),
            lower=position_text(lower, joint.type),
            upper=position_text(upper, joint.type),
        )


# ---------------------------------------------------------------- ids


def _repeated_ids(scene: Scene, names: dict[Id, str]) -> Iterator[Problem]:
    seen: set[Id] = {WORLD}
    for group in ("worlds", "models", "links", "joints", "frames", "meshes", "assets", "uses"):
        for node in getattr(scene, group):
            if node.id in seen:
                yield problem_of(ID_REPEATED, subject=names.get(node.id, str(node.id)), value=str(node.id), origin=node.origin)
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
                subject = f"{names.get(owner, owner)}.{name}" if owner else name
                yield problem_of(REFERENCE_DANGLING, subject=subject, value=str(target), origin=origin)


def _circles(scene: Scene, names: dict[Id, str]) -> Iterator[Problem]:
    """Models inside each other, or deeper than any syntax can say."""
    parents = {model.id: model.parent for model in scene.models if model.parent is not None}
    sound: set[Id] = set()
    for model in scene.models:
        above: dict[Id, None] = {}
        at: Id | None = model.id
        while at is not None and at not in sound:
            if at in above or len(above) > DEEPEST:
                why = "The model is part of itself." if at in above else f"Models are nested more than {DEEPEST:,} deep."
                yield problem_of(POSE_UNRESOLVED, subject=names[at], origin=model.origin, why=why)
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
                why = f"{problem.what[:1].upper()}{problem.what[1:]}."
                yield problem_of(POSE_UNRESOLVED, subject=names[node.id], origin=node.origin, why=why)
                return


def _unused_meshes(scene: Scene) -> Iterator[Problem]:
    used: set[Id] = set()
    for link in scene.links:
        shapes: tuple[Collision | Visual, ...] = (*link.collisions, *link.visuals)
        used |= {each.geometry.mesh for each in shapes if isinstance(each.geometry, MeshShape)}
    for mesh in scene.meshes:
        if mesh.id not in used:
            yield problem_of(MESH_UNUSED, subject=f"meshes[{mesh.name or mesh.id}]", origin=mesh.origin)
