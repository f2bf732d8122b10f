"""RotatingRaySensor: a rotating stack of lasers, the inverse of `read.sensor`.

MARS turns each ray by its vertical angle about y, so that positive angles look down. `bands` stacks turn together, each over its share
of the opening; a scan takes as many updates as there are steps in such a share.
"""

from __future__ import annotations

import math

from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.write.context import Writing
from scenec.converters.mars.write.values import count, number
from scenec.ir.sensor import Lidar, Scan, Sensor
from scenec.syntax.element import Element
from scenec.trace import Computed, made_of, steered_by

MOST_RAYS = 512
"""How many rays are sent in one update at most, as many as MARS sends by default (16 bands of 32 lasers)."""


def write_rotating_lidar(writing: Writing, out: Element, sensor: Sensor, lidar: Lidar) -> None:
    """The keys of a RotatingRaySensor."""
    around, up, reach = lidar.horizontal, lidar.vertical, lidar.range
    rows = 1
    if up is not None:
        if up.samples is not None:
            rows = steered_by(int(up.samples), up.samples)
            out.append("lasers", count(up.samples))
        if up.lower is not None and up.upper is not None:
            out.append("opening_height", number(made_of(Computed(up.upper - up.lower), (up.upper, up.lower))))
            out.append("vertical_offset", number(made_of(Computed(-(up.upper + up.lower) / 2 + 0.0), (up.upper, up.lower))))
    if around is not None:
        _write_around(writing, out, sensor, around, rows)
    if reach is not None:
        for key, value in (("min_distance", reach.lower), ("max_distance", reach.upper)):
            if value is not None and math.isfinite(value):
                out.append(key, number(value))


def _write_around(writing: Writing, out: Element, sensor: Sensor, around: Scan, rows: int) -> None:
    if around.lower is None or around.upper is None:
        return
    opening, middle = around.upper - around.lower, (around.upper + around.lower) / 2
    out.append("opening_width", number(made_of(Computed(opening), (around.lower, around.upper))))
    if abs(middle) > 1e-12:
        out.append("horizontal_offset", number(made_of(Computed(middle), (around.lower, around.upper))))
    if not around.samples:
        return
    out.append("horizontal_resolution", number(made_of(Computed(opening / around.samples), (around.lower, around.upper, around.samples))))
    if writing.is_own:  # the scene kept what the source says
        return
    bands = bands_of(int(around.samples), rows)
    out.append("bands", count(steered_by(bands, around.samples, rows)))
    steps = math.ceil(int(around.samples) / bands)
    if steps > 1:
        _report_steps(writing, sensor, steps)


def bands_of(samples: int, rows: int) -> int:
    """The largest number of stacks that turn together and share the samples evenly, of no more than `MOST_RAYS` rays."""
    most = max(1, min(samples, MOST_RAYS // max(rows, 1)))
    return next(bands for bands in range(most, 0, -1) if samples % bands == 0)


def _report_steps(writing: Writing, sensor: Sensor, steps: int) -> None:
    writing.report(
        sensor, findings.SENSOR_SCAN_TURNING_APPROXIMATED, about=sensor.type, subject=writing.subject(sensor), updates=f"{steps:,}"
    )
