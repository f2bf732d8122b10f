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

LAYOUT = Option(
    name="layout",
    when="writing",
    kind="choice",
    choices=("package",),
    help="Write a folder instead of a file.",
    here="`package` is a ROS package, DST/<name>/ with package.xml, urdf/, meshes/, launch/ and config/",
)
PACKAGE_NAME = Option(
    name="package_name",
    when="writing",
    kind="text",
    metavar="NAME",
    help="Name of the ROS package of --layout package. Default: that of the robot with _description.",
)
