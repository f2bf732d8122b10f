"""All findings of MJCF: of its reader, its writer, and its lints."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, by_code
from scenec.converters.mjcf.findings import reading

CODES: Mapping[str, Code] = by_code(row for module in (reading,) for row in module.CODES.values())
