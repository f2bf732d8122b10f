"""Read where joints start, from the <model_state> of their model (SDFormat 1.12)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec.structs import replace

from scenec import ir
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.scope import Scope
from scenec.trace import derived, ids_of, traced

AXES = ("axis_state", "axis2_state")
JOINT_STATE = "model/model_state/joint_state"


def with_start(reading: Reading, joint: ir.Joint, scope: Scope) -> ir.Joint:
    """Return the joint with its start positions from the state of its model. The rest of the state stays in it."""
    axes = list(joint.axes)
    for way in _states(scope, str(joint.name)):
        for index, tag in enumerate(AXES[: len(axes)]):
            holder = next((each for each in way[-1].children if each.tag == tag), None)
            position = next((each for each in holder.children if each.tag == "position"), None) if holder is not None else None
            if holder is not None and position is not None and axes[index].initial is None:
                axes[index] = replace(axes[index], initial=_position(reading, holder, tag))
                _take_out(reading, (*way, holder, position))
    return joint if all(axis.initial is None for axis in axes) else replace(joint, axes=tuple(axes))


def _states(scope: Scope, joint: str) -> Iterator[tuple[Element, ...]]:
    """Yield the path from the model to each state of one of its joints. Read parts are removed, in the end the whole state."""
    model = scope.element
    for state in [each for each in model.children if each.tag == "model_state"]:
        for each in [each for each in state.children if each.tag == "joint_state"]:
            if str(each.attributes.get("name", "")).strip() == joint:
                yield model, state, each


def _position(reading: Reading, holder: Element, tag: str) -> float | None:
    base = f"{JOINT_STATE}/{tag}"
    position: float | None = holder.take(base, "position")
    element = holder.child("position")
    assert element is not None
    degrees = element.flag(f"{base}/position/@degrees", "degrees")
    if not position:
        reading.without_angle(element, degrees=degrees)
        return position
    if degrees is None:
        return position
    if degrees:
        reading.ledger.converted(ids_of(position))
    start: float = derived(math.radians(position) if degrees else float(position), position, degrees)
    return start


def _take_out(reading: Reading, way: tuple[Element, ...]) -> None:
    """Remove the last element from its parent, and each parent that is empty then."""
    for above, element in zip(reversed(way[:-1]), reversed(way[1:]), strict=True):
        if element is not way[-1] and element.children:
            return
        reading.ledger.consumed(*(traced("", element.attribute_ids(name)) for name in element.attributes))
        above.children = [each for each in above.children if each is not element]
