"""Mass of a link as stated, and the mass that is added where MARS needs one."""

from __future__ import annotations

from typing import Any

from scenec.converters.common.findings import INERTIA_APPROXIMATED, INERTIA_DEFAULTED, MASS_DEFAULTED
from scenec.converters.common.write_context import HERE
from scenec.converters.mars.write.context import Writing
from scenec.converters.mars.write.groups import Groups
from scenec.converters.mars.write.inertia import Mass, acceptable, along, repaired
from scenec.converters.mars.write.values import number_text
from scenec.ir.base import Id
from scenec.ir.inertia import NO_INERTIA, Inertia, solid_sphere
from scenec.ir.link import Inertial, Link
from scenec.ir.pose import Pose
from scenec.trace import Computed

LIGHTEST = 1e-9
"""Mass given to a massless link, as a share of its lightest neighbour (kg, where no neighbour has a mass)."""


def mass_of(writing: Writing, groups: Groups, link: Link) -> Mass:
    """Return the mass of a moving link (through the lens), along the axes of the link. Reports values that MARS refuses."""
    inertial: Any = link.inertial
    bare = inertial if inertial is not None else Inertial()
    pose = HERE if bare.pose is None else Pose(bare.pose.position, bare.pose.rotation)
    mass = bare.mass
    if not mass or mass < 0:
        if writing.from_mars:
            tensor = Inertia(*bare.inertia.entries) if bare.inertia is not None else NO_INERTIA
            return Mass(mass or 0.0, pose.position, along(tensor, pose.rotation))
        return _made_up(writing, groups, link)
    inertia = bare.inertia
    if inertia is not None:
        inertia = Inertia(*inertia.entries)
    else:
        inertia = Inertia(*(Computed(entry) for entry in solid_sphere(mass, 0.1).entries))
        writing.tell(link, INERTIA_DEFAULTED, target="that of a solid sphere of 0.1 m radius")
    turned = along(inertia, pose.rotation)
    if not writing.from_mars and not acceptable(turned):
        turned = _repaired(writing, link, turned, mass)
    return Mass(mass, pose.position, turned)


def _repaired(writing: Writing, link: Link, inertia: Inertia, mass: float) -> Inertia:
    better = repaired(inertia, mass)
    writing.tell(
        link,
        INERTIA_APPROXIMATED,
        about=link.inertial.inertia if link.inertial is not None else None,
        value=_shown(inertia),
        target=_shown(better),
        why="MARS stops the simulation at a tensor that is not positive definite.",
    )
    return better


def _shown(inertia: Inertia) -> str:
    return " ".join(f"{entry:.6g}" for entry in inertia.entries)


def _made_up(writing: Writing, groups: Groups, link: Link) -> Mass:
    mass = LIGHTEST * _lightest_neighbour(groups, link.id)
    ball = Inertia(*(Computed(entry) for entry in solid_sphere(mass, 0.1).entries))
    why = "MARS stops the simulation at a moving body without mass."
    about = None if link.inertial is None else (link.inertial.mass, link.inertial.inertia)
    target = f"{number_text(Computed(mass))} kg with the tensor of a ball of 0.1 m radius"
    writing.tell(link, MASS_DEFAULTED, about=about, value="0 kg", target=target, why=why)
    return Mass(Computed(mass), (0.0, 0.0, 0.0), ball)


def _lightest_neighbour(groups: Groups, link_id: Id) -> float:
    masses = [
        float(near.inertial.mass)
        for near in (groups.by_id.get(each) for each in groups.neighbours.get(link_id, ()))
        if near is not None and near.inertial is not None and near.inertial.mass
    ]
    return float(f"{min(masses, default=1.0):.6g}")
