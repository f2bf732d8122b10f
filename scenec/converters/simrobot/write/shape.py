"""Collision shapes and their materials. All shapes are centred at their element's origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scenec.converters.common.findings import PLANE_APPROXIMATED, PLANE_SIZE_INEFFECTIVE
from scenec.converters.common.plane_as_box import box_below
from scenec.converters.common.write_context import Placed
from scenec.converters.simrobot.findings.writing_parts import (
    COLLISION_EMPTY_INEFFECTIVE,
    COLLISION_KIND_DROPPED,
    FRICTION_FLOOR_APPROXIMATED,
    SURFACE_CONTACT_DROPPED,
    TRIGGER_DROPPED,
)
from scenec.converters.simrobot.profile import COLLISION_SHAPES, FRICTION, UNLIMITED, collision_shapes
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import length, number, number_text, spelled
from scenec.ir.base import Id
from scenec.ir.geometry import Box, Capsule, Cylinder, Empty, Plane, Shape, Sphere, Torus
from scenec.ir.link import Collision, Visual, is_transparent
from scenec.ir.surface import FrictionPair, Surface
from scenec.syntax.element import Element
from scenec.syntax.kinds import shown
from scenec.trace import Computed, Sources, ids_of, made_of


def write_collision(
    writing: Writing, holder: Element, collision: Collision, owner: Id, placed: Placed | None = None, says: object = None
) -> None:
    """Write a shape in its link, or `placed` in something else. A shape that SimRobot does not have is reported instead. says: what else
    its being there says."""
    shape = collision.geometry
    if isinstance(shape, Plane):
        placed, shape = box_for_plane(writing, collision, owner, shape, placed or writing.within(collision, owner))
    kind = type(shape).__name__
    if kind not in collision_shapes(writing.version):
        drop_collision(writing, collision, owner)
        return
    out = Element(COLLISION_SHAPES[kind], says=(says,))
    writing.name(out, collision, without=out.tag)
    write_size(writing, out, shape)
    if collision.debug_color is not None:
        out.set("color", writing.colour(collision, collision.debug_color, "debug_color"))
    if collision.surface is not None:
        write_surface(writing, out, collision.surface)
        if not writing.core3:
            report_contact_properties(writing, collision, owner, collision.surface)
    writing.place(out, placed or writing.within(collision, owner))
    holder.children.append(out)


SAID = frozenset({"origin", "name", "mu", "mu2", "rolling_friction", "restitution", "extras"})
"""Fields of a surface that are written here or reported elsewhere."""


def report_contact_properties(writing: Writing, collision: Collision, owner: Id, surface: Surface) -> None:
    """Report all properties of a surface besides friction, in one finding."""
    fields = [name for name in Surface.__struct_fields__ if name not in SAID and getattr(surface, name) is not None]
    if fields:
        writing.report(
            SURFACE_CONTACT_DROPPED,
            collision,
            about=tuple(getattr(surface, name) for name in fields),
            subject=f"{writing.paths.get(owner, owner)}::{collision.name or 'collision'}",
            value=", ".join(name.replace("_", " ") for name in fields),
        )


def drop_collision(writing: Writing, collision: Collision, owner: Id) -> None:
    """Leave out a shape that does not exist or has no known size."""
    shape = collision.geometry
    if isinstance(shape, Empty):
        writing.drop(collision, COLLISION_EMPTY_INEFFECTIVE)
        return
    mesh = writing.mesh_of(collision)
    why = (
        f"The mesh {mesh.uri or mesh.name} cannot be read, so its size is unknown."
        if mesh is not None
        else f"SimRobot has no {kind_word(shape)} to collide with."
    )
    part = f"{writing.paths.get(owner, owner)}::{collision.name or 'collision'}"
    writing.drop_shape(collision, COLLISION_KIND_DROPPED, subject=part, value=kind_word(shape), why=why)


def drop_trigger(writing: Writing, collision: Collision, owner: Id) -> None:
    """Leave out a shape that only senses, and that no contact sensor of its link senses with."""
    writing.drop(collision, TRIGGER_DROPPED, subject=writing.part_path(collision, owner, "collision"), value=kind_word(collision.geometry))


def kind_word(shape: Shape) -> str:
    kind = type(shape).__name__
    return {"MeshShape": "mesh", "ImageExtrusion": "extruded image"}.get(kind, kind.lower())


def box_for_plane(writing: Writing, part: Collision | Visual, owner: Id, plane: Plane, placed: Placed) -> tuple[Placed, Box]:
    """Return a plane as a box whose upper side it is: a large one to touch, a thin one to see. part: the collision or visual of the link
    `owner`, which has the plane; placed: its pose in the link."""
    drawn = isinstance(part, Visual)
    subject = writing.part_path(part, owner, "visual" if drawn else "collision")
    size, below = box_below(plane, drawn=drawn)
    if not drawn and plane.size is not None:
        writing.report(PLANE_SIZE_INEFFECTIVE, part, about=plane.size, subject=subject, value=plane.size)
    writing.report(
        PLANE_APPROXIMATED,
        part,
        level="note" if drawn else None,
        about=plane.normal,
        subject=subject,
        value="a plane",
        target=f"a box of {shown(size[0])} x {shown(size[1])} x {shown(size[2])} m",
        why="SimRobot has no planes.",
    )
    return Placed((placed @ Placed(below)).pose, computed=True), Box(size=size)


def write_surface(writing: Writing, out: Element, surface: Surface) -> None:
    """Write the material of a shape. The older core has named materials, which list their frictions with each other. The newer one
    has coefficients: a material without one slides freely, and a shape without a material has the friction of what it touches."""
    if lists_pairs(writing):
        if surface.name is not None:
            out.append("Material", ref=spelled(surface.name))
            writing.materials.setdefault(str(surface.name), surface.name)
        return
    if surface.mu is None or surface.mu >= UNLIMITED:
        return
    material = out.append("Material", says=(surface.mu2 if surface.mu2 == surface.mu else None,))
    if surface.name is not None:
        material.set("name", spelled(surface.name))
    material.set("friction", number(surface.mu))
    if surface.rolling_friction:
        material.set("rollingFriction", number(surface.rolling_friction))
    elif surface.rolling_friction is not None:
        material.omit(surface.rolling_friction, 0.0)


def lists_pairs(writing: Writing) -> bool:
    """Return whether materials list pairs: in the older core, and in scenes for the newer one's first release."""
    return not writing.core3 or writing.scene.friction_law == "table"


def write_size(writing: Writing, out: Element, shape: Shape) -> None:
    """Write the sizes of a shape. depth is along x, width along y, height along z; a capsule's height counts from tip to tip."""
    match shape:
        case Box():
            for name, edge in zip(("depth", "width", "height"), shape.size, strict=True):
                out.set(name, length(edge))
        case Sphere():
            out.set("radius", length(shape.radius))
        case Cylinder():
            out.set("radius", length(shape.radius))
            out.set("height", length(shape.length))
        case Capsule():
            radius, inner = shape.radius, shape.length
            out.set("radius", length(radius))
            out.set("height", length(made_of(Computed(inner + 2 * radius), (inner, radius))))
        case Torus():
            out.set("majorRadius", length(shape.major_radius))
            out.set("minorRadius", length(shape.minor_radius))


def write_materials(writing: Writing, simulation: Element) -> Sources:
    """Write one definition per named surface, with what it lists about others. Returns what the scene says by having no others."""
    if not lists_pairs(writing):
        return Sources(())
    scene = writing.scene
    says: list[object] = []
    if not scene.friction_pairs and scene.friction_law in ("min", "mean"):
        says.append(scene.friction_law)  # all surfaces are equal
    listed: dict[str, list[FrictionPair]] = {}
    for pair in scene.friction_pairs:
        if writing.is_own or {str(pair.first), str(pair.second)} <= writing.materials.keys():
            listed.setdefault(str(pair.first), []).append(pair)
        else:  # with a shape that was left out
            says.append((pair.first, pair.second, pair.mu, pair.rolling_deceleration))
    for name, stated in writing.materials.items():
        material = simulation.append("Material", name=spelled(stated))
        for pair in listed.get(name, ()):
            write_pair(material, pair)
    if not writing.is_own:
        report_low_friction(writing, listed)
    return Sources(ids_of(tuple(says)))


def report_low_friction(writing: Writing, listed: Mapping[str, Sequence[FrictionPair]]) -> None:
    """Report materials whose friction with all that the scene has is below SimRobot's default. The scene has no floor, so that low
    friction is lost on the floor of another file. listed: material -> its pairs."""
    if any(link.model in writing.static and any(not each.sensing_only for each in link.collisions) for link in writing.scene.links):
        return
    for name in writing.materials:
        own = (pair.mu for pair in listed.get(name, ()) if pair.second == name)
        lowest = min((float(mu) for mu in own if mu is not None), default=FRICTION)
        if lowest < FRICTION:
            writing.report(
                FRICTION_FLOOR_APPROXIMATED,
                writing.scene,
                subject=f"material {name}",
                value=number_text(lowest),
                target=number_text(FRICTION),
            )


def write_pair(material: Element, pair: FrictionPair) -> None:
    says = (pair.first,)
    if pair.mu is not None:
        material.append("Friction", says=says, material=spelled(pair.second), value=number(pair.mu))
    if pair.rolling_deceleration is not None:
        material.append("RollingFriction", says=says, material=spelled(pair.second), value=number(pair.rolling_deceleration))


def hidden_by_switch(visual: Visual) -> bool:
    """Return whether a visual is hidden otherwise than by its colour. SimRobot has no switch for that, but transparent colours."""
    return visual.visible is not None and not visual.visible and not is_transparent(visual)
