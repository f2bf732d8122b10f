"""Images as the one colour that a picture shows of them: their mean."""

from __future__ import annotations

from scenec import files
from scenec.ir.base import Texture
from scenec.ir.material import Material

Rgba = tuple[float, float, float, float]

LARGEST, LARGEST_PER_BYTE = 1 << 24, 3
"""Pixels, and more for each byte of the file; larger images are not looked at: a few bytes may say millions of equal pixels."""
NO_READER = "install Pillow to read images"


def image_of(material: Material) -> Texture | None:
    """The image that colours a surface."""
    return material.diffuse_texture or next((pbr.albedo_map for pbr in material.pbr if pbr.albedo_map is not None), None)


class ImageColours:
    """The mean colours of the images of one scene. averaged: the uris of those that were read; left_out: uri -> why one was not."""

    def __init__(self) -> None:
        self._known: dict[str, Rgba | str] = {}
        self.averaged: dict[str, None] = {}
        self.left_out: dict[str, str] = {}

    def readable(self, image: Texture) -> bool:
        """Whether an image whose mean was asked for could be read."""
        return image.found is not None and not isinstance(self._known.get(image.found), (str, type(None)))

    def mean(self, image: Texture) -> Rgba | None:
        """Red, green, blue, opacity (0..1); None for an image that cannot be read."""
        if image.found is None:
            self.left_out[str(image.uri)] = "file not found"
            return None
        found = self._known.get(image.found)
        if found is None:
            found = self._known[image.found] = _mean_of(image.found)
        if isinstance(found, str):
            self.left_out[str(image.uri)] = found
            return None
        self.averaged[str(image.uri)] = None
        return found


def _mean_of(path: str) -> Rgba | str:
    """The mean of all pixels, transparent ones counting less; or why there is none."""
    try:
        from PIL import Image
    except ImportError:
        return NO_READER
    from io import BytesIO

    try:
        data = files.read_file(path)
        with Image.open(BytesIO(data)) as image:
            most = LARGEST + LARGEST_PER_BYTE * len(data)
            if image.width * image.height > most:
                image.draft("RGB", (1024, 1024))  # a JPEG can be read at a fraction of its size
            if image.width * image.height > most:
                return "it is too large"
            pixel = image.convert("RGBA").convert("RGBa").resize((1, 1), Image.Resampling.BOX).convert("RGBA").getpixel((0, 0))
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        return "it cannot be read"
    if not isinstance(pixel, tuple):
        return "it cannot be read"
    red, green, blue, alpha = (float(part) / 255 for part in pixel)
    return red, green, blue, alpha
