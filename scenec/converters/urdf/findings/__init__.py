"""All findings of URDF: of its reader, its writer, its lints, and of values that only URDF has."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, codes_when_asked

CODES: Mapping[str, Code]
"""Code -> row."""

__getattr__ = codes_when_asked(__name__, "reading", "writing", "lints")
