"""What SimSpark means when a scene says nothing: values that are not lost because nothing needs to be written for them."""

from __future__ import annotations

import math
from typing import Any

from scenec.converters.rsg.materials import DEFAULT, SHININESS


def _is_unlimited(value: float) -> bool:
    return math.isinf(value) or abs(value) >= 1e16


IMPLIED: dict[tuple[str, str], Any] = {
    ("Scene", "framing"): "world",
    ("Scene", "friction_law"): "mean",
    ("World", "wind"): (0.0, 0.0, 0.0),
    ("World", "moving_bodies_collide"): True,
    ("PhysicsProfile", "engine"): "ode",
    ("PhysicsProfile", "default"): True,
    ("PhysicsProfile", "real_time_factor"): 1.0,
    ("SolverSettings", "type"): "world",
    ("Link", "gravity"): True,
    ("Link", "kinematic"): False,
    ("Link", "must_be_base"): False,
    ("Link", "enable_wind"): False,
    ("Model", "enable_wind"): False,
    ("Model", "static"): False,
    ("Inertial", "auto"): False,
    ("Damping", "linear"): 0.0,
    ("Damping", "angular"): 0.0,
    ("Damping", "law"): lambda law: True,  # nothing to lose beside the numbers
    ("Collision", "sensing_only"): False,
    ("Surface", "slip1"): 0.0,
    ("Surface", "slip2"): 0.0,
    ("Surface", "soft_cfm"): 0.0,
    ("Surface", "rolling_friction"): 0.0,
    ("Surface", "rolling_friction2"): 0.0,
    ("Surface", "spinning_friction"): 0.0,
    ("Visual", "visible"): True,
    ("Visual", "transparency"): 0.0,
    ("Material", "diffuse"): DEFAULT.diffuse,
    ("Material", "ambient"): DEFAULT.ambient,
    ("Material", "specular"): DEFAULT.specular,
    ("Material", "emissive"): DEFAULT.emissive,
    ("Material", "shininess"): SHININESS,
    ("Material", "texture_scale"): (1.0, 1.0),
    ("Material", "two_sided"): False,
    ("Material", "lighting"): True,
    ("Limits", "active"): True,
    ("Limits", "lower"): _is_unlimited,
    ("Limits", "upper"): _is_unlimited,
    ("Limits", "effort"): _is_unlimited,
    ("Limits", "velocity"): _is_unlimited,
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
    ("Attenuation", "constant"): 1.0,
    ("Attenuation", "linear"): 0.0,
    ("Attenuation", "quadratic"): 0.0,
    ("Sensor", "enabled"): True,
    ("Sensor", "always_on"): True,
    ("Sensor", "update_rate"): 0.0,
    ("MeshData", "smooth"): True,
}
"""(class, field) -> the value, or a test of it; see `scenec.accounting.settle.Implied`."""


def implied(version: str) -> dict[tuple[str, str], Any]:
    """The table for a version: the same for both."""
    return IMPLIED
