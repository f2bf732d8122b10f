"""Write shapes."""

from __future__ import annotations

from scenec.converters.common.findings import PLANE_SIZE_DEFAULTED
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.values import numbers
from scenec.ir.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Empty,
    Heightmap,
    ImageExtrusion,
    MeshShape,
    Plane,
    Polyline,
    Shape,
    Sphere,
)
from scenec.ir.link import Visual
from scenec.syntax.said import constant

TAGS: dict[type, str] = {
    Empty: "empty",
    Box: "box",
    Sphere: "sphere",
    Cylinder: "cylinder",
    Capsule: "capsule",
    Ellipsoid: "ellipsoid",
    Cone: "cone",
    Plane: "plane",
    Polyline: "polyline",
    Heightmap: "heightmap",
    ImageExtrusion: "image",
    MeshShape: "mesh",
}


def tag_of(shape: Shape) -> str | None:
    """Return the tag of a shape, None if SDFormat has none (a torus)."""
    return TAGS.get(type(shape))


def write_geometry(context: Context, holder: ElementWriter, shape: Shape, *, drawn: Visual | None) -> None:
    """Write a shape that the version has (`tag_of`). drawn: the visual of the shape, in which an infinite plane needs an extent."""
    tag = tag_of(shape)
    assert tag is not None
    part = holder.child("geometry").child(tag)
    match shape:
        case Box():
            part.put(shape, "size", always=True)
        case Sphere():
            part.put(shape, "radius", always=True)
        case Cylinder() | Capsule() | Cone():
            part.put(shape, "radius", always=True)
            part.put(shape, "length", always=True)
        case Ellipsoid():
            part.put(shape, "radii", always=True)
        case Plane():
            write_plane(context, part, shape, drawn)
        case Polyline():
            write_polyline(holder, part, shape)
        case Heightmap():
            write_heightmap(context, part, shape)
        case ImageExtrusion():
            part.text("uri", context.assets.texture(shape.image))
            for field in ("scale", "threshold", "height", "granularity"):
                part.put(shape, field)
        case MeshShape():
            write_mesh(context, part, shape)


def write_plane(context: Context, part: ElementWriter, plane: Plane, drawn: Visual | None) -> None:
    """Write a plane. A collision plane is infinite with any size, and a drawn one gets a size."""
    part.put(plane, "normal", always=True)
    if plane.size is not None:
        part.put(plane, "size", always=drawn is not None)
    elif drawn is not None:
        part.text("size", constant("100 100"))
        context.report(PLANE_SIZE_DEFAULTED, drawn, target="100 m x 100 m", origin=plane.origin)


def write_polyline(holder: ElementWriter, part: ElementWriter, polyline: Polyline) -> None:
    """Write one element per outline. Several are holes and islands of one shape."""
    geometry = holder.out.children[-1]
    for i, outline in enumerate(polyline.outlines):
        if i:
            part = ElementWriter("polyline", part.version, as_was=part.as_was, request=part.request)
            geometry.children.append(part.out)
        for point in outline:
            part.text("point", numbers(point))
        part.put(polyline, "height", always=True)


def write_heightmap(context: Context, part: ElementWriter, heightmap: Heightmap) -> None:
    part.text("uri", context.assets.texture(heightmap.image))
    part.put(heightmap, "size", always=True)
    part.put(heightmap, "position", "pos")
    for layer in heightmap.textures:
        texture = part.child("texture")
        texture.put(layer, "size", always=True)
        if layer.diffuse is not None:
            texture.text("diffuse", context.assets.texture(layer.diffuse))
        if layer.normal is not None:
            texture.text("normal", context.assets.texture(layer.normal))
    for fade in heightmap.blends:
        blend = part.child("blend")
        blend.put(fade, "min_height", always=True)
        blend.put(fade, "fade_distance", "fade_dist", always=True)
    part.put(heightmap, "use_terrain_paging")
    part.put(heightmap, "sampling")


def write_mesh(context: Context, part: ElementWriter, shape: MeshShape) -> None:
    uri = context.assets.mesh(shape.mesh, shape.submesh)
    if uri.text:
        part.text("uri", uri)
    else:
        part.leave_out(uri)
    part.put(shape, "scale")
    name = context.assets.submesh(shape.mesh, shape.submesh) if shape.submesh is not None else None
    if name is not None:
        submesh = part.child("submesh")
        submesh.text("name", name)
        submesh.put(shape, "center_submesh", "center")
    part.put(shape, "optimization", "@optimization")
    if shape.convex_decomposition is not None and part.has("convex_decomposition"):
        cut = part.child("convex_decomposition")
        cut.put(shape.convex_decomposition, "max_convex_hulls")
        cut.put(shape.convex_decomposition, "voxel_resolution")
