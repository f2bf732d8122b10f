"""Findings that settling makes, and those of parts of a scene that formats report by name, too."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- values that the reader left over

SOURCE_ELEMENT_DROPPED = Code(
    "source-element-dropped", "dropped", "warning", "metadata",
    headline="Element dropped: {subject}",
    because="The reader has no rule for this element.",
    effect="The element and all that is in it are missing from the result.",
    advice="Check its spelling. If it is right, report it as a missing feature.",
    many="elements dropped",
)
SOURCE_ATTRIBUTE_DROPPED = Code(
    "source-attribute-dropped", "dropped", "warning", "metadata",
    headline="Attribute dropped: {subject}",
    because="The reader has no rule for this attribute.",
    effect="The value is missing from the result.",
    advice="Check its spelling. If it is right, report it as a missing feature.",
    many="attributes dropped",
)
SOURCE_TEXT_DROPPED = Code(
    "source-text-dropped", "dropped", "warning", "metadata",
    headline="Text dropped: {subject}",
    because="The reader does not expect text here.",
    effect="The text is missing from the result.",
    advice="Remove the text if it has no meaning.",
    many="texts dropped",
)

# ---------------------------------------------------------------- parts of a scene that formats report by name, too

JOINT_AXIS_FRAME_CONVERTED = Code(
    "joint-axis-frame-converted", "converted", "note", "naming",
    headline="Joint axis expressed in another frame: {value} -> {result}",
    because="{why}",
    effect="The axis has the same direction in the world.",
    many="joint axes expressed in another frame",
)
JOINT_DAMPING_DROPPED = Code(
    "joint-damping-dropped", "dropped", "warning", "physics",
    headline="Joint damping dropped",
    because="{target} has no element for joint damping.",
    effect="The joint swings longer.",
    advice="Let the program that drives the joint add a torque against its velocity.",
    many="joint damping values dropped",
)
JOINT_FRICTION_DROPPED = Code(
    "joint-friction-dropped", "dropped", "warning", "physics",
    headline="Joint friction dropped",
    because="{target} has no element for joint friction.",
    effect="The joint moves on longer, or sinks under a load that it held.",
    advice="Let the program that drives the joint add a torque against its velocity.",
    many="joint friction values dropped",
)
JOINT_SPRING_DROPPED = Code(
    "joint-spring-dropped", "dropped", "warning", "physics",
    headline="Joint spring dropped",
    because="{target} has no element for joint springs.",
    effect="The joint is not pulled back to its rest position.",
    advice="Let the program that drives the joint add a torque towards its rest position.",
    many="values of joint springs dropped",
)
JOINT_TYPE_DROPPED = Code(
    "joint-type-dropped", "dropped", "error", "physics",
    headline="Joint type dropped: {value}",
    because="{target} has no joint of this type.",
    effect="The joint moves in another way.",
    advice="Use --adapt-joints, or a joint type that {target} has.",
    many="joint types dropped",
)
MESH_GROUP_NAME_DROPPED = Code(
    "mesh-group-name-dropped", "dropped", "warning", "geometry",
    headline="Name of a mesh part dropped",
    because="{target} has no element for names of mesh parts.",
    effect="Shapes that show one part of the mesh by its name do not find it.",
    advice="Make a mesh of its own of each part.",
    many="names of mesh parts dropped",
)

# ---------------------------------------------------------------- files that a scene refers to, comments

REFERENCE_REFUSED = Code(
    "reference-refused", "unresolved", "error", "metadata",
    headline="Reference refused: {value}",
    because="The file {why}.",
    effect="The file is neither read nor copied.",
    advice="Name its folder with --search-path, or a larger one with --confine, if the file may be read.",
    many="references refused", together=True,
)
COMMENTS_DROPPED = Code(
    "comments-dropped", "dropped", "note", "metadata",
    headline="Comments dropped: {value}",
    because="{why}",
    effect="The simulation is the same.",
    advice="Keep the source.",
    many="comments dropped",
)
TEXTURE_MISSING = Code(
    "texture-missing", "kept", "note", "appearance",
    headline="Texture missing: {value}",
    because="The image of a material was not found.",
    effect="The surface is drawn in its plain colour.",
    advice="Put the image where the scene expects it, or name its folder with --search-path.",
    many="textures missing", together=True,
)
MESH_TEXTURE_MISSING = Code(
    "mesh-texture-missing", "kept", "note", "appearance",
    headline="Texture of a mesh missing: {value}",
    because="The image that {mesh} names is neither beside it nor in ../materials/textures.",
    effect="The shape is drawn in a plain colour.",
    advice="Put {value} beside the mesh.",
    many="textures of meshes missing", together=True,
)

# ---------------------------------------------------------------- files that are checked

FILE_REFUSED_ROW = Code(
    "file-refused", "invalid", "error", "metadata",
    headline="File refused: {fault}",
    effect="The file cannot be read.",
    advice="{fix}",
    many="reasons to refuse the file",
)
FILE_REFUSED = FILE_REFUSED_ROW.code
"""A file with a finding of this code cannot be read."""
FRAGMENT_IN_SCENES = Code(
    "fragment-checked-in-scenes", "kept", "note", "metadata",
    headline="Fragment checked in scenes: {scenes}",
    because="A fragment can only be read as a part of a scene.",
    effect="The findings are those of at most three scenes that include it.",
    advice="{fix}",
    many="fragments checked in scenes",
)
FRAGMENT_ALONE = Code(
    "fragment-checked-alone", "kept", "note", "metadata",
    headline="Fragment checked alone",
    because="No scene in {folder} includes this fragment.",
    effect="Definitions with parameters were not used.",
    advice="Check the scene that uses it.",
    many="fragments checked alone",
)

# ---------------------------------------------------------------- where joints start

JOINT_LIMIT_SHIFTED = Code(
    "joint-limit-shifted", "converted", "note", "control",
    headline="Joint limits shifted: {result}",
    because="The zero of the joint is where it starts.",
    effect="The joint stops where it stopped.",
    many="joint limits shifted",
)
JOINT_ZERO_SHIFTED = Code(
    "joint-initial-shifted", "converted", "warning", "control",
    headline="Joint zero shifted: {value} -> 0",
    because="{why}",
    effect="Positions of the joint count from where it starts.",
    advice="Let programs that command the joint subtract the initial position.",
    many="joint zeros shifted",
)

# ---------------------------------------------------------------- what the source leaves to its simulator

GRAVITY_DEFAULTED = Code(
    "gravity-defaulted", "defaulted", "note", "physics",
    headline="Gravity added: {result}",
    because="The source leaves gravity to its simulator. {target} has another default.",
    effect="Bodies fall as in the source's simulator.",
    many="gravity added",
)
STEP_DEFAULTED = Code(
    "step-defaulted", "defaulted", "note", "physics",
    headline="Simulation step added: {result}",
    because="The source leaves the step to its simulator. {target} has another default.",
    effect="The simulation uses the step of the source's simulator.",
    many="simulation steps added",
)

# ---------------------------------------------------------------- links and sensors, carried values

INERTIA_ROTATION_INEFFECTIVE = Code(
    "inertia-rotation-ineffective", "dropped", "note", "physics",
    each=True,
    headline="Rotation of the inertia tensor ignored",
    because="The tensor is the same about all axes, so that its frame may have any rotation.",
    effect="No effect: the body turns alike.",
    many="rotations of inertia tensors ignored",
)
LINK_POSE_INEFFECTIVE = Code(
    "link-pose-ineffective", "dropped", "note", "physics",
    headline="Link pose ignored",
    because="The model is placed by its only link.",
    effect="No effect: the link keeps its place.",
    many="link poses ignored",
)

JOINT_SENSOR_DROPPED = Code(
    "joint-sensor-dropped", "dropped", "warning", "sensing",
    headline="Joint sensor dropped: {value}",
    because="{why}",
    effect="Programs that read the sensor get no data.",
    advice="Compute the values from the positions of the joint.",
    many="joint sensors dropped",
)
CARRIED_VALUES_INEFFECTIVE = Code(
    "carried-values-ineffective", "dropped", "note", "metadata",
    headline="Carried values ignored: {value}",
    because="The values are carried for {home}. {format} does not read them.",
    effect="No effect: a plain reading leaves carried values alone.",
    advice="Convert with --carry to put them back.",
    many="carried values ignored",
)
CARRIED_RECORD_INEFFECTIVE = Code(
    "carried-record-ineffective", "dropped", "warning", "metadata",
    headline="Carried record ignored: {value}",
    because="This version of scenec does not support its {attribute}.",
    effect="No effect: the carried values are not put back.",
    advice="Use the version of scenec that wrote the record.",
    many="carried records ignored",
)

CODES = by_code(list(globals().values()))
