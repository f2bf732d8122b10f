"""The mass of a body: the mass of each node, then of all nodes together (sim/src/physics/NodePhysics.cpp: create* and
addMassToCompositeBody)."""

from __future__ import annotations

import math

from scenec import ir
from scenec.converters.common.findings import MASS_INEFFECTIVE
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.read.entry import Entry
from scenec.converters.mars.read.nodes import Node
from scenec.ir import Inertia, Pose, Vec3
from scenec.ir.inertia import NO_INERTIA, compose, rotated, solid_box, solid_capsule, solid_cylinder, solid_sphere
from scenec.trace import derived, ids_of, plain

SYMMETRIC = 1e-9
"""Entries across the diagonal that differ by less, relative to the largest, are the same number written twice."""


def read_inertial(first: Node) -> ir.Inertial:
    """The mass of all solid nodes of a body, in the frame of its first one."""
    parts: list[tuple[Node, float, Inertia]] = []
    for node in first.members:
        if node.role == "body":
            mass, inertia = read_mass(node)
            parts.append((node, mass, inertia))
    heavy = [part for part in parts if part[1] or part[2] != NO_INERTIA]
    _report_massless([node for node, mass, inertia in parts if not mass and inertia == NO_INERTIA and node is not first])
    if not heavy:
        first.entry.report(findings.LINK_MASSLESS, about=tuple(mass for _, mass, _ in parts))
        return ir.Inertial(mass=derived(0.0, *(mass for _, mass, _ in parts)), inertia=NO_INERTIA, origin=first.entry.origin)
    if len(heavy) == 1:
        node, mass, inertia = heavy[0]
        rest = tuple(mass for other, mass, _ in parts if other is not node)
        X_LI = node.pose_in_link
        pose = X_LI if ids_of(X_LI) or not X_LI.is_identity else None
        return ir.Inertial(mass=derived(mass, *rest), pose=pose, inertia=inertia, origin=node.entry.origin)
    return _composed(first, heavy, tuple(mass for _, mass, _ in parts))


def _report_massless(nodes: list[Node]) -> None:
    for node in nodes:
        node.entry.report(findings.MEMBER_MASSLESS, about=(node.entry.stated("mass"), node.entry.stated("density")))


def _composed(first: Node, parts: list[tuple[Node, float, Inertia]], masses: tuple[float, ...]) -> ir.Inertial:
    turned = [(float(mass), _plain(node.pose_in_link), plain_inertia(inertia)) for node, mass, inertia in parts]
    mass, com, inertia = compose((m, X.position, rotated(tensor, X.rotation)) for m, X, tensor in turned)
    places = tuple(node.pose_in_link for node, _, _ in parts)
    tensors = tuple(tensor for _, _, tensor in parts)
    pose = Pose(com).with_ids(ids_of((masses, places)))
    whole = inertia.with_ids(ids_of((masses, places, tensors)))
    return ir.Inertial(mass=derived(mass, *masses), pose=pose, inertia=whole, origin=first.entry.origin)


def _plain(X: Pose) -> Pose:
    x, y, z = X.position
    return Pose((float(x), float(y), float(z)), X.rotation)


def plain_inertia(inertia: Inertia) -> Inertia:
    return Inertia(*(float(entry) for entry in inertia.entries))


def read_mass(node: Node) -> tuple[float, Inertia]:
    """Mass (kg) of one node and its tensor about its own origin, along its own axes.

    A tensor wins if the node says so; else the density, which is 1 where nothing is said; else the mass.
    """
    entry = node.entry
    if entry.take("inertia"):
        entry.consume("inertia")
        return _stated_inertia(entry)
    entry.consumed(entry.take("inertia"))
    size = entry.take("extend")
    density, mass = entry.take("density"), entry.take("mass")
    if density > 0:
        volume, used = _volume(node.mode, size)
        _report_unused_mass(entry, density, mass, volume)
        total = derived(float(density) * volume, density, *used)
        return total, _solid(node.mode, total, size)
    entry.consumed(density)
    if mass > 0:
        return mass, _solid(node.mode, mass, size)
    return derived(0.0, mass), NO_INERTIA


def _stated_inertia(entry: Entry) -> tuple[float, Inertia]:
    rows = [[entry.take(f"i{row}{column}") for column in range(3)] for row in range(3)]
    largest = max(abs(number) for row in rows for number in row)
    products = []
    for row, column in ((0, 1), (0, 2), (1, 2)):
        above, below = rows[row][column], rows[column][row]
        if abs(above - below) <= SYMMETRIC * largest:
            products.append(derived(float(above), above, below))
            continue
        products.append(derived((above + below) / 2, above, below))
        entry.report(
            findings.INERTIA_ASYMMETRIC,
            about=(above, below),
            target=f"{float(products[-1]):g} kg m^2",
            value=f"i{row}{column} {float(above):g}, i{column}{row} {float(below):g} kg m^2",
        )
    return entry.take("mass"), Inertia(rows[0][0], rows[1][1], rows[2][2], *products)


def _report_unused_mass(entry: Entry, density: float, mass: float, volume: float) -> None:
    """Report a mass that the density overrides. The default density is 1 kg/m^3, which overrides a stated mass, too."""
    if not entry.has("mass"):
        return
    surprising = float(mass) > 0 and not math.isclose(float(mass), float(density) * volume, rel_tol=1e-6)
    shown = f"the density of {plain(density):g} kg/m^3" if entry.has("density") else "the default density of 1 kg/m^3"
    why = f"MARS uses {shown}, not the mass."
    if surprising:
        weight = f"{float(density) * volume:.6g} kg"
        entry.report(findings.MASS_OVERRIDDEN, about=mass, value=f"{plain(mass):g} kg", target=weight, why=why)
    else:
        entry.report(MASS_INEFFECTIVE, about=mass, why=why)


def _volume(mode: str, size: Vec3) -> tuple[float, tuple[float, ...]]:
    """Return the volume of a node (m^3), and the numbers of its size that it depends on. A mesh has the volume of its box."""
    x, y, z = size
    if mode == "sphere":
        return 4 * math.pi / 3 * x * x * x, (x,)
    if mode == "cylinder":
        return math.pi * x * x * y, (x, y)
    if mode == "capsule":
        return math.pi * x * x * y + 4 * math.pi / 3 * x * x * x, (x, y)
    return x * y * z, (x, y, z)


def _solid(mode: str, mass: float, size: Vec3) -> Inertia:
    x, y, z = size
    used: tuple[float, ...]
    if mode == "sphere":
        tensor, used = solid_sphere(mass, x), (x,)
    elif mode == "cylinder":
        tensor, used = solid_cylinder(mass, x, y), (x, y)
    elif mode == "capsule":
        tensor, used = solid_capsule(mass, x, y), (x, y)
    else:
        tensor, used = solid_box(mass, size), (x, y, z)
    return tensor.with_ids(ids_of((mass, *used)))
