"""The extension of MuJoCo in robots of URDF: `<mujoco>` holds `compiler`, `option` and `size` (src/xml/xml_urdf.cc, `mjXURDF::Parse`)."""

from __future__ import annotations

TAG = "mujoco"
"""The element, and the key of the extra that keeps it at the model."""
SECTIONS = ("compiler", "option", "size")
"""Elements that MuJoCo reads in it."""
