"""What is lost where another format has nothing for what only RubySceneGraph has, as far as more can be said of it than that."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

COLLIDERS = ("box", "capsule", "cylinder", "plane", "sphere")
_PUSH = "Set the body in motion by the program that runs the simulation."
_AGENT = "Let the program that runs the simulation do it."
_FILTER = "Let the program that reads the sensor treat its values in the same way."
_READS = "the sensor reads differently"

OWN: Mapping[str, Code] = {
    **{
        f"rsg-{shape}-collider-add-not-collide-with-collider-name-dropped": Code(
            "dropped", "addNotCollideWithColliderName lets a collider of SimSpark go through others of its Space, which it names.",
            "Leave gaps between the shapes, or tell them apart by masks where the target has any.", "warning", "physics",
            "it touches shapes that it went through",
        )
        for shape in COLLIDERS
    },
    "rsg-rigid-body-set-velocity-dropped": Code(
        "dropped", "setVelocity says how fast a body of SimSpark moves at the start.", _PUSH, "warning", "physics",
        "the body starts at rest",
    ),
    "rsg-rigid-body-set-angular-velocity-dropped": Code(
        "dropped", "setAngularVelocity says how fast a body of SimSpark turns at the start.", _PUSH, "warning", "physics",
        "the body does not turn at the start",
    ),
    "rsg-rigid-body-set-name-dropped": Code(
        "dropped", "A RigidBody of SimSpark has a name of its own, by which joints find it, beside that of the Transform around it.",
        "Let programs ask for the link, which is called like the Transform.", consequence="programs do not find it by that name",
    ),
    "rsg-space-dropped": Code(
        "dropped", "A Space of SimSpark has a name, and says whether the shapes in it touch each other; that is in the result as far as it "
        "can be said.", "Let programs ask for the model.", consequence="programs do not find it by that name",
    ),
    "rsg-stiffness-effector-dropped": Code(
        "dropped", "Through a StiffnessEffector agents of SimSpark command how stiff a joint is.", _AGENT, "warning", "control",
        "agents cannot command how stiff the joint is",
    ),
    "rsg-beam-effector-dropped": Code(
        "dropped", "Through a BeamEffector agents of SimSpark place their robot before the kick-off.", _AGENT, "warning", "control",
        "agents cannot place their robot",
    ),
    "rsg-kick-effector-dropped": Code(
        "dropped", "Through a KickEffector agents of SimSpark kick the ball without a leg.", _AGENT, "warning", "control",
        "agents cannot kick without a leg",
    ),
    "rsg-recorder-handler-dropped": Code(
        "dropped", "A RecorderHandler remembers what has touched a collider of SimSpark, for rules and perceptors that ask it.",
        "Add a contact sensor to the result.", "warning", "sensing", "nothing remembers what has touched it",
    ),
    "rsg-line-dropped": Code(
        "dropped", "A Line is one of the field: perceptors of SimSpark see it, and nothing else does.",
        "Let the program that stands for the perceptor know where the lines are.", "warning", "sensing", "perceptors do not see the line",
    ),
    "rsg-restricted-vision-perceptor-add-noise-dropped": Code(
        "dropped", "addNoise makes what a vision perceptor tells inexact.", _FILTER, "warning", "sensing", "the sensor is more exact"
    ),
    "rsg-restricted-vision-perceptor-set-interval-dropped": Code(
        "dropped", "setInterval says in which of its steps SimSpark tells what a perceptor sees.", _FILTER, "warning", "sensing", _READS
    ),
    "rsg-restricted-vision-perceptor-set-sense-my-pos-dropped": Code(
        "dropped", "setSenseMyPos says whether a vision perceptor tells where its agent is.", _FILTER, "warning", "sensing", _READS
    ),
    "rsg-sonar-perceptor-set-max-echoes-dropped": Code(
        "dropped", "setMaxEchoes says how many echoes a sonar of SimSpark tells.", _FILTER, "warning", "sensing", _READS
    ),
}  # fmt: skip
