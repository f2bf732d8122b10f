"""The options that only URDF has."""

from __future__ import annotations

from scenec.converters.options import Option

ALLOW_ENV = Option(
    name="allow_env",
    when="reading",
    kind="texts",
    metavar="NAME",
    help="Let $(env NAME) in xacro files read this environment variable. Repeatable.",
)
SRDF = Option(
    name="srdf",
    when="reading",
    kind="text",
    metavar="FILE",
    help="Read this SRDF file along with the robot: links that never touch, and named poses.",
)

PACKAGE_NAME = Option(
    name="package_name",
    when="writing",
    kind="text",
    metavar="NAME",
    help="Name of the ROS package of --layout package. Default: <robot>_description.",
)
