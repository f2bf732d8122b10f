"""Rows of materials, textures and lights."""

from __future__ import annotations

from scenec.accounting.parts.table import Field, Kind

COLOURS = "State the colours in the source."
ONE_COLOUR = "The surface has one colour instead of an image."
SMOOTH = "The surface looks smooth."
EVEN = "The highlights are the same everywhere."
WIDTH = "The highlights are wider or narrower."
METAL = "The surface shines more or less like metal."
COMPARE = "Compare the brightness of the scene, and change the colour of the light."
AIM = "Compare the lit area, and turn or widen the light in the result."
EDGE = "The edge of the lit spot is harder or softer."
IN_VIEWER = "Set shadows in the viewer of {simulator}."

# Rows of this table take a line or two each: a formatter would give every word a line.
# fmt: off
KINDS = (
    Kind("Material", "material", "material", "appearance", "note", "note", effect="The surface has another colour.",
         because="{target} cannot express this material."),
    Kind("Pbr", "material-pbr", "PBR material", "appearance", "note", "note", effect="The surface shines differently.",
         advice="State a diffuse colour in the source.", field_effect="The surface shines differently.",
         field_advice="State a diffuse colour in the source."),
    Kind("MaterialScript", "material-script", "material script", "appearance", "note", "note", effect="The surface has another colour.",
         advice=COLOURS, field_effect="The surface has another colour.", field_advice=COLOURS),
    Kind("Shader", "material-shader", "shader", "appearance", "note", "note", advice=COLOURS, field_advice=COLOURS),
    Kind("Texture", "texture", "texture", "appearance", "note", "note", effect=ONE_COLOUR,
         advice="Colour the surface, or use a mesh file with a material."),
    Kind("Light", "light", "light", "appearance", "warning", "note", effect="The scene is lit differently.",
         advice="Add a light to the result, or set one in the viewer of {simulator}.", because="{target} cannot express this light."),
    Kind("Attenuation", "light-attenuation", "light attenuation", "appearance", "note", "note",
         effect="Objects far from the light are brighter or darker.", advice=COMPARE,
         field_effect="Objects far from the light are brighter or darker.", field_advice=COMPARE),
    Kind("Spot", "light-spot", "light cone", "appearance", "note", "note", effect="The lit spot is larger or smaller.", advice=AIM,
         field_advice=AIM),
)

FIELDS = (
    Field("Material.name", "material name", "Programs that look the material up by name do not find it.", "", "note", "naming"),
    Field("Material.diffuse_texture", "texture", ONE_COLOUR, "Colour the surface, or use a mesh file with a material."),
    Field("Material.normal_texture", "normal map", SMOOTH),
    Field("Material.displacement_texture", "displacement map", SMOOTH),
    Field("Material.ambient", "ambient colour", "Surfaces in the shade have another colour."),
    Field("Material.diffuse", "diffuse colour", "The surface has another colour."),
    Field("Material.emissive", "emissive colour", "The surface does not glow."),
    Field("Material.specular", "specular colour", "The surface shines less, or in another colour."),
    Field("Material.lighting", "lighting flag", "The surface is shaded where it was not."),
    Field("Material.metallic", "metalness", METAL),
    Field("Material.render_order", "render order", "Surfaces in one plane flicker."),
    Field("Material.roughness", "roughness", WIDTH),
    Field("Material.shininess", "shininess", WIDTH),
    Field("Material.texture_scale", "texture scale", "The pattern of the texture is larger or smaller."),
    Field("Material.two_sided", "two-sided flag", "Thin parts are invisible from one side."),
    Field("Pbr.albedo_map", "albedo map", ONE_COLOUR),
    Field("Pbr.normal_map", "normal map", SMOOTH),
    Field("Pbr.normal_map_space", "normal map space", "The relief of the surface looks different."),
    Field("Pbr.roughness_map", "roughness map", EVEN),
    Field("Pbr.metalness_map", "metalness map", "The surface shines the same everywhere."),
    Field("Pbr.specular_map", "specular map", EVEN),
    Field("Pbr.glossiness_map", "glossiness map", EVEN),
    Field("Pbr.environment_map", "environment map", "The surface mirrors no surroundings."),
    Field("Pbr.ambient_occlusion_map", "ambient occlusion map", "Corners are as bright as the rest."),
    Field("Pbr.emissive_map", "emissive map", "The surface does not glow."),
    Field("Pbr.light_map", "light map", "The surface is lit the same everywhere."),
    Field("Pbr.light_map_uv_set", "texture coordinates of a light map", "The light map has no effect.",
          words="texture coordinates of light maps"),
    Field("Pbr.metalness", "metalness", METAL),
    Field("Pbr.roughness", "roughness", WIDTH),
    Field("Pbr.glossiness", "glossiness", WIDTH),
    Field("Pbr.workflow", "PBR workflow", "The surface shines differently."),
    Field("Shader.normal_map", "normal map", SMOOTH),
    Field("Light.name", "light name", "", "", "note", "naming"),
    Field("Light.ambient", "ambient colour of a light", "Surfaces in the shade are darker or brighter.",
          "Make other lights a little brighter."),
    Field("Light.cast_shadows", "shadow flag of a light", "The shadows differ.", IN_VIEWER),
    Field("Light.diffuse", "colour of a light", "The scene has another tint."),
    Field("Light.intensity", "light intensity", "The scene is brighter or darker.", "Scale the colour of the light in the source."),
    Field("Light.on", "switch of a light", "The light shines where it was off, or the other way round.",
          "Remove lights that are off from the source.", words="switches of lights"),
    Field("Light.specular", "specular colour of a light", "Highlights have another colour.",
          "Change the specular colours of the materials."),
    Field("Light.visualize", "marker of a light", "The editor marks the light, or does not.", "Ignore it: only editors show it."),
    Field("Light.type", "light type", "The scene is lit differently."),
    Field("Attenuation.range", "light range", "Distant objects are lit, or near ones are not."),
    Field("Spot.exponent", "falloff exponent of a light", EDGE),
    Field("Spot.falloff", "falloff of a light", EDGE),
    Field("Spot.inner_angle", "inner cone angle", EDGE),
    Field("Spot.outer_angle", "outer cone angle", "The lit spot is larger or smaller."),
)
# fmt: on
