"""Visuals and collisions. Shapes that URDF lacks were replaced before (`scenec.adapt`); a plane becomes a box."""

from __future__ import annotations

from scenec.converters.common.findings import (
    PLANE_APPROXIMATED,
    PLANE_SIZE_INEFFECTIVE,
    SHAPE_CAPSULE_CONVERTED,
    VISUAL_HIDDEN_INEFFECTIVE,
)
from scenec.converters.common.plane_as_box import box_below
from scenec.converters.common.write_context import Placed
from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.extras import restore
from scenec.converters.urdf.write.materials import Materials
from scenec.converters.urdf.write.meshes import Meshes
from scenec.converters.urdf.write.values import number, vector, write_origin
from scenec.ir.base import Id
from scenec.ir.geometry import Box, Capsule, Cylinder, Empty, MeshShape, Plane, Sphere
from scenec.ir.link import Collision, Visual, is_transparent
from scenec.ir.pose import Pose
from scenec.syntax.element import Element
from scenec.syntax.said import spelled


class Shapes:
    """Writes the shapes of links."""

    def __init__(self, writing: Writing, materials: Materials, meshes: Meshes) -> None:
        self.writing = writing
        self.materials = materials
        self.meshes = meshes

    def write_visual(self, holder: Element, visual: Visual, owner: Id, shift: Placed) -> bool:
        """Write a visual, and return whether URDF has its shape. shift: of the link's frame. A hidden one is written where its colour hides
        it."""
        is_hidden = visual.visible is not None and not visual.visible
        if (is_hidden and not is_transparent(visual)) or isinstance(visual.geometry, Empty):
            self.writing.report(VISUAL_HIDDEN_INEFFECTIVE, visual, about=visual)
            return False
        out = self._shape("visual", visual, owner, shift)
        if out is None:
            return False
        if is_hidden:
            out.stand_for(Element("visual", says=(visual.visible,)))
        self.materials.write(out, visual)
        restore(out, visual.extras)
        holder.children.append(out)
        return True

    def write_collision(self, holder: Element, collision: Collision, owner: Id, shift: Placed) -> bool:
        """Write a collision, and return whether URDF has its shape. One that only feeds sensors gets a tag of Gazebo, which concerns all
        collisions of the link."""
        if collision.sensing_only:
            self.writing.report(findings.COLLISION_SENSING_GAZEBO, collision)
        if isinstance(collision.geometry, Empty):
            self.writing.report(findings.SHAPE_EMPTY_INEFFECTIVE, collision, about=collision)
            return False
        out = self._shape("collision", collision, owner, shift)
        if out is None:
            return False
        restore(out, collision.extras)
        holder.children.append(out)
        return True

    def _shape(self, tag: str, part: Visual | Collision, owner: Id, shift: Placed) -> Element | None:
        if isinstance(part.geometry, MeshShape) and self.meshes.is_missing(part.geometry):
            self.meshes.report_missing(part, collides=tag == "collision")
            return None
        out = Element(tag)
        if part.name is not None:
            out.set("name", spelled(part.name))
        placed = shift @ self.writing.within(part, owner)
        geometry = Element("geometry")
        found = self._write_geometry(geometry, part)
        if found is None:
            self.writing.report(
                findings.SHAPE_DROPPED,
                part,
                about=part,
                value=type(part.geometry).__name__.lower(),
                kind=tag,
                level="error" if tag == "collision" else "warning",
            )
            return None
        write_origin(out, placed @ found)
        out.children.append(geometry)
        return out

    def _write_geometry(self, out: Element, part: Visual | Collision) -> Placed | None:
        """Write a shape. Return its pose in the part, None for one that URDF lacks."""
        shape = part.geometry
        match shape:
            case Box():
                out.append("box", size=vector(shape.size))
            case Sphere():
                out.append("sphere", radius=number(shape.radius))
            case Cylinder():
                out.append("cylinder", radius=number(shape.radius), length=number(shape.length))
            case Capsule(length=0.0):
                self.writing.report(SHAPE_CAPSULE_CONVERTED, part, why="MuJoCo refuses a capsule of length 0.")
                out.append("sphere", radius=number(shape.radius)).omit(shape.length, 0.0)
            case Capsule():
                self.writing.require_version(1, 1)
                out.append("capsule", radius=number(shape.radius), length=number(shape.length))
            case Plane():
                return self._write_plane(out, part, shape)
            case MeshShape():
                return Placed(Pose()) if self.meshes.write(out, part, shape) else None
            case _:
                return None
        return Placed(Pose())

    def _write_plane(self, out: Element, part: Visual | Collision, plane: Plane) -> Placed:
        drawn = isinstance(part, Visual)
        size, below = box_below(plane, drawn=drawn)
        if plane.size is not None and not drawn:
            self.writing.report(PLANE_SIZE_INEFFECTIVE, part, about=plane.size, value=" x ".join(f"{float(edge):g}" for edge in plane.size))
        self.writing.report(
            PLANE_APPROXIMATED,
            part,
            about=plane.normal,
            value="plane",
            target=f"box of {size[0]:g} x {size[1]:g} x {size[2]:g} m",
            why="URDF has no planes.",
        )
        out.append("box", size=vector(size))
        return Placed(below, computed=True)
