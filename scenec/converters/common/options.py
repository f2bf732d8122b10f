"""Options that several formats have: declared once here, and listed in the record of each format that they concern."""

from __future__ import annotations

from scenec.converters.options import Option

LENIENT = Option(
    name="lenient",
    when="reading",
    kind="flag",
    help="Accept faults of real files that the format's own reader refuses. Each gets a finding.",
)
ELEMENTS_ALONE = "elements_alone"
"""An option among `WriteOptions.own` that no user states: elements lean on nothing that stands elsewhere in the file, such as default
classes, so that they mean the same in another one."""
FLATTEN = Option(
    name="flatten",
    when="writing",
    kind="flag",
    help="Write everything out.",
)
SPLIT = Option(
    name="split",
    when="writing",
    kind="flag",
    help="Write definitions to files of their own.",
)
ADAPT_JOINTS = Option(
    name="adapt_joints",
    when="writing",
    kind="flag",
    help="Write joints that the target lacks in other ways, with nearly the same motion.",
)
MERGE_FIXED = Option(
    name="merge_fixed",
    when="writing",
    kind="flag",
    help="Make one link of links that fixed joints weld together. Default: links and fixed joints stay as they are.",
)
SHAPE_DENSITY = Option(
    name="density",
    when="writing",
    kind="number",
    metavar="KG_PER_M3",
    help="Density of the shapes of moving links that state no mass, where the target needs one. Default: 1000.",
)
MOTORS = Option(
    name="motors",
    when="writing",
    kind="choice",
    choices=("servo", "velocity"),
    help="Make motors of the limits of joints that have none. Each is reported.",
)
READY = Option(
    name="ready",
    when="writing",
    kind="flag",
    help="Add what the target's simulator requires to run the scene as it is.",
)
PARAMETERS = Option(
    name="parameters",
    when="reading",
    kind="texts",
    flag="--parameter",
    metavar="VALUE",
    help="Value for a parameter of the file. Repeatable.",
)
LAYOUT = Option(
    name="layout",
    when="writing",
    kind="choice",
    help="Write a folder instead of a file.",
)
"""Choices: those of each format (`Format.layouts`)."""
