"""What making a node and calling its methods does to the simulated state: poses, bodies and their masses, colliders, joints.

Everything else a call says is only kept with its node; what it means is read afterwards.
"""

from __future__ import annotations

from typing import cast

import msgspec

from scenec.converters.rsg.body_mass import Mass, change_mass
from scenec.converters.rsg.environment import Remarks
from scenec.converters.rsg.nodes import HERE, Call, Node, composed
from scenec.converters.rsg.turns import from_degrees
from scenec.ir.inertia import Inertia
from scenec.ir.pose import IDENTITY, ORIGIN, Matrix3, Pose, Rotation, Vec3, add, sub, unit
from scenec.trace import derived, ids_of

_AXIS_METHODS = frozenset(
    {
        "setBounce", "setLowStopDeg", "setHighStopDeg", "setLowStopPos", "setHighStopPos", "setCFM", "setStopCFM", "setStopERP",
        "setSuspensionERP", "setSuspensionCFM", "setFudgeFactor", "setLinearMotorVelocity", "setAngularMotorVelocity", "setMaxMotorForce",
        "setMotorAxis", "setAxisAngle",
    }
)  # fmt: skip
"""Their first parameter says which axis they are about."""

_REPEATABLE = frozenset(
    {"addNotCollideWithColliderName", "addCollisionHandler", "addSCFreezeJointEffName", "addForce", "addTorque", "unlinkLeaf"}
)


class Body(msgspec.Struct):
    """pose: in the world; its origin is the centre of mass. shift: how far neighbours of the body move with it at the first frame."""

    pose: Pose
    mass: Mass
    shift: Vec3 = ORIGIN


class Geom(msgspec.Struct):
    """body: the node of the RigidBody it moves with, None: it stands in the world. inner: it is the child of a TransformCollider, and
    `pose` is in the body; else `pose` is in the world. placed: a call placed it."""

    body: Node | None
    inner: bool
    pose: Pose
    placed: bool = False


class JointEnds(msgspec.Struct):
    """first, second: the bodies (None: the world). frame: the cached pose of the joint's Transform when it was anchored. axes: direction
    and the cached pose it is given in, by axis."""

    attached: bool = False
    first: Node | None = None
    second: Node | None = None
    anchor: Vec3 | None = None
    frame: Pose = HERE
    axes: dict[int, tuple[Vec3, Pose]] = {}
    call: Call | None = None
    first_pose: Pose = HERE


def execute(node: Node, call: Call | None, remarks: Remarks) -> None:
    """A node was made (call None), or got a call that its method takes."""
    if call is None:
        make(node)
        return
    tell_overridden(node, call, remarks)
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


def tell_overridden(node: Node, call: Call, remarks: Remarks) -> None:
    """An earlier call of the same method no longer counts."""
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
        remarks.ineffective(
            "call-overridden", ids, f"a later {call.name} of the same node replaces it", origin=earlier.source, document=earlier.document
        )
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
                remarks.report(
                    "transform-not-rigid", ids_of(call.values), "the matrix scales or shears, which only what is drawn would show",
                    fate="approximated", level="warning", category="appearance", origin=call.origin, hint="scale the shapes instead",
                )  # fmt: skip


def take_last_row(call: Call, remarks: Remarks) -> None:
    """The last row of a matrix says nothing, whatever stands there."""
    for entry, usual in ((3, 0.0), (7, 0.0), (11, 0.0), (15, 1.0)):
        ids = ids_of(call.values[entry])
        if call.values[entry] == usual:
            remarks.consumed(*ids)
        else:
            remarks.ineffective("transform-last-row", ids, "the last row of the matrix is not used")


def turned(radians: tuple[float, ...]) -> Rotation:
    """The rotation of three angles (rad) about x, then the new y, then the new z."""
    x, y, z = radians
    if sum(1 for angle in radians if angle) <= 1:
        return Rotation.from_rpy(x, y, z)
    about = Rotation.about
    return derived(about((1.0, 0.0, 0.0), x) @ about((0.0, 1.0, 0.0), y) @ about((0.0, 0.0, 1.0), z), x, y, z)


def from_columns(numbers: tuple[float, ...]) -> Pose:
    """A pose of 16 numbers, column by column. Lengths of the columns are ignored; a matrix that is no rotation gives the nearest by
    keeping its x column and its xy plane."""
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
    """Whether 16 numbers, column by column, are a rotation and a translation."""
    from scenec.ir.pose import cross, dot

    x, y, z = (cast(Vec3, tuple(float(number) for number in numbers[start : start + 3])) for start in (0, 4, 8))
    products = (dot(x, x) - 1, dot(y, y) - 1, dot(z, z) - 1, dot(x, y), dot(y, z), dot(x, z), dot(cross(x, y), z) - 1)
    return max(map(abs, products)) < 1e-4


def matrix_of(values: tuple[float, ...]) -> Pose | None:
    """A Matrix parameter: 16 numbers column by column, or a translation and three angles in degrees; None: neither."""
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
        remarks.ineffective("mass-translated", (call.source.text_id, *call.ids()), "SimSpark translates a copy of the mass and drops it",
                            level="warning", origin=call.source, document=call.document)  # fmt: skip
    elif "Mass" in call.name or call.name[3:].removesuffix("Total") in ("Box", "Sphere", "Cylinder", "Capsule"):
        matrix = placement(call, remarks) if call.name.startswith("add") else None
        if matrix is not None and body.shift != ORIGIN:  # it counts from where the body's origin was at first
            matrix = derived(Pose(add(matrix.position, body.shift), matrix.rotation), matrix, body.shift)
        offset = change_mass(body.mass, call, matrix, remarks)
        if offset != ORIGIN:  # in world axes, though it is given in those of the body
            body.pose = derived(Pose(add(body.pose.position, offset), body.pose.rotation), body.pose, offset)
            body.shift = derived(sub(body.shift, offset), body.shift, offset)


def placement(call: Call, remarks: Remarks) -> Pose | None:
    """Where an added mass is. Turning a round one about its own axis does nothing."""
    shape = call.name[3:].removesuffix("Total")
    values = call.values[_SHAPE_VALUES[shape] :]
    matrix = matrix_of(values)
    if len(values) < 16:
        remarks.ineffective("parameter-surplus", ids_of(values[6 if matrix is not None else 0 :]), "a matrix has 16 numbers, or 6")
    if matrix is None or len(values) >= 16:
        return matrix
    sizes = call.values[1:4]
    if shape == "Sphere" or (shape == "Box" and sizes[0] == sizes[1] == sizes[2]):
        idle, matrix = values[3:6], Pose(matrix.position)
    elif shape != "Box" or sizes[0] == sizes[1]:
        idle, matrix = values[5:6], matrix_of((*values[:5], 0.0))
    else:
        return matrix
    remarks.ineffective("mass-turn", ids_of(idle), "turning such a body about its own axis changes nothing")
    return matrix


_SHAPE_VALUES = {"Box": 4, "Sphere": 2, "Cylinder": 3, "Capsule": 3}


def body_inertia(body: Body) -> Inertia:
    return body.mass.inertia


# ---------------------------------------------------------------- colliders


def place_collider(node: Node, call: Call, remarks: Remarks) -> None:
    """As raw as ODE has it: below a TransformCollider in the body's frame, else in the world; a bound one moves its body."""
    geom: Geom = node.state
    if call.name not in ("setPosition", "setLocalPosition", "setRotation") or node.cls.name == "PlaneCollider":
        return
    body: Body | None = geom.body.state if geom.body is not None else None
    pose = body.pose if body is not None else geom.pose
    if call.name == "setRotation":
        idle = (*call.values[3::4], *call.values[12:15]) if len(call.form.arguments) == 16 else call.values[:3]
        remarks.ineffective("collider-rotation-entry", ids_of(idle), "of the matrix, setRotation takes the rotation only")
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
            remarks.ineffective(
                "joint-order",
                (call.source.text_id, *call.ids()),
                f"{call.name} before attach is lost: ODE then takes the origin and the axes of the first body",
                level="warning",
                origin=call.source,
                document=call.document,
            )
            node.calls.remove(call)
        elif call.name == "setAnchor":
            ends.anchor, ends.frame = call.values[:3], node.cached_world()
        else:
            ends.axes = {**ends.axes, int(call.name == "setAxis2"): (direction(call.values), node.cached_world())}


def direction(values: tuple[float, ...]) -> Vec3:
    """Three components, or the number of an axis of the frame."""
    if len(values) == 1:
        x, y, z = (derived(1.0 if values[0] == each else 0.0, values[0]) for each in range(3))
        return (x, y, z)
    return (values[0], values[1], values[2])


def attach(node: Node, call: Call, remarks: Remarks) -> None:
    """A path that leads to no RigidBody stands for the world, as one that is left out."""
    bodies: list[Node | None] = []
    for path in call.values[:2]:
        found = node.find(str.__str__(path))
        if found is None or found.cls.group != "body":
            found = None
            remarks.report(
                "joint-body-not-found", ids_of(path),
                f"{str.__str__(path)!r} leads to no RigidBody from here; SimSpark takes the world instead",
                fate="unresolved", level="warning", category="physics", origin=call.origin,
                hint="paths start at the joint; after an import, Transforms that hold only Transforms are gone from them",
            )  # fmt: skip
        else:
            remarks.consumed(*ids_of(path))
        bodies.append(found)
    first, second = (*bodies, None)[:2]
    attached = first is not second and not (first is None and second is None)
    pose = first.state.pose if first is not None else second.state.pose if second is not None else HERE
    node.state = JointEnds(attached, first, second, None, node.cached_world(), {}, call, pose)
