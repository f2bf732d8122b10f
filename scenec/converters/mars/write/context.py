"""State of the writer while one scene is written: paths, poses, and findings.

The zero of every joint in MARS is its position in the file, so all poses here are those at the initial positions.
"""

from __future__ import annotations

from typing import Any

from scenec.accounting.leaf_uses import whole
from scenec.accounting.lens import unwrap
from scenec.converters.common.numbers import is_computed
from scenec.converters.common.write_context import HERE, Placed, WriteContext, bare_pose, with_leaves
from scenec.converters.format import WriteRequest
from scenec.converters.mars.vocabulary import keys
from scenec.converters.mars.write.bounds import refuse_beyond
from scenec.converters.mars.write.values import flag, number, quaternion, vec, vector
from scenec.ir.base import WORLD, Id
from scenec.ir.pose import Pose
from scenec.leaves import LeafSet, bare, is_flag, leaves_of, made_of
from scenec.syntax.element import Element
from scenec.syntax.passing_text import PassingText
from scenec.syntax.said import spelled
from scenec.trace import derived

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
        """Return the subject of findings about a shape, sensor or light: its path, else the path of the current link and its kind."""
        path, above = self.parts.get(id(unwrap(part)), ""), self.paths.get(self.owner, "link")
        if path.startswith(f"{above}::"):  # else it stands in several links
            return path
        kind = getattr(part, "type", "") or getattr(part, "geometry", part).__class__.__name__.lower()
        return f"{above}::{part.name or kind}"

    @property
    def is_yaml(self) -> bool:
        """Whether the scene is written as YAML. Many formats have that suffix, so without ``.yml`` it takes --to mars."""
        return self._is_yaml

    def seal(self, entry: Element) -> None:
        """Complete an entry of one of the lists. Raises WriteError for numbers that overflow."""
        refuse_beyond(entry)
        if not self.is_yaml:  # made of the same entries
            entry.seal(ENTRY_DEPTH, self._sealed)

    # -- places

    def is_static(self, link_id: Id) -> bool:
        """Return whether a link never moves; so is the world."""
        link = self.seen.get(link_id)
        return link_id == WORLD or link is None or link.model in self.static

    def in_world(self, thing_id: Id | None) -> Placed:
        """Where a model, link, joint or frame is at the start. Its numbers know those of the poses on the way."""
        chain: list[Id] = []
        at = thing_id
        self.kinematics.at_zero(thing_id)  # refuses poses that are relative to each other in a circle
        while at is not None and at in self.seen and at not in self._in_world:
            chain.append(at)
            at = self.kinematics.reference(at)
        X_W = self._in_world.get(at, Placed(HERE)) if at is not None else Placed(HERE)
        for each in reversed(chain):
            node = self.seen[each]
            local, stated = self.kinematics._local(each), bare_pose(node.pose, None)
            local = stated if local == stated else with_leaves(local, stated, (stated, stated.rotation))
            local = self.steered_to_place(local, each)
            X_W = X_W @ Placed(local, any(map(is_computed, local.position)))
            around = with_leaves(X_W.pose, (X_W.pose, node.relative_to), (X_W.pose.rotation, node.relative_to))
            self._in_world[each] = X_W = Placed(self._joined(around), X_W.computed)
        body = self.kinematics.body_of(thing_id) if thing_id is not None else WORLD
        D = self.displaced.get(body)
        if D is None or thing_id in {model.id for model in self.scene.models}:
            return X_W
        return Placed(self.steered_to_start(with_leaves(derived(D @ X_W.pose, X_W.pose), X_W.pose, X_W.pose.rotation), body), computed=True)

    def _joined(self, pose: Pose) -> Pose:
        """The same pose, whose position and rotation have one leaf each, however many poses it was made of."""
        uses = self.request.uses
        if uses is None:
            return pose
        position, rotation = leaves_of(pose.position), leaves_of(pose.rotation)
        if len(position) <= 3 and len(rotation) <= 3:
            return pose
        return Pose(made_of(bare(pose.position), LeafSet(uses.join(position))), pose.rotation.with_leaves(uses.join(rotation)))

    def within(self, part: Any, owner: Id) -> Placed:
        """Where a part of a link is in it. part: through the lens."""
        reference = part.relative_to
        pose = bare_pose(part.pose, reference)
        own = Placed(pose, any(map(is_computed, pose.position)))
        if reference is None or reference == owner:
            return own
        fixed = self.kinematics.relative(str(reference), owner)
        placed = Placed(derived(fixed, fixed), computed=True) @ own if not fixed.is_identity else own
        around = self.in_world(str(reference)).pose if str(reference) in self.seen else HERE  # which decides, too
        position = (own.pose.position, reference, around)
        return Placed(with_leaves(placed.pose, position, (own.pose.rotation, reference, around.rotation)), placed.computed)


def placed_text(holder: Element, placed: Placed, position: str = "position", rotation: str = "rotation") -> None:
    """Where a node is, completely."""
    pose = placed.pose
    vector(holder, position, vec(pose.position) if placed.computed else pose.position)
    quaternion(holder, rotation, pose.rotation, worked_out=placed.computed)


def restore(writing: Writing, out: Element, node: Any, tag: str) -> None:
    """Write the values that only MARS has and that the scene stores."""
    for extra in node.extras:
        key = extra.key.rpartition("/")[2]
        if extra.format != "mars" or key not in keys(tag) or any(child.tag == key for child in out.children):
            continue
        if extra.content:
            _restore_content(out, key, extra)
            continue
        value = extra.value
        if isinstance(value, tuple):
            vector(out, key, value, "xyzw"[: len(value)] if len(value) < 4 else "rgba")
        elif is_flag(value):
            out.append(key, flag(value))
        elif isinstance(value, (int, float)):
            out.append(key, number(value))
        elif value is not None:
            out.append(key, spelled(value))


def _restore_content(out: Element, key: str, extra: Any) -> None:
    """A key that is a map, with all that is in it."""
    above = [out.append(key, says=(whole(extra),))]
    for item in extra.content:
        del above[item.depth + 1 :]
        if not item.tag:
            above[-1].say(spelled(item.text))
            continue
        above.append(above[-1].append(item.tag, spelled(item.text) if item.text else None))
        for name, text in item.attributes:
            above[-1].set(name, spelled(text))
