"""State of the writer while one scene is written. The pose of a file is the start, so all poses here are those at the initial positions."""

from __future__ import annotations

from scenec.converters.common.start_poses import StartPoses
from scenec.converters.format import WriteRequest
from scenec.ir.base import WORLD, Id, Named

FORMAT = "mjcf"


class Writing(StartPoses):
    """One run of the writer. owner: the link or joint whose parts are being written."""

    format = "mjcf"

    def __init__(self, request: WriteRequest) -> None:
        super().__init__(request)
        self.owner: Id = ""

    def is_static(self, link_id: Id) -> bool:
        """Return whether a link never moves; so is the world."""
        link = self.by_id.get(link_id)
        return link_id == WORLD or link is None or getattr(link, "model", None) in self.static

    def subject(self, part: Named) -> str:
        """Return the subject of findings about a shape, sensor or light: its path, else that of its owner and its kind."""
        path, above = self.parts.get(id(part), ""), self.paths.get(self.owner, "")
        if path and path.startswith(above):  # else it stands in several links
            return path
        kind = getattr(part, "type", "") or type(getattr(part, "geometry", part)).__name__.lower()
        return f"{above}::{part.name or kind}" if above else str(part.name or kind)
