"""Compute mass and inertia from the shapes of a link (inertial/@auto, since 1.11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenec import ir
from scenec.converters.sdformat.findings.reading import (
    INERTIAL_AUTO_INEFFECTIVE,
    INERTIAL_AUTO_INVALID,
    INERTIAL_DENSITY_INEFFECTIVE,
    INERTIAL_DENSITY_INVALID,
)
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.element import Element, sourced
from scenec.converters.sdformat.read.extras import collect
from scenec.ir import inertia as solids
from scenec.ir.inertia import Inertia
from scenec.ir.pose import Pose
from scenec.meshes.solids import Lump, enclosed, solid_of
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.meshes.loaded import LoadedPart

DENSITY = 1000.0
"""The density (kg/m^3) where neither the collision nor the link states one: that of water."""


def read_auto_inertia(reading: Reading, element: Element, link: Element, auto: bool, shapes: tuple[ir.Collision, ...]) -> ir.Inertial:
    """Return the inertial of a link from its collisions. A stated mass scales it, a stated pose or tensor has no effect.

    Meshes are measured, as in Gazebo. libsdformat alone cannot measure them and leaves 1 kg.
    """
    for tag in ("pose", "inertia"):
        stated = element.child(tag)
        if stated is not None:
            stated.mark_all()
            about = sourced("", stated.all_ids())
            reading.ineffective(INERTIAL_AUTO_INEFFECTIVE, stated, about, tag=tag)
    mass: float | None = element.take("inertial", "mass")
    density: float | None = element.take("inertial", "density")
    extras = collect(element, "inertial")
    if not shapes:
        reading.invalid(INERTIAL_AUTO_INVALID, link)
    solid = [(shape, lump) for shape in shapes if (lump := _solid_of(reading, shape.geometry)) is not None]
    _report_densities(reading, element, mass, density, shapes, [shape for shape, _ in solid])
    total, com, tensor = solids.compose([_part(shape, lump, density) for shape, lump in solid if _density(shape, density) > 0])
    if not total:
        return ir.Inertial(
            mass=mass if mass is not None else 1.0,
            inertia=Inertia(1.0, 1.0, 1.0),
            auto=auto,
            density=density,
            extras=extras,
            origin=element.origin,
        )
    forms = (auto, *((shape.geometry, shape.pose) for shape in shapes))
    densities = (density, *(shape.density for shape in shapes))
    sources = (forms, densities, mass)
    if mass is not None:
        factor = mass / total
        tensor = Inertia(*(entry * factor for entry in tensor.entries))
    return ir.Inertial(
        mass=mass if mass is not None else derived(total, *sources),
        pose=derived(Pose(com), forms, densities if len(solid) > 1 else ()),
        inertia=derived(tensor, *sources),
        auto=auto,
        density=density,
        extras=extras,
        origin=element.origin,
    )


def _report_densities(
    reading: Reading,
    element: Element,
    mass: float | None,
    density: float | None,
    shapes: tuple[ir.Collision, ...],
    solid: list[ir.Collision],
) -> None:
    """Report the stated densities that change nothing, and those that no solid can have: such a collision adds no mass.

    A stated mass scales the result, so one that all collisions have does not count. density: of the link. solid: the shapes that have a
    volume."""
    used = {id(density if shape.density is None else shape.density) for shape in solid}
    if mass is not None and len(used) == 1 and _density(solid[0], density) > 0:
        used = set()
    for stated in (density, *(shape.density for shape in shapes)):
        if stated is None:
            continue
        if id(stated) not in used:
            reading.ineffective(INERTIAL_DENSITY_INEFFECTIVE, element, stated, value=f"{stated:g} kg/m^3")
        elif stated <= 0:
            reading.invalid(INERTIAL_DENSITY_INVALID, element, about=stated, value=f"{stated:g} kg/m^3")


def _density(shape: ir.Collision, density: float | None) -> float:
    """Return the density of a collision (kg/m^3), with that of its link."""
    stated = density if shape.density is None else shape.density
    return DENSITY if stated is None else float(stated)


def _part(shape: ir.Collision, lump: Lump, density: float | None) -> Lump:
    """Return mass, centre and tensor of one collision along the axes of the link."""
    volume, centre, tensor = lump
    weight = _density(shape, density)
    pose = shape.pose or Pose()
    turned = solids.rotated(tensor, pose.rotation)
    return volume * weight, pose.apply(centre), Inertia(*(entry * weight for entry in turned.entries))


def _solid_of(reading: Reading, shape: Any) -> Lump | None:
    """Return the solid of a collision. None for shapes without volume."""
    return _solid_of_file(reading, shape) if isinstance(shape, ir.MeshShape) else solid_of(shape)


def _solid_of_file(reading: Reading, shape: ir.MeshShape) -> Lump | None:
    """Return the solid that a mesh file encloses. None for one that is missing, cannot be read, or encloses nothing."""
    found = reading.mesh_files[shape.mesh]
    if found is None:
        return None
    corners = [part.vertices.array[part.triangles.array] for part in _parts(reading, found) if shape.submesh in (None, part.name)]
    if not corners:
        return None
    import numpy as np

    triangles = np.concatenate(corners)
    if shape.scale is not None:
        triangles = triangles * np.array([float(factor) for factor in shape.scale])
    return enclosed(triangles)


def _parts(reading: Reading, path: str) -> tuple[LoadedPart, ...]:
    """Return the parts of a mesh file, read once for all links. Empty if it cannot be read."""
    from scenec.errors import ReadError
    from scenec.meshes.files import load_mesh

    if path not in reading.solid_files:
        try:
            reading.solid_files[path] = load_mesh(path).parts
        except ReadError:
            reading.solid_files[path] = ()
    return reading.solid_files[path]
