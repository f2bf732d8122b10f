"""What the findings of the RubySceneGraph reader mean."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

READING: Mapping[str, Code] = {}
