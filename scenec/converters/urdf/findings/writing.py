"""Findings of the URDF writer."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

CODES = by_code(list[Code]())
