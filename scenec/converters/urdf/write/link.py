"""Links: mass, shapes and what Gazebo's tags say of them.

The frame of a link of URDF is that of the joint that holds it. Where the scene has the joint elsewhere in its child, the link's frame
moves there and everything in it is placed anew.
"""

from __future__ import annotations

from scenec.converters.common.write_context import HERE, Placed, stated_pose
from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.profile import JOINT_TYPES
from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.extras import restore
from scenec.converters.urdf.write.gazebo import write_collision_tags, write_link_tags
from scenec.converters.urdf.write.sensor import write_sensors
from scenec.converters.urdf.write.shape import Shapes
from scenec.converters.urdf.write.tree import Tree
from scenec.converters.urdf.write.values import number, write_origin
from scenec.ir.base import Id
from scenec.ir.inertia import NO_INERTIA
from scenec.ir.joint import Joint
from scenec.ir.link import Collision, Inertial, Link
from scenec.syntax.element import Element
from scenec.syntax.said import constant

MOMENTS = ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
_MOVING = tuple(kind for kind, count in JOINT_TYPES.items() if count)


class Links:
    """Writes the links. frames: link -> the thing of the scene (link or joint) that its frame in URDF is. beside: links and joints
    made for parts of others."""

    def __init__(self, writing: Writing, tree: Tree, shapes: Shapes) -> None:
        self.writing = writing
        self.tree = tree
        self.shapes = shapes
        self.beside: list[Element] = []
        self.frames: dict[Id, Id] = {}
        for link in writing.scene.links:
            joint = tree.hung.get(link.id)
            moves = joint is not None and joint.type in _MOVING
            self.frames[link.id] = joint.id if joint is not None and moves and not self._is_at_joint(link, joint) else link.id

    def _is_at_joint(self, link: Link, joint: Joint) -> bool:
        """Return whether a link keeps its own frame: its joint stands there and states no pose. Where it states one, everything in the link
        is counted from there, though it may move nothing."""
        if joint.pose is not None and joint.relative_to in (None, link.id):
            return False
        return self.writing.relative(joint.id, link.id).pose.is_identity

    def shift(self, link: Id) -> Placed:
        """The pose of a link of the scene in the frame that it has in URDF."""
        frame = self.frames[link]
        return Placed(HERE) if frame == link else self.writing.relative(link, frame)

    def write(self, link: Link) -> Element:
        """Return a link."""
        writing = self.writing
        name = writing.link_names[link.id]
        out = Element("link", says=self.writing.of_robot(link))
        out.set("name", name)
        shift = self.shift(link.id)
        if not shift.pose.is_identity:
            distance = sum(float(each) ** 2 for each in shift.pose.position) ** 0.5
            weighs = link.inertial is not None and link.inertial.mass
            row = findings.LINK_FRAME_AT_JOINT if weighs else findings.LINK_FRAME_MASSLESS
            writing.report(row, link, value=f"{distance:.4g} m")
        if link.inertial is not None and not _is_nothing(link.inertial):
            self._write_inertial(out, link.inertial, shift)
        elif link.inertial is not None:
            _omit_nothing(out, link.inertial)
        visuals = [each for each in link.visuals if self.shapes.write_visual(out, each, link.id, shift)]
        collisions = list(link.collisions)
        sensing = [each for each in collisions if each.sensing_only]
        if len(sensing) < len(collisions):
            collisions = [each for each in collisions if not each.sensing_only]
            if sensing:
                self._write_beside(link, name.text, sensing, shift)
        written = self._write_collisions(out, link, collisions, shift)
        restore(out, link.extras)
        write_link_tags(writing, link, name.text, visuals, written)
        write_sensors(writing, link.sensors, name.text, link.id, shift)
        return out

    def _write_collisions(self, holder: Element, link: Link, collisions: list[Collision], shift: Placed) -> list[Collision]:
        """Write collisions of a link, and return those whose shape URDF has."""
        return [each for each in collisions if self.shapes.write_collision(holder, each, link.id, shift)]

    def _write_beside(self, link: Link, name: str, sensing: list[Collision], shift: Placed) -> None:
        """Write collisions that only feed sensors into a link of their own, since a tag of Gazebo concerns all collisions of a link."""
        writing = self.writing
        own, joint_name = writing.unique_link(f"{name}_sensing"), writing.unique_joint(f"{name}_sensing_joint")
        body = Element("link", name=constant(own))
        written = self._write_collisions(body, link, sensing, shift)
        joint = Element("joint", name=constant(joint_name), type=constant("fixed"))
        joint.append("parent", link=constant(name))
        joint.append("child", link=constant(own))
        writing.report(findings.JOINT_FIXED_ADDED, link, target=joint_name)
        write_collision_tags(writing, writing.gazebo(own), link, written)
        self.beside += (body, joint)

    def _write_inertial(self, out: Element, inertial: Inertial, shift: Placed) -> None:
        holder = out.append("inertial")
        write_origin(holder, shift @ Placed(stated_pose(inertial.pose, None)))
        holder.append("mass", value=number(inertial.mass if inertial.mass is not None else 0.0))
        tensor = holder.append("inertia")
        stated = inertial.inertia if inertial.inertia is not None else NO_INERTIA
        for entry in MOMENTS:
            tensor.set(entry, number(getattr(stated, entry)))
        restore(holder, inertial.extras)


def _is_nothing(inertial: Inertial) -> bool:
    """Return whether an inertial says that the link weighs nothing."""
    return not inertial.mass and inertial.inertia in (None, NO_INERTIA) and inertial.pose is None and not inertial.extras


def _omit_nothing(out: Element, inertial: Inertial) -> None:
    """Leave out the inertial of a link that weighs nothing."""
    if inertial.mass is not None:
        out.omit(inertial.mass, 0.0)
    if inertial.inertia is not None:
        for entry in MOMENTS:
            out.omit(getattr(inertial.inertia, entry), 0.0)
