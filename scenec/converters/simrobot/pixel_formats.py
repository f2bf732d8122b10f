"""Pixel formats that SimRobotCore2 draws: 8 bit in red, green and blue, with or without alpha.

Src/SimRobotCore2/Graphics/OpenGL/GraphicsContext.cpp takes ARGB32, RGB32 and RGB888 of an image as Qt reads it.
"""

from __future__ import annotations

from io import BytesIO

from scenec.files import read_file

_PNG = b"\x89PNG\r\n\x1a\n"
_KINDS = {0: "grey", 3: "palette", 4: "grey with alpha"}
"""Of the colour types of PNG those that are not drawn."""


def undrawn_kind(path: str) -> str:
    """Return the pixel format of an image that the core does not draw; "" for one that it draws, or an unknown one."""
    try:
        head = read_file(path)[:26]
    except OSError:
        return ""
    return undrawn_kind_of(head)


def undrawn_kind_of(head: bytes) -> str:
    """Return the same of the first 26 bytes of an image."""
    if len(head) < 26 or not head.startswith(_PNG):
        return ""
    depth, kind = head[24], _KINDS.get(head[25], "")
    return kind or ("16 bit deep" if depth == 16 else "")


def as_rgba(path: str) -> bytes | None:
    """Return the image as a PNG of red, green, blue and alpha; None if it is broken or pillow is not installed."""
    try:
        from PIL import Image
    except ImportError:
        return None
    try:
        with Image.open(BytesIO(read_file(path))) as image:
            made = BytesIO()
            image.convert("RGBA").save(made, "PNG")
            return made.getvalue()
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
