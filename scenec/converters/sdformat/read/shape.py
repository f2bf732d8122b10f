"""Read shapes. Of several, libsdformat takes the first in its own order, not the first that is written."""

from __future__ import annotations

from collections.abc import Callable

from scenec import ir
from scenec.converters.sdformat.findings.reading import GEOMETRY_SIZE_INEFFECTIVE, SHAPE_REPEATED_INEFFECTIVE
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.extras import validate
from scenec.ir.geometry import Shape
from scenec.syntax.tree import READ
from scenec.trace import derived, traced

Reader = Callable[[Reading, Element], Shape]


def read_geometry(reading: Reading, holder: Element) -> Shape:
    """Return the shape of a collision or visual, an empty one if there is none."""
    geometry = holder.child("geometry")
    if geometry is None:
        return ir.Empty(origin=holder.origin)
    if len(geometry.children) == 1 and geometry.children[0].tag in READERS:  # nearly all
        element = geometry.children[0]
        element.marks |= READ
        return READERS[element.tag](reading, element)
    written = geometry.tags()
    for tag, reader in READERS.items():
        if tag in written and (shape := geometry.child(tag)) is not None:
            _report_other_shapes(reading, geometry, shape)
            return reader(reading, shape)
    empty = geometry.child("empty")
    return ir.Empty(origin=(empty or geometry).origin)


def _report_other_shapes(reading: Reading, geometry: Element, chosen: Element) -> None:
    """Report further shapes in one geometry, which have no effect. Several polylines are one shape."""
    for other in geometry.children:
        if other is chosen or ":" in other.tag or (chosen.tag == other.tag == "polyline"):
            continue
        if other.tag in READERS:
            other.mark_all()
            validate(other, f"geometry/{other.tag}")
            about = traced("", other.all_ids())
            reading.ineffective(SHAPE_REPEATED_INEFFECTIVE, other, about, tag=other.tag, chosen=chosen.tag)


LEAST = {("sphere", "radius"): 1.0, ("cylinder", "radius"): 0.5, ("capsule", "radius"): 0.5, ("cone", "radius"): 0.5}
"""(tag, size) -> the radius (m) that libsdformat uses if it is not positive. Lengths become 1 m."""


def _length(reading: Reading, element: Element, name: str = "radius") -> float:
    tag = element.tag
    value: float = element.take(f"geometry/{tag}", name, default=True)
    if value > 0 or (tag == "capsule" and name == "length" and value == 0):
        return value
    used = LEAST.get((tag, name), 1.0)
    reading.ledger.report(
        GEOMETRY_SIZE_INEFFECTIVE, about=value, origin=element.origin, subject=f"{name} of <{tag}>", value=value, target=f"{used:g} m"
    )
    return derived(used, value)


def read_box(reading: Reading, element: Element) -> Shape:
    return ir.Box(size=element.take("geometry/box", "size", default=True), origin=element.origin)


def read_sphere(reading: Reading, element: Element) -> Shape:
    return ir.Sphere(radius=_length(reading, element), origin=element.origin)


def read_cylinder(reading: Reading, element: Element) -> Shape:
    return ir.Cylinder(radius=_length(reading, element), length=_length(reading, element, "length"), origin=element.origin)


def read_capsule(reading: Reading, element: Element) -> Shape:
    return ir.Capsule(radius=_length(reading, element), length=_length(reading, element, "length"), origin=element.origin)


def read_cone(reading: Reading, element: Element) -> Shape:
    return ir.Cone(radius=_length(reading, element), length=_length(reading, element, "length"), origin=element.origin)


def read_ellipsoid(reading: Reading, element: Element) -> Shape:
    return ir.Ellipsoid(radii=element.take("geometry/ellipsoid", "radii", default=True), origin=element.origin)


def read_plane(reading: Reading, element: Element) -> Shape:
    """Return a plane. The length of its normal has no meaning."""
    from scenec.ir.pose import unit

    normal = element.take("geometry/plane", "normal", default=True)
    if any(normal):
        length_one = unit(normal)
        if max(abs(a - b) for a, b in zip(length_one, normal, strict=True)) > 1e-15:
            normal = derived(length_one, normal)
    else:
        normal = derived((0.0, 0.0, 1.0), normal)
    return ir.Plane(normal=normal, size=element.take("geometry/plane", "size", default=True), origin=element.origin)


def read_polyline(reading: Reading, element: Element) -> Shape:
    """Return a polyline. Several in one geometry are the outlines of one shape, with the height of the first."""
    height = element.take("geometry/polyline", "height", default=True)
    return ir.Polyline(outlines=(_points(element),), height=height, origin=element.origin)


def _points(element: Element) -> tuple[tuple[float, float], ...]:
    return tuple(point for each in element.all("point") if (point := each.take("geometry/polyline/point")) is not None)


def read_heightmap(reading: Reading, element: Element) -> Shape:
    base = "geometry/heightmap"
    textures = tuple(
        ir.TerrainTexture(
            size=each.take(f"{base}/texture", "size"),
            diffuse=reading.texture(each, "diffuse"),
            normal=reading.texture(each, "normal"),
            origin=each.origin,
        )
        for each in element.all("texture")
    )
    blends = tuple(
        ir.TerrainBlend(
            min_height=each.take(f"{base}/blend", "min_height"), fade_distance=each.take(f"{base}/blend", "fade_dist"), origin=each.origin
        )
        for each in element.all("blend")
    )
    return ir.Heightmap(
        image=reading.texture(element, "uri") or ir.Texture(uri=""),
        size=element.take(base, "size", default=True),
        position=element.take(base, "pos"),
        textures=textures,
        blends=blends,
        sampling=element.take(base, "sampling"),
        use_terrain_paging=element.take(base, "use_terrain_paging"),
        origin=element.origin,
    )


def read_image(reading: Reading, element: Element) -> Shape:
    base = "geometry/image"
    return ir.ImageExtrusion(
        image=reading.texture(element, "uri") or ir.Texture(uri=""),
        scale=element.take(base, "scale"),
        threshold=element.take(base, "threshold"),
        height=element.take(base, "height"),
        granularity=element.take(base, "granularity"),
        origin=element.origin,
    )


def read_mesh(reading: Reading, element: Element) -> Shape:
    base = "geometry/mesh"
    uri = element.word("uri")
    submesh = element.child("submesh")
    convex = element.child("convex_decomposition")
    cut = None
    if convex is not None:
        hulls, voxels = (convex.take(f"{base}/convex_decomposition", name) for name in ("max_convex_hulls", "voxel_resolution"))
        cut = ir.ConvexDecomposition(max_convex_hulls=hulls, voxel_resolution=voxels, origin=convex.origin)
    return ir.MeshShape(
        mesh=reading.mesh(element, uri),
        scale=element.take(base, "scale"),
        submesh=submesh.word("name") if submesh is not None else None,
        center_submesh=submesh.take(f"{base}/submesh", "center") if submesh is not None else None,
        optimization=element.raw("optimization"),
        convex_decomposition=cut,
        origin=element.origin,
    )


READERS: dict[str, Reader] = {
    "box": read_box,
    "capsule": read_capsule,
    "cone": read_cone,
    "cylinder": read_cylinder,
    "ellipsoid": read_ellipsoid,
    "plane": read_plane,
    "sphere": read_sphere,
    "mesh": read_mesh,
    "heightmap": read_heightmap,
    "polyline": read_polyline,
    "image": read_image,
}
"""Tag -> reader, in the order in which libsdformat searches (src/Geometry.cc)."""
