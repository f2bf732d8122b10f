"""`Geometry` and `Appearance`: they have no shape, they place and name others or just mark a place."""

from __future__ import annotations

from typing import NamedTuple

from scenec import ir
from scenec.converters.simrobot.cursor import SceneCursor
from scenec.converters.simrobot.read_pose import pose_or_none
from scenec.converters.simrobot.reading import Reading
from scenec.ir import Id, Pose
from scenec.trace import traced


class Home(NamedTuple):
    """The link that parts belong to, and its model."""

    link: Id
    model: Id


class Container:
    """What a shape stands in. name: of the innermost named container, used by shapes that have none of their own."""

    def __init__(self, cursor: SceneCursor | None, outer: Container | None = None) -> None:
        own = cursor.name if cursor else None
        self.cursor = cursor
        self.namer: Container | None = self if own else outer.namer if outer else None
        self.used = False

    def name_for(self, shape: SceneCursor) -> str:
        """The shape's own name, else that of the container around it, else what SimRobot calls it."""
        if shape.name or self.namer is None or self.namer.cursor is None:
            return shape.called
        self.namer.used = True
        return self.namer.cursor.called

    def unused_name(self, reading: Reading) -> tuple[ir.Extra, ...]:
        """The name that no shape goes by, kept for SimRobot; one that only chose a template has done its work."""
        if self.cursor is None or self.used or not self.cursor.name or self.cursor.element.home("name") is not self.cursor.element.parts[0]:
            return ()
        return (reading.extra(self.cursor, self.cursor.tag, self.cursor.name),)


def read_empty_container(container: SceneCursor, X_LC: Pose, reading: Reading, home: Home) -> None:
    """A named place becomes a frame of the model. X_LC: its pose in the link."""
    if container.name:
        reading.frames.append(ir.Frame(id=reading.new_id("frame"), name=container.name, model=home.model, attached_to=home.link,
                                       pose=pose_or_none(X_LC), origin=container.origin))
    elif ids := container.all_ids():
        reading.ineffective("container", traced("", ids), container.tag, "it has neither a name nor a part")


def is_empty(container: SceneCursor) -> bool:
    return not any(container.of_class(container.element.element_class))
