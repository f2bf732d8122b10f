"""All findings of MJCF: of its reader, its writer, and of what other formats lose."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, codes_when_asked

CODES: Mapping[str, Code]
"""Code -> row."""

__getattr__ = codes_when_asked(__name__, "reading", "kept_for_mjcf", "writing")
