"""Lints: robots that urdfdom reads and that Gazebo, Drake or MuJoCo refuse or lose a part of (`scenec check`, --verify)."""

from __future__ import annotations

from collections.abc import Iterator

from scenec.accounting.code import Code
from scenec.accounting.problem import problem_of
from scenec.converters.format import LintRequest
from scenec.converters.urdf.findings import lints as findings
from scenec.converters.urdf.profile import GROUND
from scenec.ir.check import Problem
from scenec.ir.geometry import Box, Capsule, Cylinder, Shape
from scenec.ir.inertia import principal
from scenec.ir.joint import Joint
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.names import joint_paths, link_paths, part_paths

LEAST_MOMENT = 1e-14
"""MuJoCo takes a principal moment up to this for none (kg m^2)."""
_MOVING = ("revolute", "continuous", "prismatic", "planar", "floating")


def lints(request: LintRequest) -> Iterator[Problem]:
    """Yield every problem of a robot."""
    scene = request.scene
    names, paths, link_names = joint_paths(scene), link_paths(scene), {str(link.name) for link in scene.links}
    holders, parts = {joint.child: joint for joint in scene.joints}, part_paths(scene)
    for joint in scene.joints:
        if joint.type == "floating" and joint.parent != "world":
            yield _problem(findings.FLOATING, joint, names[joint.id])
        if str(joint.name) in link_names:
            yield _problem(findings.JOINT_LIKE_LINK, joint, names[joint.id])
    for link in scene.links:
        if link.name == GROUND and link.id in holders:
            yield problem_of(findings.WORLD_NOT_ROOT, subject=paths[link.id], value=names[holders[link.id].id], origin=link.origin)
        yield from _flat(link, parts)
        if _mass(link):
            if _is_small(link):
                yield _problem(findings.MOMENT_SMALL, link, paths[link.id])
            continue
        holder = holders.get(link.id)
        if holder is not None and holder.type in _MOVING:
            yield _problem(findings.MASSLESS, link, paths[link.id])
        elif holder is None and any(joint.parent == link.id for joint in scene.joints):
            yield _problem(findings.MASSLESS_ROOT, link, paths[link.id])


def _mass(link: Link) -> float:
    return float(link.inertial.mass or 0.0) if link.inertial is not None else 0.0


def _flat(link: Link, parts: dict[int, str]) -> Iterator[Problem]:
    """Yield the shapes of a link that have a size of 0."""
    shapes: tuple[Visual | Collision, ...] = (*link.visuals, *link.collisions)
    for part in shapes:
        if not all(_sizes(part.geometry)):
            kind = type(part.geometry).__name__.lower()
            yield problem_of(findings.SHAPE_FLAT, subject=parts[id(part)], value=kind, origin=part.origin)


def _sizes(shape: Shape) -> tuple[float, ...]:
    """Return the sizes of a shape that Drake wants above 0 (m)."""
    match shape:
        case Box(size=size):
            return size
        case Cylinder(radius=radius, length=length) | Capsule(radius=radius, length=length):
            return (radius, length)
    return ()


def _is_small(link: Link) -> bool:
    """Return whether a link has a tensor with a principal moment that MuJoCo takes for none."""
    tensor = link.inertial.inertia if link.inertial is not None else None
    return tensor is not None and min(map(float, principal(tensor)[0])) <= LEAST_MOMENT


def _problem(row: Code, node: Joint | Link, subject: str) -> Problem:
    return problem_of(row, subject=subject, value=str(node.name), origin=node.origin)
