"""What users of URDF files run into: findings of `scenec check` and --verify."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

CODES = by_code(list[Code]())
