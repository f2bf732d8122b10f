"""Differences as they are found: items with the nodes they are about, placed in their files and put in order at the end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from scenec.accounting.finding import Category
from scenec.difference.item import Change, Item, Value
from scenec.difference.leaves import Leaf
from scenec.difference.words import aspect_of, category_of, unit_of, word_of
from scenec.source import Origin


class Notes:
    """Collects items. `note` takes the two nodes an item is about (None where there is none), for their places in the files."""

    def __init__(self) -> None:
        self._items: list[tuple[Item, Origin | None, Origin | None]] = []

    def note(self, item: Item, node_a: Any = None, node_b: Any = None) -> None:
        self._items.append((item, getattr(node_a, "origin", None), getattr(node_b, "origin", None)))

    def changed(
        self,
        kind: str,
        category: Category,
        names: tuple[str | None, str | None],
        owner: str,
        aspect: str,
        values: tuple[Value, Value],
        nodes: tuple[Any, Any] = (None, None),
        *,
        unit: str = "",
        change: Change = "changed",
        apart: tuple[float | None, float | None] = (None, None),
    ) -> None:
        a, b = names
        before, after = values
        item = Item(
            change=change,
            kind=kind,
            category=category,
            a=a,
            b=b,
            owner=owner,
            aspect=aspect,
            before=before,
            after=after,
            unit=unit,
            distance=apart[0],
            angle=apart[1],
        )
        self.note(item, *nodes)

    def renamed(self, kind: str, names: tuple[str, str], owner: str, nodes: tuple[Any, Any] = (None, None)) -> None:
        self.changed(kind, "naming", names, owner, "name", names, nodes, change="renamed")

    def leaves(
        self, found: Iterable[Leaf], kind: str, names: tuple[str, str], owner: str, nodes: tuple[Any, Any], *, slides: bool = False
    ) -> None:
        """An item for each value that differs; a node that only one side has is added or removed."""
        for leaf in found:
            about = _KINDS.get(leaf.owner, kind)
            if leaf.node and leaf.owner in _THINGS:
                change: Change = "added" if leaf.before is None else "removed"
                self.changed(
                    word_of(leaf.owner),
                    category_of(leaf.owner),
                    names,
                    owner,
                    leaf.steps[-1],
                    (leaf.before, leaf.after),
                    nodes,
                    change=change,
                )
                continue
            aspect = aspect_of(leaf.steps) if leaf.steps else "type"
            unit = unit_of(leaf.owner, leaf.steps[-1] if leaf.steps else "", slides=slides)
            category = category_of(leaf.owner, leaf.steps[-1] if leaf.steps else "")
            self.changed(about, category, names, owner, aspect, (leaf.before, leaf.after), nodes, unit=unit)

    def placed(self, ranks: dict[str, int]) -> tuple[Item, ...]:
        """All items, those of one owner together, owners in the order of their rank; each with its places in the files."""
        _find_paths([origin for _, *origins in self._items for origin in origins if origin is not None])
        items = [
            msgspec.structs.replace(item, source_a=a.source if a else None, source_b=b.source if b else None) for item, a, b in self._items
        ]
        return tuple(sorted(items, key=lambda item: (ranks.get(item.owner, len(ranks)), _ORDER.get(item.change, 2))))


_ORDER: dict[Change, int] = {"renamed": 0, "moved": 1}
"""Order of the changes of an owner: its name and its place first."""
_KINDS = {
    "Material": "material",
    "Pbr": "material",
    "Surface": "surface",
    "Texture": "material",
    "Shader": "material",
    "MaterialScript": "material",
}
"""Kinds of differences in nodes that people look for by their own name."""
_THINGS = frozenset({"Plugin", "Battery", "ParticleEmitter", "Extra", "FrictionPair", "PhysicsProfile", "Viewpoint", "Channel"})
"""Nodes that are there or not; of any other that is missing, what it says is missing."""


def _find_paths(origins: Iterable[Origin]) -> None:
    """Work out the paths of all places in one walk per document."""
    nodes: dict[int, tuple[Any, list[Any]]] = {}
    for origin in origins:
        document, node = origin.reference
        if document is not None:
            nodes.setdefault(id(document), (document, []))[1].append(node)
    for document, wanted in nodes.values():
        document.find_paths(wanted)
