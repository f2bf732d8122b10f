"""Contacts: the surface values of a node. MARS takes the mean of the values of two surfaces for most of them."""

from __future__ import annotations

import math

from scenec.converters.common.friction_law import LAW_NAMES, report_changed_law
from scenec.converters.mars.findings.writing import INFINITE_SURFACE_VALUES
from scenec.converters.mars.profile import LARGEST_SURFACE_VALUE, SURFACE_DEFAULTS, SURFACE_KEYS, UNSTATED_FRICTION
from scenec.converters.mars.write.context import Writing
from scenec.converters.mars.write.values import count, flag, number, number_text, vector
from scenec.ir.link import Collision
from scenec.syntax.element import Element
from scenec.trace import made_of


def write_surface(writing: Writing, node: Element, collision: Collision) -> None:
    """Write the surface of a collision. Friction is always written, as the default of MARS (0.8) differs from other formats."""
    surface = collision.surface
    if collision.max_contacts is not None:
        node.append("cmax_num_contacts", count(collision.max_contacts))
    for field, key in SURFACE_KEYS:
        own = SURFACE_DEFAULTS.get(key)
        value = getattr(surface, field) if surface is not None and getattr(surface, field) is not None else None
        if value is None and field in ("mu", "mu2") and not writing.is_own:
            value = UNSTATED_FRICTION if field == "mu" or surface is None or surface.mu is None else surface.mu
        if value is not None and field in INFINITE_SURFACE_VALUES and math.isinf(value):
            _report_infinite(writing, collision, field, value)
            value = made_of(LARGEST_SURFACE_VALUE, value)
        if value is not None or own is not None:
            node.append(key, number(value if value is not None else own or 0.0))
    if surface is None:
        return
    if surface.friction_model in ("pyramid", "cone", "box"):
        says = (surface.friction_model,) if surface.friction_model != "box" else ()
        node.append("capprox", flag(surface.friction_model == "pyramid"), says=says)
    if surface.direction is not None:
        vector(node, "cfdir1", surface.direction)


def _report_infinite(writing: Writing, collision: Collision, field: str, value: float) -> None:
    row, limit = INFINITE_SURFACE_VALUES[field], number_text(LARGEST_SURFACE_VALUE)
    writing.report(row, collision, about=value, value="infinite", target=limit)


def law_of_friction(writing: Writing) -> object:
    """Return the friction law if the file says it, as all surfaces have the same friction. Report one that differs from the mean."""
    scene = writing.scene
    law = scene.friction_law
    if law not in LAW_NAMES:
        return None
    mus = sorted({_mu(collision) for link in scene.links for collision in link.collisions})
    if len(mus) < 2:
        return law
    report_changed_law(writing, mus[0], mus[-1])
    return None


def _mu(collision: Collision) -> float:
    surface = collision.surface
    return UNSTATED_FRICTION if surface is None or surface.mu is None else float(surface.mu)
