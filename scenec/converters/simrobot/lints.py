"""Lints of scenes: SimRobot's simulators refuse them, crash, blow up or show them dark, although the file can be read."""

from __future__ import annotations

from collections.abc import Iterator

from scenec.accounting.amounts import range_text
from scenec.accounting.problem import problem_of
from scenec.converters.format import LintRequest
from scenec.converters.simrobot import file_lints
from scenec.converters.simrobot.core3_rules import GAIN, Mechanism, refused_capsules, refused_masses, widened
from scenec.converters.simrobot.findings.lints import (
    CAPSULE_DEGENERATE,
    COLLIDE_WITH_PARENT_OVERLAP,
    INERTIA_REFUSED,
    JOINT_RANGE_EMPTY,
    MASS_RATIO,
    NO_LIGHT,
    VELOCITY_MOTOR_UNSTABLE,
    WORLD_JOINT_CHAIN,
)
from scenec.converters.simrobot.profile import CORE3, STEP
from scenec.ir.base import WORLD, Id
from scenec.ir.check import Problem
from scenec.ir.names import joint_paths, link_paths
from scenec.ir.overlap import overlapping_neighbours
from scenec.ir.scene import Scene

EXTREME = 5e-4
"""Of two bodies that share a joint: below this ratio of masses, ODE was seen to report LCP errors and to ignore all joints."""


def lints(request: LintRequest) -> Iterator[Problem]:
    """Yield the problems of a scene and its files in the version it was read in, rule by rule."""
    scene = request.scene
    yield from no_light(scene)
    if request.version == CORE3:
        yield from empty_joint_ranges(scene)
        yield from chains_on_world(scene)
        yield from unstable_motors(scene)
        yield from refused_shapes(scene)
    else:
        yield from overlapping_bodies(scene)
        yield from mass_ratios(scene)
    yield from file_lints.lints(request)


def no_light(scene: Scene) -> Iterator[Problem]:
    if scene.lights or not any(link.visuals for link in scene.links) or any(link.lights for link in scene.links):
        return
    yield problem_of(NO_LIGHT, subject=scene.name or "scene", origin=scene.origin)


def overlapping_bodies(scene: Scene) -> Iterator[Problem]:
    """Yield bodies with collideWithParent that overlap a neighbour. Their own space makes them hit the bodies at their joints."""
    touching = {link.id for link in scene.links if link.self_collide}
    if not touching:
        return
    paths, hung = {**link_paths(scene), **joint_paths(scene)}, {child for _, _, child in Mechanism(scene).tree}
    links = {link.id: link for link in scene.links}
    for joint, parent, child in overlapping_neighbours(scene):
        own_space = next((each for each in (child, parent) if each in touching and each in hung), None)
        if own_space is not None:
            yield problem_of(
                COLLIDE_WITH_PARENT_OVERLAP,
                subject=paths[own_space],
                origin=links[own_space].origin,
                body=paths[own_space],
                joint=paths[joint.id],
            )


def mass_ratios(scene: Scene) -> Iterator[Problem]:
    masses = {link.id: float(link.inertial.mass) for link in scene.links if link.inertial is not None and link.inertial.mass}
    paths: dict[Id, str] = {}
    for joint, parent, child in Mechanism(scene).tree:
        if parent == WORLD or parent not in masses or child not in masses:
            continue
        light, heavy = sorted((parent, child), key=masses.__getitem__)
        if 0 < masses[light] < EXTREME * masses[heavy]:
            paths = paths or {**link_paths(scene), **joint_paths(scene)}
            yield problem_of(
                MASS_RATIO,
                subject=paths[joint.id],
                value=f"{masses[light] / masses[heavy]:.3g}",
                origin=joint.origin,
                light=paths[light],
                heavy=paths[heavy],
            )


def empty_joint_ranges(scene: Scene) -> Iterator[Problem]:
    paths: dict[Id, str] = {}
    for joint in scene.joints:
        limits = joint.axes[0].limits if joint.axes else None
        if limits is None or limits.lower is None or limits.upper is None:
            continue
        if widened(float(limits.lower), float(limits.upper)) is not None:
            paths = paths or joint_paths(scene)
            yield problem_of(
                JOINT_RANGE_EMPTY,
                subject=paths[joint.id],
                value=range_text(limits.lower, limits.upper, joint.type, 10),
                origin=limits.origin or joint.origin,
            )


def chains_on_world(scene: Scene) -> Iterator[Problem]:
    paths: dict[Id, str] = {}
    for joint, carried in Mechanism(scene).chains_on_world():
        paths = paths or joint_paths(scene)
        yield problem_of(
            WORLD_JOINT_CHAIN,
            subject=paths[joint.id],
            origin=joint.origin,
            joint=paths[joint.id],
            carried=paths[carried.id],
        )


def unstable_motors(scene: Scene) -> Iterator[Problem]:
    profiles = [profile for world in scene.worlds[:1] for profile in world.profiles]
    step = next((float(profile.step) for profile in profiles if profile.step), STEP)
    paths: dict[Id, str] = {}
    for joint, inertia in Mechanism(scene).unstable_motors(step):
        paths = paths or joint_paths(scene)
        unit = "kg" if joint.type == "prismatic" else "kg m^2"
        yield problem_of(
            VELOCITY_MOTOR_UNSTABLE,
            subject=paths[joint.id],
            value=f"{inertia:.3g} {unit}",
            origin=joint.origin,
            gain=f"{GAIN:g}",
            step=f"{step:g}",
            limit=f"{2 * inertia / GAIN:.1g}",
        )


def refused_shapes(scene: Scene) -> Iterator[Problem]:
    paths = link_paths(scene)
    for link, why in refused_masses(scene):
        yield problem_of(
            INERTIA_REFUSED,
            subject=paths[link.id],
            origin=link.inertial.origin if link.inertial is not None and link.inertial.origin is not None else link.origin,
            why=why,
        )
    for link, collision in refused_capsules(scene):
        yield problem_of(CAPSULE_DEGENERATE, subject=f"{paths[link.id]}::{collision.name or 'capsule'}", origin=collision.origin)
