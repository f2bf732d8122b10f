"""The mass of a RigidBody. ODE requires the centre of mass at the origin of the body, and a positive definite tensor."""

from __future__ import annotations

import math
from typing import NamedTuple

from scenec.accounting.code import Code
from scenec.converters.common import findings as common
from scenec.converters.common.write_context import bare_pose
from scenec.converters.rsg.angles import to_radians
from scenec.converters.rsg.findings.writing import INERTIA_BOX_APPROXIMATED
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.structure import Structure
from scenec.converters.rsg.write.values import number, number_text, numbers
from scenec.ir.inertia import NO_INERTIA, Inertia, principal, rotated, solid_box
from scenec.ir.link import Inertial, Link
from scenec.ir.pose import IDENTITY, ORIGIN, Vec3, clean
from scenec.leaves import LeafSet, leaves_of, made_of
from scenec.syntax.kinds import shown
from scenec.syntax.said import Said, constant
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
    mass: Said
    tensor: Inertia
    computed: bool = False


def mass_of(writing: Writing, structure: Structure, link: Link) -> Mass:
    """Return the mass of a link about its centre of mass. Values that ODE refuses are replaced and reported."""
    inertial = link.inertial
    stated: Inertial = inertial if inertial is not None else Inertial()
    pose = bare_pose(stated.pose, None)
    com, mass, tensor = pose.position, stated.mass, stated.inertia
    if not mass or mass <= 0:
        weight = _lightest_neighbour(structure, link) * LIGHTEST
        _report_weightless(writing, link, stated, weight)
        given = tensor.entries if tensor is not None and tensor == NO_INERTIA else ()
        return Mass(com, number(Computed(weight)), _made_of(Inertia(*(weight * SMALL * SMALL,) * 3), given), computed=True)
    if tensor is None:
        smallest = Inertia(*(float(mass) * SMALL * SMALL,) * 3)
        _report_tensor(writing, link, common.INERTIA_DEFAULTED, NO_INERTIA, smallest)
        return Mass(com, number(mass), smallest, computed=True)
    turned = pose.rotation != IDENTITY
    tensor = Inertia(*tensor.entries)
    along = _made_of(rotated(tensor, pose.rotation), (tensor.entries, pose.rotation)) if turned else tensor
    repaired = positive(along, float(mass))
    if repaired is not along:
        _report_tensor(writing, link, common.INERTIA_APPROXIMATED, along, repaired)
    return Mass(com, number(mass), _made_of(repaired, along.entries) if repaired is not along else along, turned or repaired is not along)


def _made_of(tensor: Inertia, sources: object) -> Inertia:
    return Inertia(*made_of(tensor.entries, sources))


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


def _report_weightless(writing: Writing, link: Link, inertial: Inertial, weight: float) -> None:
    writing.tell(
        link,
        common.MASS_DEFAULTED,
        about=inertial.mass,
        value=f"{shown(inertial.mass or 0.0)} kg",
        target=f"{number_text(Computed(weight))} kg",
        why="ODE has no body without a mass.",
    )


def _report_tensor(writing: Writing, link: Link, row: Code, old: Inertia, new: Inertia) -> None:
    defaulted = row.fate == "defaulted"
    inertial = link.inertial
    writing.tell(
        link,
        row,
        about=None if defaulted or inertial is None else inertial.inertia,
        subject=f"{writing.path(link)}.inertial.inertia",
        value="" if defaulted else f"{' '.join(shown(entry) for entry in old.entries)} kg m²",
        target=f"{' '.join(number_text(Computed(entry)) for entry in new.entries)} kg m²",
        why="ODE refuses a tensor that is not positive definite.",
    )


def write_mass(writing: Writing, body: SList, link: Link, mass: Mass) -> None:
    """Write mass, centre (that of the Transform) and I11 I22 I33 I12 I13 I23. The releases up to 2009 only have shapes: a box with the
    same moments is written."""
    body.omit_if(mass.com, ORIGIN)
    if not writing.old:
        body.add("setMassParameters", mass.mass, *map(constant, "000"), *_entries(mass))
        return
    if any(abs(product) > 1e-12 * max(mass.tensor.entries) for product in mass.tensor.entries[3:]) and _write_turned_box(body, mass):
        return
    weight, leaves = float(mass.mass.text), leaves_of((mass.tensor.entries, LeafSet(mass.mass.leaves)))
    size = box_like(mass.tensor, weight)
    body.add("setBoxTotal", mass.mass, *(Said(shown(float(f"{edge:.14g}")), leaves) for edge in size))
    same = solid_box(weight, size)
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
    half, leaves = float(mass.mass.text) / 2, leaves_of((mass.tensor.entries, LeafSet(mass.mass.leaves)))
    size = box_like(Inertia(*(moment - ball for moment in moments)), half)
    angles = [round(math.degrees(angle), 11) for angle in to_radians(axes)]
    weight = Said(shown(half), mass.mass.leaves)
    edges = [Said(_twelve(edge), leaves) for edge in size]
    turned = [Said(_twelve(angle), leaves) for angle in angles]
    body.add("setSphereTotal", weight, Said(_twelve(math.sqrt(2.5 * ball / half)), leaves))
    body.add("addBoxTotal", weight, *edges, *map(constant, "000"), *turned)
    return True


def _twelve(value: float) -> str:
    return shown(float(f"{value:.12g}"))


def _entries(mass: Mass) -> tuple[Said, ...]:
    values = mass.tensor.entries
    if not mass.computed:
        return numbers(*values)
    return tuple([Said(number_text(Computed(part)), leaves_of(value)) for part, value in zip(clean(values), values, strict=True)])


def box_like(tensor: Inertia, mass: float) -> Vec3:
    """Return the edges of a box with these moments about its axes. A tensor that no box has gives a very thin one."""
    xx, yy, zz = tensor.ixx, tensor.iyy, tensor.izz
    thin = 1e-6 * math.sqrt(6 * (xx + yy + zz) / mass)
    x, y, z = (math.sqrt(max(6 * square / mass, 0.0)) for square in (yy + zz - xx, xx + zz - yy, xx + yy - zz))
    return (max(x, thin), max(y, thin), max(z, thin))
