"""Findings of the writer. Those that several formats share are in `scenec.converters.common.findings`."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- joints

JOINT_AXES_APPROXIMATED = Code(
    "joint-axes-approximated", "approximated", "error", "physics",
    headline="Joint axes made perpendicular: {value} apart",
    because="ODE keeps the two axes of a {joint} at right angles.",
    effect="The joint turns about another second axis.",
    advice="Use two hinges with a small body between them.",
    many="joint axes made perpendicular",
)
JOINT_AXIS_NORMALISED = Code(
    "joint-axis-normalised", "converted", "note", "physics",
    headline="Joint axis normalised",
    because="A {joint} uses an axis of its frame, which has the length 1.",
    effect="No effect: only the direction of an axis counts.",
    many="joint axes normalised",
)
JOINT_EFFORT_DROPPED = Code(
    "joint-effort-dropped", "dropped", "error", "physics",
    headline="Joint effort limit dropped: {value}",
    because="RubySceneGraph limits the force of motors, and no motor drives this joint.",
    effect="The joint has no effort limit.",
    advice="Use --motors velocity to make a motor of the joint's limits.",
    many="joint effort limits dropped",
)
JOINT_LIMIT_REVERSED = Code(
    "joint-limit-reversed-approximated", "approximated", "warning", "physics",
    headline="Joint limits reversed: {value}",
    because="ODE ignores stops of which the lower is above the upper.",
    effect="The joint moves without limits.",
    advice="Exchange the limits in the source.",
    many="joint limits reversed",
)
JOINT_LIMIT_BEYOND_HALF_TURN = Code(
    "joint-limit-beyond-half-turn", "approximated", "warning", "physics",
    headline="Joint limit not enforced by SimSpark: {value}",
    because="ODE enforces limits of rotations only up to 180° to each side.",
    effect="The joint turns beyond this limit in SimSpark.",
    advice="Let the agent stop the joint at the limit.",
    many="joint limits not enforced by SimSpark",
)
JOINT_MOTOR_DROPPED = Code(
    "joint-motor-dropped", "dropped", "warning", "control",
    each=True,
    headline="Actuator dropped: {value}",
    because="{why}",
    effect="The joint moves freely.",
    advice="Drive the joint by a velocity actuator of a hinge, or by a plugin of SimSpark.",
    many="actuators dropped",
)
JOINT_MOTOR_IDLE_DEFAULTED = Code(
    "joint-motor-idle-defaulted", "defaulted", "note", "control",
    headline="Motor without force added",
    because="The effector of a joint with two axes commands both, and the source drives one.",
    effect="Commands to the other axis move nothing.",
    advice="Send 0 for that axis.",
    many="motors without force added",
)
JOINT_PERCEPTOR_DEFAULTED = Code(
    "joint-perceptor-defaulted", "defaulted", "note", "sensing",
    headline="Joint perceptor added: {result}",
    because="Agents of SimSpark read the position of a joint through a perceptor, and the source has none.",
    effect="The agent gets the position of the joint.",
    advice="Add a joint sensor to the source to choose its name.",
    many="joint perceptors added",
)

# ---------------------------------------------------------------- actuators

ACTUATOR_COMMAND_APPROXIMATED = Code(
    "actuator-command-approximated", "approximated", "warning", "control",
    headline="Actuator command changed: {value} -> {result}",
    because="Effectors of SimSpark command velocities. An agent closes the position loop itself.",
    effect="Programs must send velocities instead of positions.",
    advice="Send a gain times the position error.",
    many="actuator commands changed",
)

# ---------------------------------------------------------------- bodies and shapes

INERTIA_BOX_APPROXIMATED = Code(
    "inertia-box-approximated", "approximated", "warning", "physics",
    headline="Inertia tensor changed: {value} -> {result}",
    because="The releases of SimSpark up to 2009 take the tensor of a box, not any tensor.",
    effect="The body turns a little harder or easier about some axes.",
    advice="Write the current version of the format.",
    many="inertia tensors changed",
)
COLLISION_CYLINDER_APPROXIMATED = Code(
    "collision-cylinder-approximated", "approximated", "warning", "geometry",
    each=True,
    headline="Cylinder collision replaced: {value} -> {result}",
    because="SimSpark has no cylinder collision. SimSpark's CylinderCollider does nothing.",
    effect="Contacts differ at the edges of the cylinder.",
    advice="Use a box, a sphere or a capsule in the source.",
    many="cylinder collisions replaced",
)
COLLISION_WHEEL_APPROXIMATED = Code(
    "collision-wheel-approximated", "approximated", "warning", "geometry",
    each=True,
    headline="Wheel collision replaced: {value} -> {result}",
    because="SimSpark has no cylinder collision. SimSpark's CylinderCollider does nothing.",
    effect="The wheel rolls as before, but is wider.",
    advice="Use a sphere or a capsule in the source.",
    many="wheel collisions replaced",
)
PLANE_POSITION_INEFFECTIVE = Code(
    "plane-position-ineffective", "dropped", "note", "geometry",
    headline="Position of a plane ignored",
    because="A plane is infinite, so a shift along itself changes nothing.",
    effect="No effect: the plane keeps its place.",
    many="positions of planes ignored",
)
JOINT_NAME_DEFAULTED = Code(
    "rsg-joint-name-defaulted", "defaulted", "note", "naming",
    each=True,
    headline="Name of a joint added: {result}",
    because="The source does not name the joint. Joints before it became frames, so that it would count as another one.",
    effect="The joint has the name by which this report calls it.",
    advice="Name the joint in the source.",
    many="names of joints added",
)
NODE_NAME_INEFFECTIVE = Code(
    "node-name-ineffective", "dropped", "note", "naming",
    headline="Node name dropped: {value}",
    because="The node only places others. Bodies are written side by side, where they stand.",
    effect="No effect: bodies and joints keep their names.",
    many="node names dropped",
)

# ---------------------------------------------------------------- appearance

MATERIAL_DIFFUSE_APPROXIMATED = Code(
    "material-diffuse-approximated", "approximated", "warning", "appearance",
    each=True,
    headline="Colour changed: {value} -> {result}",
    because="A scene can only name materials that SimSpark's scripts define.",
    effect="{subject} has the nearest colour that SimSpark defines.",
    advice="Use --materials generate to define the colour in a file.",
    many="colours changed",
)
MATERIAL_LIBRARY_DEFAULTED = Code(
    "material-library-defaulted", "defaulted", "note", "appearance",
    headline="Material file added: {result}",
    because="--materials generate writes colours to a material file, which a hidden mesh loads.",
    effect="SimSpark finds the file only if it searches the folder of the scene.",
    advice="Put the scene where SimSpark looks for files.",
    many="material files added",
)
MATERIAL_NAME_CHANGED = Code(
    "material-name-changed", "converted", "note", "naming",
    headline="Material name changed: {value} -> {result}",
    because="Material names of SimSpark are single words, and each is defined once.",
    effect="The visual looks the same. resetMaterials needs the new name.",
    advice="Use the new name in the source, too, if programs exchange the material.",
    many="material names changed",
)
MATERIAL_TRANSPARENCY_DROPPED = Code(
    "material-transparency-dropped", "dropped", "warning", "appearance",
    each=True,
    headline="Transparency dropped: {value}",
    because="Visuals of RubySceneGraph have no transparency, and SimSpark's materials are opaque.",
    effect="The visual hides what is behind it.",
    advice="Hide the visual in the source if the parts behind it must be seen.",
    many="transparencies dropped",
)
MESH_LOOK_APPROXIMATED = Code(
    "mesh-look-approximated", "approximated", "note", "appearance",
    headline="Mesh file rewritten: {value} -> {result}",
    because="SimSpark reads only a subset of OBJ.",
    effect="The shape is the same. Textures and materials of the file are left out.",
    advice="Give the visual a material.",
    many="mesh files rewritten",
)

# ---------------------------------------------------------------- sensors

SENSOR_RENDER_SERVER_NEEDED = Code(
    "sensor-render-server-needed", "kept", "warning", "sensing",
    each=True,
    headline="Camera needs a render server",
    because="An ImagePerceptor takes its images from a render server. rcssserver3d starts without one.",
    effect="The camera gives no images until SimSpark runs with a render server.",
    advice="Load the render server in SimSpark's scripts. The render server needs a display.",
    many="cameras need a render server",
)
SENSOR_ON_FIXED_LINK_DROPPED = Code(
    "sensor-on-fixed-link-dropped", "dropped", "warning", "sensing",
    headline="Sensor dropped: {value}",
    because="SimSpark gets the values of this sensor from a moving body. The link stands still and has none.",
    effect="Programs that read the sensor get no data.",
    advice="Give the link a joint, or compute the values in the program that reads them.",
    many="sensors dropped",
)
SENSOR_IMU_SPLIT = Code(
    "sensor-imu-split", "converted", "note", "sensing",
    headline="IMU split: {result}",
    because="SimSpark has one perceptor for angular velocities and one for accelerations.",
    effect="Programs must read both perceptors, and get no orientation.",
    advice="Compute the orientation from both.",
    many="IMUs split",
)

# ---------------------------------------------------------------- text that is kept

PARAMETERS_WRITTEN_OUT = Code(
    "parameters-written-out", "converted", "note", "metadata",
    headline="Parameters replaced by their values: {value} -> {result}",
    because="The values of --parameter are not known to readers of the result.",
    effect="No effect: the scene is the same.",
    advice="Restore the templ by hand to import the file with other values.",
    many="parameters replaced by their values",
)
CONSTANT_WRITTEN_OUT = Code(
    "constant-written-out", "converted", "note", "metadata",
    headline="Ruby constant replaced by its value: {value} -> {result}",
    because="The values of --constants are not known to readers of the result.",
    effect="No effect: the scene is the same.",
    many="constants of Ruby replaced by their values",
)
IMPORT_NOT_EXECUTED = Code(
    "import-not-executed-ineffective", "dropped", "note", "metadata",
    headline="Import not executed: {value}",
    because="SimSpark never reaches this import.",
    effect="No effect: the file is copied without being checked.",
    advice="Remove the import if it is not needed.",
    many="imports not executed",
)
LIGHT_DROPPED = Code(
    "light-unsupported-dropped", "dropped", "warning", "appearance",
    each=True,
    headline="Light dropped: {value}",
    because="Lights of SimSpark are points that shine to all sides.",
    effect="The scene is lit differently.",
    advice="Use a point light.",
    many="lights dropped",
)
VISUAL_SHAPE_HIDDEN = Code(
    "visual-shape-hidden", "converted", "note", "appearance",
    each=True,
    headline="Transparent visual hidden by setVisible: {subject}",
    because="SimSpark's materials are opaque, and this visual lets all light through.",
    effect="No effect: the visual is not drawn, in the source as in the result.",
    many="transparent visuals hidden by setVisible",
)


CODES = by_code(list(globals().values()))
