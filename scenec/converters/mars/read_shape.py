"""The shapes of a node: what touches (physicmode, extend) and what shows (filename, origname, visualsize).

sim/src/physics/NodePhysics.cpp: create*, mars_graphics: GraphicsManager::addDrawObject, DrawObject.cpp.
"""

from __future__ import annotations

from typing import cast

from scenec import ir
from scenec.converters.mars.entry import Entry, as_vector
from scenec.converters.mars.kinds import PHYSICS_MODE
from scenec.converters.mars.nodes import Node
from scenec.converters.mars.reading import Reading
from scenec.ir import MeshExtent, Pose, Rotation, Vec3
from scenec.ir.pose import IDENTITY
from scenec.trace import derived, ids_of, traced

PRIMITIVE = "PRIMITIVE"
HERE = Pose()

QUARTER = Rotation.about((1.0, 0.0, 0.0), 1.5707963267948966)
"""How MARS's loader turns what it takes for a file with y up: (x, y, z) becomes (x, -z, y)."""

VANISHING = 1e-17
"""m: less than the rounding of a number of 0.1 m."""

Placed = tuple[ir.Shape, Pose]
"""A shape and its pose in the node's frame."""


def primitive(kind: str, size: Vec3) -> ir.Shape | None:
    """The shape of a kind of node; of a sphere only x counts, of a capsule or cylinder x (radius) and y (length)."""
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
    """What of a node touches; None for nothing."""
    entry = node.entry
    if node.mode == "plane":
        return _plane(node)
    if node.mode == "terrain":
        return _terrain(entry, reading)
    size = as_vector(entry.take("extend"))
    used = {"sphere": size[:1], "capsule": size[:2], "cylinder": size[:2]}.get(node.mode, size)
    if not all(float(edge) > 0 for edge in used):
        entry.report(
            "shape-size-refused", "converted", "error", "physics", about=size, value=" ".join(f"{float(edge):g}" for edge in size),
            because=f"MARS makes no {node.mode} without size and stops loading nodes here",
            consequence="nothing touches there; the nodes after it were read as if MARS went on", hint="give it a size",
        )  # fmt: skip
        return None
    if node.mode == "mesh":
        return _collision_mesh(entry, reading, size)
    shape = primitive(node.mode, size)
    return (shape, HERE) if shape is not None else None


def _plane(node: Node) -> Placed:
    """Infinite and level, whatever its rotation says."""
    X_W = node.X_W
    level = Pose(rotation=X_W.rotation.inverse())
    if level.is_identity:
        return ir.Plane(normal=(0.0, 0.0, 1.0)), HERE
    node.entry.report(
        "plane-level", "converted", "warning", "geometry", about=node.X_N.rotation,
        because="MARS's planes are level whatever their rotation says", consequence="what is drawn is turned, what touches is not",
        hint="use a box for a slope",
    )  # fmt: skip
    return ir.Plane(normal=(0.0, 0.0, 1.0)), level.with_ids(ids_of(node.X_N.rotation))


def _terrain(entry: Entry, reading: Reading) -> Placed | None:
    image = reading.texture(entry, entry.stated("t_srcname"))
    if image is None:
        entry.report(
            "terrain-without-image", "converted", "error", "geometry",
            because="MARS makes a terrain of the image t_srcname, and there is none", consequence="there is no ground",
            hint="name an image",
        )  # fmt: skip
        return None
    size = (entry.take("t_width"), entry.take("t_height"), entry.take("t_scale"))
    return ir.Heightmap(image=image, size=size, origin=entry.origin), HERE


# ---------------------------------------------------------------- meshes


def _collision_mesh(entry: Entry, reading: Reading, size: Vec3) -> Placed | None:
    """The file of the visual, stretched to the node's extent."""
    uri = entry.take("filename")
    if str(uri) == PRIMITIVE:
        entry.report(
            "collision-mesh-missing", "converted", "error", "geometry", about=uri,
            because="the shape is to be a mesh, but no file is named", consequence="its box touches instead",
            hint="name the file, or say box",
        )  # fmt: skip
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
    """A point p of the file is shown at factor * (turn p - pivot). The scene scales before it turns, so the factors go with the axes:
    a quarter turn about x exchanges those of y and z."""
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
    """Components that vanish in the rounding of the mesh's own numbers have no effect, and are told."""
    pivot = as_vector(entry.take("pivot"))
    tiny = [part for part in pivot if 0.0 < abs(part) < VANISHING]
    if not tiny:
        return pivot
    entry.ineffective("key", tiny, "pivot: a part of it is smaller than the rounding of the mesh's numbers")
    return cast(Vec3, tuple(0.0 if 0.0 < abs(part) < VANISHING else part for part in pivot))


def _turn(mesh: ir.Mesh, *, drawn: bool) -> Rotation:
    """OBJ files are taken to have y up; STL files too, but only where they are drawn."""
    uri = str(mesh.uri or "").lower()
    return QUARTER if uri.endswith(".obj") or (drawn and uri.endswith(".stl")) else IDENTITY


def _submesh(entry: Entry, mesh: ir.Mesh, reading: Reading) -> str | None:
    """The object of the file that the node means, None for all. A .bobj has no names in it."""
    name = entry.stated("origname")
    if not name:
        entry.consumed(name)
        return None
    if mesh.data is not None:
        entry.ineffective("key", name, "origname: a bobj file has no named objects")
        return None
    measured = reading.measure(mesh, entry)
    if measured and str(name) not in [each.submesh for each in measured]:
        entry.ineffective(
            "mesh-object", name, f"the mesh file has no object or group {str(name)!r}", level="warning", category="geometry",
            consequence="MARS shows nothing; it was read as the whole mesh", hint="correct origname, or leave it out",
        )  # fmt: skip
        return None
    submesh: str = name
    return submesh


def _extent(mesh: ir.Mesh, entry: Entry, reading: Reading, turn: Rotation) -> Vec3 | None:
    """The size of a mesh (m) as MARS sees it; None if nobody can tell."""
    measured = reading.measure(mesh, entry)
    if not measured:
        return None
    name = str(entry.stated("origname") or "")
    found: MeshExtent = next((each for each in measured if each.submesh == name), measured[0])
    x, y, z = (high - low for low, high in zip(found.lower, found.upper, strict=True))
    return (x, z, y) if turn != IDENTITY else (x, y, z)


def _stretch(extent: Vec3 | None, size: Vec3, entry: Entry, key: str) -> Vec3 | None:
    """How much a mesh of that extent grows to this size, along each axis; a flat one stays flat. key: what says the size."""
    if extent is None:
        entry.keep(key, size)
        entry.report(
            "mesh-size-unresolved", "unresolved", "warning", "geometry", about=size, value=" ".join(f"{float(edge):g}" for edge in size),
            because="the mesh is to be stretched to this size, and nobody knows how large it is", consequence="it is as large as its file",
        )  # fmt: skip
        return None
    x, y, z = (derived(float(wanted) / own if own > 0 else 1.0, wanted) for wanted, own in zip(size, extent, strict=True))
    return (x, y, z)


# ---------------------------------------------------------------- what shows


def read_visual_shape(node: Node, reading: Reading) -> Placed | None:
    """What of a node shows; None for nothing."""
    entry = node.entry
    uri = entry.take("filename")
    if str(uri) != PRIMITIVE:
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
        entry.report(
            "visual-kind-refused", "converted", "warning", "appearance", about=entry.stated("origname"), value=kind,
            because="MARS has no primitive of that name", consequence="nothing is drawn there", hint="say box, sphere, cylinder or capsule",
        )  # fmt: skip
    return (shape, HERE) if shape is not None else None


def _kind_shown(node: Node) -> str:
    """origname says what is drawn; without it, it is what touches."""
    entry = node.entry
    name = entry.stated("origname")
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
        entry.report(
            "visual-oval-approximated", "approximated", "warning", "appearance", about=(x, y), value=f"{float(x):g} x {float(y):g}",
            target=f"{float(x):g}", because=f"the {kind} is stretched to an oval", consequence="it is drawn round",
        )  # fmt: skip
    radius = derived(float(x) / 2, x, y)
    if kind == "cylinder":
        return ir.Cylinder(radius=radius, length=z)
    return ir.Capsule(radius=radius, length=derived(max(0.0, float(z) - float(x)), z, x))
