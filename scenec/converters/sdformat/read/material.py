"""Read materials of visuals."""

from __future__ import annotations

from scenec import ir
from scenec.converters.sdformat.findings.reading import MATERIAL_FACTOR_INVALID, MATERIAL_SCRIPT_INVALID
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.element import Element, specs_below
from scenec.converters.sdformat.read.extras import collect
from scenec.trace import derived

COLOURS = ("ambient", "diffuse", "specular", "emissive")
FIELDS = {name: name for name in (*COLOURS, "lighting", "render_order", "shininess")} | {"double_sided": "two_sided"}
"""Tag of a child -> field of the material."""
MAPS = (
    "albedo_map",
    "normal_map",
    "roughness_map",
    "metalness_map",
    "specular_map",
    "glossiness_map",
    "environment_map",
    "ambient_occlusion_map",
    "emissive_map",
    "light_map",
)


def read_material(reading: Reading, element: Element) -> ir.Material:
    """Return a material. Missing colours are black, unless a script, a shader or a workflow gives the appearance."""
    script, shader, pbr = element.child("script"), element.child("shader"), element.child("pbr")
    values = element.fields("material", FIELDS)
    if (script is None and shader is None and pbr is None) or not values.keys().isdisjoint(COLOURS):
        for name in COLOURS:
            if values.get(name) is None:
                values[name] = specs_below("material")[name].default
    return ir.Material(
        **values,
        script=read_script(reading, script) if script is not None else None,
        shader=read_shader(reading, shader) if shader is not None else None,
        pbr=tuple(read_pbr(reading, each) for tag in ("metal", "specular") for each in pbr.all(tag)[:1]) if pbr is not None else (),
        extras=collect(element, "material"),
        origin=element.origin,
    )


def read_script(reading: Reading, element: Element) -> ir.MaterialScript:
    uris, name = element.words("uri"), element.word("name")
    if not uris or name is None:
        reading.invalid(MATERIAL_SCRIPT_INVALID, element, subject="<script>", missing="name" if uris else "uri")
    return ir.MaterialScript(name=name, uris=uris, origin=element.origin)


def read_shader(reading: Reading, element: Element) -> ir.Shader:
    return ir.Shader(type=element.required("type"), normal_map=reading.texture(element, "normal_map"), origin=element.origin)


def read_pbr(reading: Reading, element: Element) -> ir.Pbr:
    base = f"material/pbr/{element.tag}"
    normal, light = element.child("normal_map"), element.child("light_map")
    maps = {name: reading.texture(element, name) for name in MAPS}
    return ir.Pbr(
        workflow=element.tag,
        **maps,
        normal_map_space=normal.raw("type") if normal is not None else None,
        light_map_uv_set=light.flag(f"{base}/light_map/@uv_set", "uv_set") if light is not None else None,
        roughness=_factor(reading, element, "roughness") if element.tag == "metal" else None,
        metalness=_factor(reading, element, "metalness") if element.tag == "metal" else None,
        glossiness=_factor(reading, element, "glossiness") if element.tag == "specular" else None,
        origin=element.origin,
    )


def _factor(reading: Reading, element: Element, tag: str) -> float | None:
    """Return a number that the specification calls a string, and libsdformat reads as a number."""
    written = element.take(f"material/pbr/{element.tag}", tag)
    if written is None:
        return None
    try:
        return derived(float(written), written)
    except ValueError:
        reading.invalid(MATERIAL_FACTOR_INVALID, element, about=written, subject=f"<{tag}>", tag=tag)
        return None
