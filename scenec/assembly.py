"""Putting a large file together without having it twice."""

from __future__ import annotations

from io import BytesIO


class Assembly(BytesIO):
    """A file in the making, for at most so many bytes (more is allowed, and costs).

    Pieces that are joined are there twice; a buffer that grows is moved again and again, and leaves holes that nothing fits into. So it
    has its full size from the beginning: memory that nothing was written to yet costs nothing.
    """

    def __init__(self, most: int) -> None:
        super().__init__(bytes(most))

    def content(self) -> bytes:
        """Return what was written."""
        self.truncate()
        return self.getvalue()
