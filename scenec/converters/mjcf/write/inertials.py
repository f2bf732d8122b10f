"""Mass of bodies. Bodies that move always state it, so that no shape weighs anything. A body that another one carries may have a
tensor alone."""

from __future__ import annotations

from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.values import number, rounded, turn, vector
from scenec.ir.inertia import NO_INERTIA, Inertia, principal, rotated
from scenec.ir.link import Link
from scenec.ir.pose import IDENTITY, ORIGIN, Rotation
from scenec.syntax.element import Element
from scenec.trace import Computed, ids_of, made_of, steered_by

ROUNDING = 1e-12
"""A tensor whose largest moment exceeds the sum of the others by less than half of this part of it does so by rounding, see
`profile.FLAT_SLACK`. MuJoCo compares without a tolerance, after computing the moments itself."""


def write_inertial(writing: Writing, out: Element, link: Link, *, moving: bool) -> None:
    """Write mass, centre of mass and tensor of a link."""
    inertial = link.inertial
    if inertial is None:
        return
    mass, inertia = inertial.mass, inertial.inertia
    rotation = inertial.pose.rotation if inertial.pose is not None else IDENTITY
    position = inertial.pose.position if inertial.pose is not None else ORIGIN
    if mass == 0 and (any(position) or rotation != IDENTITY) and inertia is not None and not any(inertia.entries):
        made = out.append("inertial", pos=vector(position), mass=number(mass))  # no more than a place
        turn(made, rotation)
        made.set("diaginertia", vector(inertia.entries[:3]))
        made.omit(tuple(inertia.entries[3:]), (0.0, 0.0, 0.0))
        return
    if mass is None or mass < 0 or (mass == 0 and (inertia is None or not any(inertia.entries))):
        if mass is not None:
            out.omit_if(mass, 0.0)
        if inertia is not None and not any(inertia.entries):
            out.omit(tuple(inertia.entries), (0.0,) * 6)
        return
    entries = tuple((inertia if inertia is not None else NO_INERTIA).entries)
    if not moving and refused(Inertia(*entries)):
        writing.report(findings.STATIC_MASS_INEFFECTIVE, link, about=inertial, value=f"{float(mass):g} kg")
        return
    made = out.append("inertial")
    made.set("pos", vector(position))
    made.set("mass", number(mass))
    _write_tensor(made, entries, rotation)


def _write_tensor(out: Element, entries: tuple[float, ...], rotation: Rotation) -> None:
    """Write a tensor along the axes of an inertial frame that is turned so in the body."""
    if not any(entries[3:]):
        turn(out, rotation)
        moments = entries[:3]
        if refused(Inertia(*entries)):
            moments = _balanced(entries)[:3]
        out.set("diaginertia", vector(moments))
        out.omit(tuple(entries[3:]), (0.0, 0.0, 0.0))
        return
    if rotation != IDENTITY:
        turned = rounded(rotated(Inertia(*entries), rotation).entries)
        entries = made_of(tuple(turned), (tuple(entries), rotation))
    else:
        entries = steered_by(tuple(entries), rotation)
    if _is_flat(Inertia(*(float(each) for each in entries))):
        entries = _balanced(entries)
    out.set("fullinertia", vector(entries))


def refused(inertia: Inertia) -> bool:
    """Return whether MuJoCo refuses a tensor along its own axes: its largest moment exceeds the sum of the others, or one is negative."""
    moments = principal(inertia)[0] if any(inertia.entries[3:]) else inertia.entries[:3]
    small, middle, large = sorted(float(each) for each in moments)
    return small < 0 or small + middle < large


def _is_flat(inertia: Inertia) -> bool:
    """Return whether the largest moment is the sum of the others up to rounding."""
    small, middle, large = sorted(float(each) for each in principal(inertia)[0])
    return small + middle - large < ROUNDING / 2 * large  # half, so that one that was balanced stays unchanged


def _balanced(entries: tuple[float, ...]) -> tuple[float, ...]:
    """The tensor with all moments raised by a part of the largest that no result shows."""
    more = ROUNDING * max(abs(float(each)) for each in entries[:3])
    return tuple(
        made_of(Computed(f"{float(each) + (more if i < 3 else 0.0):.15g}"), each) if ids_of(each) else Computed(each)
        for i, each in enumerate(entries)
    )
