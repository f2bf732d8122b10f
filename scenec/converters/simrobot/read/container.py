"""`Geometry` and `Appearance` elements: containers without a shape, which place and name others or mark a place."""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.converters.simrobot.findings.reading import CONTAINER_INEFFECTIVE
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.pose import HERE, pose_or_none
from scenec.ir import Id, Pose
from scenec.trace import traced


class Home(msgspec.Struct, frozen=True, gc=False):
    """The link that parts belong to, and its model."""

    link: Id
    model: Id


class Container:
    """A container of shapes; without a cursor the link itself.

    X_LC: its pose in the link. namer: the innermost container with a name, which names shapes without one. used: whether it names any.
    """

    def __init__(self, cursor: SceneCursor | None = None, outer: Container | None = None, X_LC: Pose = HERE) -> None:
        self.cursor = cursor
        self.X_LC = X_LC
        self.namer: Container | None = self if cursor and cursor.name else outer.namer if outer else None
        self.used = False

    def name_for(self, shape: SceneCursor) -> str:
        """Return the shape's own name, else that of the container around it, else SimRobot's default name."""
        if shape.name or self.namer is None or self.namer.cursor is None:
            return shape.called
        self.namer.used = True
        return self.namer.cursor.called


def read_named_frames(containers: list[Container], reading: Reading, home: Home) -> None:
    """Make frames of named containers that name no shape.
    Of containers with shapes only own names count; an inherited one has only chosen the template."""
    for container in containers:
        cursor = container.cursor
        if cursor is None or container.used:
            continue
        empty = not any(cursor.of_class(cursor.element.element_class))
        if cursor.name and (empty or cursor.element.home("name") is cursor.element.parts[0]):
            reading.frames.append(
                ir.Frame(
                    id=reading.new_id("frame"),
                    name=cursor.name,
                    model=home.model,
                    attached_to=home.link,
                    pose=pose_or_none(container.X_LC),
                    origin=cursor.origin,
                )
            )
        elif empty and (ids := cursor.all_ids()):
            reading.ineffective(CONTAINER_INEFFECTIVE, traced("", ids), cursor.tag)
