"""Links that one body of the target carries, where bodies nest: those that fixed joints weld together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from scenec.ir.base import WORLD, Id
from scenec.ir.circles import links_in_circles
from scenec.ir.kinematics import Kinematics
from scenec.ir.link import Link
from scenec.ir.scene import Scene


def welded_links(scene: Scene, static: Collection[Id], holds: Callable[[Link], bool]) -> set[Id]:
    """Return the links that are welded to one that holds the others, or to what stands still. static: the models that do; holds: whether a
    link has what all together need. A fixed joint that closes a loop welds nothing: another joint carries its link."""
    kinematics, tops = Kinematics(scene), dict[Id, Id]()

    def top(link: Id) -> Id:
        at = link
        while tops.get(at, at) != at:
            at = tops[at]
        return at

    for joint, _, _ in kinematics.tree():
        if joint.type == "fixed" and not joint.closing:
            tops[top(kinematics.body_of(joint.child))] = top(kinematics.body_of(joint.parent))
    holding = {top(link.id) for link in scene.links if link.model in static or holds(link)} | {top(WORLD)}
    return {link.id for link in scene.links if top(link.id) in holding}


def nested_links(scene: Scene, welded: Collection[Id]) -> set[Id]:
    """Return those of some welded links that are part of another's body in every target. Where several joints move a link, or joints lead
    back to it, the target lets one of them go, which may be the fixed one."""
    kinematics = Kinematics(scene)
    ends = [(kinematics.body_of(joint.parent), kinematics.body_of(joint.child)) for joint in scene.joints if not joint.closing]
    several = {link for link, count in Counter(child for _, child in ends).items() if count > 1}
    return set(welded) - several - links_in_circles(ends)
