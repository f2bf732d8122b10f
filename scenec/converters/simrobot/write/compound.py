"""The compounds around bodies and parts. Neighbours in the same compounds share one element of each."""

from __future__ import annotations

from typing import Any

import msgspec

from scenec.accounting.lens import unwrap
from scenec.converters.simrobot.compound_label import is_old, labels_in
from scenec.converters.simrobot.findings.writing import COMPOUND_LABEL_UNRESOLVED
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import spelled
from scenec.ir.base import Id
from scenec.syntax.xml_printing import Out


class Chain(msgspec.Struct, frozen=True, eq=False):
    """A compound and, by `outer`, those around it. Nodes in the same compounds have the same chain, by identity."""

    outer: Chain | None
    name: str


class Nest:
    """The open compounds in an element, the innermost last."""

    def __init__(self, root: Out) -> None:
        self.root = root
        self.open: dict[Chain, Out] = {}

    def holder(self, chain: Chain | None) -> Out:
        """Return the element of the innermost compound of a chain. Open compounds are used again; the others are opened or closed."""
        missing: list[Chain] = []
        while chain is not None and chain not in self.open:
            missing.append(chain)
            chain = chain.outer
        while self.open and next(reversed(self.open)) is not chain:
            self.open.popitem()
        out = self.root if chain is None else self.open[chain]
        for each in reversed(missing):
            out = out.add("Compound")
            if each.name:
                out.attributes["name"] = each.name
            self.open[each] = out
        return out

    def close(self) -> None:
        self.open.clear()


class Compounds:
    """The chains of a scene. Each is walked once, however many nodes share it."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self._kept: dict[str, Any] = {}
        for extra in writing.request.scene.extras:
            bare = unwrap(extra)
            _, label = labels_in(bare)
            if label and bare.value is not None:
                self._kept.setdefault(label, extra)
        self._chains: dict[tuple[Chain | None, object], Chain] = {}
        self._around: dict[Id, Chain] = {}

    def of_model(self, model: Any, root: Any) -> Chain | None:
        """Return the chain of a model: the compounds that it stood in, else those of the models around it, and one of its own name,
        unless its root
        body or the innermost compound has that name. model, root: through the lens."""
        chain = self._of_parents(model)
        chain = self.around(model, chain)
        own, root_name = unwrap(model).name, unwrap(root).name
        _ = model.name
        if own and own != root_name and (chain is None or chain.name != own):
            chain = self._inside(chain, unwrap(model).id, spelled(own))
        return chain

    def around(self, thing: Any, chain: Chain | None = None) -> Chain | None:
        """Return the chain of a model or link (through the lens), inside `chain`."""
        restored = self.writing.request.restored
        for extra in thing.extras:
            bare = unwrap(extra)
            outer, label = labels_in(bare)
            if label and not outer:
                chain = self._labelled(chain, label, extra)
            elif is_old(bare):
                told = bare.origin is not None and not restored  # a record tells each thing's compound by its name only
                node = bare.origin.place[1] if told and bare.origin is not None else None
                name = str(extra.value)
                chain = self._inside(chain, (name, id(node) if node is not None else 0), self._legal(name))
        return chain

    def _of_parents(self, model: Any) -> Chain | None:
        """Return the chain of the models around a model."""
        inside: dict[Id, Any] = {}
        parent: Id | None = unwrap(model).parent
        if parent in self.writing.seen:
            _ = model.parent
        while parent in self.writing.seen and parent not in self._around and parent not in inside:
            assert parent is not None
            inside[parent] = self.writing.seen[parent]
            parent = inside[parent].parent
        chain = self._around.get(parent) if parent is not None else None
        for model_id, seen in reversed(inside.items()):
            chain = self._around[model_id] = self._inside(chain, model_id, spelled(seen.name or ""))
        return chain

    def _labelled(self, base: Chain | None, label: str, asking: Any) -> Chain | None:
        """Return the chain of a label, inside `base`. asking: the value that has the label, through the lens."""
        inside: dict[str, Any] = {}
        chain: Chain | None = base
        while label:
            if (found := self._chains.get((base, label))) is not None:
                chain = found
                break
            if label not in self._kept or label in inside:
                self._report_unresolved(asking, label, circle=label in inside)
                break
            asking = inside[label] = self._kept[label]
            label, _ = labels_in(unwrap(asking))
        for each, extra in reversed(inside.items()):
            name = self._legal(str(extra.value))
            chain = self._chains[base, each] = Chain(chain, name)
        return chain

    def _inside(self, outer: Chain | None, identity: object, name: str) -> Chain:
        key = (outer, ("", identity))
        if key not in self._chains:
            self._chains[key] = Chain(outer, name)
        return self._chains[key]

    def _legal(self, name: str) -> str:
        return name if self.writing.from_simrobot and not any(each in name for each in '"\\\0') else spelled(name)

    def _report_unresolved(self, extra: Any, label: str, *, circle: bool) -> None:
        self.writing.tell(
            extra,
            COMPOUND_LABEL_UNRESOLVED,
            about=unwrap(extra).key,
            value=label,
            why="A Compound is inside itself." if circle else "The scene has no Compound of this label.",
        )
