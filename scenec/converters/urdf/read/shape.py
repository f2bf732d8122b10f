"""Read places, shapes, visuals and collisions (urdf_parser/src/link.cpp, pose.cpp)."""

from __future__ import annotations

from scenec import ir
from scenec.converters.urdf import vocabulary as v
from scenec.converters.urdf.findings.reading import CAPSULE_EARLY, ORIGIN_QUATERNION_INEFFECTIVE, VALUE_EARLY
from scenec.converters.urdf.read.element import Part
from scenec.converters.urdf.read.material import Materials
from scenec.ir import Pose, Rotation
from scenec.trace import ids_of, traced


def read_origin(holder: Part) -> Pose | None:
    """Return the pose of the child <origin>."""
    return pose_of(holder.first("origin"))


def pose_of(origin: Part | None) -> Pose | None:
    """Return the pose of an <origin>, None without one. Angles are about fixed axes. ReadError for a vector that urdfdom refuses."""
    if origin is None:
        return None
    xyz = origin.take_optional(v.XYZ)
    rotation = _rotation(origin)
    if xyz is None and rotation is None:
        return None
    return Pose(xyz or (0.0, 0.0, 0.0), rotation or Rotation.from_rpy(0.0, 0.0, 0.0))


def _rotation(origin: Part) -> Rotation | None:
    if origin.has(v.QUATERNION):
        if origin.reading.version >= (1, 1) or origin.reading.options.lenient:
            if origin.has(v.RPY):
                raise origin.error("both rpy and quat_xyzw are written", "quat_xyzw", expected="one of them")
            if origin.reading.version < (1, 1):
                origin.report(VALUE_EARLY, value=v.QUATERNION.name, version="1.1")
            quaternion = origin.take(v.QUATERNION)
            x, y, z, w = quaternion
            return Rotation.from_quat(w, float(x), y, z).with_ids(ids_of(quaternion))
        origin.report(ORIGIN_QUATERNION_INEFFECTIVE, about=origin.take_optional(v.QUATERNION), value=origin.node.attributes["quat_xyzw"])
    rpy = origin.take_optional(v.RPY)
    if rpy is None:
        return None
    roll, pitch, yaw = rpy
    return Rotation.from_rpy(float(roll), pitch, yaw, ids=ids_of(rpy))


def read_geometry(holder: Part) -> ir.Shape:
    """Return the shape of a visual or collision: the first element in <geometry>. ReadError where urdfdom cannot parse it."""
    geometry = holder.first("geometry")
    if geometry is None:
        raise holder.error(f"<{holder.tag}> has no <geometry>", hint="add <geometry> with a shape")
    if not geometry.node.children:
        raise geometry.error("<geometry> is empty", expected="one of " + ", ".join(v.SHAPES))
    tag = geometry.node.children[0].tag
    shape = geometry.first(tag)
    assert shape is not None
    at = shape.origin
    match tag:
        case "box":
            return ir.Box(size=shape.take(v.BOX_SIZE), origin=at)
        case "sphere":
            return ir.Sphere(radius=shape.take(v.RADIUS), origin=at)
        case "cylinder":
            return ir.Cylinder(radius=shape.take(v.RADIUS), length=shape.take(v.LENGTH), origin=at)
        case "capsule":
            if shape.reading.version < (1, 1):
                shape.report(CAPSULE_EARLY)
            return ir.Capsule(radius=shape.take(v.RADIUS), length=shape.take(v.LENGTH), origin=at)
        case "mesh":
            return _mesh(shape)
    from scenec.errors import nearest

    raise shape.error(f"<{tag}> is no shape of URDF", expected="one of " + ", ".join(v.SHAPES), nearest=nearest(tag, v.SHAPES))


def _mesh(shape: Part) -> ir.MeshShape:
    name = shape.take(v.MESH_FILE)
    scale = shape.take_optional(v.MESH_SCALE)
    return ir.MeshShape(mesh=traced(str(shape.reading.mesh(shape, name)), ids_of(name)), scale=scale, origin=shape.origin)


def read_visual(part: Part, materials: Materials) -> ir.Visual:
    pose = read_origin(part)
    geometry = read_geometry(part)
    material = part.first("material")
    return ir.Visual(
        name=part.take_optional(v.SHAPE_NAME) or None,
        pose=pose,
        geometry=geometry,
        material=materials.of_visual(material) if material is not None else None,
        extras=part.rest(),
        origin=part.origin,
    )


def read_collision(part: Part) -> ir.Collision:
    pose = read_origin(part)
    return ir.Collision(
        name=part.take_optional(v.SHAPE_NAME) or None, pose=pose, geometry=read_geometry(part), extras=part.rest(), origin=part.origin
    )
