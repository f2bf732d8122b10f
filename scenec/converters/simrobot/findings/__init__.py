"""All findings of SimRobot, one row each. Calls pass the rows; `scenec explain`, reports and docs read them."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, codes_when_asked
from scenec.accounting.findings import GRAVITY_DEFAULTED, JOINT_LIMIT_SHIFTED, JOINT_ZERO_SHIFTED, STEP_DEFAULTED
from scenec.converters.common import findings as common

SHARED = (
    GRAVITY_DEFAULTED,
    common.JOINT_LIMIT_INACTIVE_DROPPED,
    JOINT_LIMIT_SHIFTED,
    JOINT_ZERO_SHIFTED,
    common.MASS_INEFFECTIVE,
    common.MATERIAL_COLOUR_DEFAULTED,
    common.MODEL_PLACEMENT_CONVERTED,
    common.MODEL_STATIC_INEFFECTIVE,
    common.NAME_CHARACTERS_ESCAPED,
    common.PLANE_APPROXIMATED,
    common.PLANE_SIZE_INEFFECTIVE,
    common.SELF_COLLISION_APPROXIMATED,
    common.SELF_COLLISION_INEFFECTIVE,
    common.SENSOR_BEAM_APPROXIMATED,
    common.SENSOR_SCAN_APPROXIMATED,
    STEP_DEFAULTED,
    common.VISUAL_HIDDEN_INEFFECTIVE,
)
"""Rows of several owners that the SimRobot reader and writer use."""

CODES: Mapping[str, Code]
"""Code -> row."""

__getattr__ = codes_when_asked(
    __name__, "own", "reading", "writing", "writing_parts", "writing_core3", "lints", "file_lints", shared=SHARED
)
