"""Friction coefficients of surfaces, for a target that combines the two of a contact by another law than the source.

What the source's law gives each pair of surfaces that can touch is solved for under the target's law: exactly where that is possible, else
with the least error and a finding per pair that differs. Names of surfaces have no part in it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.contact_findings import FRICTION_LAW_CONVERTED, FRICTION_PAIR_APPROXIMATED, SURFACE_MU2_APPROXIMATED
from scenec.adapt.friction_table_to_surfaces import (
    LAW_WORDS,
    LAWS,
    MOST,
    RESTING,
    STATED,
    Key,
    Pair,
    fitted_together,
    solve,
    touching_pairs,
)
from scenec.ir.link import Collision
from scenec.ir.scene import Scene
from scenec.ir.surface import Surface
from scenec.syntax.kinds import shown
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

DEFAULT = 1.0
"""Of a shape that states no coefficient: that of Gazebo (sdf: `surface/friction/ode/mu`) and of MuJoCo."""


def adapt(scene: Scene, ledger: Ledger, target: str, law: str = "max") -> Scene:
    """The scene with one coefficient per surface, for both directions, and `law` as its friction law (no law stated: the smaller
    coefficient, as ODE under Gazebo has it). Scenes whose surfaces all say the default stay as they are, and so do scenes with a friction
    table or with more than 150 coefficients, which `surfaces_to_friction_table` is for. Reports `friction-law-converted`,
    `friction-pair-approximated` and `surface-mu2-approximated`."""
    own = LAWS.get(str(scene.friction_law or "min"))
    if own is None or scene.friction_law == law or scene.friction_pairs:
        return scene
    coefficients = {surface.mu for surface in _surfaces(scene) if surface.mu is not None}
    differs = any(mu is not None and mu != DEFAULT for surface in _surfaces(scene) for mu in (surface.mu, surface.mu2))
    if not differs or len(coefficients) > MOST:
        return scene
    touching = touching_pairs(_by_coefficient(scene))
    required = {(a, b): own(*(DEFAULT if each is None else float(each) for each in (a, b))) for a, b in touching}
    stated = {pair: STATED if None not in pair and required[pair] != DEFAULT else 1.0 for pair in touching}
    mus = solve(required, {pair: stated[pair] * (RESTING if rests else 1.0) for pair, rests in touching.items()}, law)
    coefficient = f"the {LAW_WORDS[law]} of two coefficients"
    ledger.report(
        FRICTION_LAW_CONVERTED,
        about=scene.friction_law,
        subject="friction_law",
        value=str(scene.friction_law or "min"),
        target=law,
        why=f"{target} takes {coefficient}.",
    )
    _report_differences(scene, required, mus, law, ledger, target)
    return _Solved(scene, touching, mus, ledger, law).scene()


def _surfaces(scene: Scene) -> Iterator[Surface]:
    return (each.surface for link in scene.links for each in link.collisions if each.surface is not None)


def _key(collision: Collision) -> Key:
    """Return what is solved for: a surface by its coefficient, None for all that state none."""
    surface = collision.surface
    return None if surface is None or surface.mu is None else repr(float(surface.mu))


def _by_coefficient(scene: Scene) -> Scene:
    """The scene with surfaces that are called by their coefficients."""

    def called(collision: Collision) -> Collision:
        key = _key(collision)
        return msgspec.structs.replace(collision, surface=None if key is None else Surface(name=key))

    links = tuple(msgspec.structs.replace(link, collisions=tuple(map(called, link.collisions))) for link in scene.links)
    return msgspec.structs.replace(scene, links=links)


class _Solved:
    """Puts what was solved for on the collisions; a surface shared by several stays shared."""

    def __init__(self, scene: Scene, touching: Iterable[Pair], mus: Mapping[Key, float], ledger: Ledger, law: str) -> None:
        self._scene, self._mus, self._ledger, self._law = scene, mus, ledger, law
        by_key: dict[Key, list[object]] = {}
        for link in scene.links:
            for each in link.collisions:
                if each.surface is not None and each.surface.mu is not None:
                    by_key.setdefault(_key(each), []).append(each.surface.mu)
        self._sources = fitted_together(touching, by_key)
        self._made: dict[int, tuple[Surface, Surface]] = {}

    def scene(self) -> Scene:
        links = tuple(msgspec.structs.replace(link, collisions=tuple(map(self._collision, link.collisions))) for link in self._scene.links)
        law = derived(self._law, self._scene.friction_law, self._scene.friction_default)
        return msgspec.structs.replace(self._scene, links=links, friction_law=law, friction_default=None)

    def _collision(self, collision: Collision) -> Collision:
        key = _key(collision)
        old = collision.surface or Surface(origin=collision.origin)
        if key is None and key not in self._mus:
            return collision
        if id(old) not in self._made:
            value = self._mus.get(key, DEFAULT if key is None else float(key))
            mu = derived(value, old.mu, self._sources.get(key))
            across = old.mu2 is not None and old.mu2 != old.mu
            if across:
                self._report_across(old, collision, value)
            mu2 = mu if across else derived(value, old.mu, old.mu2, self._sources.get(key))
            self._made[id(old)] = old, msgspec.structs.replace(old, mu=mu, mu2=mu2)
        return msgspec.structs.replace(collision, surface=self._made[id(old)][1])

    def _report_across(self, surface: Surface, collision: Collision, value: float) -> None:
        self._ledger.report(
            SURFACE_MU2_APPROXIMATED,
            surface,
            about=surface.mu2,
            value=shown(float(surface.mu2 or 0.0)),
            target=shown(value),
            subject=self._ledger.path(collision),
        )


def _report_differences(
    scene: Scene, required: Mapping[Pair, float], mus: Mapping[Key, float], law: str, ledger: Ledger, target: str
) -> None:
    first: dict[Key, Collision] = {}
    for link in scene.links:
        for each in link.collisions:
            first.setdefault(_key(each), each)
    for (a, b), wanted in required.items():
        reached = LAWS[law](mus[a], mus[b])
        if math.isclose(reached, wanted, rel_tol=1e-12):
            continue
        one, other = first[a], first[b]
        ledger.report(
            FRICTION_PAIR_APPROXIMATED,
            about=tuple(each.surface.mu for each in (one, other) if each.surface is not None and each.surface.mu is not None) or None,
            origin=(one.surface or one).origin,
            subject=ledger.path(one),
            value=f"{shown(wanted)} with {ledger.path(other)}" if one is not other else shown(wanted),
            target=shown(reached),
            law=LAW_WORDS[law],
            slide_or_grip="grip" if reached > wanted else "slide",
        )
