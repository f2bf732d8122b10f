"""The findings of SDFormat: every kind that its reader, its writer and its lints report."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, codes_when_asked

CODES: Mapping[str, Code]
"""Code -> row."""

__getattr__ = codes_when_asked(__name__, "own", "reading", "writing", "lints")
