"""Sensors: which type they become in which version, what they measure, and what has no element."""

from __future__ import annotations

import math
from typing import Any

import pytest

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.adapt import load
from scenec.converters.sdformat.profile import sensor_type
from tests.converters.sdformat.writing import Written, joint, link, pose, scene, write

NOISE = ir.Noise(type="gaussian", mean=0.1, stddev=0.2, bias_mean=0.3)


def sensing(type: str, version: str = "", source_format: str = "", **fields: Any) -> Written:  # noqa: A002 the field's name
    """A sensor of the type that SDFormat has for it, in a file."""
    sensor = ir.Sensor(name="s", type=type, **fields)
    body = scene(link("a", sensors=(sensor,), collisions=(ir.Collision(name="c", geometry=ir.Sphere(radius=1.0)),)))
    ledger = Ledger()
    if source_format != "sdformat":
        body = load(("sensors_to_types", {"type_of": sensor_type}))(body, ledger, "SDFormat")
    written = write(body, version, source_format)
    written.findings[:0] = [entry.template for entry in ledger.entries]
    return written


@pytest.mark.parametrize(
    ("type_", "version", "written", "element"),
    [
        ("camera", "1.7", "camera", "camera"),
        ("depth_camera", "1.7", "depth", "camera"),
        ("depth_camera", "1.9", "depth_camera", "camera"),
        ("segmentation_camera", "1.9", "segmentation_camera", "camera"),
        ("multicamera", "1.7", "multicamera", "camera"),
        ("lidar", "1.7", "ray", "ray"),
        ("lidar", "1.8", "lidar", "lidar"),
        ("imu", "1.4", "imu", "imu"),
        ("navsat", "1.7", "gps", "gps"),
        ("navsat", "1.9", "navsat", "navsat"),
        ("contact", "1.7", "contact", "contact"),
        ("altimeter", "1.7", "altimeter", "altimeter"),
        ("magnetometer", "1.7", "magnetometer", "magnetometer"),
        ("air_pressure", "1.7", "air_pressure", "air_pressure"),
        ("air_speed", "1.10", "air_speed", "air_speed"),
        ("logical_camera", "1.7", "logical_camera", "logical_camera"),
    ],
)
def test_types(type_: str, version: str, written: str, element: str) -> None:
    out = sensing(type_, version, cameras=(ir.Camera(width=320, height=240, horizontal_fov=1.0),) if "camera" in type_ else ())
    assert out.attribute(".//sensor", "type") == written
    assert out.has(f".//sensor/{element}")


@pytest.mark.parametrize(
    ("type_", "version"), [("joint_state", ""), ("motor_state", ""), ("other:smell", ""), ("altimeter", "1.4"), ("air_speed", "1.9")]
)
def test_sensors_that_a_version_has_not_are_named(type_: str, version: str) -> None:
    out = sensing(type_, version)
    assert not out.has(".//sensor") and out.codes == {"sensor-dropped"}


def test_what_all_sensors_have() -> None:
    out = sensing("imu", always_on=True, update_rate=50.0, visualize=True, topic="/imu", frame="imu_link")
    assert [out.text(f".//sensor/{tag}") for tag in ("always_on", "update_rate", "visualize", "topic")] == ["true", "50", "true", "/imu"]
    assert out.text(".//sensor/gz_frame_id") == "imu_link"
    assert sensing("imu", "1.12", frame="imu_link").text(".//sensor/frame_id") == "imu_link"


def test_a_same_format_conversion_keeps_the_word_for_the_type() -> None:
    assert sensing("lidar", "1.9", "sdformat", native_type="gpu_lidar").attribute(".//sensor", "type") == "gpu_lidar"


# ---------------------------------------------------------------- cameras


def camera(version: str = "", **fields: Any) -> Written:
    said: dict[str, Any] = {"width": 640, "height": 480, "horizontal_fov": 1.0} | fields
    return sensing("camera", version, cameras=(ir.Camera(**said),))


def test_optics() -> None:
    out = camera(near=0.05, far=20.0, format="L8", noise=NOISE, distortion=ir.Distortion(k1=0.1, center=(0.25, 0.5)), name="left")
    for path, text in (
        ("horizontal_fov", "1"),
        ("image/width", "640"),
        ("image/height", "480"),
        ("image/format", "L8"),
        ("clip/near", "0.05"),
        ("clip/far", "20"),
        ("noise/type", "gaussian"),
        ("noise/stddev", "0.2"),
        ("distortion/k1", "0.1"),
        ("distortion/center", "0.25 0.5"),
    ):
        assert out.text(f".//camera/{path}") == text
    assert out.attribute(".//camera", "name") == "left"
    assert out.codes == {"sensor-noise-bias-mean-dropped"}  # cameras have no bias here


def test_square_pixels_need_no_word() -> None:
    out = camera(vertical_fov=2 * math.atan(math.tan(0.5) * 480 / 640))
    assert not out.has(".//intrinsics") and out.codes == {"sensor-settings-defaulted"}


@pytest.mark.parametrize(("size", "aspect"), [((None, None), 320 / 240), ((600, 300), 2.0)])
def test_a_vertical_opening_alone_gives_the_horizontal_one(size: tuple[int | None, int | None], aspect: float) -> None:
    """As of MJCF's cameras, whose images are as wide as who draws them likes."""
    out = sensing("camera", cameras=(ir.Camera(vertical_fov=0.8, width=size[0], height=size[1]),))
    assert float(out.text(".//camera/horizontal_fov") or 0) == pytest.approx(2 * math.atan(math.tan(0.4) * aspect))
    assert out.codes == {"sensor-settings-defaulted"}, "near, far and what is missing of the size"


def test_another_vertical_opening_is_said_by_focal_lengths() -> None:
    out = camera(vertical_fov=0.9)
    assert float(out.text(".//intrinsics/fx") or 0) == pytest.approx(320 / math.tan(0.5))
    assert float(out.text(".//intrinsics/fy") or 0) == pytest.approx(240 / math.tan(0.45))
    assert (out.text(".//intrinsics/cx"), out.text(".//intrinsics/cy")) == ("320", "240")
    assert out.text(".//intrinsics/s") == "0", "all five have to be there"
    assert (out.text(".//lens/type"), out.text(".//lens/scale_to_hfov")) == ("stereographic", "true")  # a lens has to have them
    assert "sensor-camera-vertical-fov-dropped" not in out.codes
    assert "sensor-camera-vertical-fov-dropped" in camera("1.5", vertical_fov=0.9).codes


def test_what_a_camera_has_in_any_case_is_written_and_reported() -> None:
    """Silence would be read as these numbers, so that writing what was read would say more than was written."""
    out = camera()
    assert (out.text(".//clip/near"), out.text(".//clip/far")) == ("0.1", "100")
    assert out.finding("sensor-settings-defaulted").target == "near 0.1, far 100"


def test_a_logical_camera_sees_everything_in_its_opening() -> None:
    """SDFormat's silence would end it after a metre. The sides of its frustum are as its openings say."""
    out = sensing("logical_camera", cameras=(ir.Camera(horizontal_fov=2 * math.atan(2.0), vertical_fov=2 * math.atan(1.0)),))
    assert [out.text(f".//logical_camera/{tag}") for tag in ("near", "far")] == ["0", "1000000"]
    assert float(out.text(".//logical_camera/aspect_ratio") or 0) == pytest.approx(2.0)
    assert out.codes == {"sensor-settings-defaulted"}
    assert out.finding("sensor-settings-defaulted").target == "near 0, far 1000000"
    flat = sensing("logical_camera", cameras=(ir.Camera(horizontal_fov=1.0, vertical_fov=0.0),))
    assert flat.text(".//logical_camera/aspect_ratio") == "1" and "sensor-camera-vertical-fov-dropped" in flat.codes


# ---------------------------------------------------------------- distances


def test_a_lidar() -> None:
    lidar = ir.Lidar(
        horizontal=ir.Scan(samples=100, lower=-1.0, upper=1.0), range=ir.Range(lower=0.1, upper=10.0, resolution=0.01), noise=NOISE
    )
    out = sensing("lidar", "1.9", lidar=lidar)
    assert [out.text(f".//scan/horizontal/{tag}") for tag in ("samples", "min_angle", "max_angle")] == ["100", "-1", "1"]
    assert [out.text(f".//range/{tag}") for tag in ("min", "max", "resolution")] == ["0.1", "10", "0.01"]
    assert out.text(".//lidar/noise/stddev") == "0.2"


def test_a_single_ray_is_a_scanner_of_one_ray() -> None:
    out = sensing("distance", beam=ir.Beam(shape="ray", range=ir.Range(lower=0.1, upper=10.0)))
    assert out.attribute(".//sensor", "type") == "ray"
    assert (out.text(".//horizontal/samples"), out.text(".//range/max")) == ("1", "10")
    assert out.finding("sensor-type-converted").target == "lidar" and len(out.findings) == 1


def test_a_cone_is_a_sonar() -> None:
    out = sensing("distance", beam=ir.Beam(shape="cone", horizontal_angle=0.5, vertical_angle=0.5, range=ir.Range(lower=0.1, upper=4.0)))
    assert [out.text(f".//sonar/{tag}") for tag in ("min", "max")] == ["0.1", "4"]
    assert float(out.text(".//sonar/radius") or 0) == pytest.approx(4 * math.tan(0.25))
    assert out.codes == {"sensor-type-converted"}


def test_a_sonar_looks_down_its_own_z_axis() -> None:
    """Sensors look along +x of the link, and after a turn of 90 degrees about z along +y."""
    beam = ir.Beam(shape="cone", radius=0.5, range=ir.Range(lower=0.1, upper=4.0))
    assert sensing("distance", beam=beam).text(".//sensor/pose") == "0 0 0 0 -1.5707963267949 0"
    out = sensing("distance", beam=beam, pose=pose(0.1, 0.2, 0.3, (0.0, 0.0, math.pi / 2)))
    x, y, z, *angles = map(float, (out.text(".//sensor/pose") or "").split())
    assert (x, y, z) == (0.1, 0.2, 0.3)
    assert ir.Rotation.from_rpy(*angles).apply((0.0, 0.0, -1.0)) == pytest.approx((0.0, 1.0, 0.0))


def test_a_pyramid_is_the_cone_around_it() -> None:
    out = sensing(
        "distance", beam=ir.Beam(shape="pyramid", horizontal_angle=0.5, vertical_angle=0.25, range=ir.Range(lower=0.1, upper=4.0))
    )
    assert float(out.text(".//sonar/radius") or 0) == pytest.approx(4 * math.tan(0.25))
    assert out.codes == {"sensor-beam-approximated", "sensor-type-converted"}


# ---------------------------------------------------------------- motion and touch


def test_noise_per_quantity() -> None:
    channels = (ir.Channel(name="angular_velocity/x", noise=NOISE), ir.Channel(name="orientation/x", noise=NOISE))
    out = sensing("imu", channels=channels)
    assert out.attribute(".//imu/angular_velocity/x/noise", "type") == "gaussian"
    assert out.text(".//imu/angular_velocity/x/noise/bias_mean") == "0.3"
    assert out.codes == {"sensor-channel-dropped"}


def test_gyroscope_and_accelerometer_are_halves_of_an_imu() -> None:
    for type_ in ("gyroscope", "accelerometer"):
        out = sensing(type_)
        assert out.attribute(".//sensor", "type") == "imu" and out.codes == {"sensor-type-approximated"}


def test_a_contact_sensor_watches_all_collisions_unless_it_names_some() -> None:
    assert sensing("contact").texts(".//contact/collision") == ["c"]
    assert sensing("contact", contact=ir.ContactTarget(collisions=("c", "d"))).texts(".//contact/collision") == ["c", "d"]


def test_force_and_torque_are_measured_in_a_joint() -> None:
    sensor = ir.Sensor(name="s", type="force_torque", force_torque=ir.ForceTorque(frame="sensor", measure_direction="parent_to_child"))
    out = write(scene(link("a"), link("b"), joint("j", "a", "b", sensors=(sensor,))))
    stated = {each.tag: each.text for each in out.root.iterfind(".//joint/sensor/force_torque/*")}
    assert list(stated.items())[:2] == [("frame", "sensor"), ("measure_direction", "parent_to_child")]


def test_a_radio() -> None:
    out = sensing("other:wireless_transmitter", radio=ir.Radio(essid="net", frequency=2450.0, power=10.0))
    assert out.attribute(".//sensor", "type") == "wireless_transmitter"
    assert [out.text(f".//transceiver/{tag}") for tag in ("essid", "frequency", "power")] == ["net", "2450", "10"]
