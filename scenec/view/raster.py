"""A still picture without a graphics card: triangles into pixels, the nearest in front, by numpy alone."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from scenec.ir.base import WORLD
from scenec.view.camera import OPENING, Camera, camera_for
from scenec.view.draw import in_world
from scenec.view.drawing import MARKS, WORLD_LINK, Drawing, Part
from scenec.view.marks import GRID

if TYPE_CHECKING:
    from numpy.typing import NDArray

FINER = 2
"""Pixels are the mean of so many in each direction."""
AT_ONCE = 150_000
"""Fragments that are worked on at a time."""
BAND = 128
"""Rows (finer ones) that are finished together, since all that is clear in them is sorted at once."""
FARTHEST = 1e9
"""Pixels."""
SKY = ((0.93, 0.95, 0.97), (0.80, 0.83, 0.86))
"""Top and bottom of the background."""
COVER = 1.0005
"""What is clear may be this much farther away than what is solid and still cover it."""
OVER = 0.85
"""How opaque marks are over the shapes."""

Triangles = tuple["NDArray[Any]", "NDArray[Any]"]
"""(n, 3 corners, x y and one over the distance) in pixels, and (n, 3, 4): colour and opacity of each corner."""


def picture(
    drawing: Drawing, shown: Collection[str], size: tuple[int, int], azimuth: float, elevation: float, focus: str | None = None
) -> NDArray[Any]:
    """The drawing as an image, (height, width, 3) of uint8.

    shown: layers. size: width and height in pixels. azimuth, elevation: of the camera (rad; see `camera_for`). focus: the path of the
    model, link, shape or joint to look at, `world` for everything; None: what can move, if there is something.
    """
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # of what is too large to be drawn
        return _picture(drawing, shown, size, azimuth, elevation, focus)


def _picture(
    drawing: Drawing, shown: Collection[str], size: tuple[int, int], azimuth: float, elevation: float, focus: str | None
) -> NDArray[Any]:
    import numpy as np

    shapes = [part for part in drawing.parts if part.layer in shown and part.layer not in MARKS]
    marks = [part for part in drawing.parts if part.layer in shown and part.layer in MARKS]
    grid = [part for part in drawing.parts if part.layer == GRID]
    camera = camera_for(_held(drawing, shapes, marks, focus), azimuth, elevation, size[0] / size[1])
    screen = _Screen(size[0] * FINER, size[1] * FINER, camera)
    below, above = screen.solid_and_clear(drawing, [*shapes, *grid]), screen.solid_and_clear(drawing, marks)
    upper, lower = (np.array(color) for color in SKY)
    result = np.zeros((size[1], size[0], 3), dtype=np.uint8)
    for top in range(0, screen.height, BAND):
        bottom = min(top + BAND, screen.height)
        sky = upper + (lower - upper) * (np.arange(top, bottom) / max(screen.height - 1, 1))[:, None]
        image = np.repeat(sky[:, None, :], screen.width, axis=1).reshape(-1, 3)
        _Band(image, top, bottom, screen.width).paint(*below)
        if marks:
            over = image.copy()
            _Band(over, top, bottom, screen.width).paint(*above)
            image += OVER * (over - image)
        small = image.reshape((bottom - top) // FINER, FINER, size[0], FINER, 3).mean(axis=(1, 3))
        result[top // FINER : bottom // FINER] = np.round(np.clip(small, 0, 1) * 255)
    return result


def _held(drawing: Drawing, shapes: list[Part], marks: list[Part], focus: str | None) -> NDArray[Any]:
    """The points that the camera must hold."""
    import numpy as np

    bounded = [part for part in shapes if part.bounded]
    if focus is None:
        moving = [part for part in bounded if part.link != WORLD_LINK and not drawing.links[part.link].static]
        chosen = moving or bounded
    else:
        chosen = [part for part in bounded if is_part_of(part, drawing, focus)]
        chosen = chosen or [part for part in marks if is_part_of(part, drawing, focus)]
    if not chosen:
        return np.array([drawing.low, drawing.high])
    return np.concatenate([in_world(drawing, part) for part in chosen])


def is_part_of(part: Part, drawing: Drawing, path: str) -> bool:
    """Whether a part is at or below a path; everything is part of the world."""
    link = drawing.links[part.link].path if part.link != WORLD_LINK else ""
    return path == WORLD or any(own == path or own.startswith(f"{path}::") for own in (part.path, link))


class _Screen:
    """Where things are in the picture, in pixels from its top left corner."""

    def __init__(self, width: int, height: int, camera: Camera) -> None:
        self.width = width
        self.height = height
        self.camera = camera

    def solid_and_clear(self, drawing: Drawing, parts: list[Part]) -> tuple[Triangles, Triangles]:
        solid = [part for part in parts if part.color[3] >= 0.999]
        clear = [part for part in parts if 0 < part.color[3] < 0.999]
        return self._projected(drawing, solid), self._projected(drawing, clear)

    def _projected(self, drawing: Drawing, parts: list[Part]) -> Triangles:
        """What is too far away to be counted in pixels is left out."""
        import numpy as np

        camera = self.camera
        seen_all, colors_all = [np.zeros((0, 3, 3))], [np.zeros((0, 3, 4))]
        for part in parts:
            surface, X_W = drawing.surfaces[part.surface], drawing.pose_of(part)
            scale = np.array(part.scale)
            turn = np.array(X_W.rotation.matrix(), dtype=float)
            normals = (surface.normals * _inverse(scale)) @ turn.T
            normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
            corners = camera.sees(in_world(drawing, part))[surface.triangles]
            front = shaded(part.color, normals, camera)[surface.triangles]
            back = 0.6 * shaded(part.color, -normals, camera)[surface.triangles]
            seen, front, back = _clipped(corners, front, back, camera.near)
            seen = self._on_screen(seen)
            one, other = seen[:, 1, :2] - seen[:, 0, :2], seen[:, 2, :2] - seen[:, 0, :2]
            across = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
            mirrored = np.prod(np.sign(scale)) < 0
            colors = np.where(((across > 0) != mirrored)[:, None, None], back, front)
            countable = (np.abs(seen) < FARTHEST).all(axis=(1, 2))
            seen_all.append(seen[countable])
            colors_all.append(_with(colors[countable], part.color[3]))
        return np.concatenate(seen_all), np.concatenate(colors_all)

    def _on_screen(self, seen: NDArray[Any]) -> NDArray[Any]:
        """Right, up, distance as pixels from the top left corner and one over the distance."""
        import numpy as np

        focal = self.height / 2 / math.tan(OPENING / 2)
        inverse = 1 / seen[..., 2]
        x, y = seen[..., 0] * inverse * focal + self.width / 2, self.height / 2 - seen[..., 1] * inverse * focal
        result: NDArray[Any] = np.stack([x, y, inverse], axis=-1)
        return result


class _Band:
    """Some rows of an image, (pixels, 3), with what is nearest in every pixel. depth: one over the distance, which is linear in the
    picture."""

    def __init__(self, image: NDArray[Any], top: int, bottom: int, width: int) -> None:
        import numpy as np

        self.image = image
        self.top = top
        self.bottom = bottom
        self.width = width
        self.depth = np.zeros(len(image))

    def paint(self, solid: Triangles, clear: Triangles) -> None:
        for pixel, depth, color in self._fragments(solid):
            self._put(pixel, depth, color)
        self._blend([self._not_hidden(*fragments) for fragments in self._fragments(clear)])

    def _fragments(self, triangles: Triangles) -> Iterator[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
        """The pixels whose middle triangles cover, with depth and colour, some at a time: first the rows of each triangle, then the
        pixels of each row."""
        import numpy as np

        corners, colors = triangles
        low = np.maximum(np.ceil(corners[:, :, 1].min(axis=1) - 0.5), self.top).astype(np.int64)
        high = np.minimum(np.floor(corners[:, :, 1].max(axis=1) - 0.5), self.bottom - 1).astype(np.int64)
        beside = (corners[:, :, 0].max(axis=1) < 0) | (corners[:, :, 0].min(axis=1) > self.width)
        rows = np.where(beside, 0, np.maximum(high - low + 1, 0))
        for some in _portions(rows):
            which = np.repeat(some, rows[some])
            y = _counted(rows[some]) + np.repeat(low[some], rows[some])
            first, last = self._spans(corners, which, y)
            counts = np.maximum(last - first + 1, 0)
            for few in _portions(counts):
                triangle, count = which[few], counts[few]
                x = _counted(count) + np.repeat(first[few], count)
                pixel_y, triangle = np.repeat(y[few], count), np.repeat(triangle, count)
                weights = _weights(corners[triangle, :, :2], x + 0.5, pixel_y + 0.5)
                depth = np.einsum("ni,ni->n", weights, corners[triangle, :, 2])
                yield (pixel_y - self.top) * self.width + x, depth, np.einsum("ni,nik->nk", weights, colors[triangle])

    def _spans(self, corners: NDArray[Any], which: NDArray[Any], y: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """The first and last pixel of a row that a triangle covers; the last before the first if it covers none."""
        import numpy as np

        left, right = np.full(len(which), -np.inf), np.full(len(which), np.inf)
        points = corners[which, :, :2]
        across = points[:, 1:] - points[:, :1]
        turn = np.sign(across[:, 0, 0] * across[:, 1, 1] - across[:, 0, 1] * across[:, 1, 0])
        for i in range(3):
            start, edge = points[:, i], points[:, (i + 1) % 3] - points[:, i]
            steep = -edge[:, 1] * turn  # the edge has the inside on this side: steep * x + level >= 0
            level = (edge[:, 0] * (y + 0.5 - start[:, 1]) + edge[:, 1] * start[:, 0]) * turn
            meets = -level / np.where(steep == 0, 1.0, steep)
            left = np.maximum(left, np.where(steep > 0, meets, -np.inf))
            right = np.minimum(right, np.where(steep < 0, meets, np.inf))
            right = np.where((steep == 0) & (level < 0), -np.inf, right)
        right = np.where(turn == 0, -np.inf, right)
        first = np.ceil(np.clip(left - 0.5, 0, self.width)).astype(np.int64)
        last = np.floor(np.clip(right - 0.5, -1, self.width - 1)).astype(np.int64)
        return first, last

    def _put(self, pixel: NDArray[Any], depth: NDArray[Any], color: NDArray[Any]) -> None:
        import numpy as np

        np.maximum.at(self.depth, pixel, depth)
        nearest = depth == self.depth[pixel]
        self.image[pixel[nearest]] = color[nearest, :3]

    def _not_hidden(self, pixel: NDArray[Any], depth: NDArray[Any], color: NDArray[Any]) -> tuple[Any, ...]:
        """What nothing opaque hides. Collisions often lie on the visuals: they are in front then."""
        seen = depth * COVER > self.depth[pixel]
        return pixel[seen], depth[seen], color[seen]

    def _blend(self, kept: list[tuple[Any, ...]]) -> None:
        """From back to front, one layer after the other."""
        import numpy as np

        if not kept:
            return
        pixel, depth, color = (np.concatenate(column) for column in zip(*kept, strict=True))
        order = np.lexsort((depth, pixel))
        pixel, color = pixel[order], color[order]
        starts = np.flatnonzero(np.r_[True, pixel[1:] != pixel[:-1]]) if len(pixel) else np.zeros(0, dtype=np.int64)
        counts = np.diff(np.r_[starts, len(pixel)])
        for layer in range(int(counts.max(initial=0))):
            some = starts[counts > layer] + layer
            opacity = color[some, 3:]
            self.image[pixel[some]] += opacity * (color[some, :3] - self.image[pixel[some]])


def _portions(counts: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Indices of what counts anything, in portions that count about AT_ONCE together."""
    import numpy as np

    there = np.flatnonzero(counts > 0)
    portion = np.cumsum(counts[there]) // AT_ONCE
    return iter(np.split(there, np.flatnonzero(np.diff(portion)) + 1)) if len(there) else iter(())


def _counted(counts: NDArray[Any]) -> NDArray[Any]:
    """0 .. count - 1 for each count, one after the other."""
    import numpy as np

    result: NDArray[Any] = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return result


def _weights(points: NDArray[Any], x: NDArray[Any], y: NDArray[Any]) -> NDArray[Any]:
    """How much of each corner is in a point of a triangle."""
    import numpy as np

    (ax, ay), (bx, by), (cx, cy) = (points[:, i].T for i in range(3))
    area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    b = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / area
    c = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / area
    result: NDArray[Any] = np.stack([1 - b - c, b, c], axis=1)
    return result


def _with(colors: NDArray[Any], opacity: float) -> NDArray[Any]:
    import numpy as np

    result: NDArray[Any] = np.concatenate([colors, np.full((*colors.shape[:2], 1), opacity)], axis=2)
    return result


def _inverse(scale: NDArray[Any]) -> NDArray[Any]:
    """What normals are multiplied by where points are by `scale`; a flat surface's normal is across it."""
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
