"""Shapes. All are centred at the origin of the collision or visual that holds them unless they say otherwise."""

from __future__ import annotations

from scenec.ir.base import Extra, Id, Node, Texture, Vec2
from scenec.ir.blocks import Block
from scenec.ir.material import Material
from scenec.ir.pose import Vec3


class Geometry(Node, frozen=True, kw_only=True, gc=False):
    """Base of all shapes."""


class Empty(Geometry, frozen=True, kw_only=True, gc=False):
    """An explicit empty shape."""


class Box(Geometry, frozen=True, kw_only=True, gc=False):
    """size: full edge lengths along x, y, z (m)."""

    size: Vec3


class Sphere(Geometry, frozen=True, kw_only=True, gc=False):
    """radius: m."""

    radius: float


class Cylinder(Geometry, frozen=True, kw_only=True, gc=False):
    """Axis z. radius: m; length: full length along z (m)."""

    radius: float
    length: float


class Capsule(Geometry, frozen=True, kw_only=True, gc=False):
    """Axis z. radius: m; length: of the cylindrical part, without the caps (m); 0 is a sphere."""

    radius: float
    length: float


class Ellipsoid(Geometry, frozen=True, kw_only=True, gc=False):
    """radii: semi-axes along x, y, z (m)."""

    radii: Vec3


class Cone(Geometry, frozen=True, kw_only=True, gc=False):
    """Axis z, apex at +length/2. radius: of the base (m); length: height (m)."""

    radius: float
    length: float


class Torus(Geometry, frozen=True, kw_only=True, gc=False):
    """A ring around z. major_radius: centre to tube centre (m); minor_radius: of the tube (m)."""

    major_radius: float
    minor_radius: float


class Plane(Geometry, frozen=True, kw_only=True, gc=False):
    """Through the origin. normal: unit vector; size: full extents drawn (m), None or in a collision: infinite."""

    normal: Vec3 = (0.0, 0.0, 1.0)
    size: Vec2 | None = None


class Polyline(Geometry, frozen=True, kw_only=True, gc=False):
    """A closed outline in x, y (m), extruded from z = 0 to `height` (m). Several outlines: holes and islands."""

    outlines: tuple[tuple[Vec2, ...], ...]
    height: float


class TerrainTexture(Node, frozen=True, kw_only=True, gc=False):
    """One texture layer of a heightmap. size: m per repeat."""

    size: float | None = None
    diffuse: Texture | None = None
    normal: Texture | None = None


class TerrainBlend(Node, frozen=True, kw_only=True, gc=False):
    """Transition from one layer to the next: min_height, fade_distance in m."""

    min_height: float | None = None
    fade_distance: float | None = None


class Heightmap(Geometry, frozen=True, kw_only=True, gc=False):
    """Terrain from a grey image or a DEM file. size: full extents x, y and the height of white (m); position: offset (m)."""

    image: Texture
    size: Vec3 | None = None
    position: Vec3 | None = None
    textures: tuple[TerrainTexture, ...] = ()
    blends: tuple[TerrainBlend, ...] = ()
    sampling: int | None = None
    use_terrain_paging: bool | None = None


class ImageExtrusion(Geometry, frozen=True, kw_only=True, gc=False):
    """A grey image extruded into walls. scale: m per pixel; threshold: 0..255; height: m; granularity: pixels per box."""

    image: Texture
    scale: float | None = None
    threshold: int | None = None
    height: float | None = None
    granularity: int | None = None


class ConvexDecomposition(Node, frozen=True, kw_only=True, gc=False):
    """Settings for the decomposition of a mesh into convex parts."""

    max_convex_hulls: int | None = None
    voxel_resolution: int | None = None


class MeshShape(Geometry, frozen=True, kw_only=True, gc=False):
    """A use of a mesh of the scene. mesh: its id. scale: per axis, negative mirrors. submesh: only the group of that name;
    center_submesh: moved so that its bounding box is centred. optimization: ``convex_hull``, ``convex_decomposition``."""

    mesh: Id
    scale: Vec3 | None = None
    submesh: str | None = None
    center_submesh: bool | None = None
    optimization: str | None = None
    convex_decomposition: ConvexDecomposition | None = None


class Faces(Node, frozen=True, kw_only=True, gc=False):
    """Polygons of equal corner count: 0-based indices, shape (faces, 3 or 4), counter-clockwise seen from outside.
    normals, texcoords: same shape, indexing the mesh's lists; None where corners have none."""

    vertices: Block
    normals: Block | None = None
    texcoords: Block | None = None


class MeshGroup(Node, frozen=True, kw_only=True, gc=False):
    """A named part of a mesh (OBJ group, SDF submesh). material: what the mesh file itself says; a visual's own wins."""

    name: str
    faces: tuple[Faces, ...] = ()
    material: Material | None = None


class MeshData(Node, frozen=True, kw_only=True, gc=False):
    """An inline mesh, as its source simulator shows it: metres, z up.

    vertices: (n, 3) m. normals: (m, 3) unit vectors. texcoords: (k, 2), v = 0 at the bottom of the image.
    smooth: without normals, draw with the average of the face normals per vertex (else flat).
    """

    vertices: Block
    normals: Block | None = None
    texcoords: Block | None = None
    groups: tuple[MeshGroup, ...] = ()
    smooth: bool | None = None


class MeshExtent(Node, frozen=True, kw_only=True, gc=False):
    """Measurements of a mesh file, per submesh name ("" = all): distinct used vertices, triangles, bounds (m)."""

    submesh: str = ""
    vertices: int
    faces: int
    lower: Vec3
    upper: Vec3


class Mesh(Node, frozen=True, kw_only=True, gc=False):
    """A mesh asset, used by any number of shapes. Inline (`data`) or a file: `uri` as written, `found` the absolute path it
    resolved to, `extents` what was measured in it."""

    id: Id = ""
    name: str | None = None
    data: MeshData | None = None
    uri: str | None = None
    found: str | None = None
    extents: tuple[MeshExtent, ...] = ()
    extras: tuple[Extra, ...] = ()


Shape = Empty | Box | Sphere | Cylinder | Capsule | Ellipsoid | Cone | Torus | Plane | Polyline | Heightmap | ImageExtrusion | MeshShape
"""Every shape a collision or a visual can have."""
