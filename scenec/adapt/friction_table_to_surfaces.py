"""Friction of pairs of materials, for a target whose surfaces each have a coefficient of their own.

A scene with a friction table says a coefficient per pair of named surfaces; most targets say one per surface and combine the
two of a contact by a law. The coefficients are solved for under that law: exactly where that is possible, else with the least
error and a finding per pair that differs.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.adapt.contact_findings import (
    FRICTION_PAIR_APPROXIMATED,
    FRICTION_PAIR_INEFFECTIVE,
    FRICTION_PAIRS_UNCHECKED,
    SURFACE_MU_INEFFECTIVE,
)
from scenec.adapt.native_engines import is_native
from scenec.ir.base import Id
from scenec.ir.contacts import moving_bodies_are_apart
from scenec.ir.kinematics import static_models
from scenec.ir.link import Collision, Link
from scenec.ir.scene import Model, Scene
from scenec.ir.surface import FrictionPair, Surface
from scenec.syntax.kinds import shown
from scenec.trace import derived, ids_of, merge, traced

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

LAWS: dict[str, Callable[[float, float], float]] = {"min": min, "max": max, "mean": lambda a, b: (a + b) / 2}
"""How a target combines the coefficients of two surfaces; ``min`` is what ODE under Gazebo does, ``max`` MuJoCo, ``mean`` SimSpark."""

Key = str | None
"""A surface's name in the table; None for shapes without one, which have the default with everything."""
Pair = tuple[Key, Key]

STATED, RESTING = 2.0, 2.0
"""An error counts twice where the author wrote an entry, and twice where one side never moves: things rest on the ground all
the time and on each other now and then."""
EXHAUSTIVE = 20_000
"""Up to so many assignments all are tried."""
MOST = 150
"""Materials up to which all pairs of them are looked at; of more, only pairs that the table lists."""
ENOUGH = 2_000_000
"""Errors of pairs that are looked at until what was found is good enough."""
FEW = 200
"""Up to so many values are tried for each surface; of more, only those at which its error can be least."""


def adapt(scene: Scene, ledger: Ledger, target: str, law: str = "min", may_be_unset: bool = False, native_engine: str = "") -> Scene:
    """The scene with `mu` and `mu2` on every surface, no friction table, and `law` as its friction law.

    may_be_unset: in the target, a surface without a coefficient takes that of the other one, and two of them have the default; where that
    gives every pair its value, shapes without a name in the table stay without one. native_engine: scenes for this engine, whose
    tables the target reads itself, stay as they are.

    A pair's value in the table is the mean of the entries that its two materials list about each other, else the default.
    Only pairs that can touch matter: not two things of which neither moves, nor two links of a model that does not collide
    with itself. Reports `friction-pair-approximated`, `friction-pair-ineffective` and what the table says about rolling.
    """
    if scene.friction_law != "table" or is_native(scene, native_engine):
        return scene
    table = _Table(scene)
    many = len({_key(each) for link in scene.links for each in link.collisions}) > MOST
    touching = touching_pairs(scene, table.entries if many else None)
    required = {pair: table.mu(*pair) for pair in touching}
    weights = {pair: table.weight(pair, rests) for pair, rests in touching.items()}
    mus = _with_unset_surfaces(required, weights, law) if may_be_unset else None
    if mus is None:
        mus = solve(required, weights, law)
    surfaces = _Surfaces(table, touching, mus, may_be_unset=may_be_unset and None not in mus)
    _report_own(scene, ledger)
    if many:
        _report_many(ledger, table, target)
    links = tuple(surfaces.on(link) for link in scene.links)
    _report_differences(table, touching, mus, law, ledger, target, surfaces)
    _report_entries(scene, table, touching, ledger, target)
    return msgspec.structs.replace(
        scene,
        links=links,
        friction_law=derived(law, scene.friction_law, scene.friction_default),
        friction_default=scene.friction_default if may_be_unset else None,
        friction_pairs=(),
    )


Row = tuple[int, int, float, float]
"""A pair of surfaces by their numbers, what the table says of it, and how much that counts."""

SWEEPS = 200
"""How often all surfaces are gone through; a few times is the rule."""


def solve(required: Mapping[Pair, float], weights: Mapping[Pair, float], law: str = "min") -> dict[Key, float]:
    """A coefficient for every surface in `required`, such that the law gives each pair its value, or comes as near as it can:
    the sum of weighted absolute errors is least (searched through completely up to EXHAUSTIVE assignments, downhill beyond).

    Under ``min`` a surface needs at least the largest value of its pairs, and more never helps: if any assignment is exact,
    that one is. Under ``max`` it may have at most the smallest. Under ``mean`` see `friction_means`.
    """
    if law == "mean":
        from scenec.adapt.friction_means import solve_means

        return solve_means(required, weights)
    combine = LAWS[law]
    keys = list(dict.fromkeys(key for pair in required for key in pair))
    index = {key: i for i, key in enumerate(keys)}
    rows = [(index[a], index[b], mu, weights.get((a, b), 1.0)) for (a, b), mu in required.items()]

    def cost(mus: tuple[float, ...]) -> float:
        return sum(weight * _error(combine(mus[i], mus[j]), mu) for i, j, mu, weight in rows)

    asked: list[list[float]] = [[] for _ in keys]
    for i, j, mu, _ in rows:
        asked[i].append(mu)
        asked[j].append(mu)
    lowest, highest = (tuple(choose(mus, default=0.0) for mus in asked) for choose in (min, max))
    best = lowest if law == "max" else highest
    if cost(best):
        values = sorted(set(required.values()), reverse=True)
        if len(values) ** len(keys) <= EXHAUSTIVE:
            best = min(itertools.product(values, repeat=len(keys)), key=cost)
        else:
            best = min((_downhill(start, values, rows, combine) for start in (highest, lowest)), key=cost)
    return dict(zip(keys, best, strict=True))


def _with_unset_surfaces(required: Mapping[Pair, float], weights: Mapping[Pair, float], law: str) -> dict[Key, float] | None:
    """Return coefficients for the named surfaces alone, if they give every pair its value while the others have none; else None. A pair
    of one without a coefficient has the other's value; a pair of two has the default, as in the table."""
    one_sided = {key: mu for pair, mu in required.items() if None in pair for key in pair if key is not None}
    mus = solve({pair: mu for pair, mu in required.items() if None not in pair}, weights, law)
    for key, mu in one_sided.items():
        mus[key] = mu
    exact = all(LAWS[law](mus[a], mus[b]) == mu for (a, b), mu in required.items() if a is not None and b is not None)
    return mus if exact else None


def _downhill(
    start: tuple[float, ...], values: list[float], rows: list[Row], combine: Callable[[float, float], float]
) -> tuple[float, ...]:
    """Change one surface after the other while that helps. Only its own pairs are looked at: there are as many others as surfaces."""
    best = list(start)
    pairs_of: list[list[Row]] = [[] for _ in best]
    for row in rows:
        for i in {row[0], row[1]}:
            pairs_of[i].append(row)

    def own_cost(i: int) -> float:
        return sum(weight * _error(combine(best[a], best[b]), mu) for a, b, mu, weight in pairs_of[i])

    spent = 0
    for _ in range(SWEEPS):
        before = tuple(best)
        for i in range(len(best)):
            kept, least = best[i], own_cost(i)
            some = values
            if len(values) > FEW:  # the error is a sum of pieces of straight lines: it is least where two of them meet
                meeting = {mu for _, _, mu, _ in pairs_of[i]} | {best[b if a == i else a] for a, b, _, _ in pairs_of[i]}
                some = sorted(meeting, reverse=True)
            spent += len(some) * len(pairs_of[i])
            if spent > ENOUGH:
                return tuple(best)
            for value in some:
                best[i] = value
                if (found := own_cost(i)) < least:
                    kept, least = value, found
            best[i] = kept
        if tuple(best) == before:
            break
    return tuple(best)


def _error(reached: float, wanted: float) -> float:
    return 0.0 if reached == wanted else abs(reached - wanted)


class _Table:
    """The entries by the names they stand under; of several entries about one partner the last counts."""

    def __init__(self, scene: Scene) -> None:
        self.default = 1.0 if scene.friction_default is None else float(scene.friction_default)
        self.entries = {(pair.first, pair.second): pair for pair in scene.friction_pairs if pair.mu is not None}

    def stated(self, a: Key, b: Key) -> list[FrictionPair]:
        if a is None or b is None:
            return []
        return [self.entries[each] for each in dict.fromkeys(((a, b), (b, a))) if each in self.entries]

    def mu(self, a: Key, b: Key) -> float:
        entries = [float(pair.mu or 0.0) for pair in self.stated(a, b)]
        return sum(entries) / len(entries) if entries else self.default

    def weight(self, pair: Pair, rests: bool) -> float:
        return (STATED if self.stated(*pair) else 1.0) * (RESTING if rests else 1.0)


class _Surfaces:
    """Puts the coefficients on the collisions of links; a surface shared by several stays shared."""

    def __init__(self, table: _Table, touching: Iterable[Pair], mus: Mapping[Key, float], *, may_be_unset: bool = False) -> None:
        self._may_be_unset = may_be_unset
        self._table = table
        self._mus = mus
        self._sources: dict[Key, list[FrictionPair]] = {}
        self._made: dict[int, tuple[Surface, Surface]] = {}
        self.first: dict[Key, Collision] = {}
        for a, b in touching:
            entries = table.stated(a, b)
            self._sources.setdefault(a, []).extend(entries)
            self._sources.setdefault(b, []).extend(entries)
        self._fitted = fitted_together(touching, {key: [pair.mu for pair in pairs] for key, pairs in self._sources.items()})

    def on(self, link: Link) -> Link:
        if not link.collisions:
            return link
        collisions = tuple(msgspec.structs.replace(each, surface=self._surface(each)) for each in link.collisions)
        return msgspec.structs.replace(link, collisions=collisions)

    def _surface(self, collision: Collision) -> Surface:
        key = _key(collision)
        self.first.setdefault(key, collision)
        old = collision.surface or Surface(origin=collision.origin)
        if key is None and self._may_be_unset:
            return old
        if id(old) not in self._made:
            alone = self._table.stated(key, key) if key not in self._mus else []
            entries = [(pair.first, pair.second, pair.mu) for pair in self._sources.get(key, alone)]
            value = self._table.mu(key, key) if key not in self._mus else self._mus[key]
            mu = derived(value, tuple(entries), self._fitted.get(key))
            self._made[id(old)] = old, msgspec.structs.replace(old, mu=mu, mu2=mu)
        return self._made[id(old)][1]


def fitted_together(touching: Iterable[Pair], sources: Mapping[Key, list[Any]]) -> dict[Key, Any]:
    """Key -> what all values are made of that its coefficient is fitted to: those of all surfaces that touch each other in turn."""
    groups: dict[Key, list[Key]] = {}
    for a, b in touching:
        one, other = groups.setdefault(a, [a]), groups.setdefault(b, [b])
        if one is not other:
            one += other
            groups.update(dict.fromkeys(other, one))
    found: dict[Key, Any] = {}
    for keys in {id(group): group for group in groups.values()}.values():
        values = tuple([value for key in keys for value in sources.get(key, ())])
        found.update(dict.fromkeys(keys, derived(0.0, values)))
    return found


def _key(collision: Collision) -> Key:
    return (collision.surface.name or None) if collision.surface else None


# ---------------------------------------------------------------- who touches whom


def touching_pairs(scene: Scene, listed: Iterable[tuple[str, str]] | None = None) -> dict[Pair, bool]:
    """The pairs of surfaces that can touch, each once, and whether one side of such a contact may stand still. listed: only of these."""
    models, static = {model.id: model for model in scene.models}, static_models(scene)
    moving: dict[Key, set[Id]] = {}
    still: dict[Key, None] = {}
    order: dict[Key, int] = {}
    by_model: dict[Id, list[tuple[Link, list[Key]]]] = {}
    for link in scene.links:
        keys = list(dict.fromkeys(_key(each) for each in link.collisions if not each.sensing_only))
        rests = link.model in static
        for key in keys:
            order.setdefault(key, len(order))
            if rests:
                still[key] = None
            else:
                moving.setdefault(key, set()).add(link.model)
        if keys and not rests:
            by_model.setdefault(link.model, []).append((link, keys))
    pairs: dict[Pair, bool] = {}

    def touch(a: Key, b: Key, rests: bool) -> None:
        pair = (a, b) if order[a] <= order[b] else (b, a)
        pairs[pair] = pairs.get(pair, False) or rests

    if listed is not None:
        for first, second in listed:
            if first in order and second in order and (first in moving or second in moving):
                touch(first, second, first in still or second in still)
        return pairs
    for a, b in itertools.product(moving, still):
        touch(a, b, True)
    if not moving_bodies_are_apart(scene):
        for a, b in itertools.combinations_with_replacement(moving, 2):
            if len(moving[a] | moving[b]) > 1:
                touch(a, b, False)
        for a, b in _within_models(scene, models, by_model):
            touch(a, b, False)
    return dict(sorted(pairs.items(), key=lambda item: (order[item[0][0]], order[item[0][1]])))


def _within_models(scene: Scene, models: Mapping[Id, Model], by_model: Mapping[Id, list[tuple[Link, list[Key]]]]) -> Iterator[Pair]:
    """Yield the pairs of surfaces on two links of one model that touch each other. Links with equal surfaces and equal collision rules are
    grouped, since models have many links and few materials."""
    joined = {(min(ends), max(ends)) for joint in scene.joints if len(ends := {joint.parent, joint.child}) == 2}
    group_of: dict[Id, _ContactGroup] = {}
    for model_id, links in by_model.items():
        model = models.get(model_id)
        general = bool(model and model.self_collide)
        if general or any(link.self_collide for link, _ in links):
            for link, keys in links:
                group_of[link.id] = (model_id, tuple(keys), None if link.self_collide is None else bool(link.self_collide))
    sizes = Counter(group_of.values())
    apart = Counter(frozenset((group_of[one], group_of[other])) for one, other in joined if one in group_of and other in group_of)
    groups: dict[Id, list[_ContactGroup]] = {}
    for group in sizes:
        groups.setdefault(group[0], []).append(group)
    for model_id, of_model in groups.items():
        model = models.get(model_id)
        for one, other in itertools.combinations_with_replacement(of_model, 2):
            pairs = sizes[one] * (sizes[one] - 1) // 2 if one is other else sizes[one] * sizes[other]
            if True not in (one[2], other[2]):
                if not (model and model.self_collide and None in (one[2], other[2])):
                    continue
                pairs -= apart[frozenset((one, other))]
            if pairs:
                yield from itertools.product(one[1], other[1])


_ContactGroup = tuple[Id, tuple[Key, ...], bool | None]
"""The model, the surfaces and the self-collision of a link."""


# ---------------------------------------------------------------- findings


def _report_differences(
    table: _Table, touching: Mapping[Pair, bool], mus: Mapping[Key, float], law: str, ledger: Ledger, target: str, surfaces: _Surfaces
) -> None:
    for a, b in touching:
        wanted = table.mu(a, b)
        reached = LAWS[law](mus[a], mus[b]) if a in mus and b in mus else wanted
        if math.isclose(reached, wanted, rel_tol=1e-12):
            continue
        entries = table.stated(a, b)
        ids = merge(*(ids_of((pair.second, pair.mu)) for pair in entries))
        ledger.report(
            FRICTION_PAIR_APPROXIMATED,
            about=traced("", ids) if ids else None,
            origin=entries[0].origin if entries else surfaces.first[a].origin,
            subject=f"friction_pairs[{_called(a)}, {_called(b)}].mu",
            value=shown(wanted),
            target=shown(reached),
            law=LAW_WORDS[law],
            slide_or_grip="grip" if reached > wanted else "slide",
        )


LAW_WORDS = {"min": "smaller", "max": "larger", "mean": "mean"}


def _called(key: Key) -> str:
    return "no material" if key is None else str(key)


def _report_many(ledger: Ledger, table: _Table, target: str) -> None:
    ledger.report(FRICTION_PAIRS_UNCHECKED, subject="friction_pairs", value=shown(table.default), most=MOST)


def _report_own(scene: Scene, ledger: Ledger) -> None:
    """Coefficients that surfaces have of their own mean nothing where a table says what pairs of them do."""
    reported: set[int] = set()
    for link in scene.links:
        for each in link.collisions:
            surface = each.surface
            if surface is None or id(surface) in reported or (surface.mu is None and surface.mu2 is None):
                continue
            reported.add(id(surface))
            ledger.report(
                SURFACE_MU_INEFFECTIVE,
                surface,
                about=(surface.mu, surface.mu2),
                value=shown(surface.mu) if surface.mu is not None else "",
                subject=f"surface[{surface.name or ''}].mu",
            )


def _report_entries(scene: Scene, table: _Table, touching: Mapping[Pair, bool], ledger: Ledger, target: str) -> None:
    """Return what has no effect, and what is said about rolling. A material's name is not lost with an entry: its surfaces have it."""
    met = {key for each in touching for key in each}
    shapes = {_key(each) for link in scene.links for each in link.collisions}
    names = {value_id for link in scene.links for each in link.collisions if each.surface for value_id in ids_of(each.surface.name)}
    for pair in scene.friction_pairs:
        subject = f"friction_pairs[{pair.first}, {pair.second}]"
        meets = (pair.first, pair.second) in touching or (pair.second, pair.first) in touching
        meets = meets or (pair.first == pair.second and pair.first in shapes - met)  # nothing touches it: what it is with itself
        superseded = pair.mu is not None and table.entries[pair.first, pair.second] is not pair
        if not meets or superseded:
            ids = tuple(value_id for value_id in ids_of(pair) if value_id not in names)
            ledger.report(
                FRICTION_PAIR_INEFFECTIVE,
                pair,
                about=traced("", ids) if ids else None,
                value=shown(pair.mu) if pair.mu is not None else "",
                why="A later entry about the same materials replaces it." if meets else "Shapes of these two materials never touch.",
                subject=subject,
            )
        elif pair.rolling_deceleration is not None:
            from scenec.accounting.parts import row_for

            ledger.report(
                row_for(pair, "rolling_deceleration"),
                pair,
                about=pair.rolling_deceleration if pair.mu is not None else (pair.second, pair.rolling_deceleration),
                value=shown(pair.rolling_deceleration),
                named=target,
                subject=f"{subject}.rolling_deceleration",
            )
