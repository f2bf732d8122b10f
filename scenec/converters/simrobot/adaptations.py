"""The steps that bring a scene into SimRobot's range: those of the profile, and with --ready gains and a step that suit the MuJoCo core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenec.converters.common.options import READY
from scenec.converters.simrobot import profile
from scenec.converters.simrobot.profile import CORE3, STEP

if TYPE_CHECKING:
    from scenec.converters.format import Adaptation, SourceFormat, WriteOptions


def adaptations(options: WriteOptions, source: SourceFormat) -> tuple[Adaptation, ...]:
    """Return the steps, in order. See `scenec.converters.simrobot.profile.adaptations`."""
    steps = profile.adaptations(options, source)
    if options.version != CORE3 or not READY.of(options):
        return steps
    from scenec.converters import load
    from scenec.converters.simrobot.core3_servos import gains_of_made_servos, step_that_works

    default = load(source.file).step if source.file else None
    native = "mujoco" if source.file == "simrobot" else ""  # a scene of the same core runs as it is
    gains: Adaptation = ("gains_of_servos", {"gains": gains_of_made_servos})
    return (*steps, gains, ("step_to_servos", {"step": default or STEP, "stable": step_that_works, "native_engine": native}))
