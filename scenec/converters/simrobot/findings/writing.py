"""Findings of the SimRobot writer about the scene, bodies, joints and motors."""

from __future__ import annotations

from scenec.accounting.code import Code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- the scene

SCENE_FRAMING_CONVERTED = Code(
    "scene-framing-converted", "converted", "note", "metadata",
    headline="Kind of file changed: {value} -> scene",
    because="Files of SimRobot are scenes. The {value} stands alone in its scene, at the origin.",
    effect="The scene has no ground, and no light unless the file has one.",
    advice="Include the result in a scene with ground and light.",
    many="kinds of files changed",
)
GRAVITY_APPROXIMATED = Code(
    "gravity-approximated", "approximated", "error", "physics",
    headline="Gravity changed: {value} -> {result}",
    because="Gravity of SimRobot acts along z only.",
    effect="All bodies fall in another direction.",
    advice="Turn the scene until gravity points along z.",
    many="gravity changed",
)
CONTACTS_APPROXIMATED = Code(
    "contacts-with-static-approximated", "approximated", "error", "physics",
    headline="Contacts with static models switched on",
    because="The source switches contacts off for the whole world. SimRobot does so between moving bodies only.",
    effect="Bodies are pushed out of static models, which they pass through in the source.",
    advice="Remove the collisions of the static models in the source.",
    many="contacts with static models switched on",
)
PHYSICS_STEP_DROPPED = Code(
    "physics-step-refused-dropped", "dropped", "error", "physics",
    headline="Simulation step dropped: {value}",
    because="SimRobot requires a step above 0 s.",
    effect="The simulation runs in steps of {result}.",
    advice="State a step above 0 s in the source.",
    many="simulation steps dropped",
)
NUMBER_RANGE_APPROXIMATED = Code(
    "number-range-approximated", "approximated", "warning", "physics",
    headline="Number limited: {value} -> {result}",
    because="SimRobot refuses the whole file otherwise. SimRobot expects {expected}.",
    effect="The result has the nearest number that SimRobot accepts.",
    advice="Correct the number in the source.",
    many="numbers limited",
)
MODEL_LINKLESS_CONVERTED = Code(
    "model-linkless-converted", "converted", "note", "naming",
    headline="Model without links dissolved: {value}",
    because="SimRobot has names for bodies, shapes and places only. This model only holds other models.",
    effect="The models in it keep their own names.",
    many="models without links dissolved",
)
MODEL_EMPTY_DROPPED = Code(
    "model-empty-dropped", "dropped", "warning", "naming",
    headline="Empty model dropped: {value}",
    because="SimRobot has names for bodies, shapes and places only. This model has no link and no nested model.",
    effect="The model had nothing to see or touch. Programs that look it up by name do not find it.",
    advice="Remove the model from the source, or give it a link.",
    many="empty models dropped",
)
COMPOUND_LABEL_UNRESOLVED = Code(
    "compound-label-unresolved", "unresolved", "warning", "naming",
    headline="Compound not found: {value}",
    because="{why}",
    effect="The parts of the Compound are written one level further out. Programs do not find them by the Compound's name.",
    advice="Give the scene an extra `Compound[label]` with the name of the Compound as its value.",
    many="compound elements not found",
)

# ---------------------------------------------------------------- self-collision

SELF_COLLISION_CONVERTED = Code(
    "self-collision-converted", "converted", "note", "physics",
    headline="Self-collision left to the other link",
    because="A contact of two bodies of SimRobot needs collideWithParent at one of them only.",
    effect="The link touches the links of its model that have collideWithParent.",
    many="self-collisions left to the other link",
)
SELF_COLLISION_OVERLAP_DROPPED = Code(
    "self-collision-overlap-dropped", "dropped", "warning", "physics",
    each=True,
    headline="Self-collision dropped",
    because="A body with collideWithParent also touches the bodies at its joints. This link overlaps one of them at the start.",
    effect="The link passes through other links of its model. With collideWithParent, ODE hurls them apart.",
    advice="Leave gaps between the shapes at the joint, then add collideWithParent.",
    many="self-collisions dropped",
)

# ---------------------------------------------------------------- joints

JOINT_KIND_DROPPED = Code(
    "joint-kind-dropped", "dropped", "error", "physics",
    headline="Joint type dropped: {kind}",
    because="SimRobot has hinges and sliders only, no {kind} joints.",
    effect="The two links are no longer connected.",
    advice="Use --adapt-joints, which writes ball, universal and two-axis joints as chains of hinges.",
    many="joints of other types dropped",
)
JOINT_LOOP_DROPPED = Code(
    "joint-loop-dropped", "dropped", "error", "physics",
    headline="Joint of a loop dropped: {value}",
    because="Bodies of SimRobot form trees, and other joints already connect the two bodies.",
    effect="{first} and {second} come apart at this joint.",
    advice="Put the joint that may be missing last in the source.",
    many="joints of loops dropped",
)
JOINT_STILL_INEFFECTIVE = Code(
    "joint-still-ineffective", "dropped", "note", "physics",
    headline="Joint between static bodies left out: {value}",
    because="Neither of the two bodies ever moves.",
    effect="No effect: the bodies keep their places.",
    many="joints between static bodies left out",
)
JOINT_STOP_DROPPED = Code(
    "joint-stop-dropped", "dropped", "warning", "physics",
    headline="Soft joint stops dropped: {value}",
    because="The stops of SimRobot's joints are hard.",
    effect="The joint stops at once where it gave way before.",
    advice="Let the program that drives the joint slow it down before its stops.",
    many="soft joint stops dropped",
)
JOINT_SENSOR_DROPPED = Code(
    "joint-sensor-unsupported-dropped", "dropped", "warning", "sensing",
    each=True,
    headline="Sensor of a joint dropped: {value}",
    because="Joints of SimRobot report their position and velocity only.",
    effect="Programs that read the sensor get no data.",
    advice="Let the program compute the values from the positions of the joint.",
    many="sensors of joints dropped",
)

# ---------------------------------------------------------------- motors

MOTOR_DROPPED = Code(
    "motor-dropped", "dropped", "warning", "control",
    each=True,
    headline="Motor dropped: {value}",
    because="{why}",
    effect="The motor does not drive the joint any more.",
    advice="Command a position or a velocity, with one motor per axis.",
    many="motors dropped",
)


def _limit_dropped(code: str, words: str, fields: str) -> Code:
    """Make the row of limits that only motors of SimRobot have."""
    return Code(
        code, "dropped", "warning", "control",
        headline=f"Joint {words} dropped: {{value}}",
        because=f"SimRobot states a maximum {fields} at motors only, and this joint has no motor.",
        effect="No motor drives the joint, so there is nothing to limit.",
        advice="Use --motors servo, which makes motors of such limits.",
        many=f"joint {words} dropped",
    )


JOINT_EFFORT_LIMIT_DROPPED = _limit_dropped("joint-effort-limit-dropped", "effort limits", "effort")
JOINT_VELOCITY_LIMIT_DROPPED = _limit_dropped("joint-velocity-limit-dropped", "velocity limits", "velocity")
JOINT_EFFORT_VELOCITY_LIMIT_DROPPED = _limit_dropped(
    "joint-effort-velocity-limit-dropped", "effort and velocity limits", "effort and velocity"
)
