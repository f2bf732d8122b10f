"""What is drawn. Meshes become ComplexAppearances of one surface each; lists that several of them use are defined once."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.lens import unwrap
from scenec.converters.common.images import image as image_of
from scenec.converters.simrobot.write_context import Writing
from scenec.converters.simrobot.write_mesh import MeshLists
from scenec.converters.simrobot.write_pbr import write_pbr_surface
from scenec.converters.simrobot.write_shape import drop_flat, is_solid, kind_word, thick, write_size
from scenec.converters.simrobot.write_values import number, spelled
from scenec.ir.base import Id, Texture
from scenec.ir.geometry import Box, Capsule, Cylinder, Empty, MeshShape, Plane, Sphere
from scenec.ir.link import Visual
from scenec.ir.material import Material
from scenec.syntax.xml_printing import Out
from scenec.trace import derived, ids_of

DRAWN: Mapping[type, str] = {Box: "Box", Sphere: "Sphere", Cylinder: "Cylinder", Capsule: "Capsule", MeshShape: "Complex"}
BLACK = (0.0, 0.0, 0.0, 1.0)
PLAIN = "#cccccc"
"""The colour of what has none."""


class Appearances:
    """Writes the visuals of one scene."""

    def __init__(self, writing: Writing, lists: MeshLists) -> None:
        self.writing = writing
        self.lists = lists

    def write(self, holder: Out, visual: Visual, owner: Id) -> None:
        """A visual of a link. A shape that SimRobot cannot draw, or one that is hidden, stays unread."""
        bare = unwrap(visual)
        hidden = bare.visible is not None and not bare.visible
        if hidden or not isinstance(bare.geometry, (*DRAWN, Plane)) or not self.lists.has(bare.geometry):
            self._drop(visual, owner, hidden=hidden)
            return
        shape, placed = visual.geometry, self.writing.within(visual, owner)
        if isinstance(shape, Plane):
            placed, shape = thick(self.writing, visual, shape, placed, drawn=True)
        if not is_solid(unwrap(shape)):
            drop_flat(self.writing, visual, owner)
            return
        kind = DRAWN[shape.__class__]
        out = Out(f"{kind}Appearance")
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
        """What is not there, cannot be read, or is hidden."""
        writing, bare = self.writing, unwrap(visual)
        shape = bare.geometry
        part = writing.parts.get(id(bare)) or f"{writing.paths.get(owner, owner)}::{bare.name or 'visual'}"
        if hidden or isinstance(shape, Empty):
            writing.drop(visual, "visual-hidden-ineffective", "note", "appearance", subject=part, because="it is hidden, or has no shape",
                         consequence="nothing: nobody saw it")  # fmt: skip
            return
        mesh = unwrap(writing.seen[shape.mesh]) if isinstance(shape, MeshShape) and shape.mesh in writing.seen else None
        because = f"its mesh {mesh.uri or mesh.name or ''} cannot be read" if mesh is not None else f"SimRobot draws no {kind_word(shape)}"
        writing.drop(
            visual, "visual-kind-dropped", "warning", "appearance", value=kind_word(shape), subject=part, because=because,
            consequence=f"{part} is invisible",
        )  # fmt: skip

    def name_group(self, out: Out, surface: Out, visual: Visual, group: str | None) -> None:
        """A part of a mesh goes by what draws it, else by its surface."""
        if group is None:
            return
        if "name" not in out.attributes:
            surface.attributes = {"name": spelled(group), **surface.attributes}
        elif group != unwrap(visual).name and not self.writing.from_simrobot and ids_of(self.lists.group_name(visual.geometry)):
            self.writing.tell(
                visual,
                "mesh-group-renamed",
                "converted",
                "note",
                "naming",
                about=self.lists.group_name(visual.geometry),
                value=group,
                target=out.attributes["name"],
                because="a part of a mesh is called like the appearance that draws it",
            )

    def write_surface(self, out: Out, visual: Visual) -> None:
        """Phong colours; what the diffuse colour says too, and defaults, are left out."""
        writing, material = self.writing, visual.material
        image = None if material is None else self._image(material, visual)
        if material is None or unwrap(material).diffuse is None:
            out.attributes["albedo" if writing.core3 else "diffuseColor"] = plain = PLAIN if image is None else "#ffffff"
            writing.tell(
                visual,
                "material-diffuse-defaulted",
                "defaulted",
                "note",
                "appearance",
                target=plain,
                because="the source gives no colour and SimRobot needs one",
                consequence="it is drawn in light grey" if image is None else "its texture is drawn as it is",
            )
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
        """What SimRobot draws on a visual; an albedo map only where it does so, else its loss is told."""
        has_own = unwrap(material).diffuse_texture is not None
        return image_of(material, "diffuse_texture") if has_own or self.lists.shows_images(unwrap(visual).geometry) else None

    def _write_colours(self, out: Out, material: Material, visual: Visual) -> None:
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
