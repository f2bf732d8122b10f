"""Colours of parts below 0 or above 1, which renderers cut off and some formats refuse: each part becomes the nearest that is allowed."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.adapt.findings import COLOUR_RANGE_APPROXIMATED
from scenec.ir.base import Color
from scenec.ir.light import Light
from scenec.ir.link import Link, Visual
from scenec.ir.physics_profile import World
from scenec.ir.scene import Scene
from scenec.syntax.kinds import shown
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

FIELDS = ("diffuse", "ambient", "specular", "emissive", "background", "color", "cloud_ambient")


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene with all colours of materials, lights and worlds from 0 to 1. Reports `color-approximated` for each that was not."""
    step = _Step(ledger, target)
    links = tuple(step.link(scene, link) for link in scene.links)
    lights = tuple(step.coloured(light, light.name or "light") for light in scene.lights)
    worlds = tuple(step.world(world) for world in scene.worlds)
    if not step.changed:
        return scene
    return msgspec.structs.replace(scene, links=links, lights=lights, worlds=worlds)


def within(color: Color) -> bool:
    red, green, blue, alpha = color
    return 0 <= red <= 1 and 0 <= green <= 1 and 0 <= blue <= 1 and 0 <= alpha <= 1


class _Step:
    def __init__(self, ledger: Ledger, target: str) -> None:
        self.ledger, self.target, self.changed = ledger, target, False

    def link(self, scene: Scene, link: Link) -> Link:
        if all(_fine(visual.material) for visual in link.visuals) and all(map(_fine, link.lights)):
            return link
        path = self.ledger.path(link)
        visuals = tuple(self.visual(visual, f"{path}.visuals[{i}]") for i, visual in enumerate(link.visuals))
        lights: tuple[Light, ...] = tuple(self.coloured(light, f"{path}::{light.name or 'light'}") for light in link.lights)
        return msgspec.structs.replace(link, visuals=visuals, lights=lights)

    def visual(self, visual: Visual, path: str) -> Visual:
        if _fine(visual.material):
            return visual
        return msgspec.structs.replace(visual, material=self.coloured(visual.material, f"{path}.material"))

    def world(self, world: World) -> World:
        look, path = world.look, world.name or "world"
        if look is None:
            return world
        inner = {name: self.coloured(getattr(look, name), f"{path}.look.{name}") for name in ("fog", "sky")}
        changed = self.coloured(look, f"{path}.look")
        if changed is look and all(inner[name] is getattr(look, name) for name in inner):
            return world
        return msgspec.structs.replace(world, look=msgspec.structs.replace(changed, **inner))

    def coloured(self, node: Any, path: str) -> Any:
        """A material, light or look with its colours in range."""
        if node is None:
            return None
        changes = {}
        for field in FIELDS:
            color = getattr(node, field, None)
            if color is not None and not within(color):
                red, green, blue, alpha = (part if 0 <= part <= 1 else derived(nearest_part(part), part) for part in color)
                changes[field] = (red, green, blue, alpha)
                self.ledger.report(
                    COLOUR_RANGE_APPROXIMATED,
                    node,
                    about=color,
                    value=_said(color),
                    target=_said(changes[field]),
                    subject=f"{path}.{field}",
                )
        if not changes:
            return node
        self.changed = True
        return msgspec.structs.replace(node, **changes)


def nearest_part(part: float) -> float:
    """Return what a renderer makes of a part of a colour; of one that is no number, nothing."""
    return 0.0 if math.isnan(part) else min(max(float(part), 0.0), 1.0)


def _fine(node: Any) -> bool:
    return node is None or all((color := getattr(node, field, None)) is None or within(color) for field in FIELDS)


def _said(color: Color) -> str:
    return " ".join(shown(part) for part in color)
