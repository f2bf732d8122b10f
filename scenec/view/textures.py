"""Images as a page shows them: small copies, in the page itself."""

from __future__ import annotations

from base64 import b64encode

from scenec import files

SIDE = 256
"""Pixels that the longer side of a copy has at most. Sides are powers of two, which every WebGL can repeat."""
BUDGET = 250_000
"""Characters that all copies of a page may take; images beyond that are drawn as their mean colour."""
QUALITY = 78


class Textures:
    """The images of one drawing. copies: one data URI each."""

    def __init__(self) -> None:
        self.copies: list[str] = []
        self._known: dict[str, int | None] = {}
        self._left = BUDGET

    def copy_of(self, path: str) -> int | None:
        """The index of the copy of an image that `scenec.view.image_colours` could read; None if there is no room left for it."""
        if path not in self._known:
            copy = _copy(path)
            fits = len(copy) <= self._left
            self._known[path] = len(self.copies) if fits else None
            if fits:
                self._left -= len(copy)
                self.copies.append(copy)
        return self._known[path]


def _copy(path: str) -> str:
    """An image as a data URI: JPEG, or PNG where it is transparent."""
    from io import BytesIO

    from PIL import Image

    with Image.open(BytesIO(files.read_file(path))) as image:
        image.draft("RGB", (2 * SIDE, 2 * SIDE))
        whole = image.convert("RGBA")
    size = (_power_of_two(whole.width), _power_of_two(whole.height))
    small = whole.resize(size, Image.Resampling.BOX if size[0] < whole.width else Image.Resampling.BICUBIC)
    clear = small.getextrema()[3][0] < 255
    data = BytesIO()
    if clear:
        small.save(data, "PNG", optimize=True)
    else:
        small.convert("RGB").save(data, "JPEG", quality=QUALITY)
    return f"data:image/{'png' if clear else 'jpeg'};base64,{b64encode(data.getvalue()).decode('ascii')}"


def _power_of_two(pixels: int) -> int:
    return min(SIDE, 1 << max(pixels - 1, 0).bit_length())
