"""Findings of checks of a scene. The values themselves are kept as they are."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- structure

ID_REPEATED = Code(
    "id-repeated", "kept", "error", "metadata",
    headline="Id repeated: {value}",
    because="Two parts of the scene have the same id.",
    effect="References to the id are ambiguous.",
    advice="Give each part an id of its own. Report the file if scenec read the scene from a file.",
    many="ids repeated",
)
REFERENCE_DANGLING = Code(
    "reference-dangling", "kept", "error", "metadata",
    headline="Reference to a missing part: {value}",
    because="The scene has no part {value}.",
    effect="Programs do not find the part.",
    advice="Correct the name.",
    many="references to missing parts",
)
ACTUATOR_AXIS_MISSING = Code(
    "actuator-axis-missing", "kept", "error", "physics",
    headline="Actuator of a missing axis: {value}",
    because="Axes count from 0. Number of axes of the joint: {count}.",
    effect="The scene is refused.",
    advice="Correct the axis number of the actuator.",
    many="actuators of missing axes",
)
MESH_TABLE_WRONG = Code(
    "mesh-table-wrong", "kept", "error", "geometry",
    headline="Mesh table wrong",
    because="{why}",
    effect="The scene is refused.",
    advice="Correct the mesh.",
    many="mesh tables wrong",
)
CONTENT_DEPTH_WRONG = Code(
    "content-depth-wrong", "kept", "error", "metadata",
    headline="Depth of foreign content wrong: {value}",
    because="At most {most} is possible at this place.",
    effect="The scene is refused.",
    advice="Correct the depth.",
    many="depths of foreign content wrong",
)
POSE_UNRESOLVED = Code(
    "pose-unresolved", "kept", "error", "physics",
    headline="Pose unresolved",
    because="{why}",
    effect="The place of the part is undefined.",
    advice="Remove the circular reference.",
    many="poses unresolved",
)
MESH_UNUSED = Code(
    "mesh-unused", "kept", "note", "geometry",
    headline="Mesh unused",
    because="No shape uses this mesh.",
    effect="No effect: the mesh is not shown.",
    advice="Remove the mesh if it is not needed.",
    many="meshes unused",
)

# ---------------------------------------------------------------- bodies and joints that cannot be

LINK_MASS_IMPLAUSIBLE = Code(
    "link-mass-implausible", "kept", "error", "physics",
    headline="Mass implausible: {value} kg",
    because="The link moves, so its mass must be positive.",
    effect="Simulators refuse the link, or accelerate it without end.",
    advice="State the mass of the link.",
    many="masses implausible",
)
LINK_INERTIA_IMPLAUSIBLE = Code(
    "link-inertia-implausible", "kept", "warning", "physics",
    headline="Inertia tensor implausible",
    because="No body can have this mass distribution: {why}.",
    effect="Simulators refuse the tensor, or compute wrong rotations.",
    advice="Check units, signs and the order of the entries.",
    many="inertia tensors implausible",
)
LINK_INERTIA_UNLIKE_SHAPE = Code(
    "link-inertia-unlike-shape", "kept", "warning", "physics",
    headline="Inertia tensor too large for the shapes: {value} kg m²",
    because="A body with this tensor reaches {times} times as far as the shapes of the link.",
    effect="The link turns much too slowly.",
    advice="Check the units of the inertia tensor.",
    many="inertia tensors too large for the shapes",
)
JOINT_AXIS_IMPLAUSIBLE = Code(
    "joint-axis-implausible", "kept", "error", "physics",
    headline="Joint axis implausible: {value}",
    because="The axis is zero or not finite, so it has no direction.",
    effect="Simulators refuse the joint.",
    advice="State a direction.",
    many="joint axes implausible",
)
JOINT_LIMITS_REVERSED = Code(
    "joint-limits-reversed", "kept", "warning", "physics",
    headline="Joint limits reversed: {value}",
    because="The lower limit {lower} is above the upper limit {upper}.",
    effect="Simulators ignore such limits or refuse them.",
    advice="Exchange the limits.",
    many="joint limits reversed",
)
JOINT_INITIAL_OUTSIDE_LIMITS = Code(
    "joint-initial-outside-limits", "kept", "warning", "physics",
    headline="Initial joint position outside the limits: {initial}",
    because="The limits are {lower} to {upper}.",
    effect="Simulators push the joint back in the first step.",
    advice="Correct the limits or the initial position.",
    many="initial joint positions outside the limits",
)

# ---------------------------------------------------------------- values that are most likely in a wrong unit

JOINT_VELOCITY_UNLIKELY = Code(
    "joint-velocity-unlikely", "kept", "note", "control",
    headline="Maximum velocity unlikely: {speed}",
    because="Joints with a gear stay below 100 rad/s and 20 m/s. Numbers from 100,000 count as no limit.",
    effect="The joint may move too fast.",
    advice="{question}",
    many="maximum velocities unlikely",
)
JOINT_RANGE_UNLIKELY = Code(
    "joint-range-unlikely", "kept", "note", "physics",
    headline="Joint limit unlikely: {value} rad",
    because="The limit is {turns} turns away from zero. Numbers from 100,000 count as no limit.",
    effect="The joint may turn too far.",
    advice="Check the unit. Were degrees meant ({value}° is {radians} rad)?",
    many="joint limits unlikely",
)
LINK_DENSITY_UNLIKELY = Code(
    "link-density-unlikely", "kept", "note", "physics",
    headline="Density unlikely: {density} kg/m³",
    because="{mass} kg in {volume} are {density} kg/m³, {than}.",
    effect="The link may be too heavy or too light.",
    advice="Check the units: mass in kg, lengths in m.",
    many="densities unlikely",
)
SHAPE_SIZE_UNLIKELY = Code(
    "shape-size-unlikely", "kept", "note", "geometry",
    headline="Shape size unlikely: {size} m",
    because="Shapes of moving bodies are between 0.1 mm and 100 m long.",
    effect="The shape may be too large or too small.",
    advice="{question}",
    many="shape sizes unlikely",
)
GRAVITY_UNLIKELY = Code(
    "gravity-unlikely", "kept", "note", "physics",
    headline="Gravity unlikely: {strength} m/s²",
    because="Gravity on Jupiter is 24.8 m/s², on Earth 9.81 m/s².",
    effect="Bodies may fall too fast.",
    advice="Check the unit: m/s².",
    many="gravity unlikely",
)
STEP_UNLIKELY = Code(
    "step-unlikely", "kept", "note", "physics",
    headline="Simulation step unlikely: {step} s",
    because="Most engines become unstable above 0.1 s.",
    effect="The simulation may be unstable.",
    advice="Check the unit: s.",
    many="simulation steps unlikely",
)

CODES = by_code(list(globals().values()))
