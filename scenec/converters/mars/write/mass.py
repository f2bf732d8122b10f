"""Mass of a link as stated; that MARS gets none that it refuses is done before (`massless_links`, `inertias_to_definite`)."""

from __future__ import annotations

from scenec.converters.common.write_context import HERE
from scenec.converters.mars.write.inertia import Mass, in_other_axes
from scenec.ir.inertia import NO_INERTIA
from scenec.ir.link import Inertial, Link


def mass_of(link: Link) -> Mass:
    """Return the mass of a moving link, along the axes of the link."""
    inertial = link.inertial if link.inertial is not None else Inertial()
    pose = HERE if inertial.pose is None else inertial.pose
    tensor = inertial.inertia if inertial.inertia is not None else NO_INERTIA
    return Mass(inertial.mass or 0.0, pose.position, in_other_axes(tensor, pose.rotation))
