"""Findings of the reader."""

from __future__ import annotations

from scenec.accounting.code import Code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

IGNORED_TOO = "No effect: SDFormat ignores it, too."

# ---------------------------------------------------------------- the file

SDFORMAT_ROOT_KEPT = Code(
    "sdformat-root-kept", "kept", "note", "metadata",
    headline="Old root element read: <gazebo>",
    because="Files in the dialect of 2012 begin with <gazebo>, not with <sdf>.",
    effect="Current libraries refuse the source.",
    advice="Convert the file to SDFormat with scenec.",
    many="old root elements read",
)
SDFORMAT_VERSION_INVALID = Code(
    "sdformat-version-invalid", "invalid", "error", "metadata",
    headline="Unknown version read as the newest: {value}",
    because="SDFormat has no version {value}.",
    effect="Spellings of older versions in the file are not understood.",
    advice="Correct the version.",
    many="unknown versions read as the newest",
)
XML_TOLERATED = Code(
    "xml-tolerated", "kept", "note", "metadata",
    headline="Invalid XML accepted",
    because="The parser of libsdformat accepts this: {remark}.",
    effect="Other programs refuse the file, or read more of a text than libsdformat.",
    advice="Correct the XML.",
    many="places of invalid XML accepted",
)
ROOT_ELEMENT_REPEATED_INVALID = Code(
    "root-element-repeated-invalid", "invalid", "error", "physics",
    headline="Second root element ignored: <{tag}>",
    because="A file holds either worlds, or one model, light or actor.",
    effect="The element is not part of the scene.",
    advice="Move it to a file of its own.",
    many="further root elements ignored",
)
CARRIED_IN_INCLUDE_INEFFECTIVE = Code(
    "carried-in-include-ineffective", "dropped", "note", "metadata",
    headline="Carried values of an included file ignored",
    because="An included file carries values for another format (--carry).",
    effect="No effect: these values mean nothing in SDFormat.",
    advice="Convert the included file with --carry to restore them.",
    many="carried values of included files ignored",
)

# ---------------------------------------------------------------- elements and attributes

ELEMENT_UNKNOWN = Code(
    "element-unknown", "kept", "note", "metadata",
    headline="Unknown element kept: <{tag}>",
    because="{version} has no <{tag}> in <{holder}>.",
    effect="No effect: SDFormat ignores the element.",
    advice="Remove it, or check its spelling.",
    many="unknown elements kept",
)
ELEMENT_MISSPELT = Code(
    "element-misspelt", "kept", "note", "metadata",
    headline="Misspelt element kept: <{tag}>",
    because="SDFormat has no <{tag}> in <{holder}>.",
    effect="No effect: SDFormat ignores the element.",
    advice="Did you mean <{nearest}>?",
    many="misspelt elements kept",
)
ATTRIBUTE_UNKNOWN = Code(
    "attribute-unknown-kept", "kept", "note", "metadata",
    headline="Unknown attribute kept: {attribute}",
    because="{version} has no attribute {attribute} of <{tag}>.",
    effect="No effect: SDFormat ignores the attribute.",
    advice="Remove it, or check its spelling.",
    many="unknown attributes kept",
)
ATTRIBUTE_MISSPELT = Code(
    "attribute-misspelt", "kept", "note", "metadata",
    headline="Misspelt attribute kept: {attribute}",
    because="SDFormat has no attribute {attribute} of <{tag}>.",
    effect="No effect: SDFormat ignores the attribute.",
    advice="Did you mean {nearest}?",
    many="misspelt attributes kept",
)
ELEMENT_REPEATED_INEFFECTIVE = Code(
    "element-repeated-ineffective", "dropped", "warning", "metadata",
    headline="Repeated element ignored: <{tag}>",
    because="SDFormat reads only the first <{tag}> of <{holder}>.",
    effect=IGNORED_TOO,
    advice="Remove it.",
    many="repeated elements ignored",
)
SHAPE_REPEATED_INEFFECTIVE = Code(
    "shape-repeated-ineffective", "dropped", "warning", "metadata",
    headline="Second shape ignored: <{tag}>",
    because="SDFormat reads only one shape of <geometry>, here the <{chosen}>.",
    effect=IGNORED_TOO,
    advice="Remove it.",
    many="further shapes ignored",
)
ELEMENT_TEXT_INEFFECTIVE = Code(
    "element-text-ineffective", "dropped", "warning", "metadata",
    headline="Text between elements ignored: {value}",
    because="The element <{tag}> has no text of its own.",
    effect=IGNORED_TOO,
    advice="Make it a comment.",
    many="texts between elements ignored",
)

# ---------------------------------------------------------------- includes and other files

INCLUDE_INVALID = Code(
    "include-invalid", "invalid", "error", "physics",
    headline="Include dropped: {value}",
    because="{why}",
    effect="The included model is not part of the scene.",
    advice="Correct the include, or the file that it names.",
    many="includes dropped",
)
INCLUDE_MERGE_INVALID = Code(
    "include-merge-invalid", "invalid", "error", "physics",
    headline="Element of a merged model dropped: <{tag}>",
    because="A model with a <{tag}> cannot be merged into a world.",
    effect="The element is not part of the scene.",
    advice='Include the model without merge="true".',
    many="elements of merged models dropped",
)
INCLUDE_OVERRIDE_INEFFECTIVE = Code(
    "include-override-ineffective", "dropped", "note", "metadata",
    headline="Overridden value ignored: {subject}",
    because="The include states another value.",
    effect=IGNORED_TOO,
    many="overridden values ignored",
)
INCLUDE_MERGE_INEFFECTIVE = Code(
    "include-merge-ineffective", "dropped", "note", "metadata",
    headline="Setting of a merged model ignored: <{tag}>",
    because="Merging moves the parts of a model, not its settings.",
    effect=IGNORED_TOO,
    many="settings of merged models ignored",
)
INCLUDE_ELEMENT_INEFFECTIVE = Code(
    "include-element-ineffective", "dropped", "note", "metadata",
    headline="Element of an include ignored: <{tag}>",
    because="An include overrides only name, pose, static, placement frame, namespace and plugins.",
    effect=IGNORED_TOO,
    advice="State it in the included file.",
    many="elements of includes ignored",
)
NAMESPACE_PREFIX_INEFFECTIVE = Code(
    "namespace-prefix-ineffective", "dropped", "note", "metadata",
    headline="XML namespace ignored: {subject}",
    because="SDFormat ignores the namespace of a prefix.",
    effect=IGNORED_TOO,
    many="namespaces of XML ignored",
)
INCLUDE_PARAMETER_INVALID = Code(
    "include-parameter-invalid", "invalid", "error", "physics",
    headline="Change of an included model ignored: <{tag}>",
    because="{why}",
    effect="The included model is not changed there.",
    advice="Compare the change with the included file.",
    many="changes of included models ignored",
)
UNRESOLVED_INCLUDE = Code(
    "unresolved-include", "unresolved", "error", "physics",
    headline="Model not found: {value}",
    because="{why}",
    effect="The included model is not part of the scene.",
    advice="Name the folder that holds the model with --search-path.",
    many="models not found", together=True,
)
UNRESOLVED_MESH = Code(
    "unresolved-asset", "unresolved", "warning", "geometry",
    headline="Mesh not found: {value}",
    because="{why}",
    effect="The shape is missing.",
    advice="Name the folder that holds the mesh with --search-path.",
    many="meshes not found", together=True,
)
UNRESOLVED_IMAGE = Code(
    "unresolved-image", "unresolved", "warning", "appearance",
    headline="Image not found: {value}",
    because="{why}",
    effect="Simulators draw the surface without the image.",
    advice="Name the folder that holds the image with --search-path.",
    many="images not found", together=True,
)

# ---------------------------------------------------------------- names and references

NAME_RESERVED_INVALID = Code(
    "name-reserved-invalid", "invalid", "error", "naming",
    headline="Reserved name read: {name}",
    because="SDFormat reserves the name {name}.",
    effect="The parser libsdformat ignores an element of that name.",
    advice="Rename it.",
    many="reserved names read",
)
NAME_REPEATED_INVALID = Code(
    "name-repeated-invalid", "invalid", "error", "physics",
    headline="Repeated name, part dropped: {kind} {name}",
    because="Another {kind} of {scope} has the same name.",
    effect="The second {kind} is not part of the scene.",
    advice="Rename it.",
    many="parts with repeated names dropped",
)
NAME_AMBIGUOUS_INVALID = Code(
    "name-ambiguous-invalid", "invalid", "error", "naming",
    headline="Ambiguous name read: {name}",
    because="A part of another kind in {scope} has the same name.",
    effect="References to the name lead to the other part.",
    advice="Rename it.",
    many="ambiguous names read",
)
NAME_REPEATED_CONVERTED = Code(
    "name-repeated-converted", "converted", "note", "naming",
    headline="Name changed: {value} -> {result}",
    because="A part of another kind in {scope} has the same name.",
    effect="References to the name lead to the other part, as in libsdformat.",
    advice="Rename one of them.",
    many="names changed",
)
REFERENCE_UNRESOLVED_INVALID = Code(
    "reference-unresolved-invalid", "invalid", "error", "physics",
    headline="Reference dropped: {name}",
    because="There is no {kind} {name} in {scope}.",
    effect="Without the reference, {default}.",
    advice="Correct the name.",
    many="references dropped",
)
FRAME_CIRCLE_INVALID = Code(
    "frame-circle-invalid", "invalid", "error", "physics",
    headline="Circle of frames cut: {circle}",
    because="The frames refer to each other in a circle, so their poses are unknown.",
    effect="The pose of {subject} is read without its reference.",
    advice="Break the circle.",
    many="circles of frames cut",
)
POSE_FRAME_INEFFECTIVE = Code(
    "pose-frame-ineffective", "dropped", "warning", "metadata",
    headline="Frame of a pose ignored: {name}",
    because="The pose of <{tag}> cannot be relative to a named frame.",
    effect=IGNORED_TOO,
    advice="Remove it.",
    many="frames of poses ignored",
)

ANGLE_FORMAT_INEFFECTIVE = Code(
    "angle-format-ineffective", "dropped", "note", "metadata",
    headline="Attribute ignored: {name}",
    because="The element <{tag}> states no angle but 0, which is the same in every format.",
    effect=IGNORED_TOO,
    advice="Remove it.",
    many="attributes ignored that say the format of angles",
)

# ---------------------------------------------------------------- models and links

MODEL_WITHOUT_LINK_INVALID = Code(
    "model-without-link-invalid", "invalid", "error", "physics",
    headline="Model without a link read",
    because="SDFormat requires a link of every model that is not static.",
    effect="Simulators refuse the model.",
    advice="Add a link, or make the model static.",
    many="models without a link read",
)
INERTIAL_AUTO_INEFFECTIVE = Code(
    "inertial-auto-ineffective", "dropped", "warning", "metadata",
    headline="Stated inertial value ignored: <{tag}>",
    because='With auto="true" mass and inertia are computed from the collisions.',
    effect=IGNORED_TOO,
    advice="Remove it.",
    many="stated inertial values ignored",
)
INERTIAL_DENSITY_INEFFECTIVE = Code(
    "inertial-density-ineffective", "dropped", "note", "metadata",
    headline="Density ignored: {value}",
    because="The mass is stated and all collisions have this density, or no collision has it.",
    effect=IGNORED_TOO,
    advice="Remove it.",
    many="densities ignored",
)
INERTIAL_DENSITY_INVALID = Code(
    "inertial-density-invalid", "invalid", "error", "physics",
    headline="Impossible density: {value}",
    because="A density is positive; the parser libsdformat 14 computes no inertia from another one.",
    effect="The collisions with it add no mass. A link without any other mass weighs 1 kg.",
    advice="State the density in kg/m^3.",
    many="impossible densities",
)
INERTIAL_AUTO_INVALID = Code(
    "inertial-auto-invalid", "invalid", "error", "physics",
    headline="Automatic inertia not computed",
    because="Automatic inertia is computed from collisions, and the link has none.",
    effect="The link weighs 1 kg.",
    advice="Add collisions, or state mass and inertia.",
    many="automatic inertias not computed",
)
LINK_INERTIA_REFUSED = Code(
    "sdf-link-inertia-refused", "kept", "error", "physics",
    headline="Impossible inertia kept",
    because="The parser libsdformat accepts no such inertia: {why}.",
    effect="Gazebo and Drake refuse the whole file.",
    advice="Check units, signs and the order of the entries.",
    many="impossible inertias kept",
)
GEOMETRY_SIZE_INEFFECTIVE = Code(
    "geometry-size-ineffective", "dropped", "warning", "geometry",
    headline="Size of a shape replaced: {value} -> {result}",
    because="The parser libsdformat replaces every size that is not positive.",
    effect="No effect: libsdformat replaces the size as well. The shape has another size than written.",
    advice="Correct the size.",
    many="sizes of shapes replaced",
)

# ---------------------------------------------------------------- joints

JOINT_TYPE_INVALID = Code(
    "joint-type-invalid", "invalid", "error", "physics",
    headline="Joint of unknown type dropped: {type}",
    because="SDFormat has no joint type {type}.",
    effect="The joint is not part of the scene, so its two links are not connected.",
    advice="Use one of {known}.",
    many="joints of unknown types dropped",
)
JOINT_END_INVALID = Code(
    "joint-end-invalid", "invalid", "error", "physics",
    headline="Joint dropped: {end} not found",
    because="There is no {end} in {scope}.",
    effect="The joint is not part of the scene, so its two links are not connected.",
    advice="Correct the name.",
    many="joints without parent or child dropped",
)
JOINT_CHILD_WORLD_INVALID = Code(
    "joint-child-world-invalid", "invalid", "error", "physics",
    headline="Joint dropped: its child is the world",
    because="The world can only be the parent of a joint.",
    effect="The joint is not part of the scene.",
    advice="Exchange parent and child.",
    many="joints with the world as their child dropped",
)
JOINT_ENDS_EQUAL_INVALID = Code(
    "joint-ends-equal-invalid", "invalid", "error", "physics",
    headline="Joint dropped: its parent and child are one link",
    because="A joint connects two different links.",
    effect="The joint is not part of the scene.",
    advice="Name two links.",
    many="joints of one link with itself dropped",
)
JOINT_AXIS_INVALID = Code(
    "joint-axis-invalid", "invalid", "error", "physics",
    headline="Joint axis replaced: 0 0 0 -> 0 0 1",
    because="The zero vector has no direction.",
    effect="The joint moves about or along z.",
    advice="Give the axis a direction.",
    many="joint axes replaced",
)
JOINT_LIMIT_UNLIMITED_INEFFECTIVE = Code(
    "joint-limit-unlimited-ineffective", "dropped", "note", "physics",
    headline="Joint limit read as unlimited: {value}",
    because="SDFormat writes 1e16 and more, or a negative effort or velocity, for no limit.",
    effect="No effect: the joint has no such limit in SDFormat either.",
    advice="Leave the limit out.",
    many="joint limits read as unlimited",
)
JOINT_PITCH_INEFFECTIVE = Code(
    "joint-pitch-ineffective", "dropped", "warning", "metadata",
    headline="Old screw pitch ignored: {value}",
    because="The element <screw_thread_pitch> overrides <thread_pitch>.",
    effect=IGNORED_TOO,
    advice="Remove <thread_pitch>.",
    many="old screw pitches ignored",
)
JOINT_MIMIC_INVALID = Code(
    "joint-mimic-invalid", "invalid", "error", "physics",
    headline="Mimic dropped",
    because="A joint cannot follow itself.",
    effect="The joint moves freely.",
    advice="Name another joint.",
    many="mimics dropped",
)
JOINT_MIMIC_AXIS_INVALID = Code(
    "joint-mimic-axis-invalid", "invalid", "error", "physics",
    headline="Axis of a mimic replaced: {axis} -> axis",
    because="A joint has no axis {axis}.",
    effect="The joint follows the first axis.",
    advice="Write axis or axis2.",
    many="axes of mimics replaced",
)

# ---------------------------------------------------------------- sensors and appearance

SENSOR_TYPE_INVALID = Code(
    "sensor-type-invalid", "invalid", "error", "sensing",
    headline="Sensor of unknown type read: {type}",
    because="SDFormat has no sensor type {type}.",
    effect="Simulators do not create the sensor.",
    advice="Correct the type.",
    many="sensors of unknown types read",
)
LIGHT_TYPE_INVALID = Code(
    "light-type-invalid", "invalid", "error", "appearance",
    headline="Light of unknown type read as a point light: {type}",
    because="SDFormat has no light type {type}.",
    effect="Simulators with libsdformat do not show the light.",
    advice="Use point, spot or directional.",
    many="lights of unknown types read as point lights",
)
MATERIAL_SCRIPT_INVALID = Code(
    "material-script-invalid", "invalid", "error", "appearance",
    headline="Incomplete material script read",
    because="The script has no <{missing}>.",
    effect="Simulators do not find the material.",
    advice="State both <uri> and <name>.",
    many="incomplete material scripts read",
)
MATERIAL_FACTOR_INVALID = Code(
    "material-factor-invalid", "invalid", "error", "appearance",
    headline="Material factor dropped: <{tag}>",
    because="The element <{tag}> does not hold a number.",
    effect="The simulator uses its own default.",
    advice="State a number from 0 to 1.",
    many="material factors dropped",
)
