"""Names as SDFormat wants them: unique among siblings of any kind, none reserved; and how one thing refers to another.

Reserved are ``world``, names that begin and end with two underscores, and names with ``::``, which separates scopes. A reserved
name is escaped as in URLs (``%3A%3A``), reversibly: percent signs that would read as an escape are escaped too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any

from scenec.accounting.ledger import Ledger
from scenec.accounting.lens import unwrap
from scenec.converters.sdformat.versions import at_least
from scenec.ir.base import WORLD, Id
from scenec.ir.names import Unique, frame_paths, joint_paths, link_paths, model_paths
from scenec.ir.scene import Scene

_ESCAPE = r"%(?=[0-9A-Fa-f]{2})"


def escaped(name: str, *, was_legal: bool = False, scopes: bool = True) -> str:
    """The name itself, or an equal-looking legal one that `unescaped` turns back. was_legal: it is a name of SDFormat, so percent signs
    in it mean themselves. scopes: whether ``::`` separates scopes in names; before 1.8 it is part of them."""
    legal = name if was_legal or "%" not in name else re.sub(_ESCAPE, "%25", name)
    legal = legal if was_legal and not scopes else legal.replace("::", "%3A%3A")
    if legal != legal.strip():
        inner = legal.strip()
        start = legal.index(inner) if inner else len(legal)
        legal = "".join(f"%{ord(c):02X}" for c in legal[:start]) + inner + "".join(f"%{ord(c):02X}" for c in legal[start + len(inner) :])
    if legal == WORLD:
        return "%77orld"
    if len(legal) >= 4 and legal.startswith("__") and legal.endswith("__"):
        return "%5F" + legal[1:]
    return legal


def unescaped(name: str) -> str:
    """The inverse of `escaped`."""
    return re.sub(r"%([0-9A-Fa-f]{2})", lambda found: chr(int(found.group(1), 16)), name)


class Names:
    """The written names of models, links, joints and frames of one scene.

    own: id -> name among its siblings. scope: id -> the model it is written in (None: the world). holder: model id -> the
    model whose element holds its content: itself, or the outermost one where nesting is not possible (`flat`).
    """

    def __init__(
        self, scene: Scene, version: str, flat: bool, ledger: Ledger, written: Callable[[Any], bool], *, legal: bool = False
    ) -> None:  # fmt: skip
        """scene: without a lens. written: whether a joint or frame is written at all (others cannot be referred to). legal: the names
        come from SDFormat."""
        self.legal = legal
        self.own: dict[Id, str] = {}
        self.scope: dict[Id, Id | None] = {}
        self.holder: dict[Id, Id] = {}
        self._chains = at_least(version, "1.8")
        self._separator = "_" if at_least(version, "1.7") else "::"
        self._unique: dict[Id | None, Unique] = {}
        self._prefix: dict[Id, str] = {}
        self._ledger = ledger
        self._scene = scene
        self._name_models(scene, flat)
        for link in scene.links:
            self._add(link, link.model, "link")
        for joint in scene.joints:
            if written(joint):
                self._add(joint, joint.model, "joint")
        for frame in scene.frames:
            if written(frame):
                self._add(frame, frame.model, "frame")

    @cached_property
    def paths(self) -> dict[Id, str]:
        """What reports call things."""
        scene = self._scene
        return {**model_paths(scene), **link_paths(scene), **joint_paths(scene), **frame_paths(scene)}

    def _name_models(self, scene: Scene, flat: bool) -> None:
        models = {model.id: model for model in scene.models}
        for model in scene.models:
            chain = {model.id: model}  # in order, from the inside out; a cycle of parents is cut where it closes
            above = models.get(model.parent or "")
            while above is not None and above.id not in self.holder and above.id not in chain:
                chain[above.id] = above
                above = models.get(above.parent or "")
            for each in reversed(chain.values()):
                if each.id in self.holder:
                    continue
                parent = each.parent if each.parent in models else None
                if flat and parent is not None:
                    self.holder[each.id] = self.holder[parent]
                    own = self.escaped(str(each.name or "model"))
                    self._prefix[each.id] = f"{self._prefix.get(parent, '')}{own}{self._separator}"
                else:
                    self.holder[each.id] = each.id
                    self._add(each, parent, "model")

    def _add(self, node: Any, model: Id | None, kind: str) -> None:
        scope = self.holder.get(model, model) if model is not None else None
        self.scope[node.id] = scope
        self.own[node.id] = self.unique_name(node, kind, scope, self._prefix.get(model or "", ""))

    def unique_name(self, node: Any, kind: str, scope: Id | None, prefix: str = "") -> str:
        """A legal name for a node, unique in a scope, with a finding if it is not the one the node has."""
        unique = self._unique.setdefault(scope, Unique((WORLD,)))
        return self.named(node, kind, unique, prefix)

    def named(self, node: Any, kind: str, unique: Unique, prefix: str = "") -> str:
        """The same among any siblings."""
        given = node.name
        legal = self.escaped(str(given)) if given else kind
        name = unique(prefix + legal)
        if not given:
            self._told(node, "name-defaulted", "defaulted", kind, name, f"SDFormat needs a name for every {kind}", "")
        elif legal != str(given):
            self._told(node, "name-escaped", "converted", given, name, "SDFormat reserves this name", "programs must ask for the new name")
        elif name != prefix + legal:
            self._told_unique(node, kind, given, name)
        return name

    def _told_unique(self, node: Any, kind: str, given: str, name: str) -> None:
        """Of shapes, which nobody asks for by name, one finding tells all of a scene."""
        because = "something beside it has this name"
        if kind in ("collision", "visual"):
            because, name = "SDFormat gives no two shapes, sensors or lights of a link one name", "the name with a number behind it"
        self._told(node, "name-made-unique", "converted", given, name, because, "programs must ask for the new name")

    def escaped(self, name: str) -> str:
        """See `escaped`; names of SDFormat stay as they are."""
        return escaped(name, was_legal=self.legal, scopes=self._chains)

    def _told(self, node: Any, code: str, fate: Any, given: str, name: str, because: str, consequence: str) -> None:
        plain_node = unwrap(node)
        self._ledger.report(
            code,
            fate,
            "note",
            "naming",
            about=plain_node.name,
            origin=plain_node.origin,
            subject=f"{self.paths.get(getattr(plain_node, 'id', ''), type(plain_node).__name__.lower())}.name",
            value=str(plain_node.name or ""),
            target=name,
            because=because,
            consequence=consequence,
        )

    def reference(self, target: Id, scope: Id | None, *, chains: bool | None = None) -> str | None:
        """How something in a scope names a model, link, joint or frame, or in a world's the world; None if it cannot.

        chains: whether ``sub::name`` may lead into nested models (by default: from 1.8 on).
        """
        if target not in self.own:
            return WORLD if target == WORLD and scope is None else None
        scope = self.holder.get(scope, scope) if scope is not None else None
        if target == scope:
            return "__model__"
        steps = [self.own[target]]
        above = self.scope[target]
        allowed = self._chains if chains is None else chains
        while above != scope:
            if above is None or not allowed:
                return None
            steps.append(self.own[above])
            above = self.scope[above]
        return "::".join(reversed(steps))
