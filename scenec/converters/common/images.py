"""The images of a surface, wherever a material states them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scenec.ir.base import Color, Texture
from scenec.ir.material import Material

WHITE: Color = (1.0, 1.0, 1.0, 1.0)
"""Colour of an image where none is stated: simulators multiply the two."""

METAL = "metal"
"""The workflow that images are read back in."""

MAPS: Mapping[str, str] = {"diffuse_texture": "albedo_map", "normal_texture": "normal_map"}
"""Field of a material -> the map of a workflow that is the same image."""


class Image(NamedTuple):
    """The image of a surface. says: what else is said by putting it there: that its workflow and space are the usual ones."""

    texture: Texture
    says: tuple[str, ...] = ()


def image(material: Material, field: str) -> Image | None:
    """The image in a field of a material, else the map of its first workflow that stands for it: the same image, for targets that know no
    workflows."""
    own: Texture | None = getattr(material, field)
    if own is not None:
        return Image(own)
    if field not in MAPS:
        return None
    for pbr in material.pbr:
        if getattr(pbr, MAPS[field]) is None or (field == "normal_texture" and pbr.normal_map_space not in (None, "tangent")):
            continue
        usual: list[Any] = [pbr.workflow] if pbr.workflow == METAL else []
        if field == "normal_texture":
            usual.append(pbr.normal_map_space)
        return Image(getattr(pbr, MAPS[field]), tuple(usual))
    return None
