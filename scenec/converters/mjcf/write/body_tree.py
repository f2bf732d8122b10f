"""Which links become bodies, and how they nest: as the joints say, with loops cut at the joint that closes them.

A link that no joint moves floats, unless its model is static or only code moves it (mocap). Links in series are no bodies of their own:
their joints go to the body at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scenec.converters.common.free_links import report_free_links
from scenec.converters.mjcf.profile import CARRYING
from scenec.converters.mjcf.write.context import Writing
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.joint_series import links_in_series


@dataclass
class Body:
    """A body to be written. link: the one it is. parent: the link of the body around it, or WORLD. joints: those it hangs on, the first
    next to the parent; none: welded, or free if `floats`. folded: the links before it in its series."""

    link: Id
    parent: Id = WORLD
    joints: list[Joint] = field(default_factory=list)
    folded: list[Id] = field(default_factory=list)
    floats: bool = False
    mocap: bool = False
    children: list[Body] = field(default_factory=list)


class BodyTree:
    """The bodies of a scene. roots: those in the world, in the order of their links. by_link: also folded links, with the body
    that has their joints. closing: joints that close a loop, or hold what never moves; referred: their links. order: depth first, as
    MuJoCo counts bodies."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        scene, kinematics = writing.scene, writing.kinematics
        self.carrier: dict[Id, Joint] = {}
        self.closing: list[Joint] = []
        self.couplings: list[Joint] = []
        self.parent_of: dict[Id, Id] = {}
        tops: dict[Id, Id] = {}

        def top(link: Id) -> Id:
            at = link
            while tops.get(at, at) != at:
                tops[at] = tops.get(tops[at], tops[at])
                at = tops[at]
            return at

        for joint in scene.joints:
            if joint.type not in CARRYING:
                self.couplings.append(joint)
                continue
            parent, child = kinematics.body_of(joint.parent), kinematics.body_of(joint.child)
            ends = [WORLD if writing.is_static(end) else end for end in (parent, child)]
            if joint.type == "fixed" and ends == [WORLD, WORLD] and child != WORLD and child not in self.carrier:
                ends = [parent, child]  # what stands still nests as well
            if joint.closing or ends[1] == WORLD or child in self.carrier or top(ends[0]) == top(ends[1]):
                self.closing.append(joint)
                continue
            self.carrier[child] = joint
            self.parent_of[child] = parent
            tops[top(child)] = top(ends[0])
        lost = [joint for joint in scene.joints if joint.type == "floating" and self.carrier.get(kinematics.body_of(joint.child)) is joint]
        report_free_links(writing.request, {joint.id for joint in (*self.couplings, *lost)})
        self.by_link: dict[Id, Body] = {}
        self.roots: list[Body] = []
        self._make()
        self.referred = {kinematics.body_of(end) for joint in self.closing for end in (joint.parent, joint.child)}
        self.order = self._ordered()

    def _make(self) -> None:
        writing = self.writing
        series = {link: joint for link, joint in links_in_series(writing.scene).items() if self.carrier.get(link) is joint}
        links = {link.id for link in writing.scene.links}
        made: list[Body] = []
        for link in writing.scene.links:
            if link.id in series:
                continue
            joint = self.carrier.get(link.id)
            body = Body(link.id)
            at = link.id
            while joint is not None:
                body.joints.insert(0, joint)
                at = self.parent_of[at]
                if at not in series:
                    break
                body.folded.insert(0, at)
                joint = series[at]
            if joint is not None:
                body.parent = at if at in links else WORLD
            else:
                body.mocap = bool(link.kinematic)
                body.floats = not body.mocap and not writing.is_static(link.id)
            if len(body.joints) == 1 and body.joints[0].type == "floating":
                body.floats, body.parent = True, WORLD
            made.append(body)
            self.by_link.update(dict.fromkeys((link.id, *body.folded), body))
        for body in made:
            above = self.by_link.get(body.parent)
            (self.roots if above is None else above.children).append(body)

    def _ordered(self) -> list[Body]:
        found: list[Body] = []
        todo = self.roots[::-1]
        while todo:
            body = todo.pop()
            found.append(body)
            todo += body.children[::-1]
        return found
