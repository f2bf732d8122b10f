"""What MARS means when it says nothing: values that are not lost because nothing needs to be written for them."""

from __future__ import annotations

from scenec.converters.common.implied import ONE_ENGINE, Table, beyond

IMPLIED: Table = {
    **ONE_ENGINE,
    ("Scene", "friction_law"): "mean",
    ("Surface", "friction_model"): "pyramid",
    ("Material", "render_order"): 0.0,
    ("Limits", "lower"): beyond(1e15),
    ("Limits", "upper"): beyond(1e15),
    ("Limits", "effort"): beyond(1e15),
    ("Limits", "velocity"): beyond(1e15),
    ("Spot", "inner_angle"): 0.0,
    ("Spot", "falloff"): 1.0,
    ("Beam", "shape"): lambda shape: False,
}
"""(class, field) -> the value, or a test of it; see `scenec.accounting.settle.Implied`."""


def implied(version: str) -> Table:
    """The table; MARS has one version."""
    return IMPLIED
