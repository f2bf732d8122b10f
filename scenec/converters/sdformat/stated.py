"""Values that an element of SDFormat has in any case: a default is written out where the source says nothing, and told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from scenec.accounting.lens import unwrap
from scenec.converters.sdformat.context import Context
from scenec.converters.sdformat.part import Part
from scenec.ir.sensor import Sensor


def state(
    context: Context, part: Part, sensor: Sensor, node: Any, rows: Iterable[tuple[str, str]], instead: Mapping[str, str] | None = None
) -> None:
    """Write what a sensor has to say. rows: field of the node and its path, "" = named like it. instead: field -> text where the default
    of the specification would say something else than silence does elsewhere."""
    chosen = instead or {}
    unsaid = [part.state(node, field, path, chosen.get(field, "")) for field, path in rows]
    if any(unsaid):
        context.ledger.report(
            "sensor-settings-defaulted",
            "defaulted",
            "note",
            "sensing",
            origin=unwrap(sensor).origin,
            subject=context.part_path(sensor),
            target=", ".join(filter(None, unsaid)),
            because="nothing states it, and SDFormat would take a default",
        )
