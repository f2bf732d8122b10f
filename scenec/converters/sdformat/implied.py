"""What SDFormat means when it says nothing: values that are not lost because nothing needs to be written for them."""

from __future__ import annotations

from scenec.converters.common.implied import EVERYWHERE, Table, anything


def _is_black(color: tuple[float, ...]) -> bool:
    """Nothing is said by a black of full opacity."""
    return not any(color[:3]) and (len(color) < 4 or color[3] == 1.0)


IMPLIED: Table = {
    **EVERYWHERE,
    ("World", "gravity"): (0.0, 0.0, -9.8),
    ("PhysicsProfile", "step"): 0.001,
    ("SolverSettings", "iteration_skip"): 1,
    ("Model", "static"): False,
    ("Model", "self_collide"): False,
    ("Link", "self_collide"): False,
    ("Surface", "rolling_friction2"): 0.0,
    ("Visual", "receive_shadows"): True,
    ("Visual", "cast_shadows"): True,
    ("Material", "render_order"): 0.0,
    ("Material", "shininess"): 0.0,
    ("Light", "ambient"): _is_black,
    ("Spot", "exponent"): 0.0,
    ("Scene", "friction_law"): "min",
    ("Scene", "friction_default"): 1.0,
    ("Scene", "framing"): anything,  # what the file is shows in what is written
}
"""(class, field) -> the value, or a test of it; see `scenec.accounting.settle.Implied`."""


def implied(version: str) -> Table:
    """The table for a version: what differs between versions is told by the vocabulary where it is written."""
    return IMPLIED
