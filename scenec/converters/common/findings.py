"""Findings that several formats make. `{why}` is a sentence of the format about its own simulator.

Codes of parts that a target has no place for (`joint-damping-dropped`, `joint-friction-dropped`) are in `scenec.accounting.findings`.
"""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- the world

GRAVITY_DROPPED = Code(
    "gravity-dropped", "dropped", "error", "physics",
    headline="Gravity dropped: {value}",
    because="{why}",
    effect="Gravity in the simulation is {result}.",
    advice="Set gravity where the result is simulated.",
    many="gravity dropped",
)
STEP_DROPPED = Code(
    "step-dropped", "dropped", "error", "physics",
    headline="Simulation step dropped: {value}",
    because="{why}",
    effect="The step of the simulation is {result}.",
    advice="Set the step where the result is simulated.",
    many="simulation steps dropped",
)
FRICTION_LAW_APPROXIMATED = Code(
    "friction-law-approximated", "approximated", "warning", "physics",
    headline="Friction law changed: {value} -> {result}",
    because="{target} combines the friction of two surfaces by their mean.",
    effect="Contacts between surfaces of different friction ({low} and {high}) have the friction {mean}, not {was}.",
    advice="Give surfaces that touch each other the same friction.",
    many="friction laws changed",
)

# ---------------------------------------------------------------- bodies

MASS_INEFFECTIVE = Code(
    "mass-ineffective", "dropped", "note", "physics",
    headline="Mass ignored",
    because="{why}",
    effect="No effect: the source's simulator ignores this mass, too.",
    many="masses ignored",
)
LINK_EMPTY_DROPPED = Code(
    "link-empty-dropped", "dropped", "note", "naming",
    headline="Empty link dropped",
    because="The link never moves and has no shape. {target} has no bodies without a shape.",
    effect="Programs that look the link up by name do not find it.",
    advice="Give the link a shape if programs need it.",
    many="empty links dropped",
)
LINK_FRAME_MOVED = Code(
    "link-frame-moved", "converted", "note", "naming",
    headline="Link frame moved: by {value}",
    because="The origin of a body in {target} is its centre of mass.",
    effect="The pose of the link in {simulator} is that of its centre of mass. Every body keeps its place.",
    many="link frames moved",
)
MODEL_PLACEMENT_CONVERTED = Code(
    "model-placement-converted", "converted", "note", "physics",
    headline="Model placement converted",
    because="{target} places bodies, not models by one of their parts.",
    effect="Every body keeps its place.",
    many="model placements converted",
)
MODEL_STATIC_INEFFECTIVE = Code(
    "model-static-ineffective", "dropped", "note", "physics",
    headline="Flag `static` ignored: {value}",
    because="The model is nested in a static one.",
    effect="No effect: the model is static as part of the outer model.",
    many="flags `static` ignored",
)

# ---------------------------------------------------------------- joints

JOINT_FLOATING_CONVERTED = Code(
    "joint-floating-converted", "converted", "note", "physics",
    headline="Floating joint left out",
    because="Links of {target} move freely unless a joint holds them.",
    effect="The link moves as freely as before.",
    many="floating joints left out",
)
JOINT_LIMIT_INACTIVE_DROPPED = Code(
    "joint-limit-inactive-dropped", "dropped", "note", "physics",
    headline="Inactive joint limits dropped: {value}",
    because="The source switches these limits off. {target} enforces all limits it has.",
    effect="The joint moves as far as before.",
    advice="Remove the limits from the source if they are not needed.",
    many="inactive joint limits dropped",
)

# ---------------------------------------------------------------- bodies that lost a joint

LINK_SPLIT = Code(
    "link-inertial-frame-split", "approximated", "error", "geometry",
    each=True,
    headline="Link is free: {subject}",
    because="The {kind} joint {joint}, which held the link or one above it, was dropped.",
    effect="The link falls from its initial place, with all links that still hang on it.",
    advice="Restore the joint first: use another joint in the source, or --adapt-joints for joints of several axes.",
    many="links are free",
)
LINK_PLACED_IN_WORLD = Code(
    "link-inertial-frame-world", "converted", "note", "geometry",
    each=True,
    headline="Free link placed in the world: {subject}",
    because="The floating joint {joint} places the link, or one above it, relative to a link that moves.",
    effect="The link moves as freely as before. Commands of other joints do not change its place.",
    many="free links placed in the world",
)
APPEARANCE_SPLIT = Code(
    "appearance-frame-split", "approximated", "note", "appearance",
    headline="Visuals moved with a free link: {subject}",
    because="The {kind} joint {joint}, which held their link or one above it, was dropped.",
    effect="The visuals fall with the link.",
    advice="Restore the joint first: use another joint in the source, or --adapt-joints for joints of several axes.",
    many="visuals moved with free links",
)
SENSOR_SPLIT_OFF = Code(
    "sensor-frame-split", "approximated", "warning", "sensing",
    each=True,
    headline="Sensor moved with a free link: {subject}",
    because="The {kind} joint {joint}, which held the link of the sensor or one above it, was dropped.",
    effect="The sensor measures where the link falls.",
    advice="Restore the joint first: use another joint in the source, or --adapt-joints for joints of several axes.",
    many="sensors moved with free links",
)
SENSOR_PLACED_IN_WORLD = Code(
    "sensor-frame-world", "converted", "note", "sensing",
    each=True,
    headline="Sensor placed in the world with its free link: {subject}",
    because="The floating joint {joint} places the link of the sensor, or one above it, relative to a link that moves.",
    effect="The sensor moves as freely as before. Commands of other joints do not change its place.",
    many="sensors placed in the world",
)

# ---------------------------------------------------------------- shapes and appearance

MATERIAL_COLOUR_DEFAULTED = Code(
    "material-diffuse-defaulted", "defaulted", "note", "appearance",
    headline="Colour added: {result}",
    because="The source gives the visual no colour, and {target} requires one.",
    effect="The visual is drawn in that colour.",
    advice="State a colour in the source.",
    many="colours added",
)
PLANE_APPROXIMATED = Code(
    "plane-approximated", "approximated", "warning", "geometry",
    headline="Plane replaced: {result}",
    because="{why}",
    effect="The box ends at its edges and has a lower side.",
    advice="Use a box in the source if the edges matter.",
    many="planes replaced by boxes",
)
PLANE_SIZE_DEFAULTED = Code(
    "plane-shape-bounds-defaulted", "defaulted", "note", "appearance",
    each=True,
    headline="Plane size added: {result}",
    because="{target} draws no infinite planes.",
    effect="The drawn plane ends at this size.",
    many="plane sizes added",
)
PLANE_SIZE_INEFFECTIVE = Code(
    "plane-size-ineffective", "dropped", "note", "geometry",
    headline="Plane size ignored: {value}",
    because="A collision plane is infinite and ignores its size.",
    effect="No effect: the source's simulator ignores the size, too.",
    many="plane sizes ignored",
)
SHAPE_CAPSULE_CONVERTED = Code(
    "shape-capsule-converted", "converted", "note", "geometry",
    headline="Capsule of length 0 written as a sphere",
    because="{why}",
    effect="No effect: both are the same shape.",
    many="capsules of length 0 written as spheres",
)
VISUAL_HIDDEN_INEFFECTIVE = Code(
    "visual-hidden-ineffective", "dropped", "note", "appearance",
    each=True,
    headline="Hidden visual left out",
    because="The visual is hidden or has no shape.",
    effect="No effect: the source's simulator does not draw it either.",
    many="hidden visuals left out",
)

# ---------------------------------------------------------------- self-collision

SELF_COLLISION_APPROXIMATED = Code(
    "self-collision-approximated", "approximated", "error", "physics",
    headline="Self-collision changed: {result}",
    because="{why}",
    effect="{what}",
    advice="Simulate the model alone, or check which of its links touch.",
    many="self-collisions changed",
)
SELF_COLLISION_INEFFECTIVE = Code(
    "self-collision-ineffective", "dropped", "note", "physics",
    headline="Self-collision ignored: {value}",
    because="{why}",
    effect="No effect: the same links touch either way.",
    many="self-collisions ignored",
)

NEVER_MOVES = "No link of the model ever moves."
NOT_ASKED = "No link that could touch another takes this from the model."

# ---------------------------------------------------------------- sensors

SENSOR_BEAM_APPROXIMATED = Code(
    "sensor-beam-approximated", "approximated", "warning", "sensing",
    headline="Sensor beam changed: {value} -> {result}",
    because="{why}",
    effect="The sensor sees another part of the scene at the rim.",
    advice="Narrow the beam if the sensor must not see that part.",
    many="sensor beams changed",
)
SENSOR_POSE_APPROXIMATED = Code(
    "sensor-pose-approximated", "approximated", "warning", "sensing",
    each=True,
    headline="Sensor moved: {value}",
    because="{why}",
    effect="The sensor measures in the frame of {frame}.",
    advice="Let programs that read the sensor compute the offset.",
    many="sensors moved",
)
SENSOR_SCAN_APPROXIMATED = Code(
    "sensor-scan-approximated", "approximated", "warning", "sensing",
    headline="Scan of a sensor changed: {value} -> {result}",
    because="{why}",
    effect="Programs get other rays.",
    advice="{fix}",
    many="scans of sensors changed",
)

# ---------------------------------------------------------------- joints

JOINT_POSE_INEFFECTIVE = Code(
    "joint-pose-ineffective", "dropped", "note", "physics",
    headline="Joint pose ignored",
    because="A fixed joint holds its links together wherever its frame is.",
    effect="No effect: the links keep their places.",
    many="joint poses ignored",
)

# ---------------------------------------------------------------- names

NAME_CHARACTERS_ESCAPED = Code(
    "name-characters-escaped", "converted", "note", "naming",
    headline="Name changed: {value} -> {result}",
    because="{why}",
    effect="Programs that look the part up by name need the new one.",
    many="names changed",
)
NAME_MADE_UNIQUE = Code(
    "name-made-unique", "converted", "note", "naming",
    headline="Name changed: {value} -> {result}",
    because="Two parts side by side have the same name, which {target} forbids.",
    effect="Programs that look the part up by name need the new one.",
    many="names changed",
)

CODES = by_code(list(globals().values()))
