"""What a RigidBody weighs. ODE wants the centre of mass at the body's origin and a positive definite tensor."""

from __future__ import annotations

import math
from typing import NamedTuple

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.rsg.turns import to_radians
from scenec.converters.rsg.write_context import Writing
from scenec.converters.rsg.write_structure import Structure
from scenec.converters.rsg.write_values import number, numbers
from scenec.ir.inertia import NO_INERTIA, Inertia, principal, rotated, solid_box
from scenec.ir.link import Inertial, Link
from scenec.ir.pose import IDENTITY, ORIGIN, Vec3, clean
from scenec.syntax.kinds import shown
from scenec.syntax.sexp_printing import SList

LIGHTEST = 1e-9
"""Of its lightest neighbour, for a body that must weigh something and says nothing."""
FLATTEST = 1e-9
"""Of the largest principal moment, for one that is not positive."""
SMALL = 0.01
"""Radius of gyration (m) of a body without any extent."""


_REASONS = {
    (False, False): "ODE refuses a tensor that is not positive definite",
    (True, False): "the releases up to 2009 take the masses of boxes and such, not any tensor",
    (True, True): "the source states a mass without a tensor",
}
"""By (old dialect or none stated, none stated)."""


class Mass(NamedTuple):
    """com: of the link, in its frame; the Transform of the link is put there. mass: its text; tensor: along the link's axes."""

    com: Vec3
    mass: str
    tensor: Inertia
    computed: bool = False


def mass_of(writing: Writing, structure: Structure, link: Link) -> Mass:
    """What a link weighs, about its centre of mass; told where ODE would not have it so."""
    inertial = link.inertial
    bare = unwrap(inertial) if inertial is not None else Inertial()
    pose = bare.pose
    if inertial is not None:
        mark_read(inertial.pose)
    com = pose.position if pose is not None else ORIGIN
    if not bare.mass or bare.mass <= 0:
        weight = _lightest_neighbour(structure, unwrap(link)) * LIGHTEST
        _tell_weightless(writing, link, inertial, weight)
        return Mass(com, number(Computed(weight)), Inertia(*(weight * SMALL * SMALL,) * 3), computed=True)
    assert inertial is not None and inertial.mass is not None
    mass = number(inertial.mass)
    if inertial.inertia is None:
        smallest = Inertia(*(float(bare.mass) * SMALL * SMALL,) * 3)
        _tell_tensor(writing, link, "inertia-defaulted", "defaulted", NO_INERTIA, smallest)
        return Mass(com, mass, smallest, computed=True)
    _ = inertial.inertia.entries
    assert bare.inertia is not None
    turned = pose is not None and pose.rotation != IDENTITY
    tensor = rotated(bare.inertia, pose.rotation) if turned and pose is not None else bare.inertia
    repaired = positive(tensor, float(bare.mass))
    if repaired is not tensor:
        _tell_tensor(writing, link, "inertia-approximated", "approximated", tensor, repaired)
    return Mass(com, mass, repaired, computed=turned or repaired is not tensor)


def positive(tensor: Inertia, mass: float) -> Inertia:
    """The very tensor if ODE takes it, else the nearest with no principal moment below FLATTEST of the largest."""
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


def _tell_weightless(writing: Writing, link: Link, inertial: Inertial | None, weight: float) -> None:
    bare = unwrap(inertial) if inertial is not None else Inertial()
    if inertial is not None:
        _ = inertial.mass
    if bare.inertia is not None and inertial is not None and inertial.inertia is not None and bare.inertia == NO_INERTIA:
        _ = inertial.inertia.entries
    writing.tell(
        link,
        "mass-defaulted",
        "defaulted",
        "warning",
        "physics",
        about=bare.mass,
        value=f"{shown(bare.mass or 0.0)} kg",
        target=f"{number(Computed(weight))} kg",
        because="ODE has no body without a mass",
        consequence="the body weighs next to nothing",
        hint="state its mass, or weld it to another body",
    )


def _tell_tensor(writing: Writing, link: Link, code: str, fate: str, old: Inertia, new: Inertia) -> None:
    defaulted = fate == "defaulted"
    bare = unwrap(link).inertial
    writing.tell(
        link,
        code,
        "defaulted" if defaulted else "approximated",
        "warning",
        "physics",
        about=None if defaulted or bare is None else bare.inertia,
        subject=f"{writing.path(link)}.inertial.inertia",
        value="" if defaulted else " ".join(shown(entry) for entry in old.entries),
        target=" ".join(number(Computed(entry)) for entry in new.entries),
        because=_REASONS[writing.old or defaulted, defaulted],
        consequence="the body turns at will" if defaulted else "the body is a little harder or easier to turn about some axis",
    )


def write_mass(writing: Writing, body: SList, link: Link, mass: Mass) -> None:
    """m, the centre, I11 I22 I33 I12 I13 I23 about it. The releases up to 2009 know boxes only: one of the same moments."""
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
        _tell_tensor(writing, link, "inertia-approximated", "approximated", mass.tensor, same)


def _write_turned_box(body: SList, mass: Mass) -> bool:
    """A tensor along other axes than the link's: a ball and a turned box of half the mass each. Only what is added to a mass can be
    turned. Twelve digits, which the principal axes come out with each time. False if no such pair has this tensor."""
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
    """The edges of a box with these moments about its axes; what no box has becomes a very thin one."""
    xx, yy, zz = tensor.ixx, tensor.iyy, tensor.izz
    thin = 1e-6 * math.sqrt(6 * (xx + yy + zz) / mass)
    x, y, z = (math.sqrt(max(6 * square / mass, 0.0)) for square in (yy + zz - xx, xx + zz - yy, xx + yy - zz))
    return (max(x, thin), max(y, thin), max(z, thin))
