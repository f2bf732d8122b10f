"""The losses of parts of a scene that the built-in targets report, of all that there are (`scenec.accounting.parts`).

What every one of them writes or drops as a whole, only the target of a plug-in reports field by field.
"""

from __future__ import annotations

from collections.abc import Iterator

from scenec.accounting.code import Code
from scenec.accounting.parts import rows

# Rows of this table take a line or two each: a formatter would give every word a line.
# fmt: off
WHOLE = frozenset(
    (
        "Animation", "Asset", "Atmosphere", "Box", "Capsule", "Cone", "ConvexDecomposition", "Cylinder", "Damping",
        "Distortion", "Ellipsoid", "ExcludedPair", "Fog", "Gains", "Gripper", "ImageExtrusion", "ImuFrame", "Inertia",
        "JointPosition", "LinkPlacement", "MaterialScript", "MeshExtent", "Mimic", "ParticleEmitter", "Plane", "Plugin",
        "Polyline", "Radio", "RawItem", "Shader", "Sphere", "SphericalCoordinates", "TerrainBlend", "TerrainTexture", "Texture",
        "Torus", "Use", "UserInput", "Waypoint",
    )
)
# fmt: on
"""Classes that each built-in target writes with all their fields or drops as a whole."""
WRITTEN = frozenset(
    f"{each}-dropped"
    for each in """
    actor-animation actor-auto-start actor-delay-start actor-loop actor-name actor-pose actor-relative-to actor-skin actor-trajectory
    actor-trajectory-number actor-trajectory-type actor-waypoint actor-world actuator-axis actuator-command collision-pose
    collision-relative-to collision-sensing-only collision-shape controller-library frame-pose frame-relative-to friction-pair
    friction-pair-first friction-pair-mu friction-pair-second inertia inertial inertial-auto inertial-mass joint-axis
    joint-axis-expressed-in joint-axis-initial joint-axis-xyz joint-dynamics joint-gear-ratio joint-gear-reference joint-limit
    joint-limit-active joint-pose joint-relative-to joint-world light-spot-outer-angle light-world link link-relative-to look-background
    material-diffuse mesh-faces mesh-faces-vertices mesh-smooth mesh-uri mesh-vertices model-placement-frame named-pose-time physics-step
    pose-position sensor-channel-name sensor-contact-collisions sensor-force-torque-frame sensor-lens-custom sensor-lens-custom-function
    sensor-lens-scale-to-fov sensor-lens-type sensor-noise-dynamic-bias-correlation-time sensor-noise-dynamic-bias-stddev sensor-noise-mean
    sensor-noise-parameters sensor-noise-precision sensor-noise-type sensor-range-upper sensor-type shape-heightmap-image
    shape-heightmap-position shape-heightmap-size shape-mesh-shape-mesh shape-mesh-shape-scale shape-mesh-shape-submesh sky-cloud-ambient
    sky-sunrise sky-sunset sky-time viewpoint-name viewpoint-pose visual-pose visual-relative-to visual-shape visual-visible world-gravity
    """.split()
)
"""Codes of fields that each built-in target writes or drops with the whole part."""


def reported_rows() -> Iterator[Code]:
    """Yield the rows that conversions to built-in targets can make: all but those of fields of `WHOLE`, and those of `WRITTEN`."""
    return (row for row in rows(whole=WHOLE) if row.code not in WRITTEN)
