"""The findings of the RubySceneGraph reader, writer and lints, as rows (`scenec explain`)."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, codes_when_asked

CODES: Mapping[str, Code]
"""Code -> row."""

__getattr__ = codes_when_asked(__name__, "program", "reading", "writing", "lints", "own")
