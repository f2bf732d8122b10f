"""How much of a picture lies behind something else, and what of that is drawn: work is bounded by the picture's size and not by how
often a file fills it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scenec.view.projection import Triangles

LAYERS = 24
"""How often a band of a picture may be filled."""


def lowest(corners: NDArray[Any]) -> NDArray[Any]:
    """The least of each row of three; numpy's own reduction along so short an axis takes ten times as long."""
    import numpy as np

    result: NDArray[Any] = np.minimum(np.minimum(corners[:, 0], corners[:, 1]), corners[:, 2])
    return result


def highest(corners: NDArray[Any]) -> NDArray[Any]:
    """The greatest of each row of three."""
    import numpy as np

    result: NDArray[Any] = np.maximum(np.maximum(corners[:, 0], corners[:, 1]), corners[:, 2])
    return result


def filled(triangles: Triangles, top: int, bottom: int, width: int) -> NDArray[Any]:
    """At most how many pixels (for each triangle) are in these rows of a picture of this width: a triangle is nowhere wider than twice
    its area by its height."""
    import numpy as np

    corners = triangles[0]
    x, y = corners[:, :, 0], corners[:, :, 1]
    low, high = lowest(y), highest(y)
    rows = np.clip(np.minimum(high, bottom) - np.maximum(low, top), 0, None)
    columns = np.clip(np.minimum(highest(x), width) - np.maximum(lowest(x), 0), 0, None)
    one, other = corners[:, 1, :2] - corners[:, 0, :2], corners[:, 2, :2] - corners[:, 0, :2]
    widest = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]) / np.maximum(high - low, 1e-9)
    result: NDArray[Any] = rows * (np.minimum(widest, columns) + 1)
    return result


def foremost(some: list[Triangles], fills: list[NDArray[Any]], most: float) -> list[Triangles]:
    """The nearest, with which no more than so many pixels are filled. fills: how many each fills."""
    import numpy as np

    near = np.concatenate([highest(triangles[0][:, :, 2]) for triangles in some])
    order = np.argsort(-near, kind="stable")
    chosen = np.zeros(len(near), dtype=bool)
    chosen[order[np.cumsum(np.concatenate(fills)[order]) <= most]] = True
    places = np.split(chosen, np.cumsum([len(each) for each in fills])[:-1])
    return [(corners[place], colors[place]) for (corners, colors), place in zip(some, places, strict=True)]
