"""Equalities: joints that follow others, the two parts of a screw, and joints that close a loop. MuJoCo holds all of them softly."""

from __future__ import annotations

import math

from scenec.converters.common.write_context import stated_pose
from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.write.body_tree import BodyTree
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.joints import Joints, report_place, shown_by_place
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.restoring import restore
from scenec.converters.mjcf.write.values import vec, vector
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint, Mimic
from scenec.ir.pose import add, scale, unit
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import Computed, ids_of, made_of, steered_by

APART = 0.1
"""Distance of the two points that hold the axis of a hinge (m)."""


class Equalities:
    """Writes the equalities. entries: the elements."""

    def __init__(self, writing: Writing, tree: BodyTree, names: Names, joints: Joints) -> None:
        self.writing = writing
        self.tree = tree
        self.names = names
        self.joints = joints
        self.entries: list[Element] = []

    def write(self) -> None:
        inner = [dof.joint for dof in self.joints.dofs if dof.joint is not None]  # the order in which the file is read again
        for joint in {joint.id: joint for joint in (*inner, *self.writing.scene.joints)}.values():
            if joint.type == "screw" and (joint.id, 0) in self.joints.by_axis:
                self._screw(joint)
            for i, axis in enumerate(joint.axes):
                if axis.mimic is not None:
                    self._mimic(joint, axis.mimic, i)
        for joint in self.tree.closing:
            self._close(joint)
        for joint in self.tree.couplings:
            self.writing.report(findings.JOINT_TYPE_LEFT_OUT, joint, about=joint, value=joint.type)

    def _mimic(self, joint: Joint, mimic: Mimic, i: int) -> None:
        follower = self.joints.by_axis.get((joint.id, i))
        leader = self.joints.by_axis.get((str(mimic.joint), int(mimic.axis)))
        if follower is None or leader is None or follower.kind not in ("hinge", "slide") or leader.kind not in ("hinge", "slide"):
            self.writing.report(findings.MIMIC_DROPPED, joint, about=mimic)
            return
        starts = [self.writing.start_of(joint.id, i), self.writing.start_of(str(mimic.joint), int(mimic.axis))]
        offset = float(mimic.multiplier) * (float(starts[1]) - float(mimic.reference)) + float(mimic.offset) - float(starts[0])
        if float(mimic.reference) or any(map(float, starts)):
            shown = f"{float(mimic.offset):g} at {float(mimic.reference):g}"
            self.writing.report_unless_own(findings.MIMIC_OFFSET_CHANGED, joint, value=shown, target=f"{offset:g}")
        constant_part = steered_by(made_of(Computed(float(f"{offset:.15g}")), (mimic.offset, mimic.reference)), *starts)
        says = (mimic.joint, mimic.axis)
        out = Element("joint", says=says, joint1=constant(follower.name), joint2=constant(leader.name))
        out.set("polycoef", vector((constant_part, mimic.multiplier, 0.0, 0.0, 0.0)))
        restore(out, joint, "equality/joint")
        self.entries.append(out)

    def _screw(self, joint: Joint) -> None:
        hinge = self.joints.by_axis[joint.id, 0]
        slide = next(dof for dof in self.joints.dofs if dof.joint is joint and dof.kind == "slide")
        per_radian = float(joint.screw_pitch or 0.0) / (2 * math.pi)
        factor = made_of(Computed(per_radian), joint.screw_pitch)
        out = Element("joint", joint1=constant(slide.name), joint2=constant(hinge.name))
        out.set("polycoef", vector((0.0, factor, 0.0, 0.0, 0.0)))
        self.entries.append(out)

    # -- loops

    def _close(self, joint: Joint) -> None:
        kinematics = self.writing.kinematics
        parent, child = kinematics.body_of(joint.parent), kinematics.body_of(joint.child)
        if self.writing.is_static(parent) and self.writing.is_static(child):
            self.writing.report(findings.JOINT_BETWEEN_STATIC, joint, about=joint, value=joint.type)
            return
        if parent == child or not (joint.type in ("fixed", "ball") or (joint.type in ("revolute", "continuous") and joint.axes)):
            self.writing.report(findings.LOOP_OPENED, joint, about=joint, value=joint.type, **self.writing.connected(joint))
            return
        ends = [parent, child] if parent in self.tree.by_link else [child, parent]  # as the reader takes body1 and body2
        if self.writing.is_own and joint.relative_to == ends[1]:
            ends.reverse()  # the anchor is a point of body1, which here was the child: the other body never moves
        if joint.type == "fixed":
            report_place(self.writing, joint)
            out = self._between(Element("weld", says=shown_by_place(self.writing, joint)), ends)  # in the pose of the start
            self._name(out, joint)
            self.entries.append(out)
        else:
            at, computed = self.writing.relative(joint.id, ends[0])
            points = [at.position]
            if joint.type != "ball":
                axis = self.writing.kinematics.joint_axis(joint, joint.axes[0])
                along = at.rotation.apply(unit(axis))
                points = [add(at.position, scale(along, part * APART / 2)) for part in (-1.0, 1.0)]
            place, axes = (at.position, stated_pose(joint.pose, None).position), tuple(axis.xyz for axis in joint.axes)
            made = ids_of((place, at.rotation if len(points) > 1 else None, axes))
            says = shown_by_place(self.writing, joint)
            for point in points:
                out = self._between(Element("connect", says=says), ends)
                x, y, z = vec(point) if computed or len(points) > 1 else point
                out.set("anchor", Said(vector((x, y, z)).text, made))
                self._name(out, joint)
                self.entries.append(out)
        about = tuple((axis.limits, axis.dynamics) for axis in joint.axes)
        self.writing.report_unless_own(
            findings.LOOP_CLOSED_SOFTLY, joint, about=about, value=joint.type, target=self.entries[-1].attributes.get("name", "")
        )

    def _name(self, out: Element, joint: Joint) -> None:
        name = self.names.give("equality", joint, model=joint.model, otherwise="loop")
        if name is not None:
            out.set("name", name)
        if self.writing.is_own and joint.model is not None:
            out.stand_for(Element(out.tag, says=(joint.model,)))  # a joint that closes a loop has the model of its first body
        restore(out, joint, f"equality/{out.tag}")

    def _between(self, out: Element, ends: list[Id]) -> Element:
        bodies = [self.tree.by_link[end].link if end in self.tree.by_link else WORLD for end in ends]
        out.set("body1", constant(self.names.refer("body", bodies[0])))
        if bodies[1] != WORLD:
            out.set("body2", constant(self.names.refer("body", bodies[1])))
        return out
