"""Friction coefficients of surfaces, for a target that lists the friction of pairs of materials.

Every distinct surface becomes a material, and the table lists what the source's law makes of each pair: that is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from scenec.ir.link import Collision, Link
from scenec.ir.scene import Scene
from scenec.ir.surface import FrictionPair, Surface
from scenec.syntax.kinds import shown
from scenec.trace import derived, plain

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

LAWS: dict[str, Callable[[float, float], float]] = {"min": min, "max": max, "mean": lambda a, b: (a + b) / 2}

DEFAULT = 1.0
"""What the target takes for pairs that are not listed, and for shapes without a material."""

UNSAID = "mu unsaid"
"""The material of surfaces that leave it to the other one."""

HIGHEST = 1e6
"""A surface that never slides."""


def adapt(scene: Scene, ledger: Ledger, target: str, native_law: str = "") -> Scene:
    """The scene with a friction table, if its law was another one (none stated: the smaller coefficient, as ODE under Gazebo has it) and
    its surfaces do not all say what the target takes anyway. Reports coefficients that differ across (`surface-mu2-approximated`) and
    surfaces that never slide (`surface-mu-approximated`).

    Under ``max``, which is MuJoCo's, a surface that says nothing leaves it to the other one. native_law: the target's own, left alone.
    """
    if scene.friction_law is not None and scene.friction_law == native_law:
        return scene
    law = LAWS.get(str(scene.friction_law or "min"))
    if law is None or scene.friction_pairs or not _differs(scene):
        return scene
    named = _Named(ledger, target, unsaid=scene.friction_law == "max")
    links = tuple(_with_names(link, named) for link in scene.links)
    if not named.mus:
        return scene
    pairs = []
    names = list(named.mus)
    for i, first in enumerate(names):
        for second in names[i:]:
            one, other = named.mus[first], named.mus[second]
            said = [float(each) for each in (one, other) if each is not None]
            mu = derived(law(*said) if len(said) == 2 else said[0] if said else DEFAULT, one, other, scene.friction_law)
            if mu != DEFAULT:
                pairs.append(FrictionPair(first=first, second=second, mu=mu))
    ledger.report(
        "friction-law-converted",
        "converted",
        "note",
        "physics",
        about=scene.friction_law,
        subject="friction_law",
        value=str(scene.friction_law or "min"),
        target=f"a table of {len(pairs)} pairs",
        because=f"{target} lists the friction of pairs; the table says what the law makes of each",
    )
    return msgspec.structs.replace(scene, links=links, friction_law=derived("table", scene.friction_law), friction_pairs=tuple(pairs))


def _differs(scene: Scene) -> bool:
    """Whether any surface says another coefficient than the default."""
    surfaces = (each.surface for link in scene.links for each in link.collisions if each.surface is not None)
    return any(mu is not None and mu != DEFAULT for surface in surfaces for mu in (surface.mu, surface.mu2))


class _Named:
    """Gives every distinct coefficient a material."""

    def __init__(self, ledger: Ledger, target: str, *, unsaid: bool = False) -> None:
        """unsaid: surfaces that say nothing are a material, too."""
        self.ledger = ledger
        self.target = target
        self.unsaid = unsaid
        self.mus: dict[str, float | None] = {}
        self._told: set[int] = set()

    def surface(self, collision: Collision) -> Surface | None:
        surface = collision.surface
        if surface is None or surface.mu is None:
            if not self.unsaid:
                return surface
            self.mus.setdefault(UNSAID, None)
            return msgspec.structs.replace(surface or Surface(origin=collision.origin), name=UNSAID)
        mu: float = surface.mu
        if mu > HIGHEST:
            self._tell(surface, "surface-mu-approximated", surface.mu, HIGHEST, "it cannot say that something never slides", "note")
            mu = derived(HIGHEST, surface.mu)
        if surface.mu2 is not None and surface.mu2 != surface.mu:
            self._tell(surface, "surface-mu2-approximated", surface.mu2, mu, "friction is the same in all directions there", "warning")
        base = f"{plain(surface.name)} " if surface.name else ""
        name = f"{base}mu {shown(float(mu))}"
        self.mus.setdefault(name, mu)
        return msgspec.structs.replace(surface, name=derived(name, surface.name, surface.mu, surface.mu2), mu=None, mu2=None)

    def _tell(self, surface: Surface, code: str, value: float, reached: float, why: str, level: str) -> None:
        if id(surface) in self._told:
            return
        self._told.add(id(surface))
        self.ledger.report(
            code,
            "approximated",
            "warning" if level == "warning" else "note",
            "physics",
            about=value,
            origin=surface.origin,
            subject=f"surface[{surface.name or ''}].mu",
            value=shown(float(value)),
            target=shown(float(reached)),
            because=f"{self.target}: {why}",
            consequence="it slides differently",
        )


def _with_names(link: Link, named: _Named) -> Link:
    if not link.collisions:
        return link
    return msgspec.structs.replace(
        link, collisions=tuple(msgspec.structs.replace(each, surface=named.surface(each)) for each in link.collisions)
    )
