"""Write surfaces of collisions."""

from __future__ import annotations

from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras
from scenec.ir.link import Collision
from scenec.syntax.said import Said, constant
from scenec.trace import ids_of

FIELDS = (
    ("restitution", "bounce/restitution_coefficient"),
    ("bounce_threshold", "bounce/threshold"),
    ("mu", "friction/ode/mu"),
    ("mu2", "friction/ode/mu2"),
    ("direction", "friction/ode/fdir1"),
    ("slip1", "friction/ode/slip1"),
    ("slip2", "friction/ode/slip2"),
    ("bullet_friction", "friction/bullet/friction"),
    ("bullet_friction2", "friction/bullet/friction2"),
    ("bullet_direction", "friction/bullet/fdir1"),
    ("rolling_friction", "friction/bullet/rolling_friction"),
    ("spinning_friction", "friction/torsional/coefficient"),
    ("use_patch_radius", "friction/torsional/use_patch_radius"),
    ("patch_radius", "friction/torsional/patch_radius"),
    ("surface_radius", "friction/torsional/surface_radius"),
    ("torsional_slip", "friction/torsional/ode/slip"),
    ("collide_without_contact", "contact/collide_without_contact"),
    ("collide_without_contact_bitmask", "contact/collide_without_contact_bitmask"),
    ("soft_cfm", "contact/ode/soft_cfm"),
    ("soft_erp", "contact/ode/soft_erp"),
    ("stiffness", "contact/ode/kp"),
    ("damping", "contact/ode/kd"),
    ("max_correcting_velocity", "contact/ode/max_vel"),
    ("min_depth", "contact/ode/min_depth"),
)
"""Field of a surface -> element below <surface>. Restitution needs a threshold: SDFormat's default of 100 km/s means no bounce."""


def write_surface(context: Context, holder: ElementWriter, collision: Collision) -> None:
    """Write the surface of a collision, with its bit masks and what the world says of all contacts."""
    part = holder.later("surface")
    surface = collision.surface
    part.put(collision, "collide_mask", "contact/collide_bitmask")
    part.put(collision, "category_mask", "contact/category_bitmask")
    if collision.sensing_only:
        part.text("contact/collide_without_contact", Said("true", ids_of(collision.sensing_only)))
    elif collision.sensing_only is not None:
        part.omit(collision.sensing_only, False)
    settings = {field: (path, text) for field, path, text in context.contact_settings}
    for field, path in FIELDS:
        one = surface is not None and field == "mu2" and surface.mu2 is None  # a single coefficient holds in both directions
        if surface is not None:
            part.put(surface, "mu" if one else field, path)
        if field in settings and (surface is None or getattr(surface, field) is None):
            part.text(*settings[field])  # what the world states for all contacts
    if surface is not None:
        if surface.restitution and surface.bounce_threshold is None:
            part.text("bounce/threshold", constant("0"))
        write_extras(part, surface.extras)
