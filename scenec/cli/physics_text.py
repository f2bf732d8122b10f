"""The physics summary as tables for people; programs take the JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scenec.accounting.render_text import safe
from scenec.cli.tree import number
from scenec.ir.summary import JointSummary, LinkSummary, PhysicsSummary

Row = tuple[str, ...]


def physics_text(summary: PhysicsSummary) -> str:
    """Links, joints and lights, a table each; world frame, SI units, radians."""
    gravity = "not stated" if summary.gravity is None else f"{_numbers(summary.gravity)} m/s^2"
    step = "not stated" if summary.step is None else f"{number(summary.step)} s"
    total = summary.total
    lines = [f"{summary.source.get('file', '')}: gravity {gravity}, step {step}", ""]
    lines += _table(
        ("link", "mass", "position", "quaternion w x y z", "centre of mass", "inertia xx yy zz xy xz yz"), map(_link, summary.links)
    )
    if summary.joints:
        lines += [
            "",
            *_table(("joint", "type", "parent -> child", "anchor", "axis", "range", "effort", "velocity"), _joints(summary.joints)),
        ]
    if summary.lights:
        rows = ((each.path, each.type, _numbers(each.position or ()), _numbers(each.direction or ())) for each in summary.lights)
        lines += ["", *_table(("light", "type", "position", "direction"), rows)]
    lines += ["", f"{total.links:,} links, {total.dynamic_links:,} moving, {total.joints:,} joints, {number(total.mass)} kg"]
    return "".join(line.rstrip() + "\n" for line in lines)


def _link(link: LinkSummary) -> Row:
    if link.static:
        return link.path, "static", _numbers(link.pose[:3]), _numbers(link.pose[3:]), "", ""
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = link.inertia
    return (
        link.path,
        number(link.mass),
        _numbers(link.pose[:3]),
        _numbers(link.pose[3:]),
        _numbers(link.com),
        _numbers((xx, yy, zz, xy, xz, yz)),
    )


def _joints(joints: Sequence[JointSummary]) -> list[Row]:
    """A row per axis; the second axis of a joint repeats nothing."""
    rows = []
    for joint in joints:
        first: Row = (joint.path, joint.type, f"{joint.parent} -> {joint.child}", _numbers(joint.anchor))
        for axis in joint.axes:
            span = f"{_limit(axis.lower, '-')} to {_limit(axis.upper, '')}"
            rows.append((*first, _numbers(axis.axis), span, _optional(axis.effort), _optional(axis.velocity)))
            first = ("", "", "", "")
        if not joint.axes:
            rows.append((*first, "", "", "", ""))
    return rows


def _limit(value: float | None, sign: str) -> str:
    return f"{sign}inf" if value is None else number(value)


def _optional(value: float | None) -> str:
    return "-" if value is None else number(value)


def _numbers(values: Sequence[float]) -> str:
    """Numbers that belong together; what is only rounding beside the others is 0."""
    noise = 1e-15 * max((abs(value) for value in values), default=0.0)
    return " ".join(number(value if abs(value) > noise else 0.0) for value in values)


def _table(head: Row, rows: Iterable[Row]) -> list[str]:
    """Columns as wide as their widest cell."""
    cells = [head, *(tuple(safe(cell) for cell in row) for row in rows)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
