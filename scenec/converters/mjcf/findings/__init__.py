"""All findings of MJCF: of its reader, its writer, and of what other formats lose."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, by_code
from scenec.converters.mjcf.findings import kept_for_mjcf, reading, writing

CODES: Mapping[str, Code] = by_code(row for module in (reading, kept_for_mjcf, writing) for row in module.CODES.values())
