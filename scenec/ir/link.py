"""Links: rigid bodies and what is fixed to them."""

from __future__ import annotations

import math

import msgspec

from scenec.errors import UsageError
from scenec.ir.base import Extra, Id, Node, Plugin
from scenec.ir.geometry import Shape
from scenec.ir.inertia import Inertia
from scenec.ir.light import Light
from scenec.ir.material import Material
from scenec.ir.pose import Pose
from scenec.ir.sensor import Sensor
from scenec.ir.surface import Surface
from scenec.trace import Computed


class Inertial(Node, frozen=True, kw_only=True, gc=False):
    """Mass and its distribution.

    mass: kg. pose: of the inertial frame in the link frame; its origin is the centre of mass. inertia: kg m^2, about the
    centre of mass, along the axes of the inertial frame. density: kg/m^3, where the mass is to be computed from the
    collisions (`auto`). added_mass: the 21 upper-triangle terms xx xy xz xp .. rr of fluid added mass.
    """

    mass: float | None = None
    pose: Pose | None = None
    inertia: Inertia | None = None
    auto: bool | None = None
    density: float | None = None
    added_mass: tuple[float, ...] | None = None
    extras: tuple[Extra, ...] = ()


class Collision(Node, frozen=True, kw_only=True, gc=False):
    """A shape that makes contacts.

    pose: in the link frame, or of `relative_to`. sensing_only: makes no contact forces, only feeds contact sensors.
    collide_mask, category_mask: bit masks as stated. density: kg/m^3 for automatic inertia. max_contacts: points per pair.
    laser_retro: intensity a laser sees. excluded: ids of links it never touches. debug_color: how a debug view draws it.
    """

    name: str | None = None
    pose: Pose | None = None
    relative_to: Id | None = None
    geometry: Shape
    surface: Surface | None = None
    sensing_only: bool | None = None
    collide_mask: int | None = None
    category_mask: int | None = None
    max_contacts: int | None = None
    laser_retro: float | None = None
    density: float | None = None
    excluded: tuple[Id, ...] = ()
    debug_color: tuple[float, float, float, float] | None = None
    extras: tuple[Extra, ...] = ()
    use: str | None = None


class Visual(Node, frozen=True, kw_only=True, gc=False):
    """A shape that is drawn.

    pose: in the link frame, or of `relative_to`. transparency: 0 opaque .. 1, besides the material's alpha.
    visibility_flags: bit mask cameras test. layer: display layer. laser_retro: intensity a laser sees.
    """

    name: str | None = None
    pose: Pose | None = None
    relative_to: Id | None = None
    geometry: Shape
    material: Material | None = None
    visible: bool | None = None
    cast_shadows: bool | None = None
    receive_shadows: bool | None = None
    transparency: float | None = None
    visibility_flags: int | None = None
    layer: int | None = None
    laser_retro: float | None = None
    plugins: tuple[Plugin, ...] = ()
    extras: tuple[Extra, ...] = ()
    use: str | None = None


def is_transparent(visual: Visual) -> bool:
    """Return whether the colour of a visual lets all light through, so that it is not drawn."""
    material = visual.material
    alpha = 1.0 if material is None or material.diffuse is None else material.diffuse[3]
    return alpha * (1.0 - (visual.transparency or 0.0)) <= 0


class Damping(Node, frozen=True, kw_only=True, gc=False):
    """Damping of the motion of a link. law: ``rate`` (fraction per step), ``force`` (N s/m, N m s/rad). below: only on
    slower links (rad/s).
    """

    law: str
    linear: float | None = None
    angular: float | None = None
    angular_below: float | None = None


class Battery(Node, frozen=True, kw_only=True, gc=False):
    """voltage: V. capacity: J or as its format counts. power: W."""

    name: str | None = None
    voltage: float | None = None
    capacity: float | None = None
    power: float | None = None


class ParticleEmitter(Node, frozen=True, kw_only=True, gc=False):
    """A source of particles, such as smoke; stored as its own format states it (`extras`), at `pose` in the link."""

    name: str | None = None
    type: str | None = None
    pose: Pose | None = None
    relative_to: Id | None = None
    extras: tuple[Extra, ...] = ()


class Link(Node, frozen=True, kw_only=True, gc=False):
    """A rigid body (or, in a static model, a fixed place with shapes).

    pose: at joint zero, in the frame `relative_to` (a link, joint, frame or model id), None: in its model's frame.
    inertial: None = the source gives none (readers then state what their simulator uses).
    self_collide: overrides the model's. gravity: False = weightless. gravity_factor: share of gravity that acts on it, None = 1 (0.25: most
    of its weight is compensated; below 0: it rises). kinematic: moved by code only. must_be_base: may not
    have a parent joint. use: asset instance.
    """

    id: Id = ""
    name: str | None = None
    model: Id = ""
    pose: Pose | None = None
    relative_to: Id | None = None
    inertial: Inertial | None = None
    collisions: tuple[Collision, ...] = ()
    visuals: tuple[Visual, ...] = ()
    sensors: tuple[Sensor, ...] = ()
    lights: tuple[Light, ...] = ()
    self_collide: bool | None = None
    gravity: bool | None = None
    gravity_factor: float | None = None
    kinematic: bool | None = None
    must_be_base: bool | None = None
    enable_wind: bool | None = None
    damping: Damping | None = None
    batteries: tuple[Battery, ...] = ()
    particle_emitters: tuple[ParticleEmitter, ...] = ()
    plugins: tuple[Plugin, ...] = ()
    extras: tuple[Extra, ...] = ()
    use: str | None = None

    def with_mass(self, mass: float) -> Link:
        """The link with another mass (kg), distributed as before: the inertia grows in proportion, the centre of mass stays. A link
        without inertial gets one with the mass alone. Raises UsageError for a mass that is not a finite number of at least 0."""
        if isinstance(mass, bool) or not isinstance(mass, (int, float)) or not math.isfinite(mass) or mass < 0:
            raise UsageError(f"Link.mass cannot be {mass!r}", None, "a finite number of at least 0 (kg)")
        before = self.inertial or Inertial()
        tensor = before.inertia
        if tensor is not None and before.mass:
            tensor = Inertia(*(Computed(entry * (mass / before.mass)) for entry in msgspec.structs.astuple(tensor)))
        return msgspec.structs.replace(self, inertial=msgspec.structs.replace(before, mass=float(mass), inertia=tensor, auto=None))
