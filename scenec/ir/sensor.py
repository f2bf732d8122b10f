"""Sensors. The sensing frame: what looks, looks along +x, z up."""

from __future__ import annotations

from scenec.ir.base import Extra, Id, Node, Plugin
from scenec.ir.pose import Pose, Vec3

SENSOR_TYPES = (
    "camera",
    "depth_camera",
    "rgbd_camera",
    "segmentation_camera",
    "boundingbox_camera",
    "thermal_camera",
    "wide_angle_camera",
    "multicamera",
    "logical_camera",
    "lidar",
    "distance",
    "sonar",
    "imu",
    "gyroscope",
    "accelerometer",
    "force_torque",
    "contact",
    "navsat",
    "magnetometer",
    "altimeter",
    "air_pressure",
    "air_speed",
    "joint_state",
    "link_state",
    "motor_state",
)
"""The known types; anything else is ``other:<native name>``."""


class Noise(Node, frozen=True, kw_only=True, gc=False):
    """type: ``none``, ``gaussian``, ``gaussian_quantized`` or native. mean, stddev, bias, precision: in the unit of the
    channel; dynamic bias: stddev and correlation time (s). parameters: a native noise model's numbers, in its order."""

    type: str
    mean: float | None = None
    stddev: float | None = None
    bias_mean: float | None = None
    bias_stddev: float | None = None
    dynamic_bias_stddev: float | None = None
    dynamic_bias_correlation_time: float | None = None
    precision: float | None = None
    parameters: tuple[float, ...] = ()


class Channel(Node, frozen=True, kw_only=True, gc=False):
    """One measured quantity with its own noise: ``angular_velocity/x``, ``position/horizontal``, ``force/z``, ``pressure``..."""

    name: str
    noise: Noise | None = None


class Distortion(Node, frozen=True, kw_only=True, gc=False):
    """Brown's lens model: k1 k2 k3 radial, p1 p2 tangential; center: of distortion, fraction of the image (0..1)."""

    k1: float | None = None
    k2: float | None = None
    k3: float | None = None
    p1: float | None = None
    p2: float | None = None
    center: tuple[float, float] | None = None


class Lens(Node, frozen=True, kw_only=True, gc=False):
    """type: projection (``gnomonical``, ``stereographic``, ``custom``...); custom: c1 c2 c3 f of r = c1 f fun(theta/c2 + c3) with
    function ``sin``, ``tan``, ``id``; cutoff_angle: rad; intrinsics fx fy cx cy s and projection p_fx..ty in pixels."""

    type: str | None = None
    scale_to_fov: bool | None = None
    custom: tuple[float, ...] | None = None
    custom_function: str | None = None
    cutoff_angle: float | None = None
    texture_size: int | None = None
    intrinsics: tuple[float, ...] | None = None
    projection: tuple[float, ...] | None = None


class Camera(Node, frozen=True, kw_only=True, gc=False):
    """The optics of anything that makes images.

    name: of this camera in a multicamera. pose: in the sensor frame. width, height: pixels. horizontal_fov, vertical_fov:
    full opening angles (rad); None vertical = square pixels. near, far: clip distances (m); depth_near, depth_far: of the
    depth image. format: pixel format. projection: ``perspective``, ``spherical``. segmentation_type, box_type: what is labelled.
    """

    name: str | None = None
    pose: Pose | None = None
    relative_to: Id | None = None
    width: int | None = None
    height: int | None = None
    horizontal_fov: float | None = None
    vertical_fov: float | None = None
    aspect_ratio: float | None = None
    near: float | None = None
    far: float | None = None
    depth_near: float | None = None
    depth_far: float | None = None
    depth_output: str | None = None
    format: str | None = None
    anti_aliasing: int | None = None
    projection: str | None = None
    noise: Noise | None = None
    distortion: Distortion | None = None
    lens: Lens | None = None
    visibility_mask: int | None = None
    segmentation_type: str | None = None
    box_type: str | None = None
    optical_frame: str | None = None
    trigger_topic: str | None = None
    info_topic: str | None = None
    save_path: str | None = None
    save: bool | None = None
    extras: tuple[Extra, ...] = ()


class Scan(Node, frozen=True, kw_only=True, gc=False):
    """Rays in one plane. samples: count; resolution: factor; lower, upper: angles (rad)."""

    samples: int | None = None
    resolution: float | None = None
    lower: float | None = None
    upper: float | None = None


class Range(Node, frozen=True, kw_only=True, gc=False):
    """The range of a distance sensor: lower, upper, resolution in m."""

    lower: float | None = None
    upper: float | None = None
    resolution: float | None = None


class Lidar(Node, frozen=True, kw_only=True, gc=False):
    """Rays around +x. horizontal: about z; vertical: about y, up positive."""

    horizontal: Scan | None = None
    vertical: Scan | None = None
    range: Range | None = None
    noise: Noise | None = None
    visibility_mask: int | None = None


class Beam(Node, frozen=True, kw_only=True, gc=False):
    """A single ray, cone or pyramid along +x, as of infrared and ultrasonic sensors. shape: ``ray``, ``cone``, ``pyramid``, ``sphere``.
    horizontal_angle, vertical_angle: full opening (rad); radius: at the far end (m)."""

    shape: str
    horizontal_angle: float | None = None
    vertical_angle: float | None = None
    radius: float | None = None
    range: Range | None = None
    noise: Noise | None = None


class ImuFrame(Node, frozen=True, kw_only=True, gc=False):
    """The reference of an IMU's orientation: localization ``CUSTOM``, ``ENU``...; custom_rpy in rad within `parent_frame`."""

    localization: str | None = None
    custom_rpy: Vec3 | None = None
    parent_frame: str | None = None
    gravity_direction_x: Vec3 | None = None
    gravity_parent_frame: str | None = None


class ForceTorque(Node, frozen=True, kw_only=True, gc=False):
    """frame: ``child``, ``parent`` or ``sensor``. measure_direction: ``child_to_parent`` or ``parent_to_child``."""

    frame: str | None = None
    measure_direction: str | None = None


class ContactTarget(Node, frozen=True, kw_only=True, gc=False):
    """The collisions of the link that feed a contact sensor (names; none: all), and the topic of the contacts."""

    collisions: tuple[str, ...] = ()
    topic: str | None = None


class Radio(Node, frozen=True, kw_only=True, gc=False):
    """A wireless transmitter or receiver: frequencies in MHz, gain in dBi, power and sensitivity in dBm."""

    essid: str | None = None
    frequency: float | None = None
    min_frequency: float | None = None
    max_frequency: float | None = None
    gain: float | None = None
    power: float | None = None
    sensitivity: float | None = None


class Sensor(Node, frozen=True, kw_only=True, gc=False):
    """A sensor of a link, joint or of a static place.

    type: one of SENSOR_TYPES or ``other:<native>``. native_type: the source's own word where types were merged.
    pose: of the sensing frame in the frame of its owner (a joint sensor: the joint frame), or of `relative_to`.
    update_rate: Hz, 0 or None = every step. channels: noise per measured quantity. targets: ids of further links or joints
    it watches (a group sensor). quantity: what a state sensor reports (``position``, ``velocity``, ``torque``...).
    reference_altitude, reference_pressure: m, Pa. use: asset instance.
    """

    name: str | None = None
    type: str
    native_type: str | None = None
    pose: Pose | None = None
    relative_to: Id | None = None
    update_rate: float | None = None
    always_on: bool | None = None
    visualize: bool | None = None
    enabled: bool | None = None
    enable_metrics: bool | None = None
    topic: str | None = None
    frame: str | None = None
    cameras: tuple[Camera, ...] = ()
    lidar: Lidar | None = None
    beam: Beam | None = None
    imu_frame: ImuFrame | None = None
    enable_orientation: bool | None = None
    force_torque: ForceTorque | None = None
    contact: ContactTarget | None = None
    radio: Radio | None = None
    channels: tuple[Channel, ...] = ()
    quantity: str | None = None
    targets: tuple[Id, ...] = ()
    reference_altitude: float | None = None
    reference_pressure: float | None = None
    plugins: tuple[Plugin, ...] = ()
    extras: tuple[Extra, ...] = ()
    use: str | None = None
