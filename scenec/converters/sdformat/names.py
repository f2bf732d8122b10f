"""Make the names of SDFormat: unique among siblings of all kinds, none reserved, and the references to them.

Reserved are ``world``, names that begin and end with two underscores, and names with ``::``, which separates scopes. A reserved name is
escaped as in URLs (``%3A%3A``) and can be restored. Percent signs that look like an escape are escaped, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any

from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.common.findings import NAME_MADE_UNIQUE
from scenec.converters.sdformat.findings.writing import NAME_DEFAULTED, NAME_ESCAPED, SHAPE_NAME_MADE_UNIQUE
from scenec.converters.sdformat.versions import at_least
from scenec.ir.base import WORLD, Id
from scenec.ir.names import Unique, scene_paths
from scenec.ir.scene import Scene
from scenec.syntax.said import Said
from scenec.trace import ids_of

_ESCAPE = r"%(?=[0-9A-Fa-f]{2})"


def escaped(name: str, *, was_legal: bool = False, scopes: bool = True) -> str:
    """Return a legal name that `unescaped` restores. was_legal: the name comes from SDFormat, so its percent signs are literal. scopes:
    whether ``::`` separates scopes in names. Before 1.8 it is part of them.
    """
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
        self,
        scene: Scene,
        version: str,
        flat: bool,
        ledger: Ledger,
        written: Callable[[Any], bool],
        *,
        legal: bool = False,
        scoped: bool = False,
    ) -> None:
        """scene: plain. written: whether a joint or frame is written at all (others cannot be referred to). legal: the names
        come from SDFormat. scoped: they may hold ``::`` themselves. Readers of 1.8 and newer make nested models of such names in a
        world of an older version, and libsdformat 12 aborts where a joint among them names anything outside that model."""
        self.legal = legal
        self.scoped = scoped
        self.own: dict[Id, str] = {}
        self.scope: dict[Id, Id | None] = {}
        self.holder: dict[Id, Id] = {}
        self._chains = at_least(version, "1.8")
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
        """Return id -> path in reports."""
        return scene_paths(self._scene)

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
                    self._prefix[each.id] = f"{self._prefix.get(parent, '')}{own}_"
                else:
                    self.holder[each.id] = each.id
                    self._add(each, parent, "model")

    def _add(self, node: Any, model: Id | None, kind: str) -> None:
        scope = self.holder.get(model, model) if model is not None else None
        self.scope[node.id] = scope
        self.own[node.id] = self.unique_name(node, kind, scope, self._prefix.get(model or "", "")).text

    def unique_name(self, node: Any, kind: str, scope: Id | None, prefix: str = "") -> Said:
        """Return a legal name of a node, unique in a scope. Report it if it differs from the name of the node."""
        unique = self._unique.setdefault(scope, Unique((WORLD,)))
        return self.named(node, kind, unique, prefix)

    def beside(self, model: Id, name: str) -> str:
        """Return a name like the given one that no element of the model has."""
        return self._unique.setdefault(model, Unique((WORLD,)))(name)

    def named(self, node: Any, kind: str, unique: Unique, prefix: str = "") -> Said:
        """Return a legal name of a node among any siblings. See `unique_name`."""
        given = node.name
        legal = self.escaped(str(given)) if given else self._ledger.paths.get(getattr(node, "id", ""), kind).rpartition("::")[2]
        name = unique(prefix + legal)
        if not given:
            self._report(NAME_DEFAULTED, node, name, kind=kind)
        elif legal != str(given):
            self._report(NAME_ESCAPED, node, name)
        elif name != prefix + legal:
            self._report_numbered(node, kind, name)
        return Said(name, ids_of(given))

    def _report_numbered(self, node: Any, kind: str, name: str) -> None:
        """Report a name with a number. Findings of shapes have equal texts, so that a report counts them as one."""
        if kind in ("collision", "visual"):
            self._report(SHAPE_NAME_MADE_UNIQUE, node, "the name with a number behind it")
        else:
            self._report(NAME_MADE_UNIQUE, node, name)

    def escaped(self, name: str) -> str:
        """Return an escaped name. Names from SDFormat stay as they are."""
        return escaped(name, was_legal=self.legal, scopes=not self.scoped)

    def prefix_of(self, model: Id) -> str:
        """Return the prefix of the links, joints and frames of a flattened model."""
        return self._prefix.get(model, "")

    def _report(self, row: Code, node: Any, name: str, **slots: Any) -> None:
        """Report that a node is written by another name."""
        self._ledger.report(
            row,
            about=node.name,
            origin=node.origin,
            subject=f"{self.paths.get(getattr(node, 'id', ''), type(node).__name__.lower())}.name",
            value=str(node.name or ""),
            target=name,
            **slots,
        )

    def reference(self, target: Id, scope: Id | None, *, chains: bool | None = None) -> str | None:
        """Return how an element in a scope refers to a model, link, joint, frame or the world. None if it cannot.

        chains: whether ``sub::name`` may lead into nested models (default: from 1.8 on).
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
