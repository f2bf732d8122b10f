"""Contact properties of collisions."""

from __future__ import annotations

from scenec.ir.base import Extra, Node
from scenec.ir.pose import Vec3


class Surface(Node, frozen=True, kw_only=True, gc=False):
    """The contact properties of one collision.

    name: key into the scene's friction pairs. mu, mu2: Coulomb coefficients along `direction` and across it (1; infinity =
    never slides); direction: in the collision's frame, None = the engine chooses. slip1, slip2: force dependent slip (s/kg).
    rolling_friction, rolling_friction2: coefficient of rolling (m). spinning_friction: torsional coefficient (1), with
    patch_radius, surface_radius (m), torsional_slip. torsional_friction: the same as one length (m), the largest torque about the
    normal per normal force, where the source does not tell the patch. restitution: 0..1 above `bounce_threshold` (m/s).
    stiffness (N/m), damping (N s/m): of the contact. soft_cfm, soft_erp: ODE's. max_correcting_velocity (m/s), min_depth (m).
    contact_motion1, contact_motion2: surface velocity (m/s), a conveyor belt. friction_model: ``pyramid``, ``cone``, ``box``.
    split_impulse...: Bullet's; bullet_*: where Bullet's values are given apart from ODE's. max_contacts: per pair of shapes.
    """

    name: str | None = None
    mu: float | None = None
    mu2: float | None = None
    direction: Vec3 | None = None
    slip1: float | None = None
    slip2: float | None = None
    rolling_friction: float | None = None
    rolling_friction2: float | None = None
    spinning_friction: float | None = None
    use_patch_radius: bool | None = None
    patch_radius: float | None = None
    surface_radius: float | None = None
    torsional_slip: float | None = None
    torsional_friction: float | None = None
    restitution: float | None = None
    bounce_threshold: float | None = None
    stiffness: float | None = None
    damping: float | None = None
    soft_cfm: float | None = None
    soft_erp: float | None = None
    max_correcting_velocity: float | None = None
    min_depth: float | None = None
    contact_motion1: float | None = None
    contact_motion2: float | None = None
    friction_model: str | None = None
    bullet_friction: float | None = None
    bullet_friction2: float | None = None
    bullet_direction: Vec3 | None = None
    collide_without_contact: bool | None = None
    collide_without_contact_bitmask: int | None = None
    extras: tuple[Extra, ...] = ()


class FrictionPair(Node, frozen=True, kw_only=True, gc=False):
    """Friction between two named surfaces: one entry as listed by `first` about `second`.

    mu: Coulomb coefficient (1). rolling_deceleration: how fast `first` slows down rolling on `second` (m/s^2).
    """

    first: str
    second: str
    mu: float | None = None
    rolling_deceleration: float | None = None
