"""Values that place a dropped joint or frame, and perhaps other parts as well.

A joint that is dropped as a whole loses its own values. Its pose and axes may also be made of the poses of links: readers and adaptations
express them in another frame. Such a value is not lost with the joint if a part that is written is placed by it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from scenec.ir.scene import Frame, Scene
from scenec.ir.walk import ids_below
from scenec.trace import Ids

if TYPE_CHECKING:
    from scenec.accounting.ledger import Entry
    from scenec.ir.joint import Joint


class SharedPlaces:
    """The values that place dropped joints and frames. as_read: the scene before adaptations. found: those of all entries so far."""

    def __init__(self, scene: Scene, as_read: Scene) -> None:
        self.found: set[int] = set()
        self._scene = scene
        self._as_read = as_read

    def without(self, entry: Entry) -> Ids:
        """Return the values of an entry except those that may also place other parts than the one which it drops."""
        part = self._parts.get(entry.part) if entry.part and entry.template.fate == "dropped" else None
        if part is None or not entry.ids:
            return entry.ids
        if isinstance(part, Frame):  # nothing but a name for a place
            places = set(entry.ids)
        else:
            places = ids_below((part.pose, *(axis.xyz for axis in part.axes))) & self._places
        self.found |= places
        return tuple([each for each in entry.ids if each not in places])

    @cached_property
    def _parts(self) -> dict[str, Joint | Frame]:
        scene = self._scene
        return {joint.id: joint for joint in scene.joints} | {frame.id: frame for frame in scene.frames}

    @cached_property
    def _places(self) -> set[int]:
        """The values that place models, links and frames."""
        scene = self._as_read
        return ids_below(part.pose for group in (scene.models, scene.links, scene.frames) for part in group)
