"""Surfaces of the MuJoCo core: albedo, metallic and roughness in place of Phong's colours.

Colour and opacity are exact, ambient light is the part of it that is reflected. A highlight becomes the roughness under which it is
as wide:
Phong's exponent n is a slope distribution of variance 2 / (n + 2), whose root is the square of the roughness. A surface without
highlight is
rough, as in SimRobot's own conversion of its scenes (Scenes/SimpleVehicle.ros3).
"""

from __future__ import annotations

from typing import NamedTuple

from scenec.accounting.lens import unwrap
from scenec.converters.common.images import METAL
from scenec.converters.simrobot.colours import COLOUR
from scenec.converters.simrobot.findings.writing_core3 import MATERIAL_AMBIENT_APPROXIMATED, MATERIAL_HIGHLIGHT_APPROXIMATED
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import number
from scenec.ir.base import Color
from scenec.ir.material import Material
from scenec.syntax.xml_printing import Out
from scenec.trace import Computed, derived

BLACK = (0.0, 0.0, 0.0)
ROUGHNESS = 0.5
"""What the core takes if nothing is said."""


class Phong(NamedTuple):
    """A surface of the older core. ambient None: like diffuse."""

    diffuse: Color
    ambient: Color | None = None
    specular: Color | None = None
    shininess: float = 1.0


def roughness_of(phong: Phong) -> float:
    """Return the roughness of a surface whose highlight is as wide, to four digits."""
    if phong.specular is None or phong.specular[:3] == BLACK:
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


def pbr_attributes(phong: Phong) -> dict[str, str]:
    """Return the attributes of a surface of the older core, without the defaults of the newer one."""
    said = {"albedo": opaque(albedo_of(phong))}
    if phong.diffuse[3] != 1.0:
        said["alpha"] = number(Computed(phong.diffuse[3]))
    if (roughness := roughness_of(phong)) != ROUGHNESS:
        said["roughness"] = number(roughness)
    part = reflected(phong)
    part = nearest_reflected(phong) if part is None else part
    if part != 1.0:
        said["ambient"] = number(part)
    return said


def opaque(colour: Color) -> str:
    return COLOUR.show((colour[0], colour[1], colour[2], 1.0))


def write_pbr_surface(writing: Writing, out: Out, material: Material) -> None:
    """Write a surface (through the lens), and report what is only approximated."""
    bare = unwrap(material)
    if bare.diffuse is None or material.diffuse is None:
        return
    phong = Phong(bare.diffuse, bare.ambient, bare.specular, 1.0 if bare.shininess is None else bare.shininess)
    red, green, blue, _ = material.diffuse
    writing.colour(material, derived((red, green, blue, 1.0), material.diffuse), "diffuse")  # tells what 8 bit round
    out.attributes.update(pbr_attributes(phong))
    if bare.roughness is not None:
        assert material.roughness is not None
        out.attributes["roughness"] = number(material.roughness)
    elif bare.specular is not None and bare.specular[:3] != BLACK:
        report_highlight(writing, material, phong)
    elif bare.pbr and bare.pbr[0].roughness is not None:
        out.attributes["roughness"] = number(material.pbr[0].roughness or 0.0)
    if material.metallic:
        out.attributes["metallic"] = number(material.metallic)
    elif bare.pbr and bare.pbr[0].metalness:
        out.attributes["metallic"] = number(material.pbr[0].metalness or 0.0)
    if bare.pbr and bare.pbr[0].workflow == METAL and {"roughness", "metallic"} & out.attributes.keys():
        _ = material.pbr[0].workflow  # the core has but one, and its words
    if material.ambient is not None and reflected(phong) is None:
        report_ambient(writing, material, phong)


def report_highlight(writing: Writing, material: Material, phong: Phong) -> None:
    bare = unwrap(material)
    _ = (material.specular, material.shininess)
    writing.tell(
        material,
        MATERIAL_HIGHLIGHT_APPROXIMATED,
        about=(bare.specular, bare.shininess),
        value=f"{COLOUR.show(phong.specular or phong.diffuse)}, shininess {number(phong.shininess)}",
        target=f"roughness {number(roughness_of(phong))}",
    )


def report_ambient(writing: Writing, material: Material, phong: Phong) -> None:
    writing.tell(
        material,
        MATERIAL_AMBIENT_APPROXIMATED,
        about=unwrap(material).ambient,
        value=COLOUR.show(phong.ambient or phong.diffuse),
        target=f"albedo {opaque(albedo_of(phong))}, ambient {number(nearest_reflected(phong))}",
    )
