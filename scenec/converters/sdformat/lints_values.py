"""Lints of values that no reader reports, and that Gazebo or Drake refuse, ignore or show in an unexpected way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from scenec.accounting.problem import problem_of
from scenec.converters.format import LintRequest
from scenec.converters.sdformat.findings.lints import (
    BOUNCE_WITHOUT_THRESHOLD,
    DAMPING_NEGATIVE,
    HALF_METAL,
    INERTIA_ROUNDING,
    INITIAL_POSITION,
    JOINT_FIXED_IN_DART,
    JOINTS_BETWEEN_TWO_LINKS,
    RELATIVE_URI,
    SPOT_WITHOUT_OPENING,
    STATE_ANGLES,
    UNIVERSAL_AXES,
)
from scenec.converters.sdformat.inertia_check import is_accepted
from scenec.converters.sdformat.profile import FIXED_IN_DART
from scenec.ir.base import Id
from scenec.ir.check import Problem
from scenec.ir.inertia import plausible
from scenec.ir.kinematics import Kinematics
from scenec.ir.names import joint_paths, link_paths
from scenec.ir.pose import dot, unit
from scenec.ir.scene import Scene
from scenec.syntax.tree import Document, SourceNode

Rule = Callable[[Document, SourceNode, str], Iterator[Problem]]
URIS = ("uri", "albedo_map", "normal_map", "roughness_map", "metalness_map", "environment_map", "emissive_map", "light_map", "filename")
SQUARE = 1e-6
"""The largest cosine between the unit axes of a universal joint that Drake accepts."""


def lints(request: LintRequest) -> Iterator[Problem]:
    """Yield the problems of a file and of the files that it includes."""
    for document in request.ledger.documents:
        if document.root.tag in ("sdf", "gazebo"):
            yield from _of_document(document)
            yield from relative_uris(document)
    yield from refused_inertia(request.scene)
    yield from joints_between_two_links(request.scene)
    yield from leaning_axes(request.scene)


def _of_document(document: Document) -> Iterator[Problem]:
    stack = [(document.root, "")]
    while stack:
        element, path = stack.pop()
        name = element.attributes.get("name", "").strip()
        path = f"{path}::{name}" if path and name else path or name
        rule = RULES.get(element.tag)
        if rule is not None:
            yield from rule(document, element, path)
        if element.tag != "plugin" and ":" not in element.tag:
            stack.extend((child, path) for child in reversed(element.children))


def _child(element: SourceNode, path: str) -> SourceNode | None:
    found: SourceNode | None = element
    for tag in path.split("/"):
        found = next((each for each in found.children if each.tag == tag), None) if found is not None else None
    return found


def _number(element: SourceNode | None) -> float:
    """Return the number of an element, 0 if it states none."""
    try:
        return float(element.text) if element is not None else 0.0
    except ValueError:
        return 0.0


# ---------------------------------------------------------------- elements


def joint_type(document: Document, joint: SourceNode, path: str) -> Iterator[Problem]:
    kind = joint.attributes.get("type", "").strip().lower()
    if kind in FIXED_IN_DART:
        yield problem_of(JOINT_FIXED_IN_DART, subject=path, value=kind, origin=document.source(joint))


def initial_position(document: Document, element: SourceNode, path: str) -> Iterator[Problem]:
    yield problem_of(INITIAL_POSITION, subject=path, value=element.text, origin=document.source(element))


def joint_angles(document: Document, state: SourceNode, path: str) -> Iterator[Problem]:
    if _child(state, "model/joint") is not None:
        yield problem_of(STATE_ANGLES, subject=path or "state", origin=document.source(state))


def negative_damping(document: Document, dynamics: SourceNode, path: str) -> Iterator[Problem]:
    damping = _child(dynamics, "damping")
    if damping is not None and _number(damping) < 0:
        yield problem_of(DAMPING_NEGATIVE, subject=path, value=damping.text, origin=document.source(damping))


def half_metal(document: Document, metal: SourceNode, path: str) -> Iterator[Problem]:
    said = {child.tag for child in metal.children}
    if said and not said & {"metalness", "metalness_map"}:
        yield problem_of(HALF_METAL, subject=path, origin=document.source(metal))


def no_bounce(document: Document, bounce: SourceNode, path: str) -> Iterator[Problem]:
    if _number(_child(bounce, "restitution_coefficient")) > 0 and _child(bounce, "threshold") is None:
        yield problem_of(BOUNCE_WITHOUT_THRESHOLD, subject=path, origin=document.source(bounce))


def dark_spot(document: Document, light: SourceNode, path: str) -> Iterator[Problem]:
    if light.attributes.get("type", "").strip() == "spot" and _number(_child(light, "spot/outer_angle")) <= 0:
        yield problem_of(SPOT_WITHOUT_OPENING, subject=path, origin=document.source(light))


RULES: Mapping[str, Rule] = {
    "joint": joint_type,
    "initial_position": initial_position,
    "state": joint_angles,
    "dynamics": negative_damping,
    "metal": half_metal,
    "bounce": no_bounce,
    "light": dark_spot,
}
"""Tag -> lint of such an element."""


def relative_uris(document: Document) -> Iterator[Problem]:
    """Yield one problem for a file, at its first relative path."""
    found: list[SourceNode] = []
    stack = [document.root]
    while stack:
        element = stack.pop()
        text = element.text.strip()
        if element.tag in URIS and text and "://" not in text and not text.startswith("/"):
            found.append(element)
        if element.tag not in ("plugin", "include") and ":" not in element.tag:
            stack.extend(reversed(element.children))
    if found:
        more = f" and {len(found) - 1:,} more" if len(found) > 1 else ""
        value = f"{found[0].text.strip()}{more}"
        yield problem_of(RELATIVE_URI, subject=f"<{found[0].tag}>", value=value, origin=document.source(found[0]))


# ---------------------------------------------------------------- the scene


def refused_inertia(scene: Scene) -> Iterator[Problem]:
    """Yield inertias that libsdformat refuses for rounding errors alone. The reader reports inertias that no body can have."""
    paths = link_paths(scene)
    for link in scene.links:
        inertial = link.inertial
        if inertial is None or inertial.auto or inertial.inertia is None:
            continue
        mass = 1.0 if inertial.mass is None else float(inertial.mass)
        if plausible(inertial.inertia, mass) is None and not is_accepted(mass, inertial.inertia):
            yield problem_of(INERTIA_ROUNDING, subject=paths[link.id], origin=inertial.origin or link.origin)


def joints_between_two_links(scene: Scene) -> Iterator[Problem]:
    paths: dict[Id, str] = {}
    seen: dict[frozenset[Id], Id] = {}
    for joint in scene.joints:
        ends = frozenset((str(joint.parent), str(joint.child)))
        if ends in seen:
            paths = paths or joint_paths(scene)
            other = paths[seen[ends]]
            yield problem_of(JOINTS_BETWEEN_TWO_LINKS, subject=paths[joint.id], origin=joint.origin, other=other)
        seen.setdefault(ends, joint.id)


def leaning_axes(scene: Scene) -> Iterator[Problem]:
    """Yield universal joints whose axes are not at right angles."""
    joints = [joint for joint in scene.joints if joint.type == "universal" and len(joint.axes) == 2]
    if not joints:
        return
    kinematics, paths = Kinematics(scene), joint_paths(scene)
    for joint in joints:
        one, two = (unit(kinematics.joint_axis(joint, axis)) for axis in joint.axes)
        if abs(dot(one, two)) > SQUARE:
            yield problem_of(UNIVERSAL_AXES, subject=paths[joint.id], origin=joint.origin)
