"""Which parts of a scene can be written as the includes they were: those whose files still say what the scene says.

Each file is read anew and compared, so that a model that was edited or adapted is written out; what an include can say itself (name,
pose, static, placement frame, namespace, plugins) may differ. Where a version is asked for, a file that is newer is written out, too:
readers of that version would not take it. In the source's own version everything stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.contents import Contents, content_of
from scenec.converters.sdformat.context import Context
from scenec.converters.sdformat.versions import KNOWN, order
from scenec.ir.base import Id, Plugin
from scenec.ir.scene import Actor, Frame, Model, Use

if TYPE_CHECKING:
    from scenec.converters.sdformat.reread import Reread

OWN = ("name", "pose", "relative_to", "placement_frame", "static", "namespace", "plugins")
"""What an include says itself of the model it brings."""


class Inclusion(msgspec.Struct):
    """One include to be written.

    top: what it brings, through a lens: a model, an actor, or for a merged one the frame that stands for its model. first: the node in
    whose place it is written. content: everything it brings. file: what the included file itself says `top` is. says: what it stated.
    """

    use: Use
    top: Any
    first: Any
    content: list[Any]
    file: Any
    says: dict[str, str]
    uri: str
    plugins: list[Plugin]

    @property
    def merge(self) -> bool:
        return isinstance(self.top, Frame)


class Reuse:
    """Decides for every use of an included file, outer ones first; what stands in an accepted one is part of it."""

    def __init__(self, context: Context, contents: Contents, *, models_stand_alone: bool) -> None:
        """models_stand_alone: the file is a model file, in which the outermost models cannot be included."""
        self._context = context
        self._contents = contents
        self._alone = models_stand_alone
        self._read: dict[tuple[str, str, str | None, bool], Reread | None] = {}
        self._brought: dict[Id, list[Any]] = {}
        self._inclusions: dict[Id, Inclusion] = {}
        if context.options.flatten or not context.scene.uses:
            return
        from scenec.converters.sdformat.included_files import IncludedFiles  # these load the reader
        from scenec.converters.sdformat.reread import KnownFiles

        self._known = KnownFiles(context.scene)
        self._files = IncludedFiles(context)
        self._meshes = {unwrap(mesh).id: mesh for mesh in context.request.scene.meshes}
        self._bare_meshes = {mesh.id: mesh for mesh in context.scene.meshes}
        self._models = {unwrap(model).id: model for model in context.request.scene.models}
        for node in self._nodes():
            if unwrap(node).use is not None:
                self._brought.setdefault(unwrap(node).use, []).append(node)
        self._decide()

    def of(self, node: Any) -> Inclusion | None:
        """The include that brings a node, if one is written. Nodes inside an included model are not asked about."""
        use = unwrap(node).use
        return self._inclusions.get(use) if use is not None else None

    def own_plugins(self, plugins: Sequence[Plugin]) -> list[Plugin]:
        """Those that no written include brings or adds."""
        return [plugin for plugin in plugins if self.of(plugin) is None]

    # -- deciding

    def _nodes(self) -> Iterator[Any]:
        """Everything that can name a use, links first: they say in whose place a merged include stands."""
        scene = self._context.request.scene
        for group in (scene.links, scene.joints, scene.frames, scene.grippers, scene.models, scene.actors):
            yield from group

    def _decide(self) -> None:
        swallowed: set[Id] = set()
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
            inclusion.uri = self._files.uri(inclusion.use)
            for node in (*inclusion.content, *inclusion.plugins):
                mark_read(node)

    def _inclusion(self, use: Use, found: str) -> Inclusion | None:
        brought, says = self._brought.get(use.id, []), dict(use.arguments)
        merge = "merge" in says
        top = next((node for node in brought if isinstance(node, Frame if merge else (Model, Actor))), None)
        if top is None or (not merge and len(brought) > 1):
            return None
        holder = _holder_of(unwrap(top))
        if holder is None and self._alone:
            return None
        tag = "world" if holder is None else "model"
        name = unwrap(top).name if not merge else use.name
        content = content_of(self._contents, [top, *(node for node in brought if node is not top)])
        again = self._reread(found, tag, str(name) if merge else None, merge)
        if again is None or not self._is_old_enough(again) or not self._are_named_as_read(content[1:]):
            return None
        file = self._compared(content, again, holder, merge)
        if file is None:
            return None
        plugins = [plugin for plugin in self._plugins_around(top, merge) if unwrap(plugin).use == use.id]
        first = next((node for node in brought if node is not top), top) if merge else top
        made = Inclusion(use, top, first, content, file, says, "", plugins)
        if not self._can_be_said(made, tag) or not self._files.add(use, found, again):
            return None
        for mesh in self._comparison.meshes:
            mark_read(self._meshes[mesh])
        return made

    def _reread(self, found: str, tag: str, name: str | None, merge: bool) -> Reread | None:
        from scenec.converters.sdformat.reread import reread

        key = (found, tag, name, merge)
        if key not in self._read:
            self._read[key] = reread(found, self._known, tag, name, merge=merge)
        return self._read[key]

    def _is_old_enough(self, again: Reread) -> bool:
        if self._context.as_was or not self._context.options.version:
            return True
        limit = order(self._context.version)
        return all(version in KNOWN and order(version) <= limit for version in again.versions)

    def _are_named_as_read(self, content: Sequence[Any]) -> bool:
        names = self._context.names.own
        bare = [unwrap(node) for node in content]
        return all(str(node.name) == names.get(node.id) for node in bare if hasattr(node, "id"))

    def _compared(self, content: list[Any], again: Reread, holder: Id | None, merge: bool) -> Any:
        """What the file brings in the place of the first node, None if the rest is not what it was."""
        from scenec.converters.sdformat.alike import Comparison

        other = again.scene
        contents = Contents(other)
        others: list[Any] = [*other.links, *other.joints, *other.frames, *other.grippers, *other.models, *other.actors]
        brought = [node for node in others if node.use is not None and node.use == other.uses[0].id] if other.uses else []
        top = next((node for node in brought if type(node) is type(unwrap(content[0]))), None)
        if top is None:
            return None
        places = {holder: other.models[0].id} if holder is not None else {}
        theirs = content_of(contents, [top, *(node for node in brought if node is not top)])
        mine = [unwrap(node) for node in content]
        if not self._plugins_are_alike(mine[0], top, again, merge):
            return None
        self._comparison = Comparison(self._bare_meshes, other, places)
        but = ("pose", "relative_to") if merge else (*OWN, "parent")
        return top if self._comparison.alike(mine, theirs, but) else None

    def _plugins_are_alike(self, mine: Any, top: Any, again: Reread, merge: bool) -> bool:
        """Of a model those its file has; merging adds them to those of the model around it (of a world, that is left alone)."""
        if not merge:
            return _file_plugins(mine.plugins) == _file_plugins(top.plugins)
        if again.scene.plugins:
            return False
        theirs = [plugin for model in again.scene.models[:1] for plugin in model.plugins if plugin.use is not None]
        use = mine.use
        ours = [unwrap(plugin) for plugin in self._plugins_around(mine, merge) if unwrap(plugin).use == use]
        return [_without_use(plugin) for plugin in ours] == [_without_use(plugin) for plugin in theirs]

    def _plugins_around(self, top: Any, merge: bool) -> Sequence[Plugin]:
        if not merge:
            return tuple(top.plugins)
        holder = unwrap(top).model
        return tuple(self._models[holder].plugins) if holder is not None else ()

    def _can_be_said(self, inclusion: Inclusion, tag: str) -> bool:
        """Whether the version has the words."""
        top, path = unwrap(inclusion.top), f"{tag}/include"
        needed = ["@merge"] if inclusion.merge else []
        needed += ["plugin"] if inclusion.plugins and not inclusion.merge else []
        needed += [word for word in ("placement_frame", "namespace") if getattr(top, word, None) is not None and word in inclusion.says]
        version, as_was = self._context.version, self._context.as_was
        if isinstance(top, Model) and any(
            getattr(top, word) is None and getattr(inclusion.file, word) is not None for word in ("static", "namespace", "placement_frame")
        ):
            return False  # an include cannot take back what the file says
        return all(vocabulary.spoken(each, version, as_was) for each in (path, *(f"{path}/{word}" for word in needed)))


def _holder_of(top: Any) -> Id | None:
    """The model around something, None in a world."""
    if isinstance(top, Model):
        return top.parent
    return top.model if isinstance(top, Frame) else None


def _file_plugins(plugins: Sequence[Plugin]) -> tuple[Plugin, ...]:
    """Those that the file itself has."""
    return tuple(plugin for plugin in map(unwrap, plugins) if plugin.use is None)


def _without_use(plugin: Plugin) -> Plugin:
    return msgspec.structs.replace(plugin, use=None)
