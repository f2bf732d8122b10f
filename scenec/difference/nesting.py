"""Which links are in a model, also in those that are nested in it. Computed on request: of a thousand models in each other, each has all
that the inner ones have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scenec.ir.base import Id
from scenec.ir.link import Link
from scenec.ir.scene import Scene


class Nesting:
    """links: of the scene, in the order by which they are numbered."""

    def __init__(self, scene: Scene, links: Sequence[Link]) -> None:
        self._above = {model.id: model.parent for model in scene.models}
        self._inner: dict[Id, list[Id]] = {}
        self._own: dict[Id, list[int]] = {}
        for model in scene.models:
            if model.parent is not None:
                self._inner.setdefault(model.parent, []).append(model.id)
        for i, link in enumerate(links):
            self._own.setdefault(link.model, []).append(i)
        self._model_of = [link.model for link in links]

    def inside(self, model: Id) -> Iterator[int]:
        """The links of a model and of those in it, model by model."""
        seen, waiting = {model}, [model]
        while waiting:
            at = waiting.pop()
            yield from self._own.get(at, ())
            inner = [each for each in self._inner.get(at, ()) if each not in seen]
            seen.update(inner)
            waiting += inner

    def around(self, links: Iterable[int]) -> set[Id]:
        """The models that any of these links is in."""
        found: set[Id] = set()
        for i in links:
            at: Id | None = self._model_of[i]
            while at is not None and at in self._above and at not in found:
                found.add(at)
                at = self._above[at]
        return found

    def sizes(self, links: Iterable[int]) -> dict[Id, tuple[int, int]]:
        """Model -> how many of these links are in it, and the first of them; of models with any."""
        found: dict[Id, tuple[int, int]] = {}
        for i in links:
            count, first = found.get(self._model_of[i], (0, i))
            found[self._model_of[i]] = count + 1, min(first, i)
        for model in self._inside_out():
            above = self._above[model]
            if above is not None and model in found:
                (count, first), (mine, own) = found[model], found.get(above, (0, found[model][1]))
                found[above] = (mine + count, min(own, first))
        return found

    def _inside_out(self) -> list[Id]:
        """All models, each after those that are in it."""
        seen: set[Id] = set()
        found: list[Id] = []
        for model, above in self._above.items():
            waiting = [model] if above not in self._above and model not in seen else []
            while waiting:
                at = waiting.pop()
                seen.add(at)
                found.append(at)
                waiting += [each for each in self._inner.get(at, ()) if each not in seen]
        return found[::-1]
