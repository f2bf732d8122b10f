"""Lights of two scenes, wherever they are attached."""

from __future__ import annotations

from typing import Any

import msgspec

from scenec.comparison.compared_scene import ComparedScene
from scenec.comparison.pairing import paired
from scenec.difference.leaves import Leaves
from scenec.difference.notes import Notes
from scenec.ir.light import Light
from scenec.ir.pose import Pose, norm, sub
from scenec.ir.summary import LightSummary

Lit = tuple[Light, LightSummary]


def compare_lights(a: ComparedScene, b: ComparedScene, displaced: dict[int, Pose], leaves: Leaves, notes: Notes) -> None:
    """displaced: links of A that have moved; their lights have moved with them."""
    ours, theirs = _where_links_are(a, displaced), b.lights
    pairing = paired(ours, theirs, _named, _placed, lambda each: each[0].name or None, lambda each: each[1].type)
    for i, j in sorted(pairing.right_of.items()):
        _compare(ours[i], theirs[j], leaves, notes)
    for i in pairing.unmatched_left():
        node, summary = ours[i]
        notes.changed("light", "appearance", (summary.path, None), summary.path, "", (summary.type, None), (node, None), change="removed")
    for j in pairing.unmatched_right():
        node, summary = theirs[j]
        notes.changed("light", "appearance", (None, summary.path), summary.path, "", (None, summary.type), (None, node), change="added")


def _where_links_are(side: ComparedScene, displaced: dict[int, Pose]) -> list[Lit]:
    lights = list(side.lights)
    at = len(side.scene.lights)
    for i, link in enumerate(side.links):
        D = displaced.get(i, Pose())
        for k in range(at, at + len(link.lights)) if i in displaced else ():
            node, light = lights[k]
            position = None if light.position is None else D.apply(light.position)
            direction = None if light.direction is None else D.rotation.apply(light.direction)
            lights[k] = node, msgspec.structs.replace(light, position=position, direction=direction)
        at += len(link.lights)
    return lights


def _named(each: Lit) -> Any:
    return (each[0].name, each[1].type) if each[0].name else None


def _placed(each: Lit) -> Any:
    summary = each[1]
    numbers = (*(summary.position or ()), *(summary.direction or ()))
    return summary.type, tuple(round(number, 6) + 0.0 for number in numbers)


def _compare(one: Lit, other: Lit, leaves: Leaves, notes: Notes) -> None:
    close = leaves.close
    (node, a), (other_node, b) = one, other
    names, nodes, owner = (a.path, b.path), (node, other_node), a.path
    if node.name != other_node.name and (leaves.same_format or (node.name and other_node.name)):
        notes.renamed("light", names, owner, nodes)
    if a.type != b.type:
        notes.changed("light", "appearance", names, owner, "type", (a.type, b.type), nodes)
    if a.position is not None and b.position is not None and not close.positions_close(a.position, b.position):
        moved = norm(sub(b.position, a.position))
        notes.changed(
            "light", "appearance", names, owner, "position", (a.position, b.position), nodes, unit="m", change="moved", apart=(moved, None)
        )
    if a.direction is not None and b.direction is not None and not close.all_close(a.direction, b.direction, 1.0):
        notes.changed("light", "appearance", names, owner, "direction", (a.direction, b.direction), nodes)
    notes.leaves(leaves.differing(node, other_node), "light", names, owner, nodes)
