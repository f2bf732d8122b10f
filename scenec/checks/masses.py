"""Which links of a scene lack the mass that a simulator needs to move them."""

from __future__ import annotations

import math

from scenec.ir.base import WORLD, Id
from scenec.ir.joint_series import links_in_series
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Link
from scenec.ir.scene import Scene


def links_lacking_mass(scene: Scene, *, of_each: bool) -> set[Id]:
    """Return the links that move and that no force can move rightly: neither they nor what is welded to them has a mass above zero.

    of_each: the simulator needs the mass of each body, unless joints in series make one body of several. Else (generalised coordinates)
    mass behind further joints is enough, as a joint then still moves something. Negative masses lack in any case."""
    static, kinematics, tops = static_models(scene), Kinematics(scene), dict[Id, Id]()

    def top(link: Id) -> Id:
        at = link
        while tops.get(at, at) != at:
            at = tops[at]
        return at

    tree = kinematics.tree()
    for joint, parent, child in tree:
        if joint.type == "fixed" and not joint.closing:
            tops[top(child)] = top(parent)
    still = {top(link.id) for link in scene.links if link.model in static} | {top(WORLD)}
    heavy = {top(link.id) for link in scene.links if _weighs(link)}
    if of_each:
        between = {joint.child for joint in scene.joints if joint.series not in (None, joint.child)}
        heavy.update(top(each) for each in (*links_in_series(scene), *between))
    else:
        heavy.update(top(parent) for _, parent, child in reversed(tree) if top(child) in heavy)
    return {link.id for link in scene.links if top(link.id) not in still and (top(link.id) not in heavy or _is_negative(link))}


def _weighs(link: Link) -> bool:
    """Whether a link has a mass above zero, or leaves it to the simulator."""
    inertial = link.inertial
    return inertial is None or inertial.mass is None or inertial.auto or 0 < float(inertial.mass) < math.inf


def _is_negative(link: Link) -> bool:
    """Whether a link states a mass that no sum can mend."""
    inertial = link.inertial
    return inertial is not None and inertial.mass is not None and not 0 <= float(inertial.mass) < math.inf
