"""The state that all parts of the writer share while one scene is written."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.format import WriteOptions, WriteRequest
from scenec.converters.sdformat import versions
from scenec.converters.sdformat.names import Names
from scenec.converters.sdformat.write.pose_resolver import PoseResolver
from scenec.ir.base import Id, Plugin
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.names import part_paths
from scenec.ir.scene import Frame, Model, Scene
from scenec.ir.sensor import Sensor
from scenec.syntax.said import Said
from scenec.trace import ids_of

if TYPE_CHECKING:
    from scenec.converters.sdformat.write.assets import Assets
    from scenec.syntax.passing_text import PassingText


MANY = 500
"""From this number of links on, printed text is kept in memory that returns to the system."""


class Context:
    """One run of the writer.

    names_frames: whether poses can be relative to a named frame. contact_settings: what the
    world says of all contacts, which SDFormat can only say per surface: field of a surface, element, text. starts: where joints of the
    model that is being written start: name, elements of their state and texts.
    """

    def __init__(self, request: WriteRequest, scene: Scene, version: str, names: Names, assets: Assets) -> None:
        self.request = request
        self.scene = scene
        self.version = version
        self.names = names
        self.assets = assets
        self.names_frames = versions.at_least(version, "1.7")
        self.contact_settings: list[tuple[str, str, Said]] = []
        self.starts: list[tuple[Said, list[tuple[str, Said]]]] = []
        self.sealed: PassingText | None = None
        if len(scene.links) > MANY:
            from scenec.syntax.passing_text import PassingText

            self.sealed = PassingText()

    @property
    def is_own(self) -> bool:
        """Whether the scene is one of SDFormat, of whichever version: see `WriteContext.is_own`."""
        return is_own(self.request)

    @property
    def as_was(self) -> bool:
        """Whether the source is a file of the same version. Then elements that its readers accepted stay."""
        return is_as_was(self.request, self.version)

    @property
    def ledger(self) -> Ledger:
        return self.request.ledger

    @property
    def options(self) -> WriteOptions:
        return self.request.options

    def at_least(self, version: str) -> bool:
        return versions.at_least(self.version, version)

    def name_of(self, node: Model | Link | Joint | Frame) -> Said:
        """Return the written name of a model, link, joint or frame."""
        return Said(self.names.own[node.id], ids_of(node.name))

    def reference(self, target: Id, scope: Id | None, *, chains: bool | None = None) -> Said | None:
        """Return how an element in a scope refers to a node. None if it cannot. See `Names.reference`."""
        name = self.names.reference(target, scope, chains=chains)
        return None if name is None else Said(name, ids_of(target))

    def report(self, row: Code, *, about: object = None, value: object = "", **said: Any) -> None:
        """Report something; `Ledger.report` says what the words mean."""
        self.request.ledger.report(row, about=about, value=value, **said)

    def path(self, node: Model | Link | Joint | Frame) -> str:
        """Return the path of a link, joint, model or frame for reports."""
        return self.names.paths[node.id]

    def part_path(self, node: Collision | Visual | Sensor) -> str:
        """Return the path of a sensor, collision or visual for reports."""
        return self._parts.get(id(node)) or str(getattr(node, "name", None) or getattr(node, "type", None) or "")

    @cached_property
    def _parts(self) -> dict[int, str]:
        return part_paths(self.scene)

    def plugins_of(self, joint: Joint) -> tuple[Plugin, ...]:
        """Return the plugins of a joint's model."""
        return self._plugins.get(joint.model, ())

    @cached_property
    def _plugins(self) -> dict[Id | None, tuple[Plugin, ...]]:
        return {model.id: model.plugins for model in self.scene.models}

    @cached_property
    def kinematics(self) -> Kinematics:
        return Kinematics(self.scene)

    @cached_property
    def resolver(self) -> PoseResolver:
        return PoseResolver(self.scene, self.kinematics)


def is_own(request: WriteRequest) -> bool:
    return request.source_format == "sdformat"


def is_as_was(request: WriteRequest, version: str) -> bool:
    return is_own(request) and request.source_version == version
