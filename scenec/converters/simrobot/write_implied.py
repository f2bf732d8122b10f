"""What SimRobot means when it says nothing: values that are not lost because nothing needs to be written for them."""

from __future__ import annotations

import math
from typing import Any


def _is_unlimited(value: float) -> bool:
    return math.isinf(value) or abs(value) >= 1e16


IMPLIED: dict[tuple[str, str], Any] = {
    ("Scene", "framing"): "world",
    ("Scene", "friction_law"): "table",
    ("Scene", "friction_default"): 1.0,
    ("World", "moving_bodies_collide"): True,
    ("World", "wind"): (0.0, 0.0, 0.0),
    ("PhysicsProfile", "engine"): lambda engine: engine in ("ode", "mujoco"),  # each core has one engine: the version says it
    ("PhysicsProfile", "default"): True,
    ("PhysicsProfile", "real_time_factor"): 1.0,
    ("SolverSettings", "type"): "world",
    ("Model", "self_collide"): False,
    ("Link", "self_collide"): False,
    ("Link", "gravity"): True,
    ("Link", "kinematic"): False,
    ("Link", "must_be_base"): False,
    ("Link", "enable_wind"): False,
    ("Model", "enable_wind"): False,
    ("Inertial", "auto"): False,
    ("Damping", "linear"): 0.0,
    ("Damping", "angular"): 0.0,
    ("Damping", "law"): lambda law: True,  # nothing to lose beside the numbers
    ("Collision", "sensing_only"): False,
    ("Surface", "restitution"): 0.0,
    ("Surface", "mu"): 1.0,
    ("Surface", "mu2"): 1.0,
    ("Visual", "visible"): True,
    ("Visual", "transparency"): 0.0,
    ("Material", "texture_scale"): (1.0, 1.0),
    ("Material", "two_sided"): False,
    ("Material", "lighting"): True,
    ("Limits", "active"): True,
    ("Limits", "lower"): _is_unlimited,
    ("Limits", "upper"): _is_unlimited,
    ("Limits", "effort"): lambda value: value < 0 or _is_unlimited(value),  # SDFormat says -1 where there is none
    ("Limits", "velocity"): lambda value: value < 0 or _is_unlimited(value),
    ("Axis", "initial"): 0.0,
    ("Axis", "reported_offset"): 0.0,
    ("Dynamics", "damping"): 0.0,
    ("Dynamics", "friction"): 0.0,
    ("Dynamics", "spring_stiffness"): 0.0,
    ("Dynamics", "spring_reference"): 0.0,
    ("Joint", "feedback"): False,
    ("Light", "on"): True,
    ("Light", "visualize"): True,
    ("Light", "intensity"): 1.0,
    ("Light", "cast_shadows"): False,
    ("Spot", "inner_angle"): 0.0,
    ("Spot", "falloff"): 1.0,
    ("Spot", "exponent"): 0.0,
    ("Sensor", "enabled"): True,
    ("Sensor", "always_on"): True,
    ("Sensor", "update_rate"): 0.0,
    ("Scan", "resolution"): 1.0,
    ("Camera", "near"): 0.01,
    ("Camera", "far"): 500.0,
    ("Beam", "shape"): lambda shape: False,
    ("MeshData", "smooth"): True,
}
"""(class, field) -> the value, or a test of it; see `scenec.accounting.settle.Implied`."""


CORE3: dict[tuple[str, str], Any] = {
    ("Scene", "friction_law"): "max",
    ("Material", "metallic"): 0.0,
    ("Material", "specular"): (0.0, 0.0, 0.0, 1.0),
    ("Material", "shininess"): 1.0,
    ("Material", "emissive"): (0.0, 0.0, 0.0, 1.0),
    ("Light", "ambient"): (0.0, 0.0, 0.0, 1.0),
    ("Light", "specular"): (1.0, 1.0, 1.0, 1.0),
}


def implied(version: str) -> dict[tuple[str, str], Any]:
    """The table for a version."""
    return IMPLIED | CORE3 if version == "core3" else IMPLIED
