"""Equality of two scenes: decides whether the original text may be reused.

A text that keeps includes, definitions and placeholders is written only if reading it gives the scene that was to be written. So
neither a fault in keeping the structure nor an edit of the scene can change what the result says.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scenec.comparison.node_equality import NodeEquality, is_vector
from scenec.comparison.tolerance import near
from scenec.ir.base import UNACCOUNTED, Extra, Texture
from scenec.ir.geometry import Mesh, MeshShape
from scenec.ir.light import Light
from scenec.ir.link import Collision
from scenec.ir.material import Material
from scenec.ir.physics_profile import Look
from scenec.ir.pose import Pose, Vec3, unit
from scenec.ir.scene import Scene

HERE = Pose()
_COLOURED = (Material, Light, Look, Collision)
DEEPEST = 30
"""How many folders a name may go up from the main file."""
READ_IN = "/scenec" + "/x" * DEEPEST
"""The folder that a text is taken to lie in when it is read again."""


class SceneEquality(NodeEquality):
    """Equality of scenes. tolerance: of numbers, relative or absolute, whichever is larger; 0 for texts that were not touched.
    colour: of the components of colours that had to be spelled anew. image: what a texture's file is called in the text. nameless: what
    has a name that does not matter. any_order: that of the values of SimRobot alone does not matter. by_numbers: which lists of
    numbers several shapes share does not matter."""

    skipped = UNACCOUNTED - {"id"}

    def __init__(
        self,
        *,
        tolerance: float = 0.0,
        colour: float = 0.0,
        image: Callable[[Texture], str] = lambda texture: texture.uri,
        nameless: tuple[type, ...] = (),
        any_order: bool = False,
        by_numbers: bool = False,
    ) -> None:
        super().__init__(tolerance=tolerance, scale=1.0)
        self.colour = colour
        self.image = image
        self.nameless = nameless
        self.any_order = any_order
        self.by_numbers = by_numbers
        self._meshes: tuple[dict[str, Mesh], dict[str, Mesh]] = ({}, {})

    def holds(self, wanted: Scene, found: Scene) -> bool:
        """Whether two scenes differ in nothing but what structure they were written with."""
        self._meshes = ({each.id: each for each in wanted.meshes}, {each.id: each for each in found.meshes})
        return self.equal(wanted, found)

    def special(self, one: object, other: object) -> bool | None:
        if isinstance(one, Texture) and isinstance(other, Texture):
            return _place(self.image(one)) == _place(other.uri)
        if self.by_numbers and isinstance(one, MeshShape) and isinstance(other, MeshShape):
            return self.equal(*(shown(shape, meshes) for shape, meshes in zip((one, other), self._meshes, strict=True)))
        return None

    def fields(self, one: object, other: object) -> Iterator[tuple[str, Any, Any]]:
        coloured = isinstance(one, _COLOURED)
        for name, a, b in super().fields(one, other):
            if (name == "meshes" and self.by_numbers) or (name == "name" and isinstance(one, self.nameless)):
                continue
            if name == "pose" and (a or HERE) == (b or HERE):
                continue
            if coloured and _is_colour(a) and _is_colour(b) and near(a, b, self.colour, 1.0):
                continue
            if name == "extras" and self.any_order and a != b:
                a, b = (tuple(sorted(extras, key=_key_of_extra)) for extras in (a, b))
            if name == "direction" and isinstance(one, Light) and self._directions_equal(a, b):
                continue
            yield name, a, b

    def _directions_equal(self, a: Vec3 | None, b: Vec3 | None) -> bool:
        """Whether two directions lead the same way, however long they are."""
        return a is not None and b is not None and any(a) and any(b) and near(unit(a), unit(b), max(self.tolerance, 1e-14), 1.0)


def shown(shape: MeshShape, meshes: Mapping[str, Mesh]) -> tuple[object, ...]:
    """Return what a shape shows, without what it shares with others: its numbers, and the faces that it uses."""
    mesh = meshes.get(shape.mesh)
    data = mesh.data if mesh is not None else None
    if data is None:
        return (shape.scale, shape.submesh, mesh.uri if mesh is not None else "")
    groups = [group for group in data.groups if shape.submesh is None or group.name == shape.submesh]
    return (shape.scale, data.vertices, data.normals, data.texcoords, data.smooth, tuple(group.faces for group in groups))


def _place(name: str) -> str:
    """Where a file lies that is named from the scene, or absolutely."""
    return posixpath.normpath(posixpath.join(READ_IN, name))


def _key_of_extra(extra: Extra) -> tuple[str, str, str, str]:
    return extra.format, extra.key, repr(extra.value), repr(extra.content)


def _is_colour(value: object) -> bool:
    return isinstance(value, tuple) and is_vector(value) and len(value) == 4
