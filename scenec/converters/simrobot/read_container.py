"""`Geometry` and `Appearance`: they have no shape, they place others or just mark a place."""

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


def read_container(container: SceneCursor, X_LC: Pose, reading: Reading, home: Home) -> tuple[ir.Extra, ...]:
    """What a container says beside placing its parts: an empty one with a name is a named place, thus a frame of the model; an
    own name of a filled one is kept for SimRobot. X_LC: its pose in the link."""
    if any(container.of_class(container.element.element_class)):
        own_name = container.name and container.element.home("name") is container.element.parts[0]
        return (reading.extra(container, container.tag, container.name or ""),) if own_name else ()
    if container.name:
        reading.frames.append(ir.Frame(id=reading.new_id("frame"), name=container.name, model=home.model, attached_to=home.link,
                                       pose=pose_or_none(X_LC), origin=container.origin))
    elif ids := container.all_ids():
        reading.ineffective("container", traced("", ids), container.tag, "it has neither a name nor a part")
    return ()
