"""Findings of the MJCF writer: what MuJoCo has no place for, approximates, or requires although the source does not state it."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- bodies and names

NAME_QUALIFIED = Code(
    "mjcf-name-converted", "converted", "note", "naming",
    headline="Name changed: {value} -> {result}",
    because="Names of one kind ({kind}) are unique in an MJCF file.",
    effect="Programs that look the part up by name need the new one.",
    many="names changed",
)
STATIC_MASS_INEFFECTIVE = Code(
    "static-mass-ineffective", "dropped", "note", "physics",
    headline="Mass of a static link ignored: {value}",
    because="MuJoCo refuses the inertia tensor: one moment exceeds the sum of the others.",
    effect="No effect: the link does not move.",
    many="masses of static links ignored",
)
REFERENCE_CONVERTED = Code(
    "mjcf-reference-converted", "converted", "note", "naming",
    headline="Reference resolved to a body: {value}",
    because="Elements of MJCF stand in bodies, not in frames, joints or models.",
    effect="The part is held by the same body at the same place.",
    many="references resolved to bodies",
)
MOVING_BODIES_APPROXIMATED = Code(
    "mjcf-moving-bodies-approximated", "approximated", "error", "physics",
    headline="Contacts between moving bodies switched on",
    because="The source switches them off for the whole world. Masks of its shapes take all bits that MuJoCo has.",
    effect="Moving bodies touch each other where their masks meet.",
    advice="Remove the masks in the source, or the switch.",
    many="contacts between moving bodies switched on",
)
FULL_MASKS = Code(
    "mjcf-full-masks-kept", "kept", "note", "physics",
    headline="Contact masks that let everything touch: {value}",
    because="All of their bits are set, so they keep no shapes apart. The file does without them.",
    effect="The same shapes touch as in the source.",
    many="contact masks that let everything touch",
)
FRICTION_LAW_CHANGED = Code(
    "mjcf-friction-law-approximated", "approximated", "warning", "physics",
    headline="Friction law changed: {value} -> maximum",
    because="MuJoCo takes the larger coefficient of two geoms.",
    effect="Contacts between surfaces of different friction slide less or more.",
    advice="Give surfaces that touch each other the same friction.",
    many="friction laws changed",
)
LINK_FOLDED = Code(
    "link-in-series-converted", "converted", "note", "naming",
    headline="Link folded into the next: {value}",
    because="The link has no mass or shape. A body of MuJoCo may have several joints.",
    effect="The motion is the same. Programs find no body of that name; if the source states it, a text in `custom` keeps it.",
    many="links folded into the next",
)
JOINT_FIXED_NAME = Code(
    "joint-fixed-name-dropped", "dropped", "note", "naming",
    headline="Name of a fixed joint dropped: {value}",
    because="A body of MuJoCo without a joint is fixed to its parent. No element stands for that.",
    effect="Programs do not find the joint by name. Both links stay where they are.",
    advice="Use the names of the two links.",
    many="names of fixed joints dropped",
)

LAYOUT = Code(
    "mjcf-layout", "kept", "note", "metadata",
    headline="Order of numbers: {subject}, {value}",
    because="MuJoCo keeps {subject} in the order of the file.",
    effect="The order is {layout}.",
    advice="Let programs find them by name, such as `model.joint(NAME).qposadr`.",
    many="orders of numbers in state vectors",
)

# ---------------------------------------------------------------- joints

JOINT_TYPE_LEFT_OUT = Code(
    "mjcf-joint-type-dropped", "dropped", "error", "physics",
    headline="Joint dropped: {value}",
    because="MuJoCo has no joint of this type.",
    effect="The two axes move independently.",
    advice="Couple them by an `equality/joint` in the result.",
    many="joints dropped",
)
JOINT_BETWEEN_STATIC = Code(
    "mjcf-joint-between-static-ineffective", "dropped", "note", "physics",
    headline="Joint between static links left out: {value}",
    because="Neither link ever moves.",
    effect="No effect: the source's simulator moves none of them either.",
    many="joints between static links left out",
)
JOINT_FIXED_TO_WORLD = Code(
    "mjcf-joint-fixed-to-world-converted", "converted", "note", "physics",
    headline="Fixed joint to the world became a body of the world: {value}",
    because="A body of MuJoCo without a joint is fixed to its parent. No element stands for that.",
    effect="The link stays where it is. Programs do not find the joint by name.",
    many="fixed joints to the world became bodies of the world",
)
KINEMATIC_CONVERTED = Code(
    "mjcf-link-kinematic-converted", "converted", "note", "physics",
    headline="Kinematic link became a mocap body: {value}",
    because="MuJoCo moves bodies without joints only where a program sets their pose (`mocap_pos`).",
    effect="The link stands still until a program moves it, as in the source.",
    many="kinematic links became mocap bodies",
)
KINEMATIC_SHAPE = Code(
    "mjcf-kinematic-shape-converted", "converted", "note", "geometry",
    headline="Shape of a kinematic link belongs to a mocap body",
    because="A mocap body of MuJoCo stands still unless a program moves it.",
    effect="The shape keeps its place.",
    many="shapes of kinematic links belong to mocap bodies",
)
FIXED_BASE = Code(
    "mjcf-fixed-base-converted", "converted", "note", "physics",
    headline="Static link became a fixed base: {value}",
    because="Bodies of MuJoCo nest, so moving bodies stand inside of the body that carries them.",
    effect="The motion is the same. Read again, the link is one with the moving bodies, held by the fixed joint {result}.",
    many="static links became fixed bases",
)
JOINT_FLOATING = Code(
    "mjcf-joint-type-floating-converted", "converted", "note", "physics",
    headline="Floating joint became a free body: {value}",
    because="A free body of MuJoCo has no parent but the world.",
    effect="The motion is the same.",
    many="floating joints became free bodies",
)
JOINT_SPLIT = Code(
    "mjcf-joint-split-converted", "converted", "note", "physics",
    each=True,
    headline="Joint split: {value} -> joint {result}",
    because="A body of MuJoCo has one joint for each way that it can move: {count} here.",
    effect="The motion is the same. Programs find the coordinates by the names of both joints.",
    many="joints split",
)
JOINT_SPLIT_LINK = Code(
    "mjcf-joint-split-link-converted", "converted", "note", "physics",
    headline="Joint with sensors split: {value} -> link {result}",
    because="Joints of one body become joints in series when the file is read again. Link {result} without mass is between them.",
    effect="The motion and the numbers are the same.",
    many="joints with sensors split",
)
EFFORT_ZERO = Code(
    "mjcf-effort-zero-approximated", "approximated", "note", "control",
    headline="Effort limit raised: {value} -> {result}",
    because="MuJoCo takes a range of 0 for no limit.",
    effect="Motors practically do not move the joint.",
    advice="Remove the motor in the source if it must not move the joint.",
    many="effort limits of 0 raised",
)
MIMIC_OFFSET_CHANGED = Code(
    "mjcf-mimic-converted", "converted", "note", "control",
    headline="Offset of a mimic changed: {value} -> {result}",
    because="An equality of MuJoCo counts both joints from the pose of the file.",
    effect="The joint follows as before.",
    many="offsets of mimics changed",
)
LOOP_CLOSED_SOFTLY = Code(
    "mjcf-loop-approximated", "approximated", "warning", "physics",
    each=True,
    headline="Loop closed by a soft constraint: {value}",
    because="Bodies of MuJoCo form a tree. A joint that closes a loop becomes an equality.",
    effect="The joint gives way a little under load. Limits, damping and motors of the joint are dropped.",
    advice="Set `solref` of the equality if the joint must be stiffer.",
    many="loops closed by soft constraints",
)
LOOP_OPENED = Code(
    "mjcf-loop-dropped", "dropped", "error", "physics",
    each=True,
    headline="Joint that closes a loop dropped: {value}",
    because="Bodies of MuJoCo form a tree, and no equality holds this type of joint.",
    effect="{first} and {second} are no longer connected there.",
    advice="Close the loop by a fixed, ball or revolute joint.",
    many="joints that close loops dropped",
)
JOINT_INITIAL_CONVERTED = Code(
    "mjcf-joint-initial-limits-converted", "converted", "note", "control",
    headline="Initial position became the pose of the file: {value} -> {result}",
    because="MuJoCo simulates from the poses of the file. `ref` is the coordinate that a joint has there.",
    effect="The joint starts where it started. MuJoCo counts coordinate and limits from `ref`, so they mean the same.",
    many="initial positions of joints became the poses of the file",
)
VELOCITY_LIMIT_DROPPED = Code(
    "mjcf-joint-velocity-limit-dropped", "dropped", "warning", "physics",
    headline="Velocity limit of a joint dropped: {value}",
    because="Joints of MuJoCo have no velocity limit.",
    effect="The joint may move faster.",
    advice="Limit the commands that the joint gets.",
    many="velocity limits of joints dropped",
)
LIMITS_INVERTED = Code(
    "mjcf-limits-inverted-dropped", "dropped", "warning", "physics",
    headline="Inverted joint limits dropped: {value}",
    because="The lower limit is above the upper one, which MuJoCo refuses.",
    effect="The joint has no limits.",
    advice="Exchange the limits in the source.",
    many="inverted joint limits dropped",
)
LIMITS_EQUAL = Code(
    "mjcf-limits-equal-approximated", "approximated", "note", "physics",
    headline="Equal joint limits moved apart: {value}",
    because="MuJoCo refuses limits without a range between them.",
    effect="The joint has {result}.",
    advice="Make the joint fixed if it must not move.",
    many="equal joint limits moved apart",
)
MIMIC_DROPPED = Code(
    "mjcf-mimic-dropped", "dropped", "error", "physics",
    headline="Mimic dropped",
    because="The leading joint is missing, or one of the two has no single coordinate in MuJoCo.",
    effect="The joint moves freely.",
    advice="Let the program that drives the leading joint drive this one, too.",
    many="mimics dropped",
)

REFERENCE_DROPPED = Code(
    "mjcf-reference-lost-dropped", "dropped", "error", "physics",
    headline="Element that names a missing part dropped: {value}",
    because="The part was removed. MuJoCo refuses a file that names a missing part.",
    effect="The contact, tendon, equality, motor or sensor is missing, too.",
    advice="Keep the part, or remove the element with the part.",
    many="elements that name missing parts dropped",
)

# ---------------------------------------------------------------- actuators

STEP_REDUCED = Code(
    "mjcf-step-approximated", "approximated", "warning", "physics",
    headline="Simulation step reduced: {value} -> {result}",
    because="In MuJoCo, a stiff servo that reaches its largest force is unstable in long steps.",
    effect="Servos keep their largest force. The simulation takes more steps.",
    advice="Lengthen `timestep` only if no servo with a `forcerange` oscillates.",
    many="simulation steps reduced",
)
LARGEST_FORCE_DROPPED = Code(
    "mjcf-largest-force-dropped", "dropped", "error", "control",
    headline="Largest force of a servo dropped: {value}",
    because="The servo carries a heavy part on a light link. Stiff enough for that, `forcerange` would make it unstable in MuJoCo.",
    effect="The servo follows its command. Under load it makes more force than in the source.",
    advice="For the limit, set `forcerange` with a smaller `timestep`, smaller gains, or `armature` on the joint.",
    many="largest forces of servos dropped",
)
SERVO_CONVERTED = Code(
    "mjcf-servo-approximated", "approximated", "warning", "control",
    headline="Servo law changed: gain {value} -> force gain {result} {unit}",
    because="Servos of the source make a velocity, those of MuJoCo a force. The force gain is inertia / step.",
    effect="The force is K (v - velocity), within the largest force. The servo yields a little under load.",
    advice="Check `kp` and `kv` of the actuator with the loads of the robot.",
    many="servo laws changed",
)
SERVO_BRAKED = Code(
    "mjcf-servo-velocity-damping-approximated", "approximated", "warning", "control",
    headline="Maximum velocity of a servo became damping: {value} -> {result} {unit}",
    because="MuJoCo has no largest velocity. The servo would take its light link beyond it within one simulation step.",
    effect="At its largest force the joint moves at its maximum velocity. The damping also resists other forces.",
    advice="Limit the speed of the command instead, and set `damping` of the joint to 0 and `kv` of the actuator.",
    many="maximum velocities of servos became damping", each=True,
)
SERVO_UNBRAKED = Code(
    "mjcf-servo-maximum-velocity-approximated", "approximated", "error", "control",
    headline="Maximum velocity of a servo not enforced: {value}",
    because="MuJoCo has no largest velocity. For this servo a damping in its place would be too weak, or unstable.",
    effect="The joint can move faster than its maximum velocity.",
    advice="Limit the speed of the command instead.",
    many="maximum velocities of servos not enforced",
)
VELOCITY_MOTOR_CONVERTED = Code(
    "mjcf-velocity-motor-approximated", "approximated", "warning", "control",
    headline="Velocity motor became a force: gain {result} {unit}",
    because="Motors of the source set a velocity, those of MuJoCo a force. The gain is inertia / step.",
    effect="The joint reaches the commanded velocity in a few steps.",
    advice="Check `kv` of the actuator with the loads of the robot.",
    many="velocity motors became forces",
)
SERVO_TERMS_DROPPED = Code(
    "mjcf-servo-terms-dropped", "dropped", "warning", "control",
    headline="Servo gains dropped: {value}",
    because="The position servo of MuJoCo has no integral, and its derivative term acts on a force.",
    effect="The servo keeps a small error under load.",
    advice="Add the terms in the controller.",
    many="servo gains dropped",
)
SERVO_STIFF = Code(
    "mjcf-servo-stiff", "kept", "warning", "control",
    headline="Servo stiff for the simulation step: {value}",
    because="The servo corrects its error within less than one step of {step} s.",
    effect="The joint may oscillate.",
    advice="Use a smaller `timestep`.",
    many="servos stiff for the simulation step",
)
INTEGRAL_DROPPED = Code(
    "mjcf-integral-gain-dropped", "dropped", "warning", "control",
    headline="Integral gain dropped: {value}",
    because="Actuators of MuJoCo before 3.12 have no integral gain.",
    effect="The servo keeps a small error under load.",
    advice="Add the integral in the controller.",
    many="integral gains dropped",
)

# ---------------------------------------------------------------- shapes

COLLISION_HULL = Code(
    "mjcf-collision-hull-approximated", "approximated", "warning", "geometry",
    each=True,
    headline="Collision mesh filled to its convex hull: {value}",
    because="MuJoCo collides with the convex hull of a mesh.",
    effect="Other bodies do not enter hollows of the shape.",
    advice="Cut the mesh into convex parts if the hollows matter.",
    many="collision meshes filled to their convex hulls",
)
COLLISION_THICKENED = Code(
    "mjcf-collision-thickened", "approximated", "warning", "geometry",
    each=True,
    headline="Flat collision mesh thickened: {value} -> {result}",
    because="MuJoCo refuses collision meshes without volume.",
    effect="The surface stands out by half of that on both sides.",
    advice="Use a thin box instead.",
    many="flat collision meshes thickened",
)
MESH_DROPPED = Code(
    "mjcf-mesh-file-dropped", "dropped", "error", "geometry",
    headline="Mesh dropped: {value}",
    because="{why}",
    effect="{outcome}",
    advice="Put the file where the scene expects it, or name its folder with --search-path.",
    many="meshes dropped",
)
MESH_TOO_SMALL = Code(
    "mjcf-mesh-small-dropped", "dropped", "warning", "geometry",
    headline="Mesh dropped: {value}",
    because="MuJoCo refuses meshes of fewer than four vertices.",
    effect="The shape is missing.",
    advice="Use a thin box instead.",
    many="small meshes dropped",
)
SHAPE_SIZE_RAISED = Code(
    "mjcf-shape-size-approximated", "approximated", "warning", "geometry",
    headline="Size of a shape raised: {value} -> {result}",
    because="MuJoCo refuses shapes with a length of 0.",
    effect="The shape is that thick.",
    advice="Give the shape a thickness in the source.",
    many="sizes of shapes raised",
)
PLANE_NORMAL_CONVERTED = Code(
    "mjcf-plane-normal-converted", "converted", "note", "geometry",
    headline="Plane normal converted: {value}",
    because="A plane of MuJoCo faces along z of its geom.",
    effect="The geom is rotated, so the plane faces where it faced.",
    many="plane normals converted",
)
CAPSULE_CONVERTED = Code(
    "mjcf-shape-type-converted", "converted", "note", "geometry",
    headline="Shape type changed: {value} -> {result}",
    because="MuJoCo refuses capsules of length 0, which are spheres.",
    effect="The surface is the same.",
    many="shape types changed",
)
SHAPE_TESSELLATED = Code(
    "mjcf-shape-approximated", "approximated", "warning", "geometry",
    headline="Shape replaced by a mesh: {value}",
    because="MuJoCo has no {value} shapes.",
    effect="{what}",
    advice="Use a mesh of your own if the flat faces matter.",
    many="shapes replaced by meshes",
)
HEIGHTMAP_POSITION = Code(
    "mjcf-heightmap-position-converted", "converted", "note", "geometry",
    headline="Terrain placed by its darkest point: {value} -> {result}",
    because="MuJoCo counts heights from the darkest point of the image.",
    effect="The terrain lies where it lay.",
    many="terrains placed by their darkest points",
)
STATISTIC_DEFAULTED = Code(
    "mjcf-statistic-defaulted", "defaulted", "note", "appearance",
    headline="Size of the scene added: {result}",
    because="Viewers of MuJoCo place their camera by the size of a scene, and a floor makes that large.",
    effect="A viewer shows what can move, not the whole floor.",
    advice="Change center and extent of the element statistic to see more.",
    many="sizes of scenes added",
)
HEIGHTMAP_DROPPED = Code(
    "mjcf-heightmap-dropped", "dropped", "error", "geometry",
    headline="Terrain dropped: {value}",
    because="MuJoCo reads terrain from PNG images. The image is missing or of another kind, or the terrain has no size.",
    effect="The terrain is missing.",
    advice="Convert the image to PNG (scenec needs pillow to measure it).",
    many="terrains dropped",
)

# ---------------------------------------------------------------- contacts

COLLISION_SENSING = Code(
    "mjcf-collision-shape-dropped", "dropped", "warning", "physics",
    each=True,
    headline="Sensing collision left out",
    because="A geom of MuJoCo that exerts no forces makes no contacts either.",
    effect="Contact sensors do not measure its contacts.",
    advice="Attach the contact sensor to a collision that exerts forces.",
    many="sensing collisions left out",
)
SELF_COLLISION_CONVERTED = Code(
    "mjcf-self-collision-converted", "converted", "note", "physics",
    headline="Self-collision of a link became excluded pairs",
    because="Some links of its model touch each other. MuJoCo names the pairs that never touch.",
    effect="The link touches no other link of its model, as before.",
    many="self-collisions of links became excluded pairs",
)
COLLISION_INEFFECTIVE = Code(
    "mjcf-collision-shape-ineffective", "dropped", "note", "physics",
    each=True,
    headline="Collision without contacts left out",
    because="The masks of the collision let it touch nothing.",
    effect="No effect: the collision touches nothing in the source either.",
    many="collisions without contacts left out",
)
FRICTION_INFINITE = Code(
    "mjcf-friction-infinite-approximated", "approximated", "warning", "physics",
    headline="Infinite friction changed: {value} -> {result}",
    because="MuJoCo's solver does not converge with infinite friction.",
    effect="Contacts slide under a sideways force of ten times their load.",
    advice="State the friction that the contact needs.",
    many="infinite frictions changed",
)
FRICTION_DIRECTION = Code(
    "mjcf-friction-direction-approximated", "approximated", "warning", "physics",
    headline="Friction made equal in all directions: {value} -> {result}",
    because="A geom of MuJoCo has one coefficient of sliding friction.",
    effect="The shape slides equally in all directions.",
    advice="Add a `contact/pair` with two coefficients.",
    many="frictions made equal in all directions",
)

# ---------------------------------------------------------------- looks, sensors, lights

MATERIAL_COLOUR_APPROXIMATED = Code(
    "mjcf-material-colour-approximated", "approximated", "note", "appearance",
    headline="Colour of a material became a number: {value} -> {result}",
    because="Materials of MuJoCo have one colour. Reflections and glow are one number each.",
    effect="Reflections and glow have another hue.",
    advice="Choose grey colours for reflections and glow.",
    many="colours of materials became numbers",
)
TEXTURE_DROPPED = Code(
    "mjcf-texture-image-dropped", "dropped", "warning", "appearance",
    headline="Texture dropped: {value}",
    because="{why}",
    effect="The surface has its plain colour.",
    advice="Convert the image to PNG.",
    many="textures dropped",
)
SENSOR_OF_LINK = Code(
    "mjcf-sensor-site-converted", "converted", "note", "sensing",
    each=True,
    headline="State of a link measured at a site: {value} -> {result}",
    because="Frame sensors of MuJoCo measure a site in the frame of the world.",
    effect="The numbers are the same.",
    many="states of links measured at sites",
)
SENSOR_OF_JOINT = Code(
    "mjcf-sensor-position-converted", "converted", "note", "sensing",
    headline="Place of a joint sensor dropped: {value}",
    because="A sensor of a joint has no place of its own in MuJoCo.",
    effect="The numbers are the same.",
    many="places of joint sensors dropped",
)
SENSOR_SPLIT = Code(
    "mjcf-sensor-split-converted", "converted", "note", "sensing",
    each=True,
    headline="Sensor split: {value} -> sensor {result}",
    because="MuJoCo measures each quantity by one sensor.",
    effect="The numbers are the same. Programs find them under several names.",
    many="sensors split",
)
CAMERA_POSE_CONVERTED = Code(
    "mjcf-camera-pose-converted", "converted", "note", "sensing",
    headline="Pose of a camera moved to its sensor: {value}",
    because="A camera of MuJoCo is the sensor itself.",
    effect="The camera sees the same.",
    many="poses of cameras moved to their sensors",
)

CODES = by_code(list(globals().values()))
