"""Rows for parts that SDFormat drops and that a plugin of Gazebo could express. The codes are those of settling."""

from __future__ import annotations

import msgspec

from scenec.accounting.parts import row_at

ACTUATOR_DROPPED = msgspec.structs.replace(
    row_at("Joint", "actuators", "Actuator"),
    advice="Convert with --ready, which writes controllers of Gazebo. Limits of force and speed are kept.",
)
JOINT_STATE_DROPPED = msgspec.structs.replace(
    row_at("Joint", "sensors", "Sensor"),
    because="SDFormat has no sensor of joint states. A plugin of Gazebo publishes them.",
    advice="Convert with --ready, which writes the plugin JointStatePublisher.",
)
