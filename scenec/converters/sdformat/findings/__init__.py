"""The findings of SDFormat: every kind that its reader, its writer and its lints report."""

from __future__ import annotations

from scenec.accounting.code import by_code
from scenec.converters.sdformat.findings import lints, own, reading, writing

CODES = by_code(row for module in (own, reading, writing, lints) for row in vars(module).values())
"""Code -> row."""
