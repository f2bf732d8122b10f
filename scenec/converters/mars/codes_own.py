"""What is lost where another format has nothing for what only MARS has, as far as more can be said of it than that."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code
from scenec.accounting.meanings import kebab

_CONTACTS = "MARS can leave out contacts of a node by their place (c_filter_sphere), depth or angle."
_MOTOR = "A motor of MARS can have a spring, a filter of its commands, and its limits as functions of its velocity and current."
_SENSOR = "Let the program that reads the sensor treat its values in the same way."
_LOOK = "If the look matters, set it in the result by hand."
_OF_MOTORS = (
    "maxeffort_approximation", "maxspeed_approximation", "current_approximation", "maxeffort_coefficients", "maxspeed_coefficients",
    "current_coefficients", "filterValue", "spring", "maxEffortControl",
)  # fmt: skip

OWN: Mapping[str, Code] = {
    **{
        f"mars-c-filter-{by}-dropped": Code(
            "dropped", _CONTACTS, "Make the shape smaller where it must not touch.", "warning", "physics", "it touches where it did not"
        )
        for by in ("sphere", "depth", "angle")
    },
    **{
        f"mars-{kebab(word)}-dropped": Code(
            "dropped", _MOTOR, "Let the program that drives the joint do the same.", "warning", "control", "the joint is driven differently"
        )
        for word in _OF_MOTORS
    },
    "mars-bands-dropped": Code(
        "dropped", "A RotatingRaySensor of MARS has a number of bands, one above the other.", _SENSOR, "warning", "sensing",
        "programs get more or fewer distances of a scan",
    ),
    **{
        f"mars-{kebab(word)}-dropped": Code(
            "dropped", "A ScanningSonar or MultiLevelLaserRangeFinder of MARS has a gain, and a resolution of its own.", _SENSOR, "warning",
            "sensing", "the sensor reads differently",
        )
        for word in ("gain", "resolution", "rttResolutionX", "rttResolutionY")
    },
    **{
        f"mars-{word}-back-dropped": Code(
            "dropped", "A material of MARS can have other colours on its back.", _LOOK, "note", "appearance",
            "its back is coloured like its front",
        )
        for word in ("ambient", "diffuse", "specular", "emission")
    },
    "mars-bump-nor-fac-dropped": Code(
        "dropped", "bumpNorFac says how deep the relief of a material of MARS is.", _LOOK, "note", "appearance",
        "its relief is deeper or flatter",
    ),
    "mars-frame-id-dropped": Code(
        "dropped", "frameID is the name under which MARS publishes where a node is.", "Let programs ask for the link.", "note", "naming",
        "programs do not find it by that name",
    ),
}  # fmt: skip
