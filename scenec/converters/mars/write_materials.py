"""Materials: one entry for all nodes that look alike."""

from __future__ import annotations

from typing import Any

from scenec.accounting.lens import unwrap
from scenec.converters.common.images import WHITE, image
from scenec.converters.common.numbers import Computed
from scenec.converters.mars.write_assets import Assets
from scenec.converters.mars.write_context import Writing, restore
from scenec.converters.mars.write_values import colour, number
from scenec.ir.base import Color
from scenec.ir.geometry import MeshShape
from scenec.ir.link import Visual
from scenec.ir.material import Material
from scenec.syntax.xml_printing import Out

LIGHT_GREY: Color = (0.8, 0.8, 0.8, 1.0)
"""Of a visual whose look nobody states; MARS would draw it black."""
BLACK: Color = (0.0, 0.0, 0.0, 1.0)
"""MARS's colours where none are written."""

COLOURS = (("ambient", "ambientFront"), ("diffuse", "diffuseFront"), ("specular", "specularFront"), ("emissive", "emissionFront"))
TEXTURES = (("diffuse_texture", "texturename"), ("normal_texture", "bumpmap"), ("displacement_texture", "displacementmap"))


class Materials:
    """entries: what stands in the list, in order of first use."""

    def __init__(self, writing: Writing, assets: Assets) -> None:
        self.writing = writing
        self.assets = assets
        self.entries: list[Out] = []
        self._known: dict[object, int] = {}

    def of(self, visual: Visual) -> int | None:
        """The number of the material that a visual has, None for none."""
        material: Any = visual.material
        if material is None:
            material = self._of_mesh(visual)
        if material is None and self.writing.from_mars:
            return None
        out = Out("material")
        transparency = visual.transparency
        name = material.name if material is not None else "default"
        if material is not None:
            self._write(out, material, transparency)
        else:
            self._write(out, Material(), transparency)
            self._tell_default(visual)
        return self._number(str(name) if name else "", out)

    def _number(self, name: str, out: Out) -> int:
        key = (name, _text(out))
        if key not in self._known:
            self._known[key] = len(self.entries) + 1
            out.children[:0] = [Out("id", str(self._known[key])), Out("name", name or f"material{self._known[key]}")]
            self.writing.seal(out)
            self.entries.append(out)
        return self._known[key]

    def _write(self, out: Out, material: Material, transparency: float | None) -> None:
        """Of a material that is transparent MARS takes the transparency, not the alpha of its colours."""
        bare = unwrap(material)
        images = {key: found for field, key in TEXTURES if (found := image(material, field)) is not None}
        seen_through: float | None = None
        for field, key in COLOURS:
            value = getattr(material, field)
            if value is None:
                colour(out, key, BLACK if field != "diffuse" else WHITE if "texturename" in images else LIGHT_GREY)
                continue
            if field == "diffuse":
                alpha = float(value[3])
                seen_through = transparency if alpha == 1.0 else Computed(1.0 - alpha * (1.0 - float(transparency or 0.0)))
                value = (*value[:3], 1.0)
            colour(out, key, value)
        if bare.diffuse is None:
            seen_through = transparency
        if seen_through:
            out.add("transparency", number(seen_through))
        if material.shininess is not None:
            out.add("shininess", number(material.shininess))
        for key, texture in images.items():
            out.add(key, self.assets.texture(texture))
        if bare.texture_scale is not None and bare.texture_scale[0] == bare.texture_scale[1]:
            assert material.texture_scale is not None
            out.add("tex_scale", number(material.texture_scale[0]))
        if bare.lighting is not None and not bare.lighting and material.lighting is not None:
            out.add("getLight", "false")
        restore(self.writing, out, material, "material")

    def _of_mesh(self, visual: Visual) -> Any:
        """What a mesh file says, if it says one thing for all of it."""
        shape: Any = unwrap(visual).geometry
        mesh = self.writing.seen.get(shape.mesh) if isinstance(shape, MeshShape) else None
        if mesh is None or unwrap(mesh).data is None:
            return None
        groups = [(i, group) for i, group in enumerate(unwrap(mesh).data.groups) if shape.submesh in (None, group.name) and group.faces]
        if not groups or any(group.material is None or group.material != groups[0][1].material for _, group in groups):
            return None
        for i, _ in groups:
            self._write(Out("material"), mesh.data.groups[i].material, None)  # all of them are written by the first
        return mesh.data.groups[groups[0][0]].material

    def _tell_default(self, visual: Visual) -> None:
        self.writing.tell(
            visual,
            "material-diffuse-defaulted",
            "defaulted",
            "note",
            "appearance",
            subject=self.writing.subject(visual),
            target="light grey",
            because="MARS draws black what has no material",
            consequence="it is light grey",
        )


def _text(out: Out) -> object:
    return (out.tag, out.text, tuple(_text(child) for child in out.children))
