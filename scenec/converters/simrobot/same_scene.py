"""Whether two scenes say the same: the test that a text may stand for a scene.

A text that keeps includes, definitions and placeholders is written only if reading it gives the scene that was to be written. So
whatever the keeping of structure gets wrong, or somebody changed in the scene meanwhile, the result never says something else.
"""

from __future__ import annotations

import math
import posixpath
from collections.abc import Callable
from typing import Any

import msgspec

from scenec.ir.base import UNACCOUNTED, Texture
from scenec.ir.light import Light
from scenec.ir.link import Collision
from scenec.ir.material import Material
from scenec.ir.physics_profile import Look
from scenec.ir.pose import Pose, Rotation, unit
from scenec.ir.scene import Scene

HERE = Pose()
_SKIPPED = UNACCOUNTED - {"id"}


class Likeness:
    """How alike is alike. tolerance: of numbers, relative or absolute, whichever is larger; 0 for texts that were not touched.
    colour: of the components of colours that had to be spelled anew. image: what a texture's file is called in the text. nameless: what
    has a name that does not matter."""

    def __init__(
        self,
        *,
        tolerance: float = 0.0,
        colour: float = 0.0,
        image: Callable[[Texture], str] = lambda texture: texture.uri,
        nameless: tuple[type, ...] = (),
    ) -> None:
        self.tolerance = tolerance
        self.colour = colour
        self.image = image
        self.nameless = nameless

    def same(self, wanted: Scene, found: Scene) -> bool:
        """Whether two scenes differ in nothing but what structure they were written with."""
        return self.difference(wanted, found) == ""

    def difference(self, wanted: object, found: object) -> str:
        """The path of the first difference, "" if there is none. Iterative, so that no scene is too deep."""
        stack: list[tuple[str, Any, Any, float]] = [("scene", wanted, found, self.tolerance)]
        while stack:
            path, one, other, tolerance = stack.pop()
            if one is other:
                continue
            if isinstance(one, msgspec.Struct) and not isinstance(one, Rotation):
                if type(one) is not type(other):
                    return path
                if isinstance(one, Texture) and isinstance(other, Texture):
                    if posixpath.normpath(self.image(one)) != posixpath.normpath(other.uri):
                        return path
                    continue
                stack.extend(self._fields(path, one, other, tolerance))
            elif type(one) is tuple or isinstance(one, tuple):
                if not isinstance(other, tuple) or len(one) != len(other):
                    return path
                stack.extend((f"{path}[{i}]", a, b, tolerance) for i, (a, b) in enumerate(zip(one, other, strict=True)))
            elif not _equal(one, other, tolerance):
                return path
        return ""

    def _fields(self, path: str, one: Any, other: Any, tolerance: float) -> list[tuple[str, Any, Any, float]]:
        looks = isinstance(one, (Material, Light, Look, Collision))
        found = []
        for name in one.__struct_fields__:
            if name in _SKIPPED or (name == "name" and isinstance(one, self.nameless)):
                continue
            a, b = getattr(one, name), getattr(other, name)
            if isinstance(one, Light) and name == "direction" and a and b and any(a) and any(b) and a != b:
                a, b, own = unit(a), unit(b), max(tolerance, 1e-14)  # only where it points counts
            else:
                own = max(tolerance, self.colour) if looks and isinstance(a, tuple) and len(a) == 4 else tolerance
            if not (name == "pose" and (a or HERE) == (b or HERE)):
                found.append((f"{path}.{name}", a, b, own))
        return found[::-1]


def _equal(one: Any, other: Any, tolerance: float) -> bool:
    if isinstance(one, float) and isinstance(other, (int, float)) and not isinstance(other, bool):
        return bool(one == other) or (tolerance > 0 and math.isclose(one, other, rel_tol=tolerance, abs_tol=tolerance))
    if isinstance(one, Rotation) and isinstance(other, Rotation) and tolerance:
        angle = abs(sum(a * b for a, b in zip(one, other, strict=True)))
        return angle > 1 - 1e-12
    return bool(one == other)
