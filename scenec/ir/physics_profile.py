"""The world a scene stands in: gravity, engine settings, air, light of the sky, place on Earth."""

from __future__ import annotations

from scenec.ir.base import Color, Extra, Id, Node
from scenec.ir.pose import Pose, Vec3


class SolverSettings(Node, frozen=True, kw_only=True, gc=False):
    """The numbers several engines share. iterations: per step; cfm, erp: global softness; slip1, slip2: force dependent
    slip of all contacts (s/kg); contact_cfm, contact_erp: of all contacts; max_correcting_velocity: m/s; surface_layer: m;
    iteration_skip: every n-th step uses the iterative solver (SimRobot). Values of one engine only stay in extras."""

    type: str | None = None
    iterations: int | None = None
    iteration_skip: int | None = None
    cfm: float | None = None
    erp: float | None = None
    contact_cfm: float | None = None
    contact_erp: float | None = None
    slip1: float | None = None
    slip2: float | None = None
    max_correcting_velocity: float | None = None
    surface_layer: float | None = None


class PhysicsProfile(Node, frozen=True, kw_only=True, gc=False):
    """One set of engine settings. engine: ``ode``, ``bullet``, ``dart``, ``simbody``, ``mujoco``. step: s. real_time_factor: 1.
    update_rate: Hz. max_contacts: per pair of shapes. default: the profile that is used."""

    name: str | None = None
    engine: str | None = None
    default: bool | None = None
    step: float | None = None
    real_time_factor: float | None = None
    update_rate: float | None = None
    max_contacts: int | None = None
    solver: SolverSettings | None = None
    extras: tuple[Extra, ...] = ()


class Atmosphere(Node, frozen=True, kw_only=True, gc=False):
    """type: ``adiabatic``. temperature: K, pressure: Pa at sea level; temperature_gradient: K/m."""

    type: str | None = None
    temperature: float | None = None
    pressure: float | None = None
    temperature_gradient: float | None = None


class SphericalCoordinates(Node, frozen=True, kw_only=True, gc=False):
    """Position of the world's origin on Earth. Angles in rad, elevation in m; orientation: ``ENU``; axes of the ellipsoid in m."""

    surface_model: str | None = None
    orientation: str | None = None
    latitude: float | None = None
    longitude: float | None = None
    elevation: float | None = None
    heading: float | None = None
    equatorial_axis: float | None = None
    polar_axis: float | None = None


class Fog(Node, frozen=True, kw_only=True, gc=False):
    """type: ``none``, ``linear``, ``quadratic``, ``constant``. start, end: m. density: 1/m or as its engine counts."""

    color: Color | None = None
    type: str | None = None
    start: float | None = None
    end: float | None = None
    density: float | None = None


class Sky(Node, frozen=True, kw_only=True, gc=False):
    """time, sunrise, sunset: hours. Clouds: speed (m/s), direction (rad), humidity, mean size (0..1), ambient colour."""

    time: float | None = None
    sunrise: float | None = None
    sunset: float | None = None
    cloud_speed: float | None = None
    cloud_direction: float | None = None
    cloud_humidity: float | None = None
    cloud_mean_size: float | None = None
    cloud_ambient: Color | None = None
    cubemap: str | None = None


class Viewpoint(Node, frozen=True, kw_only=True, gc=False):
    """A camera of the user interface, in the world frame."""

    name: str | None = None
    pose: Pose | None = None
    horizontal_fov: float | None = None
    extras: tuple[Extra, ...] = ()


class Look(Node, frozen=True, kw_only=True, gc=False):
    """Appearance of a world: ambient light, background colour, shadows, grid, the axes at the origin."""

    ambient: Color | None = None
    background: Color | None = None
    shadows: bool | None = None
    grid: bool | None = None
    origin_visual: bool | None = None
    fog: Fog | None = None
    sky: Sky | None = None
    viewpoints: tuple[Viewpoint, ...] = ()


class World(Node, frozen=True, kw_only=True, gc=False):
    """gravity: m/s^2, None = the file cannot say. magnetic_field: T. wind: m/s. moving_bodies_collide: False = moving bodies
    touch only what is static. contacts: False = no two shapes exert forces on each other. profiles: engine settings. look: rendering."""

    id: Id = ""
    name: str | None = None
    gravity: Vec3 | None = None
    magnetic_field: Vec3 | None = None
    wind: Vec3 | None = None
    moving_bodies_collide: bool | None = None
    contacts: bool | None = None
    profiles: tuple[PhysicsProfile, ...] = ()
    atmosphere: Atmosphere | None = None
    spherical_coordinates: SphericalCoordinates | None = None
    look: Look | None = None
    audio_device: str | None = None
    extras: tuple[Extra, ...] = ()
