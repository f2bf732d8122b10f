"""Where a picture is taken from: a perspective camera that looks at the middle of what it must hold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scenec.ir.pose import Vec3

if TYPE_CHECKING:
    from numpy.typing import NDArray

OPENING = math.radians(30)
"""Between top and bottom of the picture."""
MARGIN = 1.08


@dataclass(frozen=True)
class Camera:
    """eye: in the world (m). right, up, back: unit vectors of the picture. near: m."""

    eye: Vec3
    right: Vec3
    up: Vec3
    back: Vec3
    near: float

    def sees(self, points: NDArray[Any]) -> NDArray[Any]:
        """Points (n, 3) as right, up, and the distance in front of the camera."""
        import numpy as np

        seen: NDArray[Any] = (points - np.array(self.eye)) @ np.array([self.right, self.up, [-b for b in self.back]]).T
        return seen


def camera_for(points: NDArray[Any], azimuth: float, elevation: float, aspect: float) -> Camera:
    """A camera that holds all points, as near as it can, and looks at their middle.

    azimuth, elevation: rad; where it stands, seen from the middle: 0, 0 is on the +x side, looking along -x; a positive azimuth is
    towards +y, a positive elevation above. aspect: width by height.
    """
    import numpy as np

    level = math.cos(elevation)
    back = (level * math.cos(azimuth), level * math.sin(azimuth), math.sin(elevation))
    right = (-math.sin(azimuth), math.cos(azimuth), 0.0)
    up = (-math.sin(elevation) * math.cos(azimuth), -math.sin(elevation) * math.sin(azimuth), level)
    if not len(points):  # faces without area have no place that is seen
        points = np.zeros((1, 3))
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    seen = (points - middle) @ np.array([right, up, back]).T
    tall = math.tan(OPENING / 2)
    wide = tall * aspect
    sideways, upwards = (seen[:, 0].min() + seen[:, 0].max()) / 2, (seen[:, 1].min() + seen[:, 1].max()) / 2
    seen = seen - np.array([sideways, upwards, 0.0])
    away = float(np.max(seen[:, 2] + MARGIN * np.maximum(np.abs(seen[:, 0]) / wide, np.abs(seen[:, 1]) / tall))) or 1.0
    eye = middle + sideways * np.array(right) + upwards * np.array(up) + away * np.array(back)
    return Camera((float(eye[0]), float(eye[1]), float(eye[2])), right, up, back, away / 1000)
