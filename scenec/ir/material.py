"""How a visual looks."""

from __future__ import annotations

from scenec.ir.base import Color, Extra, Node, Texture


class Pbr(Node, frozen=True, kw_only=True, gc=False):
    """Physically based material, one workflow.

    workflow: ``metal`` or ``specular``. roughness, metalness, glossiness: 0..1. Maps are image files.
    light_map_uv_set: which texture coordinates the light map uses. normal_map_space: ``tangent`` or ``object``.
    """

    workflow: str = "metal"
    albedo_map: Texture | None = None
    normal_map: Texture | None = None
    normal_map_space: str | None = None
    roughness: float | None = None
    roughness_map: Texture | None = None
    metalness: float | None = None
    metalness_map: Texture | None = None
    specular_map: Texture | None = None
    glossiness: float | None = None
    glossiness_map: Texture | None = None
    environment_map: Texture | None = None
    ambient_occlusion_map: Texture | None = None
    emissive_map: Texture | None = None
    light_map: Texture | None = None
    light_map_uv_set: int | None = None


class MaterialScript(Node, frozen=True, kw_only=True, gc=False):
    """A material defined elsewhere: the name to look up and the files to look in (Ogre scripts, .mtl, Ruby)."""

    name: str | None = None
    uris: tuple[str, ...] = ()


class Shader(Node, frozen=True, kw_only=True, gc=False):
    """type: ``vertex``, ``pixel``, ``normal_map_object_space`` or ``normal_map_tangent_space``."""

    type: str
    normal_map: Texture | None = None


class Material(Node, frozen=True, kw_only=True, gc=False):
    """The look of a visual; colours RGBA 0..1, alpha of `diffuse` is the opacity.

    name: the name it is referred to by, if any. shininess: Phong exponent 0..128. metallic, roughness: 0..1 without maps.
    diffuse_texture, normal_texture, displacement_texture: images; texture_scale: repeats per unit of texture coordinates.
    two_sided: back faces are drawn. lighting: False = drawn without light. render_order: larger is drawn later.
    use: the asset instance it was taken from.
    """

    name: str | None = None
    ambient: Color | None = None
    diffuse: Color | None = None
    specular: Color | None = None
    emissive: Color | None = None
    shininess: float | None = None
    metallic: float | None = None
    roughness: float | None = None
    diffuse_texture: Texture | None = None
    normal_texture: Texture | None = None
    displacement_texture: Texture | None = None
    texture_scale: tuple[float, float] | None = None
    two_sided: bool | None = None
    lighting: bool | None = None
    render_order: float | None = None
    script: MaterialScript | None = None
    shader: Shader | None = None
    pbr: tuple[Pbr, ...] = ()
    extras: tuple[Extra, ...] = ()
    use: str | None = None
