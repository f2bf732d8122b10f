"""Which joint holds which link. URDF is a tree with one root: what stands still and what has no joint hangs on a link `world`.

A joint that would give a link a second parent closes a loop, for which URDF has no place.
"""

from __future__ import annotations

from typing import Any

from scenec.accounting.code import Code
from scenec.converters.common.free_links import report_free_links
from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.profile import CHAINED, JOINT_TYPES
from scenec.converters.urdf.write.context import Writing
from scenec.ir.base import WORLD, Id
from scenec.ir.circles import closing_loops
from scenec.ir.joint import Joint


class Tree:
    """hung: link -> the joint that holds it. made: links that hang on the world by a joint of ours, and its type. root: the only root link,
    None where `world` is the root. ground: the link that is written as `world` itself. cut: joints that close loops and are written for
    Gazebo (--adapt-joints). all_static: nothing in the scene moves."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        scene = writing.scene
        self.hung: dict[Id, Joint] = {}
        self.cut: list[Joint] = []
        self._ids: set[Id] = set()
        self._lost: set[Id] = set()
        self.parent_of: dict[Id, Id] = {}
        self.still = {link.id for link in scene.links if writing.is_static(link.id)}
        self.ground = writing.ground
        rest = {link.id for link in scene.links} - {self.ground}
        self.all_static = bool(rest) and rest <= self.still
        if self.all_static:
            self.still -= rest
        self._loops = closing_loops((joint for joint in scene.joints if joint.type in (*JOINT_TYPES, *CHAINED)), self._end)
        for joint in sorted(scene.joints, key=lambda each: (bool(each.closing), each.type != "fixed")):
            self._hang(joint)
        report_free_links(writing.request, self._lost)
        free = [link.id for link in scene.links if link.id not in self.hung and link.id not in self.still]
        tops = [*self.still, *free]
        alone = len(tops) == 1 and not self.still and WORLD not in self.parent_of.values() and self.ground is None
        self.root: Id | None = tops[0] if alone else None
        self.made: dict[Id, str] = {}
        if self.root is None:
            for link in scene.links:
                if link.id in self.still and link.id != self.ground:
                    self.made[link.id] = "fixed"
                elif link.id in free:
                    self.made[link.id] = "fixed" if self.all_static else "floating"
        self.has_world = self.root is None

    def written(self, joint: Joint) -> bool:
        """Return whether a joint holds a link of the result."""
        return joint.id in self._ids

    def _hang(self, joint: Joint) -> None:
        writing = self.writing
        parent, child = (writing.kinematics.body_of(end) for end in (joint.parent, joint.child))
        if joint.type in CHAINED and joint.id in self._loops:
            self._cut(joint)
        elif joint.type not in JOINT_TYPES or len(joint.axes) < JOINT_TYPES[joint.type]:
            self._drop(joint, findings.JOINT_TYPE_DROPPED, value=joint.type)
            self._lost.add(joint.id)
        elif child == WORLD or child in self.still:
            if parent == WORLD or parent in self.still:
                self._drop(joint, findings.JOINT_STATIC_INEFFECTIVE)
            else:
                self._cut(joint)
        elif child in self.hung or self._is_below(parent, child):
            self._cut(joint)
        else:
            self.hung[child] = joint
            self.parent_of[child] = parent
            self._ids.add(joint.id)

    def _end(self, thing: Id) -> Id:
        body = self.writing.kinematics.body_of(thing)
        return WORLD if body in self.still else body

    def _cut(self, joint: Joint) -> None:
        """Take a joint that closes a loop out of the tree."""
        path, ends = self.writing.path(joint), self.writing.connected(joint)
        if self.writing.is_own:  # where it stood, too
            self.cut.append(joint)
        elif self.writing.options.adapt_joints:
            self.cut.append(joint)
            self.writing.report(findings.JOINT_LOOP_GAZEBO, joint, value=path, **ends)
        else:
            self._drop(joint, findings.JOINT_LOOP_DROPPED, value=path, **ends)

    def _is_below(self, link: Id, top: Id) -> bool:
        at: Id | None = link
        while at is not None:
            if at == top:
                return True
            at = self.parent_of.get(at)
        return False

    def _drop(self, joint: Joint, row: Code, **slots: Any) -> None:
        self.writing.report(row, joint, about=joint, **slots)
