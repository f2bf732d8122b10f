"""Lights: children of the scene, in world coordinates, without names."""

from __future__ import annotations

import math

from scenec import ir
from scenec.converters.simrobot.findings.reading import LIGHT_INTERPRETED, LIGHT_RANGE_INEFFECTIVE, LIGHT_SPOT_INEFFECTIVE
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.ir import Id, Pose, Rotation, Vec3
from scenec.trace import derived, ids_of

_ATTENUATION = ("constantAttenuation", "linearAttenuation", "quadraticAttenuation")
_COLOURS = ("diffuseColor", "ambientColor", "specularColor")
_SPOT = ("spotCutoff", "spotDirectionX", "spotDirectionY", "spotDirectionZ", "spotExponent")


def read_light(light: SceneCursor, reading: Reading, world: Id) -> ir.Light:
    match light.tag:
        case "DirLight":
            return read_dir_light(light, reading, world)
        case "PointLight":
            return made(light, reading, world, "point", position=read_xyz(light), attenuation=read_attenuation(light))
        case "SpotLight":
            return read_spot_light(light, reading, world)
        case _:
            return read_old_light(light, reading, world)


def read_dir_light(light: SceneCursor, reading: Reading, world: Id) -> ir.Light:
    """Return a DirLight. x, y, z: the direction in which the light travels (GFX:115); by default it shines upwards."""
    return made(light, reading, world, "directional", direction=read_xyz(light))


def read_spot_light(light: SceneCursor, reading: Reading, world: Id) -> ir.Light:
    """Return a SpotLight. cutoff: the cosine of half the cone; the light fades linearly in the cosine from the axis to there."""
    cutoff = light.number("cutoff")
    direction = (light.number("dirX"), light.number("dirY"), light.number("dirZ"))
    spot = ir.Spot(inner_angle=0.0, outer_angle=derived(2 * math.acos(cutoff), cutoff), falloff=1.0, origin=light.origin)
    attenuation = read_attenuation(light)
    return made(light, reading, world, "spot", position=read_xyz(light), direction=direction, attenuation=attenuation, spot=spot)


def read_old_light(light: SceneCursor, reading: Reading, world: Id) -> ir.Light:
    """Return a `Light` of 2013 to 2021. Its documentation calls x, y, z coordinates, but it is drawn as parallel light from there to the
    origin (the fourth coordinate given to OpenGL is 0). Option `old_light` reads it as a position."""
    xyz = read_xyz(light)
    if reading.options.old_light == "point":
        report_interpretation(light, reading, xyz, "a point light at x, y, z", other="directional")
        return read_old_positional_light(light, reading, world, xyz)
    report_interpretation(light, reading, xyz, "a directional light from x, y, z towards the origin", other="point")
    unused = [value for name in (*_ATTENUATION, *_SPOT) if ids_of(value := light.number(name))]
    if unused:
        reading.ineffective(LIGHT_RANGE_INEFFECTIVE, tuple(unused), "Light")
    x, y, z = (derived(0.0 - part, part) for part in (xyz if any(xyz) else (0.0, 0.0, 1.0)))
    return made(light, reading, world, "directional", direction=(x, y, z))


def read_old_positional_light(light: SceneCursor, reading: Reading, world: Id, xyz: Vec3) -> ir.Light:
    cutoff, exponent = light.number("spotCutoff"), light.number("spotExponent")
    direction = (light.number("spotDirectionX"), light.number("spotDirectionY"), light.number("spotDirectionZ"))
    attenuation = read_attenuation(light)
    if cutoff > math.pi / 2:
        unused = (cutoff, exponent, direction)
        if ids_of(unused):
            reading.ineffective(LIGHT_SPOT_INEFFECTIVE, unused, "Light")
        return made(light, reading, world, "point", position=xyz, attenuation=attenuation)
    spot = ir.Spot(inner_angle=0.0, outer_angle=derived(2 * cutoff, cutoff), exponent=exponent, origin=light.origin)
    return made(light, reading, world, "spot", position=xyz, direction=direction, attenuation=attenuation, spot=spot)


def report_interpretation(light: SceneCursor, reading: Reading, xyz: Vec3, target: str, *, other: str) -> None:
    """Report how an old `Light` is read. other: the value of --old-light that reads it the other way."""
    reading.ledger.report(LIGHT_INTERPRETED, about=xyz, origin=light.origin, subject="Light", target=target, other=other)


def read_xyz(light: SceneCursor) -> Vec3:
    return (light.number("x"), light.number("y"), light.number("z"))


def read_attenuation(light: SceneCursor) -> ir.Attenuation:
    constant, linear, quadratic = (light.number(name) for name in _ATTENUATION)
    return ir.Attenuation(constant=constant, linear=linear, quadratic=quadratic, origin=light.origin)


def made(
    light: SceneCursor,
    reading: Reading,
    world: Id,
    kind: str,
    *,
    position: Vec3 | None = None,
    direction: Vec3 | None = None,
    attenuation: ir.Attenuation | None = None,
    spot: ir.Spot | None = None,
) -> ir.Light:
    newer = reading.core3 and light.tag != "Light"
    diffuse, ambient, specular = (reading.colour(light, name) for name in _COLOURS)
    if newer and light.written("color"):  # the one colour that lights of the MuJoCo core have had since its first release
        diffuse = reading.opaque_colour(light, "color")
    return ir.Light(
        type=kind,
        pose=Pose(position, Rotation((1.0, 0.0, 0.0, 0.0))) if position is not None else None,
        direction=direction,
        diffuse=diffuse,
        ambient=ambient,
        specular=specular,
        intensity=light.number("intensity") if newer else None,
        attenuation=attenuation,
        spot=spot,
        world=world,
        use=reading.use(light),
        origin=light.origin,
    )
