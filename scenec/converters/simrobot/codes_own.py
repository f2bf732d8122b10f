"""What is lost where another format has nothing for what only SimRobot has, as far as more can be said of it than that."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code
from scenec.accounting.meanings import kebab

_CLIPPING = (
    "Servos of SimRobot since October 2024 can be clipped as those of a NAO are: how fast force and position may change, and between which "
    "forces. The values act only together."
)
_PT2 = "A PT2Motor follows its commands as a second-order system does, with the gain K, the time constant T and the damping D."
_SERVO = "Let the program that drives the joint filter or clip its commands in the same way."

OWN: Mapping[str, Code] = {
    "simrobot-compound-dropped": Code(
        "dropped",
        "A Compound around bodies is a name in the tree of SimRobot's scene, which programs look things up by.",
        "Let programs ask for the bodies themselves.",
        consequence="programs do not find it by name",
    ),
    **{
        f"simrobot-pt2-motor-{letter}-dropped": Code(
            "dropped", _PT2, "Let the program that drives the joint filter its commands in the same way.", "warning", "control",
            "the joint follows its commands faster or slower",
        )
        for letter in "tdk"
    },
    "simrobot-servo-motor-is-nao-motor-dropped": Code(
        "dropped", "isNaoMotor makes a servo of SimRobot one frame late, as those of a NAO are.",
        "Let the program that drives the joint delay its commands by a frame.", "warning", "control",
        "the joint follows its commands sooner",
    ),
    "simrobot-servo-motor-velocity-low-pass-factor-dropped": Code(
        "dropped", "SimRobot's MuJoCo core smooths the velocity that a servo's controller sees.", _SERVO, "warning", "control",
        "the joint is held with more of a jerk",
    ),
    **{
        f"simrobot-servo-motor-{kebab(word)}-dropped": Code(
            "dropped", _CLIPPING, _SERVO, "warning", "control", "the joint follows its commands with more force, or faster"
        )
        for word in ("fudgeFactor", "minFeedbackForce", "maxFeedbackForce", "maxPositionDiff", "maxForceGrowth")
    },
}  # fmt: skip
