"""Collision shapes that a target does not have: the simple shape that comes nearest takes their place.

A mesh, cone, ellipsoid or extruded outline becomes a box, ball, cylinder or capsule of its extents, whichever reaches equally far in most
directions. What has no points to measure (terrain, images, a mesh that is not there) is left for the target to report.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.adapt.findings import COLLISION_SHAPE_APPROXIMATED
from scenec.errors import ReadError
from scenec.ir.base import Id
from scenec.ir.geometry import Box, Capsule, Cylinder, Ellipsoid, Mesh, MeshData, MeshShape, Plane, Shape, Sphere
from scenec.ir.link import Collision, Link
from scenec.ir.pose import Pose
from scenec.ir.scene import Scene
from scenec.syntax.kinds import shown
from scenec.trace import derived

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scenec.accounting.ledger import Ledger
    from scenec.meshes.best_fit import Fit

TOUCHED = ("Box", "Sphere", "Cylinder", "Capsule", "Plane")


def adapt(scene: Scene, ledger: Ledger, target: str, touched: Collection[str] = TOUCHED) -> Scene:
    """The scene with collisions of these shapes only (names of classes), as far as others can be measured. Reports
    `collision-shape-approximated` per collision, with how far it is off. Meshes that nothing shows any more go."""
    if all(type(each.geometry).__name__ in touched for link in scene.links for each in link.collisions):
        return scene
    points = _Points(scene)
    links: list[Link] = []
    for link in scene.links:
        collisions = tuple(
            each if type(each.geometry).__name__ in touched else _simpler(each, points, touched, ledger, target) for each in link.collisions
        )
        links.append(link if collisions == link.collisions else msgspec.structs.replace(link, collisions=collisions))
    shapes = [shape for link in links for shape in (*(c.geometry for c in link.collisions), *(v.geometry for v in link.visuals))]
    used = {shape.mesh for shape in shapes if isinstance(shape, MeshShape)}
    meshes = tuple(mesh for mesh in scene.meshes if mesh.id in used or mesh.id not in points.replaced)
    return msgspec.structs.replace(scene, links=tuple(links), meshes=meshes)


def _simpler(each: Collision, points: _Points, touched: Collection[str], ledger: Ledger, target: str) -> Collision:
    """The collision with a shape that the target has, or as it is if there is nothing to measure."""
    shape = each.geometry
    if isinstance(shape, Ellipsoid) and len(set(shape.radii)) == 1 and "Sphere" in touched:
        ball = Sphere(radius=derived(shape.radii[0], shape.radii), origin=shape.origin)
        return msgspec.structs.replace(each, geometry=ball)
    if isinstance(shape, Plane):
        return each
    fit = points.fit(shape, touched)
    if fit is None:
        return each
    mesh, of_mesh = points.mesh_of(shape), points.values_of_mesh(shape)
    word, made = ("mesh" if mesh else type(shape).__name__.lower()), described(fit.shape)
    ledger.report(
        COLLISION_SHAPE_APPROXIMATED,
        each,
        about=(shape, *of_mesh),
        value=str(mesh.uri) if mesh and mesh.uri else word,
        target=made,
        error=shown(fit.error),
        origin=shape.origin,
    )
    X_CS = fit.pose
    if not X_CS.is_identity:
        X_LS = (each.pose or Pose()) @ X_CS
        each = msgspec.structs.replace(each, pose=derived(X_LS, each.pose) if each.pose is not None else X_LS)
    return msgspec.structs.replace(each, geometry=_traced(fit.shape, shape))


def _traced(made: Shape, source: Shape) -> Shape:
    """The numbers of a fitted shape say what they were measured on."""
    match made:
        case Box():
            return Box(size=derived(made.size, source), origin=source.origin)
        case Sphere():
            return Sphere(radius=derived(made.radius, source), origin=source.origin)
        case Cylinder():
            return Cylinder(radius=derived(made.radius, source), length=derived(made.length, source), origin=source.origin)
        case Capsule():
            return Capsule(radius=derived(made.radius, source), length=derived(made.length, source), origin=source.origin)
    return made


def described(shape: Shape) -> str:
    """A shape in words, with its sizes."""
    match shape:
        case Box():
            return f"a box of {' x '.join(shown(edge) for edge in shape.size)} m"
        case Sphere():
            return f"a ball of radius {shown(shape.radius)} m"
        case Cylinder():
            return f"a cylinder of radius {shown(shape.radius)} m and length {shown(shape.length)} m"
        case Capsule():
            return f"a capsule of radius {shown(shape.radius)} m and length {shown(shape.length + 2 * shape.radius)} m"
    return type(shape).__name__.lower()


class _Points:
    """Points on shapes, and what fits them; every mesh is read once. replaced: meshes that a simple shape stands for now."""

    def __init__(self, scene: Scene) -> None:
        self.meshes: dict[Id, Mesh] = {mesh.id: mesh for mesh in scene.meshes}
        self.replaced: set[Id] = set()
        self._reported: set[Id] = set()
        self._fits: dict[tuple[object, ...], Fit | None] = {}
        self._loaded: dict[Id, list[tuple[str, NDArray[Any]]]] = {}

    def mesh_of(self, shape: Shape) -> Mesh | None:
        return self.meshes.get(shape.mesh) if isinstance(shape, MeshShape) else None

    def values_of_mesh(self, shape: Shape) -> tuple[object, ...]:
        """Return the values of a mesh that a finding about a shape names: only for the first shape with it, as there may be thousands."""
        mesh = self.mesh_of(shape)
        if mesh is None or mesh.id in self._reported:
            return ()
        self._reported.add(mesh.id)
        return (mesh.uri, mesh.data.vertices if mesh.data else None)

    def fit(self, shape: Shape, kinds: Collection[str]) -> Fit | None:
        from scenec.meshes.best_fit import best_fit

        if isinstance(shape, MeshShape):
            self.replaced.add(shape.mesh)
            key = (shape.mesh, shape.scale, shape.submesh, bool(shape.center_submesh))
            if key not in self._fits:
                points = self._of_mesh(shape)
                self._fits[key] = best_fit(points, kinds) if points is not None else None
            return self._fits[key]
        from scenec.meshes.tessellate import table_of

        table = table_of(shape)
        return best_fit(table[0], kinds) if table is not None else None

    def _of_mesh(self, shape: MeshShape) -> NDArray[Any] | None:
        import numpy as np

        parts = [points for name, points in self._parts(shape.mesh) if shape.submesh is None or name == shape.submesh]
        if not parts:
            return None
        points = np.concatenate(parts)
        if shape.scale is not None:
            points = points * np.array([float(factor) for factor in shape.scale])
        return points - (points.min(axis=0) + points.max(axis=0)) / 2 if shape.center_submesh else points

    def _parts(self, mesh_id: Id) -> list[tuple[str, NDArray[Any]]]:
        if mesh_id not in self._loaded:
            mesh = self.meshes.get(mesh_id)
            self._loaded[mesh_id] = [] if mesh is None else _measured(mesh)
        return self._loaded[mesh_id]


def _measured(mesh: Mesh) -> list[tuple[str, NDArray[Any]]]:
    """The vertices that faces use, part by part; none if the file cannot be read."""
    if mesh.data is not None:
        return _used(mesh.data)
    if mesh.found is None:
        return []
    from scenec.meshes.files import load_mesh

    try:
        return [(part.name, part.vertices.array) for part in load_mesh(mesh.found).parts]
    except ReadError:
        return []


def _used(data: MeshData) -> list[tuple[str, NDArray[Any]]]:
    import numpy as np

    vertices = data.vertices.array
    return [
        (str(group.name), vertices[np.unique(np.concatenate([faces.vertices.array.reshape(-1) for faces in group.faces]))])
        for group in data.groups
        if group.faces
    ]
