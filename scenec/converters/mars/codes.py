"""What the findings of the MARS reader and writer mean (`scenec explain`)."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code
from scenec.converters.mars.codes_own import OWN
from scenec.converters.mars.read_codes import READ_CODES
from scenec.converters.mars.write_codes import WRITE_CODES

CODES: Mapping[str, Code] = {**READ_CODES, **WRITE_CODES, **OWN}
