"""How the scene is drawn (background, fog), and what MARS sets outside of its scenes: gravity and step."""

from __future__ import annotations

from typing import Any

from scenec.accounting.finding import Level
from scenec.accounting.lens import unwrap
from scenec.converters.mars.write_context import Writing, restore
from scenec.converters.mars.write_values import colour, flag, number
from scenec.ir.base import Color
from scenec.ir.physics_profile import World
from scenec.syntax.kinds import shown
from scenec.syntax.xml_printing import Out

GRAVITY = (0.0, 0.0, -9.81)
STEP = 0.01
"""What MARS starts with: m/s^2, s."""
BACKGROUND: Color = (0.25, 0.27, 0.48, 1.0)
"""What MARS draws behind everything if nothing is written."""


def write_graphics(writing: Writing) -> Out:
    """The options of the first world."""
    out = Out("graphicOptions")
    worlds = writing.request.scene.worlds
    world: Any = worlds[0] if worlds else None
    look = world.look if worlds else None
    colour(out, "clearColor", look.background if look is not None and look.background is not None else BACKGROUND)
    if not worlds:
        return out
    write_settings(writing, world)
    if look is not None:
        if look.fog is not None:
            _write_fog(out, look.fog)
        for extra_owner in (look, world):
            if hasattr(unwrap(extra_owner), "extras"):
                restore(writing, out, extra_owner, "graphicOptions")
    else:
        restore(writing, out, world, "graphicOptions")
    return out


def _write_fog(out: Out, fog: Any) -> None:
    bare = unwrap(fog)
    if bare.type is not None:
        if bare.type in ("none", "linear"):
            _ = fog.type
        out.add("fogEnabled", flag(bare.type != "none"))
    for field, key in (("density", "fogDensity"), ("start", "fogStart"), ("end", "fogEnd")):
        value = getattr(fog, field)
        if value is not None:
            out.add(key, number(value))
    if fog.color is not None:
        colour(out, "fogColor", fog.color)


def write_settings(writing: Writing, world: World) -> None:
    """Gravity and step are settings of the simulator; a scene that needs others is told."""
    bare = unwrap(world)
    _ = world.moving_bodies_collide
    if bare.gravity is not None:
        _tell_setting(writing, world, "gravity", bare.gravity, GRAVITY)
    chosen = next((i for i, profile in enumerate(bare.profiles) if profile.default), 0)
    if bare.profiles and bare.profiles[chosen].step is not None:
        _tell_setting(writing, world.profiles[chosen], "step", (bare.profiles[chosen].step or 0.0,), (STEP,))


def _tell_setting(writing: Writing, node: Any, what: str, value: tuple[float, ...], own: tuple[float, ...]) -> None:
    mark_read_leaf = getattr(node, what)
    difference = max(abs(a - b) for a, b in zip(value, own, strict=True))
    level: Level = "error"
    if difference <= 1e-12:
        level = "note"
    elif difference <= 0.01 * max(map(abs, own)):
        level = "warning"
    writing.tell(
        node,
        f"{what}-dropped",
        "dropped",
        level,
        "physics",
        about=mark_read_leaf,
        subject=what,
        value=" ".join(shown(float(part)) for part in value),
        target=f"what the simulator is set to ({' '.join(shown(part) for part in own)})",
        because=f"{what} is a setting of MARS, not part of its scenes",
        consequence="nothing, if it is left as it is" if level == "note" else "everything moves differently until it is set",
        hint="" if level == "note" else f"set it in MARS (Simulator, {'gravity' if what == 'gravity' else 'calc_ms'})",
    )
