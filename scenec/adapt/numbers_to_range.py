"""Numbers of surfaces, sensors and looks outside the range that the target's program reads: each becomes the nearest one in it. A program
that checks its specification refuses the whole file for one of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.adapt.contact_findings import SURFACE_RANGE_APPROXIMATED
from scenec.adapt.findings import LOOK_RANGE_APPROXIMATED, SENSOR_RANGE_APPROXIMATED
from scenec.ir.scene import Scene
from scenec.ir.walk import is_nodes
from scenec.source import Origin
from scenec.syntax.kinds import shown
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

Ranges = Mapping[str, Mapping[str, tuple[float, float]]]
"""Class -> field -> least and largest number."""

HOLDERS = frozenset(
    {"worlds", "look", "fog", "sky", "links", "joints", "collisions", "surface", "sensors", "cameras", "channels", "noise", "lens"}
)
"""Fields that lead to the classes below."""
ROWS = {
    "Surface": SURFACE_RANGE_APPROXIMATED,
    "Camera": SENSOR_RANGE_APPROXIMATED,
    "Lens": SENSOR_RANGE_APPROXIMATED,
    "Noise": SENSOR_RANGE_APPROXIMATED,
    "Fog": LOOK_RANGE_APPROXIMATED,
    "Sky": LOOK_RANGE_APPROXIMATED,
}
"""Classes that may have a range."""


def adapt(scene: Scene, ledger: Ledger, target: str, *, ranges: Ranges | None = None) -> Scene:
    """The scene with all numbers in `ranges`. Reports `surface-range-approximated`, `sensor-range-approximated` and
    `look-range-approximated` for each that was not."""
    step = _Step(scene, ledger, ranges or {})
    changed: Scene = step.within(scene, None, "")
    return changed


class _Step:
    def __init__(self, scene: Scene, ledger: Ledger, ranges: Ranges) -> None:
        self.scene, self.ledger, self.ranges = scene, ledger, ranges

    def within(self, node: Any, around: Origin | None, owner: str) -> Any:
        """Return the node itself if all numbers below it are in range."""
        kind = node.__class__
        around, owner = getattr(node, "origin", None) or around, getattr(node, "id", owner)
        changes: dict[str, Any] = {}
        for name, (least, most) in self.ranges.get(kind.__name__, {}).items():
            value = getattr(node, name)
            if value is not None and not least <= value <= most:
                bound = least if value < least else most
                changes[name] = derived(int(bound) if isinstance(value, int) else float(bound), value)
                self._report(node, name, value, bound, around, owner)
        for name in _holders(kind):
            inner = getattr(node, name)
            if inner is None or inner == ():
                continue
            if not is_nodes(inner):
                kept = self.within(inner, around, owner)
                if kept is not inner:
                    changes[name] = kept
                continue
            parts = tuple([self.within(each, around, owner) for each in inner])
            if any(one is not other for one, other in zip(inner, parts, strict=True)):
                changes[name] = parts
        return msgspec.structs.replace(node, **changes) if changes else node

    def _report(self, node: Any, name: str, value: float, bound: float, origin: Origin | None, owner: str) -> None:
        above, kind = self.ledger.path(owner), type(node).__name__
        self.ledger.report(
            ROWS[kind],
            about=value,
            origin=origin,
            value=shown(float(value)),
            target=shown(float(bound)),
            subject=f"{above}.{kind.lower()}.{name}" if above else f"{kind.lower()}.{name}",
        )


@cache
def _holders(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    return tuple(name for name in kind.__struct_fields__ if name in HOLDERS)
