"""Materials: one entry for all nodes with equal looks."""

from __future__ import annotations

from scenec.converters.common.findings import MATERIAL_COLOUR_DEFAULTED
from scenec.converters.common.images import WHITE, image
from scenec.converters.mars.write.assets import Assets
from scenec.converters.mars.write.context import Writing, restore
from scenec.converters.mars.write.values import colour, flag, number
from scenec.ir.base import Color
from scenec.ir.geometry import Mesh, MeshShape
from scenec.ir.link import Visual
from scenec.ir.material import Material
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, spelled
from scenec.syntax.xml_printing import Out, claims_of
from scenec.trace import Computed, Sources, ids_of, made_of

LIGHT_GREY: Color = (0.8, 0.8, 0.8, 1.0)
"""Colour of a visual without a material; MARS would draw it black."""
BLACK: Color = (0.0, 0.0, 0.0, 1.0)
"""MARS's colours where none are written."""

COLOURS = (("ambient", "ambientFront"), ("diffuse", "diffuseFront"), ("specular", "specularFront"), ("emissive", "emissionFront"))
TEXTURES = (("diffuse_texture", "texturename"), ("normal_texture", "bumpmap"), ("displacement_texture", "displacementmap"))


class Materials:
    """Writes the materials. entries: the list, in order of first use."""

    def __init__(self, writing: Writing, assets: Assets) -> None:
        self.writing = writing
        self.assets = assets
        self.entries: list[Element] = []
        self._known: dict[object, int] = {}

    def of(self, visual: Visual) -> Said | None:
        """The number of the material that a visual has, None for none. It says what the visual says of its look: of equal materials one
        is written."""
        material = visual.material
        twins: Sources | None = None
        if material is None:
            material, twins = self._of_mesh(visual)
        if material is None and self.writing.is_own:
            return None
        out = Element("material")
        transparency = visual.transparency
        name = material.name if material is not None else "default"
        if material is not None:
            self._write(out, material, transparency)
        else:
            self._write(out, Material(), transparency)
            self._report_default(visual)
        return self._number(name or "", out, twins)

    def _number(self, name: str, out: Element, twins: Sources | None) -> Said:
        key = (str(name), _text(out))
        says = (*claims_of(out).leaves, *ids_of((name, twins)))
        if key not in self._known:
            number_of = self._known[key] = len(self.entries) + 1
            called = spelled(name) if name else constant(f"material{number_of}")
            out.children[:0] = [Element("id", constant(str(number_of))), Element("name", called)]
            self.writing.seal(out)
            self.entries.append(out)
        return Said(str(self._known[key]), says)

    def _write(self, out: Element, material: Material, transparency: float | None) -> None:
        """Of a material that is transparent MARS takes the transparency, not the alpha of its colours."""
        images = {key: each for field, key in TEXTURES if (each := image(material, field)) is not None}
        seen_through: float | None = None
        for field, key in COLOURS:
            value = getattr(material, field)
            if value is None and field == "ambient" and self.writing.is_own:
                continue  # it was not stated there either
            if value is None:
                colour(out, key, BLACK if field != "diffuse" else WHITE if "texturename" in images else LIGHT_GREY)
                continue
            if field == "diffuse":
                alpha = float(value[3])
                if alpha == 1.0:
                    seen_through, opaque = transparency, made_of(1.0, value[3])
                else:
                    seen_through = made_of(Computed(1.0 - alpha * (1.0 - float(transparency or 0.0))), (value[3], transparency))
                    opaque = 1.0
                value = (*value[:3], opaque)
            colour(out, key, value)
        if material.diffuse is None:
            seen_through = transparency
        if seen_through:
            out.append("transparency", number(seen_through))
        if material.shininess is not None:
            out.append("shininess", number(material.shininess))
        for key, found in images.items():
            out.append(key, self.assets.texture(found.texture), says=found.says)
        if material.texture_scale is not None and material.texture_scale[0] == material.texture_scale[1]:
            out.append("tex_scale", number(made_of(material.texture_scale[0], material.texture_scale)))
        if material.lighting is not None and not material.lighting:
            out.append("getLight", flag(material.lighting))
        restore(self.writing, out, material, "material")

    def _of_mesh(self, visual: Visual) -> tuple[Material | None, Sources | None]:
        """Return the material of a mesh file, if all its groups have the same one, and what the other groups say, which is the same."""
        shape = visual.geometry
        mesh: Mesh | None = self.writing.by_id.get(shape.mesh) if isinstance(shape, MeshShape) else None
        if not isinstance(shape, MeshShape) or mesh is None or mesh.data is None:
            return None, None
        submesh = None if shape.submesh is None else str(shape.submesh)
        used = [(i, group) for i, group in enumerate(mesh.data.groups) if submesh in (None, group.name) and group.faces]
        if not used or any(group.material is None or group.material != used[0][1].material for _, group in used):
            return None, None
        twins: list[int] = []
        for i, _ in used[1:]:  # all of them are written by the first
            twin, material = Element("material"), mesh.data.groups[i].material
            assert material is not None
            self._write(twin, material, None)
            twins += (*claims_of(twin).leaves, *ids_of(material.name))
        return mesh.data.groups[used[0][0]].material, Sources(tuple(twins))

    def _report_default(self, visual: Visual) -> None:
        self.writing.report(MATERIAL_COLOUR_DEFAULTED, visual, target="light grey")


def _text(out: Out) -> object:
    return (out.tag, out.text, tuple([_text(child) for child in out.children]) if out.has_children else ())
