"""Findings about values that only MARS has, where more can be said of their loss than that another format has no place for them."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code
from scenec.accounting.finding import Category, Level
from scenec.accounting.parts import kebab

_IN_SENSOR_PROGRAMS = "Let the program that reads the sensor treat its values in the same way."
_BY_HAND = "If the look matters, set it in the result by hand."


def _dropped(key: str, level: Level, category: Category, headline: str, because: str, effect: str, advice: str) -> Code:
    code = f"mars-{kebab(key)}-dropped"
    return Code(code, "dropped", level, category, headline=f"{headline}: {key}", because=because, effect=effect, advice=advice)


# Rows of this table take a line or two each: a formatter would give every word a line.
# fmt: off
CONTACT_FILTERS = tuple(
    _dropped(
        f"c_filter_{by}", "warning", "physics", "Contact filter dropped",
        "MARS can leave out contacts of a node by their place (c_filter_sphere), depth or angle.",
        "The node also makes contacts that MARS leaves out.",
        "Make the shape smaller where it must not touch.",
    )
    for by in ("sphere", "depth", "angle")
)
MOTOR_PROPERTIES = tuple(
    _dropped(
        key, "warning", "control", "Motor property dropped",
        "A motor of MARS can have a spring, a command filter, and limits that depend on velocity and current.",
        "The joint is driven differently.",
        "Let the program that drives the joint do the same.",
    )
    for key in (
        "maxeffort_approximation", "maxspeed_approximation", "current_approximation", "maxeffort_coefficients",
        "maxspeed_coefficients", "current_coefficients", "filterValue", "spring", "maxEffortControl",
    )
)
LIDAR_BANDS = _dropped(
    "bands", "warning", "sensing", "Lidar bands dropped",
    "A RotatingRaySensor of MARS has several bands of lasers, one above the other.",
    "Programs get more or fewer distances per update.",
    _IN_SENSOR_PROGRAMS,
)
SENSOR_PROPERTIES = tuple(
    _dropped(
        key, "warning", "sensing", "Sensor property dropped",
        "A ScanningSonar or MultiLevelLaserRangeFinder of MARS has a gain and a resolution.",
        "The sensor returns different values.",
        _IN_SENSOR_PROGRAMS,
    )
    for key in ("gain", "resolution", "rttResolutionX", "rttResolutionY")
)
BACK_COLOURS = tuple(
    _dropped(
        f"{colour}Back", "note", "appearance", "Colour of a back face dropped",
        "A material of MARS can have other colours on back faces.",
        "Back faces have the colour of front faces.",
        _BY_HAND,
    )
    for colour in ("ambient", "diffuse", "specular", "emission")
)
BUMP_FACTOR = _dropped(
    "bumpNorFac", "note", "appearance", "Bump map factor dropped",
    "`bumpNorFac` is the depth of a bump map in MARS.",
    "The relief of the surface is deeper or flatter.",
    _BY_HAND,
)
FRAME_ID = _dropped(
    "frameID", "note", "naming", "Frame name dropped",
    "MARS publishes the pose of a node under its frameID.",
    "Programs that look the pose up by that name do not find it.",
    "Let programs look up the pose of the link instead.",
)
# fmt: on

CODES = by_code([LIDAR_BANDS, BUMP_FACTOR, FRAME_ID, *CONTACT_FILTERS, *MOTOR_PROPERTIES, *SENSOR_PROPERTIES, *BACK_COLOURS])
