"""Looks: a colour at the geom, or a material for what shines, glows or has an image.

MuJoCo's materials have one colour; specular, shininess and emission are one number each, and its light falls on the colour alone.
"""

from __future__ import annotations

from scenec.converters.common.images import Image, image
from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.write.assets import Assets
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.restoring import images_of_kept_textures, own, restore
from scenec.converters.mjcf.write.values import number, vector
from scenec.ir.base import Color
from scenec.ir.geometry import Mesh, MeshShape
from scenec.ir.link import Visual
from scenec.ir.material import Material
from scenec.ir.names import Unique
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.syntax.xml_printing import claims_of
from scenec.trace import Computed, Sources, ids_of, made_of, steered_by

SHININESS = 128.0
"""The exponent that MuJoCo's 1 stands for."""
DEFAULTS = {"specular": (0.5, 0.5, 0.5, 1.0), "shininess": 64.0}
"""Of a geom without a material."""
GREY = (0.8, 0.8, 0.8, 1.0)
"""Of a visual without a colour."""


class Materials:
    """The materials and textures of one output. entries: the elements, textures before materials."""

    def __init__(self, writing: Writing, assets: Assets) -> None:
        self.writing = writing
        self.assets = assets
        self.textures: list[Element] = []
        self.materials: list[Element] = []
        self._known: dict[tuple[str, str], str] = {}
        self._images: dict[str, str] = {}
        self._unique, self._unique_images = Unique(), Unique()
        self._kept_images = images_of_kept_textures(writing.scene) if writing.is_own else {}

    @property
    def entries(self) -> list[Element]:
        return [*self.textures, *self.materials]

    def dress(self, out: Element, visual: Visual) -> None:
        """Write the look of a visual to its geom."""
        material, twins = (visual.material, None) if visual.material is not None else self._of_mesh(visual)
        transparency = visual.transparency
        if material is None:
            if not self.writing.is_own or transparency:
                out.set("rgba", vector((*GREY[:3], made_of(Computed(1.0 - float(transparency or 0.0)), transparency))))
            return
        rgba = self._rgba(material, transparency)
        if _is_plain(material):
            same = material.ambient if material.ambient == material.diffuse else None
            usual = material.specular, material.shininess
            out.set("rgba", Said(vector(rgba).text, ids_of((rgba, same, twins, usual))))
            return
        made = Element("material")
        self._fill(made, material, rgba)
        out.set("material", self._number(material, made, twins))

    def _rgba(self, material: Material, transparency: float | None) -> tuple[float, ...]:
        colour = material.diffuse
        if colour is None:
            colour = (1.0, 1.0, 1.0, 1.0) if image(material, "diffuse_texture") is not None else GREY
        if transparency:
            alpha = made_of(Computed(float(colour[3]) * (1.0 - float(transparency))), (colour[3], transparency))
            return (*colour[:3], alpha)
        return tuple(colour)

    def _fill(self, out: Element, material: Material, rgba: tuple[float, ...]) -> None:
        out.set("rgba", vector(rgba))
        if material.ambient is not None and material.ambient == material.diffuse:
            out.omit(material.ambient, tuple(material.diffuse))
        specular = material.specular
        if specular is not None or not self.writing.is_own:
            out.set("specular", number(self._level(material, "specular", specular)))
        shininess = material.shininess
        if shininess is not None and shininess == DEFAULTS["shininess"]:
            out.omit(shininess, DEFAULTS["shininess"])
        elif shininess is not None:
            level = min(1.0, max(0.0, float(shininess) / SHININESS))
            out.set("shininess", number(made_of(Computed(level), shininess)))
        glow = material.emissive
        if glow is not None and any(glow[:3]):
            base = max(float(each) for each in rgba[:3])
            level = float(f"{max(float(each) for each in glow[:3]) / base:.6g}") if base else 0.0
            if level:
                out.set("emission", number(steered_by(made_of(Computed(level), _with_usual_alpha(glow)), rgba[:3])))
            if tuple(round(float(each) * level, 5) for each in rgba[:3]) != tuple(round(float(each), 5) for each in glow[:3]):
                self._report_level(material, "emissive", glow, f"{level:g} times the colour")
        elif glow is not None:
            out.omit(tuple(glow[:3]), (0.0, 0.0, 0.0))
            out.omit(glow[3], float(glow[3]))
        for field in ("metallic", "roughness"):
            if getattr(material, field) is not None:
                out.set(field, number(getattr(material, field)))
        restore(out, material)
        found = image(material, "diffuse_texture")
        if found is not None and "texture" not in out.attributes:
            self._texture(out, material, found)
        elif found is not None and str(found.texture.uri) in self._kept_images.get(out.attributes["texture"], ()):
            out.stand_for(Element("material", says=(found.texture.uri, found.says)))  # the texture that is kept says it
        if "texture" in out.attributes and material.texture_scale is not None and tuple(material.texture_scale) != (1.0, 1.0):
            out.set("texrepeat", vector(material.texture_scale))

    def _level(self, material: Material, field: str, colour: Color | None) -> float:
        """Return one number for a colour: its brightness; reports colours that are not grey."""
        if colour is None:
            return 0.0
        red, green, blue = (float(each) for each in colour[:3])
        if red == green == blue:
            return made_of(red, _with_usual_alpha(colour))
        level = float(f"{(red + green + blue) / 3:.6g}")
        self._report_level(material, field, colour, f"{level:g}")
        return made_of(Computed(level), _with_usual_alpha(colour))

    def _report_level(self, material: Material, field: str, colour: Color, result: str) -> None:
        value = " ".join(f"{float(each):g}" for each in colour[:3])
        self.writing.report(
            findings.MATERIAL_COLOUR_APPROXIMATED,
            material,
            about=colour,
            subject=f"{material.name or 'material'}.{field}",
            value=value,
            target=result,
        )

    def _texture(self, out: Element, material: Material, found: Image) -> None:
        texture = found.texture
        path = str(texture.found or "")
        if not path or not path.lower().endswith(".png"):
            self.writing.report(
                findings.TEXTURE_DROPPED,
                material,
                about=(texture.uri, found.says, material.texture_scale),
                subject=f"{material.name or 'material'}.texture",
                value=str(texture.uri),
                why="The file is missing." if not path else "MuJoCo reads PNG images only.",
            )
            return
        file = self.assets.texture(texture)
        if file.text not in self._images:
            name = self._images[file.text] = self._unique_images(self.assets.stem_of(file.text))
            self.textures.append(Element("texture", name=constant(name), type=constant("2d"), file=constant(file.text)))
        out.set("texture", Said(self._images[file.text], ids_of((file, found.says))))

    def _number(self, material: Material, out: Element, twins: Sources | None) -> Said:
        name = str(material.name or "")
        key = (name, repr(sorted(out.attributes.items())))
        says = (Sources(tuple(claims_of(out).leaves)), material.name, twins)
        if key not in self._known:
            called = self._known[key] = self._unique(name or "material")
            out.attributes = {"name": called, **out.attributes}
            self.materials.append(out)
        return Said(self._known[key], ids_of(says))

    def _of_mesh(self, visual: Visual) -> tuple[Material | None, Sources | None]:
        """Return the material of a mesh, if all its groups have the same one, and what the other groups say, which is the same."""
        shape = visual.geometry
        mesh: Mesh | None = self.writing.by_id.get(shape.mesh) if isinstance(shape, MeshShape) else None
        if not isinstance(shape, MeshShape) or mesh is None or mesh.data is None:
            return None, None
        submesh = None if shape.submesh is None else str(shape.submesh)
        used = [(i, group) for i, group in enumerate(mesh.data.groups) if submesh in (None, group.name) and group.faces]
        if not used or any(group.material is None or group.material != used[0][1].material for _, group in used):
            return None, None
        twins = [mesh.data.groups[i].material for i, _ in used[1:]]
        return mesh.data.groups[used[0][0]].material, Sources(ids_of(tuple(twins)))


def _is_plain(material: Material) -> bool:
    """Return whether a colour is all that a material says."""
    glows = material.emissive is not None and any(material.emissive[:3])
    stated = {field: getattr(material, field) for field in ("specular", "shininess", "metallic", "roughness")}
    usual = all(value is None or value == DEFAULTS.get(field) for field, value in stated.items())
    return not material.name and usual and not glows and not own(material) and image(material, "diffuse_texture") is None


def _with_usual_alpha(colour: Color) -> tuple[float, ...]:
    """Return a colour of which MuJoCo has only red, green and blue, with the fourth number if that says nothing."""
    return tuple(colour) if float(colour[3]) == 1.0 else tuple(colour[:3])
