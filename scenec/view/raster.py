"""A still picture without a graphics card: triangles into pixels, the nearest in front, by numpy alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

from scenec.ir.base import WORLD
from scenec.view.camera import camera_for
from scenec.view.drawing import MARKS, WORLD_LINK, Drawing, Part, in_world
from scenec.view.marks import GRID
from scenec.view.overlap import LAYERS, filled, foremost, highest, lowest
from scenec.view.projection import Screen, Triangles

if TYPE_CHECKING:
    from numpy.typing import NDArray

FINER = 2
"""Pixels are the mean of so many in each direction."""
AT_ONCE = 150_000
"""Fragments that are worked on at a time."""
BAND = 128
"""Rows (finer ones) that are finished together, since all that is clear in them is sorted at once."""
SKY = ((0.93, 0.95, 0.97), (0.80, 0.83, 0.86))
"""Top and bottom of the background."""
CLEAR = 1_000_000
"""Fragments of what is clear, of which all of a band are held."""
CROWDED = f"More than {LAYERS} surfaces lie behind each other: the farthest of them are not drawn."
COVER = 1.0005
"""Factor of the distance by which a transparent part may be farther away than a solid one and still cover it."""
OVER = 0.85
"""How opaque marks are over the shapes."""


def picture(
    drawing: Drawing,
    shown: Collection[str],
    size: tuple[int, int],
    azimuth: float,
    elevation: float,
    focus: str | None = None,
    held: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """The drawing as an image, (height, width, 3) of uint8.

    shown: layers. size: width and height in pixels. azimuth, elevation: of the camera (rad; see `camera_for`). focus: the path of the
    model, link, shape or joint to look at, `world` for everything; None: what can move, if there is something. held: the points
    (n, 3) in the world that the camera holds instead. What is left out because there is too much of it gets a note in the drawing.
    """
    import numpy as np

    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):  # of what is too large to be drawn
        return _picture(drawing, shown, size, azimuth, elevation, focus, held)


def _picture(
    drawing: Drawing,
    shown: Collection[str],
    size: tuple[int, int],
    azimuth: float,
    elevation: float,
    focus: str | None,
    held: NDArray[Any] | None,
) -> NDArray[Any]:
    import numpy as np

    shapes = [part for part in drawing.parts if part.layer in shown and part.layer not in MARKS]
    marks = [part for part in drawing.parts if part.layer in shown and part.layer in MARKS]
    grid = [part for part in drawing.parts if part.layer == GRID]
    held = held if held is not None else _held(drawing, shapes, marks, focus)
    camera = camera_for(held, azimuth, elevation, size[0] / size[1])
    screen = Screen(size[0] * FINER, size[1] * FINER, camera)
    below, above = ([Tall(triangles) for triangles in screen.solid_and_clear(drawing, parts)] for parts in ([*shapes, *grid], marks))
    upper, lower = (np.array(color) for color in SKY)
    result = np.zeros((size[1], size[0], 3), dtype=np.uint8)
    bottom, without = 0, False
    while bottom < screen.height:
        top = bottom
        clear = [*below[1].between(top, top + BAND), *above[1].between(top, top + BAND)]
        bottom = _end_of_band(screen, top, clear)
        sky = upper + (lower - upper) * (np.arange(top, bottom) / max(screen.height - 1, 1))[:, None]
        image = np.repeat(sky[:, None, :], screen.width, axis=1).reshape(-1, 3)
        without |= _Band(image, top, bottom, screen.width).paint(*(each.between(top, bottom) for each in below))
        if marks:
            over = image.copy()
            without |= _Band(over, top, bottom, screen.width).paint(*(each.between(top, bottom) for each in above))
            image += OVER * (over - image)
        small = image.reshape((bottom - top) // FINER, FINER, size[0], FINER, 3).mean(axis=(1, 3))
        result[top // FINER : bottom // FINER] = np.round(np.clip(small, 0, 1) * 255)
    if without and CROWDED not in drawing.notes:
        drawing.notes.append(CROWDED)
    return result


class Tall:
    """Triangles by the rows of the picture that they reach into."""

    def __init__(self, some: list[Triangles]) -> None:
        self._some = [(triangles, lowest(triangles[0][:, :, 1]), highest(triangles[0][:, :, 1])) for triangles in some]

    def between(self, top: int, bottom: int) -> list[Triangles]:
        """Those that may have a pixel in the rows from `top` to before `bottom`."""
        found = []
        for (corners, colors), low, high in self._some:
            there = (low <= bottom) & (high >= top)
            if there.any():
                found.append((corners[there], colors[there]))
        return found


def _end_of_band(screen: Screen, top: int, clear: list[Triangles]) -> int:
    """Fewer rows where much is clear."""
    rows = min(BAND, screen.height - top)
    while rows > FINER and LAYERS * rows * screen.width > CLEAR:
        if sum(float(filled(each, top, top + rows, screen.width).sum()) for each in clear) <= CLEAR:
            break
        rows = rows // 2 // FINER * FINER or FINER
    return top + rows


def moving_points(drawing: Drawing, shown: Collection[str]) -> NDArray[Any]:
    """The points (n, 3) in the world that a camera holds for what can move. shown: layers."""
    return _held(drawing, [part for part in drawing.parts if part.layer in shown and part.layer not in MARKS], [], None)


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

    def paint(self, solid: list[Triangles], clear: list[Triangles]) -> bool:
        """Whether something is left out, as it would be too much."""
        (solid, fewer), (clear, also) = self._bounded(solid), self._bounded(clear)
        for triangles in solid:
            for pixel, depth, color in self._fragments(triangles):
                self._put(pixel, depth, color)
        self._blend([self._not_hidden(*fragments) for triangles in clear for fragments in self._fragments(triangles)])
        return fewer or also

    def _bounded(self, some: list[Triangles]) -> tuple[list[Triangles], bool]:
        """The nearest, if all would fill the band more than LAYERS times, and whether others are left out."""
        most = LAYERS * len(self.image)
        if sum(float(filled(triangles, self.top, self.bottom, self.width).sum()) for triangles in some) <= most:
            return some, False
        fills = [self._fills(triangles) for triangles in some]
        if sum(int(each.sum()) for each in fills) <= most:
            return some, False
        return foremost(some, fills, most), True

    def _fills(self, triangles: Triangles) -> NDArray[Any]:
        """How many pixels each triangle covers."""
        import numpy as np

        result = np.zeros(len(triangles[0]), dtype=np.int64)
        for which, _, first, last in self._rows(triangles[0]):
            np.add.at(result, which, np.maximum(last - first + 1, 0))
        return result

    def _rows(self, corners: NDArray[Any]) -> Iterator[tuple[NDArray[Any], ...]]:
        """The rows of each triangle, some at a time: which triangle, the row, its first and last pixel."""
        import numpy as np

        low = np.maximum(np.ceil(lowest(corners[:, :, 1]) - 0.5), self.top).astype(np.int64)
        high = np.minimum(np.floor(highest(corners[:, :, 1]) - 0.5), self.bottom - 1).astype(np.int64)
        beside = (highest(corners[:, :, 0]) < 0) | (lowest(corners[:, :, 0]) > self.width)
        rows = np.where(beside, 0, np.maximum(high - low + 1, 0))
        for some in _portions(rows):
            which = np.repeat(some, rows[some])
            y = _counted(rows[some]) + np.repeat(low[some], rows[some])
            yield which, y, *self._spans(corners, which, y)

    def _fragments(self, triangles: Triangles) -> Iterator[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
        """The pixels whose middle triangles cover, with depth and colour, some at a time: first the rows of each triangle, then the
        pixels of each row."""
        import numpy as np

        corners, colors = triangles
        for which, y, first, last in self._rows(corners):
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
        """Return what nothing opaque hides. Collisions often lie on the visuals: they are in front then."""
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
