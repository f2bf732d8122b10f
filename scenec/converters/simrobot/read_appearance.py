"""What is drawn: appearances with their surfaces. Appearances nest; each is placed in its parent."""

from __future__ import annotations

from scenec import ir
from scenec.converters.simrobot.cursor import SceneCursor
from scenec.converters.simrobot.read_container import Container, Home, is_empty, read_empty_container
from scenec.converters.simrobot.read_pose import HERE, composed, pose_or_none, read_pose
from scenec.converters.simrobot.read_shape import read_box, read_capsule, read_cylinder, read_sphere
from scenec.converters.simrobot.reading import Reading


def read_visuals(owner: SceneCursor, reading: Reading, home: Home) -> tuple[list[ir.Visual], list[ir.Extra]]:
    """All appearances below an element that draw something, placed in its link, and the names of containers."""
    visuals: list[ir.Visual] = []
    containers = [Container(None)]
    stack = [(appearance, HERE, containers[0]) for appearance in reversed(list(owner.of_class("appearance")))]
    while stack:
        appearance, X_LP, around = stack.pop()
        X_LA = composed(X_LP, read_pose(appearance))
        if appearance.tag == "Appearance" and is_empty(appearance):
            read_empty_container(appearance, X_LA, reading, home)
            continue
        inner = Container(appearance, around) if appearance.tag == "Appearance" else around
        stack.extend((nested, X_LA, inner) for nested in reversed(list(appearance.of_class("appearance"))))
        if appearance.tag == "Appearance":
            containers.append(inner)
            continue
        surface = appearance.only("surface")
        visuals.append(ir.Visual(
            name=around.name_for(appearance),
            pose=pose_or_none(X_LA),
            geometry=read_shape(appearance, reading),
            material=read_surface(surface, reading) if surface else None,
            use=reading.use(appearance),
            origin=appearance.origin,
        ))
    return visuals, [extra for container in containers for extra in container.unused_name(reading)]


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
    """Phong colours; without an ambient colour the diffuse one is used for it, too. A surface's name only names a template."""
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
