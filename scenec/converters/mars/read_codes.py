"""What the findings of the MARS reader mean."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

READ_CODES: Mapping[str, Code] = {}
