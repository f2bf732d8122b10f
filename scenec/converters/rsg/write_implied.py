"""What SimSpark means when a scene says nothing: values that are not lost because nothing needs to be written for them."""

from __future__ import annotations

from scenec.converters.common.implied import ONE_ENGINE, Table
from scenec.converters.rsg.materials import DEFAULT, SHININESS

IMPLIED: Table = {
    **ONE_ENGINE,
    ("Scene", "friction_law"): "mean",
    ("SolverSettings", "type"): "world",
    ("Model", "static"): False,
    ("Surface", "slip1"): 0.0,
    ("Surface", "slip2"): 0.0,
    ("Surface", "soft_cfm"): 0.0,
    ("Surface", "rolling_friction"): 0.0,
    ("Surface", "rolling_friction2"): 0.0,
    ("Surface", "spinning_friction"): 0.0,
    ("Material", "diffuse"): DEFAULT.diffuse,
    ("Material", "ambient"): DEFAULT.ambient,
    ("Material", "specular"): DEFAULT.specular,
    ("Material", "emissive"): DEFAULT.emissive,
    ("Material", "shininess"): SHININESS,
    ("Attenuation", "constant"): 1.0,
    ("Attenuation", "linear"): 0.0,
    ("Attenuation", "quadratic"): 0.0,
}
"""(class, field) -> the value, or a test of it; see `scenec.accounting.settle.Implied`."""


def implied(version: str) -> Table:
    """The table for a version: the same for both."""
    return IMPLIED
