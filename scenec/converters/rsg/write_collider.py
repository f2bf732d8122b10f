"""Colliders. Beside their body they are bound to it; an offset needs a TransformCollider around them."""

from __future__ import annotations

import math

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.common.write_context import Placed
from scenec.converters.rsg.turns import turn_text
from scenec.converters.rsg.write_context import LEVEL, Writing, kind_of, stands_apart
from scenec.converters.rsg.write_extras import write_calls
from scenec.converters.rsg.write_surface import write_handler
from scenec.converters.rsg.write_values import number, numbers, vector
from scenec.ir.base import Id
from scenec.ir.geometry import Box, Capsule, Cylinder, Plane, Shape, Sphere
from scenec.ir.link import Collision, Link
from scenec.ir.pose import IDENTITY, clean, dot, unit
from scenec.syntax.kinds import shown
from scenec.syntax.sexp_printing import SList
from scenec.trace import ids_of

CLASSES: dict[type, str] = {Box: "BoxCollider", Sphere: "SphereCollider", Capsule: "CapsuleCollider", Plane: "PlaneCollider"}


def touches(collision: Collision, *, moving: bool) -> bool:
    """Whether RSG has a collider for a shape. Planes cannot move."""
    shape = unwrap(collision).geometry
    return isinstance(shape, Cylinder) or (shape.__class__ in CLASSES and not (moving and isinstance(shape, Plane)))


def tell_untouched(writing: Writing, collision: Collision, owner: Id, *, moving: bool) -> None:
    """A shape that SimSpark has no collider for, and none that comes near."""
    mark_read(collision)
    called, shape = writing.part(owner, collision), kind_of(unwrap(collision).geometry)
    writing.tell(
        collision,
        "collision-dropped",
        "dropped",
        "error",
        "physics",
        about=unwrap(collision),
        subject=called,
        value=shape,
        because="planes of SimSpark never move"
        if moving and shape == "plane"
        else f"SimSpark cannot touch a {shape}, and nothing measured it",
        consequence=f"{called} touches nothing",
        hint="give it a box, a sphere or a capsule",
    )


def write_collider(
    writing: Writing, holder: SList, collision: Collision, owner: Id, placed: Placed, in_world: Placed | None, *, felt: bool, rolls: bool
) -> None:
    """A collider in a Transform; placed: in the frame of that; in_world: of what never moves. rolls: a cylinder is a wheel."""
    shape = collision.geometry
    if isinstance(shape, Cylinder):
        shape = without_edges(writing, collision, shape, owner, rolls=rolls)
    collider = SList("nd", CLASSES[shape.__class__])
    writing.name(collider, collision)
    if isinstance(shape, Plane) and in_world is not None:
        collider.add("setParams", *plane_in_world(shape, in_world))
    else:
        write_size(collider, shape)
        if stands_apart(placed):
            holder = holder.add("nd", "TransformCollider")
            position, turn = vector(placed.pose.position, is_computed=placed.computed), turn_text(placed.pose.rotation)
            if any(map(float, position)):
                collider.add("setLocalPosition", *position)
            if turn != LEVEL:
                collider.add("setRotation", "0", "0", "0", *turn)
    write_calls(collider, collision.extras, "TransformCollider")
    holder.lists.append(collider)
    write_handler(collider, collision, felt=felt)


def write_size(collider: SList, shape: Shape) -> None:
    """Full edge lengths; a capsule's length is without its caps."""
    match shape:
        case Box():
            collider.add("setBoxLengths", *numbers(*shape.size))
        case Sphere():
            collider.add("setRadius", number(shape.radius))
        case Capsule():
            collider.add("setParams", number(shape.radius), number(shape.length))


def plane_in_world(plane: Plane, placed: Placed) -> tuple[str, ...]:
    """a b c d with a x + b y + c z = d. Planes ignore all Transforms."""
    pose = placed.pose
    normal = unit(pose.rotation.apply(plane.normal))
    computed = placed.computed or pose.rotation != IDENTITY
    distance = dot(normal, pose.position)
    exact = pose.position if not computed and sum(map(bool, normal)) == 1 and max(normal) == 1.0 else None
    if exact is not None:  # along an axis: the digits of the source
        return (*numbers(*plane.normal), number(exact[normal.index(1.0)]))
    return (*vector(normal, is_computed=True), number(Computed(clean((distance, 1.0))[0])))


def tell_slides(writing: Writing, link: Link) -> None:
    """A plane goes on for ever, so where along itself it stands says nothing, if nothing else stands there. Values that also say how high
    it is (a position written as one text) count."""
    bare = unwrap(link)
    planes = [each for each in bare.collisions if isinstance(each.geometry, Plane)]
    models = [unwrap(writing.seen[bare.model])] if bare.model in writing.seen else []
    poses = [each.pose for each in (*models, bare, *planes) if each.pose is not None]
    across = {i for each in planes if isinstance(each.geometry, Plane) for i, part in enumerate(each.geometry.normal) if part}
    if any(pose.rotation != IDENTITY for pose in poses):
        return
    told = [pose.position[i] for pose in poses for i in range(3) if i not in across]
    needed = ids_of(tuple(pose.position[i] for pose in poses for i in across))
    told = [value for value in told if not set(ids_of(value)) & set(needed)]
    if ids_of(tuple(told)):
        writing.tell(
            link,
            "plane-position-ineffective",
            "dropped",
            "note",
            "geometry",
            about=tuple(told),
            because="a plane goes on for ever to all sides",
            consequence="nothing: it is where it was",
        )


def without_edges(writing: Writing, collision: Collision, cylinder: Cylinder, owner: Id, *, rolls: bool) -> Shape:
    """What stands for a cylinder: a capsule from tip to tip; a disc is a box, or a ball where it is to roll."""
    radius, length = cylinder.radius, cylinder.length
    bare, called = unwrap(cylinder), writing.part(owner, collision)
    shape: Shape
    if bare.length > 2 * bare.radius:
        shape = Capsule(radius=radius, length=Computed(length - 2 * radius))
        became = f"a capsule of radius {shown(radius)} m, as long from tip to tip"
    elif rolls:
        shape, became = Sphere(radius=radius), f"a sphere of radius {shown(radius)} m"
    else:
        shape = Box(size=(Computed(2 * radius), Computed(2 * radius), length))
        became = f"a box of {shown(2 * radius)} x {shown(2 * radius)} x {shown(length)} m"
    writing.tell(
        collision,
        "collision-shape-approximated",
        "approximated",
        "warning",
        "geometry",
        about=(bare.radius, bare.length),
        subject=called,
        value=f"a cylinder of radius {shown(radius)} m, {shown(length)} m long",
        target=became,
        because="SimSpark has no cylinder to touch (its CylinderCollider does nothing)",
        consequence=f"{called} " + ("rolls as before, but reaches further out sideways" if rolls else "touches elsewhere at its edges"),
    )
    return shape


def rolls_about(shape: Shape, turned: tuple[float, float, float], axes: list[tuple[float, float, float]]) -> bool:
    """Whether a shape's z axis (`turned`: in the link) is one its link turns about."""
    if not isinstance(shape, Cylinder):
        return False
    return any(math.isclose(abs(dot(turned, axis)), 1.0, abs_tol=1e-6) for axis in axes)
