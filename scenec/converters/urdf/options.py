"""The options that only URDF has."""

from __future__ import annotations

from scenec.converters.options import Option

SRDF = Option(
    name="srdf",
    when="reading",
    kind="text",
    metavar="FILE",
    help="Read the SRDF file of a robot with it: links that never touch, and named poses.",
)
