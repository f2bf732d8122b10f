"""Contacts: what a node says of its surface. Of two that touch, MARS takes the mean of most of it."""

from __future__ import annotations

import math
from typing import Any

from scenec.accounting.lens import unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.mars.write_context import Writing
from scenec.converters.mars.write_values import flag, number, vector
from scenec.ir.link import Collision
from scenec.syntax.xml_printing import Out

FIELDS = (
    ("mu", "cfriction1"),
    ("mu2", "cfriction2"),
    ("soft_erp", "cerp"),
    ("soft_cfm", "ccfm"),
    ("contact_motion1", "cmotion1"),
    ("contact_motion2", "cmotion2"),
    ("slip1", "cfds1"),
    ("slip2", "cfds2"),
    ("restitution", "cbounce"),
    ("bounce_threshold", "cbounce_vel"),
    ("rolling_friction", "rolling_friction"),
    ("rolling_friction2", "rolling_friction2"),
    ("spinning_friction", "spinning_friction"),
)
"""Field of a surface -> key of a node."""

DEFAULTS = {"cerp": 0.1, "ccfm": 1e-8, "cbounce": 0.0}
"""What MARS takes where nothing is written; written, so that nobody has to know."""

ENDLESS = 1e15
"""What stands for infinity."""

FRICTION_OF_OTHERS = 1.0
"""Of a shape that says nothing: SDFormat's and SimRobot's default, which is not MARS's (0.8)."""


def write_surface(writing: Writing, node: Out, collision: Collision) -> None:
    """Friction is always written, as nobody else's default is 0.8."""
    surface: Any = collision.surface
    if collision.max_contacts is not None:
        node.add("cmax_num_contacts", str(int(collision.max_contacts)))
    bare = unwrap(surface) if surface is not None else None
    for field, key in FIELDS:
        own = DEFAULTS.get(key)
        value = getattr(surface, field) if bare is not None and getattr(bare, field) is not None else None
        if value is None and field in ("mu", "mu2") and not writing.from_mars:
            value = FRICTION_OF_OTHERS if field == "mu" or bare is None or bare.mu is None else bare.mu
        if value is not None and math.isinf(value):
            _tell_endless(writing, collision, field, value)
            value = ENDLESS
        if value is not None or own is not None:
            node.add(key, number(value if value is not None else own or 0.0))
    if bare is None:
        return
    if bare.friction_model in ("pyramid", "cone", "box"):
        if bare.friction_model != "box":
            _ = surface.friction_model
        node.add("capprox", flag(bare.friction_model == "pyramid"))
    if bare.direction is not None:
        vector(node, "cfdir1", surface.direction)


def _tell_endless(writing: Writing, collision: Collision, field: str, value: float) -> None:
    writing.tell(
        collision,
        f"surface-{field.replace('_', '-')}-approximated",
        "approximated",
        "note",
        "physics",
        about=value,
        subject=writing.subject(collision),
        value="infinite",
        target=number(ENDLESS),
        because="MARS takes the mean of the numbers of two surfaces, so infinity is written as a very large one",
        consequence="nothing that can be seen",
    )


WORDS = {"min": "the smaller", "max": "the larger"}


def write_law(writing: Writing) -> None:
    """Two surfaces of MARS have the mean of their friction. That is all the same where all have the same; else it is told."""
    scene = writing.request.scene
    law = unwrap(scene).friction_law
    if law not in WORDS:
        return
    _ = scene.friction_law
    mus = sorted({_mu(collision) for link in unwrap(scene).links for collision in link.collisions})
    if len(mus) < 2:
        return
    low, high = mus[0], mus[-1]
    writing.tell(
        scene,
        "friction-law-approximated",
        "approximated",
        "warning",
        "physics",
        about=unwrap(scene).friction_law,
        subject="friction_law",
        value=f"{WORDS[law]} of two",
        target="the mean of two",
        because="MARS takes the mean of the frictions of two surfaces",
        consequence=f"between surfaces of {number(low)} and {number(high)} it is {number(Computed((low + high) / 2))}, "
        f"not {number(low if law == 'min' else high)}",
        hint="give surfaces that touch each other the same friction",
    )


def _mu(collision: Collision) -> float:
    surface = collision.surface
    return FRICTION_OF_OTHERS if surface is None or surface.mu is None else float(surface.mu)
