"""What the findings of the MARS writer mean."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

WRITE_CODES: Mapping[str, Code] = {}
