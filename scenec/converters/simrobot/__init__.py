"""SimRobot scenes: .ros2 and .rsi2 of SimRobotCore2, .ros3 and .rsi3 of its MuJoCo successor."""

from __future__ import annotations

from scenec.converters.common.options import ADAPT_JOINTS, FLATTEN, LENIENT, MOTORS, READY, SHAPE_DENSITY, SPLIT
from scenec.converters.format import Format, SourceFormat, WriteOptions
from scenec.converters.options import Option
from scenec.converters.simrobot.adaptations import adaptations
from scenec.converters.simrobot.profile import CORE2, CORE3, GRAVITY, STEP


def _sniff(data: bytes) -> bool:
    """Return whether the outermost element of some bytes is `Simulation`, with nothing but comments before it."""
    start = data.find(b"<Simulation")
    before = data[: max(start, 0)]
    return start >= 0 and before.count(b"<") == before.count(b"<!--")


def _is_entry(path: str) -> bool:
    """Return whether a file is a scene by itself. Files that scenes include are called .rsi2 or .rsi3."""
    return not path.lower().endswith((".rsi2", ".rsi3"))


OLD_LIGHT = Option(
    name="old_light",
    when="reading",
    kind="choice",
    choices=("directional", "point"),
    default="directional",
    help="Read the element `Light` of 2013 to 2021 as a directional light towards the origin (default) or as a point light.",
)

FORMAT = Format(
    name="simrobot",
    package=__name__,
    syntax="dialect",
    title="SimRobot",
    simulator="SimRobot",
    suffixes={".ros2": "", ".rsi2": "", ".ros3": CORE3, ".rsi3": CORE3},
    versions=(CORE2, CORE3),
    default_version=CORE2,
    aliases={"ros2": "", "ros3": CORE3},
    refused=(".ros2d", ".rsi2d"),
    options=(
        LENIENT,
        OLD_LIGHT,
        FLATTEN.doing("no definitions and includes"),
        SPLIT.doing("every model's definition in a file that the scene includes"),
        MOTORS,
        SHAPE_DENSITY,
        READY.doing("a floor and a light where there is none, servos for a robot without actuators"),
        ADAPT_JOINTS.doing("ball and universal joints as chains of hinges with nearly massless links between"),
    ),
    says=(("light", "ambient"), ("world", "moving bodies collide"), ("world", "iteration skip")),
    sniff=_sniff,
    adaptations=adaptations(WriteOptions(), SourceFormat()),
    adaptations_for=adaptations,
    is_entry=_is_entry,
    gravity=(0.0, 0.0, GRAVITY),
    step=STEP,
    needs_mass="each",
    carried="scenec.converters.common.carried_comment",
    fragments="scenec.converters.simrobot.fragments",
    uses="scenec.converters.simrobot.uses",
)
