"""Contact materials. Two of them meet with the mean of what each lists about the other by name, or with 1 if neither does."""

from __future__ import annotations

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.converters.simrobot.cursor import SceneCursor
from scenec.source import Origin
from scenec.trace import derived, plain

DEFAULT_FRICTION = 1.0
"""Of a pair that no material lists (SIM/Simulation.cpp)."""

Entry = tuple[str, str]
"""The listing material and the listed one."""


class Frictions:
    """The friction table of a scene: every material's entries, once, however often the material is used."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.tables: dict[str, dict[tuple[str, str], float]] = {}
        self.frictions: dict[Entry, float] = {}
        self.decelerations: dict[Entry, float] = {}
        self.order: dict[Entry, tuple[str, str, Origin]] = {}

    def read_material(self, material: SceneCursor, *, core3: bool = False) -> ir.Surface:
        """The surface of a geometry with this material. SimRobot has no restitution."""
        name = material.name
        table = self.read_entries(material)
        if name is None and table:
            name = self.unnamed(table)
        if name is not None:
            self.add(name, table, material)
        mu = material.optional_number("friction") if core3 else None
        rolling = material.optional_number("rollingFriction") if core3 else None
        return ir.Surface(name=name, mu=mu, mu2=mu, rolling_friction=rolling, restitution=0.0, origin=material.origin)

    def unnamed(self, table: dict[tuple[str, str], float]) -> str:
        """A name for a material without one, so that what it lists can be told from what others list."""
        wanted, number = plain_table(table), 1
        while (name := f"unnamed material {number}") in self.tables and plain_table(self.tables[name]) != wanted:
            number += 1
        return name

    def read_entries(self, material: SceneCursor) -> dict[tuple[str, str], float]:
        """(element, other material) -> value; of repeated entries the last counts."""
        table: dict[tuple[str, str], float] = {}
        for entry in material.of_class("friction"):
            other, value = entry.string("material"), entry.number("value")
            key = (entry.tag, other)
            if key in table:
                self.ledger.report("friction-repeated-ineffective", "dropped", "warning", "physics", about=table[key],
                                   subject=f"{entry.tag} {other}", value=table[key],
                                   because="a later entry for the same material replaces it")
            table.pop(key, None)
            table[key] = value
        return table

    def add(self, name: str, table: dict[tuple[str, str], float], material: SceneCursor) -> None:
        if name in self.tables and plain_table(self.tables[name]) != plain_table(table):
            self.ledger.report(
                "material-ambiguous", "approximated", "warning", "physics", about=(name, *table.values()), origin=material.origin,
                subject=f"Material {name}", because="materials of this name list different frictions; the scene keeps one table per name",
                consequence="pairs with this material use the entries of the first one", hint="give the materials different names")
            return
        self.tables.setdefault(name, table)
        for (kind, other), value in table.items():
            entry = (plain(name), plain(other))
            target = self.frictions if kind == "Friction" else self.decelerations
            # The same material written twice: the value knows both places.
            target[entry] = derived(target[entry], value) if entry in target else value
            first, second, origin = self.order.get(entry, (name, other, material.origin))
            self.order[entry] = (derived(first, name), derived(second, other), origin)

    def pairs(self) -> tuple[ir.FrictionPair, ...]:
        return tuple(
            ir.FrictionPair(first=first, second=second, mu=self.frictions.get(entry), rolling_deceleration=self.decelerations.get(entry),
                            origin=origin)
            for entry, (first, second, origin) in self.order.items()
        )


def plain_table(table: dict[tuple[str, str], float]) -> dict[tuple[str, str], float]:
    return {(kind, plain(other)): float(value) for (kind, other), value in table.items()}
