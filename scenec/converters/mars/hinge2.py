"""The axes of a hinge2 joint when MARS creates it.

MARS sets axis 1 while the engine's axis 2 is still y of the second body; it ends where both are parallel.
See sim/src/physics/JointPhysics.cpp: createHinge2, and ODE's joints/hinge2.cpp.
"""

from __future__ import annotations

from scenec.ir.pose import Rotation, Vec3, cross, norm

PARALLEL = 1e-6
"""The sine of the angle between axes below which they are taken for parallel."""


def is_refused(axis1: Vec3, rotation: Rotation) -> bool:
    """Whether MARS cannot create a hinge2 with this axis 1 (in the world). rotation: of the second body in the world."""
    axis2 = rotation.apply((0.0, 1.0, 0.0))
    return norm(cross(axis1, axis2)) <= PARALLEL * norm(axis1) * norm(axis2)
