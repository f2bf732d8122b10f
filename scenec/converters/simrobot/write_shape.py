"""Collision shapes and what they are made of. All are centred at their element's origin."""

from __future__ import annotations

import math
from collections.abc import Mapping

from scenec.accounting.lens import unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.common.write_context import Placed
from scenec.converters.simrobot.write_context import Writing, chained
from scenec.converters.simrobot.write_values import length, number, spelled
from scenec.ir.base import Id
from scenec.ir.geometry import Box, Capsule, Cylinder, Empty, MeshShape, Plane, Shape, Sphere, Torus
from scenec.ir.link import Collision, Visual
from scenec.ir.pose import Pose, Rotation, unit
from scenec.ir.surface import FrictionPair, Surface
from scenec.syntax.kinds import shown
from scenec.syntax.xml_printing import Out

WIDE, THICK, THIN = 1000.0, 1.0, 0.001
"""Of the box that stands for a plane (m)."""

KINDS: Mapping[type, str] = {Box: "Box", Sphere: "Sphere", Cylinder: "Cylinder", Capsule: "Capsule", Torus: "Torus"}
"""Shapes that SimRobot collides with; all but the torus are drawn, too."""


def write_collision(writing: Writing, holder: Out, collision: Collision, owner: Id, placed: Placed | None = None) -> None:
    """A shape in its link, or `placed` in something else. One that SimRobot does not have stays unread."""
    shape = collision.geometry
    if isinstance(shape, Plane):
        placed, shape = thick(writing, collision, shape, placed or writing.within(collision, owner), drawn=False)
    kind = KINDS.get(shape.__class__)
    if kind is None or (writing.core3 and kind == "Torus"):
        drop_collision(writing, collision, owner)
        return
    if not is_solid(unwrap(shape)):
        drop_flat(writing, collision, owner)
        return
    out = Out(f"{kind}Geometry")
    writing.name(out, collision, without=out.tag)
    write_size(writing, out, shape)
    if collision.debug_color is not None:
        out.attributes["color"] = writing.colour(collision, collision.debug_color, "debug_color")
    if collision.surface is not None:
        write_surface(writing, out, collision.surface)
        if not writing.core3:
            tell_contact(writing, collision, owner, collision.surface)
    writing.place(out, placed or writing.within(collision, owner))
    holder.children.append(out)


SAID = frozenset({"origin", "name", "mu", "mu2", "rolling_friction", "restitution", "extras"})
"""What is written of a surface, or told elsewhere."""


def tell_contact(writing: Writing, collision: Collision, owner: Id, surface: Surface) -> None:
    """All that a surface says besides friction, at once."""
    bare = unwrap(surface)
    stated = [(name, getattr(bare, name)) for name in bare.__struct_fields__ if name not in SAID]
    told = [name for name, value in stated if value is not None]
    if told:
        writing.tell(
            collision, "surface-contact-dropped", "dropped", "warning", "physics", about=tuple(getattr(surface, name) for name in told),
            subject=f"{writing.paths.get(owner, owner)}::{unwrap(collision).name or 'collision'}",
            value=", ".join(name.replace("_", " ") for name in told),
            because="of contacts SimRobot knows friction, and softness and slip for the whole scene",
            consequence="it slips, gives way or bounces otherwise where that matters",
        )  # fmt: skip


def is_solid(shape: Shape) -> bool:
    """Whether all sizes of a simple shape are above 0: SimRobot refuses a file with any other."""
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


def drop_flat(writing: Writing, owner: Collision | Visual, link_id: Id) -> None:
    """A shape without extent in some direction."""
    touched = isinstance(unwrap(owner), Collision)
    part = writing.parts.get(id(unwrap(owner))) or f"{writing.paths.get(link_id, link_id)}::{unwrap(owner).name or 'shape'}"
    writing.drop(
        owner, "shape-size-dropped", "error" if touched else "warning", "physics" if touched else "appearance", subject=part,
        value=kind_word(unwrap(owner).geometry), because="its sizes are not all above 0, and SimRobot refuses a file with such a shape",
        consequence=f"nothing touches {part}" if touched else f"{part} is invisible", hint="give it a size, however small",
    )  # fmt: skip


def drop_collision(writing: Writing, collision: Collision, owner: Id) -> None:
    """A shape that is not there, or has nothing that could be measured."""
    shape = unwrap(collision).geometry
    if isinstance(shape, Empty):
        writing.drop(
            collision,
            "collision-empty-ineffective",
            "note",
            "geometry",
            because="it has no shape",
            consequence="nothing: it touches nothing",
        )
        return
    mesh = unwrap(writing.seen[shape.mesh]) if isinstance(shape, MeshShape) and shape.mesh in writing.seen else None
    what = f"its mesh {mesh.uri or mesh.name} cannot be read" if mesh is not None else f"SimRobot has no {kind_word(shape)} to collide with"
    name = unwrap(collision).name
    writing.drop(
        collision, "collision-kind-dropped", "error", "physics", subject=f"{writing.paths.get(owner, owner)}::{name or 'collision'}",
        value=kind_word(shape), because=f"{what}, and nothing tells how large it is", consequence="nothing touches the link there",
        hint="give the link a box, a ball or a cylinder there",
    )  # fmt: skip


def drop_trigger(writing: Writing, collision: Collision, owner: Id) -> None:
    """A shape that only feels, and that no contact sensor of its link feels with."""
    part = writing.parts.get(id(unwrap(collision))) or f"{writing.paths.get(owner, owner)}::{unwrap(collision).name or 'collision'}"
    writing.drop(
        collision, "trigger-shape-bounds-dropped", "error", "physics", subject=part, value=kind_word(unwrap(collision).geometry),
        because="in SimRobot only sensors have shapes that are felt but not touched", consequence=f"nothing tells what enters {part}",
        hint="watch the positions of what may enter it",
    )  # fmt: skip


def kind_word(shape: Shape) -> str:
    return {"MeshShape": "mesh", "ImageExtrusion": "extruded image"}.get(type(shape).__name__, type(shape).__name__.lower())


def thick(writing: Writing, owner: Collision | Visual, plane: Plane, placed: Placed, *, drawn: bool) -> tuple[Placed, Box]:
    """A plane as a box whose upper side it is: a large one to touch, a thin one to see."""
    bare = unwrap(plane)
    thickness = THIN if drawn else THICK
    size = plane.size if drawn and plane.size is not None else (WIDE, WIDE)
    if not drawn and bare.size is not None:
        _ = plane.size
        writing.tell(
            owner, "plane-size-ineffective", "dropped", "note", "geometry", about=bare.size, value=bare.size,
            because="a plane that is touched ends nowhere", consequence="nothing: it did not end before either",
        )  # fmt: skip
    x, y, z = unit(plane.normal)
    turn = Rotation.from_rpy(0.0, math.atan2(math.hypot(x, y), z), 0.0)
    level = Pose(rotation=Rotation.from_rpy(0.0, 0.0, math.atan2(y, x)) @ turn if x or y else turn)
    below = Pose((0.0, 0.0, -thickness / 2))
    box = Box(size=(size[0], size[1], thickness))
    writing.tell(
        owner,
        "plane-approximated",
        "approximated",
        "note" if drawn else "warning",
        "appearance" if drawn else "geometry",
        about=bare.normal,
        value="a plane",
        target=f"a box of {shown(size[0])} x {shown(size[1])} x {shown(thickness)} m",
        because="SimRobot has no planes",
        consequence="it ends somewhere and has an underside",
    )
    return chained([placed.pose, level, below], computed=True), box


def write_surface(writing: Writing, out: Out, surface: Surface) -> None:
    """The older core knows materials by name and what they list about each other; the newer one coefficients of each. There, a
    material without one slides freely, and a shape without a material has the friction of what it touches."""
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
    """Whether materials list what they do with each other: in the older core, and in scenes for the newer one's first release."""
    return not writing.core3 or writing.scene.friction_law == "table"


def write_size(writing: Writing, out: Out, shape: Shape) -> None:
    """depth is along x, width along y, height along z; a capsule's height counts from tip to tip."""
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
    """One definition per named surface, with what it lists about others."""
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


def write_pair(material: Out, pair: FrictionPair) -> None:
    _, other = pair.first, spelled(pair.second)
    if pair.mu is not None:
        material.add("Friction", material=other, value=number(pair.mu))
    if pair.rolling_deceleration is not None:
        material.add("RollingFriction", material=other, value=number(pair.rolling_deceleration))
