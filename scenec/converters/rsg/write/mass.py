"""The mass of a RigidBody. ODE requires the centre of mass at the origin of the body, and a positive definite tensor."""

from __future__ import annotations

import math
from typing import NamedTuple

from scenec.accounting.code import Code
from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common import findings as common
from scenec.converters.rsg.angles import to_radians
from scenec.converters.rsg.findings.writing import INERTIA_BOX_APPROXIMATED
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.structure import Structure
from scenec.converters.rsg.write.values import number, numbers
from scenec.ir.inertia import NO_INERTIA, Inertia, principal, rotated, solid_box
from scenec.ir.link import Inertial, Link
from scenec.ir.pose import IDENTITY, ORIGIN, Vec3, clean
from scenec.syntax.kinds import shown
from scenec.syntax.sexp_printing import SList
from scenec.trace import Computed

LIGHTEST = 1e-9
"""Mass of a body that states none, as a fraction of the mass of its lightest neighbour."""
FLATTEST = 1e-9
"""Smallest principal moment, as a fraction of the largest, that replaces one that is not positive."""
SMALL = 0.01
"""Radius of gyration (m) of a body without any extent."""


class Mass(NamedTuple):
    """com: in the frame of the link; its Transform is placed there. mass: its text (kg). tensor: along the axes of the link."""

    com: Vec3
    mass: str
    tensor: Inertia
    computed: bool = False


def mass_of(writing: Writing, structure: Structure, link: Link) -> Mass:
    """Return the mass of a link about its centre of mass. Values that ODE refuses are replaced and reported."""
    inertial = link.inertial
    bare = unwrap(inertial) if inertial is not None else Inertial()
    pose = bare.pose
    if inertial is not None:
        mark_read(inertial.pose)
    com = pose.position if pose is not None else ORIGIN
    if not bare.mass or bare.mass <= 0:
        weight = _lightest_neighbour(structure, unwrap(link)) * LIGHTEST
        _report_weightless(writing, link, inertial, weight)
        return Mass(com, number(Computed(weight)), Inertia(*(weight * SMALL * SMALL,) * 3), computed=True)
    assert inertial is not None and inertial.mass is not None
    mass = number(inertial.mass)
    if inertial.inertia is None:
        smallest = Inertia(*(float(bare.mass) * SMALL * SMALL,) * 3)
        _report_tensor(writing, link, common.INERTIA_DEFAULTED, NO_INERTIA, smallest)
        return Mass(com, mass, smallest, computed=True)
    _ = inertial.inertia.entries
    assert bare.inertia is not None
    turned = pose is not None and pose.rotation != IDENTITY
    tensor = rotated(bare.inertia, pose.rotation) if turned and pose is not None else bare.inertia
    repaired = positive(tensor, float(bare.mass))
    if repaired is not tensor:
        _report_tensor(writing, link, common.INERTIA_APPROXIMATED, tensor, repaired)
    return Mass(com, mass, repaired, computed=turned or repaired is not tensor)


def positive(tensor: Inertia, mass: float) -> Inertia:
    """Return the tensor itself if ODE accepts it, else the nearest one without a principal moment below FLATTEST of the largest."""
    moments, axes = principal(tensor)
    largest = max(moments)
    if largest <= 0:
        return Inertia(*(mass * SMALL * SMALL,) * 3)
    if min(moments) > 1e-12 * largest:
        return tensor
    x, y, z = (max(moment, FLATTEST * largest) for moment in moments)
    return rotated(Inertia(x, y, z), axes)


def _lightest_neighbour(structure: Structure, link: Link) -> float:
    near = {end for ends in structure.ends.values() if link.id in ends for end in ends}
    masses = {each.id: float(each.inertial.mass) for each in structure.links.values() if each.inertial and each.inertial.mass}
    return min((masses[end] for end in near if end in masses), default=min(masses.values(), default=1.0))


def _report_weightless(writing: Writing, link: Link, inertial: Inertial | None, weight: float) -> None:
    bare = unwrap(inertial) if inertial is not None else Inertial()
    if inertial is not None:
        _ = inertial.mass
    if bare.inertia is not None and inertial is not None and inertial.inertia is not None and bare.inertia == NO_INERTIA:
        _ = inertial.inertia.entries
    writing.tell(
        link,
        common.MASS_DEFAULTED,
        about=bare.mass,
        value=f"{shown(bare.mass or 0.0)} kg",
        target=f"{number(Computed(weight))} kg",
        why="ODE has no body without a mass.",
    )


def _report_tensor(writing: Writing, link: Link, row: Code, old: Inertia, new: Inertia) -> None:
    defaulted = row.fate == "defaulted"
    bare = unwrap(link).inertial
    writing.tell(
        link,
        row,
        about=None if defaulted or bare is None else bare.inertia,
        subject=f"{writing.path(link)}.inertial.inertia",
        value="" if defaulted else f"{' '.join(shown(entry) for entry in old.entries)} kg m²",
        target=f"{' '.join(number(Computed(entry)) for entry in new.entries)} kg m²",
        why="ODE refuses a tensor that is not positive definite.",
    )


def write_mass(writing: Writing, body: SList, link: Link, mass: Mass) -> None:
    """Write mass, centre and I11 I22 I33 I12 I13 I23. The releases up to 2009 only have shapes: a box with the same moments is written."""
    if not writing.old:
        values = mass.tensor.entries
        texts = tuple(number(Computed(value)) for value in clean(values)) if mass.computed else numbers(*values)
        body.add("setMassParameters", mass.mass, "0", "0", "0", *texts)
        return
    if any(abs(product) > 1e-12 * max(mass.tensor.entries) for product in mass.tensor.entries[3:]) and _write_turned_box(body, mass):
        return
    size = box_like(mass.tensor, float(mass.mass))
    body.add("setBoxTotal", mass.mass, *(shown(float(f"{edge:.14g}")) for edge in size))
    same = solid_box(float(mass.mass), size)
    if max(abs(a - b) for a, b in zip(same.entries, mass.tensor.entries, strict=True)) > 1e-9 * max(same.entries):
        _report_tensor(writing, link, INERTIA_BOX_APPROXIMATED, mass.tensor, same)


def _write_turned_box(body: SList, mass: Mass) -> bool:
    """Write a tensor along other axes than those of the link, as a sphere and a rotated box of half the mass each. Only an added mass can
    be rotated. Twelve digits are written, which are the same each time. False if no such pair has this tensor."""
    moments, axes = principal(mass.tensor)
    small, middle, large = sorted(moments)
    ball = min(small, small + middle - large) / 2
    if ball <= 0:
        return False
    half = float(mass.mass) / 2
    size = box_like(Inertia(*(moment - ball for moment in moments)), half)
    angles = [round(math.degrees(angle), 11) for angle in to_radians(axes)]
    body.add("setSphereTotal", shown(half), _twelve(math.sqrt(2.5 * ball / half)))
    body.add("addBoxTotal", shown(half), *map(_twelve, size), "0", "0", "0", *map(_twelve, angles))
    return True


def _twelve(value: float) -> str:
    return shown(float(f"{value:.12g}"))


def box_like(tensor: Inertia, mass: float) -> Vec3:
    """Return the edges of a box with these moments about its axes. A tensor that no box has gives a very thin one."""
    xx, yy, zz = tensor.ixx, tensor.iyy, tensor.izz
    thin = 1e-6 * math.sqrt(6 * (xx + yy + zz) / mass)
    x, y, z = (math.sqrt(max(6 * square / mass, 0.0)) for square in (yy + zz - xx, xx + zz - yy, xx + yy - zz))
    return (max(x, thin), max(y, thin), max(z, thin))
