"""Values that are possible but unlikely: most often a wrong unit. Each rule has one threshold, and each finding is a note.

`scenec.checks.scene` holds the rules about what no body or joint can be like.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from scenec.accounting.problem import problem_of
from scenec.checks.findings import (
    GRAVITY_UNLIKELY,
    JOINT_RANGE_UNLIKELY,
    JOINT_VELOCITY_UNLIKELY,
    LINK_DENSITY_UNLIKELY,
    SHAPE_SIZE_UNLIKELY,
    STEP_UNLIKELY,
)
from scenec.ir.base import Id
from scenec.ir.check import Problem
from scenec.ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Sphere, Torus
from scenec.ir.joint import Axis, Joint
from scenec.ir.kinematics import static_models
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.names import joint_paths, link_paths
from scenec.ir.physics_profile import World
from scenec.ir.pose import norm
from scenec.ir.scene import Scene

FASTEST_TURN = 100.0
"""rad/s, 955 turns a minute: more than a joint with a gear reaches."""
FASTEST_SLIDE = 20.0
"""m/s."""
WIDEST_TURN = 40.0
"""rad, more than six turns: more than a cable lets a joint turn."""
NO_LIMIT = 1e5
"""Files write such numbers where they mean that there is no limit."""
DENSEST = 25_000.0
"""kg/m^3: osmium, the densest metal, has 22,590."""
LIGHTEST = 0.1
"""kg/m^3: air has 1.2. A body of 1 kg and 2 m, as in many examples, has 0.24."""
LONGEST = 100.0
"""m, of one shape of a body that moves."""
SHORTEST = 1e-4
"""m, in its longest direction."""
STRONGEST_GRAVITY = 30.0
"""m/s^2: Jupiter has 24.8."""
LONGEST_STEP = 0.1
"""s: most engines become unstable far below."""

_SLIDING = ("prismatic",)


def unlikely(scene: Scene) -> Iterator[Problem]:
    """Yield a note for each value that is most likely a mistake: of worlds, links and joints, in document order."""
    for world in scene.worlds:
        yield from _world(world)
    links, static = link_paths(scene), static_models(scene)
    for link in scene.links:
        if link.model not in static:
            yield from _density(link, links[link.id])
            yield from _sizes(link, links[link.id])
    joints = joint_paths(scene)
    for joint in scene.joints:
        for number, axis in enumerate(joint.axes):
            path = joints[joint.id] + (f".axes[{number}]" if len(joint.axes) > 1 else "")
            yield from _velocity(joint, number, axis, path)
            yield from _range(joint, axis, path)


def _world(world: World) -> Iterator[Problem]:
    name: Id = world.name or world.id
    if world.gravity is not None and (strength := norm(world.gravity)) > STRONGEST_GRAVITY:
        yield problem_of(GRAVITY_UNLIKELY, subject=name, value=f"{strength:g}", origin=world.origin, strength=f"{strength:,.4g}")
    for profile in world.profiles:
        if profile.step is not None and profile.step > LONGEST_STEP:
            yield problem_of(
                STEP_UNLIKELY,
                subject=name,
                value=f"{float(profile.step):g}",
                origin=profile.origin or world.origin,
                step=f"{float(profile.step):,.4g}",
            )


# ---------------------------------------------------------------- bodies


def _density(link: Link, path: str) -> Iterator[Problem]:
    inertial = link.inertial
    if inertial is None or inertial.mass is None or not 0 < inertial.mass < math.inf:
        return
    volume = _volume(link)
    if volume is None:
        return
    density = inertial.mass / volume
    if LIGHTEST <= density <= DENSEST:
        return
    than = "more than osmium has (22,590 kg/m³)" if density > DENSEST else "less than a tenth of air (1.2 kg/m³)"
    yield problem_of(
        LINK_DENSITY_UNLIKELY,
        subject=path,
        value=f"{float(inertial.mass):g}",
        origin=inertial.origin or link.origin,
        density=f"{density:,.0f}" if density >= 1000 else f"{density:,.4g}",
        mass=f"{float(inertial.mass):,.4g}",
        volume=_cubic(volume),
        than=than,
    )


def _cubic(volume: float) -> str:
    return f"{volume:,.4g} m³" if volume >= 0.01 else f"{volume * 1e6:,.4g} cm³"


def _volume(link: Link) -> float | None:
    """Return the volume of a link's shapes (m³), of its visuals or its collisions, whichever have more; None if one is not known."""
    totals = [0.0, 0.0]
    groups: tuple[tuple[Collision | Visual, ...], ...] = (link.collisions, link.visuals)
    for index, shapes in enumerate(groups):
        for each in shapes:
            volume = _volume_of(each)
            if volume is None:
                return None
            totals[index] += volume
    return max(totals) or None


def _volume_of(part: Collision | Visual) -> float | None:
    match part.geometry:
        case Box(size=size):
            return math.prod(size)
        case Sphere(radius=radius):
            return 4 / 3 * math.pi * radius**3
        case Cylinder(radius=radius, length=length):
            return math.pi * radius**2 * length
        case Cone(radius=radius, length=length):
            return math.pi * radius**2 * length / 3
        case Capsule(radius=radius, length=length):
            return math.pi * radius**2 * (length + 4 / 3 * radius)
        case Ellipsoid(radii=radii):
            return 4 / 3 * math.pi * math.prod(radii)
        case Torus(major_radius=major, minor_radius=minor):
            return 2 * math.pi**2 * major * minor**2
        case _:
            return None


def _sizes(link: Link, path: str) -> Iterator[Problem]:
    """One note a link, of its most unlikely shape."""
    shapes: tuple[Collision | Visual, ...] = (*link.collisions, *link.visuals)
    found = [(extent, each) for each in shapes if (extent := _extent(each)) is not None]
    wrong = [(extent, each) for extent, each in found if extent > LONGEST or 0 < extent < SHORTEST]
    if not wrong:
        return
    extent, part = max(wrong, key=lambda each: abs(math.log(each[0])))
    yield problem_of(
        SHAPE_SIZE_UNLIKELY,
        subject=path,
        value=f"{extent:g}",
        origin=part.origin or link.origin,
        size=f"{extent:,.4g}",
        question="Check the unit. Were millimetres meant?" if extent > LONGEST else "Check the unit. Was the shape scaled twice?",
    )


def _extent(part: Collision | Visual) -> float | None:
    """Return the longest edge or diameter of a shape (m); None if it is not known without looking into files, or infinite."""
    match part.geometry:
        case Box(size=size):
            return max(size)
        case Sphere(radius=radius):
            return 2 * radius
        case Cylinder(radius=radius, length=length) | Cone(radius=radius, length=length):
            return max(2 * radius, length)
        case Capsule(radius=radius, length=length):
            return length + 2 * radius
        case Ellipsoid(radii=radii):
            return 2 * max(radii)
        case Torus(major_radius=major, minor_radius=minor):
            return 2 * (major + minor)
        case _:
            return None


# ---------------------------------------------------------------- joints


def _velocity(joint: Joint, number: int, axis: Axis, path: str) -> Iterator[Problem]:
    """One note an axis, of its joint's limit or of a motor's."""
    stated = [(limits.velocity, limits.origin) for limits in (axis.limits,) if limits is not None]
    stated += [(motor.max_velocity, motor.origin) for motor in joint.actuators if motor.axis == number]
    sliding = joint.type in _SLIDING
    fastest = FASTEST_SLIDE if sliding else FASTEST_TURN
    for velocity, origin in stated:
        if velocity is None or not fastest < velocity < NO_LIMIT:
            continue
        speed = (
            f"{float(velocity):,.4g} m/s" if sliding else f"{float(velocity):,.4g} rad/s ({velocity * 30 / math.pi:,.0f} turns a minute)"
        )
        degrees = f"Check the unit. Was {float(velocity):,.4g}°/s meant ({math.radians(velocity):,.4g} rad/s)?"
        yield problem_of(
            JOINT_VELOCITY_UNLIKELY,
            subject=path,
            value=f"{float(velocity):g}",
            origin=origin or axis.origin or joint.origin,
            speed=speed,
            question="Check the unit. Were mm/s meant?" if sliding else degrees,
        )
        return


def _range(joint: Joint, axis: Axis, path: str) -> Iterator[Problem]:
    limits = axis.limits
    if limits is None or joint.type in (*_SLIDING, "screw") or (limits.active is not None and not limits.active):
        return
    for limit in (limits.lower, limits.upper):
        if limit is not None and WIDEST_TURN < abs(limit) < NO_LIMIT:
            yield problem_of(
                JOINT_RANGE_UNLIKELY,
                subject=path,
                value=f"{float(limit):g}",
                origin=limits.origin or axis.origin or joint.origin,
                turns=f"{abs(limit) / math.tau:,.3g}",
                radians=f"{math.radians(limit):,.4g}",
            )
            return
