"""Controllers: code that MARS loads, wired to sensors, motors and nodes by their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.write.context import Writing, restore
from scenec.converters.mars.write.values import count, thousandfold
from scenec.ir.scene import Controller
from scenec.syntax.element import Element
from scenec.syntax.said import spelled
from scenec.trace import made_of

PERIOD = 0.02
"""Written for a controller without a period (s)."""


def write_controllers(writing: Writing, sensors: Mapping[str, int], motors: Mapping[str, int], nodes: Mapping[str, int]) -> list[Element]:
    """Return the controllers. sensors, motors, nodes: name (or id) -> number. Connections to unknown names are left out."""
    entries: list[Element] = []
    for controller in writing.scene.controllers:
        if not writing.is_own and _is_only_library(controller):
            _write_library(writing, Element("controller"), controller)
            continue
        out = Element("controller")
        if controller.name is not None:
            out.set("name", spelled(controller.name))
        out.append("index", count(len(entries) + 1))
        period = controller.period
        out.append("rate", thousandfold(PERIOD if period is None else period, 3))
        if controller.library is not None:
            _write_library(writing, out, controller)
        _write_wiring(out, "sensorid", controller.sensors, sensors)
        _write_wiring(out, "motorid", controller.actuators, motors)
        _write_wiring(out, "nodeid", controller.links, nodes)
        restore(writing, out, controller, "controller")
        entries.append(out)
    return entries


def _is_only_library(controller: Controller) -> bool:
    """Return whether a controller states its library only."""
    wired = controller.sensors or controller.actuators or controller.links
    return controller.library is not None and not wired and controller.period is None


def _write_library(writing: Writing, out: Element, controller: Controller) -> None:
    """Write the library of a controller, or report one of another simulator."""
    if writing.is_own:
        out.append("dylib_path", spelled(controller.library or ""))
        return
    library = controller.library
    writing.report(findings.CONTROLLER_LIBRARY_DROPPED, controller, about=library, subject="controller", value=library)


def _write_wiring(out: Element, key: str, given: Iterable[str], known: Mapping[str, int]) -> None:
    """Write the connections to known names."""
    for name in given:
        number_of = known.get(str(name))
        if number_of is not None:
            out.append(key, count(made_of(number_of, name)))
