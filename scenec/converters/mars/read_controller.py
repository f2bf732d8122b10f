"""Controllers: code outside the scene and what it is wired to (interfaces/src/ControllerData.cpp)."""

from __future__ import annotations

from typing import Any

from scenec import ir
from scenec.converters.mars.entry import Entry
from scenec.converters.mars.nodes import Nodes
from scenec.converters.mars.read_motor import Motors
from scenec.converters.mars.read_sensor import Sensors
from scenec.converters.mars.reading import Reading
from scenec.trace import derived


def read_controller(entry: Entry, sensors: Sensors, motors: Motors, nodes: Nodes, reading: Reading) -> list[int]:
    """Put a controller into the scene; the numbers of the sensors it is wired to."""
    wired = [number for number in entry.all("sensorid") if int(number) in sensors.names]
    driven = [number for number in entry.all("motorid") if int(number) in motors.numbers]
    motors.referred.update(int(number) for number in driven)
    watched = [(number, node) for number in entry.all("nodeid") if (node := nodes.find(number)) is not None]
    lost = [number for number in entry.all("sensorid") if int(number) not in sensors.names]
    lost += [number for number in entry.all("motorid") if int(number) not in motors.numbers]
    lost += [number for number in entry.all("nodeid") if int(number) not in [int(each) for each, _ in watched]]
    if lost:
        entry.ineffective(
            "controller-wire", tuple(lost), f"nothing has the number {', '.join(str(int(number)) for number in lost)}", level="warning",
            category="control",
        )  # fmt: skip
    period = entry.take("rate")
    index = entry.discard("index")
    if index:
        entry.ineffective("key", index, "index: nothing refers to a controller")
    controller = ir.Controller(
        name=entry.take("name") or None, library=entry.take("dylib_path") or None, period=period,
        sensors=tuple(_called(str(sensors.names[int(number)]), "sensor", number) for number in wired),
        actuators=tuple(_called(str(motors.numbers[int(number)][0]), "motor", number) for number in driven),
        links=tuple(derived(node.link, number) for number, node in watched), extras=entry.rest(), origin=entry.origin,
    )  # fmt: skip
    reading.controllers.append(controller)
    return [int(number) for number in wired]


def _called(name: str, kind: str, number: Any) -> str:
    """The name of what a number means; names may repeat, so an unnamed one goes by its number."""
    return derived(name or f"{kind}{int(number)}", number)
