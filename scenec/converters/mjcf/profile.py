"""What MuJoCo means where a file says nothing."""

from __future__ import annotations

from scenec.converters.common.implied import ONE_ENGINE, Table

VERSION = "4.0"
"""The release of MuJoCo whose compiler decides what a file means."""
GRAVITY = (0.0, 0.0, -9.81)
"""`option/@gravity` of a file that states none (m/s^2)."""
STEP = 0.002
"""`option/@timestep` of a file that states none (s)."""
DENSITY = 1000.0
"""Of a geom that states neither mass nor density (kg/m^3)."""
FRICTION = (1.0, 0.005, 0.0001)
"""Of a geom that states none: sliding (1), torsional (m), rolling (m)."""
FRICTION_LAW = "max"
"""How the friction of two geoms of equal priority combines, component by component (engine_collision_driver.c)."""

IMPLIED: Table = {
    **ONE_ENGINE,
    ("World", "gravity"): GRAVITY,
    ("PhysicsProfile", "step"): STEP,
    ("PhysicsProfile", "engine"): "mujoco",
    ("Scene", "friction_law"): FRICTION_LAW,
    ("Surface", "mu"): FRICTION[0],
    ("Surface", "mu2"): FRICTION[0],
    ("Surface", "torsional_friction"): FRICTION[1],
    ("Surface", "rolling_friction"): FRICTION[2],
    ("Surface", "rolling_friction2"): FRICTION[2],
    ("Surface", "restitution"): 0.0,
    ("Collision", "category_mask"): 1,
    ("Collision", "collide_mask"): 1,
    ("Model", "self_collide"): True,
    ("Visual", "cast_shadows"): True,
    ("Light", "cast_shadows"): True,
}


def implied(version: str) -> Table:
    """Return what MJCF means where it says nothing; see `scenec.accounting.settle.Implied`."""
    return IMPLIED
