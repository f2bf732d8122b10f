"""Select the parts of a scene that can be written as includes again: those whose files still equal them.

Each file is read again and compared. A model that was edited or adapted is written out. Values that an include can state (name, pose,
static, placement frame, namespace, plugins) may differ. If a version was asked for, files of newer versions are written out, too. In the
version of the source everything stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.versions import KNOWN, order
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.members import Members, members_of
from scenec.ir.base import Id, Node, Plugin
from scenec.ir.geometry import Mesh
from scenec.ir.scene import Actor, Frame, Model, Use
from scenec.syntax.said import Said, constant

if TYPE_CHECKING:
    from scenec.converters.sdformat.write.included_scene import IncludedScene

OWN = ("name", "pose", "relative_to", "placement_frame", "static", "namespace", "plugins")
"""Fields of a model that its include can state."""
MERGED = ("pose", "relative_to")
"""Fields of the frame of a merged model that its include can state."""


class Inclusion(msgspec.Struct):
    """One include to be written.

    top: what it brings: a model, an actor, or for a merged one the frame that represents its model. first: the node
    in whose place it is written. content: everything it brings. file: `top` as the included file states it. says: what the source stated
    in the include. plugins: those that it adds; file_plugins: those of a model that its file states. meshes: those that were compared.
    """

    use: Use
    top: Model | Actor | Frame
    first: Any
    content: list[Any]
    file: Any
    says: dict[str, str]
    uri: Said
    plugins: list[Plugin]
    file_plugins: list[Plugin]
    meshes: list[Mesh]

    @property
    def merge(self) -> bool:
        return isinstance(self.top, Frame)


class Reuse:
    """Decide for every use of an included file, outer ones first. Uses inside an accepted include belong to it."""

    def __init__(self, context: Context, members: Members, *, models_stand_alone: bool) -> None:
        """models_stand_alone: the result is a model file, in which the outermost models cannot be includes."""
        self._context = context
        self._contents = members
        self._alone = models_stand_alone
        self._read: dict[tuple[str, str, str | None, bool], IncludedScene | None] = {}
        self._brought: dict[Id, list[Any]] = {}
        self._inclusions: dict[Id, Inclusion] = {}
        self._swallowed: set[Id] = set()
        if context.options.flatten or all(asset.found is None for asset in context.scene.assets):  # only files are included
            return
        from scenec.converters.sdformat.write.included_files import IncludedFiles  # these load the reader
        from scenec.converters.sdformat.write.included_scene import FoundFiles

        self._known = FoundFiles(context.scene)
        self._files = IncludedFiles(context)
        self._meshes = {mesh.id: mesh for mesh in context.scene.meshes}
        self._models = {model.id: model for model in context.scene.models}
        for node in self._nodes():
            if node.use is not None:
                self._brought.setdefault(node.use, []).append(node)
        self._decide()

    def of(self, node: Node) -> Inclusion | None:
        """Return the include that brings a node, if one is written. Do not ask for nodes inside an included model."""
        use: Id | None = getattr(node, "use", None)
        return self._inclusions.get(use) if use is not None else None

    @property
    def is_complete(self) -> bool:
        """Whether everything that was included is included again. Of a model that is merged with custom elements in it only the file tells
        that it was included: its parts name no use."""
        assets = {asset.id: asset for asset in self._context.scene.assets}
        if not {each.name for each in self._context.ledger.documents[1:]} <= {asset.file for asset in assets.values()}:
            return False
        uses = [use for use in self._context.scene.uses if use.asset in assets and assets[use.asset].found is not None]
        return all(use.id in self._inclusions or use.id in self._swallowed for use in uses)

    def own_plugins(self, plugins: Sequence[Plugin]) -> list[Plugin]:
        """Return the plugins that no written include brings or adds."""
        return [plugin for plugin in plugins if self.of(plugin) is None]

    # -- deciding

    def _nodes(self) -> Iterator[Any]:
        """Yield every node that can name a use. Links come first: they decide in whose place a merged include is written."""
        scene = self._context.scene
        for group in (scene.links, scene.joints, scene.frames, scene.grippers, scene.models, scene.actors):
            yield from group

    def _decide(self) -> None:
        swallowed = self._swallowed
        assets = {asset.id: asset for asset in self._context.scene.assets}
        for use in self._context.scene.uses:
            asset = assets.get(use.asset)
            if use.parent in swallowed:
                swallowed.add(use.id)
            elif asset is not None and asset.found is not None:
                inclusion = self._inclusion(use, asset.found)
                if inclusion is not None:
                    swallowed.add(use.id)
                    self._inclusions[use.id] = inclusion
        self._files.settle()
        for inclusion in self._inclusions.values():
            inclusion.uri = constant(self._files.uri(inclusion.use))

    def _inclusion(self, use: Use, found: str) -> Inclusion | None:
        brought, says = self._brought.get(use.id, []), dict(use.arguments)
        merge = "merge" in says
        top = next((node for node in brought if isinstance(node, Frame if merge else (Model, Actor))), None)
        if top is None or (not merge and len(brought) > 1):
            return None
        holder = _holder_of(top)
        if holder is None and self._alone:
            return None
        tag = "world" if holder is None else "model"
        name = top.name if not merge else use.name
        content = members_of(self._contents, [top, *(node for node in brought if node is not top)])
        again = self._included_scene(found, tag, str(name) if merge else None, merge)
        if again is None or not self._is_old_enough(again) or not self._have_their_names(content[1:]):
            return None
        file = self._compared(content, again, holder, merge)
        if file is None:
            return None
        around = self._plugins_around(top)
        plugins = [plugin for plugin in around if plugin.use == use.id]
        first = next((node for node in brought if node is not top), top) if merge else top
        of_file = [] if merge else [plugin for plugin in around if plugin.use is None]
        meshes = [self._meshes[mesh] for mesh in self._comparison.meshes]
        made = Inclusion(use, top, first, content, file, says, constant(""), plugins, of_file, meshes)
        return made if self._can_be_written(made, tag) and self._files.add(use, found, again) else None

    def _included_scene(self, found: str, tag: str, name: str | None, merge: bool) -> IncludedScene | None:
        from scenec.converters.sdformat.write.included_scene import read_included

        key = (found, tag, name, merge)
        if key not in self._read:
            self._read[key] = read_included(found, self._known, tag, name, merge=merge)
        return self._read[key]

    def _is_old_enough(self, again: IncludedScene) -> bool:
        if self._context.as_was or not self._context.options.version:
            return True
        limit = order(self._context.version)
        return all(version in KNOWN and order(version) <= limit for version in again.versions)

    def _have_their_names(self, content: Sequence[Any]) -> bool:
        names = self._context.names.own
        return all(str(node.name) == names.get(node.id) for node in content if hasattr(node, "id"))

    def _compared(self, content: list[Any], again: IncludedScene, holder: Id | None, merge: bool) -> Any:
        """Return what the file brings in place of the first node. None if the scene no longer equals the file."""
        from scenec.converters.sdformat.write.scene_equality import Comparison

        other = again.scene
        members = Members(other)
        others: list[Any] = [*other.links, *other.joints, *other.frames, *other.grippers, *other.models, *other.actors]
        brought = [node for node in others if node.use is not None and node.use == other.uses[0].id] if other.uses else []
        top = next((node for node in brought if type(node) is type(content[0])), None)
        if top is None:
            return None
        places = {holder: other.models[0].id} if holder is not None else {}
        theirs = members_of(members, [top, *(node for node in brought if node is not top)])
        if not self._plugins_are_equal(content[0], top, again, merge):
            return None
        self._comparison = Comparison(self._meshes, other, places)
        but = MERGED if merge else (*OWN, "parent")
        return top if self._comparison.are_equal(content, theirs, but) else None

    def _plugins_are_equal(self, mine: Model | Actor | Frame, top: Model | Actor | Frame, again: IncludedScene, merge: bool) -> bool:
        """Compare the plugins of a model with those of its file. Merging adds plugins to the model around it, but not to a world."""
        if not (merge or isinstance(mine, Frame) or isinstance(top, Frame)):
            return _file_plugins(mine.plugins) == _file_plugins(top.plugins)
        if again.scene.plugins:
            return False
        theirs = [plugin for model in again.scene.models[:1] for plugin in model.plugins if plugin.use is not None]
        use = mine.use
        ours = [plugin for plugin in self._plugins_around(mine) if plugin.use == use]
        return [_without_use(plugin) for plugin in ours] == [_without_use(plugin) for plugin in theirs]

    def _plugins_around(self, top: Model | Actor | Frame) -> Sequence[Plugin]:
        if not isinstance(top, Frame):
            return tuple(top.plugins)
        holder = top.model
        return tuple(self._models[holder].plugins) if holder is not None else ()

    def _can_be_written(self, inclusion: Inclusion, tag: str) -> bool:
        """Return whether the version has the elements that the include needs."""
        top, path = inclusion.top, f"{tag}/include"
        needed = ["@merge"] if inclusion.merge else []
        needed += ["plugin"] if inclusion.plugins and not inclusion.merge else []
        needed += [word for word in ("placement_frame", "namespace") if getattr(top, word, None) is not None and word in inclusion.says]
        version, as_was = self._context.version, self._context.as_was
        if isinstance(top, Model) and any(
            getattr(top, word) is None and getattr(inclusion.file, word) is not None for word in ("static", "namespace", "placement_frame")
        ):
            return False  # an include cannot take back what the file says
        return all(vocabulary.spoken(each, version, as_was) for each in (path, *(f"{path}/{word}" for word in needed)))


def _holder_of(top: Model | Actor | Frame) -> Id | None:
    """Return the model around a node, None in a world."""
    if isinstance(top, Model):
        return top.parent
    return top.model if isinstance(top, Frame) else None


def _file_plugins(plugins: Sequence[Plugin]) -> tuple[Plugin, ...]:
    """Return the plugins of the file itself."""
    return tuple(plugin for plugin in plugins if plugin.use is None)


def _without_use(plugin: Plugin) -> Plugin:
    return msgspec.structs.replace(plugin, use=None)
