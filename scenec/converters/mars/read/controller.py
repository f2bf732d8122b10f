"""Controllers: libraries outside the scene, and the sensors and motors they are connected to (interfaces/src/ControllerData.cpp)."""

from __future__ import annotations

from typing import Any

from scenec import ir
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.read.context import Reading
from scenec.converters.mars.read.entry import Entry
from scenec.converters.mars.read.motor import Motors
from scenec.converters.mars.read.nodes import Nodes
from scenec.converters.mars.read.sensor import Sensors
from scenec.trace import derived


def read_controller(entry: Entry, sensors: Sensors, motors: Motors, nodes: Nodes, reading: Reading) -> list[int]:
    """Add a controller to the scene, and return the numbers of the sensors it is connected to."""
    wired = [number for number in entry.all("sensorid") if int(number) in sensors.names]
    driven = [number for number in entry.all("motorid") if int(number) in motors.numbers]
    motors.referred.update(int(number) for number in driven)
    watched = [(number, node) for number in entry.all("nodeid") if (node := nodes.find(number)) is not None]
    lost = [number for number in entry.all("sensorid") if int(number) not in sensors.names]
    lost += [number for number in entry.all("motorid") if int(number) not in motors.numbers]
    lost += [number for number in entry.all("nodeid") if int(number) not in [int(each) for each, _ in watched]]
    if lost:
        numbers = ", ".join(str(int(number)) for number in lost)
        entry.report(findings.CONTROLLER_WIRE_IGNORED, about=tuple(lost), value=numbers)
    period = entry.take("rate")
    index = entry.discard("index")
    if index:
        entry.ignored("index", index, "No entry refers to a controller.")
    controller = ir.Controller(
        name=entry.take("name") or None,
        library=entry.take("dylib_path") or None,
        period=period,
        sensors=tuple(_called(str(sensors.names[int(number)]), "sensor", number) for number in wired),
        actuators=tuple(_called(str(motors.numbers[int(number)][0]), "motor", number) for number in driven),
        links=tuple(derived(node.link, number) for number, node in watched),
        extras=entry.rest(),
        origin=entry.origin,
    )
    reading.controllers.append(controller)
    return [int(number) for number in wired]


def _called(name: str, kind: str, number: Any) -> str:
    """Return the name of a sensor or motor; one without a name is called by its kind and number."""
    return derived(name or f"{kind}{int(number)}", number)
