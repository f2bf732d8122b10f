"""Findings of adaptations; those about friction and contacts are in `contact_findings`, those about what drives, measures and commands in
`control_findings`."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- values that a step loses

ADAPTATION_DROPPED = Code(
    "adaptation-dropped", "dropped", "warning", "physics",
    headline="Value dropped by an adaptation",
    because="{step} for {target}, and the result has no place left for this value.",
    effect="The result does without the value.",
    advice="Report it: a step must keep or name every value.",
    many="values dropped by adaptations",
)
COLLISIONS_DROPPED = Code(
    "collisions-to-primitives-dropped", "dropped", "warning", "physics",
    headline="Value of a collision dropped",
    because="{step} for {target}, and the simple shape has no place for this value.",
    effect="The result does without the value.",
    advice="Use a box, a sphere, a cylinder or a capsule in the source.",
    many="values of collisions dropped",
)
MESH_VALUE_DROPPED = Code(
    "mesh-files-to-inline-dropped", "dropped", "warning", "physics",
    headline="Value of a mesh dropped",
    because="{step} for {target}, and the inline mesh has no place for this value.",
    effect="The result does without the value.",
    advice="Check the look of the mesh in the result.",
    many="values of meshes dropped",
)
NUMBER_NEIGHBOUR_DROPPED = Code(
    "numbers-to-finite-dropped", "dropped", "warning", "physics",
    headline="Value beside an infinite number dropped",
    because="{step} for {target}, and this value depended on one of them.",
    effect="The result does without the value.",
    advice="Write a finite number in the source.",
    many="values beside infinite numbers dropped",
)
MERGED_VALUE_DROPPED = Code(
    "merge-fixed-joints-dropped", "dropped", "warning", "physics",
    headline="Value of a merged link or joint dropped",
    because="{step} for {target}, and the merged link has no place for this value.",
    effect="The result does without the value.",
    advice="State the value at the link that remains.",
    many="values of merged links and joints dropped",
)
FRICTION_VALUE_DROPPED = Code(
    "friction-table-to-surfaces-dropped", "dropped", "warning", "physics",
    headline="Value of a friction table dropped",
    because="{step} for {target}, and the surfaces have no place for this value.",
    effect="The result does without the value.",
    advice="Report it: the step must say why.",
    many="values of friction tables dropped",
)


# ---------------------------------------------------------------- links and joints

LINK_MADE_STATIC = Code(
    "link-made-static", "converted", "note", "physics",
    headline="Link made static",
    because="{why}",
    effect="The link keeps its place.",
    many="links made static",
)
SHAPE_MADE_STATIC = Code(
    "shape-made-static", "converted", "note", "geometry",
    headline="Shape made static: {value}",
    because="The link has neither mass nor joint, and became static.",
    effect="The shape keeps its place.",
    many="shapes made static",
)
INERTIAL_INEFFECTIVE = Code(
    "inertial-ineffective", "dropped", "note", "physics",
    headline="Inertial ignored",
    because="The link is welded to the world and never moves.",
    effect="No effect: a static link needs no mass.",
    many="inertials ignored",
)
INERTIAL_MASSLESS_INEFFECTIVE = Code(
    "inertial-massless-ineffective", "dropped", "note", "physics",
    headline="Inertial of a massless link ignored",
    because="The link has no mass that counts, and is part of the body that carries it.",
    effect="No effect: the body weighs the same without it.",
    many="inertials of massless links ignored",
)
JOINT_FIXED_MERGED = Code(
    "joint-fixed-merged", "converted", "note", "physics",
    headline="Fixed joint merged",
    because="{target} has no fixed joints, so its two links became one.",
    effect="The motion is the same. Forces between the two links are not measured.",
    many="fixed joints merged",
)
JOINT_FIXED_FRAMED = Code(
    "joint-fixed-framed", "converted", "note", "physics",
    each=True,
    headline="Fixed joint written as a frame",
    because="One of its links has no mass. Programs of {target} cannot move such links.",
    effect="The link is a frame of the same name. Shapes and sensors of the link stay where they are.",
    many="fixed joints of massless links written as frames",
)
JOINT_FIXED_MERGED_ON_REQUEST = Code(
    "joint-fixed-merged-on-request", "converted", "note", "physics",
    headline="Fixed joint merged",
    because="--merge-fixed makes one link of two that a fixed joint welds together.",
    effect="The motion is the same. The joint and its child are named frames. Forces between the two links are not measured.",
    many="fixed joints merged",
)
JOINT_WORLD_CHAIN_APPROXIMATED = Code(
    "joint-world-chain-approximated", "approximated", "warning", "physics",
    headline="Base of a chain of joints made free: {result}",
    because="SimRobotCore3 crashes on a joint of the world whose body carries another joint.",
    effect="The base weighs {share} times what hangs on it. Static plates around z = {height} m hold it to less than 1 mm.",
    advice="Keep the plates clear of other parts, or load the scene in SimRobotCore2, where the base belongs to the world.",
    many="bases of chains of joints made free",
)
BASE_SHAPE_STATIC = Code(
    "collision-base-static", "kept", "warning", "physics",
    headline="Collision shape touches a chain of joints: {value}",
    because="The chain hangs on a free base. The shape stands in another static shape and cannot be a part of the base.",
    effect="The shape pushes links of the chain that stand in it or come against it.",
    advice="Move the shape out of the other one in the source.",
    many="collision shapes touch chains of joints",
)
BASE_SHAPE_DROPPED = Code(
    "collision-base-dropped", "dropped", "error", "physics",
    headline="Collision shape of a base dropped: {value}",
    because="The shape stands in another static shape and in a link of its chain, and would push one of them.",
    effect="Other links pass through the shape.",
    advice="Move the shape out of the other static shape in the source.",
    many="collision shapes of bases dropped",
)
JOINT_FIXED_INEFFECTIVE = Code(
    "joint-fixed-ineffective", "dropped", "note", "physics",
    headline="Fixed joint ignored",
    because="Other joints weld its two links together, or neither link moves.",
    effect="No effect: the links stay together.",
    many="fixed joints ignored",
)
INERTIAL_AUTO_CONVERTED = Code(
    "inertial-auto-converted", "converted", "note", "physics",
    headline="Automatic inertia written as numbers",
    because="Only SDFormat 1.11 and newer have automatic inertia.",
    effect="Mass and inertia no longer follow a change of the collisions.",
    many="automatic inertias written as numbers",
)
JOINT_AXIS_INEFFECTIVE = Code(
    "joint-axis-ineffective", "dropped", "note", "physics",
    headline="Axis of a fixed joint ignored",
    because="A fixed joint does not move about any axis.",
    effect="No effect: the joint does not move.",
    many="axes of fixed joints ignored",
)
JOINT_LIMITS_OFF_INEFFECTIVE = Code(
    "joint-limits-off-ineffective", "dropped", "note", "physics",
    headline="Inactive joint limits dropped: {value}",
    because="The source switches these limits off. {target} enforces all limits it has.",
    effect="No effect: the joint moves as far as in the source.",
    many="inactive joint limits dropped",
)
JOINT_LIMIT_INEFFECTIVE = Code(
    "joint-limit-ineffective", "dropped", "note", "physics",
    headline="Limits of a continuous joint ignored",
    because="A continuous joint turns without end and ignores the limits that it states.",
    effect="No effect: the joint turned without end before.",
    many="limits of continuous joints ignored",
)
JOINT_LIMITS_EXCHANGED = Code(
    "joint-limits-exchanged", "approximated", "warning", "physics",
    headline="Reversed joint limits exchanged: {value} -> {result}",
    because="The lower limit is above the upper one, and programs that read {target} refuse such a joint or crash.",
    effect="The joint moves between these limits. Some simulators ignore reversed limits.",
    advice="State the lower limit first.",
    many="reversed joint limits exchanged",
)
JOINT_INITIAL_DEFAULTED = Code(
    "joint-initial-defaulted", "defaulted", "warning", "physics",
    headline="Initial joint position moved into the limits: {value} -> {result}",
    because="The source states no initial position, and the limits are {limits}.",
    effect="The joint starts at the limit. {simulator} would throw it there in the first steps.",
    advice="State an initial position where the source's format has one.",
    many="initial joint positions moved into the limits",
)
JOINT_END_CONVERTED = Code(
    "joint-end-converted", "converted", "note", "physics",
    headline="Joint end replaced by its link: {value} -> {result}",
    because="Joints of {target} connect links, not frames or models.",
    effect="The joint connects the same bodies, and is where it was.",
    many="joint ends replaced by links",
)
JOINT_ANCHOR = Code(
    "joint-world-loop-defaulted", "defaulted", "warning", "physics",
    headline="Anchor added: {result}",
    because="Joint {joint} closes a loop at the world, on which Gazebo's physics (DART) aborts. The anchor is a link fixed to the world.",
    effect="DART ignores joint {joint}, so the loop is open there. Other engines close it.",
    advice="Open the loop at another joint, or simulate with an engine that closes loops.",
    many="anchors added",
)
JOINT_SPLIT = Code(
    "joint-split", "converted", "note", "physics",
    headline="Joint split into hinges: {value}",
    because="Joints of {target} have one axis.",
    effect="{what}",
    many="joints split into hinges",
)
JOINT_SPLIT_HINGE = Code(
    "joint-split-hinge", "defaulted", "note", "physics",
    headline="Hinge added: {result}",
    because="A chain of hinges replaces the {kind} joint.",
    effect="Programs see the hinge in the result.",
    advice="Write the hinges in the source to name them.",
    many="hinges added",
)
JOINT_SPLIT_LINK = Code(
    "joint-split-link", "defaulted", "note", "physics",
    headline="Link added: {result}",
    because="A chain of hinges replaces the {kind} joint. A link stands between each two hinges.",
    effect="Programs see the link in the result.",
    advice="Write the hinges and the links between them in the source to name them.",
    many="links added between hinges",
)
JOINT_REVERSED = Code(
    "joint-reversed", "converted", "note", "physics",
    headline="Joint reversed: {value} -> {result}",
    because="Joints of {target} are a tree: a link has one parent.",
    effect="The joint moves as before. The axis points the other way.",
    many="joints reversed",
)
LINK_MASS_OF_SHAPES = Code(
    "link-mass-of-shapes-defaulted", "defaulted", "warning", "physics",
    each=True,
    headline="Mass added: {result}",
    because="Programs of {target} cannot move links without mass.",
    effect="The link moves like a solid body.",
    advice="State the mass of the link, or another density with --density.",
    many="masses of solid shapes added to links",
)
LINK_MASS_DEFAULTED = Code(
    "link-mass-defaulted", "defaulted", "warning", "physics",
    each=True,
    headline="Mass added: {result}",
    because="Programs of {target} cannot move links without mass.",
    effect="The link follows its neighbours. Small simulation steps keep it stable.",
    advice="State the mass of the link.",
    many="masses added to links",
)
LINK_INERTIA_APPROXIMATED = Code(
    "link-inertia-approximated", "approximated", "warning", "physics",
    headline="Principal moment raised",
    because="{target} requires a tensor whose principal moments are all above zero.",
    effect="The body turns a little more slowly about one axis.",
    advice="Correct the tensor.",
    many="principal moments raised",
)
LINK_INERTIA_REPLACED = Code(
    "link-inertia-replaced", "approximated", "note", "physics",
    headline="Inertia tensor of a massless link replaced",
    because="{target} requires a tensor that fits the mass, and the link has none.",
    effect="The link turns like a small body of the mass that it got.",
    advice="Give the link a mass in the source.",
    many="inertia tensors of massless links replaced",
)
LINK_INERTIA_DEFAULTED = Code(
    "link-inertia-defaulted", "defaulted", "warning", "physics",
    each=True,
    headline="Inertia tensor added: {result}",
    because="The source states a mass without an inertia tensor, and {target} requires one.",
    effect="The body turns like that ball.",
    advice="State the inertia tensor in the source.",
    many="inertia tensors added",
)
ACTUATOR_RATIO_APPLIED = Code(
    "actuator-ratio-applied", "converted", "warning", "control",
    headline="Gear ratio applied: {value}",
    because="Motors of {target} sit at the joint and have no gear.",
    effect="Caps, gains and commands count at the joint. The joint moves as before.",
    advice="Let programs send the commands of the joint.",
    many="gear ratios applied",
)
LINK_INERTIA_BALANCED = Code(
    "link-inertia-unbalanced-approximated", "approximated", "warning", "physics",
    headline="Principal moments raised: {value} -> {result}",
    because="No body has a moment of inertia above the sum of the two others. {target} refuses such tensors.",
    effect="The body turns more slowly about two axes.",
    advice="Correct the tensor.",
    many="pairs of principal moments raised",
)
CAMERA_OPENING_APPROXIMATED = Code(
    "sensor-camera-opening-approximated", "approximated", "warning", "sensing",
    headline="Camera opening changed: {value} -> {result}",
    because="The programs of {target} refuse a camera that opens less or more.",
    effect="The picture shows more or less of the scene than in the source.",
    advice="Crop the picture where the opening matters.",
    many="camera openings changed",
)
SENSOR_RANGE_APPROXIMATED = Code(
    "sensor-range-approximated", "approximated", "warning", "sensing",
    headline="Sensor value changed: {value} -> {result}",
    because="The programs of {target} refuse a file with a number outside the range of its specification.",
    effect="The sensor sees or measures differently.",
    advice="Write a number in the range in the source.",
    many="sensor values changed",
)
LOOK_RANGE_APPROXIMATED = Code(
    "look-range-approximated", "approximated", "note", "appearance",
    headline="Appearance value changed: {value} -> {result}",
    because="The programs of {target} refuse a file with a number outside the range of its specification.",
    effect="The scene looks different.",
    advice="Write a number in the range in the source.",
    many="appearance values changed",
)
NUMBER_INFINITE_DROPPED = Code(
    "number-infinite-dropped", "dropped", "warning", "physics",
    headline="Infinite number dropped: {value}",
    because="{target} requires finite numbers here.",
    effect="The result states no number there.",
    advice="Write a finite number.",
    many="infinite numbers dropped",
)

# ---------------------------------------------------------------- ready to run

READY_WORLD = Code(
    "ready-world-defaulted", "defaulted", "note", "metadata",
    headline="World added",
    because="The source is a file of kind {value}, and --ready writes a scene that {simulator} runs as it is.",
    effect="The result has a world with everything of the source in it.",
    advice="Convert without --ready for a file to include in a scene.",
    many="worlds added",
)
READY_FLOOR = Code(
    "ready-floor-defaulted", "defaulted", "note", "physics",
    headline="Floor added: {result}",
    because="Links can fall, and no shape of the source stands still. --ready adds a floor below the lowest shape.",
    effect="Robots and objects land on a level floor.",
    advice="Convert without --ready if the scene must have no floor.",
    many="floors added",
)
READY_LIGHT = Code(
    "ready-light-defaulted", "defaulted", "note", "appearance",
    headline="Light added: {result}",
    because="The source has no light, and --ready adds a sun.",
    effect="Cameras and the user see the scene lit from above.",
    advice="Convert without --ready, or add a light to the source.",
    many="lights added",
)

# ---------------------------------------------------------------- shapes and appearance

COLLISION_SHAPE_APPROXIMATED = Code(
    "collision-shape-approximated", "approximated", "warning", "geometry",
    each=True,
    headline="Collision shape replaced: {result}",
    because="{target} collides with simple shapes only.",
    effect="The shape reaches up to {error} m too far or too short, and has no hollows.",
    advice="Use simple shapes in the source if contacts matter here.",
    many="collision shapes replaced",
)
SHAPE_SIZE_DROPPED = Code(
    "shape-size-dropped", "dropped", "error", "physics",
    headline="Collision without extent dropped: {value}",
    because="{target} has no such shape with a size of 0 or below.",
    effect="Other bodies pass through the link there.",
    advice="Give the shape a size above 0, however small.",
    many="collisions without extent dropped",
)
VISUAL_SIZE_DROPPED = Code(
    "visual-size-dropped", "dropped", "warning", "appearance",
    headline="Visual without extent dropped: {value}",
    because="{target} has no such shape with a size of 0 or below.",
    effect="The visual is invisible.",
    advice="Give the shape a size above 0, however small.",
    many="visuals without extent dropped",
)
COLOUR_RANGE_APPROXIMATED = Code(
    "colour-range-approximated", "approximated", "note", "appearance",
    headline="Colour clipped: {value} -> {result}",
    because="{target} takes colour components from 0 to 1.",
    effect="The colour is the nearest allowed one.",
    advice="Keep colour components between 0 and 1.",
    many="colours clipped",
)
VISUAL_TESSELLATED = Code(
    "visual-shape-tessellated", "converted", "note", "appearance",
    headline="Visual shape replaced by a mesh: {value}",
    because="{target} does not draw this shape.",
    effect="{what}",
    many="visual shapes replaced by meshes",
)
VISUAL_BOUNDS_SPLIT = Code(
    "visual-bounds-split", "converted", "note", "appearance",
    headline="Visual split by material: {value}",
    because="A mesh of {target} has one material.",
    effect="The visual looks the same and has several names.",
    many="visuals split by material",
)
MESH_INLINED = Code(
    "mesh-inlined", "converted", "note", "geometry",
    headline="Mesh file inlined: {value}",
    because="{why}",
    effect="{what}",
    many="mesh files inlined",
)
MESH_UNREADABLE_DROPPED = Code(
    "mesh-unreadable-dropped", "dropped", "error", "geometry",
    headline="Mesh file dropped: {value}",
    because="{target} needs the vertices of the file, and the file cannot be read: {why}.",
    effect="The shape is missing.",
    advice="Convert the file to OBJ or COLLADA.",
    many="mesh files dropped",
)

# ---------------------------------------------------------------- the world

JOINT_WORLD_CONVERTED = Code(
    "joint-world-converted", "converted", "note", "naming",
    headline="Joint of the world moved into its model: {value}",
    because="The world has joints from {target} {since} on.",
    effect="Programs find the joint in the model that it holds.",
    advice="Write {target} {since} or newer.",
    many="joints of the world moved into their models",
)
JOINT_WORLD_NESTED = Code(
    "joint-world-nested", "converted", "note", "naming",
    headline="Models of a joint nested in a new model",
    because="The world has joints from {target} {since} on.",
    effect="The joint and the models that it connects are in the new model {model}.",
    advice="Write {target} {since} or newer.",
    many="models of joints nested in new models",
)
GRAVITY_DEFAULT_WRITTEN = Code(
    "gravity-default-written", "defaulted", "note", "physics",
    headline="Gravity added: {result}",
    because="The source states no gravity, and that of its simulator is unknown.",
    effect="Bodies fall as by the default of {target}.",
    advice="State gravity in the source if it is another.",
    many="gravity added",
)
STEP_DEFAULT_WRITTEN = Code(
    "step-default-written", "defaulted", "note", "physics",
    headline="Simulation step added: {result}",
    because="The source states no step, and that of its simulator is unknown.",
    effect="The simulation runs in the default steps of {target}.",
    advice="State the step in the source if it is another.",
    many="simulation steps added",
)


OF_STEPS = {
    "collisions_to_primitives": COLLISIONS_DROPPED,
    "friction_table_to_surfaces": FRICTION_VALUE_DROPPED,
    "merge_fixed_joints": MERGED_VALUE_DROPPED,
    "mesh_files_to_inline": MESH_VALUE_DROPPED,
    "numbers_to_finite": NUMBER_NEIGHBOUR_DROPPED,
}
"""Step -> the row of the values that it may lose."""

CODES = by_code(list(globals().values()))
