"""Collision shapes and their materials. All shapes are centred at their element's origin."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from scenec.accounting.lens import unwrap
from scenec.converters.common.findings import PLANE_APPROXIMATED, PLANE_SIZE_INEFFECTIVE
from scenec.converters.common.write_context import Placed
from scenec.converters.simrobot.findings.writing_parts import (
    COLLISION_EMPTY_INEFFECTIVE,
    COLLISION_KIND_DROPPED,
    FRICTION_FLOOR_APPROXIMATED,
    SHAPE_SIZE_DROPPED,
    SURFACE_CONTACT_DROPPED,
    TRIGGER_DROPPED,
    VISUAL_SIZE_DROPPED,
)
from scenec.converters.simrobot.profile import COLLISION_SHAPES, FRICTION, collision_shapes
from scenec.converters.simrobot.write.context import Writing, chained
from scenec.converters.simrobot.write.values import length, number, spelled
from scenec.ir.base import Id
from scenec.ir.geometry import Box, Capsule, Cylinder, Empty, MeshShape, Plane, Shape, Sphere, Torus
from scenec.ir.link import Collision, Visual
from scenec.ir.pose import Pose, Rotation, unit
from scenec.ir.surface import FrictionPair, Surface
from scenec.syntax.kinds import shown
from scenec.syntax.xml_printing import Out
from scenec.trace import Computed

WIDE, THICK, THIN = 1000.0, 1.0, 0.001
"""Of the box that stands for a plane (m)."""


def write_collision(writing: Writing, holder: Out, collision: Collision, owner: Id, placed: Placed | None = None) -> None:
    """Write a shape in its link, or `placed` in something else. A shape that SimRobot does not have is reported instead."""
    shape = collision.geometry
    if isinstance(shape, Plane):
        placed, shape = box_for_plane(writing, collision, shape, placed or writing.pose_in_link(collision, owner), drawn=False)
    kind = shape.__class__.__name__
    if kind not in collision_shapes(writing.version):
        drop_collision(writing, collision, owner)
        return
    if not is_solid(unwrap(shape)):
        drop_without_extent(writing, collision, owner)
        return
    out = Out(COLLISION_SHAPES[kind])
    writing.name(out, collision, without=out.tag)
    write_size(writing, out, shape)
    if collision.debug_color is not None:
        out.attributes["color"] = writing.colour(collision, collision.debug_color, "debug_color")
    if collision.surface is not None:
        write_surface(writing, out, collision.surface)
        if not writing.core3:
            report_contact_properties(writing, collision, owner, collision.surface)
    writing.place(out, placed or writing.pose_in_link(collision, owner))
    holder.children.append(out)


SAID = frozenset({"origin", "name", "mu", "mu2", "rolling_friction", "restitution", "extras"})
"""What is written of a surface, or told elsewhere."""


def report_contact_properties(writing: Writing, collision: Collision, owner: Id, surface: Surface) -> None:
    """Report all properties of a surface besides friction, in one finding."""
    bare = unwrap(surface)
    stated = [(name, getattr(bare, name)) for name in bare.__struct_fields__ if name not in SAID]
    told = [name for name, value in stated if value is not None]
    if told:
        writing.tell(
            collision,
            SURFACE_CONTACT_DROPPED,
            about=tuple(getattr(surface, name) for name in told),
            subject=f"{writing.paths.get(owner, owner)}::{unwrap(collision).name or 'collision'}",
            value=", ".join(name.replace("_", " ") for name in told),
        )


def is_solid(shape: Shape) -> bool:
    """Return whether all sizes of a simple shape are above 0. SimRobot refuses a file with any other."""
    match shape:
        case Box():
            return all(edge > 0 for edge in shape.size)
        case Sphere():
            return shape.radius > 0
        case Cylinder():
            return shape.radius > 0 and shape.length > 0
        case Capsule():
            return shape.radius > 0 and shape.length + 2 * shape.radius > 0
        case Torus():
            return shape.major_radius > 0 and shape.minor_radius > 0
    return True


def drop_without_extent(writing: Writing, owner: Collision | Visual, link_id: Id) -> None:
    """Leave out a shape with a size of 0 or below."""
    row = SHAPE_SIZE_DROPPED if isinstance(unwrap(owner), Collision) else VISUAL_SIZE_DROPPED
    part = writing.parts.get(id(unwrap(owner))) or f"{writing.paths.get(link_id, link_id)}::{unwrap(owner).name or 'shape'}"
    writing.drop(owner, row, subject=part, value=kind_word(unwrap(owner).geometry))


def drop_collision(writing: Writing, collision: Collision, owner: Id) -> None:
    """Leave out a shape that does not exist or has no known size."""
    shape = unwrap(collision).geometry
    if isinstance(shape, Empty):
        writing.drop(collision, COLLISION_EMPTY_INEFFECTIVE)
        return
    mesh = unwrap(writing.seen[shape.mesh]) if isinstance(shape, MeshShape) and shape.mesh in writing.seen else None
    why = (
        f"The mesh {mesh.uri or mesh.name} cannot be read, so its size is unknown."
        if mesh is not None
        else f"SimRobot has no {kind_word(shape)} to collide with."
    )
    part = f"{writing.paths.get(owner, owner)}::{unwrap(collision).name or 'collision'}"
    writing.drop(collision, COLLISION_KIND_DROPPED, subject=part, value=kind_word(shape), why=why)


def drop_trigger(writing: Writing, collision: Collision, owner: Id) -> None:
    """Leave out a shape that only senses, and that no contact sensor of its link senses with."""
    part = writing.parts.get(id(unwrap(collision))) or f"{writing.paths.get(owner, owner)}::{unwrap(collision).name or 'collision'}"
    writing.drop(collision, TRIGGER_DROPPED, subject=part, value=kind_word(unwrap(collision).geometry))


def kind_word(shape: Shape) -> str:
    return {"MeshShape": "mesh", "ImageExtrusion": "extruded image"}.get(type(shape).__name__, type(shape).__name__.lower())


def box_for_plane(writing: Writing, owner: Collision | Visual, plane: Plane, placed: Placed, *, drawn: bool) -> tuple[Placed, Box]:
    """Return a plane as a box whose upper side it is: a large one to touch, a thin one to see."""
    bare = unwrap(plane)
    thickness = THIN if drawn else THICK
    size = plane.size if drawn and plane.size is not None else (WIDE, WIDE)
    if not drawn and bare.size is not None:
        _ = plane.size
        writing.tell(owner, PLANE_SIZE_INEFFECTIVE, about=bare.size, value=bare.size)
    x, y, z = unit(plane.normal)
    turn = Rotation.from_rpy(0.0, math.atan2(math.hypot(x, y), z), 0.0)
    level = Pose(rotation=Rotation.from_rpy(0.0, 0.0, math.atan2(y, x)) @ turn if x or y else turn)
    below = Pose((0.0, 0.0, -thickness / 2))
    box = Box(size=(size[0], size[1], thickness))
    writing.tell(
        owner,
        PLANE_APPROXIMATED,
        level="note" if drawn else None,
        about=bare.normal,
        value="a plane",
        target=f"a box of {shown(size[0])} x {shown(size[1])} x {shown(thickness)} m",
        why="SimRobot has no planes.",
    )
    return chained([placed.pose, level, below], computed=True), box


def write_surface(writing: Writing, out: Out, surface: Surface) -> None:
    """Write the material of a shape. The older core knows materials by name, and what they list about each other; the newer one
    coefficients.
    There, a material without one slides freely, and a shape without a material has the friction of what it touches."""
    if lists_pairs(writing):
        if surface.name is not None:
            out.add("Material", ref=spelled(surface.name))
            writing.materials.setdefault(str(surface.name))
        return
    bare = unwrap(surface)
    if bare.mu is None or bare.mu >= 1e16:
        return
    assert surface.mu is not None
    material = holder_named(out, surface.name)
    material.attributes["friction"] = number(surface.mu)
    if bare.mu2 == bare.mu:
        _ = surface.mu2
    if surface.rolling_friction:
        material.attributes["rollingFriction"] = number(surface.rolling_friction)


def holder_named(out: Out, name: str | None) -> Out:
    material = out.add("Material")
    if name is not None:
        material.attributes["name"] = spelled(name)
    return material


def lists_pairs(writing: Writing) -> bool:
    """Return whether materials list pairs: in the older core, and in scenes for the newer one's first release."""
    return not writing.core3 or writing.scene.friction_law == "table"


def write_size(writing: Writing, out: Out, shape: Shape) -> None:
    """Write the sizes of a shape. depth is along x, width along y, height along z; a capsule's height counts from tip to tip."""
    match shape:
        case Box():
            for name, edge in zip(("depth", "width", "height"), shape.size, strict=True):
                out.attributes[name] = length(edge)
        case Sphere():
            out.attributes["radius"] = length(shape.radius)
        case Cylinder():
            out.attributes["radius"] = length(shape.radius)
            out.attributes["height"] = length(shape.length)
        case Capsule():
            radius, inner = shape.radius, shape.length
            out.attributes["radius"] = length(radius)
            out.attributes["height"] = length(Computed(inner + 2 * radius))
        case Torus():
            out.attributes["majorRadius"] = length(shape.major_radius)
            out.attributes["minorRadius"] = length(shape.minor_radius)


def write_materials(writing: Writing, simulation: Out) -> None:
    """Write one definition per named surface, with what it lists about others."""
    if not lists_pairs(writing):
        return
    if not writing.scene.friction_pairs and writing.scene.friction_law in ("min", "mean"):
        _ = writing.request.scene.friction_law  # all surfaces are alike
    listed: dict[str, list[FrictionPair]] = {}
    for pair in writing.request.scene.friction_pairs:
        listed.setdefault(str(unwrap(pair).first), []).append(pair)
    for name in writing.materials:
        material = simulation.add("Material", name=spelled(name))
        for pair in listed.get(name, ()):
            if writing.from_simrobot or str(unwrap(pair).second) in writing.materials:
                write_pair(material, pair)
            else:
                _ = (pair.first, pair.second, pair.mu, pair.rolling_deceleration)  # of a shape that was left out
    if not writing.from_simrobot:
        report_low_friction(writing, listed)


def report_low_friction(writing: Writing, listed: Mapping[str, Sequence[FrictionPair]]) -> None:
    """Report materials whose friction with all that the scene has is below SimRobot's default. The scene has no floor, so that low
    friction is
    lost on the floor of another file. listed: material -> its pairs."""
    if any(link.model in writing.static and any(not each.sensing_only for each in link.collisions) for link in writing.scene.links):
        return
    for name in writing.materials:
        own = (unwrap(pair).mu for pair in listed.get(name, ()) if unwrap(pair).second == name)
        lowest = min((float(mu) for mu in own if mu is not None), default=FRICTION)
        if lowest < FRICTION:
            writing.tell(
                writing.request.scene,
                FRICTION_FLOOR_APPROXIMATED,
                subject=f"material {name}",
                value=number(lowest),
                target=f"{number(FRICTION)} on the floor of another file",
            )


def write_pair(material: Out, pair: FrictionPair) -> None:
    _, other = pair.first, spelled(pair.second)
    if pair.mu is not None:
        material.add("Friction", material=other, value=number(pair.mu))
    if pair.rolling_deceleration is not None:
        material.add("RollingFriction", material=other, value=number(pair.rolling_deceleration))
