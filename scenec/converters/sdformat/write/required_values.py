"""Write values that an element of SDFormat requires, with a reported default where the source states none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scenec.converters.sdformat.findings.writing import SENSOR_SETTINGS_DEFAULTED
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.ir.base import Node
from scenec.ir.sensor import Sensor


def write_required(
    context: Context,
    part: ElementWriter,
    sensor: Sensor,
    node: Node,
    rows: Iterable[tuple[str, str]],
    instead: Mapping[str, str] | None = None,
) -> None:
    """Write settings of a sensor.

    rows: field of the node and its path ("" = same name). instead: field -> text where the default of the specification is not neutral.
    """
    chosen = instead or {}
    added = [part.put_required(node, field, path, chosen.get(field, "")) for field, path in rows]
    if any(added):
        context.report(SENSOR_SETTINGS_DEFAULTED, sensor, target=", ".join(filter(None, added)))
