"""All findings of URDF: of its reader, its writer, its lints, and of values that only URDF has."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, by_code
from scenec.converters.urdf.findings import lints, reading, writing

CODES: Mapping[str, Code] = by_code(row for module in (reading, writing, lints) for row in module.CODES.values())
