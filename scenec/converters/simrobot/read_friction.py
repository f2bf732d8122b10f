"""Contact materials. Two of them meet with the mean of what each lists about the other by name, or with 1 if neither does."""

from __future__ import annotations

from typing import Any

import msgspec

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.converters.simrobot.cursor import SceneCursor
from scenec.source import Origin
from scenec.trace import derived, plain

DEFAULT_FRICTION = 1.0
"""Of a pair that no material lists (SIM/Simulation.cpp)."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """What a material lists about another one: the coefficient of a Friction or the deceleration (m/s^2) of a RollingFriction."""

    other: str
    value: float


Table = dict[tuple[str, str], Entry]
"""(element, other material) -> entry."""


class Pair(msgspec.Struct, gc=False):
    """A line of the scene's table in the making: what was written of its two names, wherever the material stands, and the first place."""

    first: list[str]
    second: list[str]
    origin: Origin


class Frictions:
    """The friction table of a scene: every material's entries, once, however often the material is used."""

    def __init__(self, ledger: Ledger, *, lists_pairs: bool = True) -> None:
        """lists_pairs: whether any material of the scene lists what it does with another one."""
        self.ledger = ledger
        self.lists_pairs = lists_pairs
        self.tables: dict[str, Table] = {}
        self.values: dict[tuple[str, str, str], list[float]] = {}
        self.order: dict[tuple[str, str], Pair] = {}
        self._unnamed: dict[frozenset[tuple[tuple[str, str], float]], str] = {}

    def read_material(self, material: SceneCursor, *, core3: bool = False) -> ir.Surface:
        """The surface of a geometry with this material. SimRobot has no restitution."""
        name = material.name
        table = self.read_entries(material)
        if name is None and table:
            name = self.unnamed(table)
        if name is not None:
            self.add(name, table, material)
        mu = self.own_friction(material) if core3 else None
        rolling = material.optional_number("rollingFriction") if core3 else None
        return ir.Surface(name=name, mu=mu, mu2=mu, rolling_friction=rolling, restitution=0.0, origin=material.origin)

    def own_friction(self, material: SceneCursor) -> float | None:
        """Of the MuJoCo core: a material that says nothing slides freely, while a shape without one has the default (Geometry.cpp).
        In scenes for its first release, which list pairs, no material has any of its own."""
        mu = material.optional_number("friction")
        return 0.0 if mu is None and not self.lists_pairs else mu

    def unnamed(self, table: Table) -> str:
        """A name for a material without one, so that what it lists can be told from what others list."""
        said = frozenset((key, entry.value) for key, entry in table.items())
        if said not in self._unnamed:
            number = len(self._unnamed) + 1
            while (name := f"unnamed material {number}") in self.tables and not same(self.tables[name], table):
                number += 1
            self._unnamed[said] = name
        return self._unnamed[said]

    def read_entries(self, material: SceneCursor) -> Table:
        """What a material lists; of repeated entries the last counts."""
        table: Table = {}
        for element in material.of_class("friction"):
            entry = Entry(element.string("material"), element.number("value"))
            key = (element.tag, plain(entry.other))
            if replaced := table.pop(key, None):
                self.ledger.report(
                    "friction-repeated-ineffective",
                    "dropped",
                    "warning",
                    "physics",
                    about=(replaced.other, replaced.value),
                    subject=f"{element.tag} {entry.other}",
                    value=replaced.value,
                    because="a later entry for the same material replaces it",
                )
            table[key] = entry
        return table

    def add(self, name: str, table: Table, material: SceneCursor) -> None:
        if name in self.tables and not same(self.tables[name], table):
            values = [part for entry in table.values() for part in (entry.other, entry.value)]
            self.ledger.report(
                "material-ambiguous",
                "approximated",
                "warning",
                "physics",
                about=(name, *values),
                origin=material.origin,
                subject=f"Material {name}",
                because="materials of this name list different frictions; the scene keeps one table per name",
                consequence="pairs with this material use the entries of the first one",
                hint="give the materials different names",
            )
            return
        self.tables.setdefault(plain(name), table)
        for (kind, other), entry in table.items():
            # The same material may be written several times: its values know all places.
            self.values.setdefault((kind, plain(name), other), []).append(entry.value)
            pair = self.order.setdefault((plain(name), other), Pair([], [], material.origin))
            pair.first.append(name)
            pair.second.append(entry.other)

    def pairs(self) -> tuple[ir.FrictionPair, ...]:
        return tuple(
            ir.FrictionPair(
                first=_from_all(pair.first),
                second=_from_all(pair.second),
                mu=_from_all(self.values.get(("Friction", *names), [])),
                rolling_deceleration=_from_all(self.values.get(("RollingFriction", *names), [])),
                origin=pair.origin,
            )
            for names, pair in self.order.items()
        )


def _from_all(written: list[Any]) -> Any:
    """What was written first, said to come from every place."""
    return derived(written[0], *written[1:]) if written else None


def same(one: Table, other: Table) -> bool:
    """Whether two tables say the same, wherever they were read."""
    return {key: entry.value for key, entry in one.items()} == {key: entry.value for key, entry in other.items()}
