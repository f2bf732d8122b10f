"""The options that only RubySceneGraph has."""

from __future__ import annotations

from scenec.converters.options import Option

CONSTANTS = Option(
    name="constants",
    when="reading",
    kind="mapping",
    metavar="FILE.json",
    example='{"Soccer": {"FieldLength": 30.0}}',
    help='Ruby constants, like {"Soccer": {"FieldLength": 30.0}}.',
)
MATERIALS = Option(
    name="materials",
    when="writing",
    kind="choice",
    choices=("nearest", "generate"),
    default="nearest",
    help="Write colours as the nearest material that the simulator defines (default), or in a material file of their own.",
)
NAME_MAP = Option(
    name="name_map",
    when="writing",
    kind="mapping",
    metavar="FILE.json",
    example='{"HeadYaw": {"effector": "he1", "perceptor": "hj1"}, "Gyro": "torso"}',
    help="Names of effectors and perceptors that an agent expects, by joint and sensor.",
)
