"""`Geometry` and `Appearance`: they have no shape, they place and name others or just mark a place."""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.converters.simrobot.cursor import SceneCursor
from scenec.converters.simrobot.read_pose import HERE, pose_or_none
from scenec.converters.simrobot.reading import Reading
from scenec.ir import Id, Pose
from scenec.trace import traced


class Home(msgspec.Struct, frozen=True, gc=False):
    """The link that parts belong to, and its model."""

    link: Id
    model: Id


class Container:
    """What a shape stands in; without a cursor the link itself.

    X_LC: its pose in the link. namer: the innermost container with a name, by which shapes go that have none of their own.
    used: whether any does.
    """

    def __init__(self, cursor: SceneCursor | None = None, outer: Container | None = None, X_LC: Pose = HERE) -> None:
        self.cursor = cursor
        self.X_LC = X_LC
        self.namer: Container | None = self if cursor and cursor.name else outer.namer if outer else None
        self.used = False

    def name_for(self, shape: SceneCursor) -> str:
        """The shape's own name, else that of the container around it, else what SimRobot calls it."""
        if shape.name or self.namer is None or self.namer.cursor is None:
            return shape.called
        self.namer.used = True
        return self.namer.cursor.called


def read_places(containers: list[Container], reading: Reading, home: Home) -> None:
    """Named containers by which no shape goes are named places: frames of the model. Of those that hold shapes only own names
    count; an inherited one has chosen its template and done its work."""
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
            reading.ineffective("container", traced("", ids), cursor.tag, "it has neither a name nor a part")
