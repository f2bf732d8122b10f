"""A comparison as text: one line a difference, under the link, joint or model it is about."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from scenec.accounting.render_text import Line, safe, shortened
from scenec.accounting.report import Side
from scenec.difference.item import CHANGES, Item, Value

if TYPE_CHECKING:
    from scenec.difference.result import Difference

SIGNS = {"removed": "-", "added": "+", "moved": "~", "changed": "~", "renamed": "=", "restructured": "="}
_LEVELS = {"removed": "error", "added": "warning", "moved": "warning", "changed": "warning", "renamed": "note", "restructured": "note"}
LONGEST = 200
Names = tuple[str, str]
MANY = 4
"""Number of owners of one difference that are listed in one line."""
NAMED = 5
"""So many of them by name."""


def plain_text(difference: Difference, names: Names | None = None, *, verbose: bool = False) -> str:
    return "".join(f"{text}\n" for _, text in lines(difference, names, verbose=verbose))


def lines(difference: Difference, names: Names | None = None, *, verbose: bool = False) -> Iterator[Line]:
    """(what a line is about, its text), as `scenec.accounting.render_text` has them. verbose: with the places in the files, and what is
    the same about many parts reported for each. names: what to call the two files."""
    a, b = names or (None, None)
    yield "head", safe(f"{called(difference.a, a)} and {called(difference.b, b)}")
    by_wording = {} if verbose else _by_wording(difference.items)
    owner: str | None = None
    for item in difference.items:
        if _signature(item) in by_wording:
            continue
        if item.owner != owner:
            owner = item.owner
            yield "", ""
            yield "head", safe(owner or "the scene")
        yield _LEVELS[item.change], _line(sentence(item))
        if verbose and (place := _place(item)):
            yield "", _line(place, indent=6)
    together: dict[tuple[str, ...], list[list[Item]]] = {}
    for items in by_wording.values():
        together.setdefault(tuple(item.owner for item in items), []).append(items)
    for groups in together.values():
        yield "", ""
        yield "head", safe(_several(groups[0]))
        for items in groups:
            yield _LEVELS[items[0].change], _line(sentence(items[0]))
    yield "", ""
    yield "total", summary_line(difference)


def _line(text: str, indent: int = 2) -> str:
    return shortened(safe(" " * indent + text), LONGEST)


def _by_wording(items: Sequence[Item]) -> dict[str, list[Item]]:
    """Return the differences with equal words of several owners, by these words."""
    found: dict[str, list[Item]] = {}
    for item in items:
        found.setdefault(_signature(item), []).append(item)
    return {words: many for words, many in found.items() if len(many) >= MANY and len({item.owner for item in many}) == len(many)}


def _signature(item: Item) -> str:
    return f"{item.kind} {sentence(item)}" if item.path == item.owner or item.kind == "actuator" else f"{item.path} {sentence(item)}"


def _several(items: Sequence[Item]) -> str:
    names = [item.owner for item in items]
    shown = ", ".join(names[:NAMED])
    return f"{len(names):,} times: {shown}" + (f", and {len(names) - NAMED:,} more (--verbose lists all)" if len(names) > NAMED else "")


def _place(item: Item) -> str:
    places = [f"{side} {source}" for side, source in (("A", item.source_a), ("B", item.source_b)) if source is not None]
    return ", ".join(places)


def called(side: Side, name: str | None = None) -> str:
    """How a side is called: ``nao.ros2 (simrobot core2)``."""
    said = f"{side.format} {side.version}".strip()
    return (name or (side.files[0] if side.files else "a scene")) + (f" ({said})" if said else "")


def summary_line(difference: Difference) -> str:
    """``3 differences (1 moved, 2 changed); 21 links and 20 joints are the same``."""
    same = " and ".join(f"{count:,} {word if count != 1 else word[:-1]}" for word, count in difference.same.items())
    unstated = f"; {difference.unstated:,} values that only one of the formats states were not compared" if difference.unstated else ""
    if difference.equal:
        return f"no difference: {same}{unstated}"
    counts = ", ".join(f"{difference.totals[change]:,} {change}" for change in CHANGES if difference.totals[change])
    many = len(difference.items)
    return f"{many:,} difference{'s' * (many != 1)} ({counts}); {same} are the same{unstated}"


def sentence(item: Item) -> str:
    """Return its sign, then what differs."""
    return f"{SIGNS[item.change]} {words(item)}"


def words(item: Item) -> str:
    """One difference without the name of its owner: ``upper limit 2 -> 1.9 rad``, ``visual shell: moved by 5 mm``."""
    if item.change == "renamed":
        return f"{_whose(item)}renamed {_last(item.a)} -> {_last(item.b)}"
    if item.change == "restructured":
        return _restructured(item)
    if item.change in ("removed", "added"):
        return _presence(item)
    who = _whose(item)
    if item.change == "moved":
        what = "" if item.aspect in ("pose", "") else f"{item.aspect} "
        return f"{who}{what}{_motion(item)}{_attached_parts(item)}" + ("" if item.aspect == "pose" else _values(item))
    distance = f" (by {_length(item.distance)})" if item.distance else ""
    return f"{who}{item.aspect}{_values(item)}{distance}"


def _whose(item: Item) -> str:
    """Return what of the owner it is about, where it is not the owner itself."""
    if item.path == item.owner and item.kind in ("link", "joint", "model", "light"):
        return ""
    if item.path == item.owner or not item.path:
        return f"{item.kind} " if item.kind not in ("scene", "world") else ""
    name = item.path.removeprefix(f"{item.owner}::")
    return f"{item.kind} {name}: " if name else f"{item.kind} "


def _last(path: str | None) -> str:
    return (path or "").rpartition("::")[2]


def _presence(item: Item) -> str:
    said = item.before if item.change == "removed" else item.after
    itself = item.path == item.owner or item.kind == "actuator"
    name = "" if itself or not item.path else f" {item.path.removeprefix(f'{item.owner}::')}"
    more = f" {item.aspect}" if item.aspect else ""
    detail = f" ({said})" if said else ""
    return f"{item.kind}{name}{more}{detail}"


def _restructured(item: Item) -> str:
    said = item.before if item.before is not None else item.after
    side = "B" if item.before is not None and item.b is None else "A"
    if item.aspect == "frame":
        return f"link frame {_motion(item)}, mass and shapes unchanged"
    if item.aspect == "welded to":
        return (
            f"no fixed joint in {side}: its two links are one" if item.kind == "joint" else f"no link of its own in {side}: part of {said}"
        )
    return f"{_whose(item)}{item.aspect}{_values(item)}"


def _motion(item: Item) -> str:
    """Return how far the part moved and turned: ``moved by 5 mm, turned by 2°``, ``turned by 2°``, ``moved``."""
    moved = [f"moved by {_length(item.distance)}"] if item.distance else []
    turned = [f"turned by {_number(math.degrees(item.angle))}°"] if item.angle and item.angle > 1e-12 else []
    return ", ".join(moved + turned) or "moved"


def _attached_parts(item: Item) -> str:
    many = len(item.along)
    if not many:
        return ""
    if item.kind == "model":
        return f", all its {many:,} links"
    return f", {many:,} link{'s' * (many != 1)} with it"


def _length(metres: float) -> str:
    if metres >= 1:
        return f"{_number(metres)} m"
    return f"{_number(metres * 1000)} mm"


def _number(value: float) -> str:
    return f"{value:.4g}"


def _values(item: Item) -> str:
    before, after = _value_text(item.before), _value_text(item.after)
    if before == after:  # too near to be distinguished in few digits
        before, after = _value_text(item.before, 17), _value_text(item.after, 17)
    unit = f" {item.unit}" if item.unit else ""
    return f" {before} -> {after}{unit}" + _more(item)


def _value_text(value: Value, digits: int = 6) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.{digits}g}"
    if isinstance(value, tuple):
        if all(isinstance(each, str) for each in value):
            return ", ".join(str(each) for each in value)
        return " ".join(_value_text(each, digits) for each in value)
    return str(value)


def _more(item: Item) -> str:
    """Degrees beside radians, and how much larger or smaller a number has become."""
    before, after = item.before, item.after
    if not (isinstance(before, float) and isinstance(after, float)):
        return ""
    if item.unit == "rad":
        return f" ({math.degrees(before):.4g} -> {math.degrees(after):.4g} degrees)"
    if before and item.unit and abs(after / before - 1) < 100:
        return f" ({(after / before - 1) * 100:+.3g} %)"
    return ""
