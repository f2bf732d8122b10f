"""Findings of the MJCF writer: what MuJoCo has no place for, approximates, or requires although the source does not state it."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# ---------------------------------------------------------------- bodies and names

NAME_QUALIFIED = Code(
    "mujoco-name-converted", "converted", "note", "naming",
    headline="Name changed: {value} -> {result}",
    because="Names of one kind ({kind}) are unique in an MJCF file.",
    effect="Programs that look the part up by name need the new one.",
    many="names changed",
)  # fmt: skip
STATIC_MASS_INEFFECTIVE = Code(
    "static-mass-ineffective", "dropped", "note", "physics",
    headline="Mass of a static link ignored: {value}",
    because="MuJoCo refuses the inertia tensor: one moment exceeds the sum of the others.",
    effect="No effect: the link does not move.",
    many="masses of static links ignored",
)  # fmt: skip
REFERENCE_CONVERTED = Code(
    "mujoco-reference-converted", "converted", "note", "naming",
    headline="Reference resolved to a body: {value}",
    because="Elements of MJCF stand in bodies, not in frames, joints or models.",
    effect="The part is held by the same body at the same place.",
    many="references resolved to bodies",
)  # fmt: skip
MOVING_BODIES_APPROXIMATED = Code(
    "mujoco-moving-bodies-approximated", "approximated", "error", "physics",
    headline="Contacts between moving bodies switched on",
    because="The source switches them off for the whole world. Masks of its shapes take all bits that MuJoCo has.",
    effect="Moving bodies touch each other where their masks meet.",
    advice="Remove the masks in the source, or the switch.",
    many="contacts between moving bodies switched on",
)  # fmt: skip
FRICTION_LAW_CHANGED = Code(
    "mujoco-friction-law-approximated", "approximated", "warning", "physics",
    headline="Friction law changed: {value} -> maximum",
    because="MuJoCo takes the larger coefficient of two geoms.",
    effect="Contacts between surfaces of different friction slide less or more.",
    advice="Give surfaces that touch each other the same friction.",
    many="friction laws changed",
)  # fmt: skip
LINK_FOLDED = Code(
    "link-in-series-converted", "converted", "note", "naming",
    headline="Link folded into the next: {value}",
    because="The link has no mass or shape. A body of MuJoCo may have several joints.",
    effect="The motion is the same. Programs do not find the link by name.",
    many="links folded into the next",
)  # fmt: skip
JOINT_FIXED_NAME = Code(
    "joint-fixed-name-dropped", "dropped", "note", "naming",
    headline="Name of a fixed joint dropped: {value}",
    because="A body of MuJoCo without a joint is fixed to its parent. No element stands for that.",
    effect="Programs do not find the joint by name. Both links stay where they are.",
    advice="Use the names of the two links.",
    many="names of fixed joints dropped",
)  # fmt: skip

# ---------------------------------------------------------------- joints

JOINT_TYPE_LEFT_OUT = Code(
    "mujoco-joint-type-dropped", "dropped", "error", "physics",
    headline="Joint dropped: {value}",
    because="MuJoCo has no joint of this type.",
    effect="The two axes move independently.",
    advice="Couple them by an `equality/joint` in the result.",
    many="joints dropped",
)  # fmt: skip
JOINT_BETWEEN_STATIC = Code(
    "mujoco-joint-between-static-ineffective", "dropped", "note", "physics",
    headline="Joint between static links left out: {value}",
    because="Neither link ever moves.",
    effect="No effect: the source's simulator moves none of them either.",
    many="joints between static links left out",
)  # fmt: skip
LOOP_CLOSED_SOFTLY = Code(
    "mujoco-loop-approximated", "approximated", "warning", "physics",
    each=True,
    headline="Loop closed by a soft constraint: {value}",
    because="Bodies of MuJoCo form a tree. A joint that closes a loop becomes an equality.",
    effect="The joint gives way a little under load. Its limits, damping and motors are dropped.",
    advice="Set `solref` of the equality if the joint must be stiffer.",
    many="loops closed by soft constraints",
)  # fmt: skip
LOOP_OPENED = Code(
    "mujoco-loop-dropped", "dropped", "error", "physics",
    each=True,
    headline="Joint that closes a loop dropped: {value}",
    because="Bodies of MuJoCo form a tree, and no equality holds this type of joint.",
    effect="Two links of the loop are no longer connected.",
    advice="Close the loop by a fixed, ball or revolute joint.",
    many="joints that close loops dropped",
)  # fmt: skip
JOINT_INITIAL_CONVERTED = Code(
    "mujoco-joint-initial-converted", "converted", "note", "control",
    headline="Initial position became the pose of the file: {value} -> {result}",
    because="MuJoCo simulates from the poses of the file. `ref` is the coordinate that a joint has there.",
    effect="The joint starts where it started, and its coordinate means the same.",
    many="initial positions of joints became the poses of the file",
)  # fmt: skip
VELOCITY_LIMIT_DROPPED = Code(
    "mujoco-joint-velocity-limit-dropped", "dropped", "warning", "physics",
    headline="Velocity limit of a joint dropped: {value}",
    because="Joints of MuJoCo have no velocity limit.",
    effect="The joint may move faster.",
    advice="Limit the commands that the joint gets.",
    many="velocity limits of joints dropped",
)  # fmt: skip
LIMITS_INVERTED = Code(
    "mujoco-limits-inverted-dropped", "dropped", "warning", "physics",
    headline="Inverted joint limits dropped: {value}",
    because="The lower limit is above the upper one, which MuJoCo refuses.",
    effect="The joint has no limits.",
    advice="Exchange the limits in the source.",
    many="inverted joint limits dropped",
)  # fmt: skip
LIMITS_EQUAL = Code(
    "mujoco-limits-equal-approximated", "approximated", "note", "physics",
    headline="Equal joint limits moved apart: {value}",
    because="MuJoCo refuses limits without a range between them.",
    effect="The joint has {result}.",
    advice="Make the joint fixed if it must not move.",
    many="equal joint limits moved apart",
)  # fmt: skip
MIMIC_DROPPED = Code(
    "mujoco-mimic-dropped", "dropped", "error", "physics",
    headline="Mimic dropped",
    because="The leading joint is missing, or one of the two has no single coordinate in MuJoCo.",
    effect="The joint moves freely.",
    advice="Let the program that drives the leading joint drive this one, too.",
    many="mimics dropped",
)  # fmt: skip

# ---------------------------------------------------------------- actuators

SERVO_CONVERTED = Code(
    "mujoco-servo-approximated", "approximated", "warning", "control",
    headline="Servo law changed: gain {value} -> force gain {result} {unit}",
    because="Servos of the source make a velocity, those of MuJoCo a force. The force gain is inertia / step ({step} s).",
    effect="The force is K (v - velocity), within the largest force. The servo yields a little under load.",
    advice="Check `kp` and `kv` of the actuator with the loads of the robot.",
    many="servo laws changed",
)  # fmt: skip
VELOCITY_MOTOR_CONVERTED = Code(
    "mujoco-velocity-motor-approximated", "approximated", "warning", "control",
    headline="Velocity motor became a force: gain {result} {unit}",
    because="Motors of the source set a velocity, those of MuJoCo a force. The gain is inertia / step ({step} s).",
    effect="The joint reaches the commanded velocity in a few steps.",
    advice="Check `kv` of the actuator with the loads of the robot.",
    many="velocity motors became forces",
)  # fmt: skip
SERVO_TERMS_DROPPED = Code(
    "mujoco-servo-terms-dropped", "dropped", "warning", "control",
    headline="Servo gains dropped: {value}",
    because="The position servo of MuJoCo has no integral, and its derivative term acts on a force.",
    effect="The servo keeps a small error under load.",
    advice="Add the terms in the controller.",
    many="servo gains dropped",
)  # fmt: skip
SERVO_STIFF = Code(
    "mujoco-servo-stiff", "kept", "warning", "control",
    headline="Servo stiff for the simulation step: {value}",
    because="The servo corrects its error within less than one step of {step} s.",
    effect="The joint may oscillate.",
    advice="Use a smaller `timestep`.",
    many="servos stiff for the simulation step",
)  # fmt: skip
INTEGRAL_DROPPED = Code(
    "mujoco-integral-gain-dropped", "dropped", "warning", "control",
    headline="Integral gain dropped: {value}",
    because="Actuators of MuJoCo before 3.12 have no integral gain.",
    effect="The servo keeps a small error under load.",
    advice="Add the integral in the controller.",
    many="integral gains dropped",
)  # fmt: skip

# ---------------------------------------------------------------- shapes

COLLISION_HULL = Code(
    "mujoco-collision-hull-approximated", "approximated", "warning", "geometry",
    each=True,
    headline="Collision mesh filled to its convex hull: {value}",
    because="MuJoCo collides with the convex hull of a mesh.",
    effect="Other bodies do not enter hollows of the shape.",
    advice="Cut the mesh into convex parts if the hollows matter.",
    many="collision meshes filled to their convex hulls",
)  # fmt: skip
COLLISION_THICKENED = Code(
    "mujoco-collision-thickened", "approximated", "warning", "geometry",
    each=True,
    headline="Flat collision mesh thickened: {value} -> {result}",
    because="MuJoCo refuses collision meshes without volume.",
    effect="The surface stands out by half of that on both sides.",
    advice="Use a thin box instead.",
    many="flat collision meshes thickened",
)  # fmt: skip
MESH_DROPPED = Code(
    "mujoco-mesh-dropped", "dropped", "error", "geometry",
    headline="Mesh dropped: {value}",
    because="The file is missing or cannot be read. MuJoCo refuses scenes with missing files.",
    effect="The shape is missing.",
    advice="Put the file where the scene expects it, or name its folder with --search-path.",
    many="meshes dropped",
)  # fmt: skip
MESH_TOO_SMALL = Code(
    "mujoco-mesh-small-dropped", "dropped", "warning", "geometry",
    headline="Mesh dropped: {value}",
    because="MuJoCo refuses meshes of fewer than four vertices.",
    effect="The shape is missing.",
    advice="Use a thin box instead.",
    many="small meshes dropped",
)  # fmt: skip
SHAPE_SIZE_RAISED = Code(
    "mujoco-shape-size-approximated", "approximated", "warning", "geometry",
    headline="Size of a shape raised: {value} -> {result}",
    because="MuJoCo refuses shapes with a length of 0.",
    effect="The shape is that thick.",
    advice="Give the shape a thickness in the source.",
    many="sizes of shapes raised",
)  # fmt: skip
PLANE_NORMAL_CONVERTED = Code(
    "mujoco-plane-normal-converted", "converted", "note", "geometry",
    headline="Plane normal converted: {value}",
    because="A plane of MuJoCo faces along z of its geom.",
    effect="The geom is rotated, so the plane faces where it faced.",
    many="plane normals converted",
)  # fmt: skip
SHAPE_TESSELLATED = Code(
    "mujoco-shape-approximated", "approximated", "warning", "geometry",
    headline="Shape replaced by a mesh: {value}",
    because="MuJoCo has no {value} shapes.",
    effect="{what}",
    advice="Use a mesh of your own if the flat faces matter.",
    many="shapes replaced by meshes",
)  # fmt: skip
HEIGHTMAP_DROPPED = Code(
    "mujoco-heightmap-dropped", "dropped", "error", "geometry",
    headline="Terrain dropped: {value}",
    because="MuJoCo reads terrain from PNG images. The image is missing, of another kind, or its size is not stated.",
    effect="The terrain is missing.",
    advice="Convert the image to PNG (scenec needs pillow to measure it).",
    many="terrains dropped",
)  # fmt: skip

# ---------------------------------------------------------------- contacts

COLLISION_SENSING = Code(
    "mujoco-collision-shape-dropped", "dropped", "warning", "physics",
    each=True,
    headline="Sensing collision left out",
    because="A geom of MuJoCo that exerts no forces makes no contacts either.",
    effect="Contact sensors do not measure its contacts.",
    advice="Attach the contact sensor to a collision that exerts forces.",
    many="sensing collisions left out",
)  # fmt: skip
COLLISION_INEFFECTIVE = Code(
    "mujoco-collision-shape-ineffective", "dropped", "note", "physics",
    each=True,
    headline="Collision without contacts left out",
    because="The masks of the collision let it touch nothing.",
    effect="No effect: the collision touches nothing in the source either.",
    many="collisions without contacts left out",
)  # fmt: skip
FRICTION_INFINITE = Code(
    "mujoco-friction-infinite-approximated", "approximated", "warning", "physics",
    headline="Infinite friction changed: {value} -> {result}",
    because="MuJoCo's solver does not converge with infinite friction.",
    effect="Contacts slide under a sideways force of ten times their load.",
    advice="State the friction that the contact needs.",
    many="infinite frictions changed",
)  # fmt: skip
FRICTION_DIRECTION = Code(
    "mujoco-friction-direction-approximated", "approximated", "warning", "physics",
    headline="Friction made equal in all directions: {value} -> {result}",
    because="A geom of MuJoCo has one coefficient of sliding friction.",
    effect="The shape slides alike in all directions.",
    advice="Add a `contact/pair` with two coefficients.",
    many="frictions made equal in all directions",
)  # fmt: skip

# ---------------------------------------------------------------- looks, sensors, lights

MATERIAL_COLOUR_APPROXIMATED = Code(
    "mujoco-material-colour-approximated", "approximated", "note", "appearance",
    headline="Colour of a material became a number: {value} -> {result}",
    because="Materials of MuJoCo have one colour. Reflections and glow are one number each.",
    effect="Reflections and glow have another hue.",
    advice="Choose grey colours for reflections and glow.",
    many="colours of materials became numbers",
)  # fmt: skip
TEXTURE_DROPPED = Code(
    "mujoco-texture-dropped", "dropped", "warning", "appearance",
    headline="Texture dropped: {value}",
    because="{why}",
    effect="The surface has its plain colour.",
    advice="Convert the image to PNG.",
    many="textures dropped",
)  # fmt: skip
SENSOR_OF_LINK = Code(
    "mujoco-sensor-type-converted", "converted", "note", "sensing",
    each=True,
    headline="State of a link measured at a site: {value} -> {result}",
    because="Frame sensors of MuJoCo measure a site in the frame of the world.",
    effect="The numbers are the same.",
    many="states of links measured at sites",
)  # fmt: skip
SENSOR_DROPPED = Code(
    "mujoco-sensor-dropped", "dropped", "warning", "sensing",
    headline="Sensor dropped: {value}",
    because="MuJoCo has no sensor of this type.",
    effect="The robot does not have the sensor.",
    advice="Compute the measurement from the state of the simulation.",
    many="sensors dropped",
)  # fmt: skip

CODES = by_code(list(globals().values()))
