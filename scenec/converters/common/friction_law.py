"""The law by which a scene combines the friction of two surfaces, for formats whose simulators take the mean."""

from __future__ import annotations

from scenec.converters.common.findings import FRICTION_LAW_APPROXIMATED
from scenec.converters.common.write_context import WriteContext
from scenec.syntax.kinds import computed, shown

LAW_NAMES = {"min": "minimum", "max": "maximum"}


def report_changed_law(writing: WriteContext, low: float, high: float) -> None:
    """Report that contacts get the mean instead of what the law of the scene gives. low, high: the least and the largest coefficient."""
    law = writing.scene.friction_law
    writing.report(
        FRICTION_LAW_APPROXIMATED,
        writing.scene,
        about=law,
        subject="friction_law",
        value=LAW_NAMES.get(str(law), str(law)),
        target="mean",
        low=shown(low),
        high=shown(high),
        mean=computed((low + high) / 2),
        was=shown(high if law == "max" else low),
    )
