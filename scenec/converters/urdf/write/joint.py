"""Joints: where they are, how far they go, what they follow."""

from __future__ import annotations

from scenec.converters.common.write_context import Placed, pose_made_of, stated_pose
from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.profile import LIMITED, UNLIMITED
from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.extras import restore
from scenec.converters.urdf.write.gazebo import write_joint_tags
from scenec.converters.urdf.write.link import Links
from scenec.converters.urdf.write.sensor import write_sensors
from scenec.converters.urdf.write.tree import Tree
from scenec.converters.urdf.write.values import number, unlimited, vector, write_origin
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import Computed, ids_of, made_of

GROUND = constant("world")


class Joints:
    """Writes the joints."""

    def __init__(self, writing: Writing, tree: Tree, links: Links) -> None:
        self.writing = writing
        self.tree = tree
        self.links = links
        self.by_id = {joint.id: joint for joint in writing.scene.joints}

    def made(self) -> list[Element]:
        """Return the joints that hold links on the world where the scene has none."""
        found = []
        for link_id, kind in self.tree.made.items():
            name = self.writing.link_names[link_id]
            out = Element("joint")
            own = self.writing.unique_joint(f"world_to_{name.text}")
            row = findings.JOINT_FIXED_ADDED if kind == "fixed" else findings.JOINT_FLOATING_ADDED
            self.writing.report(row, self.writing.by_id[link_id], target=own)
            out.set("name", constant(own))
            out.set("type", constant(kind))
            out.append("parent", link=GROUND)
            out.append("child", link=constant(name.text))
            write_origin(out, self.writing.in_world(self.links.frames[link_id]))
            found.append(out)
        return found

    def write(self, joint: Joint) -> Element:
        """Return a joint that holds a link."""
        writing = self.writing
        name = writing.joint_names[joint.id]
        parent, child = (writing.kinematics.body_of(end) for end in (joint.parent, joint.child))
        kind = _type(joint)
        out = Element("joint", says=(*writing.of_robot(joint), joint.world))
        out.set("name", name)
        out.set("type", Said(kind, ids_of(joint.type)))
        out.append("parent", link=self._end(joint.parent, parent))
        out.append("child", link=self._end(joint.child, child))
        base = self.links.frames.get(parent, WORLD)
        write_origin(out, self._where(joint, child, writing.relative(self.links.frames[child], base)))
        if joint.axes and joint.type not in ("fixed", "floating"):
            self._write_axis(out, joint, kind)
        restore(out, joint.extras)
        write_joint_tags(writing, joint, name.text)
        shift = writing.relative(joint.id, self.links.frames[child])
        write_sensors(writing, joint.sensors, name.text, joint.id, shift)
        return out

    def _end(self, end: Id, body: Id) -> Said:
        """The link at one end of a joint."""
        name = "world" if body == WORLD else self.writing.link_names[body].text
        return Said(name, ids_of(end))

    def _where(self, joint: Joint, child: Id, X_PC: Placed) -> Placed:
        """Return where a joint is in its parent. One that stands in its child's frame says so by its origin, which is that of the child.
        Where a fixed joint stands does not matter."""
        if self.links.frames[child] == joint.id:
            return X_PC  # of the joint itself
        if joint.type in ("fixed", "floating") and not self.writing.relative(joint.id, child).pose.is_identity:
            stated = () if joint.pose is None else (joint.pose.position, joint.pose.rotation)
            self.writing.report(findings.JOINT_FRAME_INEFFECTIVE, joint, about=(*stated, joint.relative_to))
            return X_PC
        pose = stated_pose(joint.pose, joint.relative_to)
        return Placed(pose_made_of(X_PC.pose, (X_PC.pose, pose.position), (X_PC.pose.rotation, pose.rotation)), X_PC.computed)

    # -- axes

    def _write_axis(self, out: Element, joint: Joint, kind: str) -> None:
        axis = joint.axes[0]
        out.append("axis", xyz=vector(axis.xyz))
        if kind != "planar":
            self._write_limits(out, joint, kind)
            dynamics = axis.dynamics
            if dynamics is not None and (dynamics.damping or dynamics.friction):
                holder = out.append("dynamics")
                for name in ("damping", "friction"):
                    value = getattr(dynamics, name)
                    if value is not None:
                        holder.set(name, number(value))
            self._write_mimic(out, joint)
        restore(out, axis.extras)

    # -- limits

    def _write_limits(self, out: Element, joint: Joint, kind: str) -> None:
        limits = joint.axes[0].limits
        caps = {name: None if limits is None else getattr(limits, name) for name in ("effort", "velocity")}
        if kind not in LIMITED:
            if caps["effort"] is None and caps["velocity"] is None:
                return
            holder = out.append("limit")
        else:
            holder = out.append("limit")
            open_ends = 0
            for field, sign in (("lower", -1), ("upper", 1)):
                value = None if limits is None else getattr(limits, field)
                if value is None or not abs(value) < UNLIMITED:
                    open_ends += 1
                    holder.set(field, unlimited(sign) if value is None else Said(unlimited(sign).text, ids_of(value)))
                else:
                    holder.set(field, number(value))
            if open_ends:
                self.writing.report(findings.JOINT_RANGE_DEFAULTED, joint, target="1e16")
        missing = [name for name, value in caps.items() if value is None]
        for name, value in caps.items():
            holder.set(name, unlimited() if value is None else number(value))
        if missing:
            length = kind == "prismatic"
            units = {"effort": "N" if length else "N m", "velocity": "m/s" if length else "rad/s"}
            added = " and ".join(f"{name} 1e16 {units[name]}" for name in missing)
            self.writing.report(findings.JOINT_LIMIT_DEFAULTED, joint, target="1e16", added=added)

    # -- mimic

    def _write_mimic(self, out: Element, joint: Joint) -> None:
        """URDF: position = multiplier * leader + offset."""
        mimic = joint.axes[0].mimic
        if mimic is None:
            return
        leader = self.by_id.get(mimic.joint)
        if leader is None or not self.tree.written(leader) or mimic.axis != 0 or not leader.axes:
            self.writing.report(
                findings.MIMIC_DROPPED, joint, about=mimic, value=self.writing.paths.get(str(mimic.joint), str(mimic.joint))
            )
            return
        holder = out.append("mimic", says=(mimic.axis,))
        holder.set("joint", Said(self.writing.joint_names[leader.id].text, ids_of(mimic.joint)))
        holder.set("multiplier", number(mimic.multiplier))
        offset = mimic.offset
        if mimic.reference:
            self.writing.report(findings.MIMIC_CONVERTED, joint, value=mimic.reference)
            offset = made_of(Computed(mimic.offset - mimic.multiplier * mimic.reference), (mimic.offset, mimic.multiplier, mimic.reference))
        else:
            holder.omit(mimic.reference, 0.0)
        holder.set("offset", number(offset))


def _type(joint: Joint) -> str:
    """Return the type in URDF. A revolute joint without limits is continuous."""
    if joint.type != "revolute":
        return str(joint.type)
    limits = joint.axes[0].limits
    bounded = limits is not None and any(each is not None and abs(each) < UNLIMITED for each in (limits.lower, limits.upper))
    return "revolute" if bounded else "continuous"
