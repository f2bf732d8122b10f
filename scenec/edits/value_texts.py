"""New texts for a value that changed: at its place, in what its expression is worked out of, and where others name the part."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from scenec.conversion import Origin
from scenec.edits.changes import Changed, Path
from scenec.edits.expressions import words_of
from scenec.edits.notation import Respelled, Text, respelled
from scenec.edits.places import Place, Places
from scenec.ir.check import LEADS_TO
from scenec.ir.scene import Scene
from scenec.ir.walk import leaves
from scenec.trace import Ids, ids_of


class ValueTexts:
    """The texts of the files of a scene that was just read."""

    def __init__(self, origin: Origin, places: Places) -> None:
        self._origin = origin
        self._places = places

    def ways(self, change: Changed, ids: Ids) -> Iterator[dict[Place, str]]:
        """Yield the texts of places, the likeliest first. ids: of the values that it was read from."""
        places = self._places
        found = places.values(ids)
        if change.field != "name":
            for each in places.behind(ids):
                yield from islice(respelled([Text(*each)], change.old, change.new), 1)
        texts = sorted((Text(place, text, place.name) for place, text in found.values()), key=lambda text: text.name != change.field)
        for way in respelled(texts, change.old, change.new, places.beside):
            if change.field == "name":
                way = {**self._references(change), **way}
                yield way
                way = {**self._mentions(change), **way}
            yield {place: text if place.new else self._with_expressions(place, found, text) for place, text in way.items()}

    def _with_expressions(self, place: Place, found: dict[int, tuple[Place, str]], new: str) -> str:
        """A text, in which what did not change stays as it stands in the file: expressions of macros."""
        raw = self._places.text(place.file).text[slice(*place.span)]
        read = next((text for where, text in found.values() if where == place), raw)
        if raw == read or "$" not in raw:
            return new
        pieces, before, after = words_of(raw), read.split(), new.split()
        if not len(pieces) == len(before) == len(after):
            return new
        return " ".join(piece if a == b else b for piece, a, b in zip(pieces, before, after, strict=True))

    def _references(self, change: Changed) -> Respelled:
        """Where others call a node by the name that changes."""
        own, made = getattr(change.owner, "id", None), dict[Any, str]()
        if own is None:
            return made
        for path, value in leaves(self._origin.scene):
            if value != own or not ids_of(value) or not _leads(self._origin.scene, path):
                continue
            for place, text in self._places.values(ids_of(value)).values():
                head, mark, tail = text.rpartition(str(change.old))
                if mark and not tail and (not head or head.endswith(("::", "/"))):
                    made[place] = head + str(change.new)
        return made

    def _mentions(self, change: Changed) -> Respelled:
        """All values that are the name which changes, for what readers look up by it and the scene does not hold."""
        named = [value_id for value_id, _, _, _, _, text in self._origin.ledger.values() if text == change.old]
        return {place: str(change.new) for place, _ in self._places.values(named).values()}


def _leads(scene: Scene, path: Path) -> bool:
    """Whether a value is the id of another node."""
    node: Any = scene
    for step in path[:-1]:
        node = node[step] if isinstance(step, int) else getattr(node, step)
    return (type(node).__name__, path[-1]) in LEADS_TO
