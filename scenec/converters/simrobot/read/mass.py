"""Masses of bodies, with their centre of mass and inertia.

SimRobotCore2 adds up all masses of a body, also nested ones, each moved by its translation and rotation; the tensor of an
InertiaMatrixMass is about the origin of the mass's own frame (SIM/Masses/*.cpp, SIM/Body.cpp). Core3 takes only the first
mass, without its placement, and its tensor about the centre of mass.
"""

from __future__ import annotations

import msgspec

from scenec.converters.common.findings import MASS_INEFFECTIVE
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.pose import HERE, composed, point_at, pose_or_none, read_pose
from scenec.ir import Inertia, Inertial, Pose, Vec3
from scenec.ir.inertia import NO_INERTIA, about_com, compose, rotated, solid_box, solid_capsule, solid_cylinder, solid_sphere
from scenec.trace import Ids, derived, ids_of, merge, traced


class Solid(msgspec.Struct, frozen=True, gc=False):
    """One mass element. com (m) in its own frame; inertia (kg m^2) about the centre of mass, along its own axes."""

    mass: float
    com: Vec3
    inertia: Inertia


class PlacedSolid(msgspec.Struct, frozen=True, gc=False):
    """A solid and the pose of its frame in the body."""

    X_BM: Pose
    solid: Solid

    @property
    def ids(self) -> Ids:
        return ids_of((self.X_BM, self.solid.mass, self.solid.com, self.solid.inertia))


def read_inertial(body: SceneCursor, reading: Reading) -> Inertial:
    """Return all masses of a body as one. A body whose masses weigh nothing has mass 0, as in SimRobot."""
    masses = list(body.of_class("mass"))
    solids = read_first_mass(masses, reading) if reading.core3 else read_masses(masses)
    heavy = [placed for placed in solids if placed.solid.mass or placed.solid.inertia != NO_INERTIA]
    report_weightless(solids, heavy, reading)
    if len(heavy) == 1:
        X_BM, solid = heavy[0].X_BM, heavy[0].solid
        pose = Pose(point_at(X_BM, solid.com), X_BM.rotation)
        return Inertial(mass=solid.mass, pose=pose_or_none(pose), inertia=solid.inertia, origin=masses[0].origin)
    parts = [
        (placed.solid.mass, placed.X_BM.apply(placed.solid.com), rotated(placed.solid.inertia, placed.X_BM.rotation)) for placed in heavy
    ]
    mass, com, inertia = compose(parts)
    ids = merge(*(placed.ids for placed in heavy))
    total = traced(float(mass), merge(*(ids_of(placed.solid.mass) for placed in heavy)))
    return Inertial(mass=total, pose=pose_or_none(traced(Pose(com), ids)), inertia=traced(inertia, ids), origin=masses[0].origin)


def report_weightless(solids: list[PlacedSolid], heavy: list[PlacedSolid], reading: Reading) -> None:
    """Report poses of masses without mass and inertia."""
    counting = set(merge(*(placed.ids for placed in heavy)))
    idle = [value_id for placed in solids for value_id in ids_of(placed.X_BM) if value_id not in counting]
    if idle:
        reading.ineffective(
            MASS_INEFFECTIVE, traced("", tuple(dict.fromkeys(idle))), "Mass", why="A mass of 0 kg has no effect wherever it is placed."
        )


def read_masses(masses: list[SceneCursor]) -> list[PlacedSolid]:
    """Return these masses and all nested ones, in document order."""
    solids: list[PlacedSolid] = []
    stack = [(mass, HERE) for mass in reversed(masses)]
    while stack:
        mass, X_BP = stack.pop()
        X_BM = composed(X_BP, read_pose(mass))
        solids.append(PlacedSolid(X_BM, read_solid(mass)))
        stack.extend((nested, X_BM) for nested in reversed(list(mass.of_class("mass"))))
    return solids


def read_first_mass(masses: list[SceneCursor], reading: Reading) -> list[PlacedSolid]:
    """Return the first mass alone, unplaced, as Core3 does. A CapsuleMass is not implemented there and weighs nothing."""
    first = masses[0]
    ignored = [other.all_ids() for other in masses[1:]]
    ignored += [child.all_ids() for one in ("translation", "rotation", "mass") for child in first.of_class(one)]
    if first.tag == "CapsuleMass":
        ignored.append(first.all_ids())
    for ids in ignored:
        if ids:
            reading.ineffective(
                MASS_INEFFECTIVE,
                traced("", ids),
                "Body/mass",
                level="warning",
                why="SimRobotCore3 reads only the first mass of a body, without its placement.",
            )
    if first.tag == "CapsuleMass":
        return [PlacedSolid(HERE, Solid(0.0, HERE.position, NO_INERTIA))]
    return [PlacedSolid(HERE, read_inertia_about_com(first) if first.tag == "InertiaMatrixMass" else read_solid(first))]


def read_solid(mass: SceneCursor) -> Solid:
    match mass.tag:
        case "BoxMass":
            return read_box_mass(mass)
        case "SphereMass":
            return read_sphere_mass(mass)
        case "CylinderMass":
            return read_cylinder_mass(mass)
        case "CapsuleMass":
            return read_capsule_mass(mass)
        case "InertiaMatrixMass":
            return read_inertia_matrix_mass(mass)
        case _:  # Mass: nothing by itself, a place for others
            return Solid(0.0, HERE.position, NO_INERTIA)


def read_box_mass(mass: SceneCursor) -> Solid:
    """Return a BoxMass: depth is along x, width along y, height along z."""
    value, size = mass.number("value"), (mass.number("depth"), mass.number("width"), mass.number("height"))
    return Solid(value, HERE.position, derived(solid_box(value, size), value, size))


def read_sphere_mass(mass: SceneCursor) -> Solid:
    value, radius = mass.number("value"), mass.number("radius")
    return Solid(value, HERE.position, derived(solid_sphere(value, radius), value, radius))


def read_cylinder_mass(mass: SceneCursor) -> Solid:
    value, radius, height = mass.number("value"), mass.number("radius"), mass.number("height")
    return Solid(value, HERE.position, derived(solid_cylinder(value, radius, height), value, radius, height))


def read_capsule_mass(mass: SceneCursor) -> Solid:
    """Return a CapsuleMass, whose height includes both caps."""
    value, radius, height = mass.number("value"), mass.number("radius"), mass.number("height")
    inertia = solid_capsule(value, radius, max(0.0, height - 2 * radius))
    return Solid(value, HERE.position, derived(inertia, value, radius, height))


def read_inertia_matrix_mass(mass: SceneCursor) -> Solid:
    """Return an InertiaMatrixMass. Its tensor is about the origin of the mass's frame, not about the centre of mass (x, y, z)."""
    about_com_as_written = read_inertia_about_com(mass)
    value, com, written = about_com_as_written.mass, about_com_as_written.com, about_com_as_written.inertia
    if com == HERE.position:
        return about_com_as_written
    moved = about_com(written, value, com)
    entries = zip(moved.entries, written.entries, strict=True)
    ixx, iyy, izz, ixy, ixz, iyz = (derived(float(entry), its, value, com) for entry, its in entries)
    return Solid(value, com, Inertia(ixx, iyy, izz, ixy, ixz, iyz))


def read_inertia_about_com(mass: SceneCursor) -> Solid:
    """Return an InertiaMatrixMass with the tensor as written."""
    com = (mass.number("x"), mass.number("y"), mass.number("z"))
    inertia = Inertia(*(mass.number(entry) for entry in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")))
    return Solid(mass.number("value"), com, inertia)
