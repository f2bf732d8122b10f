"""Colliders. A collider beside a body is bound to it. An offset needs a TransformCollider around it."""

from __future__ import annotations

import math

from scenec.converters.common.findings import PLANE_APPROXIMATED, PLANE_SIZE_INEFFECTIVE
from scenec.converters.common.plane_as_box import box_below
from scenec.converters.common.write_context import Placed
from scenec.converters.rsg.findings import writing as rows
from scenec.converters.rsg.findings.parts import COLLISION_DROPPED
from scenec.converters.rsg.write.context import Writing, kind_of, place, pose_text
from scenec.converters.rsg.write.extras import write_calls
from scenec.converters.rsg.write.mesh import MeshFiles
from scenec.converters.rsg.write.surface import ContactSensors, write_handlers
from scenec.converters.rsg.write.values import number, numbers, vector
from scenec.ir.base import Id
from scenec.ir.geometry import Box, Capsule, Cylinder, Plane, Shape, Sphere
from scenec.ir.link import Collision, Link
from scenec.ir.pose import IDENTITY, clean, dot, unit
from scenec.ir.scene import Model
from scenec.syntax.kinds import shown
from scenec.syntax.said import Said, constant
from scenec.syntax.sexp_printing import SList
from scenec.trace import Computed, made_of

CLASSES: dict[type, str] = {Box: "BoxCollider", Sphere: "SphereCollider", Capsule: "CapsuleCollider", Plane: "PlaneCollider"}


def touches(collision: Collision) -> bool:
    """Return whether SimSpark has a collider for a shape, or for what replaces it."""
    return isinstance(collision.geometry, Cylinder) or type(collision.geometry) in CLASSES


def report_no_collider(writing: Writing, meshes: MeshFiles, collision: Collision, owner: Id) -> None:
    """Report a collision whose shape SimSpark lacks, and that could not be replaced."""
    called, shape = writing.part(owner, collision), kind_of(collision.geometry)
    unread = meshes.unread(collision.geometry)
    writing.report(
        COLLISION_DROPPED,
        collision,
        about=collision if unread is None else writing.with_mesh(collision),
        subject=called,
        value=shape,
        why=f"The mesh {unread} cannot be read, so its size is unknown."
        if unread is not None
        else f"SimSpark has no collision of type {shape}, and no simple shape of its size is known.",
    )


def write_collider(
    writing: Writing,
    holder: SList,
    collision: Collision,
    owner: Id,
    placed: Placed,
    in_world: Placed | None,
    *,
    sensors: ContactSensors,
    rolls: bool,
) -> None:
    """Write a collider into a Transform. placed: in the frame of the Transform. in_world: pose of a static one. rolls: a cylinder is a
    wheel. A TransformCollider around it gets the handlers, because contacts are reported to it."""
    shape = collision.geometry
    if isinstance(shape, Cylinder):
        shape = replace_cylinder(writing, collision, shape, owner, rolls=rolls)
    elif isinstance(shape, Plane):
        report_plane_size(writing, collision, shape, owner)
        if in_world is None:
            shape, placed = replace_plane(writing, collision, shape, owner, placed)
    outer: SList | None = None
    collider = SList("nd", constant(CLASSES[type(shape)]))
    writing.name(collider, collision)
    if isinstance(shape, Plane) and in_world is not None:
        collider.add("setParams", *plane_in_world(shape, in_world))
    else:
        write_size(collider, shape)
        pose = pose_text(placed)
        if pose.moves:
            holder = outer = holder.add("nd", constant("TransformCollider"))
        place(collider, pose, "setLocalPosition", "setRotation", matrix=True)
    holder.lists.append(collider)
    if outer is None:
        write_calls(collider, collision.extras, "TransformCollider")
        write_handlers(collider, collision, sensors)
        return
    write_calls(outer, collision.extras)
    write_calls(collider, collision.extras)
    write_handlers(outer, collision, sensors)


def write_size(collider: SList, shape: Shape) -> None:
    """Write full edge lengths. The length of a capsule is without its caps."""
    match shape:
        case Box():
            collider.add("setBoxLengths", *numbers(*shape.size))
        case Sphere():
            collider.add("setRadius", number(shape.radius))
        case Capsule():
            collider.add("setParams", number(shape.radius), number(shape.length))


def plane_in_world(plane: Plane, placed: Placed) -> tuple[Said, ...]:
    """Return a b c d with a x + b y + c z = d. Planes ignore all Transforms."""
    pose = placed.pose
    says = (plane.normal, pose.rotation)
    normal = made_of(unit(pose.rotation.apply(plane.normal)), says)
    computed = placed.computed or pose.rotation != IDENTITY
    distance = dot(normal, pose.position)
    exact = pose.position if not computed and sum(map(bool, normal)) == 1 and max(normal) == 1.0 else None
    if exact is not None:  # along an axis: the digits of the source
        return (*numbers(*made_of(plane.normal, says)), number(made_of(exact[normal.index(1.0)], (pose.position, says))))
    return (*vector(normal, is_computed=True), number(made_of(Computed(clean((distance, 1.0))[0]), (pose.position, says))))


def report_plane_shift(writing: Writing, link: Link) -> None:
    """Report positions of an infinite plane along itself, which have no effect. Values that also set its height (a position written as one
    text) are not reported."""
    planes = [each for each in link.collisions if isinstance(each.geometry, Plane)]
    model: Model | None = writing.by_id.get(link.model)
    poses = [each.pose for each in (model, link, *planes) if each is not None and each.pose is not None]
    across = {i for each in planes if isinstance(each.geometry, Plane) for i, part in enumerate(each.geometry.normal) if part}
    if any(pose.rotation != IDENTITY for pose in poses):
        return
    lost = [pose.position[i] for pose in poses for i in range(3) if i not in across]
    sources_of = writing.request.uses.sources_of
    needed = sources_of(tuple(pose.position[i] for pose in poses for i in across))
    lost = [value for value in lost if not set(sources_of(value)) & set(needed)]
    if sources_of(tuple(lost)):
        writing.report(
            rows.PLANE_POSITION_INEFFECTIVE,
            link,
            about=tuple(lost),
        )


def replace_cylinder(writing: Writing, collision: Collision, cylinder: Cylinder, owner: Id, *, rolls: bool) -> Shape:
    """Return the shape that replaces a cylinder: a capsule with the same ends if it is long, else a sphere for a wheel, else a box."""
    radius, length = cylinder.radius, cylinder.length
    called = writing.part(owner, collision)
    shape: Shape
    if length > 2 * radius:
        shape = Capsule(radius=radius, length=made_of(Computed(length - 2 * radius), (length, radius)))
        became = f"a capsule of radius {shown(radius)} m with the same ends"
    elif rolls:
        shape, became = Sphere(radius=radius), f"a sphere of radius {shown(radius)} m"
    else:
        edge = made_of(Computed(2 * radius), radius)
        shape = Box(size=(edge, edge, length))
        became = f"a box of {shown(2 * radius)} x {shown(2 * radius)} x {shown(length)} m"
    writing.report(
        rows.COLLISION_WHEEL_APPROXIMATED if rolls else rows.COLLISION_CYLINDER_APPROXIMATED,
        collision,
        about=(radius, length),
        subject=called,
        value=f"a cylinder of radius {shown(radius)} m, {shown(length)} m long",
        target=became,
    )
    return shape


def report_plane_size(writing: Writing, collision: Collision, plane: Plane, owner: Id) -> None:
    if plane.size is not None:
        called, edges = writing.part(owner, collision), " x ".join(map(shown, map(float, plane.size)))
        writing.report(PLANE_SIZE_INEFFECTIVE, collision, about=plane.size, subject=called, value=f"{edges} m")


def replace_plane(writing: Writing, collision: Collision, plane: Plane, owner: Id, placed: Placed) -> tuple[Shape, Placed]:
    """Return the box that replaces a plane of a moving link, and its pose, in the frame of that of the plane."""
    size, below = box_below(plane, drawn=False)
    writing.report(
        PLANE_APPROXIMATED,
        collision,
        about=plane.normal,
        subject=writing.part(owner, collision),
        value="plane",
        target=f"box of {' x '.join(map(shown, size))} m",
        why="Planes of SimSpark never move.",
    )
    return Box(size=size), placed @ Placed(below, computed=True)


def rolls_about(shape: Shape, turned: tuple[float, float, float], axes: list[tuple[float, float, float]]) -> bool:
    """Return whether a link turns about the z axis of a shape. turned: that axis in the link."""
    if not isinstance(shape, Cylinder):
        return False
    return any(math.isclose(abs(dot(turned, axis)), 1.0, abs_tol=1e-6) for axis in axes)
