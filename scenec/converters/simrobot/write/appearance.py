"""Visuals. Meshes become ComplexAppearances of one surface each; lists that several of them use are defined once."""

from __future__ import annotations

from scenec.accounting.lens import unwrap
from scenec.converters.common.findings import MATERIAL_COLOUR_DEFAULTED, VISUAL_HIDDEN_INEFFECTIVE
from scenec.converters.common.images import image as image_of
from scenec.converters.simrobot.findings.writing_parts import MESH_GROUP_RENAMED, VISUAL_KIND_DROPPED
from scenec.converters.simrobot.profile import VISUAL_SHAPES
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.mesh import MeshLists
from scenec.converters.simrobot.write.pbr import write_pbr_surface
from scenec.converters.simrobot.write.shape import box_for_plane, drop_without_extent, is_solid, kind_word, write_size
from scenec.converters.simrobot.write.values import number, spelled
from scenec.ir.base import Id, Texture
from scenec.ir.geometry import Empty, MeshShape, Plane
from scenec.ir.link import Visual
from scenec.ir.material import Material
from scenec.syntax.xml_printing import Out
from scenec.trace import derived, ids_of

BLACK = (0.0, 0.0, 0.0, 1.0)
PLAIN = "#cccccc"
"""The colour of what has none."""


class Appearances:
    """Writer of the visuals of one scene."""

    def __init__(self, writing: Writing, lists: MeshLists) -> None:
        self.writing = writing
        self.lists = lists

    def write(self, holder: Out, visual: Visual, owner: Id) -> None:
        """Write a visual of a link. A hidden one, or a shape that SimRobot cannot draw, is reported instead."""
        bare = unwrap(visual)
        hidden = bare.visible is not None and not bare.visible
        if hidden or type(bare.geometry).__name__ not in (*VISUAL_SHAPES, "Plane") or not self.lists.has(bare.geometry):
            self._drop(visual, owner, hidden=hidden)
            return
        shape, placed = visual.geometry, self.writing.pose_in_link(visual, owner)
        if isinstance(shape, Plane):
            placed, shape = box_for_plane(self.writing, visual, shape, placed, drawn=True)
        if not is_solid(unwrap(shape)):
            drop_without_extent(self.writing, visual, owner)
            return
        out = Out(VISUAL_SHAPES[shape.__class__.__name__])
        self.writing.name(out, visual, without=out.tag)
        surface = out.add("Surface")
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
        writing, bare = self.writing, unwrap(visual)
        shape = bare.geometry
        part = writing.parts.get(id(bare)) or f"{writing.paths.get(owner, owner)}::{bare.name or 'visual'}"
        if hidden or isinstance(shape, Empty):
            writing.drop(visual, VISUAL_HIDDEN_INEFFECTIVE, subject=part)
            return
        mesh = unwrap(writing.seen[shape.mesh]) if isinstance(shape, MeshShape) and shape.mesh in writing.seen else None
        word = kind_word(shape)
        why = f"SimRobot cannot draw {word} shapes." if mesh is None else f"The mesh {mesh.uri or mesh.name or ''} cannot be read."
        writing.drop(visual, VISUAL_KIND_DROPPED, value=word, subject=part, why=why)

    def name_group(self, out: Out, surface: Out, visual: Visual, group: str | None) -> None:
        """Name a part of a mesh by the appearance that draws it, else by its surface."""
        if group is None:
            return
        if "name" not in out.attributes:
            surface.attributes = {"name": spelled(group), **surface.attributes}
        elif group != unwrap(visual).name and not self.writing.from_simrobot and ids_of(self.lists.group_name(visual.geometry)):
            self.writing.tell(
                visual,
                MESH_GROUP_RENAMED,
                about=self.lists.group_name(visual.geometry),
                value=group,
                target=out.attributes["name"],
            )

    def write_surface(self, out: Out, visual: Visual) -> None:
        """Write Phong colours, without defaults and an ambient colour that equals the diffuse one."""
        writing, material = self.writing, visual.material
        image = None if material is None else self._image(material, visual)
        if material is None or unwrap(material).diffuse is None:
            out.attributes["albedo" if writing.core3 else "diffuseColor"] = plain = PLAIN if image is None else "#ffffff"
            writing.tell(visual, MATERIAL_COLOUR_DEFAULTED, target=plain)
        if material is None:
            return
        if writing.core3:
            write_pbr_surface(writing, out, material)
            if image is not None:
                out.attributes["texture"] = writing.images.name(image).replace("\\", "/")
            return
        self._write_colours(out, material, visual)
        if material.shininess is not None and material.shininess != 1:
            out.attributes["shininess"] = number(min(max(material.shininess, 0.0), 128.0))
        if image is not None:
            out.attributes["diffuseTexture"] = writing.images.name(image).replace("\\", "/")

    def _image(self, material: Material, visual: Visual) -> Texture | None:
        """Return the image that SimRobot draws on a visual. An albedo map counts only on shapes that show images; else its loss is
        reported."""
        has_own = unwrap(material).diffuse_texture is not None
        if not has_own and not self.lists.shows_images(unwrap(visual).geometry):
            return None
        found = image_of(material, "diffuse_texture")
        return None if found is None else found.texture

    def _write_colours(self, out: Out, material: Material, visual: Visual) -> None:
        """Write the colours. An absent ambient colour stays absent: SimRobot takes the diffuse one, of which a fifth shows without
        light."""
        writing = self.writing
        diffuse = material.diffuse
        if diffuse is not None:
            if visual.transparency:
                red, green, blue, alpha = diffuse
                diffuse = derived((red, green, blue, alpha * (1.0 - visual.transparency)), diffuse, visual.transparency)
            out.attributes["diffuseColor"] = writing.colour(material, diffuse, "diffuse")
        for name, value, default in (
            ("ambientColor", material.ambient, diffuse),
            ("specularColor", material.specular, BLACK),
            ("emissionColor", material.emissive, BLACK),
        ):
            if value is not None and value != default:
                out.attributes[name] = writing.colour(material, value, name)
