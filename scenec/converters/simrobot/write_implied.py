"""What SimRobot means when it says nothing: values that are not lost because nothing needs to be written for them."""

from __future__ import annotations

from scenec.converters.common.implied import ONE_ENGINE, Table, beyond


def _is_no_maximum(value: float) -> bool:
    return value < 0 or beyond(1e16)(value)  # SDFormat says -1 where there is none


IMPLIED: Table = {
    **ONE_ENGINE,
    ("Scene", "friction_law"): "table",
    ("Scene", "friction_default"): 1.0,
    ("PhysicsProfile", "engine"): lambda engine: engine in ("ode", "mujoco"),  # each core has one engine: the version says it
    ("SolverSettings", "type"): "world",
    ("Model", "self_collide"): False,
    ("Link", "self_collide"): False,
    ("Surface", "restitution"): 0.0,
    ("Surface", "mu"): 1.0,
    ("Surface", "mu2"): 1.0,
    ("Limits", "effort"): _is_no_maximum,
    ("Limits", "velocity"): _is_no_maximum,
    ("Spot", "inner_angle"): 0.0,
    ("Spot", "falloff"): 1.0,
    ("Spot", "exponent"): 0.0,
    ("Scan", "resolution"): 1.0,
    ("Camera", "near"): 0.01,
    ("Camera", "far"): 500.0,
    ("Beam", "shape"): lambda shape: False,
}
"""(class, field) -> the value, or a test of it; see `scenec.accounting.settle.Implied`."""

CORE3: Table = {
    ("Scene", "friction_law"): "max",
    ("Material", "metallic"): 0.0,
    ("Material", "specular"): (0.0, 0.0, 0.0, 1.0),
    ("Material", "shininess"): 1.0,
    ("Material", "emissive"): (0.0, 0.0, 0.0, 1.0),
    ("Light", "ambient"): (0.0, 0.0, 0.0, 1.0),
    ("Light", "specular"): (1.0, 1.0, 1.0, 1.0),
}


def implied(version: str) -> Table:
    """The table for a version."""
    return IMPLIED | CORE3 if version == "core3" else IMPLIED
