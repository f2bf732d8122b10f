"""Where the triangles of a drawing are in its picture, and in which light."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from scenec.view.camera import OPENING, Camera
from scenec.view.drawing import Drawing, Part, in_world
from scenec.view.overlap import highest, lowest

if TYPE_CHECKING:
    from numpy.typing import NDArray

FARTHEST = 1e9
"""Pixels."""
TOGETHER = 1 << 15
"""Triangles that are worked on at a time: what is computed on the way takes several times the memory of the result."""
ROUNDING = 1e-3
"""Pixels, far more than it is."""

Triangles = tuple["NDArray[Any]", "NDArray[Any]"]
"""(n, 3 corners, x y and one over the distance) in pixels, and (n, 3, 4): colour and opacity of each corner."""


class Screen:
    """Where things are in the picture, in pixels from its top left corner."""

    def __init__(self, width: int, height: int, camera: Camera) -> None:
        self.width = width
        self.height = height
        self.camera = camera

    def solid_and_clear(self, drawing: Drawing, parts: list[Part]) -> tuple[list[Triangles], list[Triangles]]:
        """Return what covers what is behind it, and what lets it through. What is too far away to be counted in pixels is left out."""
        solid = [part for part in parts if part.color[3] >= 0.999]
        clear = [part for part in parts if 0 < part.color[3] < 0.999]
        return _gathered(self._projected(drawing, solid)), _gathered(self._projected(drawing, clear))

    def _projected(self, drawing: Drawing, parts: list[Part]) -> Iterator[Triangles]:
        import numpy as np

        camera = self.camera
        for part in parts:
            surface, X_W = drawing.surfaces[part.surface], drawing.pose_of(part)
            scale = np.array(part.scale)
            turn = np.array(X_W.rotation.matrix(), dtype=float)
            normals = (surface.normals * _inverse(scale)) @ turn.T
            normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
            points, lit = camera.sees(in_world(drawing, part)), shaded(part.color, normals, camera)
            unlit = 0.6 * shaded(part.color, -normals, camera)
            del normals
            mirrored = bool(np.prod(np.sign(scale)) < 0)
            for start in range(0, len(surface.triangles), TOGETHER):
                some = surface.triangles[start : start + TOGETHER]
                seen, colors = self._lit(points[some], lit[some], unlit[some], mirrored)
                yield seen, _with(colors, part.color[3])

    def _lit(self, corners: NDArray[Any], front: NDArray[Any], back: NDArray[Any], mirrored: bool) -> Triangles:
        """Those that can be seen, in pixels, with the colour of the side that is seen."""
        import numpy as np

        seen, front, back = _clipped(corners, front, back, self.camera.near)
        seen = self._on_screen(seen)
        one, other = seen[:, 1, :2] - seen[:, 0, :2], seen[:, 2, :2] - seen[:, 0, :2]
        across = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
        colors = np.where(((across > 0) != mirrored)[:, None, None], back, front)
        some = (np.abs(seen) < FARTHEST).all(axis=(1, 2)) & self._has_pixels(seen)
        return seen[some], colors[some]

    def _has_pixels(self, seen: NDArray[Any]) -> NDArray[Any]:
        """Whether the middle of a pixel may lie in a triangle: of a fine mesh there are many without."""
        import numpy as np

        result = np.ones(len(seen), dtype=bool)
        for axis, size in ((0, self.width), (1, self.height)):
            first = np.ceil(np.maximum(lowest(seen[:, :, axis]), 0) - 0.5 - ROUNDING)
            last = np.floor(np.minimum(highest(seen[:, :, axis]), size) - 0.5 + ROUNDING)
            result &= first <= last
        return result

    def _on_screen(self, seen: NDArray[Any]) -> NDArray[Any]:
        """Right, up, distance as pixels from the top left corner and one over the distance."""
        import numpy as np

        focal = self.height / 2 / math.tan(OPENING / 2)
        inverse = 1 / seen[..., 2]
        x, y = seen[..., 0] * inverse * focal + self.width / 2, self.height / 2 - seen[..., 1] * inverse * focal
        result: NDArray[Any] = np.stack([x, y, inverse], axis=-1)
        return result


def _gathered(pieces: Iterable[Triangles]) -> list[Triangles]:
    """Those of many small surfaces put together."""
    import numpy as np

    result: list[Triangles] = []
    waiting: list[Triangles] = []
    count = 0

    def put() -> None:
        if waiting:
            result.append((np.concatenate([seen for seen, _ in waiting]), np.concatenate([colors for _, colors in waiting])))
            waiting.clear()

    for piece in pieces:
        if len(piece[0]):
            waiting.append(piece)
            count += len(piece[0])
        if count >= TOGETHER:
            put()
            count = 0
    put()
    return result


def _with(colors: NDArray[Any], opacity: float) -> NDArray[Any]:
    import numpy as np

    result: NDArray[Any] = np.concatenate([colors, np.full((*colors.shape[:2], 1), opacity)], axis=2)
    return result


def _inverse(scale: NDArray[Any]) -> NDArray[Any]:
    """Return what normals are multiplied by where points are by `scale`; a flat surface's normal is across it."""
    import numpy as np

    flat = scale == 0
    result: NDArray[Any] = flat.astype(float) if flat.any() else 1 / np.where(flat, 1.0, scale)
    return result


def shaded(color: tuple[float, ...], normals: NDArray[Any], camera: Camera) -> NDArray[Any]:
    """The colour under a light over the camera's left shoulder, and a sky that is brighter than the ground."""
    import numpy as np

    key = np.array([-0.4, 0.55, 0.73]) @ np.array([camera.right, camera.up, camera.back])
    light = 0.48 + 0.1 * normals[:, 2] + 0.46 * np.maximum(normals @ key, 0)
    result: NDArray[Any] = np.minimum(light[:, None] * np.array(color[:3]), 1.0)
    return result


def _clipped(
    corners: NDArray[Any], front: NDArray[Any], back: NDArray[Any], near: float
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Triangles without what is nearer than `near`: one that crosses it becomes one or two."""
    import numpy as np

    ahead = corners[..., 2] > near
    count = ahead.sum(axis=1)
    rows = np.concatenate([corners, front, back], axis=2)
    pieces = [rows[count == 3]]
    for wanted in (1, 2):
        some, inside = rows[count == wanted], ahead[count == wanted]
        if not len(some):
            continue
        alone = np.argmax(inside == (wanted == 1), axis=1)
        a, b, c = (some[np.arange(len(some)), (alone + i) % 3] for i in range(3))
        on_b, on_c = (a + (near - a[:, 2:3]) / (other[:, 2:3] - a[:, 2:3]) * (other - a) for other in (b, c))
        if wanted == 1:
            pieces.append(np.stack([a, on_b, on_c], axis=1))
        else:
            pieces += [np.stack([on_b, b, c], axis=1), np.stack([on_b, c, on_c], axis=1)]
    whole = np.concatenate(pieces)
    return whole[..., :3], whole[..., 3:6], whole[..., 6:]
