"""Names: unique per kind in a whole file. References of the file are these names.

A name that stands once is written unchanged. Where two models share a name of a link or joint, all names of both begin with the model's
path. A name that shapes or sensors of several links share begins with the link's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.write.context import Writing
from scenec.ir.base import Id, Named
from scenec.ir.link import Link
from scenec.ir.names import Unique, model_paths
from scenec.syntax.said import Said
from scenec.trace import ids_of

RESERVED = {"body": ("world",)}
"""Kind -> names that are taken."""


class Names:
    """The names of one file. given: (kind, id of a link or joint) -> its name, for references."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.given: dict[tuple[str, Id], str] = {}
        self._unique: dict[str, Unique] = {}
        scene = writing.scene
        self._paths = {model: path.replace("::", "/") for model, path in model_paths(scene).items()}
        self._models = {model.id: model for model in writing.scene.models}
        self._prefixed: set[Id] = set()
        if writing.is_own:  # where names are unique
            self._often: dict[str, Counter[str]] = {}
            return
        self._find_clashes([(link.name, link.model) for link in scene.links])
        self._find_clashes([(joint.name, joint.model or "") for joint in scene.joints])
        sensors = [each for link in scene.links for each in link.sensors] + [each for joint in scene.joints for each in joint.sensors]
        self._often = {
            "geom": Counter(name for link in scene.links for name in _names_of_shapes(link)),
            "sensor": Counter(str(each.name) for each in sensors),
            "camera": Counter(str(each.name) for link in scene.links for each in link.sensors if each.cameras),
            "site": Counter(str(frame.name) for frame in scene.frames),
            "light": Counter(str(light.name) for link in scene.links for light in link.lights),
        }

    def _find_clashes(self, names: Iterable[tuple[str | None, Id]]) -> None:
        """Find the models that share a name with another one."""
        owners: dict[str, set[Id]] = {}
        for name, model in names:
            if name:
                owners.setdefault(str(name), set()).add(model)
        for models in owners.values():
            if len(models) > 1:
                self._prefixed |= models

    def give(
        self,
        kind: str,
        part: Named | None,
        *,
        model: Id | None = None,
        owner: Id = "",
        word: str = "",
        otherwise: str = "",
        ending: str = "",
    ) -> Said | None:
        """Return the name of an element, None for one without. part: the node that has it. model: the one it belongs
        to. owner: the link or joint whose part it is. word: what it is called where it has no name but must have one.
        otherwise: the same where it need not have one, but gets one in a scene of another format. ending: of one of several elements that
        the node becomes."""
        name = part.name if part is not None else None
        word = word or ("" if self.writing.is_own else otherwise)
        if not name and not word:
            return None
        wanted = str(name or word)
        above = self.given.get(("body", owner)) or self.given.get(("joint", owner)) or ""
        often = self._often.get(kind)
        if above and (not name or (often is not None and often[wanted] > 1)):
            wanted = f"{above}/{wanted}"
        elif name and model in self._prefixed and not above:
            wanted = f"{self._paths.get(model or '', 'model')}/{wanted}"
        unique = self._unique.setdefault(kind, Unique(RESERVED.get(kind, ())))
        text = unique(wanted + ending)
        if part is not None and name and text != str(name) + ending:
            self._report(kind, part, text)
        owner_model = self._models.get(model or "") if model in self._prefixed and not above else None
        return Said(text, ids_of((name, owner_model.name if owner_model is not None else None)))

    def refer(self, kind: str, thing: Id) -> str:
        """Return the name of a body or joint that was written."""
        return self.given[kind, thing]

    def _report(self, kind: str, part: Named, text: str) -> None:
        self.writing.report(findings.NAME_QUALIFIED, part, about=part.name, value=str(part.name), target=text, kind=kind)


def _names_of_shapes(link: Link) -> Iterator[str]:
    """Yield the names of the shapes of a link, of a collision and a visual that are written as one geom only once."""
    collisions, visuals = (Counter((part.name, part.geometry, part.pose) for part in parts) for parts in (link.collisions, link.visuals))
    for key in (collisions | visuals).elements():
        if key[0]:
            yield str(key[0])
