"""Findings of adaptations about what drives, measures and commands: motors, sensors, names that agents expect."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- motors

ACTUATOR_DEFAULTED = Code(
    "actuator-defaulted", "defaulted", "note", "control",
    headline="Actuator added: {result}",
    because="--motors makes an actuator of the limits of each joint without one.",
    effect="The actuator drives the joint.",
    advice="Convert without --motors if the joint must move freely.",
    many="actuators added",
)
READY_SERVO = Code(
    "ready-servo-defaulted", "defaulted", "note", "control",
    headline="Servo added: {result}",
    because="The robot states no actuator. --ready makes a servo for each joint with an effort limit, so that it can be commanded.",
    effect="The servo holds the joint at its start until a program commands another position.",
    advice="Convert without --ready if the joint must move freely.",
    many="servos added",
)
READY_EFFORT_UNKNOWN = Code(
    "ready-effort-unknown-dropped", "dropped", "warning", "control",
    headline="Effort limit dropped: {value}",
    because="Many exporters write 0 for an unknown effort. A servo with a largest force of 0 could not be commanded.",
    effect="The servo is as strong as its gain makes it.",
    advice="State the effort of the joint in the source.",
    many="effort limits of 0 dropped",
)
READY_GAIN = Code(
    "ready-servo-gain-defaulted", "defaulted", "note", "control",
    headline="Servo gains added: {result}",
    because="A servo of {target} makes a force here. Gains depend on the inertia and weight that the joint moves.",
    effect="The joint reaches its set point without swinging, and sags little below its load.",
    advice="Tune the gains where the result is simulated.",
    many="servo gains added",
)
READY_STEP = Code(
    "ready-step-shortened", "approximated", "warning", "physics",
    headline="Step shortened: {value} -> {result}",
    because="Servos of {target} hold their forces for a whole step, and the step of the source makes them unstable.",
    effect="The scene is simulated in shorter steps.",
    advice="Convert without --ready to keep the step.",
    many="steps shortened",
)
ACTUATOR_GAIN_DEFAULTED = Code(
    "actuator-gain-defaulted", "defaulted", "warning", "control",
    headline="Actuator gain added: {result}",
    because="A servo of {target} makes a velocity from a position error. The source has no gain of that kind (1/s).",
    effect="The joint approaches its set point at that rate.",
    advice="Tune the gain where the result is simulated.",
    many="actuator gains added",
)
ACTUATOR_EFFORT_DEFAULTED = Code(
    "actuator-max-effort-defaulted", "defaulted", "warning", "control",
    each=True,
    headline="Actuator strength added: {result}",
    because="The source states no maximum effort, and {target} requires one.",
    effect="The actuator never exceeds this effort.",
    advice="State the maximum effort in the source.",
    many="actuator strengths added",
)
ACTUATOR_VELOCITY_DEFAULTED = Code(
    "actuator-max-velocity-defaulted", "defaulted", "warning", "control",
    each=True,
    headline="Actuator speed added: {result}",
    because="The source states no maximum velocity, and {target} requires one.",
    effect="The actuator never exceeds this velocity.",
    advice="State the maximum velocity in the source.",
    many="actuator speeds added",
)
ACTUATOR_EFFORTS_ADDED = Code(
    "actuator-efforts-added", "converted", "note", "control",
    headline="Maximum efforts of actuators added: {value} -> {result}",
    because="{target} states one maximum effort for all actuators of a joint.",
    effect="The actuators together are as strong as before.",
    advice="Limit each of them in the program that drives the joint.",
    many="maximum efforts of actuators added",
)
ACTUATOR_SPEEDS_MERGED = Code(
    "actuator-speeds-merged", "converted", "note", "control",
    headline="Maximum velocities of actuators merged: {value} -> {result}",
    because="{target} states one maximum velocity for all actuators of a joint.",
    effect="The joint is as fast as its fastest actuator.",
    advice="Limit each of them in the program that drives the joint.",
    many="maximum velocities of actuators merged",
)
ACTUATOR_EFFORT_DROPPED = Code(
    "actuator-efforts-dropped", "dropped", "warning", "control",
    headline="Maximum effort of an actuator dropped: {value}",
    because="{target} states one maximum effort for all actuators of a joint, and another actuator of the axis states none.",
    effect="The limit of the joint does not show what this actuator can do.",
    advice="Limit it in the program that drives the joint.",
    many="maximum efforts of actuators dropped",
)
ACTUATOR_VELOCITY_DROPPED = Code(
    "actuator-speeds-dropped", "dropped", "warning", "control",
    headline="Maximum velocity of an actuator dropped: {value}",
    because="{target} states one maximum velocity for all actuators of a joint, and another actuator of the axis states none.",
    effect="The limit of the joint does not show what this actuator can do.",
    advice="Limit it in the program that drives the joint.",
    many="maximum velocities of actuators dropped",
)
JOINT_EFFORT_INEFFECTIVE = Code(
    "joint-limit-effort-ineffective", "dropped", "note", "physics",
    headline="Larger maximum effort dropped: {value} -> {result}",
    because="The joint and its motor both state a maximum effort, and the smaller one counts.",
    effect="No effect: the smaller one limits the joint in the source, too.",
    many="larger maximum efforts dropped",
)
JOINT_VELOCITY_INEFFECTIVE = Code(
    "joint-limit-velocity-ineffective", "dropped", "note", "physics",
    headline="Larger maximum velocity dropped: {value} -> {result}",
    because="The joint and its motor both state a maximum velocity, and the smaller one counts.",
    effect="No effect: the smaller one limits the joint in the source, too.",
    many="larger maximum velocities dropped",
)

# ---------------------------------------------------------------- sensors

SENSOR_TYPE_APPROXIMATED = Code(
    "sensor-type-approximated", "approximated", "warning", "sensing",
    each=True,
    headline="Sensor type changed: {value} -> {result}",
    because="{target} has no sensor of this type.",
    effect="The sensor measures other or additional quantities.",
    advice="Check the programs that read the sensor.",
    many="sensor types changed",
)
SENSOR_TYPE_CONVERTED = Code(
    "sensor-type-converted", "converted", "note", "sensing",
    each=True,
    headline="Sensor type changed: {value} -> {result}",
    because="{target} has no distance sensor. A scanner with one ray, or a sonar, measures the same.",
    effect="Programs read the sensor as one of the new type.",
    many="sensor types changed",
)
SENSOR_CONE_APPROXIMATED = Code(
    "sensor-cone-approximated", "approximated", "warning", "sensing",
    headline="Cone of a sensor flattened: {value}",
    because="One number is the width and the height of the cone. In {target}, a scanner has rays in one plane.",
    effect="The sensor does not see what is above or below that plane.",
    advice="Add a second scanner, rotated by 90° about its forward axis.",
    many="cones of sensors flattened",
)
SENSOR_UNSUPPORTED_DROPPED = Code(
    "sensor-unsupported-dropped", "dropped", "warning", "sensing",
    headline="Sensor dropped: {value}",
    because="{target} has no sensor of this type.",
    effect="Programs that read the sensor get no data.",
    advice="Add a sensor that {target} has, or compute the values in a plugin.",
    many="sensors dropped",
)


# ---------------------------------------------------------------- names of agents

AGENT_NAME_CONVERTED = Code(
    "agent-name-converted", "converted", "note", "naming",
    headline="Name of a part changed: {value} -> {result}",
    because="The name map gives the {role} this name.",
    effect="An agent of {simulator} finds the {role} by the new name.",
    advice="Convert without --name-map to keep the name.",
    many="names of parts changed",
)
AGENT_PERCEPTOR_DEFAULTED = Code(
    "agent-perceptor-defaulted", "defaulted", "note", "sensing",
    headline="Joint perceptor added: {result}",
    because="The name map names a perceptor of the joint, and the source has no sensor there.",
    effect="An agent gets the position of the joint.",
    advice="Remove the perceptor from the name map if no agent requires it.",
    many="joint perceptors added",
)
AGENT_EFFECTOR_UNUSED = Code(
    "agent-effector-unused", "defaulted", "warning", "control",
    headline="Effector not added: {result}",
    because="The name map names an effector, and the joint has no actuator.",
    effect="An agent cannot drive the joint.",
    advice="Add an actuator to the source, or convert with --motors velocity.",
    many="effectors not added",
)

CODES = by_code(list(globals().values()))
