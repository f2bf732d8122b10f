"""What SDFormat means when it says nothing: values that are not lost because nothing needs to be written for them."""

from __future__ import annotations

import math
from typing import Any


def _is_black(color: tuple[float, ...]) -> bool:
    """Nothing is said by a black of full opacity."""
    return not any(color[:3]) and (len(color) < 4 or color[3] == 1.0)


def _is_unlimited(value: float) -> bool:
    return math.isinf(value) or abs(value) >= 1e16


IMPLIED: dict[tuple[str, str], Any] = {
    ("World", "gravity"): (0.0, 0.0, -9.8),
    ("World", "moving_bodies_collide"): True,
    ("World", "wind"): (0.0, 0.0, 0.0),
    ("PhysicsProfile", "step"): 0.001,
    ("SolverSettings", "iteration_skip"): 1,
    ("Model", "static"): False,
    ("Model", "self_collide"): False,
    ("Link", "gravity"): True,
    ("Link", "self_collide"): False,
    ("Damping", "linear"): 0.0,
    ("Damping", "angular"): 0.0,
    ("Damping", "law"): lambda law: True,  # nothing to lose beside the numbers
    ("Collision", "sensing_only"): False,
    ("Surface", "rolling_friction2"): 0.0,
    ("Visual", "visible"): True,
    ("Visual", "receive_shadows"): True,
    ("Visual", "cast_shadows"): True,
    ("Visual", "transparency"): 0.0,
    ("Material", "texture_scale"): (1.0, 1.0),
    ("Material", "render_order"): 0.0,
    ("Material", "two_sided"): False,
    ("Material", "shininess"): 0.0,
    ("Limits", "active"): True,
    ("Limits", "lower"): _is_unlimited,
    ("Limits", "upper"): _is_unlimited,
    ("Axis", "initial"): 0.0,
    ("Axis", "reported_offset"): 0.0,
    ("Dynamics", "damping"): 0.0,
    ("Dynamics", "friction"): 0.0,
    ("Dynamics", "spring_stiffness"): 0.0,
    ("Dynamics", "spring_reference"): 0.0,
    ("Joint", "feedback"): False,
    ("Light", "ambient"): _is_black,
    ("Light", "on"): True,
    ("Light", "visualize"): True,
    ("Light", "intensity"): 1.0,
    ("Spot", "exponent"): 0.0,
    ("Sensor", "enabled"): True,
    ("Inertial", "auto"): False,
    ("Scene", "friction_law"): "min",
    ("Scene", "friction_default"): 1.0,
    ("Scene", "framing"): lambda framing: True,  # what the file is shows in what is written
}
"""(class, field) -> the value, or a test of it; see `scenec.accounting.settle.Implied`."""


def implied(version: str) -> dict[tuple[str, str], Any]:
    """The table for a version: what differs between versions is told by the vocabulary where it is written."""
    return IMPLIED
