"""State of the writer while one scene is written. The pose of a file is the start, so all poses here are those at the initial positions."""

from __future__ import annotations

from scenec.converters.common.poses_in_frames import StartPoses
from scenec.converters.format import WriteRequest
from scenec.ir.base import WORLD, Id

FORMAT = "mjcf"


class Writing(StartPoses):
    """One run of the writer. owner: the link or joint whose parts are being written."""

    format = "mjcf"

    def __init__(self, request: WriteRequest) -> None:
        super().__init__(request)

    def is_static(self, link_id: Id) -> bool:
        """Return whether a link never moves; so is the world."""
        link = self.by_id.get(link_id)
        return link_id == WORLD or link is None or getattr(link, "model", None) in self.static
