"""Findings of the SimRobot writer about scenes for the MuJoCo core: losses, and what that core refuses."""

from __future__ import annotations

from scenec.accounting.code import Code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- settings of ODE

SOLVER_ODE_DROPPED = Code(
    "solver-ode-dropped", "dropped", "note", "physics",
    headline="Settings of ODE dropped: {value}",
    because="MuJoCo solves contacts in another way and has no such settings.",
    effect="Contacts are as soft as MuJoCo makes them.",
    advice="Tune step and contacts in the MuJoCo core until they behave in the same way.",
    many="settings of ODE dropped",
)
JOINT_ODE_DROPPED = Code(
    "joint-ode-dropped", "dropped", "note", "physics",
    headline="CFM and ERP of a joint dropped",
    because="CFM and ERP are settings of ODE. The MuJoCo core has none.",
    effect="The joint and its stops are as soft as MuJoCo makes them.",
    advice="Tune the damping of the joint in the MuJoCo core.",
    many="settings CFM and ERP of joints dropped",
)
JOINT_LIMIT_WIDENED = Code(
    "joint-limit-widened", "approximated", "warning", "physics",
    headline="Joint limits widened: {value} -> {result}",
    because="The MuJoCo core requires a Deflection whose min is below its max.",
    effect="The joint is locked as before, within that range.",
    advice="Weld the two links if the joint is not needed.",
    many="joint limits widened",
)

# ---------------------------------------------------------------- what the core refuses

ACTUATOR_VELOCITY_UNSTABLE = Code(
    "actuator-velocity-unstable", "kept", "warning", "control",
    headline="VelocityMotor unstable: {value}",
    because="A VelocityMotor of the MuJoCo core has an explicit gain of {gain}. {inertia} is too little for steps of {step} s.",
    effect="The joint oscillates, and the scene may explode.",
    advice="Use steps below {limit} s, a heavier link, or a ServoMotor.",
    many="velocity motors unstable",
)
STEP_UNSTABLE = Code(
    "step-unstable-for-servos", "kept", "error", "physics",
    headline="Step too long for servos: {value}",
    because="A ServoMotor of the MuJoCo core holds its force for a whole step. The joints move too little mass for such steps.",
    effect="The joints oscillate, and the scene explodes in SimRobotCore3.",
    advice="Use --ready, or a stepLength of {limit}.",
    many="steps too long for servos",
)
LINK_INERTIA_REFUSED = Code(
    "link-inertia-refused", "kept", "error", "physics",
    headline="Mass distribution impossible",
    because="MuJoCo refuses this mass distribution: {why}.",
    effect="SimRobotCore3 refuses the scene.",
    advice="Correct the inertia tensor in the source.",
    many="mass distributions impossible",
)
CAPSULE_DEGENERATE_REFUSED = Code(
    "capsule-degenerate-refused", "kept", "error", "geometry",
    headline="Capsule too short",
    because="MuJoCo requires a capsule with room between its caps.",
    effect="SimRobotCore3 refuses the scene.",
    advice="Make the capsule longer than twice its radius, or use a sphere.",
    many="capsules too short",
)

# ---------------------------------------------------------------- materials

MATERIAL_AMBIENT_APPROXIMATED = Code(
    "material-ambient-approximated", "approximated", "note", "appearance",
    headline="Ambient colour changed: {value} -> {result}",
    because="Surfaces of the MuJoCo core reflect a part of ambient light in their own colour.",
    effect="The surface has another tint in the shade.",
    advice="Set albedo and ambient in the result if the tint in the shade matters.",
    many="ambient colours changed",
)
MATERIAL_HIGHLIGHT_APPROXIMATED = Code(
    "material-highlight-approximated", "approximated", "note", "appearance",
    headline="Highlight changed: {value} -> {result}",
    because="Surfaces of the MuJoCo core have a roughness instead of a specular colour and a shininess.",
    effect="Highlights are as wide as before, with another colour and strength.",
    advice="Tune roughness and metallic in the result.",
    many="highlights changed",
)
