"""Shapes: the reference reader takes the first it finds in an order of its own, not the first that is written."""

from __future__ import annotations

from collections.abc import Callable

from scenec import ir
from scenec.converters.sdformat.read_element import Element
from scenec.converters.sdformat.read_extras import validate
from scenec.converters.sdformat.reading import Reading
from scenec.ir.geometry import Shape
from scenec.trace import derived, traced

Reader = Callable[[Reading, Element], Shape]


def read_geometry(reading: Reading, holder: Element) -> Shape:
    """The shape of a collision or visual; none at all is an empty one."""
    geometry = holder.child("geometry")
    if geometry is None:
        return ir.Empty(origin=holder.origin)
    written = {child.tag for child in geometry.children}
    for tag, reader in READERS.items():
        if tag in written and (element := geometry.child(tag)) is not None:
            if len(geometry.children) > 1:
                _tell_others(reading, geometry, element)
            return reader(reading, element)
    empty = geometry.child("empty")
    return ir.Empty(origin=(empty or geometry).origin)


def _tell_others(reading: Reading, geometry: Element, chosen: Element) -> None:
    """Further shapes in one geometry have no effect; several polylines are one shape."""
    for other in geometry.children:
        if other is chosen or ":" in other.tag or (chosen.tag == other.tag == "polyline"):
            continue
        if other.tag in READERS:
            other.used = other.whole = True
            validate(other, f"geometry/{other.tag}")
            about = traced("", other.all_ids())
            reading.ineffective("element-repeated", other, f"the geometry is the <{chosen.tag}>", about)


LEAST = {("sphere", "radius"): 1.0, ("cylinder", "radius"): 0.5, ("capsule", "radius"): 0.5, ("cone", "radius"): 0.5}
"""What the reference reader takes for a size that is not positive; lengths are 1 m then."""


def _length(reading: Reading, element: Element, name: str = "radius") -> float:
    tag = element.tag
    value: float = element.take(f"geometry/{tag}", name, default=True)
    if value > 0 or (tag == "capsule" and name == "length" and value == 0):
        return value
    used = LEAST.get((tag, name), 1.0)
    reading.ledger.report(
        "geometry-size-ineffective", "dropped", "warning", "geometry", about=value, origin=element.origin, subject=f"{name} of <{tag}>",
        value=value, target=f"{used:g} m", because="a size must be positive, and the reference reader takes another one",
        consequence="the shape has another size than written", hint="correct it",
    )  # fmt: skip
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
    """The normal is a direction, so its length says nothing."""
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
    """Several in one geometry are the outlines of one shape; the first one's height counts."""
    height = element.take("geometry/polyline", "height", default=True)
    return ir.Polyline(outlines=(_points(element),), height=height, origin=element.origin)


def _points(element: Element) -> tuple[tuple[float, float], ...]:
    return tuple(point for each in element.all("point") if (point := each.take("geometry/polyline/point")) is not None)


def read_heightmap(reading: Reading, element: Element) -> Shape:
    base = "geometry/heightmap"
    textures = tuple(
        ir.TerrainTexture(
            size=each.take(f"{base}/texture", "size"), diffuse=reading.texture(each, "diffuse"), normal=reading.texture(each, "normal"),
            origin=each.origin,
        )
        for each in element.all("texture")
    )  # fmt: skip
    blends = tuple(
        ir.TerrainBlend(min_height=each.take(f"{base}/blend", "min_height"), fade_distance=each.take(f"{base}/blend", "fade_dist"),
                        origin=each.origin)
        for each in element.all("blend")
    )  # fmt: skip
    return ir.Heightmap(
        image=reading.texture(element, "uri") or ir.Texture(uri=""), size=element.take(base, "size", default=True),
        position=element.take(base, "pos"), textures=textures, blends=blends, sampling=element.take(base, "sampling"),
        use_terrain_paging=element.take(base, "use_terrain_paging"), origin=element.origin,
    )  # fmt: skip


def read_image(reading: Reading, element: Element) -> Shape:
    base = "geometry/image"
    return ir.ImageExtrusion(
        image=reading.texture(element, "uri") or ir.Texture(uri=""), scale=element.take(base, "scale"),
        threshold=element.take(base, "threshold"), height=element.take(base, "height"), granularity=element.take(base, "granularity"),
        origin=element.origin,
    )  # fmt: skip


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
        mesh=reading.mesh(element, uri), scale=element.take(base, "scale"),
        submesh=submesh.word("name") if submesh is not None else None,
        center_submesh=submesh.take(f"{base}/submesh", "center") if submesh is not None else None,
        optimization=element.raw("optimization"), convex_decomposition=cut, origin=element.origin,
    )  # fmt: skip


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
"""Tag -> reader, in the order in which the reference reader looks (src/Geometry.cc)."""
