"""The compounds around bodies and parts. Neighbours in the same compounds share one element of each."""

from __future__ import annotations

import msgspec

from scenec.converters.simrobot.compound_label import is_old, labels_in
from scenec.converters.simrobot.findings.writing import COMPOUND_LABEL_UNRESOLVED
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import spelled, spelled_text
from scenec.ir.base import Extra, Id
from scenec.ir.link import Link
from scenec.ir.scene import Model
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import Ids, Sources, ids_of


class Chain(msgspec.Struct, frozen=True, eq=False):
    """A compound and, by `outer`, those around it. Nodes in the same compounds have the same chain, by identity. says: what its being
    there says."""

    outer: Chain | None
    name: Said
    says: Sources | None = None


class Around(msgspec.Struct, frozen=True, eq=False):
    """The compounds around a node. says: what the node says of being in them."""

    chain: Chain | None
    says: Sources


class Nest:
    """The open compounds in an element, the innermost last."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.open: dict[Chain, Element] = {}

    def holder(self, chain: Chain | None) -> Element:
        """Return the element of the innermost compound of a chain. Open compounds are used again; the others are opened or closed."""
        missing: list[Chain] = []
        while chain is not None and chain not in self.open:
            missing.append(chain)
            chain = chain.outer
        while self.open and next(reversed(self.open)) is not chain:
            self.open.popitem()
        out = self.root if chain is None else self.open[chain]
        for each in reversed(missing):
            out = out.append("Compound", says=(each.says,))
            if each.name.text:
                out.set("name", each.name)
            self.open[each] = out
        return out

    def close(self) -> None:
        self.open.clear()


class Compounds:
    """The chains of a scene. Each is walked once, however many nodes share it."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self._kept: dict[str, Extra] = {}
        for extra in writing.scene.extras:
            _, label = labels_in(extra)
            if label and extra.value is not None:
                self._kept.setdefault(label, extra)
        self._chains: dict[tuple[Chain | None, object], Chain] = {}
        self._around: dict[Id, Chain] = {}

    def of_model(self, model: Model, root: Link) -> Around:
        """Return the chain of a model: the compounds that it stood in, else those of the models around it, and one of its own name, unless
        its root body or the innermost compound has that name."""
        in_parents = self._of_parents(model)
        around = self.around(model, in_parents.chain)
        says = (*in_parents.says.ids, *around.says.ids)
        chain, own = around.chain, model.name
        if own and own != root.name and (chain is None or chain.name.text != own):
            chain = self._inside(chain, str(model.id), spelled(own))
        return Around(chain, Sources((*says, *ids_of(own))))

    def around(self, thing: Model | Link, chain: Chain | None = None) -> Around:
        """Return the chain of a model or link, inside `chain`."""
        restored = self.writing.request.restored
        says: Ids = ()
        for extra in thing.extras:
            outer, label = labels_in(extra)
            if label and not outer:
                chain = self._labelled(chain, label, extra)
            elif is_old(extra):
                # A record tells each thing's compound by its name only.
                node = extra.origin.place[1] if extra.origin is not None and not restored else None
                name = str(extra.value)
                chain = self._inside(chain, (name, id(node) if node is not None else 0), constant(self._legal(name)))
                says += ids_of(extra.value)
        return Around(chain, Sources(says))

    def _of_parents(self, model: Model) -> Around:
        """Return the chain of the models around a model."""
        inside: dict[Id, Model] = {}
        parent: Id | None = model.parent
        says = Sources(ids_of(parent) if parent in self.writing.by_id else ())
        while parent in self.writing.by_id and parent not in self._around and parent not in inside:
            assert parent is not None
            inside[parent] = self.writing.by_id[parent]
            parent = inside[parent].parent
        chain = self._around.get(parent) if parent is not None else None
        for model_id, outer in reversed(inside.items()):
            chain = self._around[model_id] = self._inside(chain, str(model_id), spelled(outer.name or ""), Sources(ids_of(outer.parent)))
        return Around(chain, says)

    def _labelled(self, base: Chain | None, label: str, asking: Extra) -> Chain | None:
        """Return the chain of a label, inside `base`. asking: the value that has the label."""
        inside: dict[str, Extra] = {}
        chain: Chain | None = base
        while label:
            if (found := self._chains.get((base, label))) is not None:
                chain = found
                break
            if label not in self._kept or label in inside:
                self._report_unresolved(asking, label, circle=label in inside)
                break
            asking = inside[label] = self._kept[label]
            label, _ = labels_in(asking)
        for each, extra in reversed(inside.items()):
            name = Said(self._legal(str(extra.value)), ids_of(extra.value))
            chain = self._chains[base, each] = Chain(chain, name, Sources(ids_of(extra.value)))
        return chain

    def _inside(self, outer: Chain | None, identity: object, name: Said, says: Sources | None = None) -> Chain:
        key = (outer, ("", identity))
        if key not in self._chains:
            self._chains[key] = Chain(outer, name, says)
        return self._chains[key]

    def _legal(self, name: str) -> str:
        return name if self.writing.is_own and not any(each in name for each in '"\\\0') else spelled_text(name)

    def _report_unresolved(self, extra: Extra, label: str, *, circle: bool) -> None:
        self.writing.report(
            COMPOUND_LABEL_UNRESOLVED,
            extra,
            about=extra.key,
            value=label,
            why="A Compound is inside itself." if circle else "The scene has no Compound of this label.",
        )
