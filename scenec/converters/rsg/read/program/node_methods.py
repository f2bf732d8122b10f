"""Effects of node methods on the simulated state: poses, bodies and their masses, colliders, joints.

Other calls are only kept with their node, and read afterwards.
"""

from __future__ import annotations

from typing import cast

import msgspec

from scenec.converters.rsg.angles import from_degrees
from scenec.converters.rsg.findings import program
from scenec.converters.rsg.findings import reading as rows
from scenec.converters.rsg.read.program.body_mass import Mass, change_mass
from scenec.converters.rsg.read.program.nodes import HERE, Call, Node, composed
from scenec.converters.rsg.read.program.remarks import Remarks
from scenec.ir.pose import IDENTITY, ORIGIN, Matrix3, Pose, Rotation, Vec3, add, sub, unit
from scenec.trace import derived, ids_of

_AXIS_METHODS = frozenset(
    {
        "setBounce",
        "setLowStopDeg",
        "setHighStopDeg",
        "setLowStopPos",
        "setHighStopPos",
        "setCFM",
        "setStopCFM",
        "setStopERP",
        "setSuspensionERP",
        "setSuspensionCFM",
        "setFudgeFactor",
        "setLinearMotorVelocity",
        "setAngularMotorVelocity",
        "setMaxMotorForce",
        "setMotorAxis",
        "setAxisAngle",
    }
)
"""Methods whose first parameter is the number of the axis."""

_REPEATABLE = frozenset(
    {"addNotCollideWithColliderName", "addCollisionHandler", "addSCFreezeJointEffName", "addForce", "addTorque", "unlinkLeaf"}
)


class Body(msgspec.Struct):
    """pose: in the world, with the centre of mass as origin. shift: how far the nodes beside the body move with it in the first frame."""

    pose: Pose
    mass: Mass
    shift: Vec3 = ORIGIN


class Geom(msgspec.Struct):
    """body: the node of the RigidBody that it moves with, None if it stands in the world. inner: it is the child of a TransformCollider,
    and `pose` is in the body; otherwise `pose` is in the world. placed: a call placed it."""

    body: Node | None
    inner: bool
    pose: Pose
    placed: bool = False


class JointEnds(msgspec.Struct):
    """first, second: the bodies (None: the world). frame: the cached pose of the joint's Transform when the anchor was set. axes: direction
    and the cached pose that it is given in, by axis."""

    attached: bool = False
    first: Node | None = None
    second: Node | None = None
    anchor: Vec3 | None = None
    frame: Pose = HERE
    axes: dict[int, tuple[Vec3, Pose]] = {}
    call: Call | None = None
    first_pose: Pose = HERE


def execute(node: Node, call: Call | None, remarks: Remarks) -> None:
    """Apply a call that the method accepts, or the making of a node (call None)."""
    if call is None:
        make(node)
        return
    report_overridden(node, call, remarks)
    if call.name == "setName":
        node.rename(str.__str__(call.values[0]))
        node.stated = call.values[0]
        return
    if call.name in ("unlinkChildren", "unlinkLeaf"):
        unlink(node, call)
        return
    match node.cls.group:
        case "transform":
            place_transform(node, call, remarks)
        case "body":
            change_body(node, call, remarks)
        case "collider":
            place_collider(node, call, remarks)
        case "joint" | "motor":
            change_joint(node, call, remarks)


def make(node: Node) -> None:
    group = node.cls.group
    if group == "body":
        node.state = Body(node.cached_world(), Mass())
    elif group == "collider":
        parent = node.parent
        inner = parent is not None and parent.cls.name == "TransformCollider"
        body = parent.first("body") if parent is not None and not inner else None
        node.state = Geom(body, inner, HERE if inner else node.cached_world())
    elif group in ("joint", "motor"):
        node.state = JointEnds()


def report_overridden(node: Node, call: Call, remarks: Remarks) -> None:
    """Remove an earlier call of the same method, and report it as overridden."""
    if (
        call.name in _REPEATABLE
        or (node.cls.group == "body" and call.name != "setName")
        or (node.is_transform and node.children and call.name != "setName")
    ):
        return
    for earlier in node.calls[:-1]:
        if earlier.name != call.name or (call.name in _AXIS_METHODS and earlier.values[:1] != call.values[:1]):
            continue
        node.calls.remove(earlier)
        new = set(call.ids())  # the same atoms, if both come from one place that is executed twice
        ids = tuple(value_id for value_id in (earlier.source.text_id, *earlier.ids()) if value_id not in new)
        remarks.ineffective(program.CALL_OVERRIDDEN, ids, origin=earlier.source, document=earlier.document, method=call.name)
        return


def unlink(node: Node, call: Call) -> None:
    name = str.__str__(call.values[0]) if call.values else None
    node.keep([child for child in node.children if name is not None and child.name != name])
    node.touch()


# ---------------------------------------------------------------- poses


def place_transform(node: Node, call: Call, remarks: Remarks) -> None:
    above = node.parent.cached_world() if node.parent is not None else HERE
    match call.name:
        case "setLocalPos":
            node.local = Pose(call.values[:3], node.local.rotation)
            node.world = composed(above, node.local)
        case "setLocalRotation":
            node.local = Pose(node.local.position, turned(call.values[:3]))
            node.world = composed(above, node.local)
        case "setLocalTransform":  # does not refresh the cached pose
            node.local = from_columns(call.values)
            take_last_row(call, remarks)
            if not is_rigid(call.values):
                remarks.report(rows.TRANSFORM_NOT_RIGID, ids_of(call.values), origin=call.origin)


def take_last_row(call: Call, remarks: Remarks) -> None:
    """Report the last row of a matrix, which has no effect."""
    for entry, usual in ((3, 0.0), (7, 0.0), (11, 0.0), (15, 1.0)):
        ids = ids_of(call.values[entry])
        if call.values[entry] == usual:
            remarks.consumed(*ids)
        else:
            remarks.ineffective(rows.TRANSFORM_LAST_ROW, ids)


def turned(radians: tuple[float, ...]) -> Rotation:
    """Return the rotation of three angles (rad) about x, then the new y, then the new z."""
    x, y, z = radians
    if sum(1 for angle in radians if angle) <= 1:
        return Rotation.from_rpy(x, y, z)
    about = Rotation.about
    return derived(about((1.0, 0.0, 0.0), x) @ about((0.0, 1.0, 0.0), y) @ about((0.0, 0.0, 1.0), z), x, y, z)


def from_columns(numbers: tuple[float, ...]) -> Pose:
    """Return the pose of 16 numbers, column by column. Lengths of columns are ignored. A matrix that is no rotation keeps its x column and
    its xy plane."""
    columns = [tuple(float(number) for number in numbers[start : start + 3]) for start in (0, 4, 8)]
    rotation = derived(_orthonormal(cast(Matrix3, tuple(columns))), *numbers[:3], *numbers[4:7], *numbers[8:11])
    return Pose((numbers[12], numbers[13], numbers[14]), rotation)


def _orthonormal(columns: Matrix3) -> Rotation:
    from scenec.ir.pose import cross, dot, norm, scale

    x, y, _ = columns
    if not norm(x) or not norm(cross(x, y)):
        return IDENTITY
    x = unit(x)
    y = unit(sub(y, scale(x, dot(x, y))))
    z = cross(x, y)
    rows = tuple(zip(x, y, z, strict=True))
    return Rotation.from_matrix(cast(Matrix3, rows))


def is_rigid(numbers: tuple[float, ...]) -> bool:
    """Return whether 16 numbers, column by column, are a rotation and a translation."""
    from scenec.ir.pose import cross, dot

    x, y, z = (cast(Vec3, tuple(float(number) for number in numbers[start : start + 3])) for start in (0, 4, 8))
    products = (dot(x, x) - 1, dot(y, y) - 1, dot(z, z) - 1, dot(x, y), dot(y, z), dot(x, z), dot(cross(x, y), z) - 1)
    return max(map(abs, products)) < 1e-4


def matrix_of(values: tuple[float, ...]) -> Pose | None:
    """Return the pose of a matrix parameter: 16 numbers by columns, or a translation and three angles in degrees. None for neither."""
    if len(values) >= 16:
        return from_columns(values[:16])
    if len(values) >= 6:
        return Pose((values[0], values[1], values[2]), from_degrees(values[3], values[4], values[5]))
    return None


# ---------------------------------------------------------------- bodies


def change_body(node: Node, call: Call, remarks: Remarks) -> None:
    body: Body = node.state
    if call.name == "setPosition":
        body.pose = Pose(call.values[:3], body.pose.rotation)
    elif call.name == "translateMass":
        remarks.ineffective(rows.MASS_TRANSLATED, (call.source.text_id, *call.ids()), origin=call.source, document=call.document)
    elif "Mass" in call.name or call.name[3:].removesuffix("Total") in ("Box", "Sphere", "Cylinder", "Capsule"):
        matrix = placement(call, remarks) if call.name.startswith("add") else None
        if matrix is not None and body.shift != ORIGIN:  # it counts from where the body's origin was at first
            matrix = derived(Pose(add(matrix.position, body.shift), matrix.rotation), matrix, body.shift)
        offset = change_mass(body.mass, call, matrix, remarks)
        if offset != ORIGIN:  # in world axes, though it is given in those of the body
            body.pose = derived(Pose(add(body.pose.position, offset), body.pose.rotation), body.pose, offset)
            body.shift = derived(sub(body.shift, offset), body.shift, offset)


def placement(call: Call, remarks: Remarks) -> Pose | None:
    """Return the pose of an added mass. Turning a mass about an axis about which it is round, or a square box, has no effect."""
    shape = call.name[3:].removesuffix("Total")
    values = call.values[_SHAPE_VALUES[shape] :]
    matrix = matrix_of(values)
    if len(values) < 16:
        surplus = ids_of(values[6 if matrix is not None else 0 :])
        remarks.ineffective(program.PARAMETER_SURPLUS, surplus, method=call.name, limit="a matrix of 16 or of 6 numbers")
    if matrix is None or len(values) >= 16:
        return matrix
    sizes = call.values[1:4]
    if shape == "Sphere" or (shape == "Box" and sizes[0] == sizes[1] == sizes[2]):
        idle, matrix = values[3:6], Pose(matrix.position)
    elif shape != "Box" or sizes[0] == sizes[1]:
        idle, matrix = values[5:6], matrix_of((*values[:5], 0.0))
    elif (sizes[1] == sizes[2] and not any(values[4:6])) or (sizes[0] == sizes[2] and not (values[3] or values[5])):
        at = 3 if sizes[1] == sizes[2] else 4
        idle, matrix = values[at : at + 1], matrix_of((*values[:at], 0.0, *values[at + 1 :]))
    else:
        return matrix
    remarks.ineffective(rows.MASS_TURN, ids_of(idle), method=call.name)
    return matrix


_SHAPE_VALUES = {"Box": 4, "Sphere": 2, "Cylinder": 3, "Capsule": 3}


# ---------------------------------------------------------------- colliders


def place_collider(node: Node, call: Call, remarks: Remarks) -> None:
    """Move a collider as ODE does: in the frame of the body below a TransformCollider, else in the world. A bound one moves its body."""
    geom: Geom = node.state
    if call.name not in ("setPosition", "setLocalPosition", "setRotation") or node.cls.name == "PlaneCollider":
        return
    body: Body | None = geom.body.state if geom.body is not None else None
    pose = body.pose if body is not None else geom.pose
    if call.name == "setRotation":
        idle = (*call.values[3::4], *call.values[12:15]) if len(call.form.arguments) == 16 else call.values[:3]
        remarks.ineffective(rows.COLLIDER_ROTATION_ENTRY, ids_of(idle))
        rotation = from_columns(call.values[:16]).rotation if len(call.form.arguments) == 16 else turned(call.values[3:6])
        pose = Pose(pose.position, rotation)
    elif call.name == "setPosition":
        pose = Pose(composed(node.cached_world(), Pose(call.values[:3])).position, pose.rotation)
    else:
        pose = Pose(call.values[:3], pose.rotation)
    if body is not None:
        body.pose = pose
    else:
        geom.pose = pose
    geom.placed = True


# ---------------------------------------------------------------- joints


def change_joint(node: Node, call: Call, remarks: Remarks) -> None:
    ends: JointEnds = node.state
    if call.name == "attach":
        attach(node, call, remarks)
    elif call.name in ("setAnchor", "setAxis", "setAxis1", "setAxis2"):
        if not ends.attached:
            ids = (call.source.text_id, *call.ids())
            remarks.ineffective(rows.JOINT_ORDER, ids, origin=call.source, document=call.document, method=call.name)
            node.calls.remove(call)
        elif call.name == "setAnchor":
            ends.anchor, ends.frame = call.values[:3], node.cached_world()
        else:
            ends.axes = {**ends.axes, int(call.name == "setAxis2"): (direction(call.values), node.cached_world())}


def direction(values: tuple[float, ...]) -> Vec3:
    """Return an axis: three components, or the unit vector of an axis number."""
    if len(values) == 1:
        x, y, z = (derived(1.0 if values[0] == each else 0.0, values[0]) for each in range(3))
        return (x, y, z)
    return (values[0], values[1], values[2])


def attach(node: Node, call: Call, remarks: Remarks) -> None:
    """Attach a joint. A path that leads to no RigidBody means the world, like a path that is left out."""
    bodies: list[Node | None] = []
    for path in call.values[:2]:
        found = node.find(str.__str__(path))
        if found is None or found.cls.group != "body":
            found = None
            remarks.report(rows.JOINT_BODY_NOT_FOUND, ids_of(path), origin=call.origin, path=str.__str__(path))
        else:
            remarks.consumed(*ids_of(path))
        bodies.append(found)
    first, second = (*bodies, None)[:2]
    attached = first is not second and not (first is None and second is None)
    pose = first.state.pose if first is not None else second.state.pose if second is not None else HERE
    node.state = JointEnds(attached, first, second, None, node.cached_world(), {}, call, pose)
