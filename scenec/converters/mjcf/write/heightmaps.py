"""Terrain. MuJoCo stretches the darkest and the brightest point of an image to elevation 0 and 1, so the heights of these are stated."""

from __future__ import annotations

from typing import NamedTuple

from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.write.assets import Assets
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.values import half, vector
from scenec.ir.geometry import Heightmap
from scenec.ir.link import Collision, Visual
from scenec.ir.names import Unique
from scenec.ir.pose import ORIGIN, Vec3
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import Computed, ids_of, made_of

BASE = 0.1
"""Thickness below the lowest point (m), which no scene states."""
LEAST_HEIGHT = 1e-6
"""Of a flat terrain (m), as MuJoCo refuses 0."""


class Terrain(NamedTuple):
    """A height field as a geom uses it. offset: of its lowest level in the frame of the shape (m)."""

    asset: Said
    offset: Vec3


class Heightmaps:
    """The height fields of one output. entries: the elements."""

    def __init__(self, writing: Writing, assets: Assets) -> None:
        self.writing = writing
        self.assets = assets
        self.entries: list[Element] = []
        self._known: dict[tuple[str, str], str] = {}
        self._unique = Unique()

    def use(self, part: Collision | Visual, shape: Heightmap) -> Terrain | None:
        """Return the asset of a terrain, None for one that MuJoCo cannot show."""
        image, size = shape.image, shape.size
        levels = _levels(image.found) if image.found is not None and size is not None else None
        if levels is None or size is None or min(map(half, size[:2])) <= 0:  # the half of the least number is 0
            self.writing.report(findings.HEIGHTMAP_DROPPED, part, about=part, value=str(image.uri))
            return None
        low, high = levels if not self.writing.is_own else (0.0, 1.0)  # whose height is that between its levels
        height = size[2]
        up = made_of(Computed(max(float(height) * (high - low), LEAST_HEIGHT)), height)
        text = vector((half(size[0]), half(size[1]), up, BASE))
        file = self.assets.texture(image)
        key = (file.text, text.text)
        if key not in self._known:
            name = self._known[key] = self._unique(self.assets.stem_of(file.text))
            self.entries.append(Element("hfield", name=constant(name), file=constant(file.text), size=text))
        x, y, z = shape.position if shape.position is not None else ORIGIN
        offset = (x, y, made_of(Computed(float(z) + float(height) * low), (z, height)))
        if offset[2]:
            heights = f"{float(z):g} m", f"{float(offset[2]):g} m"
            self.writing.report(
                findings.HEIGHTMAP_POSITION,
                part,
                about=shape.position,
                value=heights[0],
                target=heights[1],
            )
        says = (image.uri, size)
        return Terrain(Said(self._known[key], ids_of((says, shape.position))), offset)


def _levels(path: str) -> tuple[float, float] | None:
    """Return the darkest and brightest level of a PNG image, as shares of white; None if MuJoCo cannot read it or it cannot be measured."""
    from scenec.files import read_file

    if not path.lower().endswith(".png"):
        return None
    try:
        import io

        import numpy as np
        from PIL import Image
    except ImportError:
        return None
    try:
        with Image.open(io.BytesIO(read_file(path))) as image:
            grey = np.asarray(image.convert("I") if image.mode.startswith("I") else image.convert("L"))
            white = 65535.0 if image.mode.startswith("I") else 255.0
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        return None
    return float(grey.min()) / white, float(grey.max()) / white
