"""Losses of values that only SimRobot has. Settling reports them; these rows say what they mean."""

from __future__ import annotations

from scenec.accounting.code import Code

COMPOUND_DROPPED = Code(
    "simrobot-compound-dropped",
    "dropped",
    "note",
    "metadata",
    headline="Compound dropped",
    because="A Compound around bodies is a level in the tree of SimRobot's scene. Programs look parts up by it.",
    effect="Programs do not find the parts by the name of the Compound.",
    advice="Let programs ask for the bodies themselves.",
    many="compound elements dropped",
)


def _of_motor(code: str, attribute: str, because: str, effect: str, advice: str) -> Code:
    """Make the row of an attribute that only motors of SimRobot have."""
    return Code(
        code,
        "dropped",
        "warning",
        "control",
        headline=f"Motor attribute {attribute} dropped",
        because=because,
        effect=effect,
        advice=advice,
        many=f"motor attributes {attribute} dropped",
    )


_FILTER = "Let the program that drives the joint filter or clip its commands in the same way."

PT2_MOTOR = tuple(
    _of_motor(
        f"simrobot-pt2-motor-{letter.lower()}-dropped",
        letter,
        "A PT2Motor follows its commands as a second-order system with gain K, time constant T and damping D.",
        "The joint follows its commands faster or slower.",
        "Let the program that drives the joint filter its commands in the same way.",
    )
    for letter in "TDK"
)
DELAY = _of_motor(
    "simrobot-servo-motor-is-nao-motor-dropped",
    "isNaoMotor",
    "`isNaoMotor` delays a servo of SimRobot by one frame, like the servos of a NAO.",
    "The joint follows its commands one frame earlier.",
    "Let the program that drives the joint delay its commands by one frame.",
)
LOW_PASS = _of_motor(
    "simrobot-servo-motor-velocity-low-pass-factor-dropped",
    "velocityLowPassFactor",
    "SimRobot's MuJoCo core smooths the velocity that the controller of a servo measures.",
    "The joint is held with more of a jerk.",
    _FILTER,
)
CLIPPING = tuple(
    _of_motor(
        code,
        attribute,
        "Servos of SimRobot since October 2024 limit force, its growth and position steps like those of a NAO.",
        "The joint follows its commands with more force, or faster.",
        _FILTER,
    )
    for attribute, code in (
        ("fudgeFactor", "simrobot-servo-motor-fudge-factor-dropped"),
        ("minFeedbackForce", "simrobot-servo-motor-min-feedback-force-dropped"),
        ("maxFeedbackForce", "simrobot-servo-motor-max-feedback-force-dropped"),
        ("maxPositionDiff", "simrobot-servo-motor-max-position-diff-dropped"),
        ("maxForceGrowth", "simrobot-servo-motor-max-force-growth-dropped"),
    )
)
ROWS = (COMPOUND_DROPPED, *PT2_MOTOR, DELAY, LOW_PASS, *CLIPPING)
