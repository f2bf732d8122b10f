"""Collision shapes and the containers they nest in. All shapes are centred at their element's origin (SIM/Geometries)."""

from __future__ import annotations

from scenec import ir
from scenec.converters.simrobot.findings.reading import CAPSULE_DEGENERATE, MATERIAL_INEFFECTIVE
from scenec.converters.simrobot.read.container import Container, Home, read_named_frames
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.pose import HERE, composed, pose_or_none, read_pose
from scenec.ir import Pose
from scenec.trace import derived, traced

GREY = (0.8, 0.8, 0.8, 1.0)
"""The colour of a shape in debug views, if none is written."""


def read_collisions(owner: SceneCursor, reading: Reading, home: Home, X_LO: Pose = HERE, *, sensing: bool = False) -> list[ir.Collision]:
    """Return all shapes below an element, placed in its link. Containers that name a place become frames.

    X_LO: the pose of the element in the link. sensing: the shapes of a collision sensor, which make no contact forces.
    """
    collisions: list[ir.Collision] = []
    containers = [Container(X_LC=X_LO)]
    stack = [(geometry, X_LO, containers[0]) for geometry in reversed(list(owner.of_class("geometry")))]
    while stack:
        geometry, X_LP, around = stack.pop()
        X_LG = composed(X_LP, read_pose(geometry))
        if geometry.tag == "Geometry":
            around = Container(geometry, around, X_LG)
            containers.append(around)
            if material := geometry.only("material"):
                reading.ineffective(MATERIAL_INEFFECTIVE, material_values(material), "Geometry/Material")
        else:
            collisions.append(read_collision(geometry, reading, X_LG, around.name_for(geometry), sensing=sensing))
        stack.extend((nested, X_LG, around) for nested in reversed(list(geometry.of_class("geometry"))))
    read_named_frames(containers, reading, home)
    return collisions


def read_collision(geometry: SceneCursor, reading: Reading, X_LG: Pose, name: str, *, sensing: bool) -> ir.Collision:
    material = geometry.only("material")
    surface = reading.frictions.read_material(material, core3=reading.core3) if material else ir.Surface(restitution=0.0)
    color = reading.colour(geometry, "color")
    if color == GREY:
        geometry.consumed(color)
        color = None
    return ir.Collision(
        name=name,
        pose=pose_or_none(X_LG),
        geometry=read_geometry(geometry, reading),
        surface=surface,
        sensing_only=True if sensing else None,
        debug_color=color,
        use=reading.use(geometry),
        origin=geometry.origin,
    )


def read_geometry(geometry: SceneCursor, reading: Reading) -> ir.Box | ir.Sphere | ir.Cylinder | ir.Capsule | ir.Torus:
    match geometry.tag.removesuffix("Geometry"):
        case "Box":
            return read_box(geometry)
        case "Sphere":
            return read_sphere(geometry)
        case "Cylinder":
            return read_cylinder(geometry)
        case "Capsule":
            return read_capsule(geometry, reading)
        case _:
            return read_torus(geometry)


def read_box(shape: SceneCursor) -> ir.Box:
    """Return a box: depth is along x, width along y, height along z."""
    return ir.Box(size=(shape.number("depth"), shape.number("width"), shape.number("height")), origin=shape.origin)


def read_sphere(shape: SceneCursor) -> ir.Sphere:
    return ir.Sphere(radius=shape.number("radius"), origin=shape.origin)


def read_cylinder(shape: SceneCursor) -> ir.Cylinder:
    return ir.Cylinder(radius=shape.number("radius"), length=shape.number("height"), origin=shape.origin)


def read_capsule(shape: SceneCursor, reading: Reading) -> ir.Capsule:
    """Return a capsule. Its height includes both caps. One without room between them gives ODE a negative length and draws nothing."""
    radius, height = shape.number("radius"), shape.number("height")
    length = height - 2 * radius
    if length <= 0.0:
        reading.ledger.report(
            CAPSULE_DEGENERATE,
            about=(height,),
            origin=shape.origin,
            subject=f"{shape.tag} {shape.called}",
            value=height,
            target="a capsule whose cylinder has length 0",
            height=f"{height:g}",
            caps=f"{2 * radius:g}",
        )
    return ir.Capsule(radius=radius, length=derived(max(0.0, length), height, radius), origin=shape.origin)


def read_torus(shape: SceneCursor) -> ir.Torus:
    return ir.Torus(major_radius=shape.number("majorRadius"), minor_radius=shape.number("minorRadius"), origin=shape.origin)


def material_values(material: SceneCursor) -> object:
    """Return all values of a material without a shape. They are checked all the same, as in SimRobot."""
    for entry in material.of_class("friction"):
        entry.number("value")
    return traced("", material.all_ids())
