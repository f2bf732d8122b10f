"""The options that only RubySceneGraph has, as far as its profile reads them."""

from __future__ import annotations

from scenec.converters.options import Option

NAME_MAP = Option(
    name="name_map",
    when="writing",
    kind="mapping",
    metavar="FILE.json",
    example='{"HeadYaw": {"effector": "he1", "perceptor": "hj1"}, "Gyro": "torso"}',
    help="Names of effectors and perceptors that an agent expects, by joint and sensor.",
)
