"""Findings of the lints: faults of SDFormat files that no reader reports."""

from __future__ import annotations

from scenec.accounting.code import Code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

DRAKE_REFUSES = "Drake refuses the file."

# ---------------------------------------------------------------- other versions

SCOPED_NAME_REFERENCE = Code(
    "sdf-scoped-name", "kept", "error", "naming",
    headline="Scoped name with an outer reference: {subject}",
    because="Before 1.8, libsdformat nests names with :: in a world. This {tag} refers to {reference}, which does not begin with {prefix}.",
    effect="The parser libsdformat aborts when it loads the file.",
    advice="Nest the model (SDFormat 1.5 and newer), or write _ instead of ::.",
    many="scoped names with outer references",
)
SCOPED_NAME_CUT = Code(
    "sdf-scoped-name-cut", "kept", "error", "naming",
    headline="Name that libsdformat cuts off: {subject}",
    because="Before 1.8, libsdformat nests names with :: in a world. The name begins like the group {prefix}:: and is cut off, too.",
    effect="The parser libsdformat does not find the {tag}.",
    advice="Nest the model (SDFormat 1.5 and newer), or write _ instead of ::.",
    many="names that libsdformat cuts off",
)
OLD_ELEMENT = Code(
    "sdf-old-element", "kept", "warning", "physics",
    headline="Element or attribute of an older version: {subject}",
    because="SDFormat {version} ignores {subject}. The last version that obeys it is {last}.",
    effect="Simulators ignore it.",
    advice="State it as version {version} does, or state version {last}.",
    many="elements and attributes of older versions",
)
NESTED_AXIS = Code(
    "sdf-nested-axis", "kept", "warning", "physics",
    headline="Joint axis of a nested model in SDFormat 1.4",
    because="SDFormat 1.4 states axes in the model frame. libsdformat reads those of nested models in the joint frame.",
    effect="The joint moves about or along another axis than the specification says.",
    advice="State version 1.5 or newer, which states every axis in the joint frame.",
    many="joint axes of nested models in SDFormat 1.4",
)

# ---------------------------------------------------------------- joints

JOINT_FIXED_IN_DART = Code(
    "sdf-joint-fixed-in-dart", "kept", "warning", "physics",
    headline="Joint type without a simulation: {value}",
    because="DART, the engine of Gazebo Sim, makes a {value} joint a fixed one.",
    effect="The joint does not move in Gazebo Sim, and Drake refuses the file.",
    advice="Use two revolute joints with a small link between them.",
    many="joint types without a simulation",
)
INITIAL_POSITION = Code(
    "sdf-initial-position", "kept", "warning", "physics",
    headline="Initial position ignored: {value}",
    because="No simulator reads <initial_position>.",
    effect="The joint starts at zero, and Drake refuses the file.",
    advice="Place the links where they start, or use <model_state> of SDFormat 1.12.",
    many="initial positions ignored",
)
STATE_ANGLES = Code(
    "sdf-state-angles", "kept", "warning", "physics",
    headline="Joint angles of a state ignored",
    because="Gazebo ignores the joint angles of a <state>.",
    effect="The joints start at zero, and Drake refuses the file.",
    advice="Place the links where they start.",
    many="joint angles of states ignored",
)
DAMPING_NEGATIVE = Code(
    "sdf-damping-negative", "kept", "error", "physics",
    headline="Negative joint damping: {value}",
    because="A negative damping feeds energy into the joint.",
    effect=DRAKE_REFUSES,
    advice="State a positive damping.",
    many="negative joint dampings",
)
JOINTS_BETWEEN_TWO_LINKS = Code(
    "sdf-joints-between-two-links", "kept", "warning", "physics",
    headline="Second joint between two links",
    because="The joint {other} connects the same two links.",
    effect=DRAKE_REFUSES,
    advice="Connect the links by one joint.",
    many="further joints between two links",
)
UNIVERSAL_AXES = Code(
    "sdf-universal-axes", "kept", "warning", "physics",
    headline="Axes of a universal joint not at right angles",
    because="The two axes of a universal joint have to be at right angles.",
    effect=DRAKE_REFUSES,
    advice="Turn one of the axes.",
    many="universal joints with axes not at right angles",
)

# ---------------------------------------------------------------- bodies, files, appearance

INERTIA_ROUNDING = Code(
    "sdf-inertia-rounding", "kept", "error", "physics",
    headline="Inertia that libsdformat refuses",
    because="The parser libsdformat computes the principal moments of this flat or thin body with larger rounding errors than it accepts.",
    effect="Gazebo and Drake refuse the whole file.",
    advice="State the inertia along its principal axes.",
    many="inertias that libsdformat refuses",
)
BOUNCE_WITHOUT_THRESHOLD = Code(
    "sdf-bounce-without-threshold", "kept", "warning", "physics",
    headline="Bounce without a threshold",
    because="The default <threshold> is 100,000 m/s, and slower contacts do not bounce.",
    effect="The surface does not bounce.",
    advice="State a <threshold>, 0 for every contact.",
    many="bounces without a threshold",
)
RELATIVE_URI = Code(
    "sdf-relative-uri", "kept", "note", "metadata",
    headline="Relative path to a file: {value}",
    because="Gazebo may search a relative path in its working directory and resource path, not beside the file.",
    effect="Gazebo does not find the file when it runs elsewhere.",
    advice="Write model://NAME/..., or add the folder to GZ_SIM_RESOURCE_PATH.",
    many="relative paths to files",
)
HALF_METAL = Code(
    "sdf-half-metal", "kept", "note", "appearance",
    headline="Metal without a metalness",
    because="The default <metalness> in Gazebo is 0.5.",
    effect="The surface looks half metal.",
    advice="State <metalness>0</metalness> if the surface is no metal.",
    many="metals without a metalness",
)
SPOT_WITHOUT_OPENING = Code(
    "sdf-spot-without-opening", "kept", "warning", "appearance",
    headline="Spot light without an opening",
    because="The default <outer_angle> is 0°.",
    effect="The spot lights nothing.",
    advice="State <outer_angle> in rad.",
    many="spot lights without an opening",
)
