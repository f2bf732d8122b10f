"""Comparison of another program's reading of a file with ours: link by link and joint by joint, by their paths.

Both sides are physics summaries as plain data (see `scenec.ir.summary`), of the same file, all joints at zero.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from scenec.comparison.tolerance import RELATIVE, near_number
from scenec.verify.difference import Difference, Kind, shown

Summary = dict[str, Any]


def disagreements(ours: Summary, theirs: Summary, *, tolerance: float = RELATIVE) -> Iterator[Difference]:
    """Where a program sees another robot than we do.

    Compared: the set of links, poses of all links, mass, centre of mass and inertia of those that can move; of joints parent, child,
    anchor, and where both state them the axes and their limits. `tolerance` is relative to the size of each quantity, and absolute
    below 1 m or 1 rad.
    """
    links = {link["path"]: link for link in theirs["links"]}
    joints = {joint["path"]: joint for joint in theirs["joints"]}
    for link in ours["links"]:
        other = links.pop(link["path"], None)
        if other is None:
            yield Difference("link", "presence", (link["path"],), "there", "missing")
        else:
            yield from _links(link, other, tolerance)
    for path in links:
        yield Difference("link", "presence", (path,), "missing", "there")
    for joint in ours["joints"]:
        other = joints.get(joint["path"])
        if other is None:
            yield Difference("joint", "presence", (joint["path"],), "there", "missing")
        else:
            yield from _joints(joint, other, tolerance)


def _links(ours: Summary, theirs: Summary, tolerance: float) -> Iterator[Difference]:
    path = ours["path"]
    yield from _apart("link", path, "position", ours["pose"][:3], theirs["pose"][:3], tolerance * max(1.0, math.hypot(*ours["pose"][:3])))
    turn, other_turn = _unit(ours["pose"][3:]), _unit(theirs["pose"][3:])
    if sum(a * b for a, b in zip(turn, other_turn, strict=True)) < 0:
        other_turn = [-x for x in other_turn]
    yield from _apart("link", path, "rotation", turn, other_turn, tolerance)
    if ours["static"]:
        return  # a static link's inertial has no effect and programs make one up
    mass, com = ours["mass"], ours["com"]
    yield from _apart("link", path, "mass", [mass], [theirs["mass"]], tolerance * mass)
    if not mass and not theirs["mass"]:
        return  # what weighs nothing has no centre
    yield from _apart("link", path, "centre of mass", com, theirs["com"], tolerance * max(1.0, math.hypot(*com)))
    flat, other_flat = ([x for row in link["inertia"] for x in row] for link in (ours, theirs))
    # A program that stores the tensor about another point rounds by mass times distance squared.
    lever = math.dist(com, ours["pose"][:3])
    yield from _apart("link", path, "inertia", flat, other_flat, tolerance * math.hypot(*flat) + 1e-14 * mass * lever**2)


def _joints(ours: Summary, theirs: Summary, tolerance: float) -> Iterator[Difference]:
    path = ours["path"]
    for end in ("parent", "child"):
        if ours[end] != theirs[end]:
            yield Difference("joint", end, (path,), ours[end], theirs[end])
    yield from _apart("joint", path, "anchor", ours["anchor"], theirs["anchor"], tolerance * max(1.0, math.hypot(*ours["anchor"])))
    for number, (axis, other) in enumerate(zip(ours["axes"], theirs["axes"], strict=False), 1):
        yield from _apart("joint", path, f"axis {number}", axis["axis"], other["axis"], tolerance)
        for key in ("lower", "upper"):
            if not near_number(axis[key], other[key], tolerance, 1.0):
                yield Difference("joint", f"{key} limit {number}", (path,), shown(axis[key]), shown(other[key]))


def _apart(kind: Kind, path: str, aspect: str, ours: list[float], theirs: list[float], limit: float) -> Iterator[Difference]:
    if not math.dist(ours, theirs) <= limit:
        one = len(ours) == 1
        yield Difference(kind, aspect, (path,), shown(ours[0] if one else ours), shown(theirs[0] if one else theirs))


def _unit(turn: list[float]) -> list[float]:
    """libsdformat takes a quaternion as its file has it."""
    size = math.hypot(*turn) or 1.0
    return [x / size for x in turn]
