"""Findings of the URDF writer."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- the robot

END_RESOLVED = Code(
    "urdf-joint-end-resolved", "converted", "note", "naming",
    headline="End of a joint replaced by its link: {value}",
    because="Joints of URDF connect links. The source names a frame or a model.",
    effect="The joint connects the same two bodies.",
    many="ends of joints replaced by their links",
)
FRAME_AS_LINK = Code(
    "urdf-frame-as-link", "converted", "note", "naming",
    headline="Frame became a link: {value} -> {result}",
    because="URDF has no frames. ROS uses links without mass on fixed joints.",
    effect="The frame is a link of the robot. Gazebo merges it into its parent.",
    many="frames became links",
)
SENSOR_AS_PLUGIN = Code(
    "urdf-sensor-as-plugin", "converted", "note", "sensing",
    each=True,
    headline="Sensor written as a plugin: {subject}",
    because="URDF has no sensor of joint states. The plugin of Gazebo publishes them.",
    effect="Gazebo publishes the same states. Other programs ignore the plugin.",
    many="sensors written as plugins",
)
JOINT_FIXED_ADDED = Code(
    "urdf-joint-fixed-added", "converted", "note", "physics",
    headline="Fixed joint added: {result}",
    because="URDF is a tree. Static parts hang on a link `world`, and a frame on its link.",
    effect="Every part keeps its place.",
    many="fixed joints added",
)
JOINT_FLOATING_ADDED = Code(
    "urdf-joint-type-floating-added", "converted", "warning", "physics",
    headline="Floating joint added: {result}",
    because="URDF is a tree with one root, and the scene has several bodies.",
    effect="The link is free in its joint. Gazebo ignores links behind floating joints, and MuJoCo refuses them.",
    advice="Write one robot per file.",
    many="floating joints added",
)
LIGHT_DROPPED = Code(
    "urdf-light-unsupported-dropped", "dropped", "note", "appearance",
    each=True,
    headline="Light dropped: {value}",
    because="URDF describes a robot, not a world.",
    effect="Simulators light the robot themselves.",
    advice="Add lights where the robot is simulated.",
    many="lights dropped",
)
MODEL_MERGED = Code(
    "urdf-model-merged", "converted", "note", "naming",
    headline="Model merged: {value}",
    because="A URDF file holds one robot.",
    effect="The links of the model belong to the robot. The model's name is lost.",
    advice="Write one robot per file.",
    many="models merged",
)
MODEL_STATIC_WELDED = Code(
    "urdf-model-static-welded", "converted", "note", "physics",
    headline="Static model welded to the world",
    because="URDF has no static models beside a robot.",
    effect="The links of the model stand still on fixed joints.",
    many="static models welded to the world",
)

# ---------------------------------------------------------------- joints and drives

ACTUATOR_DROPPED = Code(
    "urdf-actuator-dropped", "dropped", "warning", "control",
    headline="Actuator dropped: {value}",
    because="A joint of ros2_control has one interface for position, velocity and effort each.",
    effect="The second actuator of its kind is missing.",
    advice="Use one actuator per joint.",
    many="actuators dropped",
)
CONTROLLERS_DEFAULTED = Code(
    "urdf-controllers-defaulted", "defaulted", "note", "control",
    headline="Controllers added: {result}",
    because="A controller manager of ros2_control reads its controllers from such a file. The file names {joints} commands of joints.",
    effect="The controllers send commands to the joints. ROS was not run on the file.",
    advice="Name other controllers in the file if the robot needs them.",
    many="files of controllers added",
)
CONTROLLERS_OF_PLUGIN = Code(
    "urdf-controllers-of-plugin", "kept", "note", "control",
    headline="No controllers added: {plugin} has its own",
    because="This plugin of Gazebo runs the controllers of the file that its <parameters> name.",
    effect="The plugin drives the joints of <ros2_control>, {joints} in all.",
    advice="Name controllers of these joints in that file.",
    many="robots whose plugin has its own controllers",
)
HARDWARE_DEFAULTED = Code(
    "urdf-hardware-defaulted", "defaulted", "note", "control",
    headline="Hardware plugin added: {result}",
    because="A system of ros2_control names the plugin that drives it.",
    effect="The system mirrors its commands until another plugin is named.",
    advice="Name the plugin of your robot or simulator, such as gz_ros2_control/GazeboSimSystem.",
    many="hardware plugins added",
)
JOINT_FRAME_INEFFECTIVE = Code(
    "urdf-joint-frame-ineffective", "dropped", "note", "physics",
    headline="Frame of a fixed joint ignored",
    because="A joint of URDF stands in its child's frame.",
    effect="No effect: where a joint without an axis stands does not matter.",
    many="frames of fixed joints ignored",
)
JOINT_LIMIT_DEFAULTED = Code(
    "urdf-joint-limit-defaulted", "defaulted", "note", "physics",
    headline="Joint limit added: {added}",
    because="URDF requires limits of effort and velocity, and the source states none.",
    effect="The joint moves without these limits. Controllers may take the number for a limit.",
    advice="State the limits of the joint in the source.",
    many="joint limits added",
)
JOINT_LOOP_DROPPED = Code(
    "urdf-joint-loop-dropped", "dropped", "error", "physics",
    each=True,
    headline="Joint that closes a loop dropped: {value}",
    because="URDF is a tree: each link has one parent.",
    effect="{first} and {second} are no longer connected there.",
    advice="Use --adapt-joints to write the joint for Gazebo, or close the loop in the simulator.",
    many="joints that close loops dropped",
)
JOINT_LOOP_GAZEBO = Code(
    "urdf-joint-loop-approximated", "approximated", "error", "physics",
    each=True,
    headline="Joint that closes a loop written for Gazebo: {value}",
    because="URDF is a tree: each link has one parent. Gazebo reads further joints in a block <gazebo>.",
    effect="Gazebo closes the loop. In other programs {first} and {second} are not connected there.",
    advice="Close the loop in those programs.",
    many="joints that close loops written for Gazebo",
)
JOINT_RANGE_DEFAULTED = Code(
    "urdf-joint-range-defaulted", "defaulted", "note", "physics",
    headline="Joint range added: {result}",
    because="URDF requires both ends of the range, and the joint is open at one.",
    effect="The joint never reaches that end.",
    many="joint ranges added",
)
JOINT_STATIC_INEFFECTIVE = Code(
    "urdf-joint-static-ineffective", "dropped", "note", "physics",
    headline="Joint between static links ignored",
    because="Both links never move.",
    effect="No effect: the joint does not move in the source either.",
    many="joints between static links ignored",
)
JOINT_TYPE_DROPPED = Code(
    "urdf-joint-type-dropped", "dropped", "error", "physics",
    each=True,
    headline="Joint dropped: type {value}",
    because="URDF has revolute, continuous, prismatic, fixed, planar and floating joints.",
    effect="The two links are no longer connected.",
    advice="Use joints of one axis in the source.",
    many="joints dropped",
)
MIMIC_CONVERTED = Code(
    "urdf-mimic-converted", "converted", "note", "physics",
    headline="Mimic offset computed: reference {value}",
    because="URDF has no reference position of the joint that is followed.",
    effect="The joint follows as before.",
    many="mimic offsets computed",
)
MIMIC_DROPPED = Code(
    "urdf-mimic-dropped", "dropped", "error", "physics",
    each=True,
    headline="Mimic dropped: follows {value}",
    because="The joint that is followed is not in the result, or has several axes.",
    effect="The joint moves freely.",
    advice="Let it follow a joint of one axis.",
    many="mimics dropped",
)

# ---------------------------------------------------------------- shapes and sensors

COLLISION_SENSING_GAZEBO = Code(
    "urdf-sensing-shape-converted", "converted", "warning", "geometry",
    headline="Collision for sensors written for Gazebo",
    because="URDF has no collisions without contact forces. A tag of Gazebo says so.",
    effect="Gazebo lets bodies pass. Other simulators take the shape for solid.",
    many="collisions for sensors written for Gazebo",
)
LINK_FRAME_AT_JOINT = Code(
    "urdf-link-frame-at-joint", "converted", "note", "naming",
    headline="Link frame moved to its joint: by {value}",
    because="The frame of a link of URDF is that of the joint that holds it.",
    effect="The pose that programs see of the link is that of the joint. Every part keeps its place.",
    many="link frames moved to their joints",
)
LINK_FRAME_MASSLESS = Code(
    "urdf-massless-link-frame-at-joint", "converted", "note", "physics",
    headline="Frame of a massless link moved to its joint: by {value}",
    because="The frame of a link of URDF is that of the joint that holds it.",
    effect="The link has no mass whose centre could move. Every part keeps its place.",
    many="frames of massless links moved to their joints",
)
MATERIAL_NAME_DROPPED = Code(
    "urdf-material-name-dropped", "dropped", "note", "appearance",
    headline="Name of an undefined material dropped: {value}",
    because="Another visual defines a material of this name, which this one does not have.",
    effect="The visual has no colour, as in the source.",
    advice="Give the material another name.",
    many="names of undefined materials dropped",
)
MESH_FILE_DROPPED = Code(
    "urdf-mesh-file-dropped", "dropped", "error", "geometry",
    headline="Mesh dropped: {value}",
    because="The file was not found. Programs that load URDF (PyBullet, Pinocchio) refuse a robot with a missing file.",
    effect="{outcome}",
    advice="Name the folder of the file with --search-path, or keep the reference as it is with --assets keep.",
    many="meshes dropped", together=True,
)
MESH_PART_DROPPED = Code(
    "urdf-mesh-part-dropped", "dropped", "warning", "geometry",
    each=True,
    headline="Part of a mesh replaced by the whole: {value}",
    because="URDF shows whole mesh files.",
    effect="The shape shows all parts of the mesh.",
    advice="Put the part into a file of its own.",
    many="parts of meshes replaced by the whole",
)
SHAPE_DROPPED = Code(
    "urdf-shape-dropped", "dropped", "error", "geometry",
    each=True,
    headline="Shape dropped: {kind} {value}",
    because="URDF has boxes, spheres, cylinders, capsules and mesh files.",
    effect="The shape is missing.",
    advice="Use a mesh in the source.",
    many="shapes dropped",
)
SHAPE_EMPTY_INEFFECTIVE = Code(
    "urdf-shape-empty-ineffective", "dropped", "note", "geometry",
    headline="Empty collision left out",
    because="The collision has no shape.",
    effect="No effect: nothing can touch it.",
    many="empty collisions left out",
)
SELF_COLLISION_OF_ROBOT = Code(
    "urdf-self-collision-of-robot", "converted", "note", "physics",
    each=True,
    headline="Self-collision switched on",
    because="Several models became one robot. Gazebo lets its links touch only with this tag.",
    effect="The link touches the other bodies, as in the source.",
    many="self-collisions switched on",
)
SELF_COLLISION_WITH_OTHERS = Code(
    "urdf-self-collision-with-others", "converted", "note", "physics",
    headline="Self-collision extended to links of other models",
    because="Several models became one robot, whose links touch each other.",
    effect="The link touches the other bodies, as in the source.",
    many="self-collisions extended to links of other models",
)
SELF_COLLISION_APPROXIMATED = Code(
    "urdf-self-collision-approximated", "approximated", "error", "physics",
    each=True,
    headline="Link collides with its own model",
    because="Several models became one robot. Gazebo lets either all of its links touch or none.",
    effect="Links of the model that share no joint touch each other.",
    advice="Write one robot per file.",
    many="links collide with their own model",
)
SURFACE_DIFFERS = Code(
    "urdf-surface-differs-dropped", "dropped", "warning", "physics",
    each=True,
    headline="Contact values dropped: {value}",
    because="Tags of Gazebo concern all collisions of a link, and these differ.",
    effect="Gazebo uses its defaults for the link.",
    advice="Give all collisions of the link the same values, or split the link.",
    many="contact values dropped",
)
CODES = by_code(list(globals().values()))
