"""Lights. A light of MuJoCo is a spot unless it says otherwise; a point light is a spot that is open all around."""

from __future__ import annotations

import math

from scenec.converters.common.write_context import Placed, stated_pose
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.restoring import restore
from scenec.converters.mjcf.write.values import degrees, flag, number, vec, vector
from scenec.ir.base import WORLD, Id
from scenec.ir.light import Light
from scenec.ir.pose import Vec3
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import Computed, ids_of, made_of, steered_by

DOWN: Vec3 = (0.0, 0.0, -1.0)
LEAST_DIRECTION = 1e-15
"""MuJoCo refuses a shorter direction of a light (mjMINVAL)."""
CUTOFF, EXPONENT = 45.0, 10.0
"""Of a spot that states none (degrees from its axis)."""
ALL_AROUND = "180"
"""Half the opening of a point light (degrees)."""


def write_light(writing: Writing, names: Names, out: Element, light: Light, placed: Placed | None, owner: Id) -> None:
    """Write a light. placed: where it is in its body; in the world where what it is relative to is, or None."""
    if owner == WORLD:
        X_RL = Placed(stated_pose(light.pose, light.relative_to))
        placed = X_RL if placed is None else placed @ X_RL
    assert placed is not None
    worlds = {world.id for world in writing.scene.worlds[:1]}
    made = out.append("light", says=(light.type, light.world if light.world in worlds else None))
    name = names.give("light", light, owner=owner)
    if name is not None:
        made.set("name", name)
    if light.type == "directional":
        made.set("directional", constant("true"))
    position = placed.pose.position
    if any(position):
        made.set("pos", vector(vec(position) if placed.computed else position))
    stated = light.direction
    given: Vec3 = stated if stated is not None and max(map(abs, stated)) > LEAST_DIRECTION else DOWN
    turned = placed.pose.rotation.apply(given)
    direction = given if turned is given else made_of(vec(turned), (given, placed.pose.rotation))
    if tuple(direction) != DOWN:
        made.set("dir", vector(steered_by(direction, placed.pose.rotation) if turned is given else direction))
    else:
        made.omit(tuple(direction), DOWN)
    if light.type == "point":
        made.set("cutoff", constant(ALL_AROUND))
    _write_colours(writing, made, light)
    if light.cast_shadows is not None and not light.cast_shadows:
        made.set("castshadow", flag(light.cast_shadows))
    elif light.cast_shadows is not None:
        made.omit(light.cast_shadows, True)
    if light.on is not None and not light.on:
        made.set("active", flag(light.on))
    if light.type != "directional":
        _write_attenuation(writing, made, light)
    if light.type == "spot":
        _write_spot(writing, made, light)
    restore(made, light)


def _write_colours(writing: Writing, out: Element, light: Light) -> None:
    """Write colours. Formats without a colour mean white; MuJoCo's defaults are darker."""
    factor = float(light.intensity) if light.intensity is not None else 1.0
    for field, default in (("diffuse", 1.0), ("specular", 1.0), ("ambient", 0.0)):
        value = getattr(light, field)
        if value is None:
            if not writing.is_own and field != "ambient":
                out.set(field, vector((default * factor,) * 3))
            continue
        colour = value[:3]
        if factor != 1.0:
            colour = tuple(made_of(Computed(float(each) * factor), (each, light.intensity)) for each in colour)
        out.set(field, Said(vector(colour).text, ids_of((colour, value[3] if float(value[3]) == 1.0 else None))))
    if factor == 1.0 and light.intensity is not None:
        out.omit(light.intensity, 1.0)


def _write_attenuation(writing: Writing, out: Element, light: Light) -> None:
    attenuation = light.attenuation
    if attenuation is None:
        return
    parts = [getattr(attenuation, field) for field in ("constant", "linear", "quadratic")]
    if any(each is not None for each in parts):
        defaults = (1.0, 0.0, 0.0)
        out.set("attenuation", vector([each if each is not None else default for each, default in zip(parts, defaults, strict=True)]))
    if writing.is_own and attenuation.range is not None:  # since release 3.3
        out.set("range", number(attenuation.range))


def _write_spot(writing: Writing, out: Element, light: Light) -> None:
    spot = light.spot
    if spot is None:
        return
    if spot.outer_angle is not None and writing.is_own and math.degrees(spot.outer_angle) == 2 * CUTOFF:
        out.omit(spot.outer_angle, math.radians(2 * CUTOFF))
    elif spot.outer_angle is not None:
        out.set("cutoff", degrees(made_of(float(spot.outer_angle) / 2, spot.outer_angle)))
    if spot.exponent == EXPONENT and writing.is_own:
        out.omit(spot.exponent, EXPONENT)
    elif spot.exponent is not None:
        out.set("exponent", number(spot.exponent))
