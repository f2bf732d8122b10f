"""Controllers: code that MARS loads, wired to sensors, motors and nodes by their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scenec.accounting.lens import unwrap
from scenec.converters.mars.write_context import Writing, restore
from scenec.converters.mars.write_values import thousandfold
from scenec.syntax.xml_printing import Out

PERIOD = 0.02
"""Of a controller that does not say it (s)."""


def write_controllers(writing: Writing, sensors: Mapping[str, int], motors: Mapping[str, int], nodes: Mapping[str, int]) -> list[Out]:
    """The mappings: name (or id) -> number. What is wired to a name that is not there stays unread."""
    entries: list[Out] = []
    for controller in writing.request.scene.controllers:
        out = Out("controller")
        if controller.name is not None:
            out.attributes["name"] = str(controller.name)
        out.add("index", str(len(entries) + 1))
        bare = unwrap(controller)
        period = controller.period
        out.add("rate", thousandfold(PERIOD if period is None else period, 3))
        if controller.library is not None:
            out.add("dylib_path", str(controller.library))
        if _write_wiring(out, "sensorid", bare.sensors, sensors):
            _ = controller.sensors
        if _write_wiring(out, "motorid", bare.actuators, motors):
            _ = controller.actuators
        if _write_wiring(out, "nodeid", bare.links, nodes):
            _ = controller.links
        restore(writing, out, controller, "controller")
        entries.append(out)
    return entries


def _write_wiring(out: Out, key: str, given: Iterable[str], known: Mapping[str, int]) -> bool:
    """Whether all of it could be written."""
    numbers = [known.get(str(name)) for name in given]
    for each in numbers:
        if each is not None:
            out.add(key, str(each))
    return all(each is not None for each in numbers)
