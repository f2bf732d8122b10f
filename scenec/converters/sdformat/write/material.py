"""Write materials of visuals."""

from __future__ import annotations

import math

from scenec.converters.sdformat.findings.writing import MATERIAL_AMBIENT_DEFAULTED, MATERIAL_METAL_DEFAULTED
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras
from scenec.converters.sdformat.write.values import show
from scenec.ir.material import Material, Pbr
from scenec.syntax.kinds import computed
from scenec.syntax.said import Said, constant
from scenec.trace import ids_of


def write_material(context: Context, holder: ElementWriter, material: Material) -> None:
    """Colours stay as they are, the opacity in the alpha of `diffuse`. A colour that the scene does not state is SDFormat's
    black, except that the ambient colour follows the diffuse one: black there would darken every shaded side."""
    part = holder.later("material")
    if material.script is not None:
        script = part.later("script")
        for uri in context.assets.scripts(material.script.uris, material):
            script.text("uri", uri)
        if material.script.name is not None:
            script.text("name", show(material.script.name))
    if material.shader is not None:
        shader = part.child("shader")
        shader.put(material.shader, "type", "@type", always=True)
        if material.shader.normal_map is not None:
            shader.text("normal_map", context.assets.texture(material.shader.normal_map))
    write_colours(context, part, material)
    part.put(material, "lighting")
    part.put(material, "render_order")
    part.put(material, "shininess")
    part.put(material, "two_sided", "double_sided")
    write_textures(context, part, material)
    write_extras(part, material.extras)


def write_colours(context: Context, part: ElementWriter, material: Material) -> None:
    diffuse = material.diffuse
    if material.ambient is not None:
        part.put(material, "ambient", always=True)
    elif diffuse is not None:
        part.text("ambient", show(diffuse))
        context.report(MATERIAL_AMBIENT_DEFAULTED, material, target="the diffuse colour", subject="material.ambient")
    for field in ("diffuse", "specular", "emissive"):
        part.put(material, field, always=field == "diffuse")


def write_textures(context: Context, part: ElementWriter, material: Material) -> None:
    """Write the workflows of a material. Textures and numbers of a plain material become a metal workflow."""
    for pbr in material.pbr:
        write_pbr(context, part, pbr)
    if material.pbr or not part.has("pbr/metal"):
        return
    textures = [texture for texture in (material.diffuse_texture, material.normal_texture) if texture is not None]
    if not textures and material.roughness is None and material.metallic is None:
        return
    metal = part.later("pbr").later("metal")
    if material.diffuse_texture is not None:
        metal.text("albedo_map", context.assets.texture(material.diffuse_texture))
    if material.normal_texture is not None:
        metal.text("normal_map", context.assets.texture(material.normal_texture))
    write_metal(context, metal, material, keeps_shininess=part.has("shininess"))


def write_metal(context: Context, metal: ElementWriter, material: Material, *, keeps_shininess: bool) -> None:
    """Write roughness and metalness, whose defaults would be 0.5. A material that states neither gets metalness 0 and the roughness of its
    shininess. keeps_shininess: whether the version has that, too; else it is dropped.
    """
    roughness = computed(roughness_of(material.shininess or 0.0))
    chosen = {"roughness": Said(roughness, ids_of(material.shininess) if keeps_shininess else ()), "metallic": constant("0")}
    said: list[str] = []
    for field, tag in (("roughness", "roughness"), ("metallic", "metalness")):
        if getattr(material, field) is not None:
            metal.put(material, field, tag, always=True)
        else:
            metal.text(tag, chosen[field])
            said.append(f"{tag} {chosen[field].text}")
    if said:
        context.report(MATERIAL_METAL_DEFAULTED, material, target=", ".join(said), subject="material.metallic")


def roughness_of(shininess: float) -> float:
    """Return the roughness whose highlight is as wide as that of a Phong exponent: sqrt(2 / (n + 2)), the usual match of Blinn-Phong and
    Beckmann.
    """
    return math.sqrt(2 / (max(shininess, 0.0) + 2))


def write_pbr(context: Context, holder: ElementWriter, pbr: Pbr) -> None:
    if pbr.workflow not in ("metal", "specular") or not holder.has("pbr"):
        return
    workflow = str(pbr.workflow)
    part = holder.later("pbr").later(workflow)
    part.attach()
    part.omit(pbr.workflow, workflow)  # the tag says it
    for field in (
        "albedo_map",
        "roughness_map",
        "metalness_map",
        "specular_map",
        "glossiness_map",
        "environment_map",
        "ambient_occlusion_map",
        "normal_map",
        "emissive_map",
        "light_map",
    ):
        if not part.has(field):
            continue
        texture = getattr(pbr, field)
        if texture is None:
            continue
        element = part.with_text(field, context.assets.texture(texture))
        if field == "normal_map" and pbr.normal_map_space is not None:
            element.set("type", show(pbr.normal_map_space))
        if field == "light_map" and pbr.light_map_uv_set is not None:
            element.set("uv_set", show(pbr.light_map_uv_set))
    for field in ("roughness", "metalness", "glossiness"):
        part.put(pbr, field)
