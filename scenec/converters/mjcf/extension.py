"""The extension `<mujoco>` of URDF: which of its settings an MJCF file states, and which MuJoCo ignores there (src/xml/xml_urdf.cc)."""

from __future__ import annotations

from scenec.converters.common.mujoco_extension import SECTIONS, TAG
from scenec.converters.mjcf import kinds, vocabulary
from scenec.syntax.kinds import KindError

EXTENSION = ("urdf", TAG)
"""The format and the key of the extra that holds the extension."""
PATHS = ("strippath", "assetdir", "meshdir", "texturedir")
UNITS = ("angle", "coordinate", "eulerseq")
LEGACY_SIZES = ("njmax", "nconmax", "nstack")
"""Sizes of the memory from before `memory`. None changes a motion."""
BELOW = ("compiler/lengthrange", "option/flag")
"""Elements that MuJoCo reads in a section."""
RULES = {"least_mass": "compiler/@boundmass", "least_moment": "compiler/@boundinertia", "averages": "compiler/@balanceinertia"}
"""See `scenec.adapt.extension_to_settings.MassRules`."""


def judge(path: str, name: str, text: str) -> tuple[str, str] | None:
    """Return what becomes of a setting that the result lacks, and why; None for one that it states. See `Judge` of
    `scenec.adapt.extension_to_settings`."""
    if path not in (*SECTIONS, *BELOW):
        words = ", ".join(f"<{each}>" for each in SECTIONS)
        return "ineffective", f"MuJoCo reads the first {words} of the extension."
    if path == "compiler" and name in PATHS:
        return "path", ""
    if path == "compiler" and name in UNITS:
        return "ineffective", "MuJoCo reads the angles of URDF in radians, about fixed axes, whatever the extension says."
    if path == "compiler" and name == "alignfree":
        return "ineffective", "It concerns free joints, and MuJoCo makes none for the base of a URDF file."
    if path == "compiler" and name == "settotalmass":
        return "dropped", "MuJoCo scales masses without links that stand still, which it fuses in a URDF file. The result keeps them."
    if path == "size" and name in LEGACY_SIZES:
        return "ineffective", "MuJoCo finds the memory that a model needs by itself, and refuses the value beside others."
    row = vocabulary.attribute(path, name) if name else None
    if row is None or row.until:
        return "ineffective", f"MuJoCo has no such setting in <{path.rpartition('/')[2]}>."
    if kinds.is_blank(text):
        return "ineffective", "A blank value counts as none."
    try:
        kinds.check(row, text)
    except KindError as problem:
        return "invalid", f"MuJoCo refuses it: {problem.what}."
    return None
