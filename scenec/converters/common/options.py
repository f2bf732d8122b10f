"""Options that several formats have: declared once here, and listed in the record of each format that they concern."""

from __future__ import annotations

from scenec.converters.options import Option

LENIENT = Option(
    name="lenient",
    when="reading",
    kind="flag",
    help="Accept what the format's own reader refuses although real files contain it. Each such value gets a finding.",
)
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
MOTORS = Option(
    name="motors",
    when="writing",
    kind="choice",
    choices=("servo", "velocity"),
    help="Make motors of the limits of joints that have none. Each is reported.",
)
PARAMETERS = Option(
    name="parameters",
    when="reading",
    kind="texts",
    flag="--parameter",
    metavar="VALUE",
    help="Value for a parameter of the file. Repeatable.",
)
ALLOW_ENV = Option(
    name="allow_env",
    when="reading",
    kind="texts",
    metavar="NAME",
    help="Let $(env NAME) in xacro files read this environment variable. Repeatable.",
)
