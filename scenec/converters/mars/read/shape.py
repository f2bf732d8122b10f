"""The shapes of a node: of its collision (physicmode, extend) and of its visual (filename, origname, visualsize).

sim/src/physics/NodePhysics.cpp: create*, mars_graphics: GraphicsManager::addDrawObject, DrawObject.cpp.
"""

from __future__ import annotations

from typing import cast

from scenec import ir
from scenec.accounting.amounts import edges_text
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.kinds import PHYSICS_MODE
from scenec.converters.mars.read.context import Reading
from scenec.converters.mars.read.entry import Entry, as_vector
from scenec.converters.mars.read.nodes import Node
from scenec.ir import MeshExtent, Pose, Rotation, Vec3
from scenec.ir.pose import IDENTITY
from scenec.trace import derived, ids_of, traced

PRIMITIVE = "PRIMITIVE"
HERE = Pose()

QUARTER = Rotation.about((1.0, 0.0, 0.0), 1.5707963267948966)
"""The rotation that MARS applies to files with y up: (x, y, z) becomes (x, -z, y)."""

VANISHING = 1e-17
"""m: less than the rounding of a number of 0.1 m."""

Placed = tuple[ir.Shape, Pose]
"""A shape and its pose in the node's frame."""


def primitive(kind: str, size: Vec3) -> ir.Shape | None:
    """Return a primitive of a size (m): a sphere uses x (radius), a capsule or cylinder x (radius) and y (length)."""
    x, y, _ = size
    match kind:
        case "box":
            return ir.Box(size=size)
        case "sphere":
            return ir.Sphere(radius=x)
        case "capsule":
            return ir.Capsule(radius=x, length=y)
        case "cylinder":
            return ir.Cylinder(radius=x, length=y)
    return None


def read_collision_shape(node: Node, reading: Reading) -> Placed | None:
    """Return the collision shape of a node and its pose, None for a node without one."""
    entry = node.entry
    if node.mode == "plane":
        return _plane(node)
    if node.mode == "terrain":
        return _terrain(entry, reading)
    size = as_vector(entry.take("extend"))
    used = {"sphere": size[:1], "capsule": size[:2], "cylinder": size[:2]}.get(node.mode, size)
    if not all(float(edge) > 0 for edge in used):
        entry.report(findings.SHAPE_SIZE_REFUSED, about=size, value=edges_text(size), mode=node.mode)
        return None
    if node.mode == "mesh":
        return _collision_mesh(entry, reading, size)
    shape = primitive(node.mode, size)
    return (shape, HERE) if shape is not None else None


def _plane(node: Node) -> Placed:
    """Return a level plane: MARS ignores the rotation of planes."""
    X_W = node.X_W
    level = Pose(rotation=X_W.rotation.inverse())
    if level.is_identity:
        return ir.Plane(normal=(0.0, 0.0, 1.0)), HERE
    node.entry.report(findings.PLANE_LEVEL, about=node.X_N.rotation)
    return ir.Plane(normal=(0.0, 0.0, 1.0)), level.with_ids(ids_of(node.X_N.rotation))


def _terrain(entry: Entry, reading: Reading) -> Placed | None:
    image = reading.texture(entry, entry.stated("t_srcname"))
    if image is None:
        entry.report(findings.TERRAIN_WITHOUT_IMAGE)
        return None
    size = (entry.take("t_width"), entry.take("t_height"), entry.take("t_scale"))
    return ir.Heightmap(image=image, size=size, origin=entry.origin), HERE


# ---------------------------------------------------------------- meshes


def _collision_mesh(entry: Entry, reading: Reading, size: Vec3) -> Placed | None:
    """Return the mesh of the visual, stretched to the size of the node."""
    uri = entry.take("filename")
    if str(uri) == PRIMITIVE:
        entry.report(findings.COLLISION_MESH_UNNAMED, about=uri)
        return ir.Box(size=size), HERE
    mesh = reading.mesh(entry, uri)
    turn = _turn(mesh, drawn=False)
    extent = _extent(mesh, entry, reading, turn)
    return _placed_mesh(entry, reading, mesh, _stretch(extent, size, entry, "extend"), turn)


def _visual_mesh(entry: Entry, reading: Reading, uri: str) -> Placed:
    mesh = reading.mesh(entry, uri)
    turn = _turn(mesh, drawn=True)
    size = as_vector(entry.take("visualsize"))
    if any(size):
        factor = _stretch(_extent(mesh, entry, reading, turn), size, entry, "visualsize")
    else:
        entry.consumed(size)
        factor = as_vector(entry.take("visualscale"))
    return _placed_mesh(entry, reading, mesh, factor, turn)


def _placed_mesh(entry: Entry, reading: Reading, mesh: ir.Mesh, factor: Vec3 | None, turn: Rotation) -> Placed:
    """Return a mesh and its pose. MARS puts a point p of the file at factor * (turn p - pivot). The neutral scene scales before it
    rotates, so a quarter turn about x exchanges the factors of y and z."""
    pivot = _pivot(entry)
    scale = factor or (1.0, 1.0, 1.0)
    offset = tuple(0.0 - s * p + 0.0 for s, p in zip(scale, pivot, strict=True))
    place = Pose(cast(Vec3, offset), turn)
    if ids := ids_of((pivot, scale)):
        place = Pose(cast(Vec3, tuple(traced(float(each), ids) for each in offset)), turn)
    own = (scale[0], scale[2], scale[1]) if turn != IDENTITY else scale
    shape = ir.MeshShape(
        mesh=mesh.id, scale=None if own == (1.0, 1.0, 1.0) and not ids_of(own) else own, submesh=_submesh(entry, mesh, reading)
    )
    return shape, place


def _pivot(entry: Entry) -> Vec3:
    """Return the pivot (m). Components below the rounding of the numbers of the mesh become 0, which is reported."""
    pivot = as_vector(entry.take("pivot"))
    tiny = tuple(part for part in pivot if 0.0 < abs(part) < VANISHING)
    if not tiny:
        return pivot
    entry.ignored("pivot", tiny, "A component of the pivot is smaller than the rounding of the numbers of the mesh.")
    return cast(Vec3, tuple(0.0 if 0.0 < abs(part) < VANISHING else part for part in pivot))


def _turn(mesh: ir.Mesh, *, drawn: bool) -> Rotation:
    """OBJ files are taken to have y up; STL files too, but only where they are drawn."""
    uri = str(mesh.uri or "").lower()
    return QUARTER if uri.endswith(".obj") or (drawn and uri.endswith(".stl")) else IDENTITY


def _submesh(entry: Entry, mesh: ir.Mesh, reading: Reading) -> str | None:
    """Return the object of the file that the node uses, None for all objects. A .bobj has no named objects."""
    name = entry.stated("origname")
    if not name:
        entry.consumed(name)
        return None
    if mesh.data is not None:
        entry.ignored("origname", name, "A bobj file has no named objects.")
        return None
    measured = reading.measure(mesh, entry)
    if measured and str(name) not in [each.submesh for each in measured]:
        entry.report(findings.MESH_OBJECT_UNKNOWN, about=name, value=str(name))
        return None
    submesh: str = name
    return submesh


def _extent(mesh: ir.Mesh, entry: Entry, reading: Reading, turn: Rotation) -> Vec3 | None:
    """Return the size of a mesh along the axes of MARS (m), None if it is unknown."""
    measured = reading.measure(mesh, entry)
    if not measured:
        return None
    name = str(entry.stated("origname") or "")
    found: MeshExtent = next((each for each in measured if each.submesh == name), measured[0])
    x, y, z = (high - low for low, high in zip(found.lower, found.upper, strict=True))
    return (x, z, y) if turn != IDENTITY else (x, y, z)


def _stretch(extent: Vec3 | None, size: Vec3, entry: Entry, key: str) -> Vec3 | None:
    """Return the factors from the extent of a mesh to a size, 1 along flat axes. key: of the size. None if the extent is unknown."""
    if extent is None:
        entry.keep(key, size)
        entry.report(findings.MESH_SIZE_UNRESOLVED, about=size, value=edges_text(size))
        return None
    x, y, z = (derived(float(wanted) / own if own > 0 else 1.0, wanted) for wanted, own in zip(size, extent, strict=True))
    return (x, y, z)


# ---------------------------------------------------------------- visuals


def read_visual_shape(node: Node, reading: Reading) -> Placed | None:
    """Return the visual shape of a node and its pose, None for a node without one. visualType has priority over filename and origname."""
    entry = node.entry
    uri = entry.take("filename")
    if str(uri) != PRIMITIVE and str(entry.take("visualType") or "mesh") == "mesh":
        return _visual_mesh(entry, reading, uri)
    entry.consumed(uri)
    kind = _kind_shown(node)
    if kind == "plane":
        size = as_vector(entry.take("extend"))
        return ir.Plane(normal=(0.0, 0.0, 1.0), size=(size[0], size[1]) if size[0] and size[1] else None), HERE
    if kind == "terrain":
        return _terrain(entry, reading)
    stretched = as_vector(entry.take("visualsize"))
    if any(stretched):
        shape = stretched_primitive(entry, kind, stretched)
    else:
        entry.consumed(stretched)
        size = as_vector(entry.take("extend"))
        shape = primitive(kind, size) if any(size) else None
    if shape is None and kind not in ("empty", "undefined", "reference") and (any(stretched) or any(entry.take("extend"))):
        entry.report(findings.VISUAL_KIND_REFUSED, about=entry.stated("origname"), value=kind)
    return (shape, HERE) if shape is not None else None


def _kind_shown(node: Node) -> str:
    """Return the primitive that is drawn: visualType or origname, by default the physicmode."""
    entry = node.entry
    name = entry.stated("visualType") or entry.stated("origname")
    if name:
        entry.consumed(name)
        return PHYSICS_MODE.parse(str(name))[0] if not PHYSICS_MODE.is_odd(str(name)) else str(name)
    mode = entry.take("physicmode")
    entry.consumed(name, mode)
    return str(mode)


def stretched_primitive(entry: Entry, kind: str, size: Vec3) -> ir.Shape | None:
    """A primitive stretched to a bounding box."""
    x, y, z = size
    if kind == "box":
        return ir.Box(size=size)
    if kind == "sphere":
        radii = cast(Vec3, tuple(derived(float(edge) / 2, edge) for edge in size))
        return ir.Sphere(radius=derived(float(x) / 2, x, y, z)) if x == y == z else ir.Ellipsoid(radii=radii)
    if kind not in ("cylinder", "capsule"):
        return None
    if x != y:
        entry.report(findings.VISUAL_OVAL, about=(x, y), value=edges_text((x, y)), target=f"{float(x):g} m", kind=kind)
    radius = derived(float(x) / 2, x, y)
    if kind == "cylinder":
        return ir.Cylinder(radius=radius, length=z)
    return ir.Capsule(radius=radius, length=derived(max(0.0, float(z) - float(x)), z, x))
