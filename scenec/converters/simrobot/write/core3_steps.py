"""The finding about a step that is too long for the servos of the MuJoCo core."""

from __future__ import annotations

from scenec.converters.simrobot.core3_servos import step_that_works
from scenec.converters.simrobot.findings.writing_core3 import STEP_UNSTABLE
from scenec.converters.simrobot.profile import CORE3
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import number_text


def report_long_step(writing: Writing, step: float) -> None:
    """Report a step (s) with which servos are unstable. Scenes made for this core are left out."""
    if writing.is_own and writing.request.source_version == CORE3:
        return
    works = step_that_works(writing.scene, step)
    if works is not None:
        world = writing.scene.worlds[0] if writing.scene.worlds else writing.scene
        writing.report(world, STEP_UNSTABLE, subject="step", value=f"{number_text(step)} s", limit=f"{number_text(works)} s")
