"""Faults of URDF files that show in Gazebo, Drake and MuJoCo: findings of `scenec check` and --verify."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

FLOATING = Code(
    "urdf-lint-floating-joint", "kept", "warning", "physics",
    headline="Floating joint refused by simulators: {value}",
    because="Gazebo ignores floating joints and the links behind them. MuJoCo refuses them below the root.",
    effect="The link is missing in Gazebo, and MuJoCo does not load the robot.",
    advice="Leave the root link without a joint: it floats.",
    many="floating joints refused by simulators",
)
JOINT_LIKE_LINK = Code(
    "urdf-lint-joint-named-like-link", "kept", "warning", "naming",
    headline="Joint named like a link: {value}",
    because="SDFormat forbids a joint and a link of one name in a model.",
    effect="Gazebo does not load the robot.",
    advice="Rename the joint.",
    many="joints named like links",
)
MASSLESS = Code(
    "urdf-lint-massless-moving", "kept", "warning", "physics",
    headline="Moving link without mass: {value}",
    because="Gazebo drops a link without mass behind a moving joint, with everything that hangs on it. MuJoCo refuses it.",
    effect="The link and those behind it are missing in Gazebo.",
    advice="Give the link an <inertial>.",
    many="moving links without mass",
)
MASSLESS_ROOT = Code(
    "urdf-lint-massless-root", "kept", "note", "physics",
    headline="Root link without mass: {value}",
    because="Gazebo drops a root without mass unless its fixed joints are merged. KDL ignores the mass of a root.",
    effect="Tools that keep fixed joints lose the robot.",
    advice="Give the link an <inertial>, or leave merging on.",
    many="root links without mass",
)

MOMENT_SMALL = Code(
    "urdf-lint-small-moment", "kept", "warning", "physics",
    headline="Inertia tensor too small for MuJoCo: {value}",
    because="MuJoCo refuses a tensor with a principal moment of 1e-14 kg m^2 or below.",
    effect="MuJoCo does not load the robot.",
    advice="Enlarge the tensor, or leave out the <inertial>.",
    many="inertia tensors too small for MuJoCo",
)

SHAPE_FLAT = Code(
    "urdf-lint-shape-flat", "kept", "warning", "geometry",
    headline="Shape of size 0: {value}",
    because="Drake refuses boxes, cylinders and capsules with a size of 0.",
    effect="Drake does not load the robot.",
    advice="Give the shape a size above 0.",
    many="shapes of size 0",
)
WORLD_NOT_ROOT = Code(
    "urdf-lint-world-not-root", "kept", "warning", "naming",
    headline="Link `world` hangs on a joint: {value}",
    because="Drake and MuJoCo take a link of this name for the ground.",
    effect="The link stands still in Drake. MuJoCo refuses a joint that moves it.",
    advice="Rename the link.",
    many="links `world` that hang on joints",
)

CODES = by_code(list(globals().values()))
