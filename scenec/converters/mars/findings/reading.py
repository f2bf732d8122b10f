"""Findings of the MARS reader: what MARS ignores, refuses or reads otherwise than its author meant."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- files

ARCHIVE_MEMBER_REPEATED = Code(
    "archive-member-repeated", "invalid", "warning", "metadata",
    headline="File repeated in the archive: {value}",
    because="The archive holds several files of this name. scenec reads the first.",
    effect="Programs that read the last one load another scene.",
    advice="Pack the archive again.",
    many="files repeated in archives",
)
ARCHIVE_NAME_MISMATCH = Code(
    "archive-name-mismatch", "converted", "warning", "metadata",
    headline="Scene in the archive has another name: {value}",
    because="MARS loads only the scene named like its archive, here {wanted}.",
    effect="MARS does not load this archive. scenec read the only scene in it.",
    advice="Rename the archive to {archive}.",
    many="scenes with another name than their archive",
)
FILE_OUTSIDE = Code(
    "file-outside-unresolved", "unresolved", "error", "appearance",
    headline="File not opened: {value}",
    because="The file {outside}.",
    effect="The content of the file is not in the result.",
    advice="Name its folder with --search-path, or a larger one with --confine.",
    many="files not opened",
)
IMAGE_FILE_MISSING = Code(
    "image-file-missing", "kept", "warning", "appearance",
    headline="Image file missing: {value}",
    because="The image is neither beside the scene nor in a --search-path folder.",
    effect="MARS draws without the image, as will other simulators.",
    advice="Put the image where the scene expects it, or name its folder with --search-path.",
    many="image files missing", together=True,
)
INCLUDE_UNRESOLVED = Code(
    "include-unresolved", "unresolved", "error", "metadata",
    headline="Include dropped",
    because="The YAML scene includes another file by URI. scenec does not read such files.",
    effect="The content of the included file is not in the result.",
    advice="Put the content of that file in place of the include.",
    many="includes dropped",
)
MESH_FILE_MISSING = Code(
    "mesh-file-missing", "kept", "warning", "appearance",
    headline="Mesh file missing: {value}",
    because="The mesh is neither beside the scene nor in a --search-path folder.",
    effect="The shape is neither drawn nor touched.",
    advice="Put the mesh where the scene expects it, or name its folder with --search-path.",
    many="mesh files missing", together=True,
)
MESH_UNREADABLE = Code(
    "mesh-unreadable", "kept", "error", "geometry",
    headline="Mesh file unreadable: {value}",
    because="Parsing the file failed: {problem}.",
    effect="The size of the mesh is unknown, so the shape has the size in the file.",
    advice="Repair the file.",
    many="mesh files unreadable", together=True,
)

# ---------------------------------------------------------------- keys and values

GRAPHICS_IGNORED = Code(
    "graphics-ineffective", "dropped", "note", "metadata",
    headline="Repeated graphicOptions ignored",
    because="MARS reads the first `graphicOptions` of a scene.",
    effect="No effect: MARS ignores the others, too.",
    many="repeated graphicOptions ignored",
)
KEY_IGNORED = Code(
    "key-ineffective", "dropped", "note", "metadata",
    headline="Key ignored: {key}",
    because="MARS ignores `{key}` here. {why}",
    effect="No effect: the result means the same without it.",
    many="keys ignored",
)
KEY_UNKNOWN = Code(
    "key-unknown-ineffective", "dropped", "note", "metadata",
    headline="Unknown key ignored: {key}",
    because="MARS has no key {key} of a {tag}.",
    effect="No effect: MARS ignores this key, too.",
    advice="{fix}",
    many="unknown keys ignored",
)
OLD_KEY = Code(
    "dialect-old", "converted", "warning", "metadata",
    headline="Old key read as meant: {key}",
    because="An exporter of August 2012 wrote {key}. No release of MARS reads it.",
    effect="{outcome} The result has the value as its author meant it.",
    advice="Export the scene again.",
    many="old keys read as meant",
)
OLD_POSE_IGNORED = Code(
    "dialect-pose-ineffective", "dropped", "warning", "physics",
    headline="Relative pose ignored: {value}",
    because="An exporter of August 2012 wrote {key} for a pose in the node of `relativeid`. MARS reads `{today}` only.",
    effect="No effect: MARS ignores the pose as well. The node stands elsewhere than its author meant.",
    advice="Rename the key to `{today}`.",
    many="relative poses ignored",
)
TEXT_MISREAD = Code(
    "text-misread", "converted", "note", "metadata",
    headline="Value read as MARS reads it: {value} -> {result}",
    because="MARS parses values like C: it takes a leading number and ignores the rest.",
    effect="The value may be another than its author meant.",
    advice="Write a {kind}.",
    many="values read as MARS reads them",
)
VALUE_REFUSED = Code(
    "value-refused", "converted", "error", "metadata",
    headline="Value refused by MARS: read as meant",
    because="{why}",
    effect="MARS does not load this scene.",
    advice="{fix}",
    many="values refused by MARS",
)
VECTOR_NOISE_IGNORED = Code(
    "vector-noise-ineffective", "dropped", "note", "metadata",
    headline="Rounding error in a vector set to 0",
    because="The number is smaller than the rounding of the other numbers of its vector.",
    effect="No effect: the number is a rounding error.",
    many="rounding errors in vectors set to 0",
)
VERSION_IGNORED = Code(
    "version-ineffective", "dropped", "note", "metadata",
    headline="Version ignored: {value}",
    because="MARS reads scenes of all versions in the same way.",
    effect="No effect: MARS ignores the version, too.",
    many="versions ignored",
)

# ---------------------------------------------------------------- nodes

COLLISION_MESH_UNNAMED = Code(
    "collision-mesh-missing", "converted", "error", "geometry",
    headline="Collision mesh replaced by a box",
    because="The node has physicmode mesh but names no mesh file.",
    effect="The collision is the box of the node.",
    advice="Name the file, or use physicmode box.",
    many="collision meshes replaced by boxes",
)
INERTIA_ASYMMETRIC = Code(
    "inertia-asymmetric", "approximated", "warning", "physics",
    headline="Inertia tensor made symmetric: {value} -> {result}",
    because="Inertia tensors are symmetric, and this matrix is not.",
    effect="The product of inertia is the mean of both entries.",
    advice="Write the same number on both sides of the diagonal.",
    many="inertia tensors made symmetric",
)
LINK_MASSLESS = Code(
    "link-massless", "converted", "error", "physics",
    headline="Moving body without mass",
    because="No node of this body has a mass. The engine of MARS refuses such bodies.",
    effect="MARS crashes when it loads this scene.",
    advice="State a mass, and a density of 0.",
    many="moving bodies without mass",
)
MASS_OVERRIDDEN = Code(
    "mass-overridden-ineffective", "dropped", "warning", "physics",
    headline="Mass overridden by the density: {value} -> {result}",
    because="{why}",
    effect="No effect: MARS ignores the mass as well. The node weighs {result}, not {value}.",
    advice="Write a density of 0 if the mass is meant.",
    many="masses overridden by the density",
)
MEMBER_MASSLESS = Code(
    "member-massless", "converted", "note", "physics",
    headline="Node of a group without mass",
    because="MARS moves a massless node of a group to the centre of mass of the group.",
    effect="In MARS the node touches at another place than in the result.",
    advice="Give the node a mass.",
    many="nodes of groups without mass",
)
MESH_OBJECT_UNKNOWN = Code(
    "mesh-object-ineffective", "dropped", "warning", "geometry",
    headline="Mesh object not found: {value}",
    because="The mesh file has no object or group of the name in `origname`.",
    effect="No effect: MARS finds no such object either. MARS draws no shape. The result has the whole mesh.",
    advice="Correct `origname`, or leave it out.",
    many="mesh objects not found",
)
MESH_SIZE_UNRESOLVED = Code(
    "mesh-size-unresolved", "unresolved", "warning", "geometry",
    headline="Mesh size not applied: {value}",
    because="MARS stretches the mesh to this size. The size in the mesh file is unknown.",
    effect="The mesh is as large as in its file.",
    advice="Put the mesh where the scene expects it, or name its folder with --search-path.",
    many="mesh sizes not applied",
)
NODE_MODE_REFUSED = Code(
    "node-physics-refused", "converted", "error", "physics",
    headline="Node read as a visual: physicmode {value}",
    because="MARS has no bodies of this physicmode and loads no further nodes.",
    effect="The node has no collision and no mass. All other nodes are in the result.",
    advice="Use another physicmode, or `noPhysical`.",
    many="nodes read as visuals",
)
PLANE_LEVEL = Code(
    "plane-level", "converted", "warning", "geometry",
    headline="Rotation of a plane ignored",
    because="Collision planes of MARS are always level.",
    effect="The visual is rotated, the collision is level.",
    advice="Use a box for a slope.",
    many="rotations of planes ignored",
)
RELATIVE_NODE_UNKNOWN = Code(
    "relativeid-ineffective", "dropped", "warning", "physics",
    headline="Reference frame of a node ignored: node {value}",
    because="MARS has not loaded node {value} when it loads this node.",
    effect="No effect: MARS takes the pose as one in the world as well.",
    advice="Put node {value} before this one.",
    many="reference frames of nodes ignored",
)
SHAPE_SIZE_REFUSED = Code(
    "shape-size-refused", "converted", "error", "physics",
    headline="Collision without size dropped: {value}",
    because="MARS makes no {mode} without a size and loads no further nodes.",
    effect="The node has no collision. All other nodes are in the result.",
    advice="Give the node a size.",
    many="collisions without size dropped",
)
TERRAIN_WITHOUT_IMAGE = Code(
    "terrain-without-image", "converted", "error", "geometry",
    headline="Terrain without an image dropped",
    because="MARS makes a terrain of the image `t_srcname`, and this node names none.",
    effect="The scene has no ground there.",
    advice="Name an image.",
    many="terrains without an image dropped",
)
VISUAL_ATTACHED = Code(
    "visual-attached", "converted", "note", "appearance",
    headline="Visual attached to its group: group {value}",
    because="MARS leaves a node without physics where it loads it, even if its group moves.",
    effect="The visual moves with its group, as its author meant.",
    advice="Use `vizLink` to attach it in MARS, too.",
    many="visuals attached to their groups",
)
VISUAL_KIND_REFUSED = Code(
    "visual-kind-refused", "converted", "error", "appearance",
    headline="Visual of an unknown primitive dropped: {value}",
    because="MARS has no primitive of this name and stops loading.",
    effect="No shape is drawn there.",
    advice="Use box, sphere, cylinder or capsule.",
    many="visuals of unknown primitives dropped",
)
VISUAL_OVAL = Code(
    "visual-oval-approximated", "approximated", "warning", "appearance",
    headline="Oval visual made round: {value} -> {result}",
    because="MARS stretches this {kind} to an oval. Other formats have round ones only.",
    effect="The visual is drawn round.",
    advice="Give it equal width and depth.",
    many="oval visuals made round",
)
VIZLINK_IGNORED = Code(
    "vizlink-ineffective", "dropped", "warning", "appearance",
    headline="Attachment of a visual ignored: node {value}",
    because="The scene has no node {value} that this visual could be attached to.",
    effect="No effect: MARS ignores `vizLink`, too.",
    advice="Correct the number.",
    many="attachments of visuals ignored",
)

# ---------------------------------------------------------------- joints and motors

JOINT_AXIS_MISSING = Code(
    "joint-axis-missing", "invalid", "error", "physics",
    headline="Joint read with one axis: axis2 is missing",
    because="Joints of type {kind} need an axis2 with a direction.",
    effect="MARS crashes when it loads this scene. In the result the joint turns about axis1 only.",
    advice="Give the joint an axis2.",
    many="joints read with one axis",
)
JOINT_LIMIT_AS_DECLARED = Code(
    "joint-limit-interpreted", "converted", "note", "physics",
    headline="Joint limits taken as declared: {value}",
    because="{why}",
    effect="In MARS the joint moves beyond its limits.",
    advice="Let MARS enforce the limits if the scene is simulated there.",
    many="joint limits taken as declared",
)
JOINT_NODE2_UNKNOWN = Code(
    "nodeindex2-ineffective", "dropped", "warning", "physics",
    headline="Second node of a joint not found: node {value}",
    because="The scene has no node {value}.",
    effect="No effect: MARS ignores the number as well. The joint is fixed to the world.",
    advice="Correct `nodeindex2`, or leave it out.",
    many="second nodes of joints not found",
)
JOINT_REFUSED = Code(
    "joint-refused", "invalid", "error", "physics",
    headline="Joint dropped: MARS refuses it",
    because="{why}",
    effect="The joint is not in the result. MARS loads no entries after it.",
    advice="{fix}",
    many="joints dropped",
)
JOINT_STATIC = Code(
    "joint-static-ineffective", "dropped", "warning", "physics",
    headline="Joint between static nodes ignored",
    because="Neither node of the joint moves.",
    effect="No effect: the joint does not move in MARS either.",
    advice="Make one of its nodes movable.",
    many="joints between static nodes ignored",
)
JOINT_STOPS_OVERRIDDEN = Code(
    "joint-stops-ineffective", "dropped", "warning", "physics",
    headline="Stops of a driven hinge ignored: {value}",
    because="MARS removes the stops of a hinge that a motor drives. A second hinge without a motor states others.",
    effect="No effect: MARS ignores these stops as well. The joint stops where the second hinge stops it.",
    advice="Give both hinges the same stops.",
    many="stops of driven hinges ignored",
)
JOINT_TWIN_NAME_DROPPED = Code(
    "joint-twin-name-dropped", "dropped", "note", "naming",
    headline="Name of a second hinge dropped: {value}",
    because="The second hinge only holds the stops of a driven one. Both were read as one joint.",
    effect="Programs that look the second hinge up by name do not find it.",
    advice="Look up the driven hinge by its name.",
    many="names of second hinges dropped",
)
MIMIC_UNKNOWN = Code(
    "mimic-ineffective", "dropped", "warning", "control",
    headline="Mimic ignored: motor {value} not found",
    because="The scene has no motor of the name in `mimic_motor`.",
    effect="No effect: the motor does not follow in MARS either.",
    advice="Correct the name.",
    many="mimics ignored",
)
MOTOR_IDLE = Code(
    "motor-idle-ineffective", "dropped", "warning", "control",
    headline="Motor without a joint ignored",
    because="{why}",
    effect="No effect: the motor drives no joint in MARS either.",
    advice="Name a joint and one of its axes.",
    many="motors without a joint ignored",
)
MOTOR_RANGE_OLD_NAMES = Code(
    "motor-range-interpreted", "converted", "note", "control",
    headline="Motor range of an old release read as meant",
    because="MARS read min_val, max_val and value until 2015. Newer releases take -180°, 180° and 0 instead.",
    effect="In newer releases of MARS the motor accepts other commands.",
    advice="Rename the keys to minPosition, maxPosition and position.",
    many="motor ranges of an old release read as meant",
)

# ---------------------------------------------------------------- sensors and controllers

CONTROLLER_WIRE_IGNORED = Code(
    "controller-wire-ineffective", "dropped", "warning", "control",
    headline="Connection of a controller ignored: {value}",
    because="No sensor, motor or node has this number.",
    effect="No effect: MARS makes no such connection either.",
    advice="Correct the number.",
    many="connections of controllers ignored",
)
SENSOR_IDLE = Code(
    "sensor-idle-ineffective", "dropped", "warning", "sensing",
    headline="Sensor without a target ignored: no such {missing}",
    because="The scene has no {missing} of the number that the sensor names.",
    effect="No effect: the sensor measures no values in MARS either.",
    advice="Correct the number.",
    many="sensors without a target ignored",
)
SENSOR_NODE_IGNORED = Code(
    "nodeid-ineffective", "dropped", "warning", "sensing",
    headline="Reference node of a sensor ignored: node {value}",
    because="The joint of this sensor does not hold node {value}.",
    effect="No effect: MARS ignores this node, too.",
    advice="Name a node that the joint holds.",
    many="reference nodes of sensors ignored",
)
SENSOR_TARGET_UNKNOWN = Code(
    "sensor-target-ineffective", "dropped", "warning", "sensing",
    headline="Target of a sensor ignored: {kind} {value}",
    because="The scene has no {kind} of this number.",
    effect="No effect: MARS ignores this target, too.",
    advice="Correct the number.",
    many="targets of sensors ignored",
)
SENSOR_TYPE_REFUSED = Code(
    "sensor-type-refused", "invalid", "error", "sensing",
    headline="Sensor of an unknown type dropped: {value}",
    because="MARS has no sensors of this type and loads no entries after this one.",
    effect="The sensor is not in the result.",
    advice="{fix}",
    many="sensors of unknown types dropped",
)

# ---------------------------------------------------------------- appearance

ALPHA_IGNORED = Code(
    "alpha-ineffective", "dropped", "note", "appearance",
    headline="Alpha ignored: {value}",
    because="MARS takes the transparency of a material, not the alpha of its colours.",
    effect="No effect: MARS ignores this alpha, too.",
    many="alphas ignored",
)
LIGHT_NODE_UNKNOWN = Code(
    "nodename-ineffective", "dropped", "warning", "appearance",
    headline="Node of a light not found: {value}",
    because="The scene has no node of the name in `nodeName`.",
    effect="No effect: MARS does not attach the light either.",
    advice="Correct the name.",
    many="nodes of lights not found",
)
MATERIAL_MISSING = Code(
    "material-missing-ineffective", "dropped", "warning", "appearance",
    headline="Material not found: {value}",
    because="The scene has no material of the number in `material_id`.",
    effect="No effect: MARS draws the node black as well.",
    advice="Correct the number, or add a material of that number.",
    many="materials not found",
)
MATERIAL_UNUSED = Code(
    "material-unused-ineffective", "dropped", "note", "appearance",
    headline="Unused material ignored",
    because="No node uses this material.",
    effect="No effect: the material is not drawn in MARS either.",
    many="unused materials ignored",
)

CODES = by_code(globals().values())
