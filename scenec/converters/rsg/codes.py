"""What the findings of the RubySceneGraph reader and writer mean (`scenec explain`)."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code
from scenec.accounting.finding import INEFFECTIVE
from scenec.converters.rsg.codes_own import OWN
from scenec.converters.rsg.codes_reading import READING
from scenec.converters.rsg.codes_writing import WRITING
from scenec.converters.rsg.write_kept import SKIPPED

KEPT: Mapping[str, Code] = {
    code + INEFFECTIVE: Code("dropped", f"{READING[code].meaning} A result in the same format says as much without it.", READING[code].hint)
    for code in sorted(SKIPPED)
}
CODES: Mapping[str, Code] = {**READING, **WRITING, **OWN, **KEPT}
