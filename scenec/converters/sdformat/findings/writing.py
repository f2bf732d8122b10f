"""Findings of the writer. Those that several formats make are in `scenec.converters.common.findings`."""

from __future__ import annotations

from scenec.accounting.code import Code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

NOTHING_LOADS = "Gazebo and Drake refuse the whole file."
OTHER_START = "Write links where they start with --joint-zero shift, or set the position when the simulation starts."

# ---------------------------------------------------------------- the file

SDFORMAT_VERSION_RAISED = Code(
    "sdformat-version-raised", "defaulted", "note", "metadata",
    headline="Newer version written: {result}",
    because="The scene has {reasons}.",
    effect="Readers of older versions refuse or misread the file.",
    advice="Use --to sdformat@{value} to leave out what that version lacks.",
    many="newer versions written",
)
INCLUDE_KEPT = Code(
    "include-kept", "kept", "note", "metadata",
    headline="Include kept: {value}",
    because="The model stays in its own file, which is no part of the output.",
    effect="The result depends on {result}.",
    advice="Use --flatten to write everything into one file.",
    many="includes kept",
)
URI_RELATIVE_KEPT = Code(
    "uri-relative-kept", "kept", "note", "metadata",
    headline="Relative path kept: {value}",
    because="Gazebo may search a relative path in its working directory and resource path, not beside the file.",
    effect="Gazebo does not find meshes and textures when it runs elsewhere.",
    advice="Add the folder of the file to GZ_SIM_RESOURCE_PATH, or write model:// references with --layout model.",
    many="relative paths kept",
)
REFERENCE_AS_WRITTEN = "The reference is written as it stands."
"""The effect of a reference without a file, where the result is SDFormat again."""
ELEMENT_UNKNOWN_INEFFECTIVE = Code(
    "element-unknown-ineffective", "dropped", "note", "metadata",
    headline="Element of another version dropped: {subject}",
    because="SDFormat {stated} ignores the element, and readers of SDFormat {version} obey it.",
    effect="No effect: the element means nothing in the source either.",
    advice="Remove it.",
    many="elements of other versions dropped",
)
ATTRIBUTE_UNKNOWN_INEFFECTIVE = Code(
    "attribute-unknown-ineffective", "dropped", "note", "metadata",
    headline="Attribute of another version dropped: {subject}",
    because="SDFormat {stated} ignores the attribute, and readers of SDFormat {version} obey it.",
    effect="No effect: the attribute means nothing in the source either.",
    advice="Remove it.",
    many="attributes of other versions dropped",
)

# ---------------------------------------------------------------- the world

UPDATE_RATE_DEFAULTED = Code(
    "physics-update-rate-defaulted", "defaulted", "note", "physics",
    headline="Update rate added: {result}",
    because="The default of SDFormat is 1000 steps a second, for steps of any size.",
    effect="The simulation runs in real time.",
    many="update rates added",
)
LIGHT_AMBIENT_CONVERTED = Code(
    "light-ambient-converted", "converted", "note", "appearance",
    headline="Ambient colour of a light moved to the scene: {value}",
    because="Lights of SDFormat have no ambient colour, but the scene has one.",
    effect="No effect: OpenGL adds the ambient colours of lights, too.",
    many="ambient colours of lights moved to the scene",
)
LIGHT_AMBIENT_APPROXIMATED = Code(
    "light-ambient-approximated", "approximated", "note", "appearance",
    headline="Ambient colour of a light cut off at white: {value}",
    because="Lights of SDFormat have no ambient colour, but the scene has one, at most white.",
    effect="The scene is darker than in the source.",
    advice="Make the ambient colours of the lights darker, or those of the materials brighter.",
    many="ambient colours of lights cut off at white",
)
LIGHT_RANGE_DEFAULTED = Code(
    "light-range-defaulted", "defaulted", "note", "appearance",
    headline="Light attenuation added: {result}",
    because="Lights of SDFormat fade and end at 10 m by default.",
    effect="The light reaches as far as in the source.",
    many="light attenuations added",
)
LINK_LIGHT_DROPPED = Code(
    "link-light-dropped", "dropped", "warning", "appearance",
    headline="Light of a link dropped",
    because="Links have lights from SDFormat 1.6 on.",
    effect="The light is missing.",
    advice="Write SDFormat 1.6 or newer.",
    many="lights of links dropped",
)

# ---------------------------------------------------------------- models and names

MODEL_NESTED_CONVERTED = Code(
    "model-nested-converted", "converted", "note", "naming",
    headline="Nested model flattened: {value} -> {result}",
    because="{why}",
    effect="The links, joints and frames of the model are in {holder}, with this prefix.",
    advice="Use the new names in programs that look these parts up.",
    many="nested models flattened",
)
MODEL_STATIC_CONVERTED = Code(
    "model-static-converted", "converted", "note", "physics",
    headline="Flag `static` changed: false -> true",
    because="SDFormat accepts a model without a link only if it is static.",
    effect="No effect: nothing in the model can move.",
    many="flags `static` changed",
)
MODEL_STATIC_DEFAULTED = Code(
    "model-static-defaulted", "defaulted", "note", "physics",
    headline="Flag `static` added: true",
    because="SDFormat accepts a model without a link only if it is static.",
    effect="No effect: nothing in the model can move.",
    many="flags `static` added",
)
NAME_DEFAULTED = Code(
    "name-defaulted", "defaulted", "note", "naming",
    headline="Name added: {result}",
    because="SDFormat requires a name of every {kind}.",
    effect="Programs find the part by this name.",
    many="names added",
)
NAME_ESCAPED = Code(
    "name-escaped", "converted", "note", "naming",
    headline="Name changed: {value} -> {result}",
    because="SDFormat reserves this name.",
    effect="Programs that look the part up by name need the new one.",
    many="names changed",
)
SHAPE_NAME_MADE_UNIQUE = Code(
    "shape-name-made-unique", "converted", "note", "naming",
    headline="Name of a shape numbered: {value}",
    because="SDFormat forbids two shapes, sensors or lights of a link with one name.",
    effect="Programs that look the shape up by name need the new one.",
    many="names of shapes numbered",
)

# ---------------------------------------------------------------- bodies and shapes

INERTIAL_AXES_CONVERTED = Code(
    "inertial-axes-converted", "converted", "note", "physics",
    headline="Inertia expressed along its principal axes",
    because="The parser libsdformat refuses the tensor of this flat or thin body because of its own rounding errors.",
    effect="No effect: the inertia is the same, along other axes.",
    many="inertias expressed along their principal axes",
)
INERTIAL_DEFAULTED = Code(
    "inertial-defaulted", "defaulted", "warning", "physics",
    headline="Inertial added: {result}",
    because="The source states no mass for a link that moves, and SDFormat assumes this one.",
    effect="The link weighs 1 kg.",
    advice="State the mass in the source.",
    many="inertials added",
)
LINK_MASS_REFUSED = Code(
    "sdf-link-mass-refused", "kept", "error", "physics",
    headline="Impossible mass kept",
    because="The parser libsdformat accepts no such mass: {why}.",
    effect=NOTHING_LOADS,
    advice="Correct the mass.",
    many="impossible masses kept",
)
DAMPING_APPROXIMATED = Code(
    "damping-approximated", "approximated", "warning", "physics",
    headline="Damping changed: {value} -> {result}",
    because="The element <velocity_decay> states the share of the velocity that is lost in each step, not a force.",
    effect="The damping fits this mass, inertia and step only. Gazebo Sim and Drake ignore it.",
    advice="Add a plugin that applies the force if it matters.",
    many="damping values changed",
)
DAMPING_THRESHOLD_APPROXIMATED = Code(
    "damping-threshold-approximated", "approximated", "warning", "physics",
    headline="Speed limit of a damping dropped: {value}",
    because="The element <velocity_decay> acts at any speed.",
    effect="The link slows down at any speed.",
    advice="Add a plugin that applies the damping if it matters.",
    many="speed limits of dampings dropped",
)
SHAPE_CAPSULE_SPLIT = Code(
    "shape-capsule-split", "converted", "note", "geometry",
    headline="Capsule split: {value} -> {result}",
    because="SDFormat has capsules from version 1.8 on.",
    effect="No effect: a cylinder and two spheres make the same shape.",
    advice="Write SDFormat 1.8 or newer.",
    many="capsules split",
)
MATERIAL_AMBIENT_DEFAULTED = Code(
    "material-ambient-defaulted", "defaulted", "note", "appearance",
    headline="Ambient colour added: {result}",
    because="The default ambient colour of SDFormat is black.",
    effect="Shaded sides are drawn in the diffuse colour.",
    many="ambient colours added",
)
MATERIAL_METAL_DEFAULTED = Code(
    "material-metal-defaulted", "defaulted", "note", "appearance",
    headline="Metalness or roughness added: {result}",
    because="The default metalness and roughness of a textured surface in SDFormat are 0.5.",
    effect="No effect: the surface is no metal in the source either.",
    many="metalness or roughness values added",
)

# ---------------------------------------------------------------- joints

JOINT_TYPE_FIXED_IN_DART = Code(
    "joint-type-fixed-in-dart", "kept", "warning", "physics",
    headline="Joint type without a simulation in Gazebo Sim: {value}",
    because="DART, the engine of Gazebo Sim, makes a {value} joint a fixed one.",
    effect="The joint does not move in Gazebo Sim, and Drake refuses the file. Gazebo Classic with ODE simulates it.",
    advice="Use two revolute joints with a small link between them.",
    many="joint types without a simulation in Gazebo Sim",
)
JOINT_FIXED_ADDED = Code(
    "joint-fixed-added", "converted", "note", "physics",
    headline="Fixed joint added: {result}",
    because="SDFormat has no static links, and the model around this one moves.",
    effect="The joint holds the link to the world.",
    advice="Write nested models: SDFormat 1.5 or newer, without --flatten.",
    many="fixed joints added",
)
JOINT_MIMIC_LEADER_DROPPED = Code(
    "joint-mimic-leader-dropped", "dropped", "error", "physics",
    headline="Mimic dropped: {value}",
    because="A joint of SDFormat follows joints of its own model, and {value} is in another one.",
    effect="The joint moves on its own.",
    advice="Put the links of both joints into one model.",
    many="mimics dropped",
)
JOINT_AXIS_REFUSED = Code(
    "sdf-joint-axis-refused", "kept", "error", "physics",
    headline="Joint axis without a direction kept",
    because="The axis {value} has no direction.",
    effect=NOTHING_LOADS,
    advice="Give the axis a direction.",
    many="joint axes without a direction kept",
)
JOINT_INITIAL_DROPPED = Code(
    "joint-initial-unread-dropped", "dropped", "warning", "physics",
    headline="Initial joint position dropped: {position}",
    because="No simulator reads a start position from SDFormat {version}. SDFormat 1.12 has <model_state>.",
    effect="The joint starts at zero.",
    advice=OTHER_START,
    many="start positions dropped",
)
JOINT_INITIAL_APPROXIMATED = Code(
    "joint-axis-initial-approximated", "approximated", "warning", "physics",
    headline="Start position written to <model_state>: {position}",
    because="Drake ignores <model_state>, and older simulators do not have it.",
    effect="The joint starts at zero in simulators that do not read it.",
    advice=OTHER_START,
    many="start positions written to <model_state>",
)
ACTUATOR_WITHOUT_PLUGIN = Code(
    "sdf-actuator-without-plugin-dropped", "dropped", "warning", "control",
    headline="Actuator dropped: {value}",
    because="{why}",
    effect="The joint does not move by the commands of this actuator.",
    advice="Add a controller that drives the joint in another way.",
    many="actuators dropped",
)
ACTUATOR_OF_ROS = Code(
    "sdf-actuator-of-ros-dropped", "dropped", "warning", "control",
    headline="Actuator dropped: {plugin} drives the joint",
    because="This plugin of Gazebo reads the actuators from the robot description that ROS publishes. Two controllers of a joint would"
    " overwrite each other's commands.",
    effect="The joint moves where ROS publishes the source as robot description.",
    advice="Remove the plugin from the source to get a controller of Gazebo by --ready.",
    many="actuators dropped that a plugin of ROS drives",
)
CONTROLLERS_BESIDE_CLASSIC = Code(
    "sdf-controllers-beside-classic", "defaulted", "note", "control",
    headline="Controllers added beside a plugin of ROS: {plugin}",
    because="The plugin is one of Gazebo Classic. Gazebo Sim cannot load it.",
    effect="The controllers drive the joints in Gazebo Sim, the plugin drives them in Gazebo Classic.",
    advice="Remove the plugin from the source if only Gazebo Sim loads the result.",
    many="models with controllers beside a plugin of ROS",
)
SERVO_GAINS_APPROXIMATED = Code(
    "sdf-servo-gains-approximated", "approximated", "warning", "control",
    headline="Gains of a servo not used: {value}",
    because="The gains make velocities. Gazebo's JointPositionController uses gains of efforts only, so use_velocity_commands is written.",
    effect="The joint reaches its command as fast as its speed limit allows.",
    advice="Let the program that drives the joint change its commands slowly. With --carry, converting back restores the gains.",
    many="gains of servos not used",
)

# ---------------------------------------------------------------- sensors

SENSOR_SETTINGS_DEFAULTED = Code(
    "sensor-settings-defaulted", "defaulted", "note", "sensing",
    headline="Sensor settings added: {result}",
    because="The source does not state them, and SDFormat assumes defaults.",
    effect="The sensor measures with these settings.",
    advice="State them in the source.",
    many="sensor settings added",
)
SENSOR_RATE_DEFAULTED = Code(
    "sdf-sensor-rate-defaulted", "defaulted", "note", "sensing",
    headline="Update rate of a sensor added: {result}",
    because="The source states no rate. --ready writes that of its simulation steps, and at most 30 Hz for sensors that are drawn.",
    effect="The sensor publishes at this rate.",
    advice="State the rate in the source if it is another.",
    many="update rates of sensors added",
)
SENSOR_TOPIC_DEFAULTED = Code(
    "sdf-sensor-topic-defaulted", "defaulted", "note", "naming",
    headline="Topic of a sensor added: {result}",
    because="The source states no topic, and --ready writes one of the names of model and sensor.",
    effect="The sensor publishes to this topic.",
    many="topics of sensors added",
)
SYSTEMS_DEFAULTED = Code(
    "sdf-systems-defaulted", "defaulted", "note", "metadata",
    headline="Systems of the world added: {result}",
    because="A world that names plugins loads no others, and --ready adds those that simulate its bodies and sensors.",
    effect="Gazebo Sim simulates the bodies and sensors of the world.",
    advice="Convert without --ready if your server configuration loads them.",
    many="systems of worlds added",
)
