"""What a link weighs, as far as the scene says, and what is made up where MARS needs more."""

from __future__ import annotations

from typing import Any

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.common.write_context import HERE
from scenec.converters.mars.write_context import Writing
from scenec.converters.mars.write_groups import Groups
from scenec.converters.mars.write_inertia import Mass, acceptable, along, repaired
from scenec.converters.mars.write_values import number
from scenec.ir.base import Id
from scenec.ir.inertia import NO_INERTIA, Inertia, solid_sphere
from scenec.ir.link import Inertial, Link

LIGHTEST = 1e-9
"""Of the lightest link it is joined to: what a link weighs that weighs nothing (kg, where no neighbour weighs anything)."""


def mass_of(writing: Writing, groups: Groups, link: Link) -> Mass:
    """The mass of a moving link (through the lens), along the axes of the link. One that MARS refuses is told."""
    inertial: Any = link.inertial
    bare = unwrap(inertial) if inertial is not None else Inertial()
    pose = bare.pose or HERE
    if inertial is not None:
        _ = (inertial.mass, inertial.inertia.entries if inertial.inertia is not None else None)
        mark_read(inertial.pose)
    mass = bare.mass
    if not mass or mass < 0:
        if writing.from_mars:
            return Mass(mass or 0.0, pose.position, along(bare.inertia or NO_INERTIA, pose.rotation))
        return _made_up(writing, groups, link)
    inertia = bare.inertia
    if inertia is None:
        inertia = Inertia(*(Computed(entry) for entry in solid_sphere(mass, 0.1).entries))
        writing.tell(
            link,
            "inertia-defaulted",
            "defaulted",
            "warning",
            "physics",
            target="that of a ball of 10 cm",
            because="the source states a mass without an inertia tensor, and MARS needs one",
            consequence=f"{writing.path(link)} turns at will",
        )
    turned = along(inertia, pose.rotation)
    if not writing.from_mars and not acceptable(turned):
        turned = _repaired(writing, link, turned, mass)
    return Mass(mass, pose.position, turned)


def _repaired(writing: Writing, link: Link, inertia: Inertia, mass: float) -> Inertia:
    better = repaired(inertia, mass)
    link = unwrap(link)
    writing.tell(
        link,
        "inertia-approximated",
        "approximated",
        "warning",
        "physics",
        about=link.inertial.inertia if link.inertial is not None else None,
        value=_told(inertia),
        target=_told(better),
        because="MARS ends the simulation at a tensor that is not positive definite",
        consequence="it turns a little harder about one axis",
        hint="correct the tensor",
    )
    return better


def _told(inertia: Inertia) -> str:
    return " ".join(f"{entry:.6g}" for entry in inertia.entries)


def _made_up(writing: Writing, groups: Groups, link: Link) -> Mass:
    mass = LIGHTEST * _lightest_neighbour(groups, unwrap(link).id)
    bare = unwrap(link)
    writing.tell(
        link,
        "mass-defaulted",
        "defaulted",
        "warning",
        "physics",
        about=None if bare.inertial is None else bare.inertial.mass,
        value="0",
        target=f"{number(Computed(mass))} kg",
        because="MARS ends the simulation at a body that weighs nothing",
        consequence="it weighs a billionth of the lightest body it is joined to",
        hint="state its mass",
    )
    return Mass(Computed(mass), (0.0, 0.0, 0.0), Inertia(*(Computed(entry) for entry in solid_sphere(mass, 0.1).entries)))


def _lightest_neighbour(groups: Groups, link_id: Id) -> float:
    masses = [
        float(near.inertial.mass)
        for near in (groups.by_id.get(each) for each in groups.neighbours.get(link_id, ()))
        if near is not None and near.inertial is not None and near.inertial.mass
    ]
    return float(f"{min(masses, default=1.0):.6g}")
