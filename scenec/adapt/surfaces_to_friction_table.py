"""Friction coefficients of surfaces, for a target that lists the friction of pairs of materials.

Every distinct surface becomes a material, and the table lists what the source's law makes of each pair: that is exact. A material keeps
its name where all surfaces of that name have one coefficient.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.adapt.contact_findings import FRICTION_LAW_CONVERTED, SURFACE_MU2_APPROXIMATED, SURFACE_MU_APPROXIMATED, SURFACE_NAME_CHANGED
from scenec.ir.link import Collision, Link
from scenec.ir.scene import Scene
from scenec.ir.surface import FrictionPair, Surface
from scenec.syntax.kinds import shown
from scenec.trace import derived, plain

if TYPE_CHECKING:
    from scenec.accounting.code import Code
    from scenec.accounting.finding import Level
    from scenec.accounting.ledger import Ledger

LAWS: dict[str, Callable[[float, float], float]] = {"min": min, "max": max, "mean": lambda a, b: (a + b) / 2}

DEFAULT = 1.0
"""Coefficient that the target uses for pairs that are not listed, and for shapes without a material."""

UNSET_MU = "mu unsaid"
"""The material of surfaces that leave it to the other one."""

MOST = 150
"""Coefficients that a table tells apart: it has an entry for each pair. Where there are more, each becomes the nearest of so many."""

HIGHEST = 1e6
"""A surface that never slides."""


def adapt(scene: Scene, ledger: Ledger, target: str, native_law: str = "") -> Scene:
    """The scene with a friction table, if its law was another one (none stated: the smaller coefficient, as ODE under Gazebo has it) and
    its surfaces do not all say what the target takes anyway. Reports coefficients that differ across (`surface-mu2-approximated`) and
    surfaces that never slide (`surface-mu-approximated`).

    Under ``max``, which is MuJoCo's, a surface without a coefficient takes that of the other one. native_law: the target's own, left alone.
    """
    if scene.friction_law is not None and scene.friction_law == native_law:
        return scene
    law = LAWS.get(str(scene.friction_law or "min"))
    if law is None or scene.friction_pairs or not _differs(scene):
        return scene
    named = _Named(scene, ledger, target, may_be_unset=scene.friction_law == "max")
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
                pairs.append(FrictionPair(first=named.names[first], second=named.names[second], mu=mu))
    ledger.report(
        FRICTION_LAW_CONVERTED,
        about=scene.friction_law,
        subject="friction_law",
        value=str(scene.friction_law or "min"),
        target=f"a table of {len(pairs)} pair{'s' * (len(pairs) != 1)}",
        why=f"{target} lists the friction of pairs of materials.",
    )
    return msgspec.structs.replace(scene, links=links, friction_law=derived("table", scene.friction_law), friction_pairs=tuple(pairs))


def _surfaces(scene: Scene) -> list[Surface]:
    return [each.surface for link in scene.links for each in link.collisions if each.surface is not None]


def _differs(scene: Scene) -> bool:
    """Whether any surface says another coefficient than the default."""
    return any(mu is not None and mu != DEFAULT for surface in _surfaces(scene) for mu in (surface.mu, surface.mu2))


def _nearest_of_few(mus: list[float]) -> dict[float, float]:
    """Coefficient -> what it becomes, where there are too many: evenly many of them become one of those they lie among."""
    ordered = sorted({float(mu) for mu in mus})
    if len(ordered) <= MOST:
        return {}
    kept = [ordered[(2 * i + 1) * len(ordered) // (2 * MOST)] for i in range(MOST)]
    borders = [(a + b) / 2 for a, b in pairwise(kept)]
    return {mu: kept[bisect_left(borders, mu)] for mu in ordered}


class _Named:
    """Gives every distinct coefficient a material; those of one name are one, or several of new names."""

    def __init__(self, scene: Scene, ledger: Ledger, target: str, *, may_be_unset: bool = False) -> None:
        """may_be_unset: surfaces without a coefficient are a material, too."""
        self.ledger = ledger
        self.target = target
        self.may_be_unset = may_be_unset
        self.mus: dict[str, float | None] = {}
        self.names: dict[str, str] = {}
        self._reported: set[int] = set()
        self._near = _nearest_of_few([min(surface.mu, HIGHEST) for surface in _surfaces(scene) if surface.mu is not None])
        self._said: dict[str, set[float | None]] = {}
        for surface in _surfaces(scene):
            if surface.name:
                self._said.setdefault(str(surface.name), set()).add(None if surface.mu is None else float(surface.mu))

    def surface(self, collision: Collision) -> Surface | None:
        surface = collision.surface
        if surface is None or surface.mu is None:
            if not self.may_be_unset:
                return surface
            surface = surface or Surface(origin=collision.origin)
            return msgspec.structs.replace(surface, name=self._name(surface, None))
        mu: float = surface.mu
        if mu > HIGHEST:
            why = f"{self.target} cannot express a surface that never slides."
            self._report(surface, SURFACE_MU_APPROXIMATED, surface.mu, HIGHEST, "note", why=why)
            mu = derived(HIGHEST, surface.mu)
        if (near := self._near.get(float(mu), float(mu))) != mu:
            why = f"{self.target} lists pairs of at most {MOST} coefficients here, and the scene has more."
            self._report(surface, SURFACE_MU_APPROXIMATED, surface.mu, near, "warning", why=why)
            mu = derived(near, surface.mu)
        if surface.mu2 is not None and surface.mu2 != surface.mu:
            where = self.ledger.path(collision)
            self._report(surface, SURFACE_MU2_APPROXIMATED, surface.mu2, mu, "warning", subject=where)
        name = self._name(surface, mu)
        return msgspec.structs.replace(surface, name=derived(name, surface.name, surface.mu, surface.mu2), mu=None, mu2=None)

    def _name(self, surface: Surface, mu: float | None) -> str:
        """The material of a surface with this coefficient."""
        own = str(plain(surface.name or ""))
        word = UNSET_MU if mu is None else f"mu {shown(float(mu))}"
        name = free = own if len(self._said.get(own, ())) == 1 else f"{own} {word}" if own else word
        number = 1
        while self.mus.get(name, mu) != mu or (not own and name in self._said and self._said[name] != {mu}):
            number += 1
            name = f"{free} {number}"
        self.mus.setdefault(name, mu)
        self.names.setdefault(name, derived(name, surface.name or surface.mu))
        if own and name != own:
            self._report_renamed(surface, own, name)
        return name

    def _report_renamed(self, surface: Surface, own: str, name: str) -> None:
        self.ledger.report(SURFACE_NAME_CHANGED, surface, about=surface.name, value=own, target=name, subject=f"material {own}")

    def _report(self, surface: Surface, row: Code, value: float, reached: float, level: Level, **slots: Any) -> None:
        if id(surface) in self._reported:
            return
        self._reported.add(id(surface))
        said = {"subject": f"surface[{surface.name or ''}].mu", "value": shown(float(value)), "target": shown(float(reached))}
        self.ledger.report(row, level=level, about=value, origin=surface.origin, **(said | slots))


def _with_names(link: Link, named: _Named) -> Link:
    if not link.collisions:
        return link
    return msgspec.structs.replace(
        link, collisions=tuple(msgspec.structs.replace(each, surface=named.surface(each)) for each in link.collisions)
    )
