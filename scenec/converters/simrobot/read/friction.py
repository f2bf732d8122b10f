"""Contact materials. Two of them meet with the mean of what each lists about the other by name, or with 1 if neither does."""

from __future__ import annotations

from typing import Any

import msgspec

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.converters.simrobot.findings.reading import FRICTION_REPEATED_INEFFECTIVE, MATERIAL_AMBIGUOUS
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.source import Origin
from scenec.trace import derived, plain

DEFAULT_FRICTION = 1.0
"""Of a pair that no material lists (SIM/Simulation.cpp)."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An entry of a material about another one: the coefficient of a Friction or the deceleration (m/s^2) of a RollingFriction."""

    other: str
    value: float


Table = dict[tuple[str, str], Entry]
"""(element, other material) -> entry."""


class Pair(msgspec.Struct, gc=False):
    """A row of the friction table in the making: all places where its two names were written, and the first of them."""

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
        """Return the coefficient of a material of the MuJoCo core: 0 if it states none, while a shape without a material has the default
        (Geometry.cpp). In scenes for the first release of that core, which list pairs, materials have none."""
        mu = material.optional_number("friction")
        return 0.0 if mu is None and not self.lists_pairs else mu

    def unnamed(self, table: Table) -> str:
        """Return a name for a material without one, so that its list can be distinguished from others."""
        said = frozenset((key, entry.value) for key, entry in table.items())
        if said not in self._unnamed:
            number = len(self._unnamed) + 1
            while (name := f"unnamed material {number}") in self.tables and not equal_tables(self.tables[name], table):
                number += 1
            self._unnamed[said] = name
        return self._unnamed[said]

    def read_entries(self, material: SceneCursor) -> Table:
        """Return the entries of a material. Of repeated ones the last counts."""
        table: Table = {}
        for element in material.of_class("friction"):
            entry = Entry(element.string("material"), element.number("value"))
            key = (element.tag, plain(entry.other))
            if replaced := table.pop(key, None):
                self.ledger.report(
                    FRICTION_REPEATED_INEFFECTIVE,
                    about=(replaced.other, replaced.value),
                    subject=f"{element.tag} {entry.other}",
                    value=replaced.value,
                )
            table[key] = entry
        return table

    def add(self, name: str, table: Table, material: SceneCursor) -> None:
        if name in self.tables and not equal_tables(self.tables[name], table):
            values = [part for entry in table.values() for part in (entry.other, entry.value)]
            self.ledger.report(MATERIAL_AMBIGUOUS, about=(name, *values), origin=material.origin, subject=f"Material {name}")
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
    """Return the first of some values, traced to all places."""
    return derived(written[0], *written[1:]) if written else None


def equal_tables(one: Table, other: Table) -> bool:
    """Return whether two tables have the same values, wherever they were read."""
    return {key: entry.value for key, entry in one.items()} == {key: entry.value for key, entry in other.items()}
