"""Problems of a scene that `scenec check` reports: SimRobot refuses it, crashes, or cannot hold it steady."""

from __future__ import annotations

from scenec.accounting.code import Code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

NO_LIGHT = Code(
    "simrobot-scene-without-light", "kept", "note", "appearance",
    headline="Scene has no light",
    because="SimRobot draws a scene without lights in a fifth of its ambient colours.",
    effect="The scene is almost black.",
    advice="Add a DirLight or PointLight to the Scene.",
    many="scenes without light",
)
COLLIDE_WITH_PARENT_OVERLAP = Code(
    "simrobot-collide-with-parent-overlap", "kept", "warning", "physics",
    headline="Body with collideWithParent overlaps: {body}",
    because="{body} has collideWithParent, and the two bodies at joint {joint} overlap at the start.",
    effect="ODE hurls the two bodies apart.",
    advice="Leave gaps between the shapes at the joint, or remove collideWithParent.",
    many="bodies with collideWithParent overlap",
)
MASS_RATIO = Code(
    "simrobot-mass-ratio", "kept", "warning", "physics",
    headline="Masses at a joint differ too much: {value}",
    because="{light} has {value} of the mass of {heavy} at the same joint.",
    effect="ODE may report LCP errors and ignore all joints.",
    advice="Give the lighter body at least 1e-3 of the mass of the heavier one.",
    many="joints with masses that differ too much",
)
JOINT_RANGE_EMPTY = Code(
    "simrobot-joint-range-empty", "kept", "error", "physics",
    headline="Joint range empty: {value}",
    because="The MuJoCo core requires a Deflection whose min is below its max.",
    effect="SimRobotCore3 refuses the scene.",
    advice="Widen the range by 1e-9 rad, or weld the two bodies.",
    many="joint ranges empty",
)
WORLD_JOINT_CHAIN = Code(
    "simrobot-world-joint-chain", "kept", "error", "physics",
    headline="Joint of the world carries another joint: {carried}",
    because="Joint {joint} connects a body to the world, and joint {carried} belongs to that body.",
    effect="SimRobotCore3 crashes while it loads the scene.",
    advice="Let the first body stand free, or use SimRobotCore2.",
    many="joints of the world carry other joints",
)
VELOCITY_MOTOR_UNSTABLE = Code(
    "simrobot-velocity-motor-unstable", "kept", "warning", "control",
    headline="VelocityMotor unstable: {value}",
    because="A VelocityMotor of the MuJoCo core has an explicit gain of {gain}. {value} is too little for steps of {step} s.",
    effect="The joint oscillates, and the scene may explode.",
    advice="Use steps below {limit} s, a heavier body, or a ServoMotor.",
    many="velocity motors unstable",
)
INERTIA_REFUSED = Code(
    "simrobot-inertia-refused", "kept", "error", "physics",
    headline="Mass distribution impossible: {subject}",
    because="MuJoCo refuses this mass distribution: {why}.",
    effect="SimRobotCore3 refuses the scene.",
    advice="Check units, signs and the order of the entries.",
    many="mass distributions impossible",
)
CAPSULE_DEGENERATE = Code(
    "simrobot-capsule-degenerate", "kept", "error", "geometry",
    headline="Capsule too short: {subject}",
    because="MuJoCo requires a capsule with room between its caps.",
    effect="SimRobotCore3 refuses the scene.",
    advice="Make the capsule longer than twice its radius, or use a sphere.",
    many="capsules too short",
)
