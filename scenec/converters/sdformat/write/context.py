"""The state that all parts of the writer share while one scene is written."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from scenec.accounting.ledger import Ledger
from scenec.converters.common.poses_in_frames import PosesInFrames
from scenec.converters.format import WriteRequest
from scenec.converters.sdformat import versions
from scenec.converters.sdformat.names import Names
from scenec.ir.base import Id, Plugin
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.scene import Frame, Model
from scenec.syntax.said import Said
from scenec.trace import ids_of

if TYPE_CHECKING:
    from scenec.converters.sdformat.write.assets import Assets
    from scenec.syntax.sealed import SealedParts


MANY = 500
"""From this number of links on, printed text is kept in memory that returns to the system."""


class Context(PosesInFrames):
    """One run of the writer. names_frames: whether poses can be relative to a named frame. contact_settings: what the world says of all
    contacts, which SDFormat can only say per surface: field of a surface, element, text. joint_states: where joints of the model that is
    being written start: name, elements of their state and texts."""

    format = "sdformat"

    def __init__(self, request: WriteRequest, version: str, names: Names, assets: Assets) -> None:
        super().__init__(request)
        self.version = version
        self.names = names
        self.assets = assets
        self.names_frames = versions.at_least(version, "1.7")
        self.contact_settings: list[tuple[str, str, Said]] = []
        self.joint_states: list[tuple[Said, list[tuple[str, Said]]]] = []
        self.sealed: SealedParts | None = None
        if len(self.scene.links) > MANY:
            from scenec.syntax.sealed import SealedParts

            self.sealed = SealedParts()

    @property
    def as_was(self) -> bool:
        """Whether the source is a file of the same version. Then elements that its readers accepted stay."""
        return is_as_was(self.request, self.version)

    @property
    def ledger(self) -> Ledger:
        return self.request.ledger

    def at_least(self, version: str) -> bool:
        return versions.at_least(self.version, version)

    def name_of(self, node: Model | Link | Joint | Frame) -> Said:
        """Return the written name of a model, link, joint or frame."""
        return Said(self.names.own[node.id], ids_of(node.name))

    def reference(self, target: Id, scope: Id | None, *, chains: bool | None = None) -> Said | None:
        """Return how an element in a scope refers to a node. None if it cannot. See `Names.reference`."""
        name = self.names.reference(target, scope, chains=chains)
        return None if name is None else Said(name, ids_of(target))

    def plugins_of(self, joint: Joint) -> tuple[Plugin, ...]:
        """Return the plugins of a joint's model."""
        return self._plugins.get(joint.model, ())

    @cached_property
    def _plugins(self) -> dict[Id | None, tuple[Plugin, ...]]:
        return {model.id: model.plugins for model in self.scene.models}


def is_as_was(request: WriteRequest, version: str) -> bool:
    return request.is_of("sdformat") and request.source_version == version
