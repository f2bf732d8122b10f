"""Fields by which one part of a scene names another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from scenec import ir
from scenec.trace import ids_of, traced

# Rows of this table take a line or two each: a formatter would give every word a line.
# fmt: off
REFERENCES = frozenset(
    {"relative_to", "model", "world", "parent", "child", "attached_to", "placement_frame", "canonical_link", "palm", "fingers",
     "excluded", "joint", "link", "series", "gear_reference", "expressed_in", "targets", "links"}
)
# fmt: on
"""Fields that name other nodes by id (those of a controller by id or name)."""


def referring(name: str, value: Any, names: Mapping[str, str]) -> Any:
    """A value of the field `name` with what it refers to called otherwise."""
    if name in REFERENCES:
        return traced(tuple(_called(each, names) for each in value), ids_of(value)) if isinstance(value, tuple) else _called(value, names)
    if isinstance(value, ir.MeshShape):
        return msgspec.structs.replace(value, mesh=_called(value.mesh, names))
    if isinstance(value, ir.Mimic):
        return msgspec.structs.replace(value, joint=_called(value.joint, names))
    return value


def _called(node_id: str, names: Mapping[str, str]) -> str:
    return traced(names[node_id], ids_of(node_id)) if node_id in names else node_id
