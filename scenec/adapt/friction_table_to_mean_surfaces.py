"""Friction of pairs of materials, for a target whose surfaces each have a coefficient and that takes the mean of the two of a contact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenec.adapt import friction_table_to_surfaces

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger
    from scenec.ir.scene import Scene


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """As `friction_table_to_surfaces`, under the law ``mean`` of SimSpark."""
    return friction_table_to_surfaces.adapt(scene, ledger, target, law="mean")
