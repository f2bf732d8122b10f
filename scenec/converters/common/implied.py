"""Implied values: they are not lost, since every simulator assumes them by default.

(class, field) -> the value, or a test of it; see `scenec.accounting.settle.Implied`. A format adds its own defaults:
``IMPLIED = {**EVERYWHERE, ("Model", "static"): False}``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

Table = dict[tuple[str, str], Any]


def beyond(limit: float) -> Callable[[float], bool]:
    """A test for bounds that stand for none, as people write them."""
    return lambda value: math.isinf(value) or abs(value) >= limit


def anything(value: object) -> bool:
    """For values that have no meaning without the numbers beside them, which are reported."""
    return True


EVERYWHERE: Table = {
    ("World", "moving_bodies_collide"): True,
    ("World", "contacts"): True,
    ("World", "wind"): (0.0, 0.0, 0.0),
    ("Link", "gravity"): True,
    ("Link", "gravity_factor"): 1.0,
    ("Inertial", "auto"): False,
    ("Damping", "linear"): 0.0,
    ("Damping", "angular"): 0.0,
    ("Damping", "law"): anything,
    ("Collision", "sensing_only"): False,
    ("Visual", "visible"): True,
    ("Visual", "transparency"): 0.0,
    ("Material", "texture_scale"): (1.0, 1.0),
    ("Material", "two_sided"): False,
    ("MeshGroup", "name"): "",
    ("Limits", "active"): True,
    ("Limits", "lower"): beyond(1e16),
    ("Limits", "upper"): beyond(1e16),
    ("Axis", "initial"): 0.0,
    ("Axis", "reported_offset"): 0.0,
    ("Dynamics", "damping"): 0.0,
    ("Dynamics", "friction"): 0.0,
    ("Dynamics", "spring_stiffness"): 0.0,
    ("Dynamics", "spring_reference"): 0.0,
    ("Dynamics", "armature"): 0.0,
    ("Actuator", "ratio"): 1.0,
    ("Surface", "torsional_friction"): 0.0,
    ("Joint", "feedback"): False,
    ("Light", "on"): True,
    ("Light", "visualize"): True,
    ("Light", "intensity"): 1.0,
    ("Sensor", "enabled"): True,
}

ONE_ENGINE: Table = {
    **EVERYWHERE,
    ("Scene", "framing"): "world",
    ("PhysicsProfile", "engine"): "ode",
    ("PhysicsProfile", "default"): True,
    ("PhysicsProfile", "real_time_factor"): 1.0,
    ("Link", "kinematic"): False,
    ("Link", "must_be_base"): False,
    ("Link", "enable_wind"): False,
    ("Model", "enable_wind"): False,
    ("Material", "lighting"): True,
    ("Limits", "effort"): beyond(1e16),
    ("Limits", "velocity"): beyond(1e16),
    ("Light", "cast_shadows"): False,
    ("Sensor", "always_on"): True,
    ("Sensor", "update_rate"): 0.0,
    ("MeshData", "smooth"): True,
}
"""The same for formats whose files are worlds for one simulator with one engine (SimRobot, MARS, RubySceneGraph)."""
