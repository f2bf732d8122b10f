"""Named frames: empty links on fixed joints, as ROS has them."""

from __future__ import annotations

from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.link import Links
from scenec.converters.urdf.write.values import write_origin
from scenec.ir.base import WORLD
from scenec.ir.scene import Frame
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import ids_of


def write_frames(writing: Writing, links: Links) -> tuple[list[Element], list[Element]]:
    """Return the links and the joints of all frames that a link carries. Others are reported."""
    bodies: list[Element] = []
    joints: list[Element] = []
    for frame in writing.scene.frames:
        body = writing.kinematics.body_of(frame.id)
        if body == WORLD or not frame.name:
            continue
        name = writing.unique_link(str(frame.name))
        writing.report(findings.FRAME_AS_LINK, frame, value=str(frame.name), target=name)
        link = Element("link", says=(*writing.of_robot(frame), frame.world))
        link.set("name", Said(name, ids_of(frame.name)))
        bodies.append(link)
        joints.append(_joint(writing, links, frame, name, str(body)))
    return bodies, joints


def _joint(writing: Writing, links: Links, frame: Frame, name: str, body: str) -> Element:
    if frame.attached_to is not None:
        writing.report_end(frame, frame.attached_to, body)
    out = Element("joint")
    own = writing.unique_joint(f"{name}_joint")
    writing.report(findings.JOINT_FIXED_ADDED, frame, target=own)
    out.set("name", Said(own, ids_of(frame.name)))
    out.set("type", constant("fixed"))
    out.append("parent", link=Said(writing.link_names[body].text, ids_of(frame.attached_to)))
    out.append("child", link=Said(name, ids_of(frame.name)))
    write_origin(out, writing.relative(frame.id, links.frames[body]))
    return out
