"""Sensors. Cameras and distance sensors look along +x of their own frame, with z up (SIM/Sensors)."""

from __future__ import annotations

from scenec import ir
from scenec.converters.simrobot.profile import CAMERA_FAR, CAMERA_NEAR
from scenec.converters.simrobot.read.container import Home
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.pose import pose_or_none, read_pose
from scenec.converters.simrobot.read.shape import read_collisions
from scenec.trace import derived


def read_sensors(owner: SceneCursor, reading: Reading, home: Home) -> tuple[list[ir.Sensor], list[ir.Collision]]:
    """Return the sensors of a body or compound, and the shapes of its collision sensors."""
    sensors: list[ir.Sensor] = []
    shapes: list[ir.Collision] = []
    for child in owner.element.children:
        if child.element_class not in ("inward sensor", "outward sensor"):
            continue
        cursor = SceneCursor.at(child, reading.ledger)
        if cursor.tag == "CollisionSensor":
            sensor, own_shapes = read_collision_sensor(cursor, reading, home)
            shapes += own_shapes
        else:
            sensor = read_sensor(cursor, reading)
        sensors.append(sensor)
    return sensors, shapes


def read_sensor(sensor: SceneCursor, reading: Reading) -> ir.Sensor:
    match sensor.tag:
        case "Camera":
            return made(sensor, reading, "camera", cameras=(read_optics(sensor, near=CAMERA_NEAR, far=CAMERA_FAR),))
        case "ObjectSegmentedImageSensor":
            return made(sensor, reading, "segmentation_camera", cameras=(read_optics(sensor, near=CAMERA_NEAR, far=CAMERA_FAR),))
        case "DepthImageSensor":
            return read_depth_image_sensor(sensor, reading)
        case "SingleDistanceSensor":
            return made(sensor, reading, "distance", beam=ir.Beam(shape="ray", range=read_range(sensor), origin=sensor.origin))
        case "ApproxDistanceSensor":
            return read_approx_distance_sensor(sensor, reading)
        case "Gyroscope":
            return made(sensor, reading, "gyroscope")
        case _:
            return made(sensor, reading, "accelerometer")


def made(
    sensor: SceneCursor,
    reading: Reading,
    sensor_type: str,
    *,
    cameras: tuple[ir.Camera, ...] = (),
    beam: ir.Beam | None = None,
    lidar: ir.Lidar | None = None,
    contact: ir.ContactTarget | None = None,
) -> ir.Sensor:
    return ir.Sensor(
        name=sensor.called,
        type=sensor_type,
        native_type=sensor.tag,
        pose=pose_or_none(read_pose(sensor)),
        cameras=cameras,
        beam=beam,
        lidar=lidar,
        contact=contact,
        use=reading.use(sensor),
        origin=sensor.origin,
    )


def read_optics(sensor: SceneCursor, *, near: float, far: float) -> ir.Camera:
    """Return the optics of a camera. angleX and angleY are full opening angles, independent of each other: pixels need not be square."""
    return ir.Camera(
        width=sensor.integer("imageWidth"),
        height=sensor.integer("imageHeight"),
        horizontal_fov=sensor.number("angleX"),
        vertical_fov=sensor.number("angleY"),
        near=near,
        far=far,
        origin=sensor.origin,
    )


def read_range(sensor: SceneCursor) -> ir.Range:
    return ir.Range(lower=sensor.number("min"), upper=sensor.number("max"), origin=sensor.origin)


def read_depth_image_sensor(sensor: SceneCursor, reading: Reading) -> ir.Sensor:
    """Return a depth camera, or with spherical projection a row of equally spaced rays: a laser scanner."""
    projection = sensor.string("projection")
    sensor.consumed(projection)
    if projection == "perspective":
        optics = read_optics(sensor, near=sensor.number("min"), far=sensor.number("max"))
        return made(sensor, reading, "depth_camera", cameras=(optics,))
    if sensor.integer("imageHeight") > 1:
        raise sensor.error('Spherical projection is currently only supported for 1-D sensors (i.e. with imageHeight="1")', "projection")
    lidar = ir.Lidar(
        horizontal=read_scan(sensor, "imageWidth", "angleX"),
        vertical=read_scan(sensor, "imageHeight", "angleY"),
        range=read_range(sensor),
        origin=sensor.origin,
    )
    return made(sensor, reading, "lidar", lidar=lidar)


def read_scan(sensor: SceneCursor, samples: str, angle: str) -> ir.Scan:
    opening = sensor.number(angle)
    lower, upper = derived(-opening / 2, opening), derived(opening / 2, opening)
    return ir.Scan(samples=sensor.integer(samples), lower=lower, upper=upper, origin=sensor.origin)


def read_approx_distance_sensor(sensor: SceneCursor, reading: Reading) -> ir.Sensor:
    beam = ir.Beam(
        shape="pyramid",
        horizontal_angle=sensor.number("angleX"),
        vertical_angle=sensor.number("angleY"),
        range=read_range(sensor),
        origin=sensor.origin,
    )
    return made(sensor, reading, "sonar", beam=beam)


def read_collision_sensor(sensor: SceneCursor, reading: Reading, home: Home) -> tuple[ir.Sensor, list[ir.Collision]]:
    """Return a contact sensor and its own shapes, which push nothing. Without any it senses with all shapes of its body."""
    shapes = read_collisions(sensor, reading, home, read_pose(sensor), sensing=True)
    contact = ir.ContactTarget(collisions=tuple(str.__str__(shape.name or "") for shape in shapes), origin=sensor.origin)
    return made(sensor, reading, "contact", contact=contact), shapes
