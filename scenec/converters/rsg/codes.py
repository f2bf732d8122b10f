"""What the findings of the RubySceneGraph reader and writer mean (`scenec explain`)."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code
from scenec.converters.rsg.codes_reading import READING
from scenec.converters.rsg.codes_writing import WRITING

CODES: Mapping[str, Code] = {**READING, **WRITING}
