"""How differences are called: the words and units of the fields of the scene."""

from __future__ import annotations

from scenec.accounting.finding import Category
from scenec.accounting.parts import KINDS, kebab

_UNITS: dict[tuple[str, str], str] = {
    ("World", "gravity"): "m/s^2",
    ("World", "magnetic_field"): "T",
    ("World", "wind"): "m/s",
    ("PhysicsProfile", "step"): "s",
    ("PhysicsProfile", "update_rate"): "Hz",
    ("Sensor", "update_rate"): "Hz",
    ("Camera", "horizontal_fov"): "rad",
    ("Camera", "vertical_fov"): "rad",
    ("Camera", "width"): "px",
    ("Camera", "height"): "px",
    ("Camera", "near"): "m",
    ("Camera", "far"): "m",
    ("Scan", "lower"): "rad",
    ("Scan", "upper"): "rad",
    ("Range", "lower"): "m",
    ("Range", "upper"): "m",
    ("Range", "resolution"): "m",
    ("Beam", "horizontal_angle"): "rad",
    ("Beam", "vertical_angle"): "rad",
    ("Attenuation", "range"): "m",
    ("Spot", "inner_angle"): "rad",
    ("Spot", "outer_angle"): "rad",
    ("Controller", "period"): "s",
    ("Actuator", "delay"): "s",
    ("Inertial", "density"): "kg/m^3",
    ("Collision", "density"): "kg/m^3",
    ("FrictionPair", "rolling_deceleration"): "m/s^2",
}

_BY_MOTION = {
    ("Actuator", "max_effort"): ("N m", "N"),
    ("Actuator", "max_velocity"): ("rad/s", "m/s"),
    ("Actuator", "max_acceleration"): ("rad/s^2", "m/s^2"),
    ("Actuator", "command_lower"): ("rad", "m"),
    ("Actuator", "command_upper"): ("rad", "m"),
    ("Actuator", "initial_command"): ("rad", "m"),
    ("Limits", "stiffness"): ("N m/rad", "N/m"),
    ("Limits", "dissipation"): ("N m s/rad", "N s/m"),
}
"""Units that depend on whether the joint turns or slides."""

_CALLED = {
    "fov": "field of view",
    "p": "gain p",
    "i": "gain i",
    "d": "gain d",
    "mu": "friction coefficient",
    "mu2": "friction coefficient across",
    "uri": "file",
    "diffuse": "colour",
    "horizontal_fov": "horizontal field of view",
    "vertical_fov": "vertical field of view",
    "self_collide": "self collision",
    "max_effort": "maximum effort",
    "max_velocity": "maximum velocity",
    "max_acceleration": "maximum acceleration",
}
"""Fields whose name is not the word people use."""

_SILENT = frozenset(
    {"material", "surface", "limits", "dynamics", "gains", "camera", "cameras", "geometry", "data", "profiles", "solver", "look", "axes"}
)
"""Fields on the way to a value that need not be named."""


def unit_of(owner: str, field: str, *, slides: bool = False) -> str:
    """The unit of a field of a class of node, "" for a number without one. slides: of a joint along its axis."""
    by_motion = _BY_MOTION.get((owner, field))
    return by_motion[slides] if by_motion else _UNITS.get((owner, field), "")


def aspect_of(steps: tuple[str, ...]) -> str:
    """The words for a field, given the fields on the way to it."""
    said = [_CALLED.get(step, step.replace("_", " ")) for step in steps[:-1] if step not in _SILENT]
    return " ".join([*said, _CALLED.get(steps[-1], steps[-1].replace("_", " "))])


def word_of(owner: str) -> str:
    """Return what a class of node is called as a kind of difference."""
    return kebab(owner).replace("-", " ")


def category_of(owner: str, field: str = "") -> Category:
    """Return what is at stake where a field of a class of node differs."""
    if field == "name":
        return "naming"
    if (found := KINDS.get(owner)) is not None:
        return found.category
    return "geometry"
