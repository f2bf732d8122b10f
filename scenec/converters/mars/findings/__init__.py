"""All findings of MARS: of its reader, its writer, its lints, and of values that only MARS has."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, by_code
from scenec.converters.mars.findings import lints, own, reading, writing

CODES: Mapping[str, Code] = by_code(row for module in (reading, writing, lints, own) for row in module.CODES.values())
