"""Findings of the MARS writer: what MARS has no place for, approximates, or requires although the source does not state it."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- bodies and shapes

COLLISION_MESH_DROPPED = Code(
    "collision-mesh-dropped", "dropped", "error", "geometry",
    headline="Collision mesh dropped: {value}",
    because="MARS needs the size of a collision mesh in the scene. The size of a missing file is unknown.",
    effect="The body has no collision there.",
    advice="Put the file where the scene expects it, or name its folder with --search-path.",
    many="collision meshes dropped",
)
COLLISION_SENSING_APPROXIMATED = Code(
    "collision-sensing-approximated", "approximated", "warning", "physics",
    headline="Sensing collision switched off",
    because="A collision of MARS that exerts no forces makes no contacts either.",
    effect="Contact sensors do not measure its contacts.",
    advice="Attach the contact sensor to a collision that exerts forces.",
    many="sensing collisions switched off",
)
HEIGHTMAP_POSITION_CONVERTED = Code(
    "heightmap-position-converted", "converted", "note", "geometry",
    headline="Heightmap offset converted: {value}",
    because="A terrain of MARS stands at the position of its node.",
    effect="The terrain keeps its place.",
    many="heightmap offsets converted",
)
MASS_OF_STATIC = Code(
    "mass-of-static-ineffective", "dropped", "note", "physics",
    headline="Mass of a static link ignored",
    because="MARS gives no mass to nodes that never move.",
    effect="No effect: the link does not move.",
    many="masses of static links ignored",
)
MESH_CENTRE_DROPPED = Code(
    "mesh-centre-dropped", "dropped", "warning", "geometry",
    each=True,
    headline="Centring of a mesh dropped: {value}",
    because="MARS does not centre meshes, and the missing file cannot be centred.",
    effect="The mesh stands where its file has it.",
    advice="Put the file where the scene expects it, or name its folder with --search-path.",
    many="centrings of meshes dropped",
)
MESH_FILE_REWRITTEN = Code(
    "mesh-file-approximated", "approximated", "note", "appearance",
    headline="Mesh file rewritten: {value} -> {result}",
    because="MARS rotates the meshes that it loads, depending on the kind of file.",
    effect="Normals, texture coordinates and materials of the file are dropped.",
    advice="Convert the mesh to OBJ, which is copied unchanged.",
    many="mesh files rewritten",
)
MESH_UNMEASURED_DROPPED = Code(
    "mesh-unmeasured-dropped", "dropped", "error", "geometry",
    headline="Unreadable mesh dropped: {value}",
    because="MARS needs the size of a mesh in the scene. Parsing the file failed: {problem}.",
    effect="The shape is missing.",
    advice="Convert the mesh to OBJ.",
    many="unreadable meshes dropped", together=True,
)
PLANE_NORMAL_CONVERTED = Code(
    "plane-normal-converted", "converted", "note", "geometry",
    headline="Plane normal converted: {value}",
    because="A plane of MARS faces along z of its node.",
    effect="The node is rotated, so the plane faces where it faced.",
    many="plane normals converted",
)
SHAPE_APPROXIMATED = Code(
    "shape-approximated", "approximated", "warning", "geometry",
    headline="Shape replaced by a mesh: {value}",
    because="MARS has no {value} shapes.",
    effect="The faces of the mesh are flat, and up to 0.5 % inside the true surface.",
    advice="Use a mesh of your own if the flat faces matter.",
    many="shapes replaced by meshes",
)
INFINITE_SURFACE_VALUES = {
    field: Code(
        f"surface-{field.replace('_', '-')}-infinite-approximated", "approximated", "note", "physics",
        headline=f"Infinite {title} made finite: {{value}} -> {{result}}",
        because="MARS takes the mean of the values of two surfaces, which needs finite numbers.",
        effect="The contact behaves as with an infinite value.",
        advice="State a finite value in the source.",
        many=f"infinite values of {title} made finite",
    )
    for field, title in (("mu", "friction"), ("mu2", "second friction"))
}
"""Field of a surface -> the finding about an infinite value of it. Infinite values of other fields were dropped before."""

# ---------------------------------------------------------------- joints

JOINT_AXIS_TILTED = Code(
    "joint-axis-approximated", "approximated", "warning", "physics",
    each=True,
    headline="Joint axis tilted: {value}, by {result}",
    because="MARS crashes where axis 1 of a hinge2 joint is parallel to y of its second body.",
    effect="One axis of the joint is off by {result}.",
    advice="Rotate the frame of the link that the joint carries.",
    many="joint axes tilted",
)
JOINT_FRAME_APPROXIMATED = Code(
    "joint-frame-approximated", "approximated", "note", "metadata",
    headline="Rotation of a joint frame dropped",
    because="A joint of MARS has an anchor and axes, but no frame.",
    effect="The motion is the same. The frame of the joint is aligned with the world.",
    advice="Let programs use the frame of the child link.",
    many="rotations of joint frames dropped",
)
JOINT_FRICTION_APPROXIMATED = Code(
    "joint-friction-approximated", "approximated", "warning", "physics",
    each=True,
    headline="Joint friction changed: {value} -> {result}",
    because="MARS applies the friction of axis 1 to both axes of a joint.",
    effect="The second axis turns more or less freely than in the source.",
    advice="Give both axes the same friction.",
    many="joint frictions changed",
)
JOINT_INITIAL_SHIFTED = Code(
    "joint-initial-limits-shifted", "converted", "note", "physics",
    headline="Joint zero shifted: {value} -> 0",
    because="The zero of a joint in MARS is its position in the file.",
    effect="Positions and limits of the joint count from where it starts.",
    advice="Let programs that command the joint subtract the initial position.",
    many="joint zeros shifted",
)
JOINT_LIMIT_SPRING = Code(
    "joint-limit-spring-converted", "converted", "note", "physics",
    headline="Springs added to joint stops: {result}",
    because="{why}",
    effect="No effect: the joint stops as in the source.",
    many="springs added to joint stops",
)
JOINT_LIMIT_TWIN = Code(
    "joint-limit-twin-converted", "converted", "note", "physics",
    headline="Joint stops moved to a second hinge: {result}",
    because="MARS removes the stops of a hinge that a motor drives.",
    effect="No effect: the second hinge, without a motor, holds the limits.",
    advice="Keep the second hinge, and drive the first.",
    many="joint stops moved to second hinges",
)
JOINT_LIMIT_UNENFORCED = Code(
    "joint-limit-unenforced", "approximated", "error", "physics",
    each=True,
    headline="Joint limits not enforced: {value}",
    because="The engine of MARS never limits axis 2 of a hinge2 joint.",
    effect="The second axis turns beyond its limits.",
    advice="Use two revolute joints with a light link between them.",
    many="joint limits not enforced",
)
JOINT_SPRING_AS_STOPS = Code(
    "joint-spring-as-stops-converted", "converted", "note", "physics",
    headline="Joint spring written as two springy stops: {value}",
    because="The only springs of MARS are those of joint stops.",
    effect="The spring pulls as before. Programs that read the scene find stops at its rest position.",
    many="joint springs written as springy stops",
)
JOINT_DAMPING_AS_STOPS = Code(
    "joint-damping-as-stops-converted", "converted", "note", "physics",
    headline="Joint damping written as damping of springy stops: {value}",
    because="MARS has one damping per axis, that of its stops, which are the joint's spring here.",
    effect="The damping acts as before. Programs that read the scene find it at the stops.",
    many="joint dampings written as damping of stops",
)
JOINT_BETWEEN_STATIC = Code(
    "joint-ineffective", "dropped", "note", "physics",
    headline="Joint between static links ignored: {value}",
    because="Neither end of the joint ever moves.",
    effect="No effect: the joint does not move in the source either.",
    many="joints between static links ignored",
)
JOINT_TYPE_AT_WORLD = Code(
    "joint-type-approximated", "approximated", "error", "physics",
    each=True,
    headline="Joint type changed: {value} -> {result}",
    because="MARS crashes at a hinge2 joint to the world.",
    effect="{outcome}",
    advice="Make the axes of the joint perpendicular.",
    many="joint types changed",
)
JOINT_TYPE_DROPPED = Code(
    "joint-unsupported-dropped", "dropped", "error", "physics",
    headline="Joint type dropped: {value}",
    because="MARS has the joint types hinge, slider, ball, universal, hinge2 and fixed only.",
    effect="The two links are no longer connected.",
    advice="{fix}",
    many="joint types dropped",
)

# ---------------------------------------------------------------- sensors and controllers

CONTROLLER_LIBRARY_DROPPED = Code(
    "controller-foreign-dropped", "dropped", "warning", "control",
    headline="Controller library dropped: {value}",
    because="MARS loads `dylib_path` as a library. This library is a controller of another simulator.",
    effect="No controller drives the scene until one of MARS is added.",
    advice="Write a controller for MARS, and name its library in `dylib_path`.",
    many="controller libraries dropped",
)
SENSOR_CAMERA_POSE_CONVERTED = Code(
    "sensor-camera-pose-converted", "converted", "note", "sensing",
    each=True,
    headline="Camera pose converted",
    because="A camera sensor of MARS is one camera, without a pose of its own.",
    effect="The sensor stands where its camera stood, and records the same picture.",
    many="camera poses converted",
)
MOVING_BODIES_APPROXIMATED = Code(
    "moving-bodies-approximated", "approximated", "error", "physics",
    headline="Contacts between moving bodies switched on",
    because="The source switches them off for the whole world. Collision masks of MARS have too few bits to keep all links apart.",
    effect="Links of different models push each other away where they touch.",
    advice="Convert the models one by one, or place them where they do not touch.",
    many="contacts between moving bodies switched on",
)
SENSOR_RAY_APPROXIMATED = Code(
    "sensor-ray-approximated", "approximated", "warning", "sensing",
    each=True,
    headline="Links invisible to a ray sensor: {links}",
    because="One bit of a collision mask serves the rays. Links that must not touch others cannot have it.",
    effect="Rays of the sensor pass through links of models without self-collision.",
    advice="Switch self-collision of these models on in the source, if their shapes do not overlap.",
    many="ray sensors that do not see some links",
)
SENSOR_SCAN_TURNING_APPROXIMATED = Code(
    "sensor-scan-turning-approximated", "approximated", "note", "sensing",
    each=True,
    headline="Scan spread over several updates: {updates}",
    because="A RotatingRaySensor of MARS turns, and does not send all rays of this scan at once.",
    effect="A scan is complete after {updates} updates.",
    advice="Set `bands` of the sensor to the number of columns for a scan in each update.",
    many="scans spread over several updates",
)

# ---------------------------------------------------------------- lights

LIGHT_DETACHED = Code(
    "light-detached", "approximated", "warning", "appearance",
    headline="Light detached from its link: {value}",
    because="MARS attaches a light to the first node of a name, and another node has the name of this link.",
    effect="The light stays in place when the link moves.",
    advice="Give the link a unique name.",
    many="lights detached from their links",
)
LIGHT_POSE_IGNORED = Code(
    "light-pose-ineffective", "dropped", "note", "appearance",
    headline="Pose of a light ignored: {value}",
    because="{why}",
    effect="No effect: the light shines as before.",
    many="poses of lights ignored",
)

JOINT_EFFORT_LIMIT_DROPPED = Code(
    "joint-effort-without-motor-dropped", "dropped", "error", "physics",
    headline="Effort limit of a joint dropped: {value}",
    because="In MARS only motors have a maximum effort, and the joint has no motor.",
    effect="No effort limit applies to the joint.",
    advice="Use --motors servo to add a motor with that maximum.",
    many="effort limits of joints dropped",
)
JOINT_VELOCITY_LIMIT_DROPPED = Code(
    "joint-velocity-without-motor-dropped", "dropped", "error", "physics",
    headline="Velocity limit of a joint dropped: {value}",
    because="In MARS only motors have a maximum velocity, and the joint has no motor.",
    effect="No velocity limit applies to the joint.",
    advice="Use --motors servo to add a motor with that maximum.",
    many="velocity limits of joints dropped",
)
MODEL_NAME_DROPPED = Code(
    "model-name-unstored-dropped", "dropped", "warning", "naming",
    headline="Model name dropped: {value}",
    because="MARS has no models. Links that joints connect are known by the name of the first link.",
    effect="Programs that look the model up by name do not find it.",
    advice="Let programs look up its first link instead.",
    many="model names dropped",
)

CODES = by_code([*globals().values(), *INFINITE_SURFACE_VALUES.values()])
