"""Losses of values that only RubySceneGraph has. Settling makes these findings; other values of this kind have its general text."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

COLLIDERS = ("box", "capsule", "plane", "sphere")
_FILTER = "Let the program that reads the sensor treat its values in the same way."
_READS = "The sensor reads differently."
_AGENT = "Let the program that runs the simulation do it."

COLLIDER_EXCEPTIONS = tuple(
    Code(
        f"rsg-{shape}-collider-add-not-collide-with-collider-name-dropped", "dropped", "warning", "physics",
        headline="Collision exception dropped",
        because="`addNotCollideWithColliderName` lets a collider of SimSpark pass through the colliders that it names.",
        effect="The shape touches shapes that it passed through.",
        advice="Leave gaps between the shapes, or use the collision masks of {target}, if any.",
        many="collision exceptions dropped",
    )
    for shape in COLLIDERS
)
BODY_VELOCITY = Code(
    "rsg-rigid-body-set-velocity-dropped", "dropped", "warning", "physics",
    headline="Initial velocity dropped",
    because="`setVelocity` sets the velocity of a body of SimSpark at the start.",
    effect="The body starts at rest.",
    advice="Set the body in motion by the program that runs the simulation.",
    many="initial velocities dropped",
)
BODY_ANGULAR_VELOCITY = Code(
    "rsg-rigid-body-set-angular-velocity-dropped", "dropped", "warning", "physics",
    headline="Initial angular velocity dropped",
    because="`setAngularVelocity` sets the angular velocity of a body of SimSpark at the start.",
    effect="The body does not turn at the start.",
    advice="Set the body in motion by the program that runs the simulation.",
    many="initial angular velocities dropped",
)
BODY_NAME = Code(
    "rsg-rigid-body-set-name-dropped", "dropped", "note", "metadata",
    headline="Body name dropped",
    because="A RigidBody of SimSpark has a name beside that of its Transform. Joints find the body by it.",
    effect="Programs do not find the body by that name.",
    advice="Let programs ask for the link, which has the name of the Transform.",
    many="body names dropped",
)
SPACE = Code(
    "rsg-space-dropped", "dropped", "note", "metadata",
    headline="Space name dropped",
    because="A Space of SimSpark has a name beside those of its bodies.",
    effect="Programs do not find the Space by that name.",
    advice="Let programs ask for the model.",
    many="names of Spaces dropped",
)
STIFFNESS_EFFECTOR = Code(
    "rsg-stiffness-effector-dropped", "dropped", "warning", "control",
    headline="StiffnessEffector dropped",
    because="Agents of SimSpark command the stiffness of a joint through a StiffnessEffector.",
    effect="Agents cannot command the stiffness of the joint.",
    advice=_AGENT,
    many="stiffness effectors dropped",
)
BEAM_EFFECTOR = Code(
    "rsg-beam-effector-dropped", "dropped", "warning", "control",
    headline="BeamEffector dropped",
    because="Agents of SimSpark place their robot before the kick-off through a BeamEffector.",
    effect="Agents cannot place their robot.",
    advice=_AGENT,
    many="beam effectors dropped",
)
KICK_EFFECTOR = Code(
    "rsg-kick-effector-dropped", "dropped", "warning", "control",
    headline="KickEffector dropped",
    because="Agents of SimSpark kick the ball without a leg through a KickEffector.",
    effect="Agents cannot kick without a leg.",
    advice=_AGENT,
    many="kick effectors dropped",
)
RECORDER_HANDLER = Code(
    "rsg-recorder-handler-dropped", "dropped", "warning", "sensing",
    headline="RecorderHandler dropped",
    because="A RecorderHandler remembers which shapes have touched a collider of SimSpark.",
    effect="Rules and sensors do not learn of the contacts.",
    advice="Add a contact sensor to the result.",
    many="recorder handlers dropped",
)
FIELD_LINE = Code(
    "rsg-line-dropped", "dropped", "warning", "sensing",
    headline="Field line dropped",
    because="Only vision perceptors of SimSpark see a Line.",
    effect="Sensors do not see the line.",
    advice="Give the positions of the lines to the program that replaces the perceptor.",
    many="field lines dropped",
)
VISION_NOISE = Code(
    "rsg-restricted-vision-perceptor-add-noise-dropped", "dropped", "warning", "sensing",
    headline="Sensor noise dropped",
    because="`addNoise` adds noise to the values of a vision perceptor.",
    effect="The sensor is more exact.",
    advice=_FILTER,
    many="sensor noises dropped",
)
VISION_INTERVAL = Code(
    "rsg-restricted-vision-perceptor-set-interval-dropped", "dropped", "warning", "sensing",
    headline="Sensor interval dropped",
    because="`setInterval` is the number of simulation steps between two images of a perceptor.",
    effect=_READS,
    advice=_FILTER,
    many="sensor intervals dropped",
)
VISION_OWN_POSITION = Code(
    "rsg-restricted-vision-perceptor-set-sense-my-pos-dropped", "dropped", "warning", "sensing",
    headline="Own position of a sensor dropped",
    because="`setSenseMyPos` switches on that a vision perceptor reports the position of its agent.",
    effect=_READS,
    advice=_FILTER,
    many="own positions of sensors dropped",
)
SONAR_ECHOES = Code(
    "rsg-sonar-perceptor-set-max-echoes-dropped", "dropped", "warning", "sensing",
    headline="Number of echoes dropped",
    because="`setMaxEchoes` is the number of echoes that a sonar of SimSpark reports.",
    effect=_READS,
    advice=_FILTER,
    many="numbers of echoes dropped",
)

CODES = by_code([*globals().values(), *COLLIDER_EXCEPTIONS])
