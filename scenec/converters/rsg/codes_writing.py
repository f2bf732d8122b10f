"""What the findings of the RubySceneGraph writer mean."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

WRITING: Mapping[str, Code] = {}
