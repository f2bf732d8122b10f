"""Values that a dropped part was worked out of, and that perhaps other parts state as well.

A joint, frame, inertial, shape, sensor or light that is dropped as a whole loses its own values. The pose and axes of a joint may also be
made of the poses of links: readers and adaptations express them in another frame. A shape, sensor or light may stand where another shape
does. A mass may be made of the sizes of shapes, and the limits and spring of an axis of the position that it reports in the pose of the
file. Such a value is not lost with the part if another part that is written says it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from scenec.accounting.id_set import IdSet
from scenec.ir.joint import Axis, Joint
from scenec.ir.light import Light
from scenec.ir.link import Collision, Visual
from scenec.ir.scene import Frame, Scene
from scenec.ir.sensor import Sensor
from scenec.ir.walk import ids_below
from scenec.trace import Ids

if TYPE_CHECKING:
    from scenec.accounting.leaf_uses import LeafUses
    from scenec.accounting.ledger import Entry, Part
    from scenec.ir.kinematics import Posed


class Shareable:
    """The values of a scene that several parts may state."""

    def __init__(self, as_read: Scene, uses: LeafUses | None = None) -> None:
        """as_read: the scene before adaptations. uses: its leaves, if it is stamped."""
        self._scene = as_read
        self._uses = uses

    @cached_property
    def places(self) -> IdSet:
        """The values that place models, links and frames."""
        scene = self._scene
        groups: tuple[tuple[Posed, ...], ...] = (scene.models, scene.links, scene.frames)
        return self._below(part.pose for group in groups for part in group)

    @cached_property
    def shapes(self) -> IdSet:
        """The values that shapes, their poses and meshes are made of."""
        shapes: Iterator[Collision | Visual] = chain.from_iterable((*link.collisions, *link.visuals) for link in self._scene.links)
        return self._below((*self._scene.meshes, *(value for part in shapes for value in (part.geometry, part.pose))))

    def _below(self, values: Iterable[object]) -> IdSet:
        ids = ids_below(values)
        return IdSet(ids if self._uses is None else self._uses.sources(ids))

    def without_scene(self) -> Shareable:
        """The same, found now, so that the scene can be let go of."""
        found = Shareable(Scene())
        found.__dict__.update(places=self.places, shapes=self.shapes)
        return found


class SharedValues:
    """The values that dropped parts of a scene may share. shareable: those of the scene before adaptations. steering: values that steered
    the reading. uses: the leaves of the scene that is written, which dropped parts may be of. found: the shared values of all entries so
    far."""

    def __init__(self, shareable: Shareable, steering: IdSet, uses: LeafUses) -> None:
        self.found: set[int] = set()
        self._uses = uses
        self._shareable = shareable
        self._steering = steering

    def without(self, entry: Entry) -> Ids:
        """Return the values of an entry except those that may also belong to other parts than those which it drops."""
        if not entry.parts or entry.template.fate != "dropped":
            return entry.ids
        shared = {each for part in entry.parts for each in self._of(part)}.intersection(entry.ids)
        self.found |= shared
        return tuple([each for each in entry.ids if each not in shared])

    def _of(self, part: Part | Axis) -> set[int]:
        if isinstance(part, Axis):
            return set(self._uses.sources_of(part.reported_offset))
        if isinstance(part, Frame):  # nothing but a name for a place
            return self._below(part)
        places = self._shareable.places
        if isinstance(part, Joint):
            return {each for each in self._below(part.pose, *(axis.xyz for axis in part.axes)) if each in places}
        if isinstance(part, Collision | Visual | Sensor | Light):
            return {each for each in self._below(part.pose) if each in places or each in self._shareable.shapes}
        return {each for each in self._below(part) if each in self._shareable.shapes or each in self._steering}

    def _below(self, *values: object) -> set[int]:
        return set(self._uses.sources(ids_below(values)))
