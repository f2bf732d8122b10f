"""Reading a RubySceneGraph: the program is executed as SimSpark does, and the nodes it leaves are interpreted as a scene."""

from __future__ import annotations

from scenec.converters.format import ReadRequest, ReadResult
from scenec.errors import ReadError
from scenec.source import Source


def read(request: ReadRequest) -> ReadResult:
    """The scene of an .rsg file. Raises ReadError for what SimSpark does not import at all."""
    raise ReadError("RubySceneGraph cannot be read yet", Source(request.shown))
