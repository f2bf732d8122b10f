"""Rotations of inertia tensors that are the same about all axes. Tensors along the axes of a link show none of them."""

from __future__ import annotations

from scenec.accounting.findings import INERTIA_ROTATION_INEFFECTIVE
from scenec.converters.common.write_context import WriteContext
from scenec.ir.link import Link
from scenec.ir.pose import IDENTITY


def report_idle_rotation(writing: WriteContext, link: Link) -> None:
    """Report the rotation of the inertial frame of a link if it has no effect."""
    inertial = link.inertial
    if inertial is None or inertial.inertia is None or inertial.pose is None or inertial.pose.rotation == IDENTITY:
        return
    if inertial.inertia.is_round:
        writing.report(INERTIA_ROTATION_INEFFECTIVE, link, about=inertial.pose.rotation)
