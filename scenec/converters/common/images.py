"""The images of a surface, wherever a material states them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scenec.accounting.lens import unwrap
from scenec.ir.base import Color, Texture
from scenec.ir.material import Material

WHITE: Color = (1.0, 1.0, 1.0, 1.0)
"""What an image is drawn with where no colour is stated: simulators multiply the two."""

METAL = "metal"
"""The workflow that images are read back in."""

MAPS: Mapping[str, str] = {"diffuse_texture": "albedo_map", "normal_texture": "normal_map"}
"""Field of a material -> the map of a workflow that is the same image."""


def image(material: Material, field: str) -> Texture | None:
    """The texture in a field of a material (through the lens), else the map of its first workflow that stands for it: the same image,
    for targets that know no workflows. That it stood in the usual one is said by it."""
    own: Texture | None = getattr(material, field)
    if own is not None or field not in MAPS:
        return own
    for index, pbr in enumerate(unwrap(material).pbr):
        if getattr(pbr, MAPS[field]) is None or (field == "normal_texture" and pbr.normal_map_space not in (None, "tangent")):
            continue
        seen: Any = material.pbr[index]
        if pbr.workflow == METAL:
            _ = seen.workflow
        if field == "normal_texture":
            _ = seen.normal_map_space
        found: Texture = getattr(seen, MAPS[field])
        return found
    return None
