"""Report faults of a scene for which Gazebo or Drake refuse the whole SDFormat file."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.sdformat.findings.reading import LINK_INERTIA_REFUSED
from scenec.converters.sdformat.findings.writing import JOINT_AXIS_REFUSED, LINK_MASS_REFUSED
from scenec.converters.sdformat.inertia_check import along_principal_axes, is_accepted
from scenec.ir.base import Id
from scenec.ir.inertia import plausible
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.names import joint_paths, link_paths
from scenec.ir.scene import Scene
from scenec.source import Origin, Source

JUDGED_BY_CHECK = {
    LINK_MASS_REFUSED: "link-mass-implausible",
    LINK_INERTIA_REFUSED: "link-inertia-implausible",
    JOINT_AXIS_REFUSED: "joint-axis-implausible",
}
"""Row -> the code of `scenec.ir.check` for the same fault, which is a note for every target."""


class Refusal(NamedTuple):
    """A link or joint for which the whole file is refused. subject: its path. slots: of the row."""

    row: Code
    subject: str
    origin: Origin | Source | None
    slots: dict[str, Any]


def refusals(scene: Scene) -> Iterator[Refusal]:
    """Yield each link and joint that libsdformat 12 to 16 or Drake 1.51 was seen to refuse."""
    names = {**link_paths(scene), **joint_paths(scene)}
    for link in scene.links:
        yield from _of_link(link, names[link.id])
    for joint in scene.joints:
        yield from _of_joint(joint, names)


def _of_link(link: Link, path: str) -> Iterator[Refusal]:
    """Judge the inertia of a link as libsdformat does, which includes static and massless links.

    Flat and thin bodies that are refused for rounding errors alone pass: they are written along their principal axes.
    """
    inertial = link.inertial
    if inertial is None or inertial.auto or inertial.inertia is None:
        return
    mass = 1.0 if inertial.mass is None else float(inertial.mass)
    if is_accepted(mass, inertial.inertia) or along_principal_axes(mass, inertial.inertia) is not None:
        return
    why = plausible(inertial.inertia, mass) or "its rounding errors are larger than it allows"
    yield Refusal(LINK_MASS_REFUSED if mass < 0 else LINK_INERTIA_REFUSED, path, inertial.origin or link.origin, {"why": why})


def _of_joint(joint: Joint, names: dict[Id, str]) -> Iterator[Refusal]:
    for i, axis in enumerate(joint.axes):
        path = names[joint.id] + (f".axes[{i}]" if len(joint.axes) > 1 else "")
        if not any(axis.xyz) or not all(map(math.isfinite, axis.xyz)):
            yield Refusal(JOINT_AXIS_REFUSED, path, axis.origin or joint.origin, {"value": " ".join(f"{v:g}" for v in axis.xyz)})


def report_refusals(scene: Scene, ledger: Ledger) -> None:
    """Report every refusal as an error. A note that says the same for every target is replaced in its place."""
    codes = set(JUDGED_BY_CHECK.values())
    notes = {(entry.template.code, entry.template.subject): entry for entry in ledger.entries if entry.template.code in codes}
    for row, subject, origin, slots in refusals(scene):
        ledger.report(row, origin=origin, subject=subject, **slots)
        note = notes.get((JUDGED_BY_CHECK[row], subject))
        if note is not None:
            note.template = ledger.entries.pop().template
