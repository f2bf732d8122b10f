"""Masses and inertias that a simulator would compute from the collisions (`Inertial.auto`), for a target that states them as numbers.

The numbers are in the scene already. What they were computed from goes: that they are automatic, and the densities of the link and of its
collisions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.findings import INERTIAL_AUTO_CONVERTED
from scenec.ir.link import Inertial, Link
from scenec.ir.scene import Scene

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene without automatic inertias. Reports `inertial-auto-converted` for each."""
    automatic = [link for link in scene.links if link.inertial is not None and link.inertial.auto]
    if not automatic:
        return scene
    made = {}
    for link in automatic:
        assert link.inertial is not None
        ledger.report(
            INERTIAL_AUTO_CONVERTED,
            link,
            at="inertial.auto",
            about=(link.inertial.auto, link.inertial.density, *(shape.density for shape in link.collisions)),
            value="true",
            target="numbers",
        )
        made[link.id] = _stated(link, link.inertial)
    return msgspec.structs.replace(scene, links=tuple(made.get(link.id, link) for link in scene.links))


def _stated(link: Link, inertial: Inertial) -> Link:
    return msgspec.structs.replace(
        link,
        inertial=msgspec.structs.replace(inertial, auto=None, density=None),
        collisions=tuple(msgspec.structs.replace(shape, density=None) for shape in link.collisions),
    )
