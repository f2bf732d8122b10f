"""The mass of a RigidBody. ODE requires the centre of mass at the origin of the body. Masses of zero and tensors that are not positive
definite were replaced before (`massless_links`, `inertias_to_definite`)."""

from __future__ import annotations

import math
from typing import NamedTuple

from scenec.converters.common.write_context import stated_pose
from scenec.converters.rsg.angles import to_radians
from scenec.converters.rsg.findings.writing import INERTIA_BOX_APPROXIMATED
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.values import number, number_text, numbers
from scenec.ir.inertia import NO_INERTIA, Inertia, principal, rotated, solid_box
from scenec.ir.link import Inertial, Link
from scenec.ir.pose import IDENTITY, ORIGIN, Vec3, clean
from scenec.syntax.kinds import shown
from scenec.syntax.said import Said, constant
from scenec.syntax.sexp_printing import SList
from scenec.trace import Computed, ids_of, made_of, steered_by


class Mass(NamedTuple):
    """com: in the frame of the link; its Transform is placed there. mass: its text (kg). tensor: along the axes of the link."""

    com: Vec3
    mass: Said
    tensor: Inertia
    computed: bool = False


def mass_of(link: Link) -> Mass:
    """Return the mass of a link about its centre of mass."""
    stated: Inertial = link.inertial if link.inertial is not None else Inertial()
    pose = stated_pose(stated.pose, None)
    tensor = stated.inertia if stated.inertia is not None else NO_INERTIA
    turned = pose.rotation != IDENTITY
    if turned:
        tensor = Inertia(*made_of(rotated(tensor, pose.rotation).entries, (tensor.entries, pose.rotation)))
    else:
        tensor = Inertia(*steered_by(tensor.entries, pose.rotation))
    return Mass(pose.position, number(0.0 if stated.mass is None else stated.mass), tensor, turned)


def write_mass(writing: Writing, body: SList, link: Link, mass: Mass) -> None:
    """Write mass, centre (that of the Transform) and I11 I22 I33 I12 I13 I23. The releases up to 2009 only have shapes: a box with the
    same moments is written."""
    body.omit_if(mass.com, ORIGIN)
    if not writing.old:
        body.add("setMassParameters", mass.mass, *map(constant, "000"), *_entries(mass))
        return
    weight, leaves = float(mass.mass.text), ids_of((mass.tensor.entries, mass.mass))
    if weight <= 0:  # of a scene of SimSpark itself
        body.add("setMass", mass.mass, says=() if any(mass.tensor.entries) else mass.tensor.entries)
        return
    if any(abs(product) > 1e-12 * max(mass.tensor.entries) for product in mass.tensor.entries[3:]) and _write_turned_box(body, mass):
        return
    size = box_like(mass.tensor, weight)
    body.add("setBoxTotal", mass.mass, *(Said(shown(float(f"{edge:.14g}")), leaves) for edge in size))
    same = solid_box(weight, size)
    if max(abs(a - b) for a, b in zip(same.entries, mass.tensor.entries, strict=True)) > 1e-9 * max(same.entries):
        writing.report(
            INERTIA_BOX_APPROXIMATED,
            link,
            about=None if link.inertial is None else link.inertial.inertia,
            subject=f"{writing.path(link)}.inertial.inertia",
            value=_in_words(mass.tensor),
            target=_in_words(same),
        )


def _write_turned_box(body: SList, mass: Mass) -> bool:
    """Write a tensor along other axes than those of the link, as a sphere and a rotated box of half the mass each. Only an added mass can
    be rotated. Twelve digits are written, which are the same each time. False if no such pair has this tensor."""
    moments, axes = principal(mass.tensor)
    small, middle, large = sorted(moments)
    ball = min(small, small + middle - large) / 2
    if ball <= 0:
        return False
    half, leaves = float(mass.mass.text) / 2, ids_of((mass.tensor.entries, mass.mass))
    size = box_like(Inertia(*(moment - ball for moment in moments)), half)
    angles = [round(math.degrees(angle), 11) for angle in to_radians(axes)]
    weight = Said(shown(half), mass.mass.ids)
    edges = [Said(_twelve(edge), leaves) for edge in size]
    turned = [Said(_twelve(angle), leaves) for angle in angles]
    body.add("setSphereTotal", weight, Said(_twelve(math.sqrt(2.5 * ball / half)), leaves))
    body.add("addBoxTotal", weight, *edges, *map(constant, "000"), *turned)
    return True


def _in_words(tensor: Inertia) -> str:
    return f"{' '.join(number_text(Computed(entry)) for entry in tensor.entries)} kg m²"


def _twelve(value: float) -> str:
    return shown(float(f"{value:.12g}"))


def _entries(mass: Mass) -> tuple[Said, ...]:
    values = mass.tensor.entries
    if not mass.computed:
        return numbers(*values)
    return tuple([Said(number_text(Computed(part)), ids_of(value)) for part, value in zip(clean(values), values, strict=True)])


def box_like(tensor: Inertia, mass: float) -> Vec3:
    """Return the edges of a box with these moments about its axes. A tensor that no box has gives a very thin one."""
    xx, yy, zz = tensor.ixx, tensor.iyy, tensor.izz
    thin = 1e-6 * math.sqrt(6 * (xx + yy + zz) / mass)
    x, y, z = (math.sqrt(max(6 * square / mass, 0.0)) for square in (yy + zz - xx, xx + zz - yy, xx + yy - zz))
    return (max(x, thin), max(y, thin), max(z, thin))
