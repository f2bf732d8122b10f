"""What all parts of the writer share while one scene is written: who is who, where things are, what was told.

Where a scene stands in MARS is where it starts: every joint's zero is its position in the file. So all poses here are those at
the initial positions.
"""

from __future__ import annotations

from typing import Any

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.write_context import HERE, Placed, WriteContext
from scenec.converters.format import WriteRequest
from scenec.converters.mars.vocabulary import keys
from scenec.converters.mars.write_bounds import refuse_beyond
from scenec.converters.mars.write_values import flag, number, quaternion, vec, vector
from scenec.ir.base import WORLD, Id
from scenec.syntax.passing_text import PassingText
from scenec.syntax.xml_printing import Out
from scenec.trace import derived, ids_of

ENTRY_DEPTH = 2
"""An entry stands in its list, which stands in the file."""


class Writing(WriteContext):
    """One run of the writer."""

    def __init__(self, request: WriteRequest) -> None:
        super().__init__(request)
        self.owner: Id = ""
        self._in_world: dict[Id, Placed] = {}
        self._sealed = PassingText()
        self._is_yaml = request.suffix == ".yml" or request.stem.lower().endswith((".yml", ".yaml"))

    @property
    def from_mars(self) -> bool:
        return self.request.source_format == "mars"

    def subject(self, part: Any) -> str:
        """What a shape, sensor or light is called; of what has no path, that of the link that is being written and its kind."""
        bare = unwrap(part)
        path, above = self.parts.get(id(bare), ""), self.paths.get(self.owner, "link")
        if path.startswith(f"{above}::"):  # else it stands in several links
            return path
        kind = getattr(bare, "type", "") or type(getattr(bare, "geometry", bare)).__name__.lower()
        return f"{above}::{bare.name or kind}"

    @property
    def is_yaml(self) -> bool:
        """Whether the scene is written as YAML: a suffix of many formats, so that without ``.yml`` it is only written with --to mars."""
        return self._is_yaml

    def seal(self, entry: Out) -> None:
        """An entry of one of the lists is complete. Raises WriteError for what nobody can compute with."""
        refuse_beyond(entry)
        if not self.is_yaml:  # made of the same entries
            entry.seal(ENTRY_DEPTH, self._sealed)

    # -- places

    def is_static(self, link_id: Id) -> bool:
        """Whether a link never moves, as the world."""
        link = self.seen.get(link_id)
        return link_id == WORLD or link is None or unwrap(link).model in self.static

    def in_world(self, thing_id: Id | None) -> Placed:
        """Where a model, link, joint or frame is at the start; the poses on the way count as read."""
        chain: list[Id] = []
        at = thing_id
        self.kinematics.at_zero(thing_id)  # refuses poses that are relative to each other in a circle
        while at is not None and at in self.seen and at not in self._in_world:
            chain.append(at)
            at = self.kinematics.reference(at)
        X_W = self._in_world.get(at, Placed(HERE)) if at is not None else Placed(HERE)
        for each in reversed(chain):
            node = self.seen[each]
            local = self.kinematics._local(each)
            mark_read(node.pose)
            _ = node.relative_to
            worked_out = any(len(ids_of(part)) > 1 for part in local.position)
            self._in_world[each] = X_W = X_W @ Placed(local, worked_out)
        body = self.kinematics.body_of(thing_id) if thing_id is not None else WORLD
        D = self.displaced.get(body)
        if D is None or thing_id in {model.id for model in self.scene.models}:
            return X_W
        return Placed(derived(D @ X_W.pose, X_W.pose), computed=True)

    def within(self, part: Any, owner: Id) -> Placed:
        """Where a part of a link is in it. part: through the lens."""
        bare = unwrap(part)
        pose = bare.pose or HERE
        mark_read(part.pose)
        reference = part.relative_to
        own = Placed(pose, any(len(ids_of(each)) > 1 for each in pose.position))
        if reference is None or reference == owner:
            return own
        fixed = self.kinematics.relative(str(reference), owner)
        if str(reference) in self.seen:
            self.in_world(str(reference))  # its pose counts as read
        return Placed(derived(fixed, fixed), computed=True) @ own if not fixed.is_identity else own


def placed_text(holder: Out, placed: Placed, position: str = "position", rotation: str = "rotation") -> None:
    """Where a node is, completely."""
    pose = placed.pose
    vector(holder, position, vec(pose.position) if placed.computed else pose.position)
    quaternion(holder, rotation, pose.rotation, worked_out=placed.computed)


def restore(writing: Writing, out: Out, node: Any, tag: str) -> None:
    """What only MARS has of a node and the scene kept for it."""
    for extra in node.extras:
        bare = unwrap(extra)
        key = bare.key.rpartition("/")[2]
        if bare.format != "mars" or key not in keys(tag) or any(child.tag == key for child in out.children):
            continue
        if bare.content:
            _restore_content(out, key, extra)
            continue
        value = extra.value
        if isinstance(value, tuple):
            vector(out, key, value, "xyzw"[: len(value)] if len(value) < 4 else "rgba")
        elif type(value) is bool or repr(value) in ("True", "False"):
            out.add(key, flag(value))
        elif isinstance(value, (int, float)):
            out.add(key, number(value))
        elif value is not None:
            out.add(key, str(value))


def _restore_content(out: Out, key: str, extra: Any) -> None:
    """A key that is a map, with all that is in it."""
    mark_read(extra)
    above = [out.add(key)]
    for item in unwrap(extra).content:
        del above[item.depth + 1 :]
        if not item.tag:
            above[-1].text = str(item.text)
            continue
        above.append(above[-1].add(item.tag, str(item.text) or None))
        above[-1].attributes.update({name: str(text) for name, text in item.attributes})
