"""Visuals. Meshes become ComplexAppearances of one surface each; lists that several of them use are defined once."""

from __future__ import annotations

from scenec.converters.common.findings import MATERIAL_COLOUR_DEFAULTED, VISUAL_HIDDEN_INEFFECTIVE
from scenec.converters.common.images import Image
from scenec.converters.common.images import image as image_of
from scenec.converters.simrobot.findings.writing_parts import MESH_GROUP_RENAMED, VISUAL_KIND_DROPPED
from scenec.converters.simrobot.profile import VISUAL_SHAPES
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.mesh import MeshLists
from scenec.converters.simrobot.write.pbr import write_pbr_surface
from scenec.converters.simrobot.write.shape import box_for_plane, hidden_by_switch, kind_word, write_size
from scenec.converters.simrobot.write.values import number, spelled
from scenec.ir.base import Color, Id
from scenec.ir.geometry import Empty, MeshShape, Plane
from scenec.ir.link import Visual
from scenec.ir.material import Material
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import Computed, ids_of, made_of

BLACK = (0.0, 0.0, 0.0, 1.0)
PLAIN = "#cccccc"
"""The colour of what has none."""


class Appearances:
    """Writer of the visuals of one scene."""

    def __init__(self, writing: Writing, lists: MeshLists) -> None:
        self.writing = writing
        self.lists = lists

    def write(self, holder: Element, visual: Visual, owner: Id) -> None:
        """Write a visual of a link. A shape that SimRobot cannot draw is reported instead, and so is a hidden one, unless its colour hides
        it in SimRobot as well."""
        shape = visual.geometry
        hidden = hidden_by_switch(visual)
        if hidden or type(shape).__name__ not in (*VISUAL_SHAPES, "Plane") or not self.lists.has(shape):
            self._drop(visual, owner, hidden=hidden)
            return
        placed = self.writing.within(visual, owner)
        if isinstance(shape, Plane):
            placed, shape = box_for_plane(self.writing, visual, owner, shape, placed)
        out = Element(VISUAL_SHAPES[type(shape).__name__])
        if visual.visible is not None and not visual.visible:
            out.stand_for(Element(out.tag, says=(visual.visible,)))
        self.writing.name(out, visual, without=out.tag)
        surface = out.append("Surface")
        self.write_surface(surface, visual)
        if isinstance(shape, MeshShape):
            group = self.lists.write(out, shape)
            self.name_group(out, surface, visual, group)
        else:
            write_size(self.writing, out, shape)
        self.writing.place(out, placed)
        holder.children.append(out)

    def _drop(self, visual: Visual, owner: Id, *, hidden: bool) -> None:
        """Leave out a visual that is hidden, missing or unreadable."""
        writing = self.writing
        shape = visual.geometry
        part = writing.part_path(visual, owner, "visual")
        if hidden or isinstance(shape, Empty):
            writing.drop_shape(visual, VISUAL_HIDDEN_INEFFECTIVE, subject=part)
            return
        mesh = writing.mesh_of(visual)
        word = kind_word(shape)
        why = f"SimRobot cannot draw {word} shapes." if mesh is None else f"The mesh {mesh.uri or mesh.name or ''} cannot be read."
        writing.drop_shape(visual, VISUAL_KIND_DROPPED, value=word, subject=part, why=why)

    def name_group(self, out: Element, surface: Element, visual: Visual, group: str | None) -> None:
        """Name a part of a mesh by the appearance that draws it, else by its surface."""
        if group is None:
            return
        if "name" not in out.attributes:
            others, surface.attributes = surface.attributes, {}
            surface.set("name", spelled(group))
            surface.attributes.update(others)
        elif group == visual.name:
            out.set("name", Said(out.attributes["name"], ids_of((visual.name, group))))
        elif self.writing.request.uses.sources_of(group):
            self.writing.report_unless_own(
                MESH_GROUP_RENAMED,
                visual,
                about=group,
                value=str(group),
                target=out.attributes["name"],
            )

    def write_surface(self, out: Element, visual: Visual) -> None:
        """Write Phong colours, without defaults and an ambient colour that equals the diffuse one."""
        writing, material = self.writing, visual.material
        image = None if material is None else self._image(material, visual)
        if material is None or material.diffuse is None:
            plain = PLAIN if image is None else "#ffffff"
            out.set("albedo" if writing.core3 else "diffuseColor", constant(plain))
            writing.report(MATERIAL_COLOUR_DEFAULTED, visual, target=plain)
        if material is None:
            return
        if writing.core3:
            write_pbr_surface(writing, out, material)
            if image is not None:
                out.set("texture", self._texture(image))
            return
        self._write_colours(out, material, visual)
        if material.shininess is not None:
            if material.shininess != 1:
                out.set("shininess", number(made_of(min(max(material.shininess, 0.0), 128.0), material.shininess)))
            else:
                out.omit(material.shininess, 1)
        if image is not None:
            out.set("diffuseTexture", self._texture(image))

    def _texture(self, image: Image) -> Said:
        return Said(self.writing.images.name(image.texture).replace("\\", "/"), ids_of((image.texture.uri, image.says)))

    def _image(self, material: Material, visual: Visual) -> Image | None:
        """Return the image that SimRobot draws on a visual. An albedo map counts only on shapes that show images; else its loss is
        reported."""
        if material.diffuse_texture is None and not self.lists.shows_images(visual.geometry):
            return None
        return image_of(material, "diffuse_texture")

    def _write_colours(self, out: Element, material: Material, visual: Visual) -> None:
        """Write the colours. An absent ambient colour stays absent: SimRobot takes the diffuse one, of which a fifth shows without
        light."""
        writing = self.writing
        diffuse = material.diffuse
        if diffuse is not None:
            if visual.transparency:
                red, green, blue, alpha = diffuse
                seen_through = made_of(Computed(alpha * (1.0 - visual.transparency)), alpha, visual.transparency)
                diffuse = (red, green, blue, seen_through)
            out.set("diffuseColor", writing.colour(material, diffuse, "diffuse"))
        self._write_colour(out, material, "ambientColor", material.ambient, diffuse)
        self._write_colour(out, material, "specularColor", material.specular, BLACK)
        self._write_colour(out, material, "emissionColor", material.emissive, BLACK)

    def _write_colour(self, out: Element, material: Material, name: str, value: Color | None, default: Color | None) -> None:
        if value is None:
            return
        if value == default:
            out.omit(value, default)
        else:
            out.set(name, self.writing.colour(material, value, name))
