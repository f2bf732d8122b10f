"""Mass of a group: the first node has all of it, except the tiny masses of the other nodes.

MARS moves a massless node of a group to the centre of mass, so each shape gets a billionth of the mass of the link. The first node is that
much lighter, and its position and tensor make the sum exact. The mass of a shape is a power of ten, so that reading and writing again gives
the same numbers. That MARS gets no mass that it refuses is done before (`massless_links`, `inertias_to_definite`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from scenec.converters.common.write_context import HERE
from scenec.converters.mars.write.values import rounded
from scenec.ir.geometry import Box, Capsule, Cylinder, Shape, Sphere
from scenec.ir.inertia import NO_INERTIA, Inertia, principal, rotated, shifted, solid_box, solid_capsule, solid_cylinder, solid_sphere
from scenec.ir.link import Inertial, Link
from scenec.ir.pose import IDENTITY, ORIGIN, Pose, Rotation, Vec3, sub
from scenec.trace import Computed, made_of, steered_by

SHARE = 1e-9
"""Of a link's mass that each of its shapes weighs, rounded to a power of ten."""
_OFF_GRID = 0.13
"""Decades; so that no mass that people write lies where the rounding changes its mind."""


class Part(NamedTuple):
    """A shape of a group: its pose in the link, and the edges of the box that MARS takes for a mesh (else None)."""

    shape: Shape
    pose: Pose
    extend: Vec3 | None = None


class Mass(NamedTuple):
    """Mass of a rigid body: centre of mass in the link, tensor about it along the axes of the link."""

    mass: float
    com: Vec3
    inertia: Inertia


SMALLER = 1e-3
"""Factor of that share, while the shapes would take most of a moment of the first node."""
TRIES = 4


def mass_of(link: Link) -> Mass:
    """Return the mass of a moving link as stated, along the axes of the link."""
    inertial = link.inertial if link.inertial is not None else Inertial()
    pose = HERE if inertial.pose is None else inertial.pose
    tensor = inertial.inertia if inertial.inertia is not None else NO_INERTIA
    return Mass(inertial.mass or 0.0, pose.position, in_other_axes(tensor, pose.rotation))


def share_of(mass: float) -> float:
    """Return the mass of each shape of a link of this mass (kg); 0 where it would underflow."""
    if mass * SHARE <= 0.0:
        return 0.0
    return float(f"1e{round(math.log10(mass * SHARE) + _OFF_GRID)}")


def solid(part: Part, mass: float) -> Inertia:
    """The tensor that MARS gives a node of this shape and mass, along the node's axes (ODE's dMassSet...Total)."""
    shape = part.shape
    if part.extend is not None:
        return solid_box(mass, part.extend)
    match shape:
        case Box():
            return solid_box(mass, shape.size)
        case Sphere():
            return solid_sphere(mass, shape.radius)
        case Cylinder():
            return solid_cylinder(mass, shape.radius, shape.length)
        case Capsule():
            return solid_capsule(mass, shape.radius, shape.length)
    return NO_INERTIA


def carrier(whole: Mass, parts: Sequence[Part], each: float) -> Mass:
    """Return the mass that remains for the first node when every part has the mass `each`."""
    if not parts or not each:
        return whole
    mass = math.fsum((whole.mass, *(-each for _ in parts)))
    moment = [math.fsum((whole.mass * whole.com[k], *(-each * part.pose.position[k] for part in parts))) for k in range(3)]
    com = (moment[0] / mass, moment[1] / mass, moment[2] / mass)
    size = max(max(map(abs, vector)) for vector in (whole.com, *(part.pose.position for part in parts)))
    if all(abs(component) <= 1e-14 * size for component in com):
        com = ORIGIN
    about = shifted(whole.inertia, whole.mass, sub(whole.com, com)).entries
    taken = [shifted(rotated(solid(part, each), part.pose.rotation), each, sub(part.pose.position, com)).entries for part in parts]
    entries = [math.fsum((entry, *(-other[k] for other in taken))) for k, entry in enumerate(about)]
    return Mass(
        made_of(Computed(mass), whole.mass),
        made_of(com, (whole.com, whole.mass)),
        Inertia(*made_of(rounded(entries), (whole.inertia.entries, whole.mass, whole.com))),
    )


def takes_too_much(whole: Mass, rest: Mass) -> bool:
    """Return whether more than half of the smallest principal moment of a link went to its shapes. ODE stops at a first node whose tensor
    is not positive definite. A link whose own tensor is not cannot be helped."""
    smallest = min(principal(whole.inertia)[0])
    return smallest > 0 and min(principal(rest.inertia)[0]) < smallest / 2


def is_solid(whole: Mass, part: Part) -> bool:
    """Whether a link is just its only shape, of even density: then MARS works out the tensor itself."""
    expected = rotated(solid(part, whole.mass), part.pose.rotation).entries
    size = max(map(abs, expected))
    return size > 0 and all(abs(a - b) <= 1e-14 * size for a, b in zip(expected, whole.inertia.entries, strict=True))


def in_other_axes(inertia: Inertia, rotation: Rotation) -> Inertia:
    """Return the tensor along other axes. It changes with the rotation also where that is an identity."""
    if rotation == IDENTITY:
        return Inertia(*steered_by(inertia.entries, rotation))
    return Inertia(*made_of(rounded(rotated(inertia, rotation).entries), (inertia.entries, rotation)))
