"""Find the version that a scene requires: the default one, unless a part of it was introduced later."""

from __future__ import annotations

from collections.abc import Iterator

from scenec.accounting.ledger import Ledger
from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.findings.writing import SDFORMAT_VERSION_RAISED
from scenec.converters.sdformat.profile import DEFAULT_VERSION, SENSORS_SINCE, WORLD_JOINTS_SINCE
from scenec.converters.sdformat.versions import newest, order
from scenec.converters.sdformat.write.physics import EARTH
from scenec.ir.base import WORLD, Node
from scenec.ir.geometry import Capsule, Cone, Ellipsoid, MeshShape, Shape
from scenec.ir.joint import Joint
from scenec.ir.light import Light
from scenec.ir.link import Link
from scenec.ir.scene import Scene
from scenec.ir.sensor import Sensor

SHAPES: dict[type, str] = {Capsule: "geometry/capsule", Ellipsoid: "geometry/ellipsoid", Cone: "geometry/cone"}


def required_version(scene: Scene, ledger: Ledger) -> str:
    """Return the version to write if none was asked for, and report the reasons if it is newer than the default."""
    counts: dict[tuple[str, str], int] = {}
    for need in version_requirements(scene):
        counts[need] = counts.get(need, 0) + 1
    later = {need: count for need, count in counts.items() if order(need[0]) > order(DEFAULT_VERSION)}
    if not later:
        return DEFAULT_VERSION
    version = newest(*(since for since, _ in later))
    reasons = [f"{what} ({since})" + (f" x{count:,}" if count > 1 else "") for (since, what), count in sorted(later.items(), key=_by_age)]
    ledger.report(
        SDFORMAT_VERSION_RAISED,
        subject="version",
        value=DEFAULT_VERSION,
        target=version,
        reasons=", ".join(reasons),
    )
    return version


def _by_age(item: tuple[tuple[str, str], int]) -> tuple[tuple[int, int], str]:
    return order(item[0][0]), item[0][1]


def version_requirements(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield (version, reason) for every part of the scene that not every version has."""
    for link in scene.links:
        yield from _versions_of_link(link)
    links = {link.id: link.model for link in scene.links}
    for joint in scene.joints:
        yield from _versions_of_joint(joint, links)
    for light in scene.lights:
        yield from _versions_of_light(light)
    for model in scene.models:
        yield from _said(model, ("placement_frame", "model/@placement_frame"), ("namespace", "model/@namespace"))
    for world in scene.worlds:
        if world.look is not None and world.look.sky is not None:
            yield from _said(world.look.sky, ("cubemap", "scene/sky/cubemap_uri"))
        if world.spherical_coordinates is not None:
            if world.spherical_coordinates.surface_model not in (None, EARTH):
                yield vocabulary.since("spherical_coordinates/surface_axis_polar"), "another surface than the Earth's"
            yield from _said(
                world.spherical_coordinates,
                ("equatorial_axis", "spherical_coordinates/surface_axis_equatorial"),
                ("polar_axis", "spherical_coordinates/surface_axis_polar"),
            )


def _said(node: Node, *fields: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the version and name of each stated field."""
    for field, path in fields:
        if getattr(node, field) is not None:
            yield vocabulary.since(path), field.replace("_", " ")


def _versions_of_shape(shape: Shape) -> Iterator[tuple[str, str]]:
    path = SHAPES.get(type(shape))
    if path is not None:
        yield vocabulary.since(path), f"a {type(shape).__name__.lower()} shape"
    elif isinstance(shape, MeshShape):
        yield from _said(shape, ("optimization", "mesh/@optimization"), ("convex_decomposition", "mesh/convex_decomposition"))


def _versions_of_link(link: Link) -> Iterator[tuple[str, str]]:
    for visual in link.visuals:
        yield from _versions_of_shape(visual.geometry)
    for collision in link.collisions:
        yield from _versions_of_shape(collision.geometry)
        yield from _said(collision, ("density", "collision/density"))
    inertial = link.inertial
    if inertial is not None:
        yield from _said(inertial, ("added_mass", "inertial/fluid_added_mass"))
        if inertial.auto:
            yield vocabulary.since("inertial/@auto"), "automatic inertia"
    for light in link.lights:
        yield from _versions_of_light(light)
    yield from _versions_of_sensor(link.sensors)


def _versions_of_light(light: Light) -> Iterator[tuple[str, str]]:
    if light.intensity is not None and light.intensity != 1:
        yield vocabulary.since("light/intensity"), "a light's intensity"
    if light.on is not None and not light.on:
        yield vocabulary.since("light/light_on"), "a light that is off"


def _versions_of_sensor(sensors: tuple[Sensor, ...]) -> Iterator[tuple[str, str]]:
    for sensor in sensors:
        if sensor.type in SENSORS_SINCE:
            yield SENSORS_SINCE[sensor.type], f"a sensor of type {sensor.type}"
        for camera in sensor.cameras:
            yield from _said(camera, *((field, f"camera/{field}") for field in ("segmentation_type", "box_type", "trigger_topic")))
        if sensor.lidar is not None:
            yield from _said(sensor.lidar, ("visibility_mask", "lidar/visibility_mask"))


def _versions_of_joint(joint: Joint, links: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what a joint requires. links: link id -> model id."""
    if joint.model is None:
        yield WORLD_JOINTS_SINCE, "a joint between models"
    for end in (joint.parent, joint.child):
        if end != WORLD and end not in links:
            yield "1.8", "a joint to a frame"
    if joint.screw_pitch is not None:
        yield vocabulary.since("joint/screw_thread_pitch"), "a screw joint's pitch"
    for axis in joint.axes:
        if axis.mimic is not None:
            yield vocabulary.since("joint/axis/mimic"), "a joint that follows another"
    yield from _versions_of_sensor(joint.sensors)
