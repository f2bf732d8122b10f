"""Write surfaces of collisions."""

from __future__ import annotations

from scenec.converters.sdformat.vocabulary import SURFACE
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras
from scenec.ir.link import Collision
from scenec.syntax.said import Said, constant
from scenec.trace import ids_of


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
    for field, path in SURFACE:
        one = surface is not None and field == "mu2" and surface.mu2 is None  # a single coefficient holds in both directions
        if surface is not None:
            part.put(surface, "mu" if one else field, path)
        if field in settings and (surface is None or getattr(surface, field) is None):
            part.text(*settings[field])  # what the world states for all contacts
    if surface is not None:
        if surface.restitution and surface.bounce_threshold is None:
            part.text("bounce/threshold", constant("0"))
        write_extras(part, surface.extras)
