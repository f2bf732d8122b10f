"""Visuals: primitives at their Transform, and meshes from files. An offset needs a Transform of its own."""

from __future__ import annotations

from scenec.converters.common.write_context import Placed
from scenec.converters.rsg.findings.parts import VISUAL_DROPPED
from scenec.converters.rsg.findings.writing import MATERIAL_TRANSPARENCY_DROPPED, VISUAL_SHAPE_HIDDEN
from scenec.converters.rsg.vocabulary import UNEVEN_SCALE
from scenec.converters.rsg.write.context import Writing, inside, kind_of
from scenec.converters.rsg.write.extras import write_calls, write_nodes
from scenec.converters.rsg.write.material import Materials
from scenec.converters.rsg.write.mesh import MeshFiles
from scenec.converters.rsg.write.values import number, number_text, numbers
from scenec.ir.base import Id
from scenec.ir.geometry import Box, Capsule, Cylinder, Ellipsoid, MeshShape, Shape, Sphere
from scenec.ir.link import Visual
from scenec.syntax.said import constant
from scenec.syntax.sexp_printing import SList
from scenec.trace import made_of

CLASSES: dict[type, str] = {
    Box: "Box",
    Sphere: "Sphere",
    Capsule: "Capsule",
    Cylinder: "Cylinder",
    Ellipsoid: "SingleMatNode",
    MeshShape: "StaticMesh",
}


class Visuals:
    """Writes the visuals of links."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.materials = Materials(writing)
        self.meshes = MeshFiles(writing)

    def draws(self, visual: Visual) -> bool:
        """Return whether SimSpark can draw a shape."""
        shape = visual.geometry
        return type(shape) in CLASSES and (not isinstance(shape, MeshShape) or self.meshes.has(shape))

    def report_undrawn(self, visual: Visual, owner: Id) -> None:
        """Report a shape that SimSpark cannot draw."""
        unread = self.meshes.unread(visual.geometry)
        self.writing.report(
            VISUAL_DROPPED,
            visual,
            about=visual if unread is None else self.writing.with_mesh(visual),
            subject=self.writing.part(owner, visual),
            value=kind_of(visual.geometry),
            why="SimSpark draws boxes, spheres, capsules, cylinders and meshes only."
            if unread is None
            else f"The mesh {unread} cannot be read.",
        )

    def write(self, holder: SList, visual: Visual, owner: Id, placed: Placed) -> None:
        """Write a visual. placed: in the frame of `holder`."""
        shape = visual.geometry
        if self.materials.made_hidden(visual):
            self._report_hidden(visual, owner)
        elif visual.transparency:
            self._report_transparency(visual, owner)
        holder = inside(holder, placed)
        if isinstance(shape, MeshShape):
            self._write_mesh(holder, visual, shape, self.writing.part(owner, visual))
            return
        out = holder.add("nd", constant("Sphere" if _is_round(shape) else CLASSES[type(shape)]))
        self.writing.name(out, visual)
        if not (self.writing.is_own and write_uneven_scale(out, visual, shape)):
            write_size(out, shape)
        self.materials.write(out, visual, self.writing.part(owner, visual))
        self._write_rest(out, visual)

    def _report_transparency(self, visual: Visual, owner: Id) -> None:
        transparency, called = visual.transparency, self.writing.part(owner, visual)
        self.writing.report(
            MATERIAL_TRANSPARENCY_DROPPED,
            visual,
            about=transparency,
            subject=called,
            value=transparency,
        )

    def _report_hidden(self, visual: Visual, owner: Id) -> None:
        called = self.writing.part(owner, visual)
        self.writing.report(VISUAL_SHAPE_HIDDEN, visual, about=opacity(visual), subject=called)

    def _write_mesh(self, holder: SList, visual: Visual, shape: MeshShape, subject: str) -> None:
        """Write a mesh. A material of the visual covers the whole mesh; without one, the mesh has those of its file."""
        material = visual.material
        own = material is not None and (material.diffuse is not None or (self.writing.is_own and material.name is not None))
        out = holder.add("nd", constant("SingleMatNode" if own else "StaticMesh"))
        self.writing.name(out, visual)
        out.add("load", self.meshes.write(visual, shape, subject, own_material=own))
        scale = shape.scale
        if scale is not None:
            out.add("setScale", *numbers(*scale))
        if own:
            self.materials.write(out, visual, subject)
        self._write_rest(out, visual)

    def _write_rest(self, out: SList, visual: Visual) -> None:
        write_calls(out, visual.extras, "StaticMesh", "SingleMatNode")
        write_nodes(out, visual.extras)
        if self.materials.made_hidden(visual):
            out.add("setVisible", constant("0"), says=(visual.visible, *opacity(visual)))
        elif visual.visible is not None and not visual.visible:
            out.add("setVisible", constant("0"), says=(visual.visible,))


def opacity(visual: Visual) -> tuple[float | None, ...]:
    """Return the values that make a visual transparent: its transparency and the alpha of its colour."""
    material = visual.material
    return visual.transparency, None if material is None or material.diffuse is None else material.diffuse[3]


def _is_round(shape: Shape) -> bool:
    """Return whether an ellipsoid is written as a sphere, as the reader would read it."""
    return isinstance(shape, Ellipsoid) and len(set(map(number_text, shape.radii))) == 1


def write_size(out: SList, shape: Shape) -> None:
    match shape:
        case Box():
            out.add("setExtents", *numbers(*shape.size))
        case Sphere():
            out.add("setRadius", number(shape.radius))
        case Capsule():
            out.add("setParams", number(shape.radius), number(shape.length))
        case Cylinder():  # setParams ignores its arguments and makes a cylinder of radius and length 1; setScale sizes it
            radius = number(shape.radius)
            out.add("setParams", constant("1"), constant("1"))
            out.add("setScale", radius, radius, number(shape.length))
        case Ellipsoid() if _is_round(shape):
            out.add("setRadius", number(made_of(shape.radii[0], shape.radii)))
        case Ellipsoid():
            out.add("load", constant("StdUnitSphere"))
            out.add("setScale", *numbers(*shape.radii))


def write_uneven_scale(out: SList, visual: Visual, shape: Shape) -> bool:
    """Write a cylinder or capsule with the original scale, which the shape in the scene only approximates. False if there is none."""
    for extra in visual.extras:
        scale = extra.value
        if extra.format != "rsg" or extra.key != UNEVEN_SCALE or not isinstance(scale, tuple) or not isinstance(shape, Cylinder | Capsule):
            continue
        x, y, z = scale
        around, size = (abs(x) + abs(y)) / 2, (shape.radius, shape.length)
        if isinstance(shape, Cylinder):
            if shape.radius != around or shape.length != abs(z):
                return False  # it was changed
            out.add("setParams", constant("1"), constant("1"))
        elif not around or not z:
            return False
        else:
            radius, length = made_of((shape.radius / around, shape.length / abs(z)), (size, scale))
            out.add("setParams", number(radius), number(length))
        out.add("setScale", *numbers(x, y, z), says=size)
        return True
    return False
