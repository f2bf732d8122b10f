"""Sensors: what they see, how far, and from where."""

from __future__ import annotations

import math

import pytest

from scenec import ir
from scenec.errors import ReadError
from tests.converters.simrobot.conftest import MASS, Reader


def read_one(read_scene: Reader, sensor: str) -> ir.Sensor:
    sensors: tuple[ir.Sensor, ...] = read_scene(f'<Body name="b">{MASS}{sensor}</Body>').link("b").sensors
    assert len(sensors) == 1
    return sensors[0]


@pytest.mark.parametrize(("element", "kind"), [("Camera", "camera"), ("ObjectSegmentedImageSensor", "segmentation_camera")])
def test_cameras_have_two_independent_angles(read_scene: Reader, element: str, kind: str) -> None:
    sensor = read_one(
        read_scene,
        f'<{element} name="eye" imageWidth="640" imageHeight="480" angleX="60degree" angleY="40degree">'
        f'<Translation z="1"/><Rotation y="10degree"/></{element}>',
    )
    assert (sensor.type, sensor.native_type, sensor.name) == (kind, element, "eye")
    assert sensor.pose
    assert sensor.pose.rotation.rpy == (0.0, math.radians(10), 0.0)
    assert sensor.cameras == (
        ir.Camera(width=640, height=480, horizontal_fov=math.radians(60), vertical_fov=math.radians(40), near=0.01, far=500.0),
    )


def test_a_depth_image_is_a_camera_or_a_row_of_rays(read_scene: Reader) -> None:
    flat = read_one(read_scene, '<DepthImageSensor imageWidth="8" imageHeight="6" angleX="1" angleY="0.5" min="1dm" max="4m"/>')
    assert flat.type == "depth_camera"
    assert (flat.cameras[0].near, flat.cameras[0].far) == (0.1, 4.0)
    row = read_one(read_scene, '<DepthImageSensor imageWidth="8" angleX="1" angleY="0.5" max="4m" projection="spherical"/>')
    assert row.type == "lidar"
    assert row.lidar == ir.Lidar(
        horizontal=ir.Scan(samples=8, lower=-0.5, upper=0.5),
        vertical=ir.Scan(samples=1, lower=-0.25, upper=0.25),
        range=ir.Range(lower=0.0, upper=4.0),
    )


def test_distances_are_measured_along_a_ray_or_in_a_pyramid(read_scene: Reader) -> None:
    ray = read_one(read_scene, "<SingleDistanceSensor/>")
    assert ray.beam == ir.Beam(shape="ray", range=ir.Range(lower=0.0, upper=999999.0))
    pyramid = read_one(read_scene, '<ApproxDistanceSensor max="1.4" angleX="1" angleY="0.5"/>')
    assert (ray.type, pyramid.type) == ("distance", "sonar")
    assert pyramid.beam == ir.Beam(shape="pyramid", horizontal_angle=1.0, vertical_angle=0.5, range=ir.Range(lower=0.0, upper=1.4))


@pytest.mark.parametrize(("element", "kind"), [("Gyroscope", "gyroscope"), ("Accelerometer", "accelerometer")])
def test_inertial_sensors_feel_in_their_own_frame(read_scene: Reader, element: str, kind: str) -> None:
    sensor = read_one(read_scene, f'<{element}><Translation x="-8mm"/></{element}>')
    assert (sensor.type, sensor.name, sensor.pose) == (kind, element, ir.Pose((-0.008, 0.0, 0.0)))


def test_a_collision_sensor_feels_with_its_own_shapes_without_pushing(read_scene: Reader) -> None:
    pad = '<SphereGeometry name="pad" radius="0.5"><Translation y="1"/></SphereGeometry>'
    sensor = f'<CollisionSensor name="bumper"><Translation x="2"/>{pad}</CollisionSensor>'
    link = read_scene(f'<Body name="b">{MASS}<SphereGeometry name="hull" radius="1"/>{sensor}</Body>').link("b")
    assert link.sensors[0].contact == ir.ContactTarget(collisions=("pad",))
    assert [(shape.name, shape.sensing_only, shape.pose and shape.pose.position) for shape in link.collisions] == [
        ("hull", None, None),
        ("pad", True, (2.0, 1.0, 0.0)),
    ]


def test_a_collision_sensor_without_shapes_listens_to_all_of_its_body(read_scene: Reader) -> None:
    assert read_one(read_scene, '<CollisionSensor name="any"/>').contact == ir.ContactTarget()


def test_what_looks_may_stand_in_a_compound(read_scene: Reader) -> None:
    eye = '<SingleDistanceSensor name="eye"><Translation x="1"/></SingleDistanceSensor>'
    result = read_scene(f'<Compound name="wall"><Translation z="3"/>{eye}</Compound>')
    physics = result.scene.physics().to_json()["links"]
    assert [(link["path"], link["static"], link["sensors"][0]["pose"][:3]) for link in physics] == [("wall::wall", True, [1.0, 0.0, 3.0])]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('<Compound name="c"><Gyroscope/></Compound>', r'4:21: Unexpected element "Gyroscope"'),
        ('<Compound name="c"><Camera imageWidth="1.5" imageHeight="1" angleX="1" angleY="1"/></Compound>', r"4:40: Expected integer"),
        ('<Compound name="c"><Camera imageHeight="1" angleX="1" angleY="1"/></Compound>', 'Expected attribute "imageWidth"'),
        (
            '<Compound name="c"><DepthImageSensor imageWidth="2" imageHeight="2" angleX="1" angleY="1" projection="spherical"/></Compound>',
            "Spherical projection is currently only supported for 1-D sensors",
        ),
        (
            '<Compound name="c"><DepthImageSensor imageWidth="2" angleX="1" angleY="1" projection="spheric"/></Compound>',
            'Unexpected projection type "spheric".*did you mean spherical',
        ),
        (
            '<Compound name="c"><SingleDistanceSensor><Set name="a" value="b"/></SingleDistanceSensor></Compound>',
            'Unexpected element "Set"',
        ),
    ],
)
def test_impossible_sensors_are_refused(read_scene: Reader, content: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_scene(content)
