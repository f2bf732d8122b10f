"""Findings of the URDF reader: what urdfdom refuses, loses after a fault, or ignores."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- the text

ATTRIBUTE_MISSPELT = Code(
    "urdf-attribute-misspelt", "kept", "warning", "metadata",
    headline="Unknown attribute: {value} of <{tag}>",
    because="URDF has no attribute of this name.",
    effect="All readers ignore it.",
    advice="Did you mean {nearest}?",
    many="unknown attributes",
)
ELEMENT_MISSPELT = Code(
    "urdf-element-misspelt", "kept", "warning", "metadata",
    headline="Unknown element: <{value}> in <{holder}>",
    because="URDF has no element of this name there.",
    effect="All readers ignore it.",
    advice="Did you mean <{nearest}>?",
    many="unknown elements",
)
ELEMENT_REPEATED_INEFFECTIVE = Code(
    "urdf-element-repeated-ineffective", "dropped", "warning", "metadata",
    headline="Repeated element ignored: <{tag}>",
    because="The ROS parser urdfdom reads the first <{tag}> of a <{holder}>.",
    effect="No effect: urdfdom ignores it as well.",
    advice="Remove it.",
    many="repeated elements ignored",
)
NUMBER_PADDED = Code(
    "urdf-number-padded", "converted", "note", "metadata",
    headline="Blank behind a number accepted: {attribute}={value}",
    because="The ROS parser urdfdom refuses white space behind a number. Other readers accept it.",
    effect="The number is read.",
    advice="Remove the blank.",
    many="blanks behind numbers accepted",
)
TEXT_INEFFECTIVE = Code(
    "urdf-text-ineffective", "dropped", "note", "metadata",
    headline="Text ignored: {value}",
    because="Elements of URDF have attributes and no text.",
    effect="No effect: all readers ignore it.",
    many="texts ignored",
)
XACRO_EXPANDED = Code(
    "urdf-xacro-expanded", "kept", "note", "metadata",
    headline="Macros expanded",
    because="A xacro file is a program that makes a robot. The robot is read, with the place of each value in the program.",
    effect="A result in URDF has the robot without macros.",
    many="files with macros expanded",
)
XACRO_REMARK = Code(
    "urdf-xacro-remark", "kept", "note", "metadata",
    headline="Doubtful xacro: {remark}",
    because="ROS's xacro accepts it as well.",
    effect="The robot is as ROS's xacro makes it.",
    advice="Correct the file.",
    many="doubtful places in xacro",
)
PARAMETER_UNKNOWN = Code(
    "urdf-parameter-unknown", "kept", "warning", "metadata",
    headline="Parameter ignored: {value}",
    because="{why}",
    effect="The robot is made without it, as ROS's xacro makes it.",
    advice="Remove it, or correct its name.",
    many="parameters ignored",
)
XACRO_LEFT = Code(
    "urdf-xacro-left", "kept", "warning", "metadata",
    headline="Elements of xacro in a plain URDF file: {value}",
    because="Only files with .xacro in their names are expanded. Readers of URDF skip these elements.",
    effect="The robot lacks what they would make.",
    advice="Give the file a name with .xacro, as in robot.urdf.xacro, and they are expanded.",
    many="elements of xacro in plain files",
)
XML_TOLERATED = Code(
    "urdf-xml-tolerated", "kept", "note", "metadata",
    headline="Irregular XML accepted",
    because="The parser of urdfdom (tinyxml2) accepts this: {remark}.",
    effect="Stricter readers refuse the file.",
    advice="Correct the XML.",
    many="places of irregular XML accepted",
)

# ---------------------------------------------------------------- links and shapes

CAPSULE_EARLY = Code(
    "urdf-capsule-early", "kept", "note", "geometry",
    headline="Capsule in a file of version 1.0",
    because="The ROS parser urdfdom reads capsules from version 1.1 on. Bullet, Drake and MuJoCo read them in any version.",
    effect="The capsule is read. urdfdom loses it and what follows in its link.",
    advice='Write version="1.1" in <robot>.',
    many="capsules in files of version 1.0",
)
VALUE_EARLY = Code(
    "urdf-value-early", "kept", "note", "metadata",
    headline="Value of a later version accepted: {value}",
    because="The ROS parser urdfdom reads it from version {version} on.",
    effect="The value is read (--lenient). urdfdom ignores it in this file.",
    advice='Write version="{version}" in <robot>.',
    many="values of later versions accepted",
)
DYNAMICS_EMPTY = Code(
    "urdf-dynamics-empty", "kept", "note", "physics",
    headline="Empty <dynamics> accepted: joint {value}",
    because="The ROS parser urdfdom refuses <dynamics> without damping and friction.",
    effect="The joint has neither damping nor friction (--lenient).",
    advice="Remove the element.",
    many="empty elements <dynamics> accepted",
)
LINK_CUT = Code(
    "urdf-link-cut-invalid", "invalid", "error", "geometry",
    each=True,
    headline="Link cut off: {value}, {problem}",
    because="The ROS parser urdfdom stops reading a link at its first fault.",
    effect="Missing in the result, as in urdfdom: {missing}.",
    advice="Correct the fault.",
    many="links cut off",
)
LINK_UNREACHABLE = Code(
    "urdf-link-unreachable-invalid", "invalid", "error", "physics",
    each=True,
    headline="Link in a circle dropped: {value}",
    because="No chain of joints leads from the root to the link. urdfdom cannot reach it either.",
    effect="The link and its joint {joint} are not in the result.",
    advice="Let the chain of joints begin at the root link.",
    many="links in circles dropped",
)
ORIGIN_QUATERNION_INEFFECTIVE = Code(
    "urdf-origin-quaternion-ineffective", "dropped", "warning", "physics",
    headline="Quaternion ignored: {value}",
    because="The ROS parser urdfdom reads quat_xyzw from version 1.1 on. This file has an earlier one.",
    effect="No effect: urdfdom does not rotate the part either.",
    advice='Write version="1.1" in <robot>, or use rpy.',
    many="quaternions ignored",
)
WORLD_MASS_INEFFECTIVE = Code(
    "urdf-world-mass-ineffective", "dropped", "note", "physics",
    headline="Mass of the world ignored: {value} kg",
    because="A root link called `world` is the ground.",
    effect="No effect: Gazebo, Drake and MuJoCo ignore it as well.",
    advice="Remove <inertial> from the link.",
    many="masses of the world ignored",
)

# ---------------------------------------------------------------- materials and files

IMAGE_FILE_MISSING = Code(
    "urdf-image-missing", "kept", "warning", "appearance",
    headline="Image file missing: {value}",
    because="{why}",
    effect="Simulators draw without the image.",
    advice="Name the folder of the package with --search-path.",
    many="image files missing", together=True,
)
MATERIAL_COLOUR_SHORT = Code(
    "urdf-material-colour-short", "converted", "warning", "appearance",
    headline="Colour read as black: {value} has {count} numbers",
    because="The ROS parser urdfdom needs four numbers, and takes opaque black for others without an error.",
    effect="The visual is black.",
    advice="Add the alpha value 1.",
    many="colours without four numbers",
)
MATERIAL_DEFINITION_INEFFECTIVE = Code(
    "urdf-material-definition-ineffective", "dropped", "note", "appearance",
    headline="Definition of a material ignored: {value}",
    because="A material of this name is known from line {line}. urdfdom uses that one.",
    effect="No effect: urdfdom ignores it as well. MuJoCo uses the colour that stands here.",
    advice="Give the material another name, or remove the definition.",
    many="definitions of materials ignored",
)
MATERIAL_INVALID = Code(
    "urdf-material-invalid", "invalid", "error", "appearance",
    headline="Material not defined: {value}",
    because="{why}",
    effect="{outcome}",
    advice="State a colour with four numbers from 0 to 1.",
    many="materials not defined",
)
MATERIAL_NAME_EMPTY_INEFFECTIVE = Code(
    "urdf-material-name-empty-ineffective", "dropped", "note", "appearance",
    headline="Empty name of a material ignored",
    because="The ROS parser urdfdom does not look up a material without a name.",
    effect="No effect: the visual has the colour that stands in it.",
    many="empty names of materials ignored",
)
MATERIAL_REPEATED = Code(
    "urdf-material-repeated", "converted", "note", "appearance",
    headline="Material defined twice: {value}",
    because="The ROS parser urdfdom refuses this even where both definitions are equal.",
    effect="The material is read once (--lenient).",
    advice="Remove one definition.",
    many="materials defined twice",
)
MATERIAL_UNKNOWN = Code(
    "urdf-material-unknown", "kept", "warning", "appearance",
    headline="Material unknown: {value}",
    because="No material of this name is defined by the robot or an earlier visual.",
    effect="The visual has no colour.",
    advice="Define the material under <robot>.",
    many="unknown materials",
)
MATERIAL_UNUSED_INEFFECTIVE = Code(
    "urdf-material-unused-ineffective", "dropped", "note", "appearance",
    headline="Unused material ignored: {value}",
    because="No visual uses the material.",
    effect="No effect: nothing is drawn with it.",
    many="unused materials ignored",
)
MESH_FILE_MISSING = Code(
    "urdf-mesh-missing", "kept", "warning", "geometry",
    headline="Mesh file missing: {value}",
    because="{why}",
    effect="The shape is neither drawn nor touched.",
    advice="Name the folder of the package with --search-path.",
    many="mesh files missing", together=True,
)
MESH_FOUND_BY_MUJOCO = Code(
    "urdf-mesh-found-by-mujoco", "kept", "note", "geometry",
    headline="Mesh file found where MuJoCo looks: {value} -> {result}",
    because="No file is where ROS looks for it. The extension <mujoco> leads MuJoCo to the file.",
    effect="The shape has this mesh. Gazebo and RViz do not find it.",
    advice="Correct the reference, or name the folder of the package with --search-path.",
    many="mesh files found where MuJoCo looks",
)
MUJOCO_DROPPED = Code(
    "urdf-mujoco-dropped", "dropped", "note", "metadata",
    headline="Settings for MuJoCo dropped: <mujoco>",
    because="Only MuJoCo reads this extension of URDF, and {target} has no place for it.",
    effect="The result has the defaults of its own simulator: step, solver, and what is done about small masses and tensors.",
    advice="State the settings that matter in the result. With --carry, converting back to URDF restores them.",
    many="settings for MuJoCo dropped: <mujoco>",
)

# ---------------------------------------------------------------- joints

JOINT_AXIS_INVALID = Code(
    "urdf-joint-axis-invalid", "invalid", "error", "physics",
    headline="Joint axis without direction: {value}",
    because="The ROS parser urdfdom reads a zero axis. Drake, MuJoCo and Gazebo refuse it.",
    effect="The axis is 1 0 0, the default.",
    advice="Write the axis.",
    many="axes without direction",
)
JOINT_LIMIT_MISSING = Code(
    "urdf-joint-limit-missing", "kept", "warning", "physics",
    headline="Joint limit missing: {value}",
    because="The ROS parser urdfdom refuses revolute and prismatic joints without limits. Drake and MuJoCo read them as unlimited.",
    effect="The joint has no such limit (--lenient).",
    advice="State lower, upper, effort and velocity.",
    many="joint limits missing",
)
JOINT_LIMIT_UNLIMITED = Code(
    "urdf-joint-limit-unlimited", "converted", "note", "physics",
    headline="Joint limit read as none: {field} {value}",
    because="Limits of 1e16 and more stand for infinity.",
    effect="The joint is not limited there.",
    many="joint limits read as none",
)
JOINT_LOCKED = Code(
    "urdf-joint-locked", "kept", "warning", "physics",
    headline="Joint locked by default limits: {value}",
    because="<limit> states neither lower nor upper, and both default to 0. Drake and MuJoCo take the joint for unlimited.",
    effect="The joint does not move, as the standard says.",
    advice="State lower and upper, or make the joint continuous.",
    many="joints locked by default limits",
)
JOINT_RANGE_INEFFECTIVE = Code(
    "urdf-joint-range-ineffective", "dropped", "note", "physics",
    headline="Range of a continuous joint ignored: {value}",
    because="A continuous joint has no range. Drake enforces the range all the same.",
    effect="No effect: urdfdom, Gazebo and MuJoCo ignore the range.",
    advice="Make the joint revolute if it must stop.",
    many="ranges of continuous joints ignored",
)
JOINT_SECOND_PARENT = Code(
    "urdf-joint-second-parent-invalid", "invalid", "error", "physics",
    each=True,
    headline="Joint dropped, its link has another parent: {value}",
    because="Joint {other} holds link {link}, as the last of both by name. Drake and MuJoCo refuse the file.",
    effect="The joint is not in the result.",
    advice="A link of URDF is the child of one joint. Close loops in the simulator.",
    many="joints of links with two parents dropped",
)
JOINT_SPHERICAL = Code(
    "urdf-joint-spherical", "converted", "note", "physics",
    headline="Joint read as a ball joint: type {value}",
    because="Bullet and MuJoCo have this type. urdfdom refuses it.",
    effect="The joint turns about three axes (--lenient).",
    many="ball joints",
)
JOINT_DRAKE = Code(
    "urdf-joint-drake", "converted", "note", "physics",
    headline="Joint of Drake read: type {value}",
    because="Drake alone reads <drake:joint>. urdfdom skips it, and its child is another root.",
    effect="The joint holds its child as in Drake (--lenient).",
    many="joints of Drake",
)
JOINT_VALUE_INEFFECTIVE = Code(
    "urdf-joint-value-ineffective", "dropped", "note", "physics",
    headline="Value of a joint ignored: {value}",
    because="A joint of type {kind} has no axis.",
    effect="No effect: urdfdom and all simulators ignore it.",
    many="values of joints ignored",
)
MIMIC_INVALID = Code(
    "urdf-mimic-invalid", "invalid", "error", "physics",
    headline="Mimic dropped: {value}",
    because="{why} urdfdom reads it all the same, and Drake refuses the file.",
    effect="The joint moves freely.",
    advice="Name a joint of the robot.",
    many="mimics dropped",
)
RATE_EARLY_INEFFECTIVE = Code(
    "urdf-joint-rate-ineffective", "dropped", "note", "control",
    headline="Limit of a rate ignored: {value}",
    because="The ROS parser urdfdom reads limits of acceleration, deceleration and jerk from version 1.2 on.",
    effect="No effect: urdfdom ignores it as well.",
    advice='Write version="1.2" in <robot>.',
    many="limits of rates ignored",
)
ROOTS_SEVERAL = Code(
    "urdf-roots-several", "kept", "warning", "physics",
    headline="Robot with several root links: {count}, {value}",
    because="The ROS parser urdfdom refuses several roots. Drake, MuJoCo and Bullet read them as several bodies.",
    effect="Each of them is a body of its own (--lenient).",
    advice="Connect them by joints.",
    many="robots with several roots",
)
WORLD_UNDECLARED = Code(
    "urdf-world-undeclared", "kept", "note", "physics",
    headline="Parent `world` not declared: joint {value}",
    because="Only Drake takes an undeclared link `world` for the ground.",
    effect="The joint connects its child to the ground (--lenient).",
    advice='Add <link name="world"/>.',
    many="undeclared worlds",
)

# ---------------------------------------------------------------- SRDF

SRDF_NAME_OTHER = Code(
    "urdf-srdf-name-other", "kept", "warning", "naming",
    headline="SRDF of another robot: {value}",
    because="The SRDF names another robot than {robot}.",
    effect="The SRDF is read all the same.",
    advice="Check that both files belong together.",
    many="files of other robots",
)
SRDF_PART_UNKNOWN = Code(
    "urdf-srdf-part-invalid", "invalid", "warning", "physics",
    headline="Part of the SRDF dropped: {value}",
    because="The robot has no {kind} of this name.",
    effect="MoveIt ignores it as well.",
    advice="Correct the name.",
    many="parts of the SRDF dropped",
)
SRDF_REASON_INEFFECTIVE = Code(
    "urdf-srdf-reason-ineffective", "dropped", "note", "metadata",
    headline="Reason ignored: {value}",
    because="The reason says why two links never touch.",
    effect="No effect: programs ignore the reason.",
    many="reasons ignored",
)

# ---------------------------------------------------------------- Gazebo and control

CONTROL_JOINT_UNKNOWN = Code(
    "urdf-control-joint-unknown", "kept", "warning", "control",
    headline="Driven joint unknown: {value}",
    because="{system} names a joint that the robot does not have.",
    effect="The controller manager refuses the system.",
    advice="Correct the name.",
    many="driven joints unknown",
)
GAZEBO_REFERENCE_UNKNOWN = Code(
    "urdf-gazebo-reference-ineffective", "dropped", "warning", "metadata",
    headline="Gazebo tags ignored: {value}",
    because="The robot has neither a link nor a joint of this name.",
    effect="No effect: Gazebo ignores the block without a message.",
    advice="{advice}",
    many="blocks of Gazebo tags ignored",
)
GAZEBO_SHAPELESS_INEFFECTIVE = Code(
    "urdf-gazebo-shapeless-ineffective", "dropped", "note", "physics",
    headline="Gazebo tags without a part ignored: {value}",
    because="Such tags concern every {kind}, and there is none.",
    effect="No effect: Gazebo ignores them as well.",
    many="tags of Gazebo ignored",
)
INITIAL_UNREADABLE = Code(
    "urdf-control-value-invalid", "invalid", "warning", "control",
    headline="Parameter ignored: {value}",
    because="{problem}",
    effect="The parameter is not in the result.",
    advice="Write a number.",
    many="parameters ignored",
)
SENSOR_TYPE_UNKNOWN = Code(
    "urdf-sensor-type-unknown", "kept", "warning", "sensing",
    headline="Sensor type unknown: {value}",
    because="SDFormat has no sensor of this type.",
    effect="Gazebo creates no sensor.",
    advice="Correct the type.",
    many="sensor types unknown",
)
TRANSMISSION_KEPT = Code(
    "urdf-transmission-kept", "kept", "note", "control",
    headline="Transmission not understood: {value}",
    because="Scenec reads transmissions of one joint and one actuator.",
    effect="The transmission is kept for URDF. Other formats get no motor.",
    many="transmissions not understood",
)
VALUE_UNREADABLE = Code(
    "urdf-gazebo-value-invalid", "invalid", "warning", "metadata",
    headline="Value of a Gazebo tag ignored: <{value}>",
    because="{problem}.",
    effect="Gazebo uses its default.",
    advice="Correct the value.",
    many="values of Gazebo tags ignored",
)

CODES = by_code(list(globals().values()))
