"""How the scene is drawn (background, fog), and what MARS sets outside of its scenes: gravity and step."""

from __future__ import annotations

from scenec.accounting.code import Code
from scenec.accounting.finding import Level
from scenec.converters.common.findings import GRAVITY_DROPPED, STEP_DROPPED
from scenec.converters.mars.profile import BACKGROUND, GRAVITY, STEP
from scenec.converters.mars.write.context import Writing, restore
from scenec.converters.mars.write.values import colour, flag, number
from scenec.ir.physics_profile import Fog, PhysicsProfile, World
from scenec.syntax.element import Element
from scenec.syntax.kinds import shown

SETTINGS: dict[str, tuple[Code, str, str]] = {
    "gravity": (GRAVITY_DROPPED, "m/s^2", "Gravity is a setting of MARS, not part of its scenes."),
    "step": (STEP_DROPPED, "s", "The simulation step is a setting of MARS (`calc_ms`), not part of its scenes."),
}
"""Settings of MARS: the finding about another value, the unit, and why the value is lost."""


def write_graphics(writing: Writing) -> Element:
    """The options of the first world."""
    world = writing.scene.worlds[0] if writing.scene.worlds else None
    collides = (world.moving_bodies_collide, world.contacts) if world is not None else ()
    out = Element("graphicOptions", says=collides)  # which the masks of shapes say
    look = world.look if world is not None else None
    colour(out, "clearColor", look.background if look is not None and look.background is not None else BACKGROUND)
    if world is None:
        return out
    write_settings(writing, world)
    if look is not None and look.fog is not None:
        _write_fog(out, look.fog)
    restore(writing, out, world, "graphicOptions")
    return out


def _write_fog(out: Element, fog: Fog) -> None:
    if fog.type is not None:
        says = (fog.type,) if fog.type in ("none", "linear") else ()
        out.append("fogEnabled", flag(fog.type != "none"), says=says)
    for field, key in (("density", "fogDensity"), ("start", "fogStart"), ("end", "fogEnd")):
        value = getattr(fog, field)
        if value is not None:
            out.append(key, number(value))
    if fog.color is not None:
        colour(out, "fogColor", fog.color)


def write_settings(writing: Writing, world: World) -> None:
    """Gravity and step are settings of the simulator; a scene that needs others is reported."""
    if world.gravity is not None:
        _report_setting(writing, world, "gravity", world.gravity, GRAVITY)
    chosen = next((i for i, profile in enumerate(world.profiles) if profile.default), 0)
    if world.profiles and world.profiles[chosen].step is not None:
        _report_setting(writing, world.profiles[chosen], "step", (world.profiles[chosen].step or 0.0,), (STEP,))


def _report_setting(writing: Writing, node: World | PhysicsProfile, what: str, value: tuple[float, ...], own: tuple[float, ...]) -> None:
    difference = max(abs(a - b) for a, b in zip(value, own, strict=True))
    level: Level = "error"
    if difference <= 1e-12:
        level = "note"
    elif difference <= 0.01 * max(map(abs, own)):
        level = "warning"
    row, unit, why = SETTINGS[what]
    writing.report(
        row,
        node,
        level=level,
        about=getattr(node, what),
        subject=what,
        value=f"{' '.join(shown(float(part)) for part in value)} {unit}",
        target=f"{' '.join(shown(part) for part in own)} {unit}",
        why=why,
    )
