"""Surfaces of the MuJoCo core: albedo, metallic and roughness in place of Phong's colours.

Colour and opacity are exact, ambient light is the part of it that is reflected. A highlight becomes the roughness under which it is as
wide: Phong's exponent n is a slope distribution of variance 2 / (n + 2), whose root is the square of the roughness. A surface without
highlight is rough, as in SimRobot's own conversion of its scenes (Scenes/SimpleVehicle.ros3).
"""

from __future__ import annotations

from typing import NamedTuple

from scenec.converters.common.images import METAL
from scenec.converters.simrobot.colours import COLOUR
from scenec.converters.simrobot.findings.writing_core3 import MATERIAL_AMBIENT_APPROXIMATED, MATERIAL_HIGHLIGHT_APPROXIMATED
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import number, number_text
from scenec.ir.base import Color
from scenec.ir.material import Material
from scenec.syntax.element import Element
from scenec.syntax.said import Said
from scenec.trace import Computed, derived, ids_of, made_of

BLACK = (0.0, 0.0, 0.0)
ROUGHNESS = 0.5
"""Default of the core."""


class Phong(NamedTuple):
    """A surface of the older core. ambient None: like diffuse."""

    diffuse: Color
    ambient: Color | None = None
    specular: Color | None = None
    shininess: float = 1.0


def roughness_of(phong: Phong) -> float:
    """Return the roughness of a surface whose highlight is as wide, to four digits."""
    if not shines(phong):
        return 1.0
    return float(f"{(2 / (max(phong.shininess, 0.0) + 2)) ** 0.25:.4g}")


def albedo_of(phong: Phong) -> Color:
    """Return the diffuse colour; of a surface with an ambient colour alone that one, since black would stay black."""
    if phong.ambient is None or phong.diffuse[:3] != BLACK:
        return phong.diffuse
    return (*phong.ambient[:3], phong.diffuse[3])


def reflected(phong: Phong) -> float | None:
    """Return the part of ambient light that a surface reflects, at most 1; None if it differs between its colours."""
    if phong.ambient is None or phong.ambient[:3] == phong.diffuse[:3]:
        return 1.0
    parts = [a / d for a, d in zip(phong.ambient[:3], phong.diffuse[:3], strict=True) if d]
    dark = all(not a for a, d in zip(phong.ambient[:3], phong.diffuse[:3], strict=True) if not d)
    if not parts or not dark or max(parts) - min(parts) > 1e-9 or max(parts) > 1:
        return None
    return float(f"{parts[0]:.15g}")


def nearest_reflected(phong: Phong) -> float:
    """Return the part by brightness, where no part fits all colours."""
    assert phong.ambient is not None
    bright = sum(phong.diffuse[:3])
    return float(f"{min(1.0, sum(phong.ambient[:3]) / bright):.4g}") if bright else 1.0


def pbr_attributes(phong: Phong) -> dict[str, Said]:
    """Return the attributes of a surface of the older core, without the defaults of the newer one."""
    albedo = albedo_of(phong)
    part = reflected(phong)
    part = nearest_reflected(phong) if part is None else part
    says = (albedo[:3], phong.diffuse[:3], phong.ambient if part == 1.0 else None)
    said = {"albedo": Said(opaque(albedo), ids_of(says))}
    if phong.diffuse[3] != 1.0:
        said["alpha"] = number(made_of(Computed(phong.diffuse[3]), phong.diffuse[3]))
    if (roughness := roughness_of(phong)) != ROUGHNESS:
        said["roughness"] = number(made_of(roughness, (phong.specular, phong.shininess) if shines(phong) else None))
    if part != 1.0:
        said["ambient"] = number(made_of(part, (phong.diffuse[:3], phong.ambient)))
    return said


def shines(phong: Phong) -> bool:
    """Return whether a surface has a highlight."""
    return phong.specular is not None and phong.specular[:3] != BLACK


def opaque(colour: Color) -> str:
    return COLOUR.show((colour[0], colour[1], colour[2], 1.0))


def write_pbr_surface(writing: Writing, out: Element, material: Material) -> None:
    """Write a surface, and report what is only approximated."""
    if material.diffuse is None:
        return
    phong = Phong(material.diffuse, material.ambient, material.specular, 1.0 if material.shininess is None else material.shininess)
    red, green, blue, alpha = material.diffuse
    writing.colour(material, derived((red, green, blue, 1.0), material.diffuse), "diffuse")  # tells what 8 bit round
    for name, text in pbr_attributes(phong).items():
        out.set(name, text)
    out.omit_if(alpha, 1.0)
    image_based = material.pbr[0] if material.pbr else None
    if material.roughness is not None:
        out.set("roughness", number(material.roughness))
    elif shines(phong):
        report_highlight(writing, material, phong)
    elif image_based is not None and image_based.roughness is not None:
        out.set("roughness", number(image_based.roughness))
    if material.metallic:
        out.set("metallic", number(material.metallic))
    elif image_based is not None and image_based.metalness:
        out.set("metallic", number(image_based.metalness))
    if image_based is not None and image_based.workflow == METAL:  # the core has but one, and its words
        for name in {"roughness", "metallic"} & out.attributes.keys():
            out.set(name, Said(out.attributes[name], (*out.said(name).ids, *ids_of(image_based.workflow))))
    if reflected(phong) is None:
        report_ambient(writing, material, phong)


def report_highlight(writing: Writing, material: Material, phong: Phong) -> None:
    writing.report(
        MATERIAL_HIGHLIGHT_APPROXIMATED,
        material,
        about=(material.specular, material.shininess),
        value=f"{COLOUR.show(phong.specular or phong.diffuse)}, shininess {number_text(phong.shininess)}",
        target=f"roughness {number_text(roughness_of(phong))}",
    )


def report_ambient(writing: Writing, material: Material, phong: Phong) -> None:
    writing.report(
        MATERIAL_AMBIENT_APPROXIMATED,
        material,
        about=material.ambient,
        value=COLOUR.show(phong.ambient or phong.diffuse),
        target=f"albedo {opaque(albedo_of(phong))}, ambient {number_text(nearest_reflected(phong))}",
    )
