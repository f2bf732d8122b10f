"""Materials: one definition at the top of the robot for all visuals of equal look, referred to by its name."""

from __future__ import annotations

from scenec.converters.common.findings import NAME_MADE_UNIQUE
from scenec.converters.common.images import WHITE, image
from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.write.assets import Assets
from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.extras import restore
from scenec.converters.urdf.write.values import vector
from scenec.ir.geometry import Mesh, MeshShape
from scenec.ir.link import Visual
from scenec.ir.material import Material
from scenec.ir.names import Unique
from scenec.syntax.element import Element
from scenec.syntax.said import Said, spelled
from scenec.syntax.xml_printing import Out, claims_of
from scenec.trace import Computed, ids_of, made_of


class Materials:
    """Writes the materials. entries: in order of first use."""

    def __init__(self, writing: Writing, assets: Assets) -> None:
        self.writing = writing
        self.assets = assets
        self.entries: list[Element] = []
        self._known: dict[object, str] = {}
        self._unique = Unique()
        looks = [each.material for link in writing.scene.links for each in link.visuals]
        self._defined = {str(each.name) for each in looks if each is not None and _is_defined(each)}

    def write(self, holder: Element, visual: Visual) -> None:
        """Refer to the material of a visual, if it says anything about one."""
        material = visual.material
        if material is None:
            material = self._of_mesh(visual)
        if material is None and not visual.transparency:
            return
        out = Element("material")
        self._write_content(out, material, visual)
        name = material.name if material is not None else None
        if not out.children:
            if name is not None and str(name) not in self._defined:
                holder.append("material", name=spelled(name))
            elif name is not None:
                self.writing.report(findings.MATERIAL_NAME_DROPPED, visual, about=name, value=str(name))
            return
        holder.append("material", name=self._reference(name, out, visual))

    def _write_content(self, out: Element, material: Material | None, visual: Visual) -> None:
        """Write colour and image. Transparency becomes a part of alpha."""
        found = image(material, "diffuse_texture") if material is not None else None
        colour = material.diffuse if material is not None else None
        if colour is None and visual.transparency:
            colour = WHITE
        if colour is not None:
            alpha = colour[3]
            if visual.transparency:
                alpha = made_of(Computed(float(alpha) * (1.0 - float(visual.transparency))), (colour[3], visual.transparency))
            out.append("color", rgba=vector((*colour[:3], alpha)))
        if found is not None:
            out.append("texture", says=found.says, filename=self.assets.texture(found.texture))
        if material is not None:
            restore(out, material.extras)

    def _reference(self, name: str | None, out: Element, visual: Visual) -> Said:
        """Return the name of the definition that says the same, which is made where there is none yet."""
        wanted = str(name) if name else "material"
        key = (wanted, _text(out))
        says = (*claims_of(out).leaves, *ids_of(name))
        if key not in self._known:
            given = self._known[key] = self._unique(wanted)
            if name and given != wanted:
                self.writing.report(NAME_MADE_UNIQUE, visual, about=name, value=wanted, target=given)
            out.set("name", Said(given, ids_of(name)))
            self.entries.append(out)
        return Said(self._known[key], says)

    def _of_mesh(self, visual: Visual) -> Material | None:
        """Return the material of an inline mesh if all its groups have the same one."""
        if not isinstance(visual.geometry, MeshShape):
            return None
        mesh: Mesh | None = self.writing.by_id.get(visual.geometry.mesh)
        data = mesh.data if mesh is not None else None
        if data is None or not data.groups or any(group.material != data.groups[0].material for group in data.groups):
            return None
        return data.groups[0].material


def _is_defined(material: Material) -> bool:
    """Return whether a material says what it looks like."""
    return material.diffuse is not None or material.diffuse_texture is not None


def _text(out: Out) -> object:
    return (out.tag, tuple(out.attributes.items()), tuple(_text(child) for child in out.children))
