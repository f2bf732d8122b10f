"""Appearances with their surfaces. Appearances nest; each is placed in its parent."""

from __future__ import annotations

from scenec import ir
from scenec.converters.simrobot.read.container import Container, Home, read_named_frames
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.pose import HERE, composed, pose_or_none, read_pose
from scenec.converters.simrobot.read.shape import read_box, read_capsule, read_cylinder, read_sphere
from scenec.ir import Pose
from scenec.trace import derived


def read_visuals(owner: SceneCursor, reading: Reading, home: Home) -> list[ir.Visual]:
    """Return all appearances below an element that draw something, placed in its link. Containers that name a place become frames."""
    visuals: list[ir.Visual] = []
    containers = [Container()]
    stack = [(appearance, HERE, containers[0]) for appearance in reversed(list(owner.of_class("appearance")))]
    while stack:
        appearance, X_LP, around = stack.pop()
        X_LA = composed(X_LP, read_pose(appearance))
        if appearance.tag == "Appearance":
            around = Container(appearance, around, X_LA)
            containers.append(around)
        else:
            visuals.append(read_visual(appearance, reading, X_LA, around.name_for(appearance)))
        stack.extend((nested, X_LA, around) for nested in reversed(list(appearance.of_class("appearance"))))
    read_named_frames(containers, reading, home)
    return visuals


def read_visual(appearance: SceneCursor, reading: Reading, X_LA: Pose, name: str) -> ir.Visual:
    surface = appearance.only("surface")
    return ir.Visual(
        name=name,
        pose=pose_or_none(X_LA),
        geometry=read_shape(appearance, reading),
        material=read_surface(surface, reading) if surface else None,
        use=reading.use(appearance),
        origin=appearance.origin,
    )


def read_shape(appearance: SceneCursor, reading: Reading) -> ir.Box | ir.Sphere | ir.Cylinder | ir.Capsule | ir.MeshShape:
    match appearance.tag.removesuffix("Appearance"):
        case "Box":
            return read_box(appearance)
        case "Sphere":
            return read_sphere(appearance)
        case "Cylinder":
            return read_cylinder(appearance)
        case "Capsule":
            return read_capsule(appearance, reading)
        case _:
            return reading.meshes.shape(appearance)


def read_surface(surface: SceneCursor, reading: Reading) -> ir.Material:
    """Return the Phong colours of a surface, whose name only names a template. Without an ambient colour the diffuse one counts."""
    if reading.core3 and surface.written("albedo"):
        return read_pbr_surface(surface, reading)
    diffuse = reading.colour(surface, "diffuseColor")
    return ir.Material(
        diffuse=diffuse,
        ambient=reading.colour(surface, "ambientColor") if surface.written("ambientColor") else diffuse,
        specular=reading.colour(surface, "specularColor"),
        emissive=reading.colour(surface, "emissionColor"),
        shininess=surface.number("shininess"),
        diffuse_texture=reading.texture(surface, "diffuseTexture"),
        use=reading.use(surface),
        origin=surface.origin,
    )


def read_pbr_surface(surface: SceneCursor, reading: Reading) -> ir.Material:
    """Return a surface of the MuJoCo core. `ambient` is the part of ambient light that is reflected (Graphics/GraphicsContext.h)."""
    albedo = reading.opaque_colour(surface, "albedo")
    alpha, ambient = surface.number("alpha"), surface.number("ambient")
    red, green, blue = albedo[:3]
    lit = (red * ambient, green * ambient, blue * ambient, float(alpha))
    return ir.Material(
        diffuse=derived((red, green, blue, float(alpha)), albedo, alpha),
        ambient=derived(lit, albedo, ambient, alpha),
        metallic=surface.number("metallic"),
        roughness=surface.number("roughness"),
        diffuse_texture=reading.texture(surface, "texture"),
        use=reading.use(surface),
        origin=surface.origin,
    )
